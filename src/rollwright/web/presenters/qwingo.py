"""The words of Qwingo at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...dice import Die
from ...game import PASS, Action, Score, Seat
from ...games.qwingo import CALL, LIGHTNING, SETUP, STARTING_NUMBERS, Qwingo, QwingoState
from ...i18n import T, Text, Tn
from ...vocabulary import word
from .base import NameOf, Presenter


class QwingoPresenter(Presenter[Qwingo]):
    """The secret set-up, calling a number, and finding a box for it."""

    def field_label(self, index: int) -> Text:
        """``banana, box 3``."""
        field = self.game.sheet.fields[index]
        line = self.game.sheet.lines[field.line]
        return T("{column}, box {box}", column=word(line.name), box=field.position + 1)

    def score(self, state: QwingoState, seat: Seat) -> Score:
        """The score of one sheet."""
        return self.game.sheet_score(state.sheets[seat])

    def number(self, state: QwingoState, seat: Seat, action: Action) -> int | None:
        """The number that is called or written."""
        if action == PASS:
            return None
        if state.phase == CALL:
            return self.game.called_number(action)
        return self._number(state)

    def action_kind(self, state: QwingoState, action: Action) -> str:
        """A call, or an entry."""
        return "call" if state.phase == CALL else "mark"

    def fitting_lines(self, state: QwingoState, seat: Seat, action: Action) -> list[str]:
        """The columns of the own sheet that have a place for a called number."""
        if state.phase != CALL:
            return []
        number = self.game.called_number(action)
        return [
            name
            for name, column in zip(self.game.columns, state.sheets[seat], strict=True)
            if self.game.has_room(column, number)
        ]

    def symbols(self, die: Die) -> list[str] | None:
        """The faces of the die; the lot has none."""
        return list(self.game.faces) if die.name == "symbol" else None

    def _marked(self, state: QwingoState, seat: Seat) -> set[int]:
        boxes = (number for column in state.sheets[seat] for number in column)
        return {index for index, number in enumerate(boxes) if number is not None}

    def action_label(self, state: QwingoState, seat: Seat, action: Action) -> Text:
        """A call, or where the number goes."""
        if action == PASS:
            return T("Pass")
        if state.phase == CALL:
            return T("Call {number}", number=self.game.called_number(action))
        return T(
            "{number} in {field}",
            number=self._number(state),
            field=self.field_labels[action - 1],
        )

    def _number(self, state: QwingoState) -> int:
        """The number that is written now."""
        return STARTING_NUMBERS[state.entered] if state.phase == SETUP else state.called or 0

    def warning(self, state: QwingoState, seat: Seat, action: Action) -> Text | None:
        """A number after which its column can never be completed."""
        if not self.is_field(action) or state.phase == CALL:
            return None
        index, box = self.game.field_of(action)
        column = list(state.sheets[seat][index])
        if not self.game.can_complete(tuple(column)):
            return None
        column[box] = self._number(state)
        if self.game.can_complete(tuple(column)):
            return None
        return T("Too few numbers are left for the other boxes: this column would never be full.")

    def called(self, state: QwingoState) -> int | None:
        """The number that was called."""
        return state.called

    def _face(self, state: QwingoState) -> str:
        return self.game.faces[state.face or 0]

    def question(self, state: QwingoState, seat: Seat) -> Text:
        """What is asked in this phase."""
        if state.phase == SETUP:
            return T(
                "Write the {number} into a free column, in secret.", number=self._number(state)
            )
        if state.phase == CALL:
            return T("Call a number.")
        if self._face(state) == LIGHTNING:
            return T("Lightning! Write the {number} into any column.", number=state.called)
        return T(
            "Write the {number} into the column {column}.",
            number=state.called,
            column=word(self._face(state)),
        )

    def situation(self, state: QwingoState, seat: Seat | None, name: NameOf) -> Text:
        """The call and the symbol, and what is asked."""
        caller = name(state.active)
        if seat is not None and state.phase in (SETUP, CALL):
            if state.phase == CALL:
                return T("It is your turn: call a number.")
            return self.question(state, seat)
        if state.phase == SETUP:
            return T("Everybody writes the starting numbers, in secret.")
        if state.phase == CALL:
            return T("{name} calls a number.", name=caller)
        if seat is None:
            return T(
                "{name} called {number}, and the die shows {face}.",
                name=caller,
                number=state.called,
                face=word(self._face(state)),
            )
        if self._face(state) == LIGHTNING:
            return T(
                "{name} called {number}, and lightning strikes: write it into any column.",
                name=caller,
                number=state.called,
            )
        return T(
            "{name} called {number}: write it into the column {column}.",
            name=caller,
            number=state.called,
            column=word(self._face(state)),
        )

    def roll_line(self, state: QwingoState, name: str) -> Text:
        """The call and the symbol."""
        return T(
            "{name} calls {number} and rolls {face}.",
            name=name,
            number=state.called,
            face=word(self._face(state)),
        )

    def answer_line(self, state: QwingoState, seat: Seat, action: Action, name: str) -> Text | None:
        """Where a number was written."""
        if state.phase in (SETUP, CALL):
            return None
        if action == PASS:
            return T("{name} writes nothing.", name=name)
        return T(
            "{name} writes {number}: {field}.",
            name=name,
            number=state.called,
            field=self.field_labels[action - 1],
        )

    def news(self, before: QwingoState, after: QwingoState, name: NameOf) -> Iterator[Text]:
        """The end of the set-up, and full columns."""
        if before.phase == SETUP and after.phase != SETUP:
            yield T("All starting numbers are written.")
            return
        if self.game.view(after, None) != after:
            return
        for seat, (old, new) in enumerate(zip(before.sheets, after.sheets, strict=True)):
            for line, was, now in zip(self.game.sheet.lines, old, new, strict=True):
                if None in was and None not in now:
                    yield T(
                        "Qwingo! {name} has filled the column {column}.",
                        name=name(seat),
                        column=word(line.name),
                    )

    def letter(self, die_name: str) -> str:
        """The die has no letter: its symbol is its face."""
        return ""

    def dice_faces(self, state: QwingoState) -> Iterable[tuple[str, int | str]]:
        """The symbol."""
        return [] if state.face is None else [("symbol", self._face(state))]

    def solo_line(self, state: QwingoState, total: int) -> Text:
        """The number of turns, and the word for it."""
        rating = self.game.rating(state) or ""
        return Tn(
            "The game is over after {n} turn: {rating}.",
            "The game is over after {n} turns: {rating}.",
            total,
            rating=rating,
        )

    def win_line(self, name: str, total: int) -> Text:
        """Qwingo is won by a full column, not by points."""
        return Tn(
            "{name} wins with {n} filled box.",
            "{name} wins with {n} filled boxes.",
            total,
            name=name,
        )
