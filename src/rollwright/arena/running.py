"""Plays a job in parts, in threads, processes or on a cluster, and gives the parts in order."""

from __future__ import annotations

import signal
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import NamedTuple

from ..errors import RollwrightError
from ..i18n import T
from .job import Job, Part

PART_SECONDS = 0.25
"""How long a part should take: short enough to show progress, long enough to pay."""

FIRST_PART, LARGEST_PART = 20, 100_000
"""Matches in the first part, whose speed is not known yet, and in any."""

GROWTH = 8
"""A part may be so many times as large as one before it."""


class Workers(NamedTuple):
    """Something that plays parts of a job, and how many of them at a time.

    `shares_clock` tells that it does so on this machine.
    """

    executor: Executor
    number: int
    shares_clock: bool = True


@contextmanager
def local_workers(job: Job, number: int) -> Iterator[Workers]:
    """Threads for a kernel, which runs without the GIL; processes for the readable rules.

    A single worker is a thread: it leaves the main thread free for Ctrl-C and for progress.
    """
    executor: Executor
    if job.compiled or number == 1:
        executor = ThreadPoolExecutor(number)
    else:
        executor = ProcessPoolExecutor(number, get_context("spawn"), initializer=_ignore_interrupts)
    with executor:
        try:
            yield Workers(executor, number)
        except BrokenProcessPool as error:
            raise RollwrightError(
                T("A worker process was ended by the system; try again with fewer workers.")
            ) from error
        finally:
            executor.shutdown(wait=False, cancel_futures=True)


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that the workers work for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def run_job(
    job: Job, matches: int, workers: Workers, rotations: int = 1, first: int = 0
) -> Iterator[Part]:
    """Play the matches with `matches` numbers from `first` on, each in so many rotations.

    The parts come in the order of their numbers, all rotations of one part after each other;
    their sizes follow the speed and say nothing about the results.
    """
    waiting: deque[tuple[float, Future[Part]]] = deque()
    following, size = first, max(1, min(FIRST_PART, matches // (4 * workers.number)))
    end = first + matches
    while following < end or waiting:
        while following < end and len(waiting) < 2 * workers.number * rotations:
            numbers = range(following, min(following + size, end))
            following = numbers.stop
            for rotation in range(rotations):
                played = workers.executor.submit(job.play, numbers, rotation)
                waiting.append((time.perf_counter(), played))
        begun, played = waiting.popleft()
        part = played.result()
        size = _next_size(part, end - following, workers.number)
        if not workers.shares_clock:
            part = part._replace(begun=begun, ended=time.perf_counter())
        yield part


def _next_size(part: Part, left: int, workers: int) -> int:
    """As many matches as take PART_SECONDS, but no more than keep all workers busy to the end."""
    seconds = max(part.ended - part.begun, 1e-6)
    wanted = min(len(part.numbers) * PART_SECONDS / seconds, len(part.numbers) * GROWTH)
    fair = -(-left // workers)
    return max(1, min(int(wanted), fair, LARGEST_PART))
