"""Whole games of Qwingo under perfect play, alone, with the dice of `rollwright.dice`."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...fast.compile import kernel
from ...fast.streams import DICE_STREAM, below, chain

COLUMNS = 5

CALLS = 50
"""Calls from 51 on: after the starting numbers each fits every column."""


@kernel
def play_games(boxes: int, key: np.uint64, first: int, results: npt.NDArray[np.int32]) -> None:
    """The turns of the matches of a seed from number `first` on, one for each of `results`.

    Each call is entered where the die says, on lightning in the fullest column. A match in which
    the numbers may not suffice for all columns is left there: it gets the turns so far, negative.
    """
    dice = chain(key, DICE_STREAM)
    free = np.zeros(COLUMNS, np.int64)
    for game in range(results.shape[0]):
        stream = chain(dice, first + game)
        free[:] = boxes - 1
        turn, column = 0, 0
        while free[column] > 0:
            if CALLS - turn < free.max():
                turn = -turn
                break
            turn += 1
            column = below(chain(chain(chain(stream, turn), 0), 0), COLUMNS + 1)
            if column == COLUMNS:
                column = _fullest(free)
            free[column] -= 1
        results[game] = turn


@kernel
def _fullest(free: npt.NDArray[np.int64]) -> int:
    fullest = 0
    for column in range(1, COLUMNS):
        if free[column] < free[fullest]:
            fullest = column
    return fullest
