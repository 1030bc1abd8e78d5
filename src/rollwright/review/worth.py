"""What something is worth to one seat, and how a game's result comes about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ..bots.evaluator import Values
from ..game import Json, Seat


@dataclass(frozen=True, slots=True)
class Worth:
    """A value, or a difference of values, in both measures of an evaluator (`Values`)."""

    mean: float = 0.0
    margin: float = 0.0

    def __add__(self, other: Worth) -> Worth:
        return Worth(self.mean + other.mean, self.margin + other.margin)

    def __sub__(self, other: Worth) -> Worth:
        return Worth(self.mean - other.mean, self.margin - other.margin)

    def __neg__(self) -> Worth:
        return Worth(-self.mean, -self.margin)


NOTHING = Worth()


def worth_at(values: Values, row: int, seat: Seat) -> Worth:
    """One row of values for one seat."""
    return Worth(float(values.mean[row, seat]), float(values.margin[row, seat]))


Worths = tuple[Worth, ...]
"""What something is worth to each seat."""


def worths_at(values: Values, row: int) -> Worths:
    """One row of values for all seats."""
    return tuple(worth_at(values, row, Seat(seat)) for seat in range(values.mean.shape[1]))


class Account(NamedTuple):
    """How the result of one seat came about: start + luck − loss + others + drift = result."""

    start: Worth
    luck: Worth
    loss: Worth
    others: Worth
    drift: Worth

    @property
    def result(self) -> Worth:
        """What the seat has in the end, or expects where the record breaks off."""
        return self.start + self.luck - self.loss + self.others + self.drift

    @property
    def without_luck(self) -> Worth:
        """The result less the luck: what the seat would have had with average rolls."""
        return self.result - self.luck

    def format(self) -> Json:
        """Both measures as JSON, that of the margin under its name."""
        columns = {
            **self._asdict(), "result": self.result, "without_luck": self.without_luck
        }  # fmt: skip
        means = {name: worth.mean for name, worth in columns.items()}
        return {**means, "margin": {name: worth.margin for name, worth in columns.items()}}
