"""Bots without search or training: random, greedy for each game, and a published heuristic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..dice import Stream
from ..game import PASS, Action, Game, Seat
from ..games.qwingo import CALL, HIGHEST, SETUP, STARTING_NUMBERS, Column, Qwingo, QwingoState
from ..games.qwinto import CHOOSE, KEEP, Qwinto, QwintoState
from ..games.qwixx import WHITE, Qwixx, QwixxSheet, QwixxState
from .base import UNLIMITED, Budget, Choice


class RandomBot:
    """Any legal answer, all equally likely."""

    def __init__(self, game: Game[object]) -> None:
        self._game = game

    def choose(
        self,
        view: object,
        seat: Seat,
        legal: Sequence[Action],
        stream: Stream,
        budget: Budget = UNLIMITED,
    ) -> Choice:
        """One of the legal answers."""
        return Choice(stream.choice(legal))


class GreedyQwixxBot:
    """Crosses the field that skips the fewest numbers, and passes where it would skip many.

    `skip` is the most numbers that it skips gladly. To avoid a misthrow it skips twice as many.
    It always takes a lock.
    """

    def __init__(self, game: Qwixx, skip: int | str = 2) -> None:
        self._game = game
        self._skip = int(skip)

    def choose(
        self,
        view: QwixxState,
        seat: Seat,
        legal: Sequence[Action],
        stream: Stream,
        budget: Budget = UNLIMITED,
    ) -> Choice:
        """The legal field with the fewest skipped numbers, or PASS."""
        fields = [action for action in legal if action != PASS]
        if not fields:
            return Choice(PASS)
        best = min(fields, key=lambda action: self._skipped(view.sheets[seat], action))
        skipped = self._skipped(view.sheets[seat], best)
        threatened = view.phase != WHITE and view.white_mark == PASS
        limit = 2 * self._skip if threatened else self._skip
        if skipped > limit and PASS in legal:
            return Choice(PASS)
        return Choice(best, -float(skipped))

    def _skipped(self, sheet: QwixxSheet, action: Action) -> int:
        row, position = self._game.field_of(action)
        if position == self._game.last_position(row):
            return -1
        crossed = sheet.rows[row]
        return position - (crossed[-1] + 1 if crossed else 0)


class GaQwixxBot:
    """A heuristic of four weights for Qwixx, from vibelyova/qwixxer, described there as its GA.

    A sheet is worth 0.4909·Σ P(next number)·(crosses + 1) − 0.8692·misthrows +
    0.0185·Σ crosses² − 0.0560·skipped numbers, P being the chance that two dice show the number
    right after the row's last cross. A lock is always taken. Written anew from that description
    and played under the official rules.
    """

    NEXT, MISTHROW, SQUARES, SKIPPED = 0.4909, -0.8692, 0.0185, -0.0560
    LOCK = 100.0
    """More than all else together, so that a lock is always taken, with either cross of a turn."""

    def __init__(self, game: Qwixx) -> None:
        self._game = game
        faces = game.sheet.faces
        chance = {
            total: (faces - abs(faces + 1 - total)) / faces**2 for total in range(2, 2 * faces + 1)
        }
        self._chances = tuple(
            tuple(chance.get(game.sheet.fields[index].number or 0, 0.0) for index in line.fields)
            for line in game.sheet.lines
        )

    def choose(
        self,
        view: QwixxState,
        seat: Seat,
        legal: Sequence[Action],
        stream: Stream,
        budget: Budget = UNLIMITED,
    ) -> Choice:
        """The answer after which the sheet is worth most, with the best colour answer after it."""
        values = {action: self._value_after(view, seat, action) for action in legal}
        best = max(legal, key=lambda action: values[action])
        return Choice(best, values[best])

    def _value_after(self, view: QwixxState, seat: Seat, action: Action) -> float:
        if seat != view.active:
            return self._value(self._crossed(view.sheets[seat], action))
        if view.phase != WHITE:
            marked = action != PASS or view.white_mark != PASS
            return self._value(self._crossed(view.sheets[seat], action), misthrow=not marked)
        after = self._with_white_mark(view, seat, action)
        return max(
            self._value(
                self._crossed(after.sheets[seat], colour),
                misthrow=action == PASS and colour == PASS,
            )
            for colour in self._colour_answers(after, seat)
        )

    def _with_white_mark(self, view: QwixxState, seat: Seat, action: Action) -> QwixxState:
        sheets = list(view.sheets)
        sheets[seat] = self._crossed(sheets[seat], action)
        return view._replace(phase="colour", sheets=tuple(sheets), white_mark=action)

    def _colour_answers(self, view: QwixxState, seat: Seat) -> Iterator[Action]:
        for action in set(self._game.candidates(view, seat)):
            if self._game.objection(view, seat, action) is None:
                yield action

    def _crossed(self, sheet: QwixxSheet, action: Action) -> QwixxSheet:
        if action == PASS:
            return sheet
        row, position = self._game.field_of(action)
        rows = list(sheet.rows)
        rows[row] = (*rows[row], position)
        return sheet._replace(rows=tuple(rows))

    def _value(self, sheet: QwixxSheet, misthrow: bool = False) -> float:
        value = self.MISTHROW * (sheet.misthrows + misthrow)
        for row, crossed in enumerate(sheet.rows):
            count = len(crossed)
            reached = crossed[-1] + 1 if crossed else 0
            if reached == len(self._chances[row]):
                value += self.LOCK
            else:
                value += self.NEXT * self._chances[row][reached] * (count + 1)
            value += self.SQUARES * count**2 + self.SKIPPED * (reached - count)
        return value


Entries = dict[int, tuple[Action, float]]
"""The best entry into a row by sum, with its value."""


class GreedyQwintoBot:
    """Enters a number near its ideal place in a row, where it leaves room for all the others.

    The ideal place spreads the possible sums evenly over a row. `far` is the greatest distance
    from it that the bot accepts gladly; to avoid a misthrow it accepts any entry.
    """

    MISTHROW = -6.0

    def __init__(self, game: Qwinto, far: float | str = 2.0) -> None:
        self._game = game
        self._far = float(far)
        self._sums = range(1, game.sheet.faces * len(game.sheet.lines) + 1)

    def choose(
        self,
        view: QwintoState,
        seat: Seat,
        legal: Sequence[Action],
        stream: Stream,
        budget: Budget = UNLIMITED,
    ) -> Choice:
        """The dice with the best expected entry, roll again below that, then the best entry."""
        numbers = view.sheets[seat].numbers
        if view.phase == CHOOSE:
            sets = {action: self._game.dice_set(action) for action in legal}
            entries = self._entries(numbers, [True] * len(self._game.sheet.lines), self._sums)
            values = {action: self._expected(entries, chosen) for action, chosen in sets.items()}
            best = max(legal, key=lambda action: values[action])
            return Choice(best, values[best])
        if view.phase == KEEP:
            entries = self._entries(numbers, view.chosen, self._sums)
            kept = self._best(entries, view.chosen, sum(view.roll))[1]
            again = self._expected(entries, view.chosen)
            keep = kept >= again
            return Choice(self._game.keep if keep else self._game.reroll, max(kept, again))
        total = sum(view.roll)
        entries = self._entries(numbers, view.chosen, range(total, total + 1))
        action, value = self._best(entries, view.chosen, total)
        if action not in legal or (seat != view.active and value < -self._far and PASS in legal):
            return Choice(PASS if PASS in legal else legal[0])
        return Choice(action, value)

    def _expected(self, entries: Sequence[Entries], chosen: Sequence[bool]) -> float:
        """The mean value of the best entry over the sums of the chosen dice."""
        sums = {0: 1}
        for _ in range(sum(chosen)):
            following: dict[int, int] = {}
            for total, weight in sums.items():
                for face in range(1, self._game.sheet.faces + 1):
                    following[total + face] = following.get(total + face, 0) + weight
            sums = following
        # Not by `sum`, whose rounding depends on the version of Python.
        weighted = 0.0
        for total, weight in sums.items():
            weighted += self._best(entries, chosen, total)[1] * weight
        return weighted / sum(sums.values())

    def _best(
        self, entries: Sequence[Entries], chosen: Sequence[bool], total: int
    ) -> tuple[Action, float]:
        """The best entry of a sum, with its value; a misthrow where there is none."""
        best = (PASS, self.MISTHROW)
        for row, taken in enumerate(chosen):
            if taken and total in entries[row] and entries[row][total][1] > best[1]:
                best = entries[row][total]
        return best

    def _entries(
        self, numbers: Sequence[int | None], chosen: Sequence[bool], sums: range
    ) -> list[Entries]:
        """The best entry into each chosen row for each of the sums that has one."""
        rows: list[Entries] = []
        for line, taken in zip(self._game.sheet.lines, chosen, strict=True):
            entries: Entries = {}
            for index in line.fields if taken else ():
                if numbers[index] is None:
                    for total, value in self._values(numbers, index, sums):
                        if total not in entries or value > entries[total][1]:
                            entries[total] = (Action(index + 1), value)
            rows.append(entries)
        return rows

    def _values(
        self, numbers: Sequence[int | None], index: int, sums: range
    ) -> Iterator[tuple[int, float]]:
        """How near to its ideal place each sum would stand in a free field, less what it blocks."""
        sheet = self._game.sheet
        field = sheet.fields[index]
        place, fields = field.position, sheet.lines[field.line].fields
        left_box, left = -1, 0
        right_box, right = len(fields), self._sums.stop
        for box, other in enumerate(fields):
            number = numbers[other]
            if number is not None and box < place:
                left_box, left = box, number
            elif number is not None and box > place:
                right_box, right = box, number
                break
        taken = [numbers[other] for other in sheet.columns[field.column]]
        for total in range(max(left + 1, sums.start), min(right, sums.stop)):
            if total not in taken:
                ideal = (total - 1) * (len(fields) - 1) / (self._sums.stop - 2)
                lost = max(0, place - left_box - (total - left)) + max(
                    0, right_box - place - (right - total)
                )
                yield total, -abs(place - ideal) - 2.0 * lost + 0.3 * field.bonus


class GreedyQwingoBot:
    """Spreads its numbers evenly, calls what fits its own columns best, and enters with care."""

    def __init__(self, game: Qwingo) -> None:
        self._game = game

    def choose(
        self,
        view: QwingoState,
        seat: Seat,
        legal: Sequence[Action],
        stream: Stream,
        budget: Budget = UNLIMITED,
    ) -> Choice:
        """The best call, or the best box for the number that was called."""
        sheet = view.sheets[seat]
        if view.phase == CALL:
            values = self._call_values(view, seat)
            best = max(legal, key=lambda action: values[self._game.called_number(action)])
            return Choice(best, values[self._game.called_number(best)])
        number = STARTING_NUMBERS[view.entered] if view.phase == SETUP else view.called or 0
        entries = {a: self._entry_value(sheet, a, number) for a in legal if a != PASS}
        if not entries:
            return Choice(PASS)
        best = max(entries, key=lambda action: entries[action])
        if entries[best] < 0 and PASS in legal:
            return Choice(PASS)
        return Choice(best, entries[best])

    def _call_values(self, view: QwingoState, seat: Seat) -> list[float]:
        """For each number how welcome it is here, minus half of where it is most welcome else."""
        own = self._welcome(view.sheets[seat])
        others = [self._welcome(sheet) for other, sheet in enumerate(view.sheets) if other != seat]
        most = [max(values) for values in zip(*others, strict=True)] or [0.0] * len(own)
        return [value - 0.5 * other for value, other in zip(own, most, strict=True)]

    def _welcome(self, sheet: Sequence[Column]) -> list[float]:
        """For each number how welcome it is on a sheet: the fuller the columns that it fits."""
        values = [0.0] * (HIGHEST + 1)
        for column in sheet:
            if self._game.can_complete(column):
                worth = 1.0 + sum(n is not None for n in column) ** 2
                for low, high in self._gaps(column):
                    for number in range(low + 1, high):
                        values[number] += worth
        return values

    def _gaps(self, column: Column) -> Iterator[tuple[int, int]]:
        """The numbers above and below of each run of free boxes."""
        low, is_free = self._game.lowest - 1, False
        for number in (*column, HIGHEST + 1):
            if number is None:
                is_free = True
            else:
                if is_free:
                    yield low, number
                low, is_free = number, False

    def _entry_value(
        self, sheet: Sequence[Sequence[int | None]], action: Action, number: int
    ) -> float:
        column, box = self._game.field_of(action)
        filled = sum(n is not None for n in sheet[column])
        return self._box_value(sheet[column], box, number) * (1 + filled)

    def _box_value(self, column: Sequence[int | None], box: int, number: int) -> float:
        """1 at the even place of a number in its gap, less further away; negative if harmful."""
        if column[box] is not None:
            return -1.0
        after = tuple(number if n == box else old for n, old in enumerate(column))
        above = max(((b, n) for b, n in enumerate(column[:box]) if n is not None), default=None)
        below = next(((b, n) for b, n in enumerate(column) if n is not None and b > box), None)
        top, low = above or (-1, self._game.lowest - 1)
        bottom, high = below or (len(column), HIGHEST + 1)
        if not low < number < high or not self._game.can_complete(after):
            return -1.0
        ideal = top + (number - low) * (bottom - top) / (high - low)
        return 1.0 / (1.0 + abs(box - ideal))
