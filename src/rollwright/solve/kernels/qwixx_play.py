"""Whole games of Qwixx under perfect play, alone, with the dice of `rollwright.dice`."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ...fast.compile import kernel, new_record
from ...fast.streams import DICE_STREAM, below, chain
from ..qwixx_model import LONGEST, MISTHROW_POINTS, ROWS, SMALLEST_SUM
from .qwixx_sheets import number_of, pair_with

Values = npt.NDArray[np.float32] | npt.NDArray[np.float64]
"""What every sheet is still worth, by sheet and misthrows."""

POINTS, TURNS, CLOSED = range(3)
"""Columns of the results: the final points, the turns, the rows that are closed in the end."""

ROOM = np.dtype(
    [
        # The sheet.
        ("row", np.int64, ROWS),
        ("left", np.int64),
        ("right", np.int64),
        ("points", np.int64),  # of its crosses
        ("misthrows", np.int64),
        # The roll: the numbers that the white dice show, from 1, and the coloured ones.
        ("white", np.int64, 2),
        ("colour", np.int64, ROWS),
        # After the white answer that is looked at.
        ("mark", np.int64),  # its row, -1 without one
        ("earned", np.int64),
        ("marked", np.int64, ROWS),
        ("marked_left", np.int64),
        ("marked_right", np.int64),
        ("shut", np.int64),  # the dice that have left the game then, as bits
        # The best pair of answers so far; a row is -1 where nothing is crossed.
        ("key", np.float64),
        ("rank", np.int64),  # of equal keys the lower one counts
        ("gain", np.int64),
        ("best_mark", np.int64),
        ("best_row", np.int64),
        ("best_place", np.int64),
        ("best_left", np.int64),
        ("best_right", np.int64),
        ("can_cross", np.bool_),  # whether something can be crossed at all
    ]
)


def new_room() -> Any:
    """A record of `ROOM`."""
    return new_record(ROOM)


@kernel
def play_games(
    model: Any,
    values: Values,
    room: Any,
    key: np.uint64,
    first: int,
    results: npt.NDArray[np.int32],
) -> None:
    """Play the matches of a seed from number `first` on, one for each row of `results`."""
    dice = chain(key, DICE_STREAM)
    for game in range(results.shape[0]):
        stream = chain(dice, first + game)
        room.row[:] = model.members[0, 0]
        room.left = room.right = 0
        room.points = room.misthrows = 0
        turn = 0
        while _is_running(model, room):
            turn += 1
            _roll(model, room, chain(chain(stream, turn), 0))
            _choose(model, values, room)
            _cross(model, room)
        results[game, POINTS] = room.points + MISTHROW_POINTS * room.misthrows
        results[game, TURNS] = turn
        results[game, CLOSED] = model.closed[room.left] + model.closed[room.right]


@kernel
def best_of_rolls(
    model: Any,
    values: Values,
    room: Any,
    rolls: npt.NDArray[np.int64],
    found: npt.NDArray[np.float64],
) -> None:
    """What is still to come after each roll, its best answers included, for the sheet in `room`.

    `rolls` holds the faces of the two white dice and of the coloured ones, whatever they are for
    dice that have left the game.
    """
    for index in range(rolls.shape[0]):
        room.white[:] = rolls[index, :2]
        room.colour[:] = rolls[index, 2:]
        _choose(model, values, room)
        if room.best_mark >= 0 or room.best_row >= 0:
            found[index] = room.key
        else:
            found[index] = MISTHROW_POINTS
            if room.misthrows + 1 < model.max_misthrows:
                sheet = number_of(model, room.left, room.right)
                found[index] += values[sheet, room.misthrows + 1]


@kernel
def _is_running(model: Any, room: Any) -> bool:
    closed = model.closed[room.left] + model.closed[room.right]
    return closed < model.rows_to_end and room.misthrows < model.max_misthrows


@kernel
def _roll(model: Any, room: Any, turn: np.uint64) -> None:
    """Draw all dice; those that have left the game are not looked at."""
    for die in range(2):
        room.white[die] = 1 + below(chain(turn, die), model.faces)
    for die in range(ROWS):
        room.colour[die] = 1 + below(chain(turn, 2 + die), model.faces)


@kernel
def _choose(model: Any, values: Values, room: Any) -> None:
    """Find the best pair of answers; of equal ones the first, in the order of the actions."""
    total = room.white[0] + room.white[1] - SMALLEST_SUM
    room.key, room.rank, room.can_cross = -np.inf, 0, False
    for mark in range(-1, ROWS):
        if not _cross_white(model, room, mark, total):
            continue
        if mark >= 0:
            _consider(model, values, room, room.marked_left, room.marked_right, 0, -1, 0)
            closed = model.closed[room.marked_left] + model.closed[room.marked_right]
            if closed >= model.rows_to_end and not model.finish_turn:
                continue
        for die in range(ROWS):
            if not room.shut >> die & 1:
                for white in range(2):
                    number = room.white[white] + room.colour[die] - SMALLEST_SUM
                    _cross_colour(model, values, room, die, number)
    if model.voluntary_misthrow or not room.can_cross:
        key = np.float64(MISTHROW_POINTS)
        if room.misthrows + 1 < model.max_misthrows:
            key += values[number_of(model, room.left, room.right), room.misthrows + 1]
        if key >= room.key:
            room.best_mark = room.best_row = -1


@kernel
def _cross_white(model: Any, room: Any, mark: int, total: int) -> bool:
    """Fill in the sheet after a white cross in a row, -1 being none; whether it is legal."""
    room.mark, room.earned = mark, 0
    room.marked[:] = room.row
    room.marked_left, room.marked_right, room.shut = room.left, room.right, 0
    for row in range(ROWS):
        if room.row[row] >= model.open_rows:
            room.shut |= 1 << model.lock_die[row]
    if mark < 0:
        return True
    place = model.position[mark, total]
    if place < 0 or model.after[room.row[mark], place] < 0:
        return False
    room.marked[mark] = model.after[room.row[mark], place]
    room.earned = model.gain[room.row[mark], place]
    pair = pair_with(model, mark, room.marked[mark], room.row[mark ^ 1])
    if mark < 2:
        room.marked_left = pair
    else:
        room.marked_right = pair
    if place == model.fields - 1 and not model.next_roll:
        room.shut |= 1 << model.lock_die[mark]
    return True


@kernel
def _cross_colour(model: Any, values: Values, room: Any, die: int, number: int) -> None:
    """Consider a number of a coloured die, after the white answer."""
    row = model.row_showing[die, number]
    if row < 0 or (row == room.mark and not model.same_row_twice):
        return
    place = model.position[row, number]
    state = room.marked[row]
    after = model.after[state, place]
    if after < 0:
        return
    pair = pair_with(model, row, after, room.marked[row ^ 1])
    left = pair if row < 2 else room.marked_left
    right = room.marked_right if row < 2 else pair
    _consider(model, values, room, left, right, model.gain[state, place], row, place)


@kernel
def _consider(
    model: Any, values: Values, room: Any, left: int, right: int, gain: int, row: int, place: int
) -> None:
    """Take the pair of answers that leads to this sheet if it is better than the one so far."""
    room.can_cross = True
    gain += room.earned
    key = gain + np.float64(values[number_of(model, left, right), room.misthrows])
    rank = (1 + room.mark) * (1 + ROWS * LONGEST) + 1 + row * LONGEST + place
    if key < room.key or (key == room.key and rank > room.rank):
        return
    room.key, room.rank, room.gain = key, rank, gain
    room.best_mark, room.best_row, room.best_place = room.mark, row, place
    room.best_left, room.best_right = left, right


@kernel
def _cross(model: Any, room: Any) -> None:
    """Give the best pair of answers."""
    if room.best_mark < 0 and room.best_row < 0:
        room.misthrows += 1
        return
    if room.best_mark >= 0:
        row = room.best_mark
        total = room.white[0] + room.white[1] - SMALLEST_SUM
        room.row[row] = model.after[room.row[row], model.position[row, total]]
    if room.best_row >= 0:
        row = room.best_row
        room.row[row] = model.after[room.row[row], room.best_place]
    room.left, room.right = room.best_left, room.best_right
    room.points += room.gain
