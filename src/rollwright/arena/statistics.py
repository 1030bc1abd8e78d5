"""Exact sums over the results of matches, and the statistics that follow from them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from ..game import Json

if TYPE_CHECKING:
    from .job import Rows


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What a seat did over many matches.

    `mean` and `sd`, the standard deviation of a sample, are of the score's total, `se` is the
    standard error of the mean, and `histogram` counts the matches for each total. `wins` counts
    the matches in which the seat alone was first, `ties` those in which it shared the first place.
    """

    bot: str
    mean: float
    sd: float
    se: float
    wins: int
    ties: int
    histogram: tuple[tuple[int, int], ...]

    def format(self) -> Json:
        """The statistics as JSON."""
        return {
            "bot": self.bot,
            "mean": self.mean,
            "sd": self.sd,
            "se": self.se,
            "wins": self.wins,
            "ties": self.ties,
            "histogram": {str(total): games for total, games in self.histogram},
        }


class Tally:
    """Exact sums over some matches, by seat; the order in which they come does not matter."""

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.turns = 0
        self._histograms: tuple[Counter[int], ...] = tuple(Counter() for _ in range(seats))
        self._wins = [0] * seats
        self._ties = [0] * seats

    def add(self, rows: Rows) -> None:
        """Count the matches of these rows."""
        seats = len(self._histograms)
        totals, firsts = rows[:, 1 : 1 + seats], rows[:, 1 + seats :] == 1
        alone = firsts.sum(axis=1) == 1
        self.games += len(rows)
        self.turns += int(rows[:, 0].sum())
        for seat in range(seats):
            self._histograms[seat].update(count_values(totals[:, seat]))
            self._wins[seat] += int((firsts[:, seat] & alone).sum())
            self._ties[seat] += int((firsts[:, seat] & ~alone).sum())

    def seat_result(self, seat: int, bot: str) -> SeatResult:
        """The statistics of one seat."""
        n, histogram = self.games, self._histograms[seat]
        total = sum(value * games for value, games in histogram.items())
        squares = sum(value**2 * games for value, games in histogram.items())
        sd = sample_deviation(n, total, squares)
        return SeatResult(
            bot,
            total / n,
            sd,
            sd / sqrt(n),
            self._wins[seat],
            self._ties[seat],
            tuple(sorted(histogram.items())),
        )


def count_values(values: Rows) -> dict[int, int]:
    """How often each value occurs."""
    import numpy as np

    if not len(values):
        return {}
    least = int(values.min())
    counts = np.bincount(values - least)
    return {least + int(index): int(counts[index]) for index in np.flatnonzero(counts)}


def sample_deviation(n: int, total: int, squares: int) -> float:
    """The standard deviation of a sample from exact sums; 0 for a single value."""
    return sqrt((n * squares - total**2) / (n * (n - 1))) if n > 1 else 0.0
