"""What is learned from games of Qwixx, compiled: games with their returns, gradients, Adam.

Compiled anew by every process, since the kernels that it calls lie in another package.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt

from ..bots.qwixx.inputs import (
    BIASES,
    FACTS,
    LEFT_AT,
    MARGIN,
    MARGIN_UNIT,
    OTHER_DISTANCE,
    OTHER_LEFT,
    OTHER_POINTS,
    OTHER_ROWS,
    OTHER_WEAK,
    OUTPUT_BIASES,
    OWN_DISTANCE,
    OWN_LEFT,
    OWN_POINTS,
    OWN_ROWS,
    PLAYERS,
    POINTS_AT,
    POINTS_UNIT,
    ROW_STATES,
    ROWS,
    SCORE,
)
from ..bots.qwixx.kernel import EXPERT
from ..bots.qwixx.network import Net, Weights, estimate, look, result
from ..bots.qwixx.plan import choose_colour, make_plan
from ..fast.qwixx import COLOUR, OVER, ROLL, SEATS, Players, Rules, State, choose, draw, play, roll
from ..fast.qwixx import start as start_game
from ..fast.streams import BOT_STREAM, DICE_STREAM, chain

PAST = EXPERT + 1
"""The kind of a seat that an older network plays."""

LONGEST_GAME = 250
"""Turns of a game that are learned from."""

SAMPLE = np.dtype(
    [
        ("facts", np.int16, (SEATS, FACTS)),  # of all sheets
        ("players", np.int16),
        ("following", np.int16),  # who rolls next
        ("viewer", np.int16),
        ("weak", np.int16),  # whether some of the others play like `ga`
        ("score", np.float32),  # what the network should have said
        ("margin", np.float32),
    ]
)

Samples = npt.NDArray[Any]

COURSE = np.dtype(
    [
        ("facts", np.int16, (LONGEST_GAME, SEATS, FACTS)),
        ("following", np.int16, LONGEST_GAME),
        ("score", np.float64, (LONGEST_GAME, SEATS)),
        ("margin", np.float64, (LONGEST_GAME, SEATS)),
    ]
)
"""The course of a game: what the network said before each roll."""

jit = numba.njit(nogil=True)
fast_jit = numba.njit(nogil=True, fastmath=True)

OWN_INPUTS, OTHER_INPUTS = 7, 6
"""How many inputs of the own sheet, and of another one, are 1."""

MARGIN_WEIGHT = 0.3
"""How much the margin counts beside the score."""


@jit
def answer(
    rules: Rules,
    state: State,
    players: Players,
    bots: Any,
    now: Any,
    past: Any,
    work: Any,
) -> None:
    """Fill in the answers of all seats that are asked; `now` and `past` are networks."""
    if state.phase == COLOUR:
        seat = state.active
        kind = players.kind[seat]
        if kind == EXPERT:
            work.table.answers[seat] = choose_colour(rules, state, now, work.plan)
        elif kind == PAST:
            work.table.answers[seat] = choose_colour(rules, state, past, work.plan)
        else:
            work.table.answers[seat] = choose(rules, state, seat, players, bots, work.table)
        return
    for kind in (EXPERT, PAST):
        is_planned = False
        for seat in range(rules.players):
            if players.kind[seat] != kind:
                continue
            if not is_planned:
                net = now if kind == EXPERT else past
                make_plan(rules, state, net, work.plan)
                is_planned = True
            work.table.answers[seat] = work.plan.white[seat]
    for seat in range(rules.players):
        if players.kind[seat] < EXPERT:
            work.table.answers[seat] = choose(rules, state, seat, players, bots, work.table)


@jit
def record_game(
    rules: Rules,
    players: Players,
    key: Any,
    game: int,
    weak: int,
    now: Any,
    past: Any,
    state: State,
    work: Any,
    course: Any,
) -> int:
    """Play a game and note all states before a roll; the number of them.

    `weak` tells whether `ga` is among the players, who then do not think alike.
    """
    dice = chain(chain(key, DICE_STREAM), game)
    bots = chain(chain(key, BOT_STREAM), game)
    start_game(rules, state)
    turns = 0
    while state.phase != OVER:
        if state.phase == ROLL:
            if turns < LONGEST_GAME:
                _note(rules, state, weak, now, work.plan.room, course, turns)
                turns += 1
            draw(rules, state, dice, work.table)
            roll(rules, state, work.table)
        else:
            answer(rules, state, players, bots, now, past, work)
            play(rules, state, work.table)
    return turns


@jit
def _note(
    rules: Rules, state: State, weak: int, now: Any, room: Any, course: Any, turn: int
) -> None:
    look(rules, state, room)
    course.following[turn] = state.active
    for seat in range(rules.players):
        for fact in range(FACTS):
            course.facts[turn, seat, fact] = room.facts[seat, fact]
        score = estimate(rules.players, state.active, seat, now, room)
        course.score[turn, seat] = score
        course.margin[turn, seat] = room.margin


@jit
def add_samples(
    rules: Rules,
    players: Players,
    state: State,
    turns: int,
    weak: int,
    decay: float,
    work: Any,
    course: Any,
    samples: Samples,
    filled: int,
) -> int:
    """Add the lambda returns of a finished game, for each seat that the network plays."""
    for seat in range(rules.players):
        if players.kind[seat] != EXPERT:
            continue
        score = result(rules, state, seat, work.plan.room)
        margin = work.plan.room.margin
        for turn in range(turns - 1, -1, -1):
            if filled == samples.shape[0]:
                return filled
            sample = samples[filled]
            filled += 1
            sample.facts[:] = course.facts[turn]
            sample.players = rules.players
            sample.following = course.following[turn]
            sample.viewer = seat
            sample.weak = weak
            sample.score = score
            sample.margin = margin / MARGIN_UNIT
            score = decay * score + (1.0 - decay) * course.score[turn, seat]
            margin = decay * margin + (1.0 - decay) * course.margin[turn, seat]
    return filled


@jit
def permutation(rows: Any, number: int) -> None:
    """One of the eight orders of rows that change nothing: pairs swapped, and within pairs."""
    rows[0], rows[1], rows[2], rows[3] = 0, 1, 2, 3
    if number & 1:
        rows[0], rows[1] = 1, 0
    if number & 2:
        rows[2], rows[3] = 3, 2
    if number & 4:
        rows[0], rows[1], rows[2], rows[3] = rows[2], rows[3], rows[0], rows[1]


class Room(NamedTuple):
    """Room for one sample: units, their slopes, and which inputs of the first layer are 1."""

    own: npt.NDArray[np.float32]
    others: npt.NDArray[np.float32]  # by seat
    pooled: npt.NDArray[np.float32]
    second: npt.NDArray[np.float32]
    own_slope: npt.NDArray[np.float32]
    pooled_slope: npt.NDArray[np.float32]
    own_inputs: npt.NDArray[np.int64]
    other_inputs: npt.NDArray[np.int64]  # by seat


@jit
def _new_room(units: int, width: int) -> Room:
    return Room(
        np.zeros(units, np.float32),
        np.zeros((SEATS, units), np.float32),
        np.zeros(units, np.float32),
        np.zeros(width, np.float32),
        np.zeros(units, np.float32),
        np.zeros(units, np.float32),
        np.zeros(OWN_INPUTS, np.int64),
        np.zeros((SEATS, OTHER_INPUTS), np.int64),
    )


@jit
def add_gradients(
    samples: Samples,
    order: npt.NDArray[np.int64],
    symmetries: npt.NDArray[np.int64],
    net: Net,
    slopes: Net,
) -> tuple[float, float]:
    """Add up the slopes over some samples; the sum of the score's and the margin's losses."""
    room = _new_room(net[0].shape[1], net[2].shape[1])
    rows = np.zeros(ROWS, np.int64)
    score_loss = margin_loss = 0.0
    for index in range(order.shape[0]):
        sample = samples[order[index]]
        permutation(rows, symmetries[index])
        _find_inputs(sample, rows, room)
        _pool_first_layer(sample, net[0], room)
        score, margin = _later_layers(sample.players, net[1], net[2], room)
        score_slope = 1.0 / (1.0 + exp(-score)) - sample.score
        margin_slope = margin - sample.margin
        score_loss += score_slope**2
        margin_loss += margin_slope**2
        _add_later_slopes(
            sample.players,
            np.float32(score_slope),
            np.float32(MARGIN_WEIGHT * margin_slope),
            net,
            slopes,
            room,
        )
        _add_first_slopes(sample, slopes[0], room)
    return score_loss, margin_loss


@jit
def _find_inputs(sample: Any, rows: npt.NDArray[np.int64], room: Room) -> None:
    """Note which inputs are 1, the rows of all sheets being taken in this order."""
    players, following = sample.players, sample.following
    for seat in range(players):
        is_own = seat == sample.viewer
        inputs = room.own_inputs if is_own else room.other_inputs[seat]
        begin = OWN_ROWS if is_own else OTHER_ROWS
        for place in range(ROWS):
            inputs[place] = begin + place * ROW_STATES + sample.facts[seat, rows[place]]
        inputs[4] = (OWN_LEFT if is_own else OTHER_LEFT) + sample.facts[seat, LEFT_AT]
        distance = (seat - following + players) % players
        inputs[5] = (OWN_DISTANCE if is_own else OTHER_DISTANCE) + distance
    room.own_inputs[6] = PLAYERS + players


@jit
def _points(sample: Any, seat: int) -> Any:
    return np.float32(sample.facts[seat, POINTS_AT] / POINTS_UNIT)


@fast_jit
def _pool_first_layer(sample: Any, first: Weights, room: Room) -> None:
    own, pooled = room.own, room.pooled
    weak, points = np.float32(sample.weak), _points(sample, sample.viewer)
    for i in range(own.shape[0]):
        own[i] = points * first[OWN_POINTS, i]
        pooled[i] = 0.0
    for k in range(OWN_INPUTS):
        weights = first[room.own_inputs[k]]
        for i in range(own.shape[0]):
            own[i] += weights[i]
    for other in range(sample.players):
        if other == sample.viewer:
            continue
        unit, points = room.others[other], _points(sample, other)
        for i in range(own.shape[0]):
            unit[i] = own[i] + points * first[OTHER_POINTS, i] + weak * first[OTHER_WEAK, i]
        for k in range(OTHER_INPUTS):
            weights = first[room.other_inputs[other, k]]
            for i in range(own.shape[0]):
                unit[i] += weights[i]
        for i in range(own.shape[0]):
            pooled[i] += unit[i] if unit[i] > 0.0 else np.float32(0.0)


@fast_jit
def _later_layers(players: int, layer: Weights, last: Weights, room: Room) -> tuple[float, float]:
    """The score before the sigmoid, and the margin."""
    score, margin = last[OUTPUT_BIASES, 0], last[OUTPUT_BIASES, 1]
    for j in range(layer.shape[0]):
        unit = last[BIASES + players, j]
        for i in range(layer.shape[1]):
            unit += room.pooled[i] * layer[j, i]
        room.second[j] = unit
        if unit > 0.0:
            score += unit * last[SCORE, j]
            margin += unit * last[MARGIN, j]
    return score, margin


@fast_jit
def _add_later_slopes(
    players: int, score_slope: Any, margin_slope: Any, net: Net, slopes: Net, room: Room
) -> None:
    layer, last, layer_slope, last_slope = net[1], net[2], slopes[1], slopes[2]
    pooled, pooled_slope = room.pooled, room.pooled_slope
    last_slope[OUTPUT_BIASES, 0] += score_slope
    last_slope[OUTPUT_BIASES, 1] += margin_slope
    for i in range(pooled.shape[0]):
        pooled_slope[i] = 0.0
    for j in range(layer.shape[0]):
        unit = room.second[j]
        if unit <= 0.0:
            continue
        slope = score_slope * last[SCORE, j] + margin_slope * last[MARGIN, j]
        last_slope[SCORE, j] += score_slope * unit
        last_slope[MARGIN, j] += margin_slope * unit
        last_slope[BIASES + players, j] += slope
        for i in range(pooled.shape[0]):
            pooled_slope[i] += slope * layer[j, i]
            layer_slope[j, i] += slope * pooled[i]


@fast_jit
def _add_first_slopes(sample: Any, first_slope: Weights, room: Room) -> None:
    own_slope, weak = room.own_slope, np.float32(sample.weak)
    units = own_slope.shape[0]
    for i in range(units):
        own_slope[i] = 0.0
    for other in range(sample.players):
        if other == sample.viewer:
            continue
        slope, points = room.others[other], _points(sample, other)
        for i in range(units):
            slope[i] = room.pooled_slope[i] if slope[i] > 0.0 else np.float32(0.0)
            own_slope[i] += slope[i]
            first_slope[OTHER_POINTS, i] += points * slope[i]
            first_slope[OTHER_WEAK, i] += weak * slope[i]
        for k in range(OTHER_INPUTS):
            slopes = first_slope[room.other_inputs[other, k]]
            for i in range(units):
                slopes[i] += slope[i]
    points = _points(sample, sample.viewer)
    for i in range(units):
        first_slope[OWN_POINTS, i] += points * own_slope[i]
    for k in range(OWN_INPUTS):
        slopes = first_slope[room.own_inputs[k]]
        for i in range(units):
            slopes[i] += own_slope[i]


@fast_jit
def adam_step(
    weights: Weights,
    slopes: Weights,
    mean: Weights,
    square: Weights,
    samples: int,
    rate: float,
    steps: int,
) -> None:
    """One step of Adam on the mean slope of so many samples; the slopes are cleared."""
    scale = np.float32(1.0 / samples)
    size = np.float32(rate * sqrt(1.0 - 0.999**steps) / (1.0 - 0.9**steps))
    for row in range(weights.shape[0]):
        for i in range(weights.shape[1]):
            slope = slopes[row, i] * scale
            slopes[row, i] = 0.0
            mean[row, i] += np.float32(0.1) * (slope - mean[row, i])
            square[row, i] += np.float32(0.001) * (slope * slope - square[row, i])
            weights[row, i] -= size * mean[row, i] / (np.sqrt(square[row, i]) + np.float32(1e-8))
