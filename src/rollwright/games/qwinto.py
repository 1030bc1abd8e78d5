"""The rules of Qwinto, readable. Rule numbers (W1, W2, …) are those of docs/rules/qwinto.md."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from ..dice import Die, Roll
from ..errors import IllegalAction, InputError
from ..game import PASS, Action, Json, Score, Seat
from ..i18n import T
from ..sheet import SheetSpec
from ..spec import Family, GameSpec, Option
from .layouts import load_sheet
from .turns import START, Objection, TurnGame, fields_between, read_count, read_object
from .vocabulary import word

CHOOSE, ROLL, KEEP, ENTRIES = "choose", "roll", "keep", "entries"
"""Phases of a turn: the roller chooses dice, rolls, keeps or rolls again; then all may enter."""

MISTHROW_POINTS = -5
MAX_MISTHROWS = 4
FULL_ROWS_TO_END = 2

OPTIONS = (
    START,
    Option(
        "refuse",
        True,
        (True, False),
        T("the roller may refuse a possible entry and take the misthrow"),
    ),
    Option(
        "last_turn",
        "everyone_writes",
        ("everyone_writes", "stop_at_once"),
        T("the last number is for everybody, or the game stops at the entry that ends it"),
    ),
    Option("rerolls", 1, (0, 1, 2, 3), T("how often the roller may roll all chosen dice again")),
    Option(
        "column_rule",
        "all",
        ("all", "three_field_columns"),
        T("no number twice in any column, or only in columns of three fields"),
    ),
    Option("tie", "shared", ("shared",), T("equal points share the place")),
)


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


class Qwinto(TurnGame[QwintoState]):
    """Qwinto with its options fixed (W1–W6)."""

    answer_phases = (ENTRIES,)

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

    @cached_property
    def pentagons(self) -> dict[int, int]:
        """The framed field of each bonus column, by column."""
        return {f.column: index for index, f in enumerate(self.sheet.fields) if f.bonus}

    def dice_set(self, action: Action) -> tuple[bool, ...]:
        """Which dice a choice of dice takes."""
        return self._dice_sets[action - self._first_set]

    # Course of the game

    def initial(self) -> QwintoState:
        """Empty sheets; the lot is drawn first where the options say so."""
        sheet = QwintoSheet((None,) * len(self.sheet.fields))
        state = QwintoState(self.LOT, 0, Seat(0), (sheet,) * self.players)
        return state if self.options["start"] == "random" else self.begin(state)

    def begin(self, state: QwintoState) -> QwintoState:
        """The first turn."""
        return state._replace(phase=CHOOSE, turn=1)

    def dice(self, state: QwintoState) -> tuple[tuple[Die, ...], int] | None:
        """W2: the chosen dice."""
        if state.phase != ROLL:
            return None
        return (
            tuple(die for die, taken in zip(self._dice, state.chosen, strict=True) if taken),
            state.rerolls,
        )

    def rolled(self, state: QwintoState, roll: Roll) -> QwintoState:
        """W2: the active player may keep or roll again, as often as the rules allow."""
        faces = iter(roll)
        state = state._replace(roll=tuple(next(faces) if taken else 0 for taken in state.chosen))
        again = state.rerolls < int(self.options["rerolls"])
        return state._replace(phase=KEEP if again else ENTRIES)

    def asked(self, state: QwintoState) -> tuple[Seat, ...]:
        """W2: the active player about the dice. W3: everybody about the entry."""
        return self.seats if state.phase == ENTRIES else (state.active,)

    def resolve(self, state: QwintoState, joint: Mapping[Seat, Action]) -> QwintoState:
        """W2–W5."""
        if state.phase == CHOOSE:
            return state._replace(phase=ROLL, chosen=self.dice_set(joint[state.active]))
        if state.phase == KEEP:
            if joint[state.active] == self.keep:
                return state._replace(phase=ENTRIES)
            return state._replace(phase=ROLL, roll=(), rerolls=state.rerolls + 1)
        return self._resolve_entries(state, joint)

    def _resolve_entries(self, state: QwintoState, joint: Mapping[Seat, Action]) -> QwintoState:
        total = sum(state.roll)
        for seat in self.seats_from(state.active):
            state = self._with_answer(state, seat, joint[seat], total)
            if self.options["last_turn"] == "stop_at_once" and self._ended(state):
                break
        if self._ended(state):  # W5
            return state._replace(phase=self.OVER)
        return state._replace(
            phase=CHOOSE,
            turn=state.turn + 1,
            active=self.next_seat(state.active),
            chosen=(),
            roll=(),
            rerolls=0,
        )

    def _with_answer(
        self, state: QwintoState, seat: Seat, action: Action, total: int
    ) -> QwintoState:
        sheet = state.sheets[seat]
        if action != PASS:
            numbers = list(sheet.numbers)
            numbers[action - 1] = total
            sheet = sheet._replace(numbers=tuple(numbers))
        elif seat == state.active:  # W4
            sheet = sheet._replace(misthrows=sheet.misthrows + 1)
        sheets = list(state.sheets)
        sheets[seat] = sheet
        return state._replace(sheets=tuple(sheets))

    def _ended(self, state: QwintoState) -> bool:
        return any(
            sheet.misthrows >= MAX_MISTHROWS or self._full_rows(sheet) >= FULL_ROWS_TO_END
            for sheet in state.sheets
        )

    def _full_rows(self, sheet: QwintoSheet) -> int:
        return sum(
            all(sheet.numbers[index] is not None for index in line.fields)
            for line in self.sheet.lines
        )

    # What may be answered

    def candidates(self, state: QwintoState, seat: Seat) -> Iterable[Action]:
        """All dice sets; keep and reroll; PASS and the fields with room for the sum."""
        if state.phase == CHOOSE:
            return (Action(self._first_set + n) for n in range(len(self._dice_sets)))
        if state.phase == KEEP:
            return (self.keep, self.reroll)
        return (PASS, *self._room(state, seat))

    def _room(self, state: QwintoState, seat: Seat) -> Iterator[Action]:
        """The empty fields of the rolled rows between smaller and greater numbers."""
        numbers = state.sheets[seat].numbers
        for line, face in zip(self.sheet.lines, state.roll, strict=True):
            if face:
                written = [numbers[index] for index in line.fields]
                yield from fields_between(line.fields, written, sum(state.roll))

    def objection(self, state: QwintoState, seat: Seat, action: Action) -> Objection | None:
        """Why this answer is not legal now, or None."""
        if state.phase == CHOOSE:
            if self._first_set <= action < self.keep:
                return None
            return Objection("W2", T("Choose one, two or three dice first."))
        if state.phase == KEEP:
            if action in (self.keep, self.reroll):
                return None
            return Objection("W2", T("Keep the roll or roll all chosen dice again."))
        if action == PASS:
            return self._objection_to_pass(state, seat)
        return self._objection_to_entry(state, seat, action)

    def _objection_to_pass(self, state: QwintoState, seat: Seat) -> Objection | None:
        """W4, refuse=false: the active player must enter the number where he can."""
        if self.options["refuse"] or seat != state.active:
            return None
        for action in self._room(state, seat):
            if self._objection_to_entry(state, seat, action) is None:
                return Objection(
                    "W4",
                    T(
                        "You must enter {total}: it fits, for instance at {field}.",
                        total=sum(state.roll),
                        field=self.format_action(state, action),
                    ),
                )
        return None

    def _objection_to_entry(
        self, state: QwintoState, seat: Seat, action: Action
    ) -> Objection | None:
        """W3: an empty field of a rolled row, strictly ascending, no number twice in a column."""
        if not 1 <= action < self._first_set:
            return Objection("W3", T("Enter the sum in a field, or pass."))
        index = action - 1
        row = self.sheet.fields[index].line
        if not state.roll[row]:
            return Objection("W3", T("The {row} die was not rolled.", row=word(self.colours[row])))
        return self._objection_to_number(state.sheets[seat].numbers, index, sum(state.roll))

    def _objection_to_number(
        self, numbers: Sequence[int | None], index: int, total: int
    ) -> Objection | None:
        """W3: what holds for a number in a field whatever dice were rolled."""
        if numbers[index] is not None:
            name = self._field_name(index)
            return Objection(
                "W3", T("{field} already holds {number}.", field=name, number=numbers[index])
            )
        problem = self._order_problem(numbers, index, total)
        if problem is not None:
            name = self._field_name(index)
            left, other = problem
            text = (
                T("{total} cannot stand at {field}: {other} stands to its left.",
                  total=total, field=name, other=other)
                if left
                else T("{total} cannot stand at {field}: {other} stands to its right.",
                       total=total, field=name, other=other)
            )  # fmt: skip
            return Objection("W3", text)
        if total in self._column_numbers(numbers, index):
            name = self._field_name(index)
            return Objection(
                "W3",
                T("{total} cannot stand at {field}: its column has a {total} already.",
                  total=total, field=name),
            )  # fmt: skip
        return None

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

    # Writing without dice, on a score sheet beside a real table

    def objection_to_writing(
        self, state: QwintoState, action: Action, number: int
    ) -> Objection | None:
        """W3: what holds for a number in a field whatever dice were rolled."""
        if not 1 <= action < self._first_set:
            return Objection("W3", T("There is no field {action} on this sheet.", action=action))
        most = self.sheet.faces * len(self._dice)
        if not 1 <= number <= most:
            return Objection(
                "W3", T("The dice give 1 to {most}, not {number}.", most=most, number=number)
            )
        return self._objection_to_number(state.sheets[0].numbers, action - 1, number)

    def written(self, state: QwintoState, action: Action, number: int) -> QwintoState:
        """The state with the number entered."""
        return self._with_answer(state, Seat(0), action, number)

    def with_misthrow(self, state: QwintoState) -> QwintoState:
        """W4: the state with one more misthrow of the active seat."""
        if state.sheets[state.active].misthrows >= MAX_MISTHROWS:
            raise IllegalAction("W4", T("All boxes for misthrows are ticked."))
        return self._with_answer(state, state.active, PASS, 0)

    # Points

    def sheet_score(self, sheet: QwintoSheet) -> Score:
        """W6: a full row its last number, else its count; a full column its pentagon's number."""
        lines = []
        for line in self.sheet.lines:
            row = [sheet.numbers[index] for index in line.fields]
            last = row[-1]
            count = sum(number is not None for number in row)
            full = last is not None and count == len(row)
            lines.append((line.name, last if full and last is not None else count))
        bonus = []
        for column, pentagon in self.pentagons.items():
            number = sheet.numbers[pentagon]
            filled = all(sheet.numbers[index] is not None for index in self.sheet.columns[column])
            bonus.append(
                (self._field_name(pentagon), number if filled and number is not None else 0)
            )
        misthrows = MISTHROW_POINTS * sheet.misthrows
        total = sum(p for _, p in lines) + sum(p for _, p in bonus) + misthrows
        return Score(tuple(lines), tuple(bonus), misthrows, total)

    def scores(self, state: QwintoState) -> tuple[Score, ...]:
        """The points of each seat."""
        return tuple(self.sheet_score(sheet) for sheet in state.sheets)

    def rank_key(self, state: QwintoState, seat: Seat) -> tuple[int, ...]:
        """W6: the most points."""
        return (self.sheet_score(state.sheets[seat]).total,)

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
        if not isinstance(sheets, list | tuple) or len(sheets) != self.players:
            raise InputError(T("There must be {n} sheets.", n=self.players))
        return tuple(self.parse_sheet(data) for data in sheets)

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

    def score_sheet(self, data: Json) -> Score:
        """The points of one sheet given as JSON."""
        return self.sheet_score(self.parse_sheet(data))

    def position(self, sheets: Sequence[Json], roll: Json, active: Seat) -> QwintoState:
        """The state after the last roll of a turn, before the entries."""
        read_count(active, "“active”", self.players - 1)
        faces = self._parse_faces(roll)
        chosen = tuple(bool(face) for face in faces)
        state = QwintoState(ENTRIES, 1, active, self._parse_sheets(sheets), chosen, faces, 0)
        if self._ended(state):
            raise InputError(T("The game is over on these sheets."))
        return state


FAMILY = Family("qwinto", "Qwinto", range(1, 7), OPTIONS, Qwinto)
