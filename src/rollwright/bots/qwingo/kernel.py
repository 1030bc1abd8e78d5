"""Qwingo compiled, with callers and the expert. The rules are those of `rollwright.fast.qwingo`.

The readable bots are in `callers` and `expert`. Bots that have a network are compiled for open
sheets only.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...fast import qwingo as base
from ...fast.compile import kernel
from ...fast.qwingo import (
    CALL,
    COLUMNS,
    ENTRIES,
    HIGHEST,
    LIGHTNING,
    OVER,
    PASS,
    PLAYERS,
    SETUP,
    STARTING_NUMBERS,
    STATE,
    Players,
    Results,
    Rules,
    State,
    Work,
    draw,
    first_call,
    has_room,
    legal,
    make_rules,
    places,
    play,
    roll,
    start,
    total,
)
from ...fast.streams import BOT_STREAM, DICE_STREAM, below, chain
from ...game import Game
from .foresight import best_call, best_entry, even_box
from .network import THOUGHTS, Network
from .shapes import LAYOUTS, PRINTED
from .weights import load_network

__all__ = [
    "PLAYERS",
    "POLICIES",
    "STATE",
    "WORK",
    "can_play",
    "load_weights",
    "make_rules",
    "play_batch",
]


def _fields(record: np.dtype[Any]) -> list[tuple[str, Any]]:
    return [(name, kind) for name, (kind, *_) in (record.fields or {}).items()]


WORK = np.dtype([*_fields(base.WORK), *_fields(THOUGHTS)], align=True)
"""Room to work in: that of the rules and that of the network."""

COUNTER, DREAMER, BLOCKER, EXPERT = range(2, 6)
"""Kinds of policies, after those of the rules' kernel."""

POLICIES: dict[str, tuple[int, dict[str, float]]] = {
    **base.POLICIES,
    "counter": (COUNTER, {}),
    "dreamer": (DREAMER, {"top": 0.0}),
    "blocker": (BLOCKER, {}),
    "expert": (EXPERT, {"calls": 0.0}),
}
"""The bots by name: kind, and parameters with their defaults."""

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""From one draw of a stream to the next."""

TIE = 1e-6
"""How much more a number is worth that fits the blocker itself."""


def can_play(game: Game[Any]) -> bool:
    """Whether the kernel knows the sheet, and the bots may look at all sheets."""
    return base.can_play(game) and game.spec.players > 1 and bool(game.spec["open_sheets"])


def load_weights() -> tuple[Network]:
    """What `play_batch` needs besides."""
    return (load_network(),)


# Policies


@kernel
def choose(
    rules: Rules,
    net: Network,
    state: State,
    seat: int,
    players: Players,
    key: np.uint64,
    work: Work,
) -> int:
    """The answer of a seat's policy, `key` being the bots' stream of the match."""
    kind = players.kind[seat]
    if kind < COUNTER:
        return base.choose(rules, state, seat, players, key, work)
    stream = chain(chain(key, state.decisions), seat)
    if state.phase == CALL:
        calls = int(players.parameter[seat])
        return first_call(rules) + _call(rules, net, state, seat, kind, calls, stream, work)
    size = legal(rules, state, seat, work)
    if size == 1:
        return work.room[0]
    if kind == COUNTER:
        return _top_box(rules, state, seat, size, work)
    if kind == DREAMER and state.phase == SETUP and players.parameter[seat] > 0.0:
        return work.room[0]
    if kind in (DREAMER, BLOCKER):
        return _even_entry(rules, state, seat, work)
    if state.phase == SETUP:
        return _layout_entry(rules, net, state, seat, stream, size, work)
    return best_entry(rules, net, state, seat, size, work)


@kernel
def _call(
    rules: Rules,
    net: Network,
    state: State,
    seat: int,
    kind: int,
    calls: int,
    stream: np.uint64,
    work: Work,
) -> int:
    """The number called; the expert considers so many `calls` drawn from all, 0 being all."""
    size = HIGHEST + 1 - rules.lowest
    if kind == COUNTER:
        return min(STARTING_NUMBERS[-1] + 1 + (state.turn - 1) // rules.players, HIGHEST)
    if kind == DREAMER:
        return rules.lowest + below(stream, size)
    if kind == BLOCKER:
        return _blocking_call(rules, state, seat)
    for index in range(size):
        work.room[index] = rules.lowest + index
    if calls == 0:
        return best_call(rules, net, state, seat, size, work)
    for index in range(calls):
        work.room[index] = rules.lowest + below(stream + np.uint64(index) * GOLDEN, size)
    return best_call(rules, net, state, seat, calls, work)


@kernel
def _top_box(rules: Rules, state: State, seat: int, size: int, work: Work) -> int:
    """The first legal box of the fullest column."""
    best, fullest = PASS, -1
    for index in range(size):
        action = work.room[index]
        if action != PASS and state.counts[seat, (action - 1) // rules.boxes] > fullest:
            best, fullest = action, state.counts[seat, (action - 1) // rules.boxes]
    return best


@kernel
def _blocking_call(rules: Rules, state: State, seat: int) -> int:
    best, highest = 0, -np.inf
    for number in range(rules.lowest, HIGHEST + 1):
        value = 0.0
        for column in range(COLUMNS):
            fullest, blocks = 0, False
            for other in range(rules.players):
                if state.can_fill[other, column]:
                    fullest = max(fullest, state.counts[other, column])
                    if other != seat and has_room(state, other, column, number):
                        blocks = True
            fits = state.can_fill[seat, column] and has_room(state, seat, column, number)
            value += (1.0 + fullest) ** 2 * ((1.0 + TIE) * fits - blocks)
        if value > highest:
            best, highest = number, value
    return best


@kernel
def _even_entry(rules: Rules, state: State, seat: int, work: Work) -> int:
    """The even box of the fullest column; in the set-up of the first free one."""
    if state.phase == SETUP:
        column = (work.room[0] - 1) // rules.boxes
        box = even_box(rules, state, seat, column, STARTING_NUMBERS[state.entered])
        return 1 + column * rules.boxes + box
    best, fullest = PASS, -1
    for column in range(COLUMNS):
        allowed = state.face == LIGHTNING or state.face == column
        if allowed and has_room(state, seat, column, state.called):
            count = state.counts[seat, column] if state.can_fill[seat, column] else 0
            if count > fullest:
                box = even_box(rules, state, seat, column, state.called)
                best, fullest = 1 + column * rules.boxes + box, count
    return best


# The expert's layout


@kernel
def _layout_entry(
    rules: Rules,
    net: Network,
    state: State,
    seat: int,
    stream: np.uint64,
    size: int,
    work: Work,
) -> int:
    """A box of a layout that agrees with the numbers written so far, in any free column.

    Where none does, another player has begun; then all layouts count.
    """
    whole, agreeing = 0, 0
    for layout in range(LAYOUTS):
        whole += net.shares[layout]
        if _agrees(rules, net, state, seat, layout):
            agreeing += net.shares[layout]
    anyway = agreeing == 0
    whole = whole if anyway else agreeing
    free = size // rules.boxes
    drawn = below(stream, whole * free)
    column = (work.room[(drawn % free) * rules.boxes] - 1) // rules.boxes
    rest = drawn // free
    box = 0
    for layout in range(LAYOUTS):
        if anyway or _agrees(rules, net, state, seat, layout):
            rest -= net.shares[layout]
            if rest < 0:
                box = layout_box(rules, net, layout, state.entered)
                break
    return 1 + column * rules.boxes + box


@kernel
def layout_box(rules: Rules, net: Network, layout: int, index: int) -> int:
    """The box of a starting number in a layout, in columns of any length."""
    return (net.layouts[layout, index] * (rules.boxes - 1) * 2 + PRINTED - 1) // (2 * PRINTED - 2)


@kernel
def _agrees(rules: Rules, net: Network, state: State, seat: int, layout: int) -> bool:
    for index in range(state.entered):
        box = layout_box(rules, net, layout, index)
        found = False
        for column in range(COLUMNS):
            if state.numbers[seat, column, box] == STARTING_NUMBERS[index]:
                found = True
        if not found:
            return False
    return True


# Whole games


@kernel
def play_game(
    rules: Rules,
    net: Network,
    players: Players,
    dice: np.uint64,
    bots: np.uint64,
    state: State,
    work: Work,
) -> None:
    """Play a match to its end, `dice` and `bots` being its streams."""
    start(rules, state)
    while state.phase != OVER:
        if state.phase == CALL:
            caller = state.active
            work.answers[caller] = choose(rules, net, state, caller, players, bots, work)
            play(rules, state, work)
        elif state.phase == ENTRIES or state.phase == SETUP:
            for seat in range(rules.players):
                work.answers[seat] = choose(rules, net, state, seat, players, bots, work)
            play(rules, state, work)
        else:
            draw(rules, state, dice, work)
            roll(rules, state, work)


@kernel
def play_batch(
    rules: Rules,
    players: Players,
    key: np.uint64,
    first: int,
    state: State,
    work: Work,
    results: Results,
    net: Network,
) -> None:
    """Play the matches from number `first` on, of the seed with this key.

    Each row of `results` gets the number of turns, the total of each seat, and their places.
    """
    dice, bots = chain(key, DICE_STREAM), chain(key, BOT_STREAM)
    for game in range(results.shape[0]):
        number = first + game
        play_game(rules, net, players, chain(dice, number), chain(bots, number), state, work)
        places(rules, state, work)
        results[game, 0] = state.turn
        for seat in range(rules.players):
            results[game, 1 + seat] = total(rules, state, seat)
            results[game, 1 + rules.players + seat] = work.places[seat]
