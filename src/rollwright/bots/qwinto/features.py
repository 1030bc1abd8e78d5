"""What the network of Qwinto sees of a table: which rows of its first weights are added up.

A sheet is seen as its *gaps*: a gap is a run of empty fields of one row with the numbers that
bound it. The first hidden layer is the sum of one row of weights for each gap, for each column
with a pentagon, for the end of each row, for what is filled, and for what one knows of the others
(how far they are from ending the game). An entry changes few of these, so that the sums of all
sheets that an entry can lead to are found by adding and subtracting a few rows.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ...fast.compile import kernel
from ...fast.qwinto import FIELDS, LENGTH, MAX_MISTHROWS, MOST, ROWS, SEATS

Rules: TypeAlias = Any
State: TypeAlias = Any
Sheet: TypeAlias = npt.NDArray[np.int64]
Features: TypeAlias = npt.NDArray[np.int64]

INTERVALS = LENGTH * (LENGTH + 1) // 2
"""Runs of places in a row."""

BOUNDS = (MOST + 1) * (MOST + 2) // 2
"""Pairs of a number and a greater one, from 0 to one more than the greatest sum."""

PENTAGONS = 5
FILLS = FIELDS + 1
NEVER = 2 * LENGTH + 1
"""Fields that are missing to two full rows, where two rows can no longer be filled."""

GAPS = 0
COLUMNS = GAPS + ROWS * INTERVALS * BOUNDS
ENDS = COLUMNS + PENTAGONS * (MOST + 1) * 3
FILLED = ENDS + ROWS * (MOST + 1) * (LENGTH + 1)
DISTANCES = FILLED + MAX_MISTHROWS * FILLS
NEAREST = DISTANCES + SEATS * SEATS
SECOND = NEAREST + (NEVER + 1) * (MAX_MISTHROWS + 1)
OTHERS = SECOND + (NEVER + 1)
FEATURES = OTHERS + FILLS
"""Where the rows of each kind begin in the first weights, and how many there are."""

MOST_FEATURES = 48
"""No table has more features at once."""


@kernel
def blocked(rules: Rules, sheet: Sheet, field: int, number: int) -> bool:
    """W3: whether the column of a field keeps the number out of it."""
    if rules.three_field_columns and rules.mates[field, 1] < 0:
        return False
    for index in range(2):
        mate = rules.mates[field, index]
        if mate >= 0 and sheet[mate] == number:
            return True
    return False


@kernel
def first_of_gap(sheet: Sheet, field: int) -> int:
    """The first field of the gap that an empty field is in."""
    start = field - field % LENGTH
    while field > start and sheet[field - 1] == 0:
        field -= 1
    return field


@kernel
def last_of_gap(sheet: Sheet, field: int) -> int:
    """The last field of the gap that an empty field is in."""
    end = field - field % LENGTH + LENGTH - 1
    while field < end and sheet[field + 1] == 0:
        field += 1
    return field


@kernel
def low_bound(sheet: Sheet, first: int) -> int:
    """The number to the left of a gap, 0 at the edge."""
    return sheet[first - 1] if first % LENGTH else 0


@kernel
def high_bound(sheet: Sheet, last: int) -> int:
    """The number to the right of a gap, more than any sum at the edge."""
    return sheet[last + 1] if last % LENGTH != LENGTH - 1 else MOST + 1


@kernel
def gap_feature(rules: Rules, sheet: Sheet, first: int, last: int) -> int:
    """The feature of a gap. What a column keeps out of its outer fields makes it narrower."""
    low, high = low_bound(sheet, first), high_bound(sheet, last)
    while low + 1 < high and blocked(rules, sheet, first, low + 1):
        low += 1
    while low + 1 < high and blocked(rules, sheet, last, high - 1):
        high -= 1
    row, start, length = first // LENGTH, first % LENGTH, last - first
    interval = start * LENGTH - start * (start - 1) // 2 + length
    return GAPS + (row * INTERVALS + interval) * BOUNDS + high * (high - 1) // 2 + low


@kernel
def column_feature(rules: Rules, sheet: Sheet, bonus: int) -> int:
    """The feature of a column: the number in its pentagon and how many others it has."""
    pentagon = rules.pentagons[bonus]
    others = 0
    for index in range(2):
        others += sheet[rules.mates[pentagon, index]] != 0
    return int(COLUMNS + (bonus * (MOST + 1) + sheet[pentagon]) * 3 + others)


@kernel
def end_feature(row: int, last_number: int, count: int) -> int:
    """The feature of a row's last field and of how many numbers the row has."""
    return ENDS + (row * (MOST + 1) + last_number) * (LENGTH + 1) + count


@kernel
def filled_feature(misthrows: int, filled: int) -> int:
    """The feature of the misthrows and of how many numbers the sheet has."""
    return FILLED + misthrows * FILLS + filled


@kernel
def add_sheet(rules: Rules, state: State, seat: int, features: Features, n: int) -> int:
    """Append the features of a sheet; returns how many features there are now."""
    sheet = state.numbers[seat]
    filled = 0
    for row in range(ROWS):
        field, end = row * LENGTH, (row + 1) * LENGTH
        while field < end:
            if sheet[field] == 0:
                last = last_of_gap(sheet, field)
                features[n] = gap_feature(rules, sheet, field, last)
                n += 1
                field = last
            field += 1
        features[n] = end_feature(row, sheet[end - 1], state.counts[seat, row])
        n += 1
        filled += state.counts[seat, row]
    for bonus in range(PENTAGONS):
        features[n] = column_feature(rules, sheet, bonus)
        n += 1
    features[n] = filled_feature(state.misthrows[seat], filled)
    return n + 1


@kernel
def missing(state: State, seat: int) -> int:
    """How many numbers a sheet lacks at least to two full rows; `NEVER` if it cannot get them."""
    least, second = NEVER, NEVER
    sheet = state.numbers[seat]
    for row in range(ROWS):
        need = LENGTH - state.counts[seat, row]
        field, end = row * LENGTH, (row + 1) * LENGTH
        while field < end:
            if sheet[field] == 0:
                last = last_of_gap(sheet, field)
                if high_bound(sheet, last) - low_bound(sheet, field) - 1 < last - field + 1:
                    need = NEVER
                field = last
            field += 1
        if need < least:
            least, second = need, least
        elif need < second:
            second = need
    return min(least + second, NEVER)


@kernel
def add_table(
    rules: Rules, state: State, seat: int, distance: int, features: Features, n: int
) -> int:
    """Append what a seat knows of the table: its place in the order of play, and the others.

    `distance` counts the turns until the seat is active.
    """
    features[n] = DISTANCES + (rules.players - 1) * SEATS + distance
    n += 1
    if rules.players == 1:
        return n
    nearest, second, misthrows, filled = NEVER, NEVER, 0, 0
    for other in range(rules.players):
        if other != seat:
            need = missing(state, other)
            if need < nearest:
                nearest, second = need, nearest
            elif need < second:
                second = need
            misthrows = max(misthrows, state.misthrows[other])
            for row in range(ROWS):
                filled += state.counts[other, row]
    features[n] = NEAREST + nearest * (MAX_MISTHROWS + 1) + misthrows
    features[n + 1] = OTHERS + filled // (rules.players - 1)
    n += 2
    if rules.players > 2:
        features[n] = SECOND + second
        n += 1
    return n
