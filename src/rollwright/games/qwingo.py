"""The rules of Qwingo, readable. Rule numbers (G1, G2, …) are those of docs/rules/qwingo.md."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from ..dice import Die, Roll
from ..errors import InputError
from ..game import PASS, Action, Json, Score, Seat
from ..i18n import T, Text
from ..sheet import Field, SheetSpec
from ..spec import Family, GameSpec, Option
from .layouts import load_sheet
from .turns import START, Objection, TurnGame, fields_between, read_count, read_object
from .vocabulary import word

SETUP, CALL, ROLL, ENTRIES = "setup", "call", "roll", "entries"
"""The secret set-up; then in each turn the caller calls, the die is rolled, and all may enter."""

STARTING_NUMBERS = (10, 20, 30, 40, 50)
HIGHEST = 100
LIGHTNING = "lightning"

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

Column = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class QwingoScore(Score):
    """Filled boxes by column. Alone, `total` is the number of turns; in company, of boxes."""

    boxes: int = 12

    def format(self) -> Json:
        """The counts as JSON, in the order of the sheet and sorted."""
        return {
            "columns": dict(self.lines),
            "sorted": sorted((count for _, count in self.lines), reverse=True),
            "full": [name for name, count in self.lines if count == self.boxes],
        }


class QwingoState(NamedTuple):
    """A state of Qwingo.

    `sheets` holds for each seat its five columns, each with a number or None in its boxes, from
    the top. `entered` counts the starting numbers that are written; `called` is the number of the
    running turn and `face` what the die shows: the index of a column, or 5 for lightning.
    """

    phase: str
    turn: int
    active: Seat
    sheets: tuple[tuple[Column, ...], ...]
    entered: int = 0
    called: int | None = None
    face: int | None = None


class Qwingo(TurnGame[QwingoState]):
    """Qwingo with its options fixed (G1–G10)."""

    answer_phases = (ENTRIES,)

    def __init__(self, spec: GameSpec, sheet: SheetSpec | None = None) -> None:
        super().__init__(spec, sheet or load_sheet("qwingo"))
        self.boxes = int(self.options["boxes"])
        self.sheet = _with_boxes(self.sheet, self.boxes)
        self.lowest = int(self.options["lowest"])
        self.columns = tuple(line.name for line in self.sheet.lines)
        self.faces = (*self.columns, LIGHTNING)
        self._die = Die("symbol", len(self.faces), 0)
        self._first_call = 1 + len(self.sheet.fields)

    @property
    def result_unit(self) -> str:  # type: ignore[override]
        """Alone the turns count, in company the filled boxes."""
        return "turns" if self.players == 1 else "boxes"

    def field_of(self, action: Action) -> tuple[int, int]:
        """The column and the box of the field that an entry names."""
        return divmod(action - 1, self.boxes)

    def call_action(self, number: int) -> Action:
        """The answer that calls `number`."""
        return Action(self._first_call + number)

    def called_number(self, action: Action) -> int:
        """The number that a call names."""
        return action - self._first_call

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

    # Notation

    def _field_name(self, action: Action) -> str:
        column, box = self.field_of(action)
        return f"{self.sheet.lines[column].letter}{box + 1}"

    def format_action(self, state: QwingoState, action: Action) -> str:
        """``b3``: third box of banana; ``b1=10`` in the set-up; ``call 37``; ``-``."""
        if action == PASS:
            return "-"
        if action >= self._first_call:
            return f"call {self.called_number(action)}"
        name = self._field_name(action)
        return f"{name}={STARTING_NUMBERS[state.entered]}" if state.phase == SETUP else name

    def parse_action(self, state: QwingoState, text: str) -> Action:
        """The inverse of `format_action`."""
        if text == "-":
            return PASS
        if found := re.fullmatch(r"call (\d{1,3})", text, re.ASCII):
            number = int(found[1])
            if not self.lowest <= number <= HIGHEST:
                raise InputError(
                    T("“{text}” is not possible; call a number from {low} to {high}.",
                      text=text, low=self.lowest, high=HIGHEST)
                )  # fmt: skip
            return self.call_action(number)
        name, equals, value = text.partition("=")
        found = re.fullmatch(r"([a-z])([1-9]\d?)", name, re.ASCII)
        if found and found[1] in self.sheet.line_letters and int(found[2]) <= self.boxes:
            if equals:
                self._check_starting_number(state, text, value)
            column = self.sheet.line_letters[found[1]]
            return Action(self.sheet.field(column, int(found[2]) - 1) + 1)
        raise InputError(
            T(
                "“{text}” is no answer; write call and a number, a column ({letters}) and a box "
                "from 1 to {boxes}, such as b3, or - to pass.",
                text=text,
                letters=" ".join(self.sheet.line_letters),
                boxes=self.boxes,
            )
        )

    def _check_starting_number(self, state: QwingoState, text: str, value: str) -> None:
        if state.phase != SETUP or value != str(STARTING_NUMBERS[state.entered]):
            numbers = ", ".join(map(str, STARTING_NUMBERS))
            raise InputError(
                T(
                    "“{text}” does not belong here; the starting numbers {numbers} are written in "
                    "this order, before the first turn.",
                    text=text,
                    numbers=numbers,
                )
            )

    def format_roll(self, state: QwingoState, roll: Roll) -> str:
        """The face by its name: a column or ``lightning``."""
        return self.format_lot(roll) if state.phase == self.LOT else self.faces[roll[0] - 1]

    def parse_roll(self, state: QwingoState, text: str) -> Roll:
        """The inverse of `format_roll`."""
        if state.phase == self.LOT:
            return self.parse_lot(text)
        return (self._parse_face(text) + 1,)

    def _parse_face(self, face: object) -> int:
        if face not in self.faces:
            raise InputError(
                T("“{face}” is not on the die; its faces are: {faces}.",
                  face=face, faces=", ".join(self.faces))
            )  # fmt: skip
        return self.faces.index(str(face))

    # JSON

    def format_roll_json(self, state: QwingoState, roll: Roll) -> Json:
        """``{"face": "banana"}``."""
        if state.phase == self.LOT:
            return self.format_lot_json(roll)
        return {"face": self.faces[roll[0] - 1]}

    def parse_roll_json(self, state: QwingoState, data: Json) -> Roll:
        """The inverse of `format_roll_json`."""
        if state.phase == self.LOT:
            return self.parse_lot_json(data)
        read_object(data, T("The roll"), ("face",))
        return (self._parse_face(data["face"]) + 1,)

    def format_sheet(self, state: QwingoState, seat: Seat) -> Json:
        """``{"banana": [null, 10, …], …}``."""
        return {
            name: list(column)
            for name, column in zip(self.columns, state.sheets[seat], strict=True)
        }

    def parse_sheet(self, data: Json) -> tuple[Column, ...]:
        """One sheet from JSON. Raises `InputError` for numbers that do not ascend downwards."""
        read_object(data, T("The sheet"), self.columns)
        return tuple(self._parse_column(name, data[name]) for name in self.columns)

    def _parse_column(self, name: str, numbers: object) -> Column:
        if not isinstance(numbers, list) or len(numbers) != self.boxes:
            raise InputError(
                T(
                    "“{row}” must be a list of {n} numbers, with null for an empty field.",
                    row=name,
                    n=self.boxes,
                )
            )
        column = tuple(
            None if n is None else read_count(n, f"“{name}”", HIGHEST, self.lowest) for n in numbers
        )
        written = [number for number in column if number is not None]
        for above, below in pairwise(written):
            if below <= above:
                raise InputError(
                    T(
                        "“{column}” has {below} below {above}; numbers must ascend downwards [G6].",
                        column=name,
                        below=below,
                        above=above,
                    )
                )
        return column

    def _parse_sheets(self, sheets: Sequence[Json]) -> tuple[tuple[Column, ...], ...]:
        if not isinstance(sheets, list | tuple) or len(sheets) != self.players:
            raise InputError(T("There must be {n} sheets.", n=self.players))
        return tuple(self.parse_sheet(data) for data in sheets)

    def format_state(self, state: QwingoState) -> Json:
        """The state as JSON."""
        return {
            "phase": state.phase,
            "turn": state.turn,
            "active": int(state.active),
            "sheets": [self.format_sheet(state, seat) for seat in self.seats],
            "entered": state.entered,
            "called": state.called,
            "face": None if state.face is None else self.faces[state.face],
        }

    def parse_state(self, data: Json) -> QwingoState:
        """The inverse of `format_state`."""
        keys = ("phase", "turn", "active", "sheets", "entered", "called", "face")
        read_object(data, T("The state"), keys)
        phases = (self.LOT, SETUP, CALL, ROLL, ENTRIES, self.OVER)
        if data["phase"] not in phases:
            raise InputError(T("“phase” may be: {phases}.", phases=", ".join(phases)))
        called, face = data["called"], data["face"]
        if called is not None:
            read_count(called, "“called”", HIGHEST, self.lowest)
        if (called is None and data["phase"] in (ROLL, ENTRIES)) or (
            face is None and data["phase"] == ENTRIES
        ):
            raise InputError(T("The state lacks the called number or the face of the die."))
        entered = read_count(data["entered"], "“entered”", len(STARTING_NUMBERS))
        sheets = self._parse_sheets(data["sheets"])
        if data["phase"] in (self.LOT, SETUP):
            self._check_set_up(data["phase"], entered, sheets)
        elif entered < len(STARTING_NUMBERS):
            raise InputError(T("“entered” does not agree with “phase”."))
        return QwingoState(
            data["phase"],
            read_count(data["turn"], "“turn”", 10**6),
            Seat(read_count(data["active"], "“active”", self.players - 1)),
            sheets,
            entered,
            called,
            None if face is None else self._parse_face(face),
        )

    def _check_set_up(
        self, phase: str, entered: int, sheets: tuple[tuple[Column, ...], ...]
    ) -> None:
        """G2: the starting numbers so far, one a column; a sheet that may not be seen is empty."""
        if entered > (len(STARTING_NUMBERS) - 1 if phase == SETUP else 0):
            raise InputError(T("“entered” does not agree with “phase”."))
        for sheet in sheets:
            written = [tuple(n for n in column if n is not None) for column in sheet]
            numbers = sorted(column for column in written if column)
            if numbers and numbers != [(number,) for number in STARTING_NUMBERS[:entered]]:
                raise InputError(
                    T("In the set-up a sheet holds the starting numbers so far, one a column.")
                )

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


def _with_boxes(sheet: SheetSpec, boxes: int) -> SheetSpec:
    """The sheet with another number of boxes in each column."""
    lines = []
    fields: list[Field] = []
    for index, line in enumerate(sheet.lines):
        first = len(fields)
        pattern = sheet.fields[line.fields[0]]
        fields += [replace(pattern, line=index, position=n, column=n) for n in range(boxes)]
        lines.append(replace(line, fields=tuple(range(first, first + boxes))))
    return replace(sheet, lines=tuple(lines), fields=tuple(fields))


FAMILY = Family("qwingo", "Qwingo", range(1, 6), OPTIONS, Qwingo)
