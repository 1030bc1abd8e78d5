"""Qwinto: the kernel's states decoded, and games steered towards full rows and misthrows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from types import ModuleType

from rollwright.dice import Chance, Roll, Stream
from rollwright.game import PASS, Action, Decision, Seat
from rollwright.games import qwinto as readable
from rollwright.games.qwinto import Qwinto, QwintoSheet, QwintoState

from .twins import Twin, without_pass

PHASES = (
    Qwinto.LOT,
    readable.CHOOSE,
    readable.ROLL,
    readable.KEEP,
    readable.ENTRIES,
    Qwinto.OVER,
)

MOST = 18
"""The greatest sum."""


class QwintoTwin(Twin):
    family = "qwinto"
    policies = ("random", "greedy")
    sheet_fields = ("numbers", "counts", "misthrows")
    game: Qwinto

    def __init__(self, game: Qwinto, kernel: ModuleType, plain: bool = False) -> None:
        super().__init__(game, kernel, plain)
        self._welcome = cache(self._found_welcome)

    def decoded(self) -> QwintoState:
        state = self.state
        dice, chosen = tuple(state["dice"].tolist()), int(state["chosen"])
        return QwintoState(
            PHASES[state["phase"]],
            int(state["turn"]),
            Seat(int(state["active"])),
            self.sheets(),
            tuple([bool(chosen >> row & 1) for row in range(len(dice))]) if chosen else (),
            dice if any(dice) else (),
            int(state["rerolls"]),
        )

    def decoded_sheet(self, seat: Seat) -> QwintoSheet:
        numbers = [number or None for number in self.state["numbers"][seat].tolist()]
        filled = [
            sum(numbers[index] is not None for index in line.fields)
            for line in self.game.sheet.lines
        ]
        # What the kernel keeps beside the numbers must agree with them.
        self.agree(filled, self.state["counts"][seat].tolist())
        return QwintoSheet(tuple(numbers), int(self.state["misthrows"][seat]))

    def drawn_policy(self, node: Decision, stream: Stream) -> str:
        rarely = 8 if node.phase == readable.ENTRIES else 30
        return "random" if stream.below(rarely) else "greedy"

    def steered_roll(self, state: QwintoState, node: Chance, stream: Stream) -> Roll:
        """Mostly a sum that fits into the fullest rows, first of all the roller's."""
        faces = [1 + stream.below(die.sides) for die in node.dice]
        if state.phase == Qwinto.LOT:
            return tuple(faces)
        numbers = state.sheets[state.active].numbers
        rows = [
            tuple([numbers[index] for index in line.fields])
            for line, taken in zip(self.game.sheet.lines, state.chosen, strict=True)
            if taken
        ]
        sums = range(len(faces), 6 * len(faces) + 1)
        welcome = [self._welcome(row) for row in rows]
        wanted = max(sums, key=lambda total: sum([values[total] for values in welcome]))
        while sum(faces) != wanted:
            index = stream.below(len(faces))
            faces[index] += 1 if sum(faces) < wanted else -1
            faces[index] = min(6, max(1, faces[index]))
        return tuple(faces)

    def _found_welcome(self, row: Sequence[int | None]) -> list[int]:
        """By sum whether it fits into a row, the fuller it is the more welcome."""
        found = [0] * (MOST + 1)
        for total in range(1, MOST + 1):
            lower = [p for p, n in enumerate(row) if n is not None and n < total]
            place = max(lower, default=-1) + 1
            if total not in row and place < len(row) and row[place] is None:
                found[total] = 10 - row.count(None)
        return found

    def steered_answer(
        self, state: QwintoState, seat: Seat, legal: Sequence[Action], habit: int, stream: Stream
    ) -> Action:
        """Habits: pass (0), anything (1), or fill rows (2–5)."""
        fields = without_pass(legal)
        if habit == 0 and PASS in legal and stream.below(8):
            return PASS
        if habit <= 1 or not fields:
            return stream.choice(legal)
        if state.phase != readable.ENTRIES:
            return legal[-1] if stream.below(2) else stream.choice(legal)
        return min(fields, key=lambda action: self._distance(action, sum(state.roll)))

    def _distance(self, action: Action, total: int) -> float:
        return abs(self.game.sheet.fields[action - 1].position - (total - 1) / 2)

    def events(self, before: QwintoState, after: QwintoState) -> Iterator[str]:
        if after.rerolls > before.rerolls:
            yield f"roll again {after.rerolls}"
        if before.phase != readable.ENTRIES:
            return
        for seat in self.seats:
            rows = self._full_rows(after, seat)
            if rows > self._full_rows(before, seat):
                yield f"full row {rows}"
            misthrows = after.sheets[seat].misthrows
            if misthrows > before.sheets[seat].misthrows:
                yield f"misthrow {misthrows}"
        if after.phase == Qwinto.OVER:
            for score in self.game.scores(after):
                yield f"{sum(points > 0 for _, points in score.bonus)} full columns"

    def _full_rows(self, state: QwintoState, seat: int) -> int:
        numbers = state.sheets[seat].numbers
        return sum(
            None not in [numbers[index] for index in line.fields] for line in self.game.sheet.lines
        )
