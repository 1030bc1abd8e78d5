"""What a state is worth to every seat: the one measure that hints, reviews and advice share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from ..game import Action, Game, Json, Seat

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Values:
    """What states are worth, a row for each state and a column for each seat.

    `mean` is in the unit of the evaluator: in company P(win) + ½ P(tie); alone the final points,
    or the final turns counted negative, so that more is always better. `margin` is the expected
    final points minus those of the best other seat in company, and equal to `mean` alone.
    `error` is the standard error of `mean`, 0 where nothing was sampled.
    """

    mean: Floats
    margin: Floats
    error: Floats

    def __post_init__(self) -> None:
        if not self.mean.shape == self.margin.shape == self.error.shape:
            raise ValueError("mean, margin and error must have one shape [states, seats]")


class Evaluator(Protocol):
    """Tells what states of one game are worth, under the play that it assumes of all seats.

    All its answers are one consistent measure: a state before a roll is worth the mean over the
    rolls, exactly; a state at a decision is worth what the best answers lead to, each seat by its
    own value and not knowing the others' answers.
    """

    @property
    def exact(self) -> bool:
        """Whether `values` are those of perfect play, to the accuracy of a float table."""
        ...

    @property
    def settings(self) -> Json:
        """What made these values: name, version of the weights, depth, samples."""
        ...

    def values(self, game: Game[Any], states: Sequence[Any]) -> Values:
        """The values as estimated directly, without looking ahead; a finished game's result."""
        ...

    def expected(self, game: Game[Any], state: Any) -> Values:
        """Before a roll: the mean of `ahead` after it, over all rolls; one row."""
        ...

    def ahead(self, game: Game[Any], state: Any) -> Values:
        """After a roll or at any decision: the value when all answer as is assumed; one row."""
        ...

    def answers(self, game: Game[Any], state: Any, seat: Seat) -> tuple[tuple[Action, ...], Values]:
        """The legal answers of a seat, and the values after each, the others answering as assumed.

        Rows are in the order of the answers. The row of the greatest mean of `seat` is what the
        evaluator assumes of it.
        """
        ...


@runtime_checkable
class PartlyExact(Evaluator, Protocol):
    """An evaluator that is exact at some states only."""

    def is_exact_at(self, game: Game[Any], state: Any) -> bool:
        """Whether the value of this state is that of perfect play."""
        ...

    def certain_lead(self, game: Game[Any], state: Any, action: Action) -> float:
        """By how much an answer is better than all others for certain; negative where it is not."""
        ...
