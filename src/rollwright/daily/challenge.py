"""What is played on one day: a whole game alone, or numbers that want a place.

A player's moves are texts: `ROLL` where the dice are rolled or the next number comes, else the
notation of an answer. Replaying them is the only way to a position, so a page sends nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from ..dice import Chance, CommittedDice
from ..errors import InputError
from ..game import Action, Decision, Game, Json, Seat
from ..i18n import T
from ..spec import create_game

ROLL = "roll"
OWN = Seat(0)

MOST_MOVES = 400
"""More than any game alone has."""

ROLLING, ASKED, OVER = "roll", "asked", "over"
"""What can happen next."""


@dataclass(frozen=True, slots=True)
class Course:
    """How far somebody has come: the state, and the answers given, each with the state before it.

    `can_undo` tells whether the last move can be taken back: nothing was rolled since.
    """

    state: Any
    decisions: tuple[tuple[Any, Action], ...] = ()
    can_undo: bool = False


class Challenge(ABC):
    """One day's game of one family. `secret` fixes all that chance does in it."""

    def __init__(self, game: Game[Any], day: date, secret: str) -> None:
        self.game = game
        self.day = day
        self.secret = secret

    @property
    def turns(self) -> int | None:
        """How many turns it has; None where the game says when it is over."""
        return None

    @abstractmethod
    def first(self) -> Any:
        """The state before anything has happened."""

    @abstractmethod
    def next_step(self, state: Any) -> str:
        """What can happen next: `ROLLING`, `ASKED` or `OVER`."""

    @abstractmethod
    def rolled(self, state: Any) -> Any:
        """The state after what chance does next."""

    @abstractmethod
    def answered(self, state: Any, action: Action) -> Any:
        """The state after an answer; raises `IllegalAction` where the rules forbid it."""

    @abstractmethod
    def total(self, state: Any) -> int:
        """What has been reached so far."""

    def coming(self, state: Any) -> Json:
        """What is known of the turns to come: how often each line will still be asked for."""
        return {}

    def play(self, moves: Sequence[str]) -> Course:
        """Replay moves. Raises `InputError` or `IllegalAction` for the first wrong one."""
        course = Course(self.first())
        for number, move in enumerate(moves, start=1):
            course = self._after(course, move, number)
        return course

    def _after(self, course: Course, move: str, number: int) -> Course:
        state, step = course.state, self.next_step(course.state)
        if step == OVER:
            raise InputError(T("Move {n} comes after the end of the game.", n=number))
        if (move == ROLL) != (step == ROLLING):
            expected = (
                T("Move {n} must be “roll”: the dice come next.", n=number)
                if step == ROLLING
                else T("Move {n} must be an answer: nothing is rolled now.", n=number)
            )
            raise InputError(expected)
        if step == ROLLING:
            return Course(self._settled(self.rolled(state)), course.decisions)
        action = self.game.parse_action(state, move)
        after = self._settled(self.answered(state, action))
        decisions = (*course.decisions, (state, action))
        return Course(after, decisions, can_undo=True)

    def _settled(self, state: Any) -> Any:
        """The state after the answers without a choice, but for one that ends the turn.

        That one is left to the player, who would otherwise not see what happened.
        """
        while self.next_step(state) == ASKED:
            legal = self.game.legal(state, OWN)
            if len(legal) > 1:
                break
            after = self.answered(state, legal[0])
            if self.next_step(after) != ASKED:
                break
            state = after
        return state


class WholeGame(Challenge):
    """A game for one player with the dice of the day."""

    def __init__(self, game: Game[Any], day: date, secret: str) -> None:
        super().__init__(game, day, secret)
        self._dice = CommittedDice(secret)

    def first(self) -> Any:
        """Empty sheets."""
        return self.game.initial()

    def next_step(self, state: Any) -> str:
        """As the game says."""
        node = self.game.node(state)
        if isinstance(node, Chance):
            return ROLLING
        return ASKED if isinstance(node, Decision) else OVER

    def rolled(self, state: Any) -> Any:
        """The dice of this turn: the same ones for everybody, whatever was answered before."""
        node = self.game.node(state)
        assert isinstance(node, Chance)
        return self.game.roll(state, self._dice.draw(node))

    def answered(self, state: Any, action: Action) -> Any:
        """As the game says."""
        return self.game.play(state, {OWN: action})

    def total(self, state: Any) -> int:
        """The points."""
        return self.game.scores(state)[0].total


def create_challenge(family: str, day: date, secret: str) -> Challenge:
    """The challenge of a day; `secret` is that of the day and family."""
    game = create_game(family, players=1)
    if family == "qwingo":
        from .placing import Placing

        return Placing(game, day, secret)
    return WholeGame(game, day, secret)
