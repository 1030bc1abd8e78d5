"""Answers to a run of secret decisions, prepared by one person before anybody else sees them."""

from __future__ import annotations

from typing import Any

from ..errors import UndoError
from ..game import Action, Decision, Game, Seat
from ..i18n import T


def is_secret(game: Game[Any], state: Any) -> bool:
    """Whether the answers at this state stay hidden after it."""
    node = game.node(state)
    return isinstance(node, Decision) and node.secret


class SecretPlan:
    """The answers of one seat to all secret decisions that come one after the other.

    The others' answers do not matter to it, so that each person can finish at a stretch and the
    keyboard changes hands once. The match gets the answers when everybody's plan is confirmed.
    """

    def __init__(self, game: Game[Any], state: Any, seat: Seat) -> None:
        self._game = game
        self._seat = seat
        self._states = [state]
        self._answers: list[Action] = []
        self._undone: list[Action] = []
        self._given = 0
        self.is_confirmed = False

    @property
    def state(self) -> Any:
        """The state as this seat would have it; the others' part in it is made up."""
        return self._states[-1]

    @property
    def legal(self) -> tuple[Action, ...]:
        """The legal answers to the next decision; none when the plan is complete."""
        return () if self.is_complete else self._game.legal(self.state, self._seat)

    @property
    def is_complete(self) -> bool:
        """Whether no secret decision is left."""
        return not is_secret(self._game, self.state)

    @property
    def answers(self) -> tuple[Action, ...]:
        """The answers so far."""
        return tuple(self._answers)

    def answer(self, action: Action) -> None:
        """Add the answer to the next decision; `IllegalAction` says why it is not legal."""
        self._add(action)
        self._undone.clear()

    def _add(self, action: Action) -> None:
        node = self._game.node(self.state)
        assert isinstance(node, Decision)
        joint = {other: self._game.default(self.state, other) for other in node.seats}
        self._states.append(self._game.play(self.state, joint | {self._seat: action}))
        self._answers.append(action)

    @property
    def can_undo(self) -> bool:
        """Whether an answer can be taken back."""
        return bool(self._answers) and not self._given

    def undo(self) -> None:
        """Take back the last answer."""
        if not self.can_undo:
            raise UndoError(T("There is nothing to take back."))
        self._undone.append(self._answers.pop())
        self._states.pop()

    @property
    def can_redo(self) -> bool:
        """Whether an answer that was taken back can be given again."""
        return bool(self._undone)

    def redo(self) -> None:
        """Give the answer again that was taken back last."""
        if not self.can_redo:
            raise UndoError(T("There is nothing to do again."))
        self._add(self._undone.pop())

    def next_answer(self) -> Action:
        """The answer to the decision that the match asks now."""
        self._given += 1
        return self._answers[self._given - 1]
