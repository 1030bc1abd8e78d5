"""The sheet of Qwingo, its states, and their notation as text and JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from ..dice import Die, Roll
from ..errors import InputError
from ..game import PASS, Action, Json, Score, Seat
from ..i18n import T
from ..sheet import Field, SheetSpec
from ..spec import GameSpec
from .layouts import load_sheet
from .turns import TurnGame, read_count, read_object, read_sheets

SETUP, CALL, ROLL, ENTRIES = "setup", "call", "roll", "entries"
"""The secret set-up; then in each turn the caller calls, the die is rolled, and all may enter."""

STARTING_NUMBERS = (10, 20, 30, 40, 50)
HIGHEST = 100
LIGHTNING = "lightning"


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


class QwingoNotation(TurnGame[QwingoState]):
    """The sheet and the states of Qwingo as text and JSON; its rules build on this."""

    def __init__(self, spec: GameSpec, sheet: SheetSpec | None = None) -> None:
        super().__init__(spec, sheet or load_sheet("qwingo"))
        self.boxes = int(self.options["boxes"])
        self.sheet = _with_boxes(self.sheet, self.boxes)
        self.lowest = int(self.options["lowest"])
        self.columns = tuple(line.name for line in self.sheet.lines)
        self.faces = (*self.columns, LIGHTNING)
        self._die = Die("symbol", len(self.faces), 0)
        self._first_call = 1 + len(self.sheet.fields)

    def field_of(self, action: Action) -> tuple[int, int]:
        """The column and the box of the field that an entry names."""
        return divmod(action - 1, self.boxes)

    def call_action(self, number: int) -> Action:
        """The answer that calls `number`."""
        return Action(self._first_call + number)

    def called_number(self, action: Action) -> int:
        """The number that a call names."""
        return action - self._first_call

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
        return tuple(self.parse_sheet(data) for data in read_sheets(sheets, self.players))

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
