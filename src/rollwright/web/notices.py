"""Notices between the server processes that share one PostgreSQL database."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

log = logging.getLogger("rollwright.web.notices")

CHANNEL = "rollwright"
WAIT_SECONDS = 1.0
RETRY_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Notice:
    """Something happened at a table: its event `number` was stored, or people came or went.

    `present` names the seats whose people have pages open at the process `origin`; it is None in
    a notice about an event.
    """

    code: str
    number: int = 0
    origin: str = ""
    present: tuple[int, ...] | None = None

    def format(self) -> str:
        """The payload, far below the 8,000 bytes that PostgreSQL takes."""
        return json.dumps([self.code, self.number, self.origin, self.present])


def parse_notice(payload: str) -> Notice:
    """The inverse of `Notice.format`."""
    code, number, origin, present = json.loads(payload)
    return Notice(code, number, origin, None if present is None else tuple(present))


class Listener:
    """Listens in a thread of its own, with a connection of its own.

    After a lost connection it says so with None, since notices may have been missed.
    """

    def __init__(self, url: str, on_notice: Callable[[Notice | None], None]) -> None:
        self._url = url.replace("postgresql+psycopg://", "postgresql://", 1)
        self._on_notice = on_notice
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        import psycopg

        while not self._stop.is_set():
            try:
                self._listen()
            except psycopg.Error as error:
                log.error("listening failed: %s", type(error).__name__)
                self._stop.wait(RETRY_SECONDS)

    def _listen(self) -> None:
        import psycopg

        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._on_notice(None)
            while not self._stop.is_set():
                for notice in connection.notifies(timeout=WAIT_SECONDS):
                    self._on_notice(parse_notice(notice.payload))
