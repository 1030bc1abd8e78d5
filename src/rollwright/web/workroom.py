"""Work that takes its time, beside the loop that serves all tables: few at once, and not for ever.

What is asked of it is shown to one reader only, so that refusing it hurts no game.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from starlette.requests import Request

from ..i18n import T
from .limits import Rates
from .refusal import Refusal

X = TypeVar("X")

WORKERS = 2
"""Threads: a long piece of work must not keep all short ones waiting."""

MOST_WAITING = 24
PATIENCE = 8.0
"""Seconds after which an answer is given up; pages give up after twelve."""

PER_SECOND, BURST = 6.0, 100
"""How often one address may ask."""


class Workroom:
    """Threads that work for readers, in the order in which they ask."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="workroom")
        self._rates = Rates(PER_SECOND, BURST)
        self._waiting = 0
        self._counting = threading.Lock()
        self._keyed: dict[str, Future[Any]] = {}

    def close(self) -> None:
        """Begin nothing more; what has begun is waited for by nobody."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def prepare(self, function: Callable[..., object], *arguments: Any) -> None:
        """Begin something that somebody will soon ask for, unless there is other work."""
        if not self._waiting:
            self._submit(function, *arguments)

    async def run(
        self, address: str, function: Callable[..., X], *arguments: Any, key: str | None = None
    ) -> X:
        """What `function` gives, worked out in the workroom.

        Refused with 429 where the address asks too often, with 503 where too many wait or it
        takes too long. In that case the work goes on, so that asking again may find it done; two
        who ask for work of the same `key` at the same time share it.
        """
        if self._rates.take(address):
            raise Refusal(429, "rate", T("Too many questions from your address; wait a moment."))
        work: Future[X] | None = None if key is None else self._keyed.get(key)
        if work is None:
            if self._waiting >= MOST_WAITING:
                raise Refusal(
                    503, "busy", T("Many are asking just now; please try again in a moment.")
                )
            work = self._submit(contextvars.copy_context().run, function, *arguments)
            if key is not None:
                self._keyed[key] = work
                work.add_done_callback(lambda _: self._keyed.pop(key, None))
        try:
            return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(work)), PATIENCE)
        except TimeoutError:
            raise Refusal(
                503, "thinking", T("This takes a little longer; please try again in a moment.")
            ) from None

    def _submit(self, function: Callable[..., X], *arguments: Any) -> Future[X]:
        with self._counting:
            self._waiting += 1
        work = self._pool.submit(function, *arguments)
        work.add_done_callback(self._one_less)
        return work

    def _one_less(self, _: Future[Any]) -> None:
        with self._counting:
            self._waiting -= 1


def workroom_of(request: Request) -> Workroom:
    """The workroom of this application."""
    workroom: Workroom = request.app.state.workroom
    return workroom
