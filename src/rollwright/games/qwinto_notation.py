"""The sheet of Qwinto, its states, and their notation as text and JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from ..dice import Die, Roll
from ..errors import InputError
from ..game import PASS, Action, Json, Seat
from ..i18n import T
from ..sheet import SheetSpec
from ..spec import GameSpec
from .layouts import load_sheet
from .turns import TurnGame, read_count, read_object, read_sheets

CHOOSE, ROLL, KEEP, ENTRIES = "choose", "roll", "keep", "entries"
"""Phases of a turn: the roller chooses dice, rolls, keeps or rolls again; then all may enter."""

MAX_MISTHROWS = 4


class QwintoSheet(NamedTuple):
    """One player's sheet: the number in each field, None where it is empty; misthrows."""

    numbers: tuple[int | None, ...]
    misthrows: int = 0


class QwintoState(NamedTuple):
    """A state of Qwinto.

    `chosen` tells which dice the active player rolls this turn, in the order of the rows;
    `roll` holds their faces, 0 for a die that was left out, and `rerolls` counts the repeats.
    """

    phase: str
    turn: int
    active: Seat
    sheets: tuple[QwintoSheet, ...]
    chosen: tuple[bool, ...] = ()
    roll: Roll = ()
    rerolls: int = 0


class QwintoNotation(TurnGame[QwintoState]):
    """The sheet and the states of Qwinto as text and JSON; its rules build on this."""

    def __init__(self, spec: GameSpec, sheet: SheetSpec | None = None) -> None:
        super().__init__(spec, sheet or load_sheet("qwinto"))
        rows = range(len(self.sheet.lines))
        self.colours = tuple(line.name for line in self.sheet.lines)
        self._dice = tuple(Die(self.colours[r], self.sheet.faces, r) for r in rows)
        self._dice_sets = tuple(
            tuple(row in subset for row in rows)
            for size in range(1, len(rows) + 1)
            for subset in combinations(rows, size)
        )
        fields = len(self.sheet.fields)
        self._first_set = fields + 1
        self.keep = Action(self._first_set + len(self._dice_sets))
        self.reroll = Action(self.keep + 1)

    def dice_set(self, action: Action) -> tuple[bool, ...]:
        """Which dice a choice of dice takes."""
        return self._dice_sets[action - self._first_set]

    def _order_problem(
        self, numbers: Sequence[int | None], index: int, total: int
    ) -> tuple[bool, int] | None:
        """The number on the left (True) or right (False) that forbids `total` in this field."""
        for other in self.sheet.lines[self.sheet.fields[index].line].fields:
            number = numbers[other]
            if number is not None and other < index and number >= total:
                return True, number
            if number is not None and other > index and number <= total:
                return False, number
        return None

    def _column_numbers(self, numbers: Sequence[int | None], index: int) -> list[int | None]:
        """The numbers in the same column that must differ from the one in this field."""
        column = self.sheet.columns[self.sheet.fields[index].column]
        if self.options["column_rule"] == "three_field_columns" and len(column) < 3:
            return []
        return [numbers[other] for other in column if other != index]

    # Notation

    def _field_name(self, index: int) -> str:
        field = self.sheet.fields[index]
        return f"{self.sheet.lines[field.line].letter}{field.position + 1}"

    def _set_name(self, dice_set: tuple[bool, ...]) -> str:
        return "".join(
            line.letter for line, taken in zip(self.sheet.lines, dice_set, strict=True) if taken
        )

    @cached_property
    def _words(self) -> dict[str, Action]:
        words = {"-": PASS, "keep": self.keep, "reroll": self.reroll}
        words |= {self._field_name(i): Action(i + 1) for i in range(len(self.sheet.fields))}
        words |= {
            self._set_name(dice_set): Action(self._first_set + n)
            for n, dice_set in enumerate(self._dice_sets)
        }
        return words

    @cached_property
    def _action_names(self) -> dict[Action, str]:
        return {action: text for text, action in self._words.items()}

    def format_action(self, state: QwintoState, action: Action) -> str:
        """``o4``: the fourth field of orange; ``oy``: two dice; ``keep``, ``reroll``, ``-``."""
        return self._action_names[action]

    def parse_action(self, state: QwintoState, text: str) -> Action:
        """The inverse of `format_action`."""
        if text in self._words:
            return self._words[text]
        if state.phase == CHOOSE:
            right = " ".join(self._set_name(dice_set) for dice_set in self._dice_sets)
        elif state.phase == KEEP:
            right = "keep reroll"
        else:
            right = f"{self._field_name(0)} … {self._field_name(len(self.sheet.fields) - 1)} -"
        raise InputError(T("“{text}” is no answer; possible are: {right}.", text=text, right=right))

    def format_roll(self, state: QwintoState, roll: Roll) -> str:
        """``o3 y4``: the chosen dice."""
        if state.phase == self.LOT:
            return self.format_lot(roll)
        dice, _ = self.dice(state) or ((), 0)
        return " ".join(
            f"{self.sheet.lines[die.index].letter}{face}"
            for die, face in zip(dice, roll, strict=True)
        )

    def parse_roll(self, state: QwintoState, text: str) -> Roll:
        """The inverse of `format_roll`; the dice may stand in any order."""
        if state.phase == self.LOT:
            return self.parse_lot(text)
        dice, _ = self.dice(state) or ((), 0)
        letters = [self.sheet.lines[die.index].letter for die in dice]
        faces = {item[:1]: item[1:] for item in text.split()}
        if set(faces) != set(letters) or len(text.split()) != len(letters):
            faces = {}
        if not faces or any(not re.fullmatch("[0-9]{1,3}", face) for face in faces.values()):
            expected = " ".join(f"{letter}·" for letter in letters)
            raise InputError(
                T("“{text}” should be a roll like this: {expected}.", text=text, expected=expected)
            )
        return tuple(int(faces[letter]) for letter in letters)

    # JSON

    def format_sheet(self, state: QwintoState, seat: Seat) -> Json:
        """``{"orange": [null, 3, …], …, "misthrows": 0}``."""
        sheet = state.sheets[seat]
        data: Json = {
            line.name: [sheet.numbers[index] for index in line.fields] for line in self.sheet.lines
        }
        data["misthrows"] = sheet.misthrows
        return data

    def parse_sheet(self, data: Json) -> QwintoSheet:
        """One sheet from JSON. Raises `InputError` for numbers that could not have been entered."""
        read_object(data, T("The sheet"), self.colours, ("misthrows",))
        most = self.sheet.faces * len(self._dice)
        numbers: list[int | None] = []
        for line in self.sheet.lines:
            row = data[line.name]
            if not isinstance(row, list) or len(row) != len(line.fields):
                raise InputError(
                    T(
                        "“{row}” must be a list of {n} numbers, with null for an empty field.",
                        row=line.name,
                        n=len(line.fields),
                    )
                )
            numbers += [
                None if n is None else read_count(n, f"“{line.name}”", most, 1) for n in row
            ]
        for index, number in enumerate(numbers):
            if number is not None:
                self._check_number(numbers, index, number)
        misthrows = read_count(data.get("misthrows", 0), "“misthrows”", MAX_MISTHROWS)
        return QwintoSheet(tuple(numbers), misthrows)

    def _check_number(self, numbers: Sequence[int | None], index: int, number: int) -> None:
        name = self._field_name(index)
        problem = self._order_problem(numbers, index, number)
        if problem is not None:
            raise InputError(
                T(
                    "“{row}” has {number} at {field} and {other} beside it; numbers must ascend "
                    "from left to right [W3].",
                    row=self.colours[self.sheet.fields[index].line],
                    number=number,
                    field=name,
                    other=problem[1],
                )
            )
        if number in self._column_numbers(numbers, index):
            raise InputError(
                T(
                    "{number} at {field} stands twice in its column; each number may stand there "
                    "once [W3].",
                    number=number,
                    field=name,
                )
            )

    def _parse_sheets(self, sheets: Sequence[Json]) -> tuple[QwintoSheet, ...]:
        return tuple(self.parse_sheet(data) for data in read_sheets(sheets, self.players))

    def _format_faces(self, faces: Roll) -> Json:
        return {name: face for name, face in zip(self.colours, faces, strict=True) if face}

    def _parse_faces(self, data: Json) -> Roll:
        read_object(data, T("The roll"), (), self.colours)
        if not data:
            raise InputError(T("At least one die must be rolled."))
        return tuple(
            read_count(data[name], f"“{name}”", self.sheet.faces, 1) if name in data else 0
            for name in self.colours
        )

    def format_roll_json(self, state: QwintoState, roll: Roll) -> Json:
        """``{"orange": 3, "purple": 4}``."""
        if state.phase == self.LOT:
            return self.format_lot_json(roll)
        return self._format_faces(self.rolled(state, roll).roll)

    def parse_roll_json(self, state: QwintoState, data: Json) -> Roll:
        """The inverse of `format_roll_json`."""
        if state.phase == self.LOT:
            return self.parse_lot_json(data)
        faces = self._parse_faces(data)
        if tuple(bool(face) for face in faces) != state.chosen:
            raise InputError(T("The roll must be of the chosen dice: {dice}.",
                               dice=self._set_name(state.chosen)))  # fmt: skip
        return tuple(face for face in faces if face)

    def format_state(self, state: QwintoState) -> Json:
        """The state as JSON."""
        return {
            "phase": state.phase,
            "turn": state.turn,
            "active": int(state.active),
            "sheets": [self.format_sheet(state, seat) for seat in self.seats],
            "chosen": self._set_name(state.chosen) if state.chosen else None,
            "roll": self._format_faces(state.roll) if state.roll else None,
            "rerolls": state.rerolls,
        }

    def parse_state(self, data: Json) -> QwintoState:
        """The inverse of `format_state`."""
        keys = ("phase", "turn", "active", "sheets", "chosen", "roll", "rerolls")
        read_object(data, T("The state"), keys)
        phases = (self.LOT, CHOOSE, ROLL, KEEP, ENTRIES, self.OVER)
        if data["phase"] not in phases:
            raise InputError(T("“phase” may be: {phases}.", phases=", ".join(phases)))
        chosen: tuple[bool, ...] = ()
        if data["chosen"] is not None:
            names = {self._set_name(dice_set): dice_set for dice_set in self._dice_sets}
            if data["chosen"] not in tuple(names):
                raise InputError(T("“chosen” may be: {sets}.", sets=", ".join(names)))
            chosen = names[data["chosen"]]
        roll = self._parse_faces(data["roll"]) if data["roll"] is not None else ()
        needs_dice = data["phase"] in (ROLL, KEEP, ENTRIES)
        needs_roll = data["phase"] in (KEEP, ENTRIES)
        rolled = tuple(bool(face) for face in roll)
        if (needs_dice and not chosen) or (needs_roll and rolled != chosen):
            raise InputError(T("The state lacks a roll of the chosen dice."))
        most = int(self.options["rerolls"]) - (data["phase"] == KEEP)
        rerolls = read_count(data["rerolls"], "“rerolls”", most)
        return QwintoState(
            data["phase"],
            read_count(data["turn"], "“turn”", 10**6),
            Seat(read_count(data["active"], "“active”", self.players - 1)),
            self._parse_sheets(data["sheets"]),
            chosen,
            roll,
            rerolls,
        )
