"""Values that are known exactly, or between two bounds."""

from __future__ import annotations

from dataclasses import dataclass

EXACT = 1e-4
"""Bounds that differ by less make a value exact."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """A value that is between `at_least` and `at_most`."""

    at_least: float
    at_most: float

    @property
    def is_exact(self) -> bool:
        """Whether the bounds are the same, for all that matters."""
        return self.at_most < self.at_least + EXACT
