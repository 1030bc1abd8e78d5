"""The event stream of an open page: the view whenever it has changed, a ping when all is quiet."""

from __future__ import annotations

import asyncio

from starlette.types import Receive, Scope, Send

from .house import House
from .room import Listener, Room

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
RETRY_MILLISECONDS = 2000


class EventStream:
    """An answer that lasts as long as the page is open.

    `after` is the number of the newest event that the page has seen. Each frame carries the whole
    view, so that a slow reader simply misses views that are out of date; one that takes nothing at
    all is let go, and so is everybody when the server stops.

    As an answer it only says that a stream is wanted. `run` is called when all the layers of the
    application have been left, so that thousands of open pages do not keep them in memory.
    """

    def __init__(self, house: House, room: Room, listener: Listener, after: int) -> None:
        self._house = house
        self._room = room
        self._listener = listener
        self._after = after
        self._seen = (-1, -1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Ask for the stream to be run; a HEAD request gets its headers only."""
        if scope["method"] != "HEAD":
            scope["state"]["stream"] = self
            return
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await send({"type": "http.response.body", "body": b""})

    async def run(self, receive: Receive, send: Send) -> None:
        """Send until either side ends it."""
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        listener = self._listener
        gone = asyncio.ensure_future(_disconnect(receive))
        gone.add_done_callback(lambda _: listener.close())
        self._house.enter(self._room, listener)
        try:
            await self._talk(send)
        except (TimeoutError, OSError):
            self._house.metrics.streams_ended += 1
        finally:
            gone.cancel()
            self._house.exit(self._room, listener)

    async def _talk(self, send: Send) -> None:
        """Send frame after frame; none is kept while the stream waits for the next."""
        await self._send(send, self._first_frame())
        while not self._listener.is_closed:
            await self._send(send, await self._next_frame())
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send(self, send: Send, frame: bytes) -> None:
        async with asyncio.timeout(self._house.settings.pace.stalled):
            await send({"type": "http.response.body", "body": frame, "more_body": True})

    def _first_frame(self) -> bytes:
        """The view; a page that has missed nothing is told so first."""
        frame = b"retry: %d\n" % RETRY_MILLISECONDS
        if self._after == self._room.table.number:
            frame += self._ping()
        return frame + self._view()

    async def _next_frame(self) -> bytes:
        """The next view, or a ping when nothing has changed for a while."""
        listener, loop = self._listener, asyncio.get_running_loop()
        silent_until = loop.time() + self._house.settings.pace.ping
        alarm = loop.call_at(silent_until, listener.wake)
        try:
            while not listener.is_closed:
                await listener.woken()
                if self._room.version != self._seen:
                    return self._view()
                if loop.time() >= silent_until:
                    return self._ping()
        finally:
            alarm.cancel()
        return b""

    def _view(self) -> bytes:
        self._seen = self._room.version
        data = self._room.view(self._listener.keys, self._listener.base_url)
        return b"id: %d\nevent: view\ndata: %b\n\n" % (self._room.table.number, data)

    def _ping(self) -> bytes:
        return b"event: ping\ndata: %d\n\n" % self._room.table.number


async def _disconnect(receive: Receive) -> None:
    """Returns when the page has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
