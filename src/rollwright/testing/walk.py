"""Random games, played without a match: only the rules under test are used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..dice import Chance, Stream, seed_key
from ..game import PASS, Action, Game, Seat, Terminal
from ..record import Answered, Rolled, Step
from .faults import require

LONGEST = 50_000
"""Steps after which a game is taken to be endless."""


def walk(
    game: Game[Any], seed: int | str, longest: int = LONGEST
) -> Iterator[tuple[Any, Step | None]]:
    """Every state of one random game with the step taken there; the last has None.

    The seats have habits, drawn from the seed, that lead to rare events: some pass whenever they
    can, some never, some take the first answer that is no pass.
    """
    stream = Stream(seed_key(f"walk {seed}"))
    habits = [stream.below(4) for _ in range(game.spec.players)]
    state = game.initial()
    for _ in range(longest):
        node = game.node(state)
        if isinstance(node, Terminal):
            yield state, None
            return
        step: Step
        if isinstance(node, Chance):
            step = Rolled(tuple(1 + stream.below(die.sides) for die in node.dice))
            following = game.roll(state, step.roll)
        else:
            joint = {}
            for seat in node.seats:
                legal = game.legal(state, seat)
                require(bool(legal), f"seat {seat} is asked but has no legal answer", game, state)
                joint[seat] = _answer(legal, habits[seat], stream)
            step = Answered(tuple(joint.items()))
            following = game.play(state, joint)
        yield state, step
        state = following
    require(False, f"seed {seed}: the game has not ended after {longest} steps", game, state)


def _answer(legal: tuple[Action, ...], habit: int, stream: Stream) -> Action:
    others = [action for action in legal if action != PASS]
    if habit == 0 or PASS not in legal or not others:
        return stream.choice(legal)
    if habit == 1 and stream.below(4):
        return PASS
    return others[0] if habit == 2 and stream.below(8) else stream.choice(others)


def random_joint(game: Game[Any], state: Any, stream: Stream) -> dict[Seat, Action]:
    """One legal answer of each seat that is asked at this state."""
    node = game.node(state)
    seats = getattr(node, "seats", ())
    return {seat: stream.choice(game.legal(state, seat)) for seat in seats}
