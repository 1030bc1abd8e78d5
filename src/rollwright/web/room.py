"""A table in the memory of this process: the table itself, who is present, and who listens.

A listener is told that something has changed, not what: it then takes the newest view. However
slow it is, it costs one flag and misses nothing that is still true.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from .plans import Person
from .settings import Pace
from .table import LiveTable
from .views import Presence, Reader, ViewCache, encode_view


@dataclass(eq=False, slots=True)
class Listener:
    """One open stream: the keys of its reader, and the flag that wakes it.

    The flag is no `asyncio.Event`, which would keep a queue of waiters for its only one.
    """

    keys: frozenset[str]
    address: str
    base_url: str
    is_closed: bool = False
    _is_woken: bool = False
    _waiter: asyncio.Future[None] | None = None

    def wake(self) -> None:
        """Tell the stream to look again."""
        self._is_woken = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def woken(self) -> None:
        """Returns when the stream has been woken since the last time."""
        if not self._is_woken:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        self._is_woken = False

    def close(self) -> None:
        """End the stream; its page connects again."""
        self.is_closed = True
        self.wake()


@dataclass(frozen=True, slots=True)
class RemotePresence:
    """Seats that have pages open at another server process, until a time."""

    seats: frozenset[int]
    until: float


class Room:
    """A live table with its listeners."""

    def __init__(self, table: LiveTable, pace: Pace) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.rematch_lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.presence = Presence()
        self.is_unsure = False
        self.is_driving = False
        self.alarm: asyncio.TimerHandle | None = None
        self.used_at = time.monotonic()
        self._pace = pace
        self._cache = ViewCache()
        self._seen: dict[frozenset[str], float] = {}
        self._left: dict[frozenset[str], float] = {}
        self._remote: dict[str, RemotePresence] = {}

    # Who is there

    def saw(self, keys: frozenset[str]) -> None:
        """Somebody has just done something here."""
        self.used_at = time.monotonic()
        if self.table.seats_of(keys) or not self.table.hosts.isdisjoint(keys):
            self._seen[keys] = self.used_at

    def enter(self, listener: Listener) -> None:
        """A page has been opened."""
        self.listeners.add(listener)
        self.saw(listener.keys)

    def exit(self, listener: Listener) -> None:
        """A page has been closed, or is being loaded anew."""
        self.listeners.discard(listener)
        self._linger(listener.keys, self._pace.farewell)

    def looked(self, keys: frozenset[str]) -> None:
        """Somebody has asked for the view without a stream, as hidden pages do now and then."""
        self._linger(keys, self._pace.look)

    def _linger(self, keys: frozenset[str], seconds: float) -> None:
        """Count as there for some seconds more."""
        self.used_at = time.monotonic()
        if self.table.seats_of(keys):
            self._left[keys] = max(self._left.get(keys, 0.0), self.used_at + seconds)

    def hear_of(self, origin: str, seats: Iterable[int], until: float) -> None:
        """Another process says who has pages open there."""
        self._remote[origin] = RemotePresence(frozenset(seats), until)

    def local_seats(self) -> frozenset[int]:
        """The seats that have a page open at this process."""
        now = time.monotonic()
        leaving = {keys for keys, until in self._left.items() if now < until}
        groups = {listener.keys for listener in self.listeners} | leaving
        return frozenset(seat for keys in groups for seat in self.table.seats_of(keys))

    def refresh_presence(self) -> bool:
        """Look who is there; whether that has changed."""
        now = time.monotonic()
        self._seen = {k: at for k, at in self._seen.items() if now - at < self._pace.presence}
        self._left = {k: until for k, until in self._left.items() if now < until}
        self._remote = {o: r for o, r in self._remote.items() if now < r.until}
        online = self.local_seats().union(*(r.seats for r in self._remote.values()))
        watching = sum(not self.table.seats_of(li.keys) for li in self.listeners)
        old = self.presence
        if (online, watching) == (old.online, old.spectators):
            return False
        resumed = old.resumed_at
        if online and not old.online:
            resumed = time.time_ns() // 1_000_000
        self.presence = Presence(online, watching, old.changes + 1, resumed)
        return True

    def is_attended(self) -> bool:
        """Whether anybody is there for whom bots should go on; at a table of bots, any watcher."""
        if self.presence.online or self._seen:
            return True
        return bool(self.listeners) and not self.table.people()

    def is_host(self, keys: frozenset[str]) -> bool:
        """Whether these keys may act as the host.

        While the host is away, the first person at the table who is there stands in.
        """
        hosts = self.table.hosts
        if not hosts.isdisjoint(keys):
            return True
        groups = chain((li.keys for li in self.listeners), self._seen, self._left)
        if any(not hosts.isdisjoint(group) for group in groups):
            return False
        own = self.table.seats_of(keys)
        there = self.presence.online.union(own).intersection(self.table.people())
        return bool(there) and min(there) in own

    def person(self, keys: frozenset[str]) -> Person:
        """Somebody who asks for something here."""
        return Person(keys, self.is_host(keys))

    # What they see

    def changed(self) -> None:
        """Wake all listeners."""
        for listener in self.listeners:
            listener.wake()

    @property
    def version(self) -> tuple[int, int]:
        """Changes whenever a view may have."""
        return self.table.number, self.presence.changes

    def reader(self, keys: frozenset[str], base_url: str) -> Reader:
        """Who somebody with these keys is at this table."""
        return Reader(self.table.seats_of(keys), self.is_host(keys), base_url)

    def view(self, keys: frozenset[str], base_url: str) -> bytes:
        """The view of somebody with these keys, as JSON in the current language."""
        return encode_view(self.table, self.reader(keys, base_url), self.presence, self._cache)
