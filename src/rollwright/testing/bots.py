"""What every bot must hold, however well it plays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..bots import Bot, Choice, create_bot
from ..dice import Chance, Stream, bot_stream, seed_key
from ..game import Decision, Game, Seat
from .faults import require
from .walk import LONGEST


def check_bot(
    bot_text: str, game: Game[Any], seeds: Iterable[int] = range(2), longest: int = LONGEST
) -> None:
    """Let a bot play whole games on all seats: legal, repeatable, and from views alone.

    At every decision a new bot of the same name, which has seen nothing of the game so far, must
    choose the same answer. `longest` bounds the steps of a game. Raises `Fault`.
    """
    for seed in seeds:
        bots = [create_bot(bot_text, game) for _ in range(game.spec.players)]
        dice = Stream(seed_key(f"check_bot {seed}"))
        state = game.initial()
        for number in range(longest):
            node = game.node(state)
            if isinstance(node, Chance):
                roll = tuple(1 + dice.below(die.sides) for die in node.dice)
                state = game.roll(state, roll)
            elif isinstance(node, Decision):
                fresh = create_bot(bot_text, game)
                joint = {
                    seat: _checked(game, state, seat, (bots[seat], fresh), (seed, number))
                    for seat in node.seats
                }
                state = game.play(state, joint)
            else:
                break
        else:
            require(longest < LONGEST, f"{bot_text} has not ended a game", game, state)


def _checked(
    game: Game[Any], state: Any, seat: Seat, bots: tuple[Bot, Bot], place: tuple[int, int]
) -> Any:
    """The answer of the first bot, if it is legal and the second chooses it as well."""
    legal = game.legal(state, seat)
    view = game.view(state, seat)
    before = game.format_state(view)
    choices = []
    for bot in bots:
        stream = bot_stream(f"check {place[0]}", 0, place[1], seat)
        choice = bot.choose(view, seat, legal, stream)
        require(isinstance(choice, Choice), f"a bot returned {choice!r}, no Choice", game, state)
        require(
            choice.action in legal,
            f"seat {seat} answered {choice.action}, legal are {legal}",
            game,
            state,
        )
        choices.append(choice)
    require(game.format_state(view) == before, "a bot has changed its view", game, state)
    used, fresh = choices
    require(
        used == fresh,
        f"seat {seat} answered {used}, and a new bot {fresh} at the same view",
        game,
        state,
    )
    return used.action
