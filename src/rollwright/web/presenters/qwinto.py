"""The words of Qwinto at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...game import PASS, Action, Score, Seat
from ...games.qwinto import CHOOSE, KEEP, Qwinto, QwintoState
from ...i18n import T, Text
from ...vocabulary import word
from .base import NameOf, Presenter


class QwintoPresenter(Presenter[Qwinto]):
    """Choosing dice, keeping or rolling again, entries and misthrows."""

    def field_label(self, index: int) -> Text:
        """``orange, field 4``; a framed field says so."""
        field = self.game.sheet.fields[index]
        row, place = word(self.game.sheet.lines[field.line].name), field.position + 1
        if field.bonus:
            return T("{row}, field {place}, bonus", row=row, place=place)
        return T("{row}, field {place}", row=row, place=place)

    def _dice_words(self, chosen: Iterable[bool]) -> Text:
        names = [word(c) for c, taken in zip(self.game.colours, chosen, strict=False) if taken]
        if len(names) == 1:
            return T("{first} alone", first=names[0])
        if len(names) == 2:
            return T("{first} and {second}", first=names[0], second=names[1])
        return T("all three dice")

    def score(self, state: QwintoState, seat: Seat) -> Score:
        """The score of one sheet."""
        return self.game.sheet_score(state.sheets[seat])

    def number(self, state: QwintoState, seat: Seat, action: Action) -> int | None:
        """The sum of the dice, where it is entered."""
        return sum(state.roll) if self.is_field(action) else None

    def action_kind(self, state: QwintoState, action: Action) -> str:
        """An entry, a choice of dice, ``keep`` or ``reroll``."""
        if action == self.game.keep:
            return "keep"
        if action == self.game.reroll:
            return "reroll"
        return "dice" if state.phase == CHOOSE else "mark"

    def action_dice(self, state: QwintoState, action: Action) -> list[str]:
        """The dice of a choice."""
        if self.action_kind(state, action) != "dice":
            return []
        chosen = self.game.dice_set(action)
        return [c for c, taken in zip(self.game.colours, chosen, strict=True) if taken]

    def _marked(self, state: QwintoState, seat: Seat) -> set[int]:
        numbers = state.sheets[seat].numbers
        return {index for index, number in enumerate(numbers) if number is not None}

    def action_label(self, state: QwintoState, seat: Seat, action: Action) -> Text:
        """A choice of dice, keep or roll again, or where the sum goes."""
        if action == PASS:
            return T("Pass")
        if state.phase == CHOOSE:
            return T("Take {dice}", dice=self._dice_words(self.game.dice_set(action)))
        if action == self.game.keep:
            return T("Keep the {total}", total=sum(state.roll))
        if action == self.game.reroll:
            return T("Roll again")
        return T("{total} in {field}", total=sum(state.roll), field=self.field_labels[action - 1])

    def question(self, state: QwintoState, seat: Seat) -> Text:
        """What is asked in this phase."""
        if state.phase == CHOOSE:
            return T("Choose one, two or three dice.")
        if state.phase == KEEP:
            return T("Keep the {total}, or roll the same dice again.", total=sum(state.roll))
        if seat == state.active:
            return T("Enter the {total}, or take a misthrow.", total=sum(state.roll))
        return T("Enter the {total}, or pass.", total=sum(state.roll))

    def situation(self, state: QwintoState, seat: Seat | None, name: NameOf) -> Text:
        """The sum, and what is asked."""
        roller, total = name(state.active), sum(state.roll)
        if seat is None:
            if state.phase == CHOOSE:
                return T("{name} chooses dice.", name=roller)
            return T("{name} rolled {total}.", name=roller, total=total)
        if state.phase == CHOOSE:
            return T("It is your turn. Choose one, two or three dice.")
        if seat == state.active and state.phase == KEEP:
            return T("You rolled {total}. Keep it, or roll the same dice again.", total=total)
        if seat == state.active:
            return T("You rolled {total}. Enter it, or take a misthrow.", total=total)
        return T("{name} rolled {total}. Enter it, or pass.", name=roller, total=total)

    def roll_line(self, state: QwintoState, name: str) -> Text:
        """The dice and their sum."""
        return T(
            "{name} rolls {total} with {dice}.",
            name=name,
            total=sum(state.roll),
            dice=self._dice_words(state.chosen),
        )

    def answer_line(self, state: QwintoState, seat: Seat, action: Action, name: str) -> Text | None:
        """An entry, a pass, or another roll."""
        if state.phase == CHOOSE or action == self.game.keep:
            return None
        if action == self.game.reroll:
            return T("{name} rolls again.", name=name)
        if action == PASS:
            return T("{name} passes.", name=name)
        return T(
            "{name} enters {total}: {field}.",
            name=name,
            total=sum(state.roll),
            field=self.field_labels[action - 1],
        )

    def news(self, before: QwintoState, after: QwintoState, name: NameOf) -> Iterator[Text]:
        """Full rows."""
        for seat, (old, new) in enumerate(zip(before.sheets, after.sheets, strict=True)):
            for line in self.game.sheet.lines:
                was_full = all(old.numbers[index] is not None for index in line.fields)
                if not was_full and all(new.numbers[index] is not None for index in line.fields):
                    yield T(
                        "{name} has filled the {row} row.", name=name(seat), row=word(line.name)
                    )

    def dice_faces(self, state: QwintoState) -> Iterable[tuple[str, int | str]]:
        """The chosen dice."""
        faces = zip(self.game.colours, state.roll, strict=False)
        return [(colour, face) for colour, face in faces if face]
