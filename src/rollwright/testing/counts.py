"""Counting the successors of a position, step by step, to compare two programs of the rules.

Chess programmers call this perft. A difference in a count is traced to one move by its split.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from ..dice import Chance
from ..game import Decision, Game


class Count(NamedTuple):
    """The moves at all positions of one depth, and the distinct positions that they lead to.

    A move is a joint answer of all seats that are asked, or a roll.
    """

    moves: int
    positions: int


def successors(game: Game[Any], state: Any) -> Iterator[tuple[str, Any]]:
    """Every joint answer or roll at a state, in notation, with the state that it leads to."""
    node = game.node(state)
    if isinstance(node, Chance):
        for roll in node.rolls():
            yield game.format_roll(state, roll), game.roll(state, roll)
    elif isinstance(node, Decision):
        for actions in product(*(game.legal(state, seat) for seat in node.seats)):
            joint = dict(zip(node.seats, actions, strict=True))
            words = (game.format_action(state, action) for action in actions)
            yield " ".join(words), game.play(state, joint)


def count_successors(game: Game[Any], state: Any, depth: int) -> tuple[Count, ...]:
    """The counts at each of `depth` steps from a state; positions reached twice count once."""
    counts = []
    positions = {state}
    for _ in range(depth):
        moves = 0
        following = set()
        for position in positions:
            for _, reached in successors(game, position):
                moves += 1
                following.add(reached)
        counts.append(Count(moves, len(following)))
        positions = following
    return tuple(counts)


def split_count(game: Game[Any], state: Any, depth: int) -> dict[str, tuple[Count, ...]]:
    """For every first move the counts of the `depth - 1` steps after it."""
    return {
        move: count_successors(game, reached, depth - 1)
        for move, reached in successors(game, state)
    }


def format_split(split: Mapping[str, tuple[Count, ...]]) -> str:
    """The split as text, one line a move: its moves and positions at each further step."""
    lines = []
    for move, counts in sorted(split.items()):
        steps = "  ".join(f"{count.moves}→{count.positions}" for count in counts)
        lines.append(f"{move:24} {steps}".rstrip())
    return "\n".join(lines)
