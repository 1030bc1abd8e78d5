"""Many matches between bots, with statistics that depend on the seed only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from ..game import Json
from ..spec import GameSpec
from .job import Job, Notice, Part, prepare_job
from .running import Workers, local_workers, run_job
from .statistics import SeatResult, Tally


@dataclass(frozen=True, slots=True)
class Simulation:
    """The statistics of many matches; all but `seconds` depend on the seed only."""

    games: int
    seats: tuple[SeatResult, ...]
    turns_mean: float
    seconds: float = field(compare=False)

    @property
    def games_per_second(self) -> float:
        """Matches by wall time from the beginning of the first to the end of the last."""
        return self.games / self.seconds

    def format(self) -> Json:
        """The statistics as JSON."""
        return {
            "games": self.games,
            "seats": [seat.format() for seat in self.seats],
            "turns_mean": self.turns_mean,
            "games_per_second": self.games_per_second,
        }


def simulate(
    spec: GameSpec,
    bots: Sequence[str],
    games: int,
    seed: int | str,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
    notice: Notice | None = None,
    each: Callable[[Part], None] | None = None,
    open_workers: Callable[[Job], AbstractContextManager[Workers]] | None = None,
) -> Simulation:
    """Play `games` matches between the named bots, one for each seat.

    The statistics do not depend on the number of `workers`, which may also be opened elsewhere by
    `open_workers`. `progress` is called with the number of matches played so far, `notice` with
    sentences about the way they are played, and `each` with the results of every part, in order.
    Raises `InputError` for an unknown bot and `BotError` for one that fails.
    """
    if games < 1 or workers < 1:
        raise ValueError("at least one match and one worker are needed")
    job = prepare_job(spec, bots, str(seed), notice)
    tally = Tally(len(bots))
    begun = ended = 0.0
    with open_workers(job) if open_workers else local_workers(job, workers) as crew:
        for part in run_job(job, games, crew):
            begun = min(begun, part.begun) if tally.games else part.begun
            ended = max(ended, part.ended)
            tally.add(part.rows)
            if each is not None:
                each(part)
            if progress is not None:
                progress(tally.games)
    seats = tuple(tally.seat_result(seat, bot) for seat, bot in enumerate(bots))
    return Simulation(games, seats, tally.turns / games, ended - begun)
