"""Plays a job in parts, in threads, processes or on a cluster, and gives the parts in order."""

from __future__ import annotations

import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, NamedTuple, TypeVar

from ..errors import RollwrightError
from ..i18n import T
from .job import Job, Part

R = TypeVar("R")

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
    """Threads for a kernel, which runs without the GIL; processes for the readable rules."""
    executor: Executor
    if number == 1:
        executor = _HereExecutor()
    elif job.compiled:
        executor = ThreadPoolExecutor(number)
    else:
        executor = ProcessPoolExecutor(number, get_context("spawn"), initializer=_die_of_interrupts)
    with executor:
        try:
            yield Workers(executor, number)
        except BrokenProcessPool as error:
            raise RollwrightError(
                T("A worker process was ended by the system; try again with fewer workers.")
            ) from error
        finally:
            executor.shutdown(wait=False, cancel_futures=True)


class _HereExecutor(Executor):
    """Does everything at once in the calling thread, where Ctrl-C stops it."""

    def submit(self, function: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        done: Future[R] = Future()
        done.set_result(function(*args, **kwargs))
        return done


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back, here and in a process that is started meanwhile."""
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


def run_job(
    job: Job, matches: int, workers: Workers, rotations: int = 1, first: int = 0
) -> Iterator[Part]:
    """Play the matches with `matches` numbers from `first` on, each in so many rotations.

    The parts come in the order of their numbers, all rotations of one part after each other;
    their sizes follow the speed and say nothing about the results.
    """
    waiting: deque[tuple[float, Future[Part]]] = deque()
    most = 2 * workers.number * rotations if workers.number > 1 else rotations
    following, size = first, max(1, min(FIRST_PART, matches // (4 * workers.number)))
    end = first + matches
    while following < end or waiting:
        while following < end and len(waiting) < most:
            numbers = range(following, min(following + size, end))
            following = numbers.stop
            for rotation in range(rotations):
                waiting.append((time.perf_counter(), _submit(workers, job, numbers, rotation)))
        begun, played = waiting.popleft()
        part = played.result()
        size = _next_size(part, end - following, workers.number)
        if not workers.shares_clock:
            part = part._replace(begun=begun, ended=time.perf_counter())
        yield part


def _submit(workers: Workers, job: Job, numbers: range, rotation: int) -> Future[Part]:
    """Processes may be started for it; a single worker plays at once and may be interrupted."""
    if workers.number == 1:
        return workers.executor.submit(job.play, numbers, rotation)
    with _interrupts_held():
        return workers.executor.submit(job.play, numbers, rotation)


def _next_size(part: Part, left: int, workers: int) -> int:
    """As many matches as take PART_SECONDS, but no more than keep all workers busy to the end."""
    seconds = max(part.ended - part.begun, 1e-6)
    wanted = min(len(part.numbers) * PART_SECONDS / seconds, len(part.numbers) * GROWTH)
    fair = -(-left // workers)
    return max(1, min(int(wanted), fair, LARGEST_PART))
