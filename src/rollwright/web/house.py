"""The house: all tables that this process has in memory, and the one way to change them.

Every act is the same: check it against the table (`plans`), store its events, apply them, tell
those who listen. Where another process was faster, the table catches up and the act is checked
again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence

from ..i18n import T
from .driver import Driver
from .events import NewEvent, StoredEvent
from .keys import new_code
from .metrics import Metrics
from .notices import Notice
from .refusal import Refusal
from .room import Listener, Room
from .settings import Settings
from .store import Store, StoreDown
from .table import LOBBY, OVER, PLAY, LiveTable

log = logging.getLogger("rollwright.web.house")

TRIES = 5
SWEEP_SECONDS = 10.0
REMOVE_SECONDS = 3600.0
REMOTE_SECONDS = 3 * SWEEP_SECONDS

Plan = Callable[[LiveTable], Sequence[NewEvent]]


class House:
    """All live tables. Opened and closed with the application."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        self.metrics = metrics
        self.rooms: dict[str, Room] = {}
        self.is_closing = False
        self._origin = secrets.token_hex(4)
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._streams: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Open the store and begin to look after the tables."""
        self.loop = asyncio.get_running_loop()
        self.store = await asyncio.to_thread(Store, self.settings.database, self._on_notice)
        self.driver = Driver(self)
        self.spawn(self._sweep())
        self.spawn(self._remove_old())
        if self.settings.pace.warm_up:
            self.spawn(self.driver.warm_up(self.settings.pace.warm_up))

    async def close(self) -> None:
        """End all streams and tasks, and close the store."""
        self.end_streams()
        for room in self.rooms.values():
            self.driver.disarm(room)
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.driver.close()
        await asyncio.to_thread(self.store.close)

    def end_streams(self) -> None:
        """Let every open page connect again, to the server that takes over."""
        self.is_closing = True
        for room in self.rooms.values():
            for listener in tuple(room.listeners):
                listener.close()

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        """Run something in the background until the house is closed."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finish)

    def _finish(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("background task failed", exc_info=error)

    # Tables

    async def create(self, event: NewEvent) -> Room:
        """Store a new table under a fresh code, and take it in."""
        self._make_room()
        secret = secrets.token_hex(32)
        while True:
            code = new_code()
            if await self.store.create(code, secret, event):
                break
        room = await self.room(code)
        assert room is not None
        self._describe(room)
        self.metrics.tables_created += 1
        return room

    async def room(self, code: str) -> Room | None:
        """The table of that code, loaded where it is not in memory; None where there is none."""
        room = self.rooms.get(code)
        if room is not None:
            room.used_at = time.monotonic()
            return room
        task = self._loading.get(code)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._load(code))
            self._loading[code] = task
            task.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(task)

    async def _load(self, code: str) -> Room | None:
        found = await self.store.read(code)
        if found is None or not found[1]:
            return None
        self._make_room()
        secret, events = found
        table = LiveTable(code, secret)
        await asyncio.to_thread(_fold_all, table, events)
        room = Room(table, self.settings.pace)
        self.rooms[code] = room
        return room

    def _make_room(self) -> None:
        """Keep the number of tables in memory below its limit."""
        most = self.settings.limits.live_tables
        if len(self.rooms) < most:
            return
        idle = [room for room in self.rooms.values() if not room.is_attended()]
        for room in sorted(idle, key=lambda room: room.used_at)[: max(1, most // 10)]:
            self._unload(room)
        if len(self.rooms) >= most:
            raise Refusal(
                429, "full", T("All tables of this server are taken; please try again later.")
            )

    def _unload(self, room: Room) -> None:
        if not room.lock.locked() and not room.listeners:
            self.driver.disarm(room)
            self.rooms.pop(room.table.code, None)

    # Acts

    async def act(self, room: Room, plan: Plan) -> list[StoredEvent]:
        """Do what `plan` gives events for; a `Refusal` or `StoreDown` passes through.

        A refusal counts only if the table is up to date: another process may know more.
        """
        async with room.lock:
            for _ in range(TRIES):
                if room.is_unsure:
                    await self._catch_up(room)
                try:
                    events = plan(room.table)
                except Refusal:
                    if await self._catch_up(room):
                        continue
                    raise
                if not events:
                    return []
                self._check_length(room)
                stored = await self._append(room, events)
                if stored:
                    self._apply(room, stored)
                    return stored
                await self._catch_up(room)
        raise Refusal(409, "busy", T("The table is very busy; please try again."))

    def _check_length(self, room: Room) -> None:
        if room.table.number >= self.settings.limits.events_per_table:
            raise Refusal(429, "long", T("This table has gone on for too long; begin a new one."))

    async def _append(self, room: Room, events: Sequence[NewEvent]) -> list[StoredEvent]:
        try:
            return await self.store.append(room.table.code, room.table.number + 1, events)
        except StoreDown:
            room.is_unsure = True
            raise

    async def _catch_up(self, room: Room) -> bool:
        """Apply what other processes have stored; whether there was anything."""
        events = await self.store.read_after(room.table.code, room.table.number)
        room.is_unsure = False
        if events:
            self._apply(room, events)
        return bool(events)

    def _apply(self, room: Room, events: Sequence[StoredEvent]) -> None:
        table = room.table
        known = table.summary_key
        try:
            for event in events:
                table.fold(event)
                self.metrics.count_event(event.kind)
        except Exception:
            self.rooms.pop(table.code, None)
            raise
        if table.summary_key != known:
            self._describe(room)
            self.metrics.games_finished += table.phase == OVER
        self.refresh(room, is_changed=True)

    def _describe(self, room: Room) -> None:
        self.store.describe(room.table.code, room.table.phase, room.table.summary())

    def refresh(self, room: Room, is_changed: bool = False) -> None:
        """Look who is present, tell the listeners, and set the alarm of bots and timers."""
        if room.refresh_presence() or is_changed:
            room.changed()
        self.driver.arm(room)

    # Streams

    def admit(self, room: Room, listener: Listener) -> None:
        """Refuse one stream too many."""
        limits = self.settings.limits
        if len(room.listeners) >= limits.streams_per_table:
            raise Refusal(429, "streams", T("Too many people watch this table already."))
        if sum(li.keys == listener.keys for li in room.listeners) >= limits.streams_per_viewer:
            raise Refusal(429, "streams", T("This table is open in too many windows."))
        if self._streams[listener.address] >= limits.streams_per_address:
            raise Refusal(429, "streams", T("Too many pages are open at your address."))

    def enter(self, room: Room, listener: Listener) -> None:
        """A page is opened."""
        self._streams[listener.address] += 1
        room.enter(listener)
        self.refresh(room)
        self._tell_presence(room)

    def exit(self, room: Room, listener: Listener) -> None:
        """A page is closed; it counts as open for a moment, since it may be loading anew."""
        self._streams[listener.address] -= 1
        if not self._streams[listener.address]:
            del self._streams[listener.address]
        room.exit(listener)
        self.refresh(room)
        if not self.is_closing:
            asyncio.get_running_loop().call_later(
                self.settings.pace.farewell, self._after_farewell, room
            )

    def _after_farewell(self, room: Room) -> None:
        if not self.is_closing:
            self.refresh(room)
            self._tell_presence(room)

    def _tell_presence(self, room: Room) -> None:
        seats = tuple(sorted(room.local_seats()))
        self.store.tell(Notice(room.table.code, 0, self._origin, seats))

    # News of other processes

    def _on_notice(self, notice: Notice | None) -> None:
        """Called from a thread of the store."""
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._take_notice, notice)

    def _take_notice(self, notice: Notice | None) -> None:
        if self.is_closing:
            return
        if notice is None:
            for room in tuple(self.rooms.values()):
                self.spawn(self._look_again(room))
            return
        known = self.rooms.get(notice.code)
        if known is None or notice.origin == self._origin:
            return
        if notice.present is not None:
            known.hear_of(notice.origin, notice.present, time.monotonic() + REMOTE_SECONDS)
            self.refresh(known)
        elif notice.number > known.table.number:
            self.spawn(self._look_again(known))

    async def _look_again(self, room: Room) -> None:
        async with room.lock:
            await self._catch_up(room)

    async def look_up_to(self, room: Room, number: int) -> None:
        """Catch up where somebody has seen an event that this process has not."""
        if number > room.table.number:
            await self._look_again(room)

    # Housekeeping

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            oldest = time.monotonic() - self.settings.pace.unload
            for room in tuple(self.rooms.values()):
                self.refresh(room)
                if room.listeners:
                    self._tell_presence(room)
                elif room.used_at < oldest:
                    self._unload(room)

    async def _remove_old(self) -> None:
        """Now and then remove tables and records that nobody will come back to."""
        keeping = self.settings.keeping
        days = {
            LOBBY: keeping.keep_lobby,
            PLAY: keeping.keep_unfinished,
            OVER: keeping.keep_finished,
        }
        while True:
            try:
                tables = await self.store.remove_old(days, self.rooms.keys())
                records = await self.store.remove_old_records(keeping.keep_review)
            except StoreDown:
                tables = records = 0
            if tables or records:
                log.info("%d old tables and %d old records removed", tables, records)
            await asyncio.sleep(REMOVE_SECONDS)


def _fold_all(table: LiveTable, events: Sequence[StoredEvent]) -> None:
    for event in events:
        table.fold(event)
