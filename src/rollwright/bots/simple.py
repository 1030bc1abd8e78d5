"""Bots without search or training: random, greedy for each game, and a published heuristic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..dice import Stream
from ..game import PASS, Action, Game, Seat
from ..games.qwingo import CALL, HIGHEST, SETUP, STARTING_NUMBERS, Qwingo, QwingoState
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


class GreedyQwintoBot:
    """Enters a number near its ideal place in a row, where it leaves room for all the others.

    The ideal place spreads the possible sums evenly over a row. `far` is the greatest distance
    from it that the bot accepts gladly; to avoid a misthrow it accepts any entry.
    """

    MISTHROW = -6.0

    def __init__(self, game: Qwinto, far: float | str = 2.0) -> None:
        self._game = game
        self._far = float(far)

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
            values = {action: self._expected(numbers, chosen) for action, chosen in sets.items()}
            best = max(legal, key=lambda action: values[action])
            return Choice(best, values[best])
        if view.phase == KEEP:
            kept = self._best(numbers, view.chosen, sum(view.roll))[1]
            again = self._expected(numbers, view.chosen)
            keep = kept >= again
            return Choice(self._game.keep if keep else self._game.reroll, max(kept, again))
        action, value = self._best(numbers, view.chosen, sum(view.roll))
        if action not in legal or (seat != view.active and value < -self._far and PASS in legal):
            return Choice(PASS if PASS in legal else legal[0])
        return Choice(action, value)

    def _expected(self, numbers: Sequence[int | None], chosen: Sequence[bool]) -> float:
        """The mean value of the best entry over the sums of the chosen dice."""
        sums = {0: 1}
        for _ in range(sum(chosen)):
            following: dict[int, int] = {}
            for total, weight in sums.items():
                for face in range(1, self._game.sheet.faces + 1):
                    following[total + face] = following.get(total + face, 0) + weight
            sums = following
        weighted = sum(self._best(numbers, chosen, s)[1] * w for s, w in sums.items())
        return weighted / sum(sums.values())

    def _best(
        self, numbers: Sequence[int | None], chosen: Sequence[bool], total: int
    ) -> tuple[Action, float]:
        """The entry nearest to its ideal place, with its value; a misthrow where there is none."""
        best = (PASS, self.MISTHROW)
        for row, taken in enumerate(chosen):
            if taken:
                for index in self._game.sheet.lines[row].fields:
                    value = self._entry_value(numbers, index, total)
                    if value is not None and value > best[1]:
                        best = (Action(index + 1), value)
        return best

    def _entry_value(self, numbers: Sequence[int | None], index: int, total: int) -> float | None:
        sheet = self._game.sheet
        fields = sheet.lines[sheet.fields[index].line].fields
        if numbers[index] is not None:
            return None
        if total in (numbers[other] for other in sheet.columns[sheet.fields[index].column]):
            return None
        left_box, left = -1, 0
        right_box, right = len(fields), sheet.faces * len(sheet.lines) + 1
        place = sheet.fields[index].position
        for box, other in enumerate(fields):
            number = numbers[other]
            if number is not None and box < place:
                left_box, left = box, number
            elif number is not None and box > place:
                right_box, right = box, number
                break
        if not left < total < right:
            return None
        ideal = (total - 1) * (len(fields) - 1) / (sheet.faces * len(sheet.lines) - 1)
        lost = max(0, place - left_box - (total - left)) + max(
            0, right_box - place - (right - total)
        )
        return -abs(place - ideal) - 2.0 * lost + 0.3 * sheet.fields[index].bonus


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
            values = {action: self._call_value(view, seat, action) for action in legal}
            best = max(legal, key=lambda action: values[action])
            return Choice(best, values[best])
        number = STARTING_NUMBERS[view.entered] if view.phase == SETUP else view.called or 0
        entries = {a: self._entry_value(sheet, a, number) for a in legal if a != PASS}
        if not entries:
            return Choice(PASS)
        best = max(entries, key=lambda action: entries[action])
        if entries[best] < 0 and PASS in legal:
            return Choice(PASS)
        return Choice(best, entries[best])

    def _call_value(self, view: QwingoState, seat: Seat, action: Action) -> float:
        number = self._game.called_number(action)
        own, *others = (
            sum(self._column_value(column, number) for column in view.sheets[other])
            for other in sorted(self._game.seats, key=lambda other: other != seat)
        )
        return own - 0.5 * max(others, default=0.0)

    def _column_value(self, column: Sequence[int | None], number: int) -> float:
        """How welcome a number is in a column: the fuller, the more; 0 where it does not fit."""
        filled = sum(n is not None for n in column)
        fits = any(self._box_value(column, box, number) > 0 for box in range(len(column)))
        return float(1 + filled**2) if fits else 0.0

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
