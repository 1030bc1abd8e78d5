"""How fast this machine plays. Figures are processor time, so that other work hardly counts."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..bots import Choice, bot_infos, create_bot
from ..dice import SeededDice
from ..game import Json, Seat
from ..match import Match
from ..spec import create_game, families, parse_spec
from .job import Job, prepare_job
from .matches import finish_match

SECONDS = 0.5
"""Processor time that one measurement of a kernel should take at least."""

REPEATS = 3
"""The fastest of so many measurements counts: whatever else happens only slows."""

YARDSTICK_STEPS = 5_000_000
STARTS = 5

BOT_MATCHES, BOT_SECONDS = 3, 3.0
"""A readable bot plays so many matches, none any more after so many seconds."""

KERNEL, SOLVER, BOT, START = "kernel", "solver", "bot", "start"
"""Kinds of figures."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measurement: its kind, what was measured, how much of it, and in what unit.

    `ratio` compares a kernel with the yardstick, a loop measured in the same process: matches
    played while the yardstick takes a million steps.
    """

    kind: str
    what: str
    value: float
    unit: str
    ratio: float | None = None

    def format(self) -> Json:
        """The figure as JSON."""
        data: Json = {"kind": self.kind, "what": self.what, "value": self.value, "unit": self.unit}
        return data if self.ratio is None else data | {"ratio": self.ratio}


def describe_machine() -> Json:
    """What the figures were measured on."""
    from importlib.metadata import version

    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": version("numba"),
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [line.partition(":")[2].strip() for line in file if "model name" in line]
    except OSError:
        names = []
    return names[0] if names else platform.processor()


def measure_all() -> Iterator[Figure]:
    """All figures, one after the other."""
    yield from measure_kernels()
    yield from measure_solvers()
    yield from measure_bots()
    yield measure_start("rollwright --version", "--version")
    yield measure_start("rollwright --help", "--help")


def measure_kernels() -> Iterator[Figure]:
    """Matches a second of every bot that a kernel plays: alone, and two of them."""
    for family in families():
        for info in bot_infos(family.name, alone=True):
            for players in (1,) if info.alone else (1, 2):
                spec = f"{family.name}(players={players})"
                if (figure := measure_kernel(spec, info.name)) is not None:
                    yield figure


def measure_kernel(spec: str, bot: str, seconds: float = SECONDS) -> Figure | None:
    """Matches a second of one core; None where the bot is not compiled."""
    game = parse_spec(spec)
    job = prepare_job(game, (bot,) * game.players, "bench")
    if not job.compiled:
        return None
    job.play(range(0))  # opens the kernel
    speed, ratio = 0.0, 0.0
    size = _sized(job, seconds)
    for _ in range(REPEATS):
        before = _yardstick()
        found = size / _processor_seconds(partial(job.play, range(size)))
        # The machine may be busier before or after.
        pace = (before + _yardstick()) / 2
        speed, ratio = max(speed, found), max(ratio, found / pace)
    return Figure(KERNEL, f"{spec} {bot}", speed, "games/s", ratio)


def _sized(job: Job, seconds: float) -> int:
    """How many matches take about so many seconds."""
    size, taken = 5, 0.0
    while taken < seconds / 4:
        size *= 2
        taken = _processor_seconds(partial(job.play, range(size)))
    return int(size * seconds / taken)


def _yardstick() -> float:
    """Millions of steps of the yardstick a second."""
    from ..fast.yardstick import walk

    walk(0)
    return YARDSTICK_STEPS / 1e6 / _processor_seconds(partial(walk, YARDSTICK_STEPS))


def _processor_seconds(action: Callable[[], object]) -> float:
    begun = time.thread_time()
    action()
    return max(time.thread_time() - begun, 1e-9)


def measure_solvers() -> Iterator[Figure]:
    """What it takes to solve the games of one player, once their kernels are compiled."""
    from ..solve.solo import solve
    from ..solve.store import Store

    for spec in ("qwixx(players=1)", "qwingo(players=1)"):
        game = create_game(parse_spec(spec))
        with TemporaryDirectory() as folder:
            begun, used = time.perf_counter(), time.process_time()
            solve(game, store=Store(Path(folder)))
            wall, processor = time.perf_counter() - begun, time.process_time() - used
        yield Figure(SOLVER, f"{spec}, processor time of all cores", processor, "s")
        yield Figure(SOLVER, f"{spec}, time on the clock", wall, "s")


def measure_bots() -> Iterator[Figure]:
    """The mean time of a decision of every readable bot, against itself."""
    for family in families():
        for info in bot_infos(family.name, alone=True):
            players = 1 if info.alone else 2
            yield measure_bot(f"{family.name}(players={players})", info.name)


def measure_bot(spec: str, bot: str) -> Figure:
    """Milliseconds that a readable bot takes for a decision, passes and forced ones included."""
    game = create_game(parse_spec(spec))
    timed = _TimedBot(create_bot(bot, game))
    seated = {Seat(seat): timed for seat in range(game.spec.players)}
    for number in range(BOT_MATCHES):
        if timed.seconds < BOT_SECONDS:
            finish_match(Match(game, SeededDice("bench", number)), seated, "bench", number)
    milliseconds = 1000 * timed.seconds / timed.decisions
    return Figure(BOT, f"{spec} {bot}", milliseconds, "ms a decision")


class _TimedBot:
    """A bot that looks at the clock."""

    def __init__(self, bot: Any) -> None:
        self._bot = bot
        self.seconds = 0.0
        self.decisions = 0

    def choose(self, *asked: Any) -> Choice:
        """What the bot answers."""
        begun = time.thread_time()
        choice: Choice = self._bot.choose(*asked)
        self.seconds += time.thread_time() - begun
        self.decisions += 1
        return choice


def measure_start(what: str, *words: str) -> Figure:
    """Processor time of a process of the program that does next to nothing."""
    best = inf
    for _ in range(STARTS):
        before = os.times()
        _run(words)
        after = os.times()
        used = after.children_user + after.children_system
        best = min(best, used - before.children_user - before.children_system)
    return Figure(START, what, best, "s")


def _run(words: Sequence[str]) -> None:
    subprocess.run(
        [sys.executable, "-m", "rollwright", *words],
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
