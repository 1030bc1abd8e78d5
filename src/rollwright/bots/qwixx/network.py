"""The value network of Qwixx, compiled; `inputs` tells what it sees.

A network is three arrays: `first` has a row for each input, `second` one for each unit of the
second layer, `last` those that `inputs` names.
"""

from __future__ import annotations

from math import exp
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ...fast.compile import kernel
from ...fast.qwixx import OVER, ROWS, SEATS, Rules, State, total
from .inputs import (
    BIASES,
    CLOSED,
    FACTS,
    LEFT_AT,
    MARGIN,
    MARGIN_UNIT,
    OTHER_DISTANCE,
    OTHER_LEFT,
    OTHER_POINTS,
    OTHER_ROWS,
    OUTPUT_BIASES,
    OWN_DISTANCE,
    OWN_LEFT,
    OWN_POINTS,
    OWN_ROWS,
    PLAYERS,
    POINTS_AT,
    POINTS_UNIT,
    ROW_STATES,
    SCORE,
)

Weights: TypeAlias = npt.NDArray[np.float32]
Net: TypeAlias = tuple[Weights, Weights, Weights]
Room: TypeAlias = Any

MOST_UNITS = 256
"""Room for the hidden units of a layer."""

ROOM = np.dtype(
    [
        ("facts", np.int64, (SEATS, FACTS)),  # of each sheet
        ("own", np.float32, MOST_UNITS),  # first layer: the own sheet's part
        ("pooled", np.float32, MOST_UNITS),  # first layer, added up over the others
        ("looks_once", np.int64),  # whether to look from the own seat only, which is faster
        ("margin", np.float64),  # what `judge` expects besides the score
    ]
)
"""Room to work in."""


@kernel
def judge(rules: Rules, state: State, view: int, net: Net, room: Room) -> float:
    """The score that a seat can expect before a roll, or has at the end; the margin in `room`.

    The network looks from every seat, so that the scores of all seats add up to 1.
    """
    if state.phase == OVER:
        return result(rules, state, view, room)
    look(rules, state, room)
    own = estimate(rules.players, state.active, view, net, room)
    margin = room.margin
    if room.looks_once:
        return own
    scores = own
    for seat in range(rules.players):
        if seat != view:
            scores += estimate(rules.players, state.active, seat, net, room)
    room.margin = (margin - room.margin) / 2 if rules.players == 2 else margin
    return own / scores


@kernel
def result(rules: Rules, state: State, view: int, room: Room) -> float:
    """1 for a first place alone, ½ for a shared one, else 0; the margin in `room`."""
    own = _rank(rules, state, view)
    ahead = 1.0
    others = -1000
    for seat in range(rules.players):
        if seat == view:
            continue
        others = max(others, total(rules, state, seat))
        rank = _rank(rules, state, seat)
        if rank > own:
            ahead = 0.0
        elif rank == own:
            ahead = min(ahead, 0.5)
    room.margin = total(rules, state, view) - others
    return ahead


@kernel
def _rank(rules: Rules, state: State, seat: int) -> int:
    rank = 16 * total(rules, state, seat)
    return rank - state.misthrows[seat] if rules.fewer_misthrows else rank


@kernel
def look(rules: Rules, state: State, room: Room) -> None:
    """Note the facts of all sheets."""
    for seat in range(rules.players):
        for row in range(ROWS):
            room.facts[seat, row] = row_state(
                state.closed >> row & 1, state.reached[seat, row], state.counts[seat, row]
            )
        room.facts[seat, LEFT_AT] = min(rules.max_misthrows - state.misthrows[seat], 4)
        room.facts[seat, POINTS_AT] = total(rules, state, seat)


@kernel
def row_state(closed: int, reached: int, count: int) -> int:
    """The number of a row state; `reached` is the place of the last cross, from 1."""
    if closed:
        return CLOSED
    return 0 if count == 0 else reached * (reached - 1) // 2 + count


@kernel(fastmath=True)
def estimate(players: int, following: int, view: int, net: Net, room: Room) -> float:
    """The expected score of the seat `view` by the facts noted, `following` rolling next."""
    first = net[0]
    units = first.shape[1]
    own, pooled = room.own, room.pooled
    a = first[OWN_ROWS + room.facts[view, 0]]
    b = first[OWN_ROWS + ROW_STATES + room.facts[view, 1]]
    c = first[OWN_ROWS + 2 * ROW_STATES + room.facts[view, 2]]
    d = first[OWN_ROWS + 3 * ROW_STATES + room.facts[view, 3]]
    e = first[OWN_LEFT + room.facts[view, LEFT_AT]]
    f = first[OWN_DISTANCE + _distance(players, following, view)]
    g = first[PLAYERS + players]
    h = first[OWN_POINTS]
    points = np.float32(room.facts[view, POINTS_AT] / POINTS_UNIT)
    for i in range(units):
        own[i] = a[i] + b[i] + c[i] + d[i] + e[i] + f[i] + g[i] + points * h[i]
        pooled[i] = 0.0
    for other in range(players):
        if other == view:
            continue
        a = first[OTHER_ROWS + room.facts[other, 0]]
        b = first[OTHER_ROWS + ROW_STATES + room.facts[other, 1]]
        c = first[OTHER_ROWS + 2 * ROW_STATES + room.facts[other, 2]]
        d = first[OTHER_ROWS + 3 * ROW_STATES + room.facts[other, 3]]
        e = first[OTHER_LEFT + room.facts[other, LEFT_AT]]
        f = first[OTHER_DISTANCE + _distance(players, following, other)]
        h = first[OTHER_POINTS]
        points = np.float32(room.facts[other, POINTS_AT] / POINTS_UNIT)
        for i in range(units):
            unit = own[i] + a[i] + b[i] + c[i] + d[i] + e[i] + f[i] + points * h[i]
            pooled[i] += unit if unit > 0.0 else np.float32(0.0)
    return _later_layers(players, net[1], net[2], room)


@kernel
def _distance(players: int, following: int, seat: int) -> int:
    return seat - following if seat >= following else seat + players - following


@kernel(fastmath=True)
def _later_layers(players: int, second: Weights, last: Weights, room: Room) -> float:
    pooled = room.pooled
    score = last[OUTPUT_BIASES, 0]
    margin = last[OUTPUT_BIASES, 1]
    for j in range(0, second.shape[0], 4):  # four at a time are faster
        a, b, c, d = second[j], second[j + 1], second[j + 2], second[j + 3]
        p, q = last[BIASES + players, j], last[BIASES + players, j + 1]
        r, s = last[BIASES + players, j + 2], last[BIASES + players, j + 3]
        for i in range(second.shape[1]):
            unit = pooled[i]
            p += unit * a[i]
            q += unit * b[i]
            r += unit * c[i]
            s += unit * d[i]
        p, q = max(p, np.float32(0.0)), max(q, np.float32(0.0))
        r, s = max(r, np.float32(0.0)), max(s, np.float32(0.0))
        score += p * last[SCORE, j] + q * last[SCORE, j + 1]
        score += r * last[SCORE, j + 2] + s * last[SCORE, j + 3]
        margin += p * last[MARGIN, j] + q * last[MARGIN, j + 1]
        margin += r * last[MARGIN, j + 2] + s * last[MARGIN, j + 3]
    room.margin = MARGIN_UNIT * margin
    return 1.0 / (1.0 + exp(-np.float64(score)))
