"""The store of tables and their events: read from many threads, written by one.

Appends that arrive while a transaction is being committed share the next one (group commit), so
that hundreds of answers a second cost a few syncs. An append is refused where its number is taken
already: another process was faster, and the caller has to look again.
"""

from __future__ import annotations

import asyncio
import json
import logging
import queue
import secrets
import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, delete, insert, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from . import schema
from .events import NewEvent, StoredEvent, decode, encode
from .notices import CHANNEL, Listener, Notice

log = logging.getLogger("rollwright.web.store")

X = TypeVar("X")

BATCH = 500
REMOVED_AT_ONCE = 500
DAY = 24 * 3600 * 1000
POLL_SECONDS = 0.5


class StoreDown(Exception):
    """The database could not be reached, or did not say whether it has stored something."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as lists show it."""

    code: str
    created: int
    phase: str
    summary: dict[str, Any]


@dataclass(slots=True)
class _Write:
    """Rows that must be stored together; `answer` gets True, or False on a conflict."""

    rows: list[tuple[Any, list[dict[str, Any]]]]
    notices: list[Notice]
    answer: Callable[[bool | Exception], None]
    updates: Sequence[Any] = ()


class Store:
    """Opens the database, prepares it and starts the writer.

    `on_notice` is called, from another thread, for what other processes have stored: with the
    code and number of the event, or with None where any table may have changed.
    """

    def __init__(self, url: str, on_notice: Callable[[Notice | None], None]) -> None:
        self._engine: Engine = schema.open_engine(url)
        schema.prepare(self._engine)
        self._on_notice = on_notice
        self._is_postgres = self._engine.dialect.name == "postgresql"
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._is_closing = False
        self.batches = 0
        self._writer = threading.Thread(target=self._run, name="writer", daemon=True)
        self._writer.start()
        self._listener = Listener(url, on_notice) if self._is_postgres else None

    def close(self) -> None:
        """Store what is waiting, and stop."""
        self._is_closing = True
        self._queue.put(None)
        self._writer.join(timeout=10)
        if self._listener is not None:
            self._listener.close()
        self._engine.dispose()

    # Writing

    async def create(self, code: str, secret: str, event: NewEvent) -> bool:
        """Store a new table with its first event; False where the code is taken."""
        at = _now()
        row = {
            "code": code,
            "created": at,
            "secret": secret,
            "phase": "lobby",
            "summary": "{}",
        }
        rows = [(schema.games, [row]), *self._event_rows(code, [StoredEvent(1, at, *_of(event))])]
        rows += self._key_rows(code, at, [event])
        return await self._write(rows, [])

    async def append(self, code: str, first: int, events: Sequence[NewEvent]) -> list[StoredEvent]:
        """Store events with the numbers from `first` on; nothing, [], where one is taken."""
        at = _now()
        stored = [StoredEvent(first + n, at, *_of(event)) for n, event in enumerate(events)]
        rows = [*self._event_rows(code, stored), *self._key_rows(code, at, events)]
        notice = Notice(code, stored[-1].number)
        return stored if await self._write(rows, [notice]) else []

    def describe(self, code: str, phase: str, summary: dict[str, Any]) -> None:
        """Keep the summary of a table for lists; not waited for."""
        statement = (
            update(schema.games)
            .where(schema.games.c.code == code)
            .values(phase=phase, summary=encode(summary))
        )
        self._queue.put(_Write([], [], lambda _: None, [statement]))

    async def remove_old(self, days: Mapping[str, float], spared: Collection[str]) -> int:
        """Remove tables that nothing has happened at for so many days; how many.

        `days` is by phase, 0 for never; the tables in `spared` are left alone.
        """
        before = {phase: _now() - int(age * DAY) for phase, age in days.items() if age}
        found = await self._read(self._read_old, before)
        codes = [code for code in found if code not in spared]
        if codes:
            tables = (schema.keys, schema.events, schema.games)
            await self._write([], [], [delete(t).where(t.c.code.in_(codes)) for t in tables])
        return len(codes)

    async def remove_old_records(self, days: float) -> int:
        """Remove records that nobody has looked at for so many days, 0 for never; how many."""
        keys = await self._read(self._read_old_records, _now() - int(days * DAY)) if days else []
        if keys:
            records = schema.records
            await self._write([], [], [delete(records).where(records.c.key.in_(keys))])
        return len(keys)

    def tell(self, notice: Notice) -> None:
        """Tell other processes something that is not stored."""
        if self._is_postgres:
            self._queue.put(_Write([], [notice], lambda _: None))

    def _event_rows(
        self, code: str, events: Iterable[StoredEvent]
    ) -> list[tuple[Any, list[dict[str, Any]]]]:
        rows = [
            {"code": code, "number": e.number, "at": e.at, "kind": e.kind, "data": encode(e.data)}
            for e in events
        ]
        return [(schema.events, rows)]

    def _key_rows(
        self, code: str, at: int, events: Iterable[NewEvent]
    ) -> list[tuple[Any, list[dict[str, Any]]]]:
        hashes = {key for event in events for key in event.keys}
        rows = [{"hash": key, "code": code, "added": at} for key in sorted(hashes)]
        return [(schema.keys, rows)] if rows else []

    async def _write(
        self,
        rows: list[tuple[Any, list[dict[str, Any]]]],
        notices: list[Notice],
        updates: Sequence[Any] = (),
    ) -> bool:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[bool] = loop.create_future()

        def settle(result: bool | Exception) -> None:
            if future.done():
                return
            if isinstance(result, Exception):
                future.set_exception(result)
            else:
                future.set_result(result)

        def answer(result: bool | Exception) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(settle, result)

        self._queue.put(_Write(rows, notices, answer, updates))
        return await asyncio.shield(future)

    async def sealed(self, name: str) -> str:
        """A secret of the house by its name, made up by whoever asks for it first."""
        known = await self._read(self._read_sealed, name)
        if known is None:
            row = {"name": name, "secret": secrets.token_hex(32)}
            await self._write([(schema.sealed, [row])], [])
            known = await self._read(self._read_sealed, name)
        if known is None:
            raise StoreDown
        return known

    async def keep_record(self, key: str, record: str) -> None:
        """Keep the text of a record under its key, unless it is there."""
        if await self.record(key) is None:
            row = {"key": key, "at": _now(), "record": record}
            await self._write([(schema.records, [row])], [])

    async def record(self, key: str) -> str | None:
        """The text of a record that was kept; looking at it keeps it for longer."""
        found = await self._read(self._read_record, key)
        if found is None:
            return None
        record, at = found
        now = _now()
        if at < now - DAY:
            records = schema.records
            statement = update(records).where(records.c.key == key).values(at=now)
            self._queue.put(_Write([], [], lambda _: None, [statement]))
        return record

    # The writer's thread

    def _run(self) -> None:
        """Write until the store is closed; after a lost connection, begin again with another."""
        while not self._is_closing:
            try:
                with self._engine.connect() as connection:
                    self._serve(connection)
            except SQLAlchemyError as error:
                log.error("database lost: %s", type(error).__name__)
                time.sleep(POLL_SECONDS)

    def _serve(self, connection: Connection) -> None:
        seen = self._file_version(connection)
        is_last = False
        while not is_last:
            batch, is_last = self._next_batch()
            if batch:
                self._commit(connection, batch)
            else:
                version = self._file_version(connection)
                if version != seen:
                    seen = version
                    self._on_notice(None)

    def _file_version(self, connection: Connection) -> int:
        """Changes whenever another process has written into the same SQLite file."""
        if self._is_postgres:
            return 0
        version = int(connection.exec_driver_sql("PRAGMA data_version").scalar() or 0)
        connection.rollback()
        return version

    def _next_batch(self) -> tuple[list[_Write], bool]:
        batch: list[_Write] = []
        try:
            item = self._queue.get(timeout=POLL_SECONDS)
            while item is not None:
                batch.append(item)
                if len(batch) == BATCH:
                    return batch, False
                item = self._queue.get_nowait()
        except queue.Empty:
            return batch, False
        return batch, True

    def _commit(self, connection: Connection, batch: list[_Write]) -> None:
        self.batches += 1
        try:
            if self._try(connection, batch):
                results: list[bool | Exception] = [True] * len(batch)
            else:
                results = [self._try(connection, [write]) for write in batch]
        except SQLAlchemyError as error:
            log.error("writing failed: %s", type(error).__name__)
            failure = StoreDown()
            for write in batch:
                write.answer(failure)
            connection.invalidate()
            raise
        for write, result in zip(batch, results, strict=True):
            write.answer(result)

    def _try(self, connection: Connection, batch: list[_Write]) -> bool:
        """Commit all of a batch, or nothing where a number is taken."""
        rows: dict[Any, list[dict[str, Any]]] = {}
        for write in batch:
            for table, new in write.rows:
                rows.setdefault(table, []).extend(new)
        try:
            for table, new in rows.items():
                self._insert(connection, table, new)
            for write in batch:
                for statement in write.updates:
                    connection.execute(statement)
                self._notify(connection, write.notices)
            connection.commit()
        except IntegrityError:
            connection.rollback()
            return False
        return True

    def _insert(self, connection: Connection, table: Any, rows: list[dict[str, Any]]) -> None:
        if table is not schema.keys:
            connection.execute(insert(table), rows)
            return
        if self._is_postgres:
            from sqlalchemy.dialects.postgresql import insert as insert_or_keep
        else:
            from sqlalchemy.dialects.sqlite import insert as insert_or_keep  # type: ignore[assignment]
        connection.execute(insert_or_keep(table).on_conflict_do_nothing(), rows)

    def _notify(self, connection: Connection, notices: Iterable[Notice]) -> None:
        if self._is_postgres:
            statement = text("SELECT pg_notify(:channel, :payload)")
            for notice in notices:
                connection.execute(statement, {"channel": CHANNEL, "payload": notice.format()})

    # Reading

    async def read(self, code: str, after: int = 0) -> tuple[str, list[StoredEvent]] | None:
        """The dice secret of a table and its events after a number; None where there is none."""
        return await self._read(self._read_table, code, after)

    async def read_after(self, code: str, after: int) -> list[StoredEvent]:
        """The events of a table after a number."""
        return await self._read(self._read_events, code, after)

    async def tables_of(self, hashes: Iterable[str], most: int) -> list[TableRow]:
        """The newest tables that belong to any of these hashes, the newest first."""
        return await self._read(self._read_rows, tuple(hashes), most)

    async def find(self, key: str) -> str | None:
        """The code of the newest table that belongs to a hash."""
        rows = await self.tables_of([key], 1)
        return rows[0].code if rows else None

    async def is_up(self) -> bool:
        """Whether the database answers."""
        try:
            return bool(await self._read(lambda c: c.execute(text("SELECT 1")).scalar()))
        except StoreDown:
            return False

    async def _read(self, function: Callable[..., X], *arguments: Any) -> X:
        def run() -> X:
            try:
                with self._engine.connect() as connection:
                    return function(connection, *arguments)
            except SQLAlchemyError as error:
                log.error("reading failed: %s", type(error).__name__)
                raise StoreDown from error

        return await asyncio.to_thread(run)

    def _read_table(
        self, connection: Connection, code: str, after: int
    ) -> tuple[str, list[StoredEvent]] | None:
        secret = connection.execute(
            select(schema.games.c.secret).where(schema.games.c.code == code)
        ).scalar()
        if secret is None:
            return None
        return secret, self._read_events(connection, code, after)

    def _read_events(self, connection: Connection, code: str, after: int) -> list[StoredEvent]:
        rows = connection.execute(
            select(
                schema.events.c.number,
                schema.events.c.at,
                schema.events.c.kind,
                schema.events.c.data,
            )
            .where(schema.events.c.code == code, schema.events.c.number > after)
            .order_by(schema.events.c.number)
        )
        return [StoredEvent(number, at, kind, decode(data)) for number, at, kind, data in rows]

    def _read_sealed(self, connection: Connection, name: str) -> str | None:
        sealed = schema.sealed
        return connection.execute(select(sealed.c.secret).where(sealed.c.name == name)).scalar()

    def _read_old(self, connection: Connection, before: Mapping[str, int]) -> list[str]:
        """Tables of each phase at which nothing has happened since a time, not too many."""
        games, events = schema.games, schema.events
        codes: list[str] = []
        for phase, at in before.items():
            newer = select(events.c.code).where(events.c.code == games.c.code, events.c.at >= at)
            old = select(games.c.code).where(
                games.c.phase == phase, games.c.created < at, ~newer.exists()
            )
            codes += connection.execute(old.limit(REMOVED_AT_ONCE)).scalars()
        return codes

    def _read_record(self, connection: Connection, key: str) -> tuple[str, int] | None:
        records = schema.records
        wanted = select(records.c.record, records.c.at).where(records.c.key == key)
        row = connection.execute(wanted).first()
        return None if row is None else (row.record, row.at)

    def _read_old_records(self, connection: Connection, before: int) -> list[str]:
        records = schema.records
        old = select(records.c.key).where(records.c.at < before).limit(REMOVED_AT_ONCE)
        return list(connection.execute(old).scalars())

    def _read_rows(
        self, connection: Connection, hashes: tuple[str, ...], most: int
    ) -> list[TableRow]:
        games, keys = schema.games, schema.keys
        rows = connection.execute(
            select(games.c.code, games.c.created, games.c.phase, games.c.summary)
            .where(games.c.code.in_(select(keys.c.code).where(keys.c.hash.in_(hashes))))
            .order_by(games.c.created.desc(), games.c.code)
            .limit(most)
        )
        return [
            TableRow(code, created, phase, json.loads(summary))
            for code, created, phase, summary in rows
        ]


def _of(event: NewEvent) -> tuple[str, dict[str, Any]]:
    return event.kind, event.data


def _now() -> int:
    return time.time_ns() // 1_000_000
