"""Bots play matches: one, or many with statistics that depend on the seed only."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import starmap
from math import sqrt
from multiprocessing import get_context
from typing import Any

from .bots import Bot, create_bot
from .dice import Chance, DiceSource, SeededDice, bot_stream
from .errors import IllegalAction, RollwrightError
from .game import Decision, Game, Json, Seat
from .i18n import T
from .match import Match
from .spec import GameSpec, create_game


class BotError(RollwrightError):
    """A bot that fails or breaks the rules; the text names it."""


@contextmanager
def _blaming(bot: str, turn: int) -> Iterator[None]:
    """Turn whatever goes wrong inside into an error that names the bot."""
    try:
        yield
    except IllegalAction as error:
        raise BotError(
            T("The bot {bot} broke the rules in turn {turn}: {reason} [{rule}]",
              bot=bot, turn=turn, reason=error.text, rule=error.rule)
        ) from error  # fmt: skip
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise BotError(
            T("The bot {bot} failed in turn {turn}: {reason}.", bot=bot, turn=turn, reason=reason)
        ) from error


def answer_bots(
    match: Match,
    bots: Mapping[Seat, Bot],
    seed: int | str,
    number: int = 0,
    names: Sequence[str] | None = None,
) -> None:
    """Let every bot that is asked answer the present decision, without seeing other answers.

    `seed` and `number`, the number of the match, choose the streams of the bots. Raises
    `BotError` for a bot that fails or answers against the rules; it is called as in `names`, or as
    its seat in the match.
    """
    game, decision, resolved = match.game, match.decision, match.resolved
    turn, names = game.turn(match.state), names or match.names
    choices = {}
    for seat in match.waiting:
        if seat in bots:
            view = game.view(match.state, seat)
            stream = bot_stream(seed, number, resolved, seat)
            with _blaming(names[seat], turn):
                choices[seat] = bots[seat].choose(view, seat, match.legal(seat), stream)
    for seat, choice in choices.items():
        with _blaming(names[seat], turn):
            match.submit(decision, seat, choice.action)


def finish_match(
    match: Match,
    bots: Mapping[Seat, Bot],
    seed: int | str,
    number: int = 0,
    names: Sequence[str] | None = None,
) -> Match:
    """Play a match to its end, wherever it stands; every seat must be a bot's."""
    while not match.is_over:
        if isinstance(match.node, Chance):
            match.roll()
        elif isinstance(match.node, Decision):
            answer_bots(match, bots, seed, number, names)
    return match


def play_match(
    game: Game[Any],
    bots: Sequence[Bot],
    dice: DiceSource,
    seed: int | str = 0,
    number: int = 0,
    names: Sequence[str] | None = None,
) -> Match:
    """Play one match of bots from its beginning to its end."""
    return finish_match(Match(game, dice, names), _seated(bots), seed, number)


def _seated(bots: Sequence[Bot]) -> dict[Seat, Bot]:
    return {Seat(seat): bot for seat, bot in enumerate(bots)}


# Many matches


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What a seat did over many matches.

    `mean` and `sd`, the standard deviation of a sample, are of the score's total; `wins` counts
    the matches in which the seat alone was first, `ties` those in which it shared the first place.
    """

    bot: str
    mean: float
    sd: float
    wins: int
    ties: int


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
            "seats": [
                {"bot": s.bot, "mean": s.mean, "sd": s.sd, "wins": s.wins, "ties": s.ties}
                for s in self.seats
            ],
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
) -> Simulation:
    """Play `games` matches between the named bots, one for each seat.

    Match number m has the dice and the bots' streams of that number of `seed`, and sums are exact,
    so that the statistics do not depend on the number of `workers` (processes). `progress` is
    called with the number of matches played so far. Raises `InputError` for an unknown bot and
    `BotError` for one that fails.
    """
    if games < 1 or workers < 1:
        raise ValueError("at least one match and one worker are needed")
    _table(spec, tuple(bots))
    chunks = [(spec, tuple(bots), str(seed), part) for part in _parts(games, workers)]
    parallel = workers > 1 and len(chunks) > 1
    results = _in_processes(chunks, workers) if parallel else starmap(_play_chunk, chunks)
    tally = next(results)
    for result in results:
        tally += result
        if progress is not None:
            progress(tally.games)
    return tally.summary(bots)


@lru_cache(maxsize=1)
def _table(spec: GameSpec, bots: tuple[str, ...]) -> tuple[Game[Any], dict[Seat, Bot]]:
    """The game and its bots, kept by each process while it plays matches of the same kind."""
    game = create_game(spec)
    return game, _seated([create_bot(bot, game) for bot in bots])


def _parts(games: int, workers: int) -> list[range]:
    """The numbers of the matches in parts, small enough to busy all workers and show progress."""
    size = max(1, min(20, games // (8 * workers)))
    return [range(first, min(first + size, games)) for first in range(0, games, size)]


def _play_chunk(spec: GameSpec, bots: tuple[str, ...], seed: str, numbers: range) -> _Tally:
    game, seated = _table(spec, bots)
    begun = time.perf_counter()
    turns = 0
    totals: list[tuple[int, ...]] = []
    firsts: list[list[int]] = []
    for number in numbers:
        match = Match(game, SeededDice(seed, number))
        finish_match(match, seated, seed, number, bots)
        turns += game.turn(match.state)
        totals.append(tuple(score.total for score in game.scores(match.state)))
        places = game.places(match.state)
        firsts.append([seat for seat, place in enumerate(places) if place == 1])
    seats = range(len(bots))
    return _Tally(
        len(numbers),
        turns,
        tuple(sum(total[seat] for total in totals) for seat in seats),
        tuple(sum(total[seat] ** 2 for total in totals) for seat in seats),
        tuple(sum(first == [seat] for first in firsts) for seat in seats),
        tuple(sum(len(first) > 1 and seat in first for first in firsts) for seat in seats),
        begun,
        time.perf_counter(),
    )


def _in_processes(chunks: Sequence[tuple[Any, ...]], workers: int) -> Iterator[_Tally]:
    """The results of the chunks as they come, from processes that share no state."""
    processes = min(workers, len(chunks))
    pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=_die_of_interrupts)
    with pool:
        try:
            with _interrupts_held():
                futures = [pool.submit(_play_chunk, *chunk) for chunk in chunks]
            for future in as_completed(futures):
                yield future.result()
        except BrokenProcessPool as error:
            raise RollwrightError(
                T("A worker process was ended by the system; try again with fewer workers.")
            ) from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back, here and in the processes that are started meanwhile."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _die_of_interrupts() -> None:
    """Let Ctrl-C end a worker without a word; the process that it works for says what there is."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


@dataclass(frozen=True, slots=True)
class _Tally:
    """Exact sums over some matches, by seat; `begun` and `ended` are on the system's clock."""

    games: int
    turns: int
    totals: tuple[int, ...]
    squares: tuple[int, ...]
    wins: tuple[int, ...]
    ties: tuple[int, ...]
    begun: float
    ended: float

    def __add__(self, other: _Tally) -> _Tally:
        return _Tally(
            self.games + other.games,
            self.turns + other.turns,
            _added(self.totals, other.totals),
            _added(self.squares, other.squares),
            _added(self.wins, other.wins),
            _added(self.ties, other.ties),
            min(self.begun, other.begun),
            max(self.ended, other.ended),
        )

    def summary(self, bots: Sequence[str]) -> Simulation:
        """The statistics that follow from the sums."""
        n = self.games
        seats = tuple(
            SeatResult(bot, total / n, _sample_deviation(n, total, squares), wins, ties)
            for bot, total, squares, wins, ties in zip(
                bots, self.totals, self.squares, self.wins, self.ties, strict=True
            )
        )
        return Simulation(n, seats, self.turns / n, self.ended - self.begun)


def _added(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(left, right, strict=True))


def _sample_deviation(n: int, total: int, squares: int) -> float:
    """The standard deviation of a sample from exact sums; 0 for a single value."""
    return sqrt((n * squares - total**2) / (n * (n - 1))) if n > 1 else 0.0
