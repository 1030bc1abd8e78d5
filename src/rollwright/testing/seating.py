"""Whether seats are treated alike: permuted seats with permuted answers give permuted results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations
from typing import Any

from ..dice import Chance, Stream
from ..game import Action, Decision, Game, Seat
from .faults import require
from .walk import random_joint

ORDERED_OPTIONS = {("simultaneous_lock", False), ("last_turn", "stop_at_once")}
"""Options under which the order of play decides between seats that answer together."""


def permuted(game: Game[Any], state: Any, new_seat: Callable[[Seat], Seat]) -> Any:
    """The state with every sheet moved to its new seat, and the active seat with it."""
    data = game.format_state(state)
    places = sorted(range(game.spec.players), key=lambda old: new_seat(Seat(old)))
    data["sheets"] = [data["sheets"][old] for old in places]
    data["active"] = int(new_seat(Seat(data["active"])))
    return game.parse_state(data)


def check_rotation(game: Game[Any], state: Any, stream: Stream) -> None:
    """All seats moved on by one: nothing but the names of the seats may change."""
    node = game.node(state)
    if game.turn(state) == 0 or game.spec.players == 1:
        return

    def moved_on(seat: Seat) -> Seat:
        return Seat((seat + 1) % game.spec.players)

    moved = permuted(game, state, moved_on)
    if isinstance(node, Chance):
        roll = tuple(1 + stream.below(die.sides) for die in node.dice)
        expected, found = game.roll(state, roll), game.roll(moved, roll)
    elif isinstance(node, Decision):
        _check_legal(game, state, moved, node, moved_on)
        joint = random_joint(game, state, stream)
        expected = game.play(state, joint)
        found = game.play(moved, _renamed(joint, moved_on))
    else:
        expected, found = state, moved
    require(
        found == permuted(game, expected, moved_on),
        "the result is another one when all seats move on by one",
        game,
        state,
    )
    _check_ranking(game, expected, found, moved_on)


def check_swap(game: Game[Any], state: Any, stream: Stream) -> None:
    """Two seats swapped at a joint decision: their sheets must be swapped after it.

    Left out where the options say that the order of play decides.
    """
    node = game.node(state)
    if not isinstance(node, Decision) or len(node.seats) < 2:
        return
    if ORDERED_OPTIONS & set(game.spec.options):
        return
    first, second = node.seats[0], node.seats[1 + stream.below(len(node.seats) - 1)]
    exchange = {first: second, second: first}

    def swapped(seat: Seat) -> Seat:
        return exchange.get(seat, seat)

    other = permuted(game, state, swapped)
    _check_legal(game, state, other, node, swapped)
    joint = random_joint(game, state, stream)
    expected, found = game.play(state, joint), game.play(other, _renamed(joint, swapped))
    for seat in node.seats:
        require(
            game.format_sheet(expected, seat) == game.format_sheet(found, swapped(seat)),
            f"seats {first} and {second} answering together are not treated alike",
            game,
            state,
        )
    _check_ranking(game, expected, found, swapped)


def check_independence(game: Game[Any], state: Any) -> None:
    """At a joint decision a seat's score depends on its own answer, not on those of others.

    Tried for every answer that two seats can give together. Left out where the options say that
    the order of play decides.
    """
    node = game.node(state)
    if not isinstance(node, Decision) or ORDERED_OPTIONS & set(game.spec.options):
        return
    legal = {seat: game.legal(state, seat) for seat in node.seats}
    joint = {seat: answers[0] for seat, answers in legal.items()}
    for seat, other in permutations(node.seats, 2):
        for action in set(legal[seat]) & set(legal[other]):
            alone = game.play(state, joint | {seat: action})
            together = game.play(state, joint | {seat: action, other: action})
            require(
                game.scores(alone)[seat] == game.scores(together)[seat],
                f"seat {seat} has another score when seat {other} answers {action} as well",
                game,
                state,
            )


def _renamed(joint: Mapping[Seat, Action], new: Callable[[Seat], Seat]) -> dict[Seat, Action]:
    return {new(seat): action for seat, action in joint.items()}


def _check_legal(
    game: Game[Any], state: Any, other: Any, node: Decision, new: Callable[[Seat], Seat]
) -> None:
    for seat in node.seats:
        require(
            game.legal(state, seat) == game.legal(other, new(seat)),
            f"seat {seat} has other legal answers on another chair",
            game,
            state,
        )


def _check_ranking(game: Game[Any], expected: Any, found: Any, new: Callable[[Seat], Seat]) -> None:
    for seat in map(Seat, range(game.spec.players)):
        require(
            game.places(expected)[seat] == game.places(found)[new(seat)]
            and game.scores(expected)[seat] == game.scores(found)[new(seat)],
            f"seat {seat} has another place or score on another chair",
            game,
            expected,
        )
