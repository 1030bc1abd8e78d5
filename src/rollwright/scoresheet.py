"""One person's sheet beside a real table: real dice, real people, and a pen that knows the rules.

Nobody tells a score sheet what was rolled. It checks what may stand on a sheet whatever the dice
show, keeps the score, and can take everything back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from .errors import IllegalAction, InputError, UndoError
from .game import Action, Game, Score, Seat
from .i18n import T, Text


class WritableGame(Game[Any], Protocol):
    """A game whose sheet can be written on without dice; played alone."""

    def objection_to_writing(
        self, state: Any, action: Action, number: int
    ) -> tuple[str, Text] | None:
        """Why `number` may not stand in a field, as rule and text; None if it may."""
        ...

    def written(self, state: Any, action: Action, number: int) -> Any:
        """The state with `number` in a field."""
        ...

    def with_misthrow(self, state: Any) -> Any:
        """The state with one more misthrow."""
        ...

    def with_closed(self, state: Any, line: int, closed: bool) -> Any:
        """The state with a row that somebody else has closed, or has not after all."""
        ...

    def ends_game(self, state: Any) -> bool:
        """Whether what stands on the sheet ends the game."""
        ...


@dataclass(frozen=True, slots=True)
class Write:
    """`number` is written in the field of `action`."""

    action: Action
    number: int


@dataclass(frozen=True, slots=True)
class Misthrow:
    """A box for misthrows is ticked."""


@dataclass(frozen=True, slots=True)
class Closing:
    """Somebody else has closed a row, or has not after all (`closed` false)."""

    line: int
    closed: bool = True


Entry = Write | Misthrow | Closing


class ScoreSheet:
    """A sheet that is filled in by hand. `entries` is enough to rebuild it."""

    def __init__(self, game: WritableGame, entries: Iterable[Entry] = ()) -> None:
        if game.spec.players != 1:
            raise InputError(T("A score sheet is for one person; use players=1."))
        self.game = game
        self._states = [game.initial()]
        self._entries: list[Entry] = []
        self._undone: list[Entry] = []
        for entry in entries:
            self.enter(entry)

    @property
    def state(self) -> Any:
        """The state of a game alone with this sheet; its dice and its turn mean nothing."""
        return self._states[-1]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What has been entered and not taken back."""
        return tuple(self._entries)

    @property
    def score(self) -> Score:
        """What the sheet is worth as it stands."""
        return self.game.scores(self.state)[0]

    @property
    def is_over(self) -> bool:
        """Whether this sheet says that the game is over; it can be written on all the same."""
        return self.game.ends_game(self.state)

    def writable(self, number: int | None = None) -> tuple[Action, ...]:
        """The fields in which `number` may be written; each printed number where it is None."""
        fields = self.game.sheet.fields
        return tuple(
            Action(index + 1)
            for index, field in enumerate(fields)
            if (wanted := field.number if number is None else number) is not None
            and self.game.objection_to_writing(self.state, Action(index + 1), wanted) is None
        )

    def enter(self, entry: Entry) -> None:
        """Enter something. Raises `IllegalAction` where the rules forbid it; nothing is changed."""
        state = self._after(entry)
        self._undone.clear()
        self._states.append(state)
        self._entries.append(entry)

    def _after(self, entry: Entry) -> Any:
        if isinstance(entry, Misthrow):
            return self.game.with_misthrow(self.state)
        if isinstance(entry, Closing):
            if not 0 <= entry.line < len(self.game.sheet.lines):
                raise InputError(T("There is no row {row} on this sheet.", row=entry.line))
            return self.game.with_closed(self.state, entry.line, entry.closed)
        objection = self.game.objection_to_writing(self.state, entry.action, entry.number)
        if objection is not None:
            raise IllegalAction(*objection)
        return self.game.written(self.state, entry.action, entry.number)

    @property
    def can_undo(self) -> bool:
        """Whether something was entered."""
        return bool(self._entries)

    def undo(self) -> None:
        """Take back the last entry."""
        if not self._entries:
            raise UndoError(T("There is nothing to take back: the sheet is empty."))
        self._states.pop()
        self._undone.append(self._entries.pop())

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back, and nothing entered since."""
        return bool(self._undone)

    def redo(self) -> None:
        """Enter again what was taken back last."""
        if not self._undone:
            raise UndoError(T("There is nothing to do again."))
        entry = self._undone.pop()
        rest = list(self._undone)
        self.enter(entry)
        self._undone = rest

    def format(self) -> dict[str, Any]:
        """The sheet as JSON, in the form of the game's sheets."""
        return self.game.format_sheet(self.state, Seat(0))
