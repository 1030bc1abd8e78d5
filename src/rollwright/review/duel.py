"""Duels: bots change seats and play on with the same dice, so that luck cancels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import isfinite

from ..arena.job import Notice, Part, prepare_job
from ..arena.running import local_workers, run_job
from ..errors import InputError
from ..game import Json
from ..i18n import T
from ..spec import GameSpec
from .statistics import Moments, SequentialTest, Verdict, elo_of

CHECK_EVERY = 500
"""Pairs between two looks of a sequential test."""


@dataclass(frozen=True, slots=True)
class Duel:
    """The result of a duel from the side of the first bot; all but `seconds` follows the seed.

    A *pair* is one deal of dice played in every rotation of the seats: two matches for two bots,
    n for n. `score` is a win alone plus half a shared first place, a match; `margin` its points
    minus the mean of the others'. Standard errors are those of pairs, since the matches of a pair
    are not independent. The Elo difference is for two seats only.
    """

    bots: tuple[str, ...]
    pairs: int
    score: float
    se: float
    ci95: tuple[float, float]
    margin: float
    margin_se: float
    wins: int
    ties: int
    losses: int
    verdict: Verdict | None
    seconds: float = field(compare=False)

    @property
    def games(self) -> int:
        """How many matches were played."""
        return self.pairs * len(self.bots)

    @property
    def elo(self) -> float | None:
        """The Elo difference; None for more than two seats."""
        return elo_of(self.score) if len(self.bots) == 2 else None

    @property
    def elo95(self) -> tuple[float, float] | None:
        """Its 95 % interval; None for more than two seats."""
        low, high = self.ci95
        return (elo_of(low), elo_of(high)) if len(self.bots) == 2 else None

    def format(self) -> Json:
        """The result as JSON; an Elo difference without limit is null."""
        data: Json = {
            "pairs": self.pairs,
            "score": self.score,
            "se": self.se,
            "ci95": list(self.ci95),
            "margin": self.margin,
            "margin_se": self.margin_se,
            "wins": self.wins,
            "ties": self.ties,
            "losses": self.losses,
        }
        if self.elo is not None and self.elo95 is not None:
            data["elo"] = _finite(self.elo)
            data["elo95"] = [_finite(limit) for limit in self.elo95]
        if self.verdict is not None:
            data["verdict"] = self.verdict.value
        return data


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None


def duel(
    spec: GameSpec,
    bots: Sequence[str],
    pairs: int,
    seed: int | str,
    workers: int = 1,
    until_decided: SequentialTest | None = None,
    progress: Callable[[int], None] | None = None,
    notice: Notice | None = None,
) -> Duel:
    """Let the bots play `pairs` pairs, or fewer where a sequential test decides earlier.

    The result does not depend on the number of `workers`. `progress` is called with the number of
    pairs played so far, `notice` with sentences about the way they are played. Raises
    `InputError` for fewer than two bots and for an unknown one, `BotError` for one that fails.
    """
    if len(bots) < 2:
        raise InputError(T("A duel needs at least two bots, such as greedy,random."))
    if until_decided is not None and len(bots) > 2:
        raise InputError(T("A duel that goes on until it is decided is for two bots."))
    job = prepare_job(spec, bots, str(seed), notice)
    tally = _PairTally(len(bots))
    verdict = None if until_decided is None else Verdict.OPEN
    begun = ended = 0.0
    with local_workers(job, workers) as crew:
        while tally.pairs < pairs and verdict in (None, Verdict.OPEN):
            left = pairs - tally.pairs
            count = left if until_decided is None else min(left, CHECK_EVERY)
            for part in run_job(job, count, crew, len(bots), tally.pairs):
                begun = min(begun, part.begun) if begun else part.begun
                ended = max(ended, part.ended)
                tally.add(part)
                if progress is not None:
                    progress(tally.pairs)
            if until_decided is not None:
                verdict = until_decided.verdict(tally.scores)
    return tally.summary(tuple(bots), verdict, ended - begun)


class _PairTally:
    """Exact sums over pairs; the rotations of a part come one after the other."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        # A win counts 2, so that half a win is a whole number; margins are times the others.
        self.scores = Moments(2 * seats)
        self.margins = Moments(seats * (seats - 1))
        self.wins = self.ties = self.losses = 0
        self._points: list[tuple[list[int], list[int]]] = []

    @property
    def pairs(self) -> int:
        return self.scores.n

    def add(self, part: Part) -> None:
        """Take in one rotation of some pairs; they count when the last one is in."""
        self._points.append(self._first_bot(part))
        if len(self._points) == self.seats:
            scores, margins = zip(*self._points, strict=True)
            self.scores.add([sum(pair) for pair in zip(*scores, strict=True)])
            self.margins.add([sum(pair) for pair in zip(*margins, strict=True)])
            self._points.clear()

    def _first_bot(self, part: Part) -> tuple[list[int], list[int]]:
        """Twice the score, and the margin times the number of others, of the first bot."""
        seat = -part.rotation % self.seats
        totals = part.rows[:, 1 : 1 + self.seats]
        firsts = part.rows[:, 1 + self.seats :] == 1
        is_first = firsts[:, seat]
        is_alone = is_first & (firsts.sum(axis=1) == 1)
        self.wins += int(is_alone.sum())
        self.ties += int((is_first & ~is_alone).sum())
        self.losses += int((~is_first).sum())
        margin = self.seats * totals[:, seat] - totals.sum(axis=1)
        return (is_first.astype(int) + is_alone).tolist(), margin.tolist()

    def summary(self, bots: tuple[str, ...], verdict: Verdict | None, seconds: float) -> Duel:
        return Duel(
            bots,
            self.pairs,
            self.scores.mean,
            self.scores.error,
            self.scores.interval(0.0, 1.0),
            self.margins.mean,
            self.margins.error,
            self.wins,
            self.ties,
            self.losses,
            verdict,
            seconds,
        )
