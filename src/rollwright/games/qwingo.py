"""The rules of Qwingo, readable. Rule numbers (G1, G2, …) are those of docs/rules/qwingo.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

from ..dice import Die, Roll
from ..errors import InputError
from ..game import PASS, Action, Json, Score, Seat
from ..i18n import T, Text
from ..spec import Family, Option
from ..vocabulary import word
from .qwingo_notation import (
    CALL as CALL,
)
from .qwingo_notation import (
    ENTRIES as ENTRIES,
)
from .qwingo_notation import (
    HIGHEST as HIGHEST,
)
from .qwingo_notation import (
    LIGHTNING as LIGHTNING,
)
from .qwingo_notation import (
    ROLL as ROLL,
)
from .qwingo_notation import (
    SETUP as SETUP,
)
from .qwingo_notation import (
    STARTING_NUMBERS as STARTING_NUMBERS,
)
from .qwingo_notation import (
    Column as Column,
)
from .qwingo_notation import (
    QwingoNotation,
)
from .qwingo_notation import (
    QwingoScore as QwingoScore,
)
from .qwingo_notation import (
    QwingoState as QwingoState,
)
from .turns import START, Objection, fields_between, read_count, read_object

RATINGS = (
    (20, T("Professional")),
    (25, T("Specialist")),
    (30, T("Expert")),
    (35, T("Intermediate")),
    (40, T("Beginner")),
)
"""G9: the words for a game alone, by the most turns it may have taken."""

OPTIONS = (
    START,
    Option(
        "symbol_entry", "must", ("must", "may"), T("the called number must be entered if it fits")
    ),
    Option(
        "lightning_entry",
        "may",
        ("may", "must"),
        T("on lightning the called number may be declined"),
    ),
    Option(
        "tie_break",
        "fullest",
        ("fullest", "printed", "shared"),
        T("several Qwingos: compare the next fullest columns, the printed ones, or share"),
    ),
    Option("lowest", 1, (0, 1), T("the lowest number that may be called")),
    Option("boxes", 12, tuple(range(2, 21)), T("boxes in a column")),
    Option("open_sheets", True, (True, False), T("sheets may be looked at after the set-up")),
)


class Qwingo(QwingoNotation):
    """Qwingo with its options fixed (G1–G10)."""

    answer_phases = (ENTRIES,)

    @property
    def result_unit(self) -> str:  # type: ignore[override]
        """Alone the turns count, in company the filled boxes."""
        return "turns" if self.players == 1 else "boxes"

    # Course of the game

    def initial(self) -> QwingoState:
        """Empty sheets; the lot is drawn first where the options say so."""
        sheet: tuple[Column, ...] = ((None,) * self.boxes,) * len(self.columns)
        state = QwingoState(self.LOT, 0, Seat(0), (sheet,) * self.players)
        return state if self.options["start"] == "random" else self.begin(state)

    def begin(self, state: QwingoState) -> QwingoState:
        """G2: the set-up."""
        return state._replace(phase=SETUP)

    def dice(self, state: QwingoState) -> tuple[tuple[Die, ...], int] | None:
        """G3: the one die, after the call."""
        return ((self._die,), 0) if state.phase == ROLL else None

    def rolled(self, state: QwingoState, roll: Roll) -> QwingoState:
        """G4, G5: everybody is asked where the called number goes."""
        return state._replace(phase=ENTRIES, face=roll[0] - 1)

    def asked(self, state: QwingoState) -> tuple[Seat, ...]:
        """G2, G4, G5: everybody about fields. G3: the caller alone about the call."""
        return (state.active,) if state.phase == CALL else self.seats

    def is_secret(self, state: QwingoState) -> bool:
        """G2: the starting numbers are written in secret."""
        return state.phase == SETUP

    def resolve(self, state: QwingoState, joint: Mapping[Seat, Action]) -> QwingoState:
        """G2–G8, G10."""
        if state.phase == CALL:
            return state._replace(phase=ROLL, called=self.called_number(joint[state.active]))
        if state.phase == SETUP:
            state = self._enter(state, joint, STARTING_NUMBERS[state.entered])
            entered = state.entered + 1
            if entered < len(STARTING_NUMBERS):
                return state._replace(entered=entered)
            return self._next_turn(state._replace(entered=entered, turn=1), state.active)
        state = self._enter(state, joint, state.called)
        if any(self._full_columns(sheet) for sheet in state.sheets):  # G7
            return state._replace(phase=self.OVER)
        return self._next_turn(
            state._replace(turn=state.turn + 1),
            self.next_seat(state.active),  # G8
        )

    def _next_turn(self, state: QwingoState, caller: Seat) -> QwingoState:
        if not any(self.can_win(sheet) for sheet in state.sheets):  # G10
            return state._replace(phase=self.OVER, turn=state.turn - 1)
        return state._replace(phase=CALL, active=caller, called=None, face=None)

    def _enter(
        self, state: QwingoState, joint: Mapping[Seat, Action], number: int | None
    ) -> QwingoState:
        sheets = list(state.sheets)
        for seat, action in joint.items():
            if action == PASS:
                continue
            column, box = self.field_of(action)
            boxes = list(sheets[seat][column])
            boxes[box] = number
            columns = list(sheets[seat])
            columns[column] = tuple(boxes)
            sheets[seat] = tuple(columns)
        return state._replace(sheets=tuple(sheets))

    def _full_columns(self, sheet: tuple[Column, ...]) -> int:
        return sum(None not in column for column in sheet)

    def can_win(self, sheet: tuple[Column, ...]) -> bool:
        """G10: whether some column of the sheet can still be completed."""
        return any(self.can_complete(column) for column in sheet)

    def can_complete(self, column: Column) -> bool:
        """Whether enough different numbers are left for each gap between the written ones."""
        written = [(box, number) for box, number in enumerate(column) if number is not None]
        stops = [(-1, self.lowest - 1), *written, (self.boxes, HIGHEST + 1)]
        return all(
            high_number - low_number >= high_box - low_box
            for (low_box, low_number), (high_box, high_number) in pairwise(stops)
        )

    def has_room(self, column: Column, number: int) -> bool:
        """Whether a number can be written somewhere in the column (G6)."""
        top = max((b for b, n in enumerate(column) if n is not None and n < number), default=-1)
        return number not in column and top + 1 < self.boxes and column[top + 1] is None

    # What may be answered

    def candidates(self, state: QwingoState, seat: Seat) -> Iterable[Action]:
        """All calls; every box in the set-up; else PASS and the boxes with room for the number."""
        if state.phase == CALL:
            return self._calls
        if state.phase == SETUP:
            return self._boxes
        return (PASS, *self._room(state, seat))

    @cached_property
    def _calls(self) -> tuple[Action, ...]:
        return tuple(self.call_action(number) for number in range(self.lowest, HIGHEST + 1))

    @cached_property
    def _boxes(self) -> tuple[Action, ...]:
        return tuple(Action(index + 1) for index in range(len(self.sheet.fields)))

    def _room(self, state: QwingoState, seat: Seat) -> Iterator[Action]:
        """The boxes, in the columns that the die allows, between smaller and greater numbers."""
        face, called = state.face or 0, state.called or 0
        columns = range(len(self.columns)) if face == len(self.columns) else (face,)
        for column in columns:
            boxes = self.sheet.lines[column].fields
            yield from fields_between(boxes, state.sheets[seat][column], called)

    def objection(self, state: QwingoState, seat: Seat, action: Action) -> Objection | None:
        """Why this answer is not legal now, or None."""
        if state.phase == CALL:
            if self.lowest <= self.called_number(action) <= HIGHEST:
                return None
            return Objection(
                "G3", T("Call a number from {low} to {high}.", low=self.lowest, high=HIGHEST)
            )
        if action == PASS:
            return self._objection_to_pass(state, seat)
        return self._objection_to_entry(state, seat, action)

    def _objection_to_pass(self, state: QwingoState, seat: Seat) -> Objection | None:
        """G2; G4 and G5 where the entry is compulsory and the number fits."""
        if state.phase == SETUP:
            number = STARTING_NUMBERS[state.entered]
            return Objection("G2", T("Write the {number} into a free column.", number=number))
        lightning = state.face == len(self.columns)
        if self.options["lightning_entry" if lightning else "symbol_entry"] == "may":
            return None
        for action in self._room(state, seat):
            if self._objection_to_entry(state, seat, action) is None:
                return Objection(
                    "G5" if lightning else "G4",
                    T(
                        "You must enter {number}: it fits, for instance at {field}.",
                        number=state.called,
                        field=self.format_action(state, action),
                    ),
                )
        return None

    def _objection_to_entry(
        self, state: QwingoState, seat: Seat, action: Action
    ) -> Objection | None:
        """G2, G4–G6: a free box of an allowed column, strictly ascending downwards."""
        if not 1 <= action < self._first_call:
            if state.phase == SETUP:
                return self._objection_to_pass(state, seat)
            return Objection("G4", T("Enter the called number in a box, or pass."))
        column, _ = self.field_of(action)
        numbers = state.sheets[seat][column]
        if state.phase == SETUP:
            if any(number is not None for number in numbers):
                return Objection(
                    "G2",
                    T(
                        "The {column} column has its starting number already; each gets one.",
                        column=word(self.columns[column]),
                    ),
                )
            return None
        if state.face not in (column, len(self.columns)):
            return Objection(
                "G4",
                T(
                    "The die shows {face}: the number goes into that column.",
                    face=word(self.faces[state.face or 0]),
                ),
            )
        return self._objection_to_number(state.sheets[seat], action, state.called or 0)

    def _objection_to_number(
        self, sheet: tuple[Column, ...], action: Action, called: int
    ) -> Objection | None:
        """G4, G6: a free box, strictly ascending downwards."""
        column, box = self.field_of(action)
        numbers = sheet[column]
        if numbers[box] is not None:
            name = self._field_name(action)
            return Objection(
                "G4", T("{field} already holds {number}.", field=name, number=numbers[box])
            )
        for other, number in enumerate(numbers):
            if number is None:
                continue
            if other < box and number >= called:
                return Objection(
                    "G6",
                    T("{number} cannot stand at {field}: {other} stands above it.",
                      number=called, field=self._field_name(action), other=number),
                )  # fmt: skip
            if other > box and number <= called:
                return Objection(
                    "G6",
                    T("{number} cannot stand at {field}: {other} stands below it.",
                      number=called, field=self._field_name(action), other=number),
                )  # fmt: skip
        return None

    # Writing without dice, on a score sheet beside a real table

    def objection_to_writing(
        self, state: QwingoState, action: Action, number: int
    ) -> Objection | None:
        """G4, G6: what holds for a number in a box whatever the die shows."""
        if not 1 <= action < self._first_call:
            return Objection("G4", T("There is no field {action} on this sheet.", action=action))
        if not self.lowest <= number <= HIGHEST:
            return Objection(
                "G3", T("Call a number from {low} to {high}.", low=self.lowest, high=HIGHEST)
            )
        return self._objection_to_number(state.sheets[0], action, number)

    def written(self, state: QwingoState, action: Action, number: int) -> QwingoState:
        """The state with the number entered."""
        return self._enter(state, {Seat(0): action}, number)

    def ends_game(self, state: QwingoState) -> bool:
        """G7: whether what stands on the sheets ends the game."""
        return any(self._full_columns(sheet) for sheet in state.sheets)

    def default(self, state: QwingoState, seat: Seat) -> Action:
        """Pass or the box that keeps most room; in the set-up a box where the column stays open.

        A caller whose time is up calls the number in the middle.
        """
        legal = self.legal(state, seat)
        if not legal or PASS in legal:
            return super().default(state, seat)
        if state.phase == CALL:
            return self.call_action(HIGHEST // 2)
        if state.phase == SETUP:
            number = STARTING_NUMBERS[state.entered]
            box = min(number * self.boxes // HIGHEST, self.boxes - 1)
            free = [c for c, column in enumerate(state.sheets[seat]) if set(column) == {None}]
            return Action(self.sheet.field(free[0], box) + 1)
        return legal[len(legal) // 2]

    def view(self, state: QwingoState, seat: Seat | None) -> QwingoState:
        """G2: during the set-up, and with open_sheets=false until the end, only the own sheet."""
        hidden = state.phase == SETUP or not (
            self.options["open_sheets"] or state.phase == self.OVER
        )
        if not hidden:
            return state
        empty: tuple[Column, ...] = ((None,) * self.boxes,) * len(self.columns)
        return state._replace(
            sheets=tuple(
                sheet if other == seat else empty for other, sheet in enumerate(state.sheets)
            )
        )

    # Result

    def _counts(self, sheet: tuple[Column, ...]) -> tuple[int, ...]:
        return tuple(sum(number is not None for number in column) for column in sheet)

    def sheet_score(self, sheet: tuple[Column, ...]) -> QwingoScore:
        """The filled boxes of one sheet."""
        counts = self._counts(sheet)
        lines = tuple(zip(self.columns, counts, strict=True))
        return QwingoScore(lines, (), 0, sum(counts), self.boxes)

    def scores(self, state: QwingoState) -> tuple[Score, ...]:
        """Filled boxes; G9: alone, `total` is the number of turns."""
        scores = tuple(self.sheet_score(sheet) for sheet in state.sheets)
        if self.players == 1:
            return tuple(replace(score, total=state.turn) for score in scores)
        return scores

    def rank_key(self, state: QwingoState, seat: Seat) -> tuple[int, ...]:
        """G7: the fullest column first, then what the option tie_break compares."""
        counts = self._counts(state.sheets[seat])
        fullest, *others = sorted(counts, reverse=True)
        if self.options["tie_break"] == "fullest":
            return (fullest, *others)
        if self.options["tie_break"] == "printed":
            return (fullest, *counts[1:])
        return (fullest,)

    def rating(self, state: QwingoState) -> Text | None:
        """G9: the word for a game alone, by its number of turns; None in company."""
        if self.players > 1 or state.phase != self.OVER:
            return None
        if any(self._full_columns(sheet) for sheet in state.sheets):
            for most, name in RATINGS:
                if state.turn <= most:
                    return name
        return T("unrated")

    def score_sheet(self, data: Json) -> Score:
        """The filled boxes of one sheet given as JSON."""
        return self.sheet_score(self.parse_sheet(data))

    def position(self, sheets: Sequence[Json], roll: Json, active: Seat) -> QwingoState:
        """The state after the call and the roll, before the entries."""
        read_count(active, "“active”", self.players - 1)
        read_object(roll, T("The roll"), ("called", "face"))
        parsed = self._parse_sheets(sheets)
        if any(self._full_columns(sheet) for sheet in parsed):
            raise InputError(T("The game is over on these sheets."))
        return QwingoState(
            ENTRIES,
            1,
            active,
            parsed,
            len(STARTING_NUMBERS),
            read_count(roll["called"], "“called”", HIGHEST, self.lowest),
            self._parse_face(roll["face"]),
        )


FAMILY = Family("qwingo", "Qwingo", range(1, 6), OPTIONS, Qwingo)
