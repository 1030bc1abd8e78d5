"""Qwixx for one sheet as numbers: what a row can look like, and how sheets are numbered.

What is still to come depends on a row only through its last cross and its number of crosses. A
row is therefore one of few *row states*, the last of them being the closed row, and a sheet is
four of them. Two rows make a *pair*; pairs are numbered by how far they have come, so that all
crosses lead to higher numbers and the sheets of one distance are a few ranges. The *left* pair of
a sheet has its first two rows, the *right* pair the others.

Where the rows of a pair, and the two pairs, are alike, sheets that differ only by a swap are one:
57 row states make 1,653 pairs and 1,367,031 sheets, and not 10,556,001.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import InputError
from ..games.qwixx import Qwixx, QwixxSheet
from ..i18n import T

Ints = npt.NDArray[np.int64]

ROWS, LONGEST, FACES = 4, 11, 6
"""Rows of a sheet; the most fields in a row; the most faces of a die."""

SMALLEST_SUM = 2
SUMS = 2 * FACES + 1 - SMALLEST_SUM
THROWS = FACES * (FACES + 1) // 2
"""The most sums of two dice, and the most pairs of faces that give them."""

STATES = 1 + LONGEST * (LONGEST - 1) // 2 + LONGEST - 1
"""The most row states: of an open row, and of one that is closed with its number of crosses."""

MISTHROW_POINTS = -5

MODEL = np.dtype(
    [
        # The printed sheet. Numbers count from the smallest sum, dice from the first coloured one.
        ("fields", np.int64),  # in a row
        ("faces", np.int64),  # of a die
        ("sums", np.int64),
        ("number", np.int64, (ROWS, LONGEST)),  # by row and position
        ("position", np.int64, (ROWS, SUMS)),  # by row and number; -1: not in this row
        ("die", np.int64, (ROWS, LONGEST)),  # by row and position: the one of its colour
        ("lock_die", np.int64, ROWS),  # by row: the die that leaves when it is closed
        ("row_showing", np.int64, (ROWS, SUMS)),  # by die and number; -1: on no field
        # Rows, by their states.
        ("open_rows", np.int64),  # so many states are open, the others closed
        ("reached", np.int64, STATES),  # positions that are gone
        ("after", np.int64, (STATES, LONGEST)),  # the state after a cross; -1: not legal
        ("gain", np.int64, (STATES, LONGEST)),  # the points of that cross, a lock included
        # The numbering of sheets.
        ("pair", np.int64, (STATES, STATES)),  # by two row states
        ("members", np.int64, (STATES * STATES, 2)),  # by pair: its row states
        ("closed", np.int64, STATES * STATES),  # by pair: how many of its rows are closed
        ("points", np.int64, STATES * STATES),  # by pair: the points of all its crosses
        ("first_pair", np.int64, 2 * LONGEST + 2),  # by distance: the first that has come so far
        ("furthest", np.int64),  # the greatest distance of a pair
        ("offset", np.int64, STATES * STATES),  # by left pair: the number of its first sheet
        ("is_symmetric", np.bool_),  # the pairs may be swapped: the left one is the higher
        # Dice. A throw is an unordered pair of white faces; sets of faces are bits.
        ("first_throw", np.int64, SUMS + 1),  # by white sum
        ("throw_chance", np.float64, THROWS),
        ("sum_chance", np.float64, SUMS),
        ("showing", np.int64, (THROWS, SUMS)),  # the faces of a coloured die that make a number
        ("missed", np.float64, 1 << FACES),  # by set of faces: the chance that a die shows none
        # Options.
        ("rows_to_end", np.int64),
        ("max_misthrows", np.int64),
        ("finish_turn", np.bool_),
        ("next_roll", np.bool_),
        ("same_row_twice", np.bool_),
        ("voluntary_misthrow", np.bool_),
    ]
)
"""A model for kernels: `QwixxModel.numbers`. All indices count from 0."""


class RowState(NamedTuple):
    """What of a row matters: the positions that are gone, its crosses, whether it is closed.

    The crosses of a closed row count only where its points are to be told afterwards; else None.
    """

    reached: int
    crosses: int | None
    is_closed: bool = False

    @property
    def points(self) -> int:
        """What the crosses are worth (Q11), the lock being one more."""
        crosses = (self.crosses or 0) + self.is_closed
        return crosses * (crosses + 1) // 2


def row_states(fields: int, marks_to_lock: int, *, remember_closed: bool) -> tuple[RowState, ...]:
    """All states of a row of so many fields, the open ones first."""
    opened = [RowState(0, 0)]
    opened += [RowState(last, n) for last in range(1, fields) for n in range(1, last + 1)]
    if not remember_closed:
        return (*opened, RowState(fields, None, True))
    return (*opened, *(RowState(fields, n + 1, True) for n in range(marks_to_lock, fields)))


@dataclass(frozen=True)
class QwixxModel:
    """The model of a game, with the way from a sheet to its number.

    With `remember_closed` a closed row keeps its number of crosses; with `merge_swapped` switched
    off, sheets that differ by a swap are told apart. Raises `InputError` for a sheet that is
    not of four rows of the same length.
    """

    game: Qwixx
    remember_closed: bool = False
    merge_swapped: bool = True

    def __post_init__(self) -> None:
        sheet = self.game.sheet
        lengths = {len(line.fields) for line in sheet.lines}
        sums = range(SMALLEST_SUM, 2 * sheet.faces + 1)
        shown = {(field.colour, field.number) for field in sheet.fields}
        if (
            len(sheet.lines) != ROWS
            or len(lengths) != 1
            or max(lengths) > LONGEST
            or sheet.faces > FACES
            or any(field.number not in sums for field in sheet.fields)
            or len(shown) != len(sheet.fields)
        ):
            raise InputError(
                T(
                    "The sheet {sheet} cannot be solved: it must have four rows of the same "
                    "length, up to {most} numbers, each a sum of two dice and once in a colour.",
                    sheet=sheet.title,
                    most=LONGEST,
                )
            )

    @cached_property
    def fields(self) -> int:
        """The fields of a row."""
        return len(self.game.sheet.lines[0].fields)

    @cached_property
    def states(self) -> tuple[RowState, ...]:
        """All row states, the open ones first."""
        needed = int(self.game.options["marks_to_lock"])
        return row_states(self.fields, needed, remember_closed=self.remember_closed)

    @cached_property
    def row_number(self) -> dict[RowState, int]:
        """The number of each row state."""
        return {state: number for number, state in enumerate(self.states)}

    def sheet_number(self, sheet: QwixxSheet, closed: tuple[bool, ...]) -> int:
        """The number of a sheet, `closed` telling which rows are closed, by whomever."""
        rows = self.rows_of(sheet, closed)
        numbers = self.numbers
        left, right = int(numbers.pair[rows[0], rows[1]]), int(numbers.pair[rows[2], rows[3]])
        if numbers.is_symmetric and left < right:
            left, right = right, left
        return int(numbers.offset[left]) + right

    def rows_of(self, sheet: QwixxSheet, closed: tuple[bool, ...]) -> list[int]:
        """The numbers of the states of its rows."""
        return [
            self.row_number[
                RowState(self.fields, None, True)
                if is_closed
                else RowState(crossed[-1] + 1 if crossed else 0, len(crossed))
            ]
            for crossed, is_closed in zip(sheet.rows, closed, strict=True)
        ]

    @cached_property
    def pairs(self) -> int:
        """How many pairs of rows there are."""
        return int(self.numbers.first_pair[self.numbers.furthest + 1])

    @cached_property
    def sheets(self) -> int:
        """How many sheets there are, those after the end of the game included."""
        return int(self.numbers.offset[self.pairs - 1]) + self.pairs

    @cached_property
    def distances(self) -> range:
        """How far a sheet can have come, from the empty one on."""
        return range(2 * int(self.numbers.furthest) + 1)

    @cached_property
    def live_sheets(self) -> int:
        """How many sheets there are before the end of the game."""
        limit = int(self.numbers.rows_to_end)
        closed = np.bincount(self.numbers.closed[: self.pairs], minlength=3)
        ordered = sum(
            int(closed[left] * closed[right])
            for left in range(3)
            for right in range(3)
            if left + right < limit
        )
        if not self.numbers.is_symmetric:
            return ordered
        of_equal_pairs = sum(int(closed[n]) for n in range(3) if 2 * n < limit)
        return (ordered + of_equal_pairs) // 2

    @cached_property
    def has_own_dice(self) -> bool:
        """Whether the colour of a row is in no other row, so that its die concerns it alone."""
        colours = self.game.colours
        return all(field.colour == colours[field.line] for field in self.game.sheet.fields)

    @cached_property
    def numbers(self) -> Any:
        """The model for kernels: a record of `MODEL`."""
        numbers = np.zeros(1, MODEL).view(np.recarray)[0]
        options = self.game.options
        numbers.rows_to_end = options["rows_to_end"]
        numbers.max_misthrows = options["max_misthrows"]
        numbers.finish_turn = options["second_lock"] == "finish_turn"
        numbers.next_roll = options["lock_effect"] == "next_roll"
        numbers.same_row_twice = options["same_row_twice"]
        numbers.voluntary_misthrow = options["voluntary_misthrow"]
        self._fill_in_sheet(numbers)
        self._fill_in_rows(numbers)
        self._fill_in_pairs(numbers)
        self._fill_in_dice(numbers)
        return numbers

    def _fill_in_sheet(self, numbers: Any) -> None:
        numbers.fields = self.fields
        numbers.faces = self.game.sheet.faces
        numbers.sums = 2 * self.game.sheet.faces + 1 - SMALLEST_SUM
        numbers.position[:] = numbers.row_showing[:] = -1
        for field in self.game.sheet.fields:
            number = int(field.number or 0) - SMALLEST_SUM
            numbers.position[field.line, number] = field.position
            numbers.number[field.line, field.position] = number
            die = self.game.colours.index(str(field.colour))
            numbers.die[field.line, field.position] = die
            numbers.row_showing[die, number] = field.line
        numbers.lock_die[:] = np.array(self.game.lock_die) - 2
        upwards, downwards = (
            numbers.position[:2, : numbers.sums],
            numbers.position[2:, : numbers.sums],
        )
        numbers.is_symmetric = (
            self.merge_swapped
            and self.has_own_dice
            and (upwards[0] == upwards[1]).all()
            and (downwards[0] == downwards[1]).all()
            and (upwards[0] == downwards[0][::-1]).all()
        )

    def _fill_in_rows(self, numbers: Any) -> None:
        needed = int(self.game.options["marks_to_lock"])
        numbers.open_rows = sum(not state.is_closed for state in self.states)
        numbers.after[:] = -1
        for row, state in enumerate(self.states):
            numbers.reached[row] = state.reached
            count = state.crosses or 0
            for position in range(state.reached, self.fields):
                if position < self.fields - 1:
                    following = RowState(position + 1, count + 1)
                    numbers.gain[row, position] = count + 1
                elif count >= needed:
                    kept = count + 1 if self.remember_closed else None
                    following = RowState(self.fields, kept, True)
                    numbers.gain[row, position] = 2 * count + 3
                else:
                    continue
                numbers.after[row, position] = self.row_number[following]

    def _fill_in_pairs(self, numbers: Any) -> None:
        count = len(self.states)
        chosen = [
            (first, second)
            for first in range(count)
            for second in range(first if numbers.is_symmetric else 0, count)
        ]
        chosen.sort(key=lambda rows: self.states[rows[0]].reached + self.states[rows[1]].reached)
        for number, (first, second) in enumerate(chosen):
            numbers.members[number] = first, second
            numbers.pair[first, second] = number
            if numbers.is_symmetric:
                numbers.pair[second, first] = number
            rows = self.states[first], self.states[second]
            numbers.closed[number] = sum(row.is_closed for row in rows)
            numbers.points[number] = sum(row.points for row in rows)
        numbers.furthest = 2 * self.fields
        distances = numbers.reached[numbers.members[: len(chosen)]].sum(axis=1)
        numbers.first_pair[:] = np.searchsorted(distances, np.arange(len(numbers.first_pair)))
        order = np.arange(len(chosen))
        numbers.offset[: len(chosen)] = (
            order * (order + 1) // 2 if numbers.is_symmetric else order * len(chosen)
        )

    def _fill_in_dice(self, numbers: Any) -> None:
        faces = int(numbers.faces)
        throw = 0
        for total in range(int(numbers.sums)):
            for low in range(1, faces + 1):
                high = total + SMALLEST_SUM - low
                if not low <= high <= faces:
                    continue
                numbers.throw_chance[throw] = (1 if low == high else 2) / faces**2
                for number in range(int(numbers.sums)):
                    shown = {number + SMALLEST_SUM - low, number + SMALLEST_SUM - high}
                    bits = sum(1 << (face - 1) for face in shown if 1 <= face <= faces)
                    numbers.showing[throw, number] = bits
                numbers.sum_chance[total] += numbers.throw_chance[throw]
                throw += 1
            numbers.first_throw[total + 1] = throw
        for bits in range(1 << faces):
            numbers.missed[bits] = (faces - bits.bit_count()) / faces
