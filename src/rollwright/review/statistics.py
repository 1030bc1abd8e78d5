"""Exact sums over pairs of matches, and what follows from them about strength."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import inf, log, log10, sqrt

CONFIDENCE = 1.959964
"""Standard errors to each side of a 95 % interval."""


class Moments:
    """Exact mean and standard error of whole numbers, each divided by `unit`."""

    def __init__(self, unit: int = 1) -> None:
        self.unit = unit
        self.n = 0
        self._total = 0
        self._squares = 0

    def add(self, values: list[int]) -> None:
        """Take in some numbers; the order does not matter."""
        self.n += len(values)
        self._total += sum(values)
        self._squares += sum(value**2 for value in values)

    @property
    def mean(self) -> float:
        """The mean."""
        return self._total / (self.n * self.unit)

    @property
    def variance(self) -> float:
        """The variance of a sample; 0 for a single number."""
        if self.n < 2:
            return 0.0
        spread = Fraction(self.n * self._squares - self._total**2, self.n * (self.n - 1))
        return float(spread / self.unit**2)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt(self.variance / self.n)

    def interval(self, least: float = -inf, most: float = inf) -> tuple[float, float]:
        """The 95 % interval of the mean, within the values that are possible."""
        spread = CONFIDENCE * self.error
        return max(least, self.mean - spread), min(most, self.mean + spread)


def elo_of(score: float) -> float:
    """The Elo difference at which `score`, from 0 to 1, is expected."""
    if score <= 0:
        return -inf
    return inf if score >= 1 else 400 * log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The score that is expected at an Elo difference."""
    return float(1 / (1 + 10 ** (-elo / 400)))


class Verdict(Enum):
    """What a sequential test has come to."""

    OPEN = "open"
    STRONGER = "stronger"
    NOT_STRONGER = "not stronger"


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Is the first bot stronger by `elo1`, or is it not (`elo0`)? Asked anew as pairs come in.

    A generalised sequential probability ratio test on the scores of pairs, in the normal
    approximation with the variance that the pairs show. Each answer is wrong with a probability
    of at most `risk`.
    """

    elo0: float = 0.0
    elo1: float = 3.0
    risk: float = 0.05

    def log_likelihood_ratio(self, scores: Moments) -> float:
        """How much more likely the scores are at `elo1` than at `elo0`, as a logarithm."""
        low, high = score_of(self.elo0), score_of(self.elo1)
        # Pairs that all end alike show no variance; one pair more that does not keeps it finite.
        variance = max(scores.variance, 0.25 / scores.n)
        return scores.n * (high - low) * (2 * scores.mean - low - high) / (2 * variance)

    def verdict(self, scores: Moments) -> Verdict:
        """The answer so far."""
        bound = log((1 - self.risk) / self.risk)
        ratio = self.log_likelihood_ratio(scores)
        if ratio >= bound:
            return Verdict.STRONGER
        return Verdict.NOT_STRONGER if ratio <= -bound else Verdict.OPEN
