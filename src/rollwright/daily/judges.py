"""Who somebody's game is compared with: perfect play where it is known, else the best bot."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from ..bots.registry import create_bot
from ..dice import bot_stream
from ..game import Action
from ..games.qwixx import Qwixx
from ..i18n import T, Text
from .challenge import ASKED, OVER, OWN, ROLLING, Challenge, Course
from .placing import Placing

BEST_BOT = "expert"
"""The strongest bot of every family."""


class Judge(Protocol):
    """Plays a challenge, and may tell what each answer is worth."""

    @property
    def name(self) -> Text:
        """Whose play this is."""
        ...

    def mean(self, challenge: Challenge) -> float | None:
        """What this play reaches on average before anything is rolled; None if not known."""
        ...

    def values(self, challenge: Challenge, state: Any) -> Mapping[Action, float] | None:
        """The mean final result after each legal answer; None if not known."""
        ...

    def best(self, challenge: Challenge, state: Any) -> Action:
        """The answer that this judge gives."""
        ...


class PerfectJudge(ABC):
    """Gives the first of the best answers by exact values."""

    name = T("perfect play")

    @abstractmethod
    def values(self, challenge: Challenge, state: Any) -> Mapping[Action, float]:
        """Exact."""

    def best(self, challenge: Challenge, state: Any) -> Action:
        """The first of the best ones."""
        values = self.values(challenge, state)
        return max(sorted(values), key=lambda action: values[action])


class PerfectQwixx(PerfectJudge):
    """Exact, by the table of all sheets, which takes some seconds the first time."""

    def __init__(self, game: Qwixx) -> None:
        from ..solve.qwixx import solve_qwixx

        self._solution = solve_qwixx(game)

    def mean(self, challenge: Challenge) -> float:
        """The value of the game."""
        return self._solution.value

    def values(self, challenge: Challenge, state: Any) -> Mapping[Action, float]:
        """Exact."""
        return self._solution.answers(state)


class PerfectPlacing(PerfectJudge):
    """Exact, by the table of gaps."""

    def mean(self, challenge: Challenge) -> float:
        """The value of the day's starting sheet."""
        assert isinstance(challenge, Placing)
        return challenge.mean()

    def values(self, challenge: Challenge, state: Any) -> Mapping[Action, float]:
        """Exact."""
        assert isinstance(challenge, Placing)
        return challenge.values(state)


class BestBot:
    """The strongest bot of the family, which does not say what answers are worth."""

    name = T("the best bot")

    def __init__(self, challenge: Challenge) -> None:
        self._bot = create_bot(BEST_BOT, challenge.game)

    def mean(self, challenge: Challenge) -> None:
        """Not known."""

    def values(self, challenge: Challenge, state: Any) -> None:
        """Not known."""

    def best(self, challenge: Challenge, state: Any) -> Action:
        """The bot's answer, with a stream of the day's secret."""
        game = challenge.game
        stream = bot_stream(challenge.secret, 0, game.turn(state), OWN)
        legal = game.legal(state, OWN)
        return self._bot.choose(game.view(state, OWN), OWN, legal, stream).action


def create_judge(challenge: Challenge) -> Judge:
    """The judge of a challenge; may take some seconds the first time."""
    if isinstance(challenge, Placing):
        return PerfectPlacing()
    if isinstance(challenge.game, Qwixx):
        return PerfectQwixx(challenge.game)
    return BestBot(challenge)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a finished game compares with the judge's, on the same dice seen one roll at a time.

    Where the judge knows values: `total` = `mean` + `luck` − the sum of `losses`, which hold for
    each turn what its decisions lost; None for a turn without a choice.
    """

    total: int
    judge: Text
    judge_total: int
    mean: float | None = None
    losses: tuple[float | None, ...] = ()

    @property
    def loss(self) -> float:
        """What all decisions lost together."""
        return sum(loss for loss in self.losses if loss is not None)

    @property
    def luck(self) -> float | None:
        """What the dice of the day brought; None where that is not known."""
        return None if self.mean is None else self.total - self.mean + self.loss


def judge_course(challenge: Challenge, course: Course, judge: Judge) -> Verdict:
    """Compare a finished game with the judge's own."""
    losses: dict[int, float] = {}
    for state, action in course.decisions:
        values = judge.values(challenge, state)
        if values is not None and len(values) > 1:
            turn = challenge.game.turn(state)
            lost = max(0.0, max(values.values()) - values[action])
            losses[turn] = losses.get(turn, 0.0) + lost
    turns = challenge.game.turn(course.decisions[-1][0]) if course.decisions else 0
    mean = judge.mean(challenge)
    return Verdict(
        challenge.total(course.state),
        judge.name,
        challenge.total(_played(challenge, judge)),
        mean,
        tuple(losses.get(turn) for turn in range(1, turns + 1)) if mean is not None else (),
    )


def _played(challenge: Challenge, judge: Judge) -> Any:
    """The last state of the judge's own game."""
    state = challenge.first()
    while (step := challenge.next_step(state)) != OVER:
        if step == ROLLING:
            state = challenge.rolled(state)
        elif step == ASKED:
            state = challenge.answered(state, judge.best(challenge, state))
    return state
