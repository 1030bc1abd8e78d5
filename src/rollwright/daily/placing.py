"""Qwingo for a day: starting sheet, numbers and columns are given, and only the box is free.

The rules of entries are those of Qwingo: a number that fits its column must be written there. Each
column is asked for equally often, so that no column can become full and lightning never strikes;
what counts is how many numbers found a place. The numbers are uniform from 1 to 100, each drawn
anew, and their columns come in a random order.

Perfect play is then known exactly. A column's free boxes are in *gaps* between written numbers,
and a number concerns one gap only. With n numbers still to come for the column, a gap of k boxes
and m possible numbers takes in V(n, k, m) of them on average:

    V(n, k, m) = (1 − m/100)·V(n−1, k, m)
               + 1/100 · Σ over ranks r of
                         max over boxes j of 1 + V(n−1, j−1, r−1) + V(n−1, k−j, m−r)

and the gaps of all columns simply add up.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from ..dice import Stream, seed_key
from ..game import Action, Game, Json
from ..games.qwingo import ENTRIES, HIGHEST, ROLL, STARTING_NUMBERS, Column, Qwingo, QwingoState
from .challenge import ASKED, OVER, OWN, ROLLING, Challenge

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Table = npt.NDArray[np.float64]

NUMBERS_A_COLUMN = 6
"""How often each column is asked for."""

FIRST_BOXES = {10: 1, 20: 2, 30: 3, 40: 4, 50: 5}
"""The boxes of the starting numbers, from 0: a tenth of the numbers, a tenth of the boxes."""


class Placing(Challenge):
    """The numbers of a day, and where they go."""

    game: Qwingo

    def __init__(self, game: Game[QwingoState], day: date, secret: str) -> None:
        super().__init__(game, day, secret)
        columns = len(self.game.columns)
        stream = Stream(seed_key(f"placing {secret}"))
        self._start = _shuffled(list(range(columns)), stream)
        order = [column for column in range(columns) for _ in range(NUMBERS_A_COLUMN)]
        self._columns = _shuffled(order, stream)
        self._numbers = [1 + stream.below(HIGHEST) for _ in order]

    @property
    def turns(self) -> int:
        """How many numbers come."""
        return len(self._columns)

    def first(self) -> QwingoState:
        """The starting sheet, before the first number."""
        sheet = [[None] * self.game.boxes for _ in self.game.columns]
        for number, column in zip(STARTING_NUMBERS, self._start, strict=True):
            sheet[column][FIRST_BOXES[number]] = number  # type: ignore[call-overload]
        columns = tuple(tuple(boxes) for boxes in sheet)
        return QwingoState(ROLL, 1, OWN, (columns,), len(STARTING_NUMBERS))

    def next_step(self, state: QwingoState) -> str:
        """A number, an answer, and so on until the last number."""
        return {ROLL: ROLLING, ENTRIES: ASKED}.get(state.phase, OVER)

    def rolled(self, state: QwingoState) -> QwingoState:
        """The next number and its column."""
        turn = state.turn - 1
        return state._replace(phase=ENTRIES, called=self._numbers[turn], face=self._columns[turn])

    def answered(self, state: QwingoState, action: Action) -> QwingoState:
        """The number in its box; the rules say whether it may stand there."""
        sheets = self.game.play(state, {OWN: action}).sheets
        if state.turn == self.turns:
            return state._replace(phase=self.game.OVER, sheets=sheets)
        return state._replace(
            phase=ROLL, turn=state.turn + 1, sheets=sheets, called=None, face=None
        )

    def total(self, state: QwingoState) -> int:
        """The numbers that found a place, without those of the starting sheet."""
        written = (number for column in state.sheets[OWN] for number in column)
        return sum(number is not None for number in written) - len(STARTING_NUMBERS)

    def coming(self, state: QwingoState) -> Json:
        """How many numbers each column will still get."""
        return dict(zip(self.game.columns, self.left(state), strict=True))

    def left(self, state: QwingoState) -> list[int]:
        """How many numbers each column will still get after the present one."""
        gone = state.turn - (state.phase == ROLL)
        return [self._columns[gone:].count(column) for column in range(len(self.game.columns))]

    def expected(self, state: QwingoState) -> float:
        """The numbers that will have found a place in the end, on average, under perfect play.

        For a state before a number or after the last one.
        """
        table = fitting_table(NUMBERS_A_COLUMN, self.game.boxes, HIGHEST)
        return self.total(state) + sum(
            float(table[left, boxes, numbers])
            for left, column in zip(self.left(state), state.sheets[OWN], strict=True)
            for boxes, numbers in gaps(column)
        )

    def values(self, state: QwingoState) -> dict[Action, float]:
        """That mean after each legal answer."""
        return {
            action: self.expected(self.answered(state, action))
            for action in self.game.legal(state, OWN)
        }

    def mean(self) -> float:
        """That mean before the first number."""
        return self.expected(self.first())


def gaps(column: Column) -> list[tuple[int, int]]:
    """The gaps of a column: how many boxes each has, and how many numbers may stand there."""
    found = []
    boxes, below = 0, 0
    for number in (*column, HIGHEST + 1):
        if number is None:
            boxes += 1
            continue
        found.append((boxes, number - below - 1))
        boxes, below = 0, number
    return found


@lru_cache(maxsize=4)
def fitting_table(calls: int, boxes: int, numbers: int) -> Table:
    """V(n, k, m) up to so many calls, boxes and numbers: how many of n calls a gap takes in."""
    import numpy as np

    table = np.zeros((calls + 1, boxes + 1, numbers + 1))
    for n in range(1, calls + 1):
        before, now = table[n - 1], table[n]
        for k in range(1, boxes + 1):
            for m in range(1, numbers + 1):
                # By rank of the number: what the two gaps beside it will take in.
                best = np.max(
                    [before[j, :m] + before[k - 1 - j, m - 1 :: -1][:m] for j in range(k)], axis=0
                )
                now[k, m] = ((numbers - m) * before[k, m] + m + best.sum()) / numbers
    table.flags.writeable = False
    return table


def _shuffled(values: list[int], stream: Stream) -> list[int]:
    """The values in random order (Fisher and Yates)."""
    for last in range(len(values) - 1, 0, -1):
        other = stream.below(last + 1)
        values[last], values[other] = values[other], values[last]
    return values
