"""The legal answers of a seat, ranked: what hints, advice and reviews show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..bots.evaluator import Evaluator
from ..game import Action, Game, Seat
from .worth import NOTHING, Worth, worth_at


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal answer with its value to the seat that gives it.

    `loss` is what it is worth less than the best answer: in the main measure at least 0, as a
    margin of either sign. `error` and `loss_error` are the standard errors of the value and of
    the loss, 0 where nothing was sampled.
    """

    action: Action
    notation: str
    value: Worth
    loss: Worth = NOTHING
    error: float = 0.0
    loss_error: float = 0.0


@dataclass(frozen=True, slots=True)
class Ranking:
    """All legal answers of one seat at a state as this seat sees it, the best first."""

    state: Any
    seat: Seat
    candidates: tuple[Candidate, ...]

    @property
    def best(self) -> Candidate:
        """The best answer; of equal ones the first in the order of the actions."""
        return self.candidates[0]

    @property
    def spread(self) -> float:
        """What the worst answer loses."""
        return max(candidate.loss.mean for candidate in self.candidates)

    def of(self, action: Action) -> Candidate:
        """The candidate that is this answer."""
        return next(c for c in self.candidates if c.action == action)


def in_order(state: Any, seat: Seat, candidates: list[Candidate]) -> Ranking:
    """A ranking of candidates whose losses are still to be told."""
    ranked = sorted(candidates, key=lambda candidate: -candidate.value.mean)
    best = ranked[0].value
    return Ranking(state, seat, tuple(replace(c, loss=best - c.value) for c in ranked))


def rank(game: Game[Any], evaluator: Evaluator, state: Any, seat: Seat) -> Ranking:
    """The ranking of a seat that is asked, judged by what this seat may know of the state."""
    view = game.view(state, seat)
    actions, values = evaluator.answers(game, view, seat)
    candidates = [
        Candidate(
            action,
            game.format_action(view, action),
            worth_at(values, row, seat),
            error=float(values.error[row, seat]),
        )
        for row, action in enumerate(actions)
    ]
    return in_order(view, seat, candidates)
