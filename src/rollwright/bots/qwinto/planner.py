"""A heuristic for Qwinto: what a sheet may still become, from how easily its gaps are filled."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from ...dice import Stream
from ...game import PASS, Action, Seat
from ...games.qwinto import CHOOSE, KEEP, Qwinto, QwintoSheet, QwintoState
from ..base import UNLIMITED, Budget, Choice

FACES, MOST_DICE = 6, 3
FILL = 6.0
"""How many numbers a row would get if all sums fitted."""

MISTHROW = -6.0
"""A misthrow costs its points, and a little as it brings the end nearer."""

NOTHING = float("-inf")


def _chances(dice: int) -> tuple[float, ...]:
    """The chance of each sum from 0 on."""
    sums = [sum(faces) for faces in product(range(1, FACES + 1), repeat=dice)]
    return tuple(sums.count(number) / FACES**dice for number in range(FACES * MOST_DICE + 1))


CHANCES = tuple(_chances(dice) for dice in range(MOST_DICE + 1))
"""The chance of each sum, by the number of dice."""

REACH = tuple(
    sum(CHANCES[dice][other] for dice in (1, 2, 3) for other in range(number)) / MOST_DICE
    for number in range(FACES * MOST_DICE + 2)
)
"""The chance of a sum below each number, any count of dice being equally likely."""


class PlannerQwintoBot:
    """Weighs what a sheet may still become after each entry, and plans its dice by that.

    An empty field is filled the more likely the more sums fit into its gap and the fewer fields
    share them; `fill` tells how likely altogether. Rows and columns count by the chance that all
    their fields are filled. The bot does not look at the others.
    """

    def __init__(self, game: Qwinto, fill: float | str = FILL) -> None:
        self._game = game
        self._fill = float(fill)
        # The fields whose number must not stand in a field, W3.
        least = 3 if game.options["column_rule"] == "three_field_columns" else 2
        self._mates = {
            index: column if len(column) >= least else ()
            for column in game.sheet.columns.values()
            for index in column
        }

    def choose(
        self,
        view: QwintoState,
        seat: Seat,
        legal: Sequence[Action],
        stream: Stream,
        budget: Budget = UNLIMITED,
    ) -> Choice:
        """The dice, the roll or the entry with the best outlook."""
        sheet = view.sheets[seat]
        if view.phase == CHOOSE:
            values = {
                action: self._outlook(view, sheet, self._game.dice_set(action), self._rolls(view))
                for action in legal
            }
            best = max(legal, key=lambda action: values[action])
            return Choice(best, values[best])
        number = sum(view.roll)
        if view.phase == KEEP:
            kept = self._best(sheet, view.chosen, number)[1]
            again = self._outlook(view, sheet, view.chosen, self._rolls(view) - 1)
            return Choice(self._game.keep if kept >= again else self._game.reroll)
        if seat == view.active:
            action, value = self._best(sheet, view.chosen, number)
        else:
            action, value = self._best(sheet, view.chosen, number, self._value(sheet.numbers))
        if action not in legal:
            fields = [other for other in legal if other != PASS]
            action = max(fields, key=lambda other: self._after(sheet, other, number))
        return Choice(action, value)

    def _rolls(self, view: QwintoState) -> int:
        """How often the dice may still be rolled again."""
        return int(self._game.options["rerolls"]) - view.rerolls

    def _outlook(
        self, view: QwintoState, sheet: QwintoSheet, chosen: Sequence[bool], rolls: int
    ) -> float:
        """What a roll of these dice is worth, with so many more rolls after it."""
        dice = sum(chosen)
        sums = range(dice, dice * FACES + 1)
        kept = [self._best(sheet, chosen, number)[1] for number in sums]
        value = NOTHING
        for _ in range(rolls + 1):
            mean = 0.0
            for number, worth in zip(sums, kept, strict=True):
                mean += CHANCES[dice][number] * max(worth, value)
            value = mean
        return value

    def _best(
        self,
        sheet: QwintoSheet,
        chosen: Sequence[bool],
        number: int,
        refusal: float | None = None,
    ) -> tuple[Action, float]:
        """The best entry of a sum, or PASS if a misthrow (or the given value) is better."""
        best = PASS
        highest = self._value(sheet.numbers) + MISTHROW if refusal is None else refusal
        for row, taken in enumerate(chosen):
            for index in self._game.sheet.lines[row].fields if taken else ():
                value = self._after(sheet, Action(index + 1), number)
                if value > highest:
                    best, highest = Action(index + 1), value
        return best, highest

    def _after(self, sheet: QwintoSheet, action: Action, number: int) -> float:
        """The value of a sheet after an entry; −inf if it is not legal."""
        index, numbers = action - 1, sheet.numbers
        first, last = self._gap(numbers, index)
        low, high = self._bounds(numbers, first, last)
        if numbers[index] is not None or not low < number < high:
            return NOTHING
        if number in (numbers[other] for other in self._mates[index]):
            return NOTHING
        return self._value((*numbers[:index], number, *numbers[index + 1 :]))

    def _gap(self, numbers: Sequence[int | None], index: int) -> tuple[int, int]:
        """The first and last field of the run of empty fields around one."""
        fields = self._game.sheet.lines[self._game.sheet.fields[index].line].fields
        first = last = index
        while first > fields[0] and numbers[first - 1] is None:
            first -= 1
        while last < fields[-1] and numbers[last + 1] is None:
            last += 1
        return first, last

    def _bounds(self, numbers: Sequence[int | None], first: int, last: int) -> tuple[int, int]:
        """The numbers on both sides of a gap."""
        fields = self._game.sheet.lines[self._game.sheet.fields[first].line].fields
        low = numbers[first - 1] if first > fields[0] else 0
        high = numbers[last + 1] if last < fields[-1] else FACES * MOST_DICE + 1
        return low or 0, high or 0

    def _value(self, numbers: Sequence[int | None]) -> float:
        """What a sheet may still become, in points."""
        chances = [1.0] * len(numbers)
        value = 0.0
        for line in self._game.sheet.lines:
            value += self._row_value(numbers, line.fields, chances)
        for column, pentagon in self._game.pentagons.items():
            chance = 1.0
            for index in self._game.sheet.columns[column]:
                chance *= chances[index]
            value += chance * self._expected_number(numbers, pentagon)
        return value

    def _row_value(
        self, numbers: Sequence[int | None], fields: Sequence[int], chances: list[float]
    ) -> float:
        """The points that a row may bring; sets the chance of each of its fields to be filled."""
        expected, full = 0.0, 1.0
        for index in fields:
            if numbers[index] is None:
                first, last = self._gap(numbers, index)
                low, high = self._bounds(numbers, first, last)
                chances[index] = self._chance(low, high, last - first + 1)
                if high - low - 1 < last - first + 1:
                    full = 0.0
            full *= chances[index]
            expected += chances[index]
        return expected + full * (self._expected_number(numbers, fields[-1]) - len(fields))

    def _chance(self, low: int, high: int, fields: int) -> float:
        """How likely a field is filled that shares the sums between two numbers with others."""
        chance = min(1.0, self._fill * (REACH[high] - REACH[low + 1]) / fields)
        room = high - low - 1
        return chance if room >= fields else chance * room / fields

    def _expected_number(self, numbers: Sequence[int | None], index: int) -> float:
        """The number of a field, or what would stand there if its gap were filled evenly."""
        number = numbers[index]
        if number is not None:
            return float(number)
        first, last = self._gap(numbers, index)
        low, high = self._bounds(numbers, first, last)
        return low + (high - low) * (index - first + 1) / (last - first + 2)
