"""Qwixx: the kernel's states decoded, and games steered towards closings and misthrows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rollwright.dice import Chance, Roll, Stream
from rollwright.game import PASS, Action, Seat
from rollwright.games import qwixx as readable
from rollwright.games.qwixx import Qwixx, QwixxSheet, QwixxState

from .twins import Twin, without_pass

PHASES = (Qwixx.LOT, readable.ROLL, readable.WHITE, readable.COLOUR, Qwixx.OVER)


class QwixxTwin(Twin):
    family = "qwixx"
    policies = ("random", "greedy", "ga")
    sheet_fields = ("crosses", "counts", "reached", "misthrows")
    game: Qwixx

    def decoded(self) -> QwixxState:
        state = self.state
        dice, closed = tuple(state["dice"].tolist()), int(state["closed"])
        return QwixxState(
            PHASES[state["phase"]],
            int(state["turn"]),
            Seat(int(state["active"])),
            self.sheets(),
            tuple([bool(closed >> row & 1) for row in range(len(self.game.sheet.lines))]),
            dice if any(dice) else (),
            Action(int(state["white_mark"])),
        )

    def decoded_sheet(self, seat: Seat) -> QwixxSheet:
        state = self.state
        crosses = int(state["crosses"][seat])
        rows = tuple(
            tuple([p for p, index in enumerate(line.fields) if crosses >> index + 1 & 1])
            for line in self.game.sheet.lines
        )
        # What the kernel keeps beside the crosses must agree with them.
        self.agree([len(row) for row in rows], state["counts"][seat].tolist())
        self.agree([row[-1] + 1 if row else 0 for row in rows], state["reached"][seat].tolist())
        return QwixxSheet(rows, int(state["misthrows"][seat]))

    def steered_roll(self, state: QwixxState, node: Chance, stream: Stream) -> Roll:
        """Often the greatest and smallest sums, which close rows."""
        faces = [1 + stream.below(die.sides) for die in node.dice]
        if state.phase == Qwixx.LOT:
            return tuple(faces)
        kind, extreme = stream.below(4), stream.choice((1, 6))
        if kind == 0:
            faces[:2] = [extreme, extreme]
        elif kind == 1:
            faces = [extreme if stream.below(3) else face for face in faces]
        return tuple(faces)

    def steered_answer(
        self, state: QwixxState, seat: Seat, legal: Sequence[Action], habit: int, stream: Stream
    ) -> Action:
        """Habits: pass (0), anything (1, 2), skip little and close rows (3, 4) or fill them (5)."""
        fields = without_pass(legal)
        if habit == 0 and PASS in legal and stream.below(6):
            return PASS
        if habit <= 2 or not fields:
            return stream.choice(legal)
        if habit == 5:
            fields = [a for a in fields if self._skipped(state.sheets[seat], a) <= 2] or fields
            return PASS if PASS in legal and self._is_last(fields[0]) else fields[0]
        locks = [action for action in fields if self._is_last(action)]
        if locks:
            return stream.choice(locks)
        return min(fields, key=lambda action: self._skipped(state.sheets[seat], action))

    def _is_last(self, action: Action) -> bool:
        row, position = self.game.field_of(action)
        return position == self.game.last_position(row)

    def _skipped(self, sheet: QwixxSheet, action: Action) -> int:
        row, position = self.game.field_of(action)
        return position - (sheet.rows[row][-1] if sheet.rows[row] else -1)

    def events(self, before: QwixxState, after: QwixxState) -> Iterator[str]:
        closed = sum(after.closed) - sum(before.closed)
        if closed:
            yield f"{closed} closed in action {1 if before.phase == readable.WHITE else 2}"
            if self._lockers(after) - self._lockers(before) > closed:
                yield "a row closed by several"
            if after.phase == readable.COLOUR and sum(after.closed) > 1:
                yield "action 2 after a second closing"
        if before.phase == readable.WHITE and after.phase == Qwixx.OVER:
            yield "over in action 1"
        for old, new in zip(before.sheets, after.sheets, strict=True):
            if new.misthrows > old.misthrows:
                yield f"misthrow {new.misthrows}"
            if max(map(len, new.rows)) > max(7, *map(len, old.rows)):
                yield "eight crosses or more in a row"

    def _lockers(self, state: QwixxState) -> int:
        return sum(
            self.game.last_position(row) in crossed
            for sheet in state.sheets
            for row, crossed in enumerate(sheet.rows)
        )
