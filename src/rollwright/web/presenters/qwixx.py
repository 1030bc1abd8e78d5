"""The words of Qwixx at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...game import PASS, Action, Score, Seat
from ...games.qwixx import WHITE, Qwixx, QwixxState
from ...i18n import T, Text, Tn
from ...vocabulary import word
from .base import NameOf, Presenter


class QwixxPresenter(Presenter[Qwixx]):
    """Rows, crosses, closings and misthrows."""

    def field_label(self, index: int) -> Text:
        """``red 7``; on mixed sheets the row is named as well."""
        field = self.game.sheet.fields[index]
        line = self.game.sheet.lines[field.line]
        if field.colour == line.name:
            return T("{colour} {number}", colour=word(line.name), number=field.number)
        return T(
            "{colour} {number} in the {row} row",
            colour=word(str(field.colour)),
            number=field.number,
            row=word(line.name),
        )

    def skips(self, state: QwixxState, seat: Seat, action: Action) -> int:
        """The numbers between the last cross and this one."""
        return self.game.skipped(state, seat, action)

    def score(self, state: QwixxState, seat: Seat) -> Score:
        """The score of one sheet."""
        return self.game.sheet_score(state.sheets[seat])

    def number(self, state: QwixxState, seat: Seat, action: Action) -> int | None:
        """Crosses write no number."""
        return None

    def skipped_fields(self, state: QwixxState, seat: Seat, action: Action) -> list[str]:
        """The fields between the last cross and this one."""
        return list(self.field_ids[action - 1 - self.skips(state, seat, action) : action - 1])

    def lost_fields(self, state: QwixxState, seat: Seat) -> list[str]:
        """Empty fields left of the last cross, and those of closed rows."""
        lost = []
        for row, crossed in enumerate(state.sheets[seat].rows):
            for position, index in enumerate(self.game.sheet.lines[row].fields):
                is_passed = bool(crossed) and position < crossed[-1]
                if position not in crossed and (is_passed or state.closed[row]):
                    lost.append(self.field_ids[index])
        return lost

    def _marked(self, state: QwixxState, seat: Seat) -> set[int]:
        lines = self.game.sheet.lines
        rows = enumerate(state.sheets[seat].rows)
        return {lines[row].fields[position] for row, crossed in rows for position in crossed}

    def action_label(self, state: QwixxState, seat: Seat, action: Action) -> Text:
        """``red 7, skips 2 numbers``."""
        if action == PASS:
            return T("Pass")
        field = self.field_labels[action - 1]
        row, position = self.game.field_of(action)
        if position == self.game.last_position(row):
            return T("{field}, closes the row", field=field)
        skipped = self.skips(state, seat, action)
        if skipped:
            return Tn(
                "{field}, skips {n} number", "{field}, skips {n} numbers", skipped, field=field
            )
        return T("{field}, skips nothing", field=field)

    def question(self, state: QwixxState, seat: Seat) -> Text:
        """What may be crossed."""
        if state.phase == WHITE:
            return T("Cross {total}, or pass.", total=_white_sum(state))
        if state.white_mark == PASS:
            return T("Cross a white and a coloured die, or take a misthrow.")
        return T("Cross a white and a coloured die as well, or pass.")

    def situation(self, state: QwixxState, seat: Seat | None, name: NameOf) -> Text:
        """The white sum, and what is asked."""
        roller, total = name(state.active), _white_sum(state)
        if seat is None:
            return T("{name} rolled {total} in white.", name=roller, total=total)
        if state.phase != WHITE:
            return self.question(state, seat)
        if seat == state.active:
            return T("You rolled {total} in white. Cross {total}, or pass.", total=total)
        return T(
            "{name} rolled {total} in white. Cross {total}, or pass.", name=roller, total=total
        )

    def roll_line(self, state: QwixxState, name: str) -> Text:
        """The white sum."""
        return T("{name} rolls {total} in white.", name=name, total=_white_sum(state))

    def answer_line(self, state: QwixxState, seat: Seat, action: Action, name: str) -> Text | None:
        """A cross or a pass."""
        if action == PASS:
            return T("{name} passes.", name=name)
        return T("{name} crosses {field}.", name=name, field=self.field_labels[action - 1])

    def news(self, before: QwixxState, after: QwixxState, name: NameOf) -> Iterator[Text]:
        """Closings."""
        for row, colour in enumerate(self.game.colours):
            if after.closed[row] and not before.closed[row]:
                yield T(
                    "The {colour} row is closed: the {colour} die leaves the game.",
                    colour=word(colour),
                )

    def dice_faces(self, state: QwixxState) -> Iterable[tuple[str, int | str]]:
        """The dice that are in the game."""
        names = ("white 1", "white 2", *self.game.colours)
        return [(n, face) for n, face in zip(names, state.roll, strict=False) if face]


def _white_sum(state: QwixxState) -> int:
    return state.roll[0] + state.roll[1]
