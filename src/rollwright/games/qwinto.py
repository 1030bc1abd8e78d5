"""The rules of Qwinto, readable. Rule numbers (W1, W2, …) are those of docs/rules/qwinto.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from ..dice import Die, Roll
from ..errors import IllegalAction, InputError
from ..game import PASS, Action, Json, Score, Seat
from ..i18n import T
from ..spec import Family, Option
from ..vocabulary import word
from .qwinto_notation import (
    CHOOSE as CHOOSE,
)
from .qwinto_notation import (
    ENTRIES as ENTRIES,
)
from .qwinto_notation import (
    KEEP as KEEP,
)
from .qwinto_notation import (
    MAX_MISTHROWS as MAX_MISTHROWS,
)
from .qwinto_notation import (
    ROLL as ROLL,
)
from .qwinto_notation import (
    QwintoNotation,
)
from .qwinto_notation import (
    QwintoSheet as QwintoSheet,
)
from .qwinto_notation import (
    QwintoState as QwintoState,
)
from .turns import START, Objection, fields_between, read_count

MISTHROW_POINTS = -5
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


class Qwinto(QwintoNotation):
    """Qwinto with its options fixed (W1–W6)."""

    answer_phases = (ENTRIES,)

    @cached_property
    def pentagons(self) -> dict[int, int]:
        """The framed field of each bonus column, by column."""
        return {f.column: index for index, f in enumerate(self.sheet.fields) if f.bonus}

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

    def ends_game(self, state: QwintoState) -> bool:
        """W5: whether what stands on the sheets ends the game."""
        return self._ended(state)

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
