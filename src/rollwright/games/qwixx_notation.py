"""The sheet of Qwixx, its states, and their notation as text and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..dice import Die, Roll
from ..errors import InputError
from ..game import PASS, Action, Json, Seat
from ..i18n import T
from ..sheet import SheetSpec
from ..spec import GameSpec
from ..vocabulary import word
from .layouts import load_sheet
from .turns import TurnGame, read_count, read_object, read_sheets

ROLL, WHITE, COLOUR = "roll", "white", "colour"
"""Phases of a turn: the dice are rolled, all may use the white sum, the roller may add a colour."""


class QwixxSheet(NamedTuple):
    """One player's sheet: the positions crossed in each row, ascending from the left; misthrows."""

    rows: tuple[tuple[int, ...], ...]
    misthrows: int = 0


class QwixxState(NamedTuple):
    """A state of Qwixx.

    `closed` tells for each row whether it is closed for everybody. `roll` holds the faces of all
    six dice, 0 for one that has left the game, and is empty between turns. `white_mark` is the
    active player's answer to action 1 while action 2 is played.
    """

    phase: str
    turn: int
    active: Seat
    sheets: tuple[QwixxSheet, ...]
    closed: tuple[bool, ...]
    roll: Roll = ()
    white_mark: Action = PASS


class QwixxNotation(TurnGame[QwixxState]):
    """The sheet and the states of Qwixx as text and JSON; its rules build on this."""

    def __init__(self, spec: GameSpec, sheet: SheetSpec | None = None) -> None:
        super().__init__(spec, sheet or load_sheet(f"qwixx_{spec['layout']}"))
        faces = self.sheet.faces
        self.colours = tuple(line.name for line in self.sheet.lines)
        names = ("white 1", "white 2", *self.colours)
        self._dice = tuple(Die(name, faces, index) for index, name in enumerate(names))
        # A lock takes out the die of the colour of its row's last field; rows are named by it.
        self.lock_die = tuple(
            2 + self.colours.index(str(self.sheet.fields[line.fields[-1]].colour))
            for line in self.sheet.lines
        )
        self._lines = tuple(field.line for field in self.sheet.fields)
        self._positions = tuple(field.position for field in self.sheet.fields)

    def last_position(self, row: int) -> int:
        """The position of the row's last number, which carries the lock."""
        return len(self.sheet.lines[row].fields) - 1

    def field_of(self, action: Action) -> tuple[int, int]:
        """The row and the position of the field that an answer crosses."""
        return self._lines[action - 1], self._positions[action - 1]

    def _letter(self, die: Die) -> str:
        return self.sheet.lines[die.index - 2].letter

    # Notation

    def _field_name(self, row: int, position: int) -> str:
        line = self.sheet.lines[row]
        return f"{line.letter}{self.sheet.fields[line.fields[position]].number}"

    def format_action(self, state: QwixxState, action: Action) -> str:
        """``r7``: the row's letter and the number; ``-`` for pass."""
        return "-" if action == PASS else self._field_name(*self.field_of(action))

    def parse_action(self, state: QwixxState, text: str) -> Action:
        """The inverse of `format_action`."""
        if text == "-":
            return PASS
        row = self.sheet.line_letters.get(text[:1])
        if row is not None:
            for position, index in enumerate(self.sheet.lines[row].fields):
                if self._field_name(row, position) == text:
                    return Action(index + 1)
        raise InputError(
            T(
                "“{text}” is no answer; write a row ({letters}) and a number on it, such as "
                "{row}7, or - to pass.",
                text=text,
                letters=" ".join(self.sheet.line_letters),
                row=self.sheet.lines[0].letter,
            )
        )

    def format_roll(self, state: QwixxState, roll: Roll) -> str:
        """``w34 r2 y5 g6 b1``: the white dice, then the coloured ones in the game."""
        if state.phase == self.LOT:
            return self.format_lot(roll)
        dice, _ = self.dice(state) or ((), 0)
        coloured = zip(dice[2:], roll[2:], strict=True)
        words = [f"{self._letter(die)}{face}" for die, face in coloured]
        return " ".join([f"w{roll[0]}{roll[1]}", *words])

    def parse_roll(self, state: QwixxState, text: str) -> Roll:
        """The inverse of `format_roll`; the coloured dice may stand in any order."""
        if state.phase == self.LOT:
            return self.parse_lot(text)
        dice, _ = self.dice(state) or ((), 0)
        expected = " ".join(["w··", *(f"{self._letter(die)}·" for die in dice[2:])])
        problem = InputError(
            T("“{text}” should be a roll like this: {expected}.", text=text, expected=expected)
        )
        faces: dict[str, str] = {}
        for item in text.split():
            if item[:1] in faces:
                raise problem
            faces[item[:1]] = item[1:]
        names = ["w", *(self._letter(die) for die in dice[2:])]
        if set(faces) != set(names) or len(faces["w"]) != 2:
            raise problem
        digits = "".join(faces[name] for name in names)
        if len(digits) != len(dice) or not (digits.isascii() and digits.isdigit()):
            raise problem
        return tuple(int(digit) for digit in digits)

    # JSON

    def format_sheet(self, state: QwixxState, seat: Seat) -> Json:
        """``{"red": [2, 5], …, "misthrows": 1, "closed": ["blue"]}``."""
        sheet = state.sheets[seat]
        data: Json = {}
        for row, crossed in enumerate(sheet.rows):
            fields = self.sheet.lines[row].fields
            data[self.colours[row]] = [self.sheet.fields[fields[p]].number for p in crossed]
        data["misthrows"] = sheet.misthrows
        data["closed"] = [c for c, closed in zip(self.colours, state.closed, strict=True) if closed]
        return data

    def parse_sheet(self, data: Json) -> QwixxSheet:
        """One sheet from JSON. Raises `InputError` for crosses that could not have been made."""
        read_object(data, T("The sheet"), self.colours, ("misthrows", "closed"))
        rows = tuple(self._parse_row(row, data[name]) for row, name in enumerate(self.colours))
        most = int(self.options["max_misthrows"])
        misthrows = read_count(data.get("misthrows", 0), "“misthrows”", most)
        self._parse_closed(data)
        return QwixxSheet(rows, misthrows)

    def _parse_row(self, row: int, numbers: object) -> tuple[int, ...]:
        name = self.colours[row]
        printed = [self.sheet.fields[index].number for index in self.sheet.lines[row].fields]
        if not isinstance(numbers, list):
            raise InputError(T("“{row}” must be a list of numbers, such as [2, 5].", row=name))
        crossed: list[int] = []
        for number in numbers:
            if type(number) is not int or number not in printed:
                raise InputError(
                    T(
                        "“{row}” has {number}, which is not on the sheet; its numbers are: "
                        "{printed}.",
                        row=name,
                        number=number,
                        printed=", ".join(map(str, printed)),
                    )
                )
            position = printed.index(number)
            if crossed and position <= crossed[-1]:
                raise InputError(
                    T(
                        "“{row}” has {number} after {before}; crosses go from left to right: "
                        "{printed}.",
                        row=name,
                        number=number,
                        before=printed[crossed[-1]],
                        printed=", ".join(map(str, printed)),
                    )
                )
            if position == self.last_position(row) and len(crossed) < int(
                self.options["marks_to_lock"]
            ):
                raise InputError(
                    T(
                        "“{row}” has the last number, {number}: it needs {needed} crosses before "
                        "it, and there are {n} [Q4].",
                        row=name,
                        number=number,
                        n=len(crossed),
                        needed=self.options["marks_to_lock"],
                    )
                )
            crossed.append(position)
        return tuple(crossed)

    def _parse_closed(self, data: Json) -> set[int]:
        names = data.get("closed", [])
        if not isinstance(names, list) or any(name not in self.colours for name in names):
            raise InputError(
                T("“closed” must be a list of rows out of: {rows}.", rows=", ".join(self.colours))
            )
        return {self.colours.index(name) for name in names}

    def _parse_sheets(
        self, sheets: Sequence[Json]
    ) -> tuple[tuple[QwixxSheet, ...], tuple[bool, ...]]:
        """All sheets, and the rows that are closed: named so on any sheet, or locked on one."""
        parsed = tuple(self.parse_sheet(data) for data in read_sheets(sheets, self.players))
        closed = set().union(*(self._parse_closed(data) for data in sheets))
        for sheet in parsed:
            closed |= {r for r, row in enumerate(sheet.rows) if self.last_position(r) in row}
        return parsed, tuple(row in closed for row in range(len(self.colours)))

    def _format_faces(self, faces: Roll) -> Json:
        data: Json = {"white": list(faces[:2])}
        data |= {name: face for name, face in zip(self.colours, faces[2:], strict=True) if face}
        return data

    def _parse_faces(self, data: Json, closed: tuple[bool, ...] | None = None) -> Roll:
        """All faces from JSON; where `closed` is given, exactly the dice in the game must roll."""
        read_object(data, T("The roll"), ("white",), self.colours)
        white = data["white"]
        if not isinstance(white, list) or len(white) != 2:
            raise InputError(T("“white” must be a list of two faces, such as [3, 4]."))
        faces = [read_count(face, "“white”", self.sheet.faces, 1) for face in white]
        gone = {self.lock_die[row] for row, is_closed in enumerate(closed or ()) if is_closed}
        for die, name in enumerate(self.colours, start=2):
            if name in data:
                if die in gone:
                    raise InputError(
                        T("The roll has a {colour} die, but that row is closed.", colour=word(name))
                    )
                faces.append(read_count(data[name], f"“{name}”", self.sheet.faces, 1))
            elif closed is not None and die not in gone:
                raise InputError(T("The roll lacks the {colour} die.", colour=word(name)))
            else:
                faces.append(0)
        return tuple(faces)

    def format_roll_json(self, state: QwixxState, roll: Roll) -> Json:
        """``{"white": [3, 4], "red": 2, …}``."""
        if state.phase == self.LOT:
            return self.format_lot_json(roll)
        return self._format_faces(self.rolled(state, roll).roll)

    def parse_roll_json(self, state: QwixxState, data: Json) -> Roll:
        """The inverse of `format_roll_json`."""
        if state.phase == self.LOT:
            return self.parse_lot_json(data)
        faces = self._parse_faces(data, state.closed)
        return tuple(face for face in faces if face)

    def format_state(self, state: QwixxState) -> Json:
        """The state as JSON."""
        return {
            "phase": state.phase,
            "turn": state.turn,
            "active": int(state.active),
            "sheets": [self.format_sheet(state, seat) for seat in self.seats],
            "roll": self._format_faces(state.roll) if state.roll else None,
            "white_mark": self.format_action(state, state.white_mark),
        }

    def parse_state(self, data: Json) -> QwixxState:
        """The inverse of `format_state`."""
        keys = ("phase", "turn", "active", "sheets", "roll", "white_mark")
        read_object(data, T("The state"), keys)
        sheets, closed = self._parse_sheets(data["sheets"])
        phases = (self.LOT, ROLL, WHITE, COLOUR, self.OVER)
        if data["phase"] not in phases:
            raise InputError(T("“phase” may be: {phases}.", phases=", ".join(phases)))
        if data["roll"] is None and data["phase"] in (WHITE, COLOUR):
            raise InputError(T("The state lacks a roll."))
        state = QwixxState(
            data["phase"],
            read_count(data["turn"], "“turn”", 10**6),
            Seat(read_count(data["active"], "“active”", self.players - 1)),
            sheets,
            closed,
            self._parse_faces(data["roll"]) if data["roll"] is not None else (),
        )
        return state._replace(white_mark=self._parse_white_mark(state, data["white_mark"]))

    def _parse_white_mark(self, state: QwixxState, text: object) -> Action:
        """The active player's white mark, which he must have on his sheet."""
        mark = self.parse_action(state, text) if isinstance(text, str) else None
        if mark is not None and mark != PASS:
            row, position = self.field_of(mark)
            crossed = state.sheets[state.active].rows[row]
            mark = mark if state.phase in (COLOUR, self.OVER) and position in crossed else None
        if mark is None:
            raise InputError(
                T("“white_mark” must be the active player's white mark of this turn, or “-”.")
            )
        return mark
