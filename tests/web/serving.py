"""A real server in a thread, and clients that speak JSON with it."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import httpx2

from rollwright.web import Limits, Pace, Settings, create_app
from rollwright.web.server import Server, create_server, open_socket

Json = dict[str, Any]
X = TypeVar("X")

QUICK = Pace(bot=0.0, farewell=0.1, ping=0.5, warm_up=0.0)
"""Bots answer at once, and closed pages are gone at once."""

PATIENCE = 90.0
"""Seconds: what the coach needs first may have to be compiled or solved."""

GENEROUS = Limits(requests_per_second=10_000, request_burst=10_000, tables_per_hour=10_000)


def settings_for(folder: Path, **changes: Any) -> Settings:
    """Settings of a test: a database in a folder, quick bots, limits that no test meets."""
    settings = Settings(database=f"sqlite:///{folder / 'tables.db'}", pace=QUICK, limits=GENEROUS)
    return replace(settings, **changes)


class LiveServer:
    """A server that runs in a thread of the tests."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._socket = open_socket("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self.app = create_app(settings)
        self._clients: list[Client] = []
        self._server: Server = create_server(self.app)
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],))
        self._thread.start()
        while not self._server.started and self._thread.is_alive():
            self._thread.join(0.01)

    def client(self, token: str | None = None, **headers: str) -> Client:
        """A client that is closed with the server."""
        self._clients.append(Client(self.url, token, **headers))
        return self._clients[-1]

    def run(self, work: Coroutine[Any, Any, X]) -> X:
        """The result of some work of the server's loop."""
        return asyncio.run_coroutine_threadsafe(work, self.app.state.house.loop).result(10)

    def stop(self) -> None:
        """Stop gracefully."""
        self._server.should_exit = True
        self._thread.join(timeout=10)
        self._socket.close()
        assert not self._thread.is_alive()

    def close_clients(self) -> None:
        """Close the connections of all clients."""
        for client in self._clients:
            client.close()


@contextmanager
def serving(settings: Settings) -> Iterator[LiveServer]:
    """A server for the length of a block."""
    server = LiveServer(settings)
    try:
        yield server
    finally:
        server.stop()
        server.close_clients()


def patiently(ask: Callable[[], httpx2.Response]) -> httpx2.Response:
    """The answer, asked for again while the coach is still at work."""
    until = time.monotonic() + PATIENCE
    while (answer := ask()).status_code == 503 and time.monotonic() < until:
        time.sleep(0.5)
    return answer


class Client:
    """A program at the tables: keeps its cookies, or names the token of a seat."""

    def __init__(self, url: str, token: str | None = None, **headers: str) -> None:
        self.bodies: list[str] = []
        self.streams: list[Stream] = []
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        self.http = httpx2.Client(
            base_url=url, headers={"Accept": "application/json", **headers}, timeout=20
        )

    def get(self, path: str, **query: Any) -> httpx2.Response:
        """GET; the body is kept, so that tests can search all of them."""
        return self._keep(self.http.get(path, params=query))

    def post(self, path: str, data: Json | None = None) -> httpx2.Response:
        """POST of a JSON object."""
        return self._keep(self.http.post(path, json=data or {}))

    def _keep(self, response: httpx2.Response) -> httpx2.Response:
        self.bodies.append(response.text)
        return response

    def create(self, game: str, *seats: str, **more: Any) -> Json:
        """A table; seats are names of persons, ``bot``, ``bot:NAME`` or ``open``."""
        rows = [_seat(seat) for seat in seats]
        answer = self.post("/tables", {"game": game, "seats": rows, **more})
        assert answer.status_code == 201, answer.text
        made: Json = answer.json()
        return made

    def view(self, code: str, **query: Any) -> Json:
        """What this client sees of a table."""
        answer = self.get(f"/t/{code}", **query)
        assert answer.status_code == 200, answer.text
        view: Json = answer.json()
        return view

    def join(self, code: str, name: str, **more: Any) -> Json:
        """Take a seat."""
        answer = self.post(f"/t/{code}/join", {"name": name, **more})
        assert answer.status_code == 200, answer.text
        joined: Json = answer.json()
        return joined

    def do(self, code: str, deed: str, **data: Any) -> Json:
        """Do something that is expected to be granted."""
        answer = self.post(f"/t/{code}/{deed}", data)
        assert answer.status_code == 200, answer.text
        done: Json = answer.json()
        return done

    def refused(self, code: str, deed: str, **data: Any) -> tuple[int, str]:
        """The status and the code of a refusal."""
        answer = self.post(f"/t/{code}/{deed}", data)
        return answer.status_code, answer.json()["error"]["code"]

    def close(self) -> None:
        """Close all connections."""
        for stream in self.streams:
            stream.close()
        self.http.close()


def wait_until(condition: Callable[[], bool], seconds: float = 20) -> None:
    """Wait for something that must come true."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it does not come true"
        time.sleep(0.01)


def _seat(text: str) -> Json:
    kind, _, bot = text.partition(":")
    if kind == "bot":
        return {"kind": "bot", "bot": bot or "greedy"}
    return {"kind": "open"} if kind == "open" else {"kind": "person", "name": text}


class Stream:
    """An open event stream, read frame by frame."""

    def __init__(
        self, client: Client, code: str, after: int = 0, last_event_id: int | None = None
    ) -> None:
        headers = {} if last_event_id is None else {"Last-Event-ID": str(last_event_id)}
        client.streams.append(self)
        self._context = client.http.stream(
            "GET", f"/t/{code}/stream", params={"after": after}, headers=headers
        )
        self.response = self._context.__enter__()
        self._lines = self.response.iter_lines()

    def frame(self) -> tuple[str, Any]:
        """The next frame: its event and its data."""
        event, data = "", None
        for line in self._lines:
            name, _, value = line.partition(": ")
            if name == "event":
                event = value
            elif name == "data":
                data = json.loads(value)
            elif not line and event:
                return event, data
        return "end", None

    def view(
        self, number: int = 0, until: Callable[[Json], bool] = lambda _: True, seconds: float = 20
    ) -> Json:
        """The next view with at least this number that fulfils a condition."""
        end = time.monotonic() + seconds
        while True:
            event, data = self.frame()
            assert event != "end", "the stream has ended"
            assert time.monotonic() < end, "no such view comes"
            if event == "view" and data["number"] >= number and until(data):
                view: Json = data
                return view

    def close(self) -> None:
        """Hang up."""
        self._context.__exit__(None, None, None)
