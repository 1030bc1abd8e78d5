"""The exact distribution of a final result: points, or turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import sqrt


@dataclass(frozen=True)
class Distribution:
    """The chance of every final result that can occur, ascending; they add up to 1."""

    chances: Mapping[int, float]

    @cached_property
    def mean(self) -> float:
        """The mean result."""
        return sum(result * chance for result, chance in self.chances.items())

    @cached_property
    def sd(self) -> float:
        """The standard deviation of the result."""
        mean = self.mean
        return sqrt(sum(chance * (r - mean) ** 2 for r, chance in self.chances.items()))

    def at_least(self, target: int) -> float:
        """The chance of `target` or more."""
        return sum(chance for result, chance in self.chances.items() if result >= target)

    def at_most(self, target: int) -> float:
        """The chance of `target` or less."""
        return sum(chance for result, chance in self.chances.items() if result <= target)

    def quantile(self, share: float) -> int:
        """The least result that is not exceeded with a chance of at least `share`."""
        reached = 0.0
        for result, chance in self.chances.items():
            reached += chance
            if reached >= share:
                return result
        return max(self.chances)
