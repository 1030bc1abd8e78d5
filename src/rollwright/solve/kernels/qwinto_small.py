"""A small game of Qwinto for one player, solved completely: the value of every sheet.

A row is one of few *row states*: which of its fields are filled, and with what. A sheet is three of
them. The fullest sheets come first; what takes a misthrow has been worked out before.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ...fast.compile import kernel, new_record

ROWS, FIELDS, FACES = 3, 3, 3
"""Rows of a sheet; the most fields of a row; the most faces of a die."""

MOST = ROWS * FACES
"""The greatest sum."""

STATES = 220
"""The most row states: three fields, nine numbers."""

SETS = 1 << ROWS

SMALL = np.dtype(
    [
        ("states", np.int64),
        ("fields", np.int64),  # of a row
        ("most", np.int64),  # the greatest sum
        ("filled", np.int64, STATES),  # by row state: how many fields
        ("number", np.int64, (STATES, FIELDS)),  # 0: empty
        ("after", np.int64, (STATES, FIELDS, MOST + 1)),  # with a number in a field; -1: not legal
        # By row and field: its column, -1 where no number of others is forbidden.
        ("column", np.int64, (ROWS, FIELDS)),
        # By column that gives a bonus: how many fields, which, and the framed one.
        ("bonuses", np.int64),
        ("bonus_fields", np.int64, ROWS * FIELDS),
        ("bonus_row", np.int64, (ROWS * FIELDS, ROWS)),
        ("bonus_field", np.int64, (ROWS * FIELDS, ROWS)),
        ("framed_row", np.int64, ROWS * FIELDS),
        ("framed_field", np.int64, ROWS * FIELDS),
        ("chance", np.float64, (ROWS + 1, MOST + 1)),  # by dice and their sum
        ("rerolls", np.int64),
        ("refuse", np.bool_),
        ("misthrow_points", np.int64),
        ("full_rows_to_end", np.int64),
        # Room to work in: the row states, and the worth of the best entry by row and sum.
        ("row", np.int64, ROWS),
        ("worth", np.float64, (ROWS, MOST + 1)),
    ]
)
"""A small game for kernels."""

NONE = -1e30

Values = npt.NDArray[np.float32] | npt.NDArray[np.float64]
"""By the three row states: the points still to come."""


def new_small() -> Any:
    """A record of `SMALL`."""
    return new_record(SMALL)


@kernel
def work_out(
    small: Any, filled: int, first: int, stride: int, later: Values, values: Values
) -> int:
    """Fill in the values of all sheets with so many filled fields, after those with more.

    `later` holds the values with one more misthrow. Several threads may share the work, each
    with a record of its own: they take every `stride`-th state of the first row, from `first` on.
    Returns the number of sheets.
    """
    sheets = 0
    for one in range(first, small.states, stride):
        for two in range(small.states):
            rest = filled - small.filled[one] - small.filled[two]
            if not 0 <= rest <= small.fields:
                continue
            for three in range(small.states):
                if small.filled[three] != rest:
                    continue
                small.row[0], small.row[1], small.row[2] = one, two, three
                if not _has_ended(small) and _is_possible(small):
                    misthrow = small.misthrow_points + np.float64(later[one, two, three])
                    _weigh_entries(small, values)
                    values[one, two, three] = _value(small, misthrow)
                    sheets += 1
    return sheets


@kernel
def _has_ended(small: Any) -> bool:
    full = 0
    for row in range(ROWS):
        full += small.filled[small.row[row]] == small.fields
    return full >= small.full_rows_to_end


@kernel
def _is_possible(small: Any) -> bool:
    """Whether no column has a number twice."""
    for row in range(ROWS):
        for field in range(small.fields):
            number = small.number[small.row[row], field]
            if number and _stands_elsewhere(small, row, field, number):
                return False
    return True


@kernel
def _stands_elsewhere(small: Any, row: int, field: int, number: int) -> bool:
    """Whether a number stands in another row of the same column."""
    column = small.column[row, field]
    if column < 0:
        return False
    for other in range(ROWS):
        if other != row:
            for place in range(small.fields):
                stands = small.number[small.row[other], place] == number
                if stands and small.column[other, place] == column:
                    return True
    return False


@kernel
def _weigh_entries(small: Any, values: Values) -> None:
    """What the best entry of each sum is worth, by row."""
    small.worth[:] = NONE
    for row in range(ROWS):
        state = small.row[row]
        for field in range(small.fields):
            for total in range(1, small.most + 1):
                after = small.after[state, field, total]
                if after < 0 or _stands_elsewhere(small, row, field, total):
                    continue
                gain = 1
                if small.filled[after] == small.fields:
                    gain = small.number[after, small.fields - 1] - (small.fields - 1)
                small.row[row] = after
                gain += _bonus(small, row, field)
                worth = gain + np.float64(values[small.row[0], small.row[1], small.row[2]])
                small.row[row] = state
                small.worth[row, total] = max(small.worth[row, total], worth)


@kernel
def _bonus(small: Any, row: int, field: int) -> int:
    """The points of the columns that this field, which has just been filled, completes."""
    points = 0
    for bonus in range(small.bonuses):
        is_here, is_full = False, True
        for index in range(small.bonus_fields[bonus]):
            its_row, its_field = small.bonus_row[bonus, index], small.bonus_field[bonus, index]
            is_here |= its_row == row and its_field == field
            is_full &= small.number[small.row[its_row], its_field] > 0
        if is_here and is_full:
            framed = small.row[small.framed_row[bonus]]
            points += small.number[framed, small.framed_field[bonus]]
    return points


@kernel
def _value(small: Any, misthrow: float) -> float:
    """The mean of the turn with the best dice."""
    best = NONE
    for dice_set in range(1, SETS):
        dice = 0
        for row in range(ROWS):
            dice += dice_set >> row & 1
        mean = NONE
        for _ in range(small.rerolls + 1):
            again = mean
            mean = 0.0
            for total in range(dice, small.most + 1):
                chance = small.chance[dice, total]
                if chance > 0.0:
                    mean += chance * max(again, _worth(small, dice_set, total, misthrow))
        best = max(best, mean)
    return best


@kernel
def _worth(small: Any, dice_set: int, total: int, misthrow: float) -> float:
    """What the best answer is worth when these dice show that sum."""
    best = NONE
    for row in range(ROWS):
        if dice_set >> row & 1:
            best = max(best, small.worth[row, total])
    if small.refuse or best == NONE:
        best = max(best, misthrow)
    return best
