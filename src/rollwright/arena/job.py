"""What is to be played: matches of one game between the same bots, by the kernel or the rules."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..bots import Bot, create_bot
from ..bots.levels import plays_as
from ..dice import SeededDice
from ..fast import NoKernel, open_matches
from ..game import Game, Seat
from ..i18n import T, Text
from ..match import Match
from ..spec import GameSpec, create_game
from .matches import finish_match

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Rows = npt.NDArray[np.int32]
    """A row for each match: its turns, the total of each seat, the place of each seat."""

PERFECT = ("perfect",)
"""The bot that plays a solved game, alone."""

Notice = Callable[[Text], None]
"""Is told in a sentence what happens besides the playing."""


class Part(NamedTuple):
    """The results of some matches; `begun` and `ended` are on the clock of the machine."""

    numbers: range
    rotation: int
    rows: Rows
    begun: float
    ended: float


class Matches(Protocol):
    """Matches of the same kind, played by compiled code."""

    def play(self, numbers: range, rotation: int = 0) -> Rows:
        """The results of the matches with these numbers, which must follow each other."""
        ...


@dataclass(frozen=True, slots=True)
class Job:
    """Matches of a game between the named bots, one for each seat.

    Match number m has the dice and the bots' streams of that number of `seed`, whoever plays it.
    A job can be sent to other processes and machines.
    """

    spec: GameSpec
    bots: tuple[str, ...]
    seed: str
    compiled: bool

    def play(self, numbers: range, rotation: int = 0) -> Part:
        """Play the matches with these numbers; seat s is played by bot s + `rotation`."""
        kernel = _kernel_matches(self.spec, self.bots, self.seed) if self.compiled else None
        begun = time.perf_counter()
        if kernel is not None:
            rows = kernel.play(numbers, rotation)
        else:
            rows = _play_readable(self, numbers, rotation)
        return Part(numbers, rotation, rows, begun, time.perf_counter())


def prepare_job(
    spec: GameSpec, bots: Sequence[str], seed: str, notice: Notice | None = None
) -> Job:
    """A job for the kernel where it can play all bots, else for the readable rules.

    `notice` is told when a kernel is compiled, and why the readable rules play. Raises
    `InputError` for an unknown bot.
    """
    names = tuple(bots)
    if names != PERFECT:  # which says itself what it solves
        _table(spec, names)
    try:
        _open_matches(spec, names, seed, notice)
    except NoKernel as reason:
        _table(spec, names)
        if notice is not None:
            notice(T("The readable rules play, which takes longer: {reason}.", reason=reason.text))
        return Job(spec, names, seed, compiled=False)
    return Job(spec, names, seed, compiled=True)


@lru_cache(maxsize=1)
def _kernel_matches(spec: GameSpec, bots: tuple[str, ...], seed: str) -> Matches:
    """Kept by each process while it plays matches of the same kind."""
    return _open_matches(spec, bots, seed)


def _open_matches(
    spec: GameSpec, bots: tuple[str, ...], seed: str, notice: Notice | None = None
) -> Matches:
    """Matches on the game's kernel, on that of its trained bots, or on that of its solution."""
    bots = tuple(plays_as(spec.family, bot) for bot in bots)
    if bots == PERFECT:
        from ..solve.matches import open_perfect

        return open_perfect(spec, seed, notice)
    try:
        return open_matches(spec, bots, seed, notice)
    except NoKernel:
        trained = f"rollwright.bots.{spec.family}.kernel"
        return open_matches(spec, bots, seed, notice, trained)


@lru_cache(maxsize=1)
def _table(spec: GameSpec, bots: tuple[str, ...]) -> tuple[Game[Any], tuple[Bot, ...]]:
    """The game and its bots, kept by each process while it plays matches of the same kind."""
    game = create_game(spec)
    return game, tuple(create_bot(bot, game) for bot in bots)


def _play_readable(job: Job, numbers: range, rotation: int) -> Rows:
    import numpy as np

    game, players = _table(job.spec, job.bots)
    players = players[rotation:] + players[:rotation]
    names = job.bots[rotation:] + job.bots[:rotation]
    seated = {Seat(seat): bot for seat, bot in enumerate(players)}
    rows = []
    for number in numbers:
        match = Match(game, SeededDice(job.seed, number))
        finish_match(match, seated, job.seed, number, names)
        totals = [score.total for score in game.scores(match.state)]
        rows.append([game.turn(match.state), *totals, *game.places(match.state)])
    return np.array(rows, np.int32)
