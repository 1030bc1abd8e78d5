"""Qwingo: the kernel's states decoded, and games steered towards full and dead columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from types import ModuleType

from rollwright.dice import Chance, Roll, Stream
from rollwright.game import Action, Decision, Seat
from rollwright.games import qwingo as readable
from rollwright.games.qwingo import Column, Qwingo, QwingoState

from .twins import Twin, without_pass

PHASES = (
    Qwingo.LOT,
    readable.SETUP,
    readable.CALL,
    readable.ROLL,
    readable.ENTRIES,
    Qwingo.OVER,
)


class QwingoTwin(Twin):
    family = "qwingo"
    policies = ("random", "greedy")
    sheet_fields = ("numbers", "counts", "can_fill")
    game: Qwingo

    def __init__(self, game: Qwingo, kernel: ModuleType, plain: bool = False) -> None:
        super().__init__(game, kernel, plain)
        self._can_complete = cache(game.can_complete)
        self._fitting = cache(self._found_fitting)
        self._calls: tuple[Action, ...] = ()

    def decoded(self) -> QwingoState:
        state = self.state
        called, face = int(state["called"]), int(state["face"])
        return QwingoState(
            PHASES[state["phase"]],
            int(state["turn"]),
            Seat(int(state["active"])),
            self.sheets(),
            int(state["entered"]),
            None if called < 0 else called,
            None if face < 0 else face,
        )

    def decoded_sheet(self, seat: Seat) -> tuple[Column, ...]:
        columns = tuple(
            tuple([None if n < 0 else n for n in numbers[: self.game.boxes]])
            for numbers in self.state["numbers"][seat].tolist()
        )
        # What the kernel keeps beside the numbers must agree with them.
        filled = [len(column) - column.count(None) for column in columns]
        self.agree(filled, self.state["counts"][seat].tolist())
        can_fill = [self._can_complete(column) for column in columns]
        self.agree(can_fill, self.state["can_fill"][seat].tolist())
        return columns

    def expected_legal(self, state: QwingoState, seat: Seat) -> tuple[Action, ...]:
        """Those to a call are the same in every turn, and take half of all time to find out."""
        if state.phase != readable.CALL:
            return super().expected_legal(state, seat)
        if seat != state.active:
            return ()
        if not self._calls:
            self._calls = super().expected_legal(state, seat)
        return self._calls

    def legal(self, seat: Seat) -> tuple[Action, ...]:
        size = self.kernel.legal(self.rules, self.state, seat, self.work)
        return tuple(self.work["room"][:size].tolist())

    def drawn_policy(self, node: Decision, stream: Stream) -> str:
        rarely = 12
        if node.phase == readable.CALL:
            hidden = not self.game.options["open_sheets"] and len(self.seats) == 2
            rarely = 150 if hidden else 600
        return "random" if stream.below(rarely) else "greedy"

    def steered_roll(self, state: QwingoState, node: Chance, stream: Stream) -> Roll:
        """Often lightning."""
        sides = node.dice[0].sides
        if state.phase == readable.ROLL and not stream.below(3):
            return (sides,)
        return (1 + stream.below(sides),)

    def steered_answer(
        self, state: QwingoState, seat: Seat, legal: Sequence[Action], habit: int, stream: Stream
    ) -> Action:
        """Habits: anything (0), spoil columns (1), or write numbers evenly (2–5)."""
        if state.phase == readable.CALL:
            some = [stream.choice(legal) for _ in range(3)]
            return max(some, key=lambda action: self._room(state, self.game.called_number(action)))
        fields = without_pass(legal)
        if habit == 0 or not fields or not stream.below(8):
            return stream.choice(legal)
        if habit == 1:
            return stream.choice((fields[0], fields[-1]))
        number = state.called
        if state.phase == readable.SETUP:
            number = readable.STARTING_NUMBERS[state.entered]
        return min(fields, key=lambda action: self._distance(action, number or 0))

    def _room(self, state: QwingoState, number: int) -> int:
        """In how many columns that can still be completed a number fits."""
        return sum([self._fitting(c) >> number & 1 for sheet in state.sheets for c in sheet])

    def _found_fitting(self, column: Column) -> int:
        """The numbers that fit in a column as bits, none where it cannot be completed."""
        if not self._can_complete(column):
            return 0
        bits, low, is_free = 0, self.game.lowest - 1, False
        for number in (*column, readable.HIGHEST + 1):
            if number is None:
                is_free = True
            else:
                if is_free:
                    bits |= (1 << number) - (1 << low + 1)
                low, is_free = number, False
        return bits

    def _distance(self, action: Action, number: int) -> float:
        _, box = self.game.field_of(action)
        return abs(box - number * self.game.boxes / readable.HIGHEST)

    def events(self, before: QwingoState, after: QwingoState) -> Iterator[str]:
        if before.phase not in (readable.ENTRIES, readable.SETUP):
            return
        full = 0
        for old, new in zip(before.sheets, after.sheets, strict=True):
            full += any(None not in column for column in new)
            for column, later in zip(old, new, strict=True):
                if self._can_complete(column) and not self._can_complete(later):
                    yield "dead column"
        if after.phase == Qwingo.OVER:
            yield {0: "over without a Qwingo", 1: "one Qwingo"}.get(full, "several Qwingos")
        if before.phase == readable.ENTRIES and before.sheets == after.sheets:
            yield "nobody enters"
