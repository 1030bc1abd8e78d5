"""Qwinto for one player: the worth of sums by the worth of sheets, and exact ends of games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import comb

from ..errors import InputError
from ..game import PASS, Action
from ..games.qwinto import (
    CHOOSE,
    ENTRIES,
    FULL_ROWS_TO_END,
    MAX_MISTHROWS,
    Qwinto,
    QwintoSheet,
    QwintoState,
)
from ..games.turns import fields_between
from ..i18n import T
from .qwinto_dice import OWN, DicePlan, DiceSet, plan_dice

SheetValue = Callable[[Sequence[QwintoSheet]], Sequence[float]]
"""The mean final points of each of several sheets, none of which has ended the game."""

MOST_POSITIONS = 20_000
"""Positions that are gone through in some seconds."""

FILLED = 0
"""Stands for a number that matters no more."""


def has_ended(game: Qwinto, sheet: QwintoSheet) -> bool:
    """W5: whether this sheet ends the game."""
    full = sum(
        all(sheet.numbers[index] is not None for index in line.fields) for line in game.sheet.lines
    )
    return full >= FULL_ROWS_TO_END or sheet.misthrows >= MAX_MISTHROWS


def fitting_fields(game: Qwinto, sheet: QwintoSheet, row: int, total: int) -> Iterator[Action]:
    """W3: the fields of a row in which a sum may be entered."""
    fields = game.sheet.lines[row].fields
    written = [sheet.numbers[index] for index in fields]
    if total in written:
        return
    for action in fields_between(fields, written, total):
        if all(sheet.numbers[other] != total for other in column_mates(game, action - 1)):
            yield action


def column_mates(game: Qwinto, field: int) -> tuple[int, ...]:
    """The fields that must not hold the same number as this one."""
    column = game.sheet.columns[game.sheet.fields[field].column]
    if game.options["column_rule"] == "three_field_columns" and len(column) < 3:
        return ()
    return tuple(other for other in column if other != field)


def with_entry(sheet: QwintoSheet, action: Action, total: int) -> QwintoSheet:
    """The sheet with a sum in a field."""
    numbers = (*sheet.numbers[: action - 1], total, *sheet.numbers[action:])
    return sheet._replace(numbers=numbers)


class SumValues:
    """What every sum is worth to one player alone, from what the sheets are worth.

    The sheets after all entries, and after a misthrow, are valued in one batch.
    """

    def __init__(self, game: Qwinto, sheet: QwintoSheet, value: SheetValue) -> None:
        self._game = game
        rows = range(len(game.sheet.lines))
        entries = {
            (row, total, action): with_entry(sheet, action, total)
            for row in rows
            for total in range(1, len(rows) * game.sheet.faces + 1)
            for action in fitting_fields(game, sheet, row, total)
        }
        after = [*entries.values(), sheet._replace(misthrows=sheet.misthrows + 1)]
        going_on = [each for each in after if not has_ended(game, each)]
        values = dict(zip(going_on, value(going_on), strict=True))
        *worths, self._misthrow = (
            values[each] if each in values else float(game.sheet_score(each).total)
            for each in after
        )
        self._entries: dict[tuple[int, int], dict[Action, float]] = {}
        for (row, total, action), worth in zip(entries, worths, strict=True):
            self._entries.setdefault((row, total), {})[action] = worth

    def worth(self, dice: DiceSet, total: int) -> float:
        """What the best answer is worth when these dice show that sum."""
        return max(self.answers(dice, total).values())

    def answers(self, dice: DiceSet, total: int) -> dict[Action, float]:
        """What each legal answer is worth when these dice show that sum."""
        found: dict[Action, float] = {}
        for row, taken in enumerate(dice):
            if taken:
                found |= self._entries.get((row, total), {})
        if not found or self._game.options["refuse"]:
            found[PASS] = self._misthrow
        return found

    def plan(self) -> DicePlan:
        """The worth of all dice sets and rolls."""
        return plan_dice(self._game, self.worth)

    def answers_at(self, state: QwintoState) -> dict[Action, float]:
        """What each legal answer is worth, in every phase of a turn."""
        if state.phase == ENTRIES:
            return self.answers(state.chosen, sum(state.roll))
        plan = self.plan()
        return plan.choices() if state.phase == CHOOSE else plan.keeping(state)


class QwintoEndgame:
    """The exact value of sheets on which few fields can still be filled, for one player.

    Goes through every roll and every entry, and remembers the positions. Sheets that differ only
    in numbers which matter no more are one position.
    """

    def __init__(self, game: Qwinto, most_positions: int = MOST_POSITIONS) -> None:
        self._game = game
        self._most = most_positions
        self._further: dict[QwintoSheet, float] = {}

    @property
    def states(self) -> int:
        """How many positions have been worked out."""
        return len(self._further)

    def value(self, sheet: QwintoSheet) -> float:
        """The mean of the final points before a turn, under perfect play.

        Raises `InputError` where there may be too many positions.
        """
        positions = self.count_positions(sheet)
        if positions > self._most:
            raise InputError(
                T(
                    "This sheet can go on in up to {n} ways, too many to work out its value; up "
                    "to {most} are possible.",
                    n=positions,
                    most=self._most,
                )
            )
        return self._value(sheet)

    def answers(self, state: QwintoState) -> dict[Action, float]:
        """The mean of the final points after each legal answer, in every phase."""
        return SumValues(self._game, state.sheets[OWN], self._values).answers_at(state)

    def count_positions(self, sheet: QwintoSheet) -> int:
        """How many positions a sheet can lead to, at most."""
        count = MAX_MISTHROWS - sheet.misthrows
        highest = len(self._game.sheet.lines) * self._game.sheet.faces
        for line in self._game.sheet.lines:
            written = [(place, sheet.numbers[index]) for place, index in enumerate(line.fields)]
            known = [(place, n) for place, n in written if n is not None]
            stops = [(-1, 0), *known, (len(written), highest + 1)]
            for (left, low), (right, high) in pairwise(stops):
                free, between = right - left - 1, high - low - 1
                count *= comb(free + between, free)
        return count

    def _values(self, sheets: Sequence[QwintoSheet]) -> list[float]:
        return [self._value(sheet) for sheet in sheets]

    def _value(self, sheet: QwintoSheet) -> float:
        points = self._game.sheet_score(sheet).total
        if has_ended(self._game, sheet):
            return points
        position = self._position(sheet)
        if position not in self._further:
            known = self._game.sheet_score(position).total
            value = SumValues(self._game, position, self._values).plan().value
            self._further[position] = value - known
        return points + self._further[position]

    def _position(self, sheet: QwintoSheet) -> QwintoSheet:
        """The sheet without the numbers that matter no more."""
        keep: set[int] = set()
        for line in self._game.sheet.lines:
            empty = [index for index in line.fields if sheet.numbers[index] is None]
            if empty:
                keep.add(line.fields[-1])
            for index, following in pairwise(line.fields):
                if index in empty or following in empty:
                    keep |= {index, following}
        for column in self._game.sheet.columns.values():
            if any(sheet.numbers[index] is None for index in column):
                keep |= set(column)
        return sheet._replace(
            numbers=tuple(
                number if number is None or index in keep else FILLED
                for index, number in enumerate(sheet.numbers)
            )
        )
