"""The rules of Qwixx, readable. Rule numbers (Q1, Q2, …) are those of docs/rules/qwixx.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from ..dice import Die, Roll
from ..errors import IllegalAction, InputError
from ..game import PASS, Action, Json, Score, Seat
from ..i18n import T
from ..spec import Family, Option
from ..vocabulary import word
from .layouts import layouts
from .qwixx_notation import (
    COLOUR as COLOUR,
)
from .qwixx_notation import (
    ROLL as ROLL,
)
from .qwixx_notation import (
    WHITE as WHITE,
)
from .qwixx_notation import (
    QwixxNotation,
)
from .qwixx_notation import (
    QwixxSheet as QwixxSheet,
)
from .qwixx_notation import (
    QwixxState as QwixxState,
)
from .turns import START, Objection, read_count

MISTHROW_POINTS = -5

OPTIONS = (
    START,
    Option("layout", "classic", layouts("qwixx"), T("the printed sheet")),
    Option(
        "lock_effect",
        "after_action",
        ("after_action", "next_roll"),
        T("from when a row closed with the white dice is shut: at once, or from the next roll"),
    ),
    Option(
        "second_lock",
        "end_now",
        ("end_now", "finish_turn"),
        T("the last closing with the white dice ends the game at once, or after the turn"),
    ),
    Option(
        "simultaneous_lock",
        True,
        (True, False),
        T("several players may close one row in the same action"),
    ),
    Option(
        "voluntary_misthrow",
        True,
        (True, False),
        T("the roller may cross nothing although he could"),
    ),
    Option(
        "same_row_twice", True, (True, False), T("both crosses of a turn may be in the same row")
    ),
    Option("marks_to_lock", 5, tuple(range(1, 11)), T("own crosses needed for the last number")),
    Option("rows_to_end", 2, (1, 2, 3, 4), T("closed rows that end the game")),
    Option("max_misthrows", 4, tuple(range(1, 9)), T("misthrows that end the game")),
    Option(
        "tie",
        "shared",
        ("shared", "fewer_misthrows"),
        T("equal points share the place, or fewer misthrows win"),
    ),
)


class Qwixx(QwixxNotation):
    """Qwixx with its options fixed (Q1–Q12)."""

    answer_phases = (WHITE, COLOUR)

    @cached_property
    def _by_number(self) -> dict[int, tuple[Action, ...]]:
        """The fields that show a number, in any colour."""
        found: dict[int, tuple[Action, ...]] = {}
        for (_, number), actions in self._by_die.items():
            found[number] = (*found.get(number, ()), *actions)
        return found

    @cached_property
    def _by_die(self) -> dict[tuple[int, int], tuple[Action, ...]]:
        """The fields that show a number in the colour of a die."""
        found: dict[tuple[int, int], tuple[Action, ...]] = {}
        for index, field in enumerate(self.sheet.fields):
            if field.number is None or field.colour is None:
                raise ValueError(f"{self.sheet.name}: a field has no number or no colour")
            key = (2 + self.colours.index(field.colour), field.number)
            found[key] = (*found.get(key, ()), Action(index + 1))
        return found

    def skipped(self, state: QwixxState, seat: Seat, action: Action) -> int:
        """How many numbers a cross would leave out between the last cross of its row and itself."""
        if action == PASS:
            return 0
        row, position = self.field_of(action)
        crossed = state.sheets[seat].rows[row]
        return position - (crossed[-1] + 1 if crossed else 0)

    # Course of the game

    def initial(self) -> QwixxState:
        """Empty sheets; the lot is drawn first where the options say so."""
        rows = len(self.sheet.lines)
        state = QwixxState(
            self.LOT,
            0,
            Seat(0),
            (QwixxSheet(((),) * rows),) * self.players,
            (False,) * rows,
        )
        return state if self.options["start"] == "random" else self.begin(state)

    def begin(self, state: QwixxState) -> QwixxState:
        """The first turn."""
        return state._replace(phase=ROLL, turn=1)

    def dice(self, state: QwixxState) -> tuple[tuple[Die, ...], int] | None:
        """Q2: all dice that are still in the game."""
        if state.phase != ROLL:
            return None
        gone = {self.lock_die[row] for row, closed in enumerate(state.closed) if closed}
        return tuple(die for die in self._dice if die.index not in gone), 0

    def rolled(self, state: QwixxState, roll: Roll) -> QwixxState:
        """Q2, Q3: after the roll, everybody is asked about the white sum."""
        faces = [0] * len(self._dice)
        dice, _ = self.dice(state) or ((), 0)
        for die, face in zip(dice, roll, strict=True):
            faces[die.index] = face
        return state._replace(phase=WHITE, roll=tuple(faces))

    def asked(self, state: QwixxState) -> tuple[Seat, ...]:
        """Q3: everybody in action 1. Q7: the active player alone in action 2."""
        return self.seats if state.phase == WHITE else (state.active,)

    def resolve(self, state: QwixxState, joint: Mapping[Seat, Action]) -> QwixxState:
        """Q5–Q9: the crosses are made together, then closings and the end are looked at."""
        if state.phase == WHITE:
            return self._resolve_white(state, joint)
        return self._resolve_colour(state, joint[state.active])

    def _resolve_white(self, state: QwixxState, joint: Mapping[Seat, Action]) -> QwixxState:
        marks = dict(joint)
        if not self.options["simultaneous_lock"]:
            marks = self._first_closers(state, joint)
        state = self._cross(state, marks)._replace(phase=COLOUR, white_mark=marks[state.active])
        if self._enough_closed(state) and self.options["second_lock"] == "end_now":  # Q6
            return state._replace(phase=self.OVER)
        return state

    def _resolve_colour(self, state: QwixxState, action: Action) -> QwixxState:
        state = self._cross(state, {state.active: action})  # Q8
        if action == PASS and state.white_mark == PASS:  # Q9
            state = self.with_misthrow(state)
        if self._enough_closed(state) or self._enough_misthrows(state):
            return state._replace(phase=self.OVER)
        return state._replace(  # Q10
            phase=ROLL,
            turn=state.turn + 1,
            active=self.next_seat(state.active),
            roll=(),
            white_mark=PASS,
        )

    def _first_closers(self, state: QwixxState, joint: Mapping[Seat, Action]) -> dict[Seat, Action]:
        """Q5, simultaneous_lock=false: of several closers of a row only the first has his cross."""
        marks = dict(joint)
        taken: set[int] = set()
        for seat in self.seats_from(state.active):
            if joint[seat] == PASS:
                continue
            row, position = self.field_of(joint[seat])
            if position == self.last_position(row):
                if row in taken:
                    marks[seat] = PASS
                taken.add(row)
        return marks

    def _cross(self, state: QwixxState, marks: Mapping[Seat, Action]) -> QwixxState:
        sheets = list(state.sheets)
        closed = list(state.closed)
        for seat, action in marks.items():
            if action == PASS:
                continue
            row, position = self.field_of(action)
            rows = list(sheets[seat].rows)
            rows[row] = (*rows[row], position)
            sheets[seat] = sheets[seat]._replace(rows=tuple(rows))
            closed[row] = closed[row] or position == self.last_position(row)
        return state._replace(sheets=tuple(sheets), closed=tuple(closed))

    def _enough_closed(self, state: QwixxState) -> bool:
        return sum(state.closed) >= int(self.options["rows_to_end"])

    def _enough_misthrows(self, state: QwixxState) -> bool:
        return any(s.misthrows >= int(self.options["max_misthrows"]) for s in state.sheets)

    # What may be crossed

    def candidates(self, state: QwixxState, seat: Seat) -> Iterable[Action]:
        """PASS and every field with one of the sums that lies right of the last cross."""
        yield PASS
        rows = state.sheets[seat].rows
        for action in self._fields_with_sums(state):
            row, position = self.field_of(action)
            if not rows[row] or position > rows[row][-1]:
                yield action

    def _fields_with_sums(self, state: QwixxState) -> Iterator[Action]:
        white1, white2, *colours = state.roll
        if state.phase == WHITE:
            yield from self._by_number.get(white1 + white2, ())
            return
        for die, face in enumerate(colours, start=2):
            if face:
                for white in {white1, white2}:
                    yield from self._by_die.get((die, white + face), ())

    def objection(self, state: QwixxState, seat: Seat, action: Action) -> Objection | None:
        """Why this answer is not legal now, or None."""
        if action == PASS:
            return self._objection_to_pass(state, seat)
        if not 1 <= action <= len(self.sheet.fields):
            return Objection("Q3", T("There is no field {action} on this sheet.", action=action))
        field = self.sheet.fields[action - 1]
        if state.phase == WHITE:
            total = state.roll[0] + state.roll[1]
            if field.number != total:
                name = self.format_action(state, action)
                return Objection(
                    "Q3", T("{field} is not the white sum, {total}.", field=name, total=total)
                )
        else:
            problem = self._objection_to_colour(state, action, str(field.colour))
            if problem is not None:
                return problem
        return self._objection_to_cross(state, seat, action)

    def _objection_to_pass(self, state: QwixxState, seat: Seat) -> Objection | None:
        """Q9, voluntary_misthrow=false: a misthrow only where no cross was possible at all."""
        if self.options["voluntary_misthrow"] or seat != state.active:
            return None
        colour_state = state._replace(phase=COLOUR, white_mark=PASS)
        if state.phase == WHITE:
            if self._has_cross(colour_state, seat) or not self._has_cross(state, seat):
                return None
            return Objection(
                "Q9", T("You must cross the white sum: no colour could be crossed instead.")
            )
        if state.white_mark == PASS and self._has_cross(state, seat):
            return Objection("Q9", T("You must cross a colour: you passed the white sum."))
        return None

    def _has_cross(self, state: QwixxState, seat: Seat) -> bool:
        return any(
            action != PASS and self.objection(state, seat, action) is None
            for action in self.candidates(state, seat)
        )

    def _objection_to_colour(
        self, state: QwixxState, action: Action, colour: str
    ) -> Objection | None:
        """Q7: one white die and one coloured die, on a field of that colour."""
        die = 2 + self.colours.index(colour)
        face = state.roll[die]
        if not face or not self._die_in_play(state, die):
            return Objection("Q5", T("The {colour} die has left the game.", colour=word(colour)))
        sums = {state.roll[0] + face, state.roll[1] + face}
        if self.sheet.fields[action - 1].number not in sums:
            return Objection(
                "Q7",
                T(
                    "{field} is not a sum of a white die and the {colour} die; these are: {sums}.",
                    field=self.format_action(state, action),
                    colour=word(colour),
                    sums=", ".join(map(str, sorted(sums))),
                ),
            )
        return None

    def _objection_to_cross(
        self, state: QwixxState, seat: Seat, action: Action
    ) -> Objection | None:
        """Q3–Q5: the row is open, the field lies further right, the last number is earned."""
        row, position = self.field_of(action)
        crossed = state.sheets[seat].rows[row]
        if not self._row_open(state, row):
            return Objection("Q5", T("The {row} row is closed.", row=word(self.colours[row])))
        if crossed and position <= crossed[-1]:
            return Objection(
                "Q3",
                T(
                    "{field} is not to the right of your last cross in that row, {last}.",
                    field=self.format_action(state, action),
                    last=self._field_name(row, crossed[-1]),
                ),
            )
        needed = int(self.options["marks_to_lock"])
        if position == self.last_position(row) and len(crossed) < needed:
            return Objection(
                "Q4",
                T(
                    "{field} is the last number: it needs {needed} crosses of your own in that "
                    "row, and you have {n}.",
                    field=self.format_action(state, action),
                    needed=needed,
                    n=len(crossed),
                ),
            )
        if (
            state.phase == COLOUR
            and not self.options["same_row_twice"]
            and state.white_mark != PASS
            and self.field_of(state.white_mark)[0] == row
        ):
            return Objection("Q7", T("The two crosses of a turn may not be in the same row here."))
        return None

    def _die_in_play(self, state: QwixxState, die: int) -> bool:
        """Q5: the die of a closed row leaves, at once or (lock_effect) before the next roll."""
        if self.options["lock_effect"] == "next_roll":
            return bool(state.roll[die])
        return all(self.lock_die[row] != die for row, closed in enumerate(state.closed) if closed)

    def _row_open(self, state: QwixxState, row: int) -> bool:
        """Q5: a closed row is shut, at once or (lock_effect) from the next roll on."""
        if state.phase == COLOUR and self.options["lock_effect"] == "next_roll":
            return bool(state.roll[self.lock_die[row]])
        return not state.closed[row]

    # Writing without dice, on a score sheet beside a real table

    def objection_to_writing(
        self, state: QwixxState, action: Action, number: int
    ) -> Objection | None:
        """Q3–Q5: what holds for a cross whatever the dice show."""
        if not 1 <= action <= len(self.sheet.fields):
            return Objection("Q3", T("There is no field {action} on this sheet.", action=action))
        if number != self.sheet.fields[action - 1].number:
            return Objection(
                "Q3",
                T(
                    "{field} is not a field with the number {number}.",
                    field=self.format_action(state, action),
                    number=number,
                ),
            )
        return self._objection_to_cross(state._replace(phase=WHITE), Seat(0), action)

    def written(self, state: QwixxState, action: Action, number: int) -> QwixxState:
        """The state with the field crossed; a last number closes its row."""
        return self._cross(state, {Seat(0): action})

    def with_misthrow(self, state: QwixxState) -> QwixxState:
        """Q9: the state with one more misthrow of the active seat."""
        sheet = state.sheets[state.active]
        if sheet.misthrows >= int(self.options["max_misthrows"]):
            raise IllegalAction("Q9", T("All boxes for misthrows are ticked."))
        sheets = list(state.sheets)
        sheets[state.active] = sheet._replace(misthrows=sheet.misthrows + 1)
        return state._replace(sheets=tuple(sheets))

    def with_closed(self, state: QwixxState, line: int, closed: bool) -> QwixxState:
        """Q5: the state with a row that somebody else has closed, or has not after all.

        A row whose last number is crossed on a sheet stays closed.
        """
        last = self.last_position(line)
        rows = list(state.closed)
        rows[line] = closed or any(last in sheet.rows[line] for sheet in state.sheets)
        return state._replace(closed=tuple(rows))

    def ends_game(self, state: QwixxState) -> bool:
        """Q6, Q9: whether what stands on the sheets ends the game."""
        return self._enough_closed(state) or self._enough_misthrows(state)

    # Points

    def sheet_score(self, sheet: QwixxSheet) -> Score:
        """Q11: n crosses of a row, its lock included, are worth n(n+1)/2 points."""
        lines = []
        for row, crossed in enumerate(sheet.rows):
            count = len(crossed) + (self.last_position(row) in crossed)
            lines.append((self.colours[row], count * (count + 1) // 2))
        misthrows = MISTHROW_POINTS * sheet.misthrows
        return Score(tuple(lines), (), misthrows, sum(p for _, p in lines) + misthrows)

    def scores(self, state: QwixxState) -> tuple[Score, ...]:
        """The points of each seat."""
        return tuple(self.sheet_score(sheet) for sheet in state.sheets)

    def rank_key(self, state: QwixxState, seat: Seat) -> tuple[int, ...]:
        """Q11: the most points; the option tie=fewer_misthrows breaks ties."""
        sheet = state.sheets[seat]
        total = self.sheet_score(sheet).total
        return (total, -sheet.misthrows) if self.options["tie"] == "fewer_misthrows" else (total,)

    def score_sheet(self, data: Json) -> Score:
        """The points of one sheet given as JSON."""
        return self.sheet_score(self.parse_sheet(data))

    def position(self, sheets: Sequence[Json], roll: Json, active: Seat) -> QwixxState:
        """The state just after a roll, before action 1."""
        parsed, closed = self._parse_sheets(sheets)
        read_count(active, "“active”", self.players - 1)
        state = QwixxState(WHITE, 1, active, parsed, closed)
        if self._enough_closed(state) or self._enough_misthrows(state):
            raise InputError(T("The game is over on these sheets."))
        return state._replace(roll=self._parse_faces(roll, closed))


FAMILY = Family("qwixx", "Qwixx", range(1, 6), OPTIONS, Qwixx)
