"""One row of Qwinto by itself, with a price on every turn: see `rollwright.solve.qwinto_bound`.

A row is two sets, as bits: the places that are filled, and the numbers in them, ascending. Rows are
numbered by both: all rows with the same places follow each other, in the order of their numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ...fast.compile import kernel, new_record

Ints = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]

PLACES, NUMBERS, DICE = 9, 18, 3
"""The most fields of a row, the greatest number, the most dice."""

ROW = np.dtype(
    [
        ("places", np.int64),
        ("numbers", np.int64),
        ("framed", np.int64),  # the places whose number is points of its own, as bits
        ("chance", np.float64, (DICE + 1, NUMBERS + 1)),  # by dice and their sum
        ("rerolls", np.int64),
        ("turn_price", np.float64),  # of every turn until the row gives up
        ("entry_prize", np.float64),  # for every number that is entered
        ("full_price", np.float64),  # of a row that is completed
        # Room to work in: what the best entry of each sum is worth.
        ("worth", np.float64, NUMBERS + 1),
    ]
)
"""A row for kernels."""

NONE = -1e30
"""The worth of a sum that fits nowhere."""


def new_row() -> Any:
    """A record of `ROW`."""
    return new_record(ROW)


@kernel
def work_out(row: Any, first: Ints, rank: Ints, sets: Ints, values: Values) -> None:
    """Fill in what every row is still worth, the fullest first.

    `first` is the number of the first row by places; `rank` that of a set of numbers among those
    of its size; `sets` has, by size and rank, these sets.
    """
    for size in range(row.places - 1, -1, -1):
        for places in range(1 << row.places):
            if _count(places) != size:
                continue
            for index in range(sets.shape[1]):
                numbers = sets[size, index]
                if numbers < 0:
                    break
                _weigh_entries(row, first, rank, values, places, numbers)
                values[first[places] + index] = _value(row)


@kernel
def _count(bits: int) -> int:
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@kernel
def _weigh_entries(
    row: Any, first: Ints, rank: Ints, values: Values, places: int, numbers: int
) -> None:
    """What the best entry of each sum is worth: its points, the prize, and what is to come."""
    completes = _count(places) == row.places - 1
    place, smaller = 0, 0
    for number in range(1, row.numbers + 1):
        row.worth[number] = NONE
        bit = 1 << (number - 1)
        if numbers & bit:
            # The numbers that follow stand behind this one.
            while not places >> place & 1:
                place += 1
            place += 1
            smaller += 1
            continue
        later = rank[numbers | bit]
        following = place
        while following < row.places and not places >> following & 1:
            worth = row.entry_prize + (number if row.framed >> following & 1 else 0)
            if completes:
                last = number if following == row.places - 1 else _highest(numbers)
                worth += last - (row.places - 1) - row.full_price
            else:
                worth += 1 + values[first[places | 1 << following] + later]
            row.worth[number] = max(row.worth[number], worth)
            following += 1


@kernel
def _highest(numbers: int) -> int:
    """The greatest number of a set."""
    highest = 0
    while numbers:
        numbers >>= 1
        highest += 1
    return highest


@kernel
def _value(row: Any) -> float:
    """What the row is worth before a turn: nothing if it gives up, or with the best dice."""
    best = 0.0
    for dice in range(1, DICE + 1):
        value = best
        while True:
            mean, slope = _mean_turn(row, dice, value)
            excess = mean - row.turn_price - value
            if excess <= 1e-12:
                break
            # The mean is convex in the value of waiting, so that this never goes too far.
            value += excess / (1.0 - slope)
        best = max(best, value)
    return best


@kernel
def _mean_turn(row: Any, dice: int, waiting: float) -> tuple[float, float]:
    """The mean of a turn, if nothing is entered being worth `waiting`; and its slope in that."""
    mean, slope = waiting, 1.0
    for _ in range(row.rerolls + 1):
        kept, rest = 0.0, 0.0
        for total in range(dice, row.numbers + 1):
            if row.worth[total] > mean:
                kept += row.chance[dice, total] * row.worth[total]
            else:
                rest += row.chance[dice, total]
        mean, slope = kept + rest * mean, rest * slope
    return mean, slope
