"""What the coach found out about a game: every decision judged, every roll weighed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from ..game import Game, Json, Seat
from .explain import explain, features_of
from .ranking import Candidate, Ranking
from .scale import MARKS, Scale
from .worth import Account, Worth

SHOWN = 12
"""Candidates of a decision in the JSON form, besides the one that was chosen."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that a seat gave, among those that it could have given.

    `ranking` is None where there was no choice. A decision is *counted* where there was one, and
    the answers differ by more than the scale calls obvious.
    """

    seat: Seat
    notation: str
    ranking: Ranking | None
    chosen: Candidate | None
    is_counted: bool
    mark: str | None

    @property
    def loss(self) -> Worth:
        """What the answer lost against the best one."""
        return Worth() if self.chosen is None else self.chosen.loss


@dataclass(frozen=True, slots=True)
class RollStep:
    """Dice that were rolled, and what that was worth to each seat."""

    index: int
    turn: int
    active: Seat | None
    roll: Json
    notation: str
    luck: tuple[Worth, ...]
    values: tuple[Worth, ...]

    def format(self, game: Game[Any]) -> Json:
        """The roll with its luck as JSON."""
        return {
            "step": self.index,
            "roll": self.roll,
            "notation": self.notation,
            "luck": _pairs(self.luck),
            "values": _pairs(self.values),
        }


@dataclass(frozen=True, slots=True)
class AnswerStep:
    """A decision with all answers; `number` counts the decisions of the game from 1, as a match."""

    index: int
    number: int
    turn: int
    active: Seat | None
    phase: str
    answers: tuple[Answer, ...]
    others: tuple[Worth, ...]
    drift: tuple[Worth, ...]
    values: tuple[Worth, ...]

    def format(self, game: Game[Any]) -> Json:
        """The decision as JSON."""
        return {
            "step": self.index,
            "decision": self.number,
            "phase": self.phase,
            "answers": [_format_answer(game, answer) for answer in self.answers],
            "others": _pairs(self.others),
            "drift": _pairs(self.drift),
            "values": _pairs(self.values),
        }


def _pairs(worths: tuple[Worth, ...]) -> list[list[float]]:
    return [[worth.mean, worth.margin] for worth in worths]


def _format_answer(game: Game[Any], answer: Answer) -> Json:
    data: Json = {
        "seat": answer.seat,
        "action": answer.notation,
        "loss": answer.loss.mean,
        "margin_loss": answer.loss.margin,
        "mark": answer.mark,
        "counted": answer.is_counted,
    }
    if answer.ranking is not None and answer.chosen is not None:
        shown = [c for c in answer.ranking.candidates[:SHOWN] if c != answer.chosen]
        shown.append(answer.chosen)
        shown.sort(key=answer.ranking.candidates.index)
        data["legal"] = len(answer.ranking.candidates)
        data["candidates"] = [format_candidate(game, answer.ranking, c) for c in shown]
        if answer.mark is not None:
            data["why"] = str(explain(game, answer.ranking, answer.chosen))
    return data


def format_candidate(game: Game[Any], ranking: Ranking, candidate: Candidate) -> Json:
    """A candidate as JSON."""
    return {
        "action": candidate.notation,
        "value": candidate.value.mean,
        "margin": candidate.value.margin,
        "loss": candidate.loss.mean,
        "error": candidate.error,
        "loss_error": candidate.loss_error,
        "features": features_of(game, ranking.state, ranking.seat, candidate.action),
    }


@dataclass(frozen=True, slots=True)
class SeatReport:
    """How one seat fared and how well it decided.

    `error_rate` is the mean loss of its counted decisions, None where there was none; `rating` is
    a key of `scale.RATING_WORDS`.
    """

    name: str
    account: Account
    decisions: int
    error_rate: float | None
    accuracy: float | None
    rating: str | None
    marks: dict[str, int]

    def format(self) -> Json:
        """The report as JSON."""
        return {
            "name": self.name,
            **self.account.format(),
            "accuracy": self.accuracy,
            "rating": self.rating,
            "error_rate": self.error_rate,
            "decisions": self.decisions,
            "marks": self.marks,
        }


@dataclass(frozen=True, slots=True)
class Slip:
    """A marked answer, with the decision in which it was given."""

    step: AnswerStep
    answer: Answer


@dataclass(frozen=True)
class Review:
    """A game judged: see docs/design/review.md. `is_exact` tells whether all values are exact."""

    game: Game[Any]
    names: tuple[str, ...]
    scale: Scale
    settings: Json
    is_exact: bool
    is_finished: bool
    accounts: tuple[Account, ...]
    steps: tuple[RollStep | AnswerStep, ...]

    def answers(self, seat: Seat | None = None) -> Iterator[Slip]:
        """All answers with their decisions, those of one seat where it is given."""
        for step in self.steps:
            if isinstance(step, AnswerStep):
                yield from (
                    Slip(step, answer) for answer in step.answers if seat in (None, answer.seat)
                )

    @property
    def slips(self) -> tuple[Slip, ...]:
        """The marked answers of all seats, the most costly first."""
        marked = [slip for slip in self.answers() if slip.answer.mark is not None]
        return tuple(sorted(marked, key=lambda slip: -slip.answer.loss.mean))

    @property
    def seats(self) -> tuple[SeatReport, ...]:
        """What there is to say about each seat."""
        return tuple(self._seat(Seat(seat)) for seat in range(len(self.names)))

    def _seat(self, seat: Seat) -> SeatReport:
        answers = [slip.answer for slip in self.answers(seat)]
        losses = [answer.loss.mean for answer in answers if answer.is_counted]
        return SeatReport(
            self.names[seat],
            self.accounts[seat],
            len(losses),
            sum(losses) / len(losses) if losses else None,
            self.scale.accuracy(losses),
            self.scale.rating(losses),
            {mark: sum(answer.mark == mark for answer in answers) for mark in MARKS},
        )

    def format(self) -> Json:
        """The whole review as JSON; sentences in it are in the current language."""
        return {
            "game": str(self.game.spec),
            "evaluator": {**self.settings, "exact": self.is_exact, "unit": self.scale.unit},
            "finished": self.is_finished,
            "seats": [seat.format() for seat in self.seats],
            "turns": [
                {
                    "turn": turn,
                    "active": active,
                    "steps": [step.format(self.game) for step in steps],
                }
                for (turn, active), steps in groupby(self.steps, lambda s: (s.turn, s.active))
            ],
        }
