"""Many tables at once on one server process: how soon is an answer seen, how much memory it takes.

Starts a server on one core and plays from another: at every table, four people with an open page
each answer in turn, one answer a second and table. An answer is seen when the new view has arrived
on a stream; all four streams of its table are measured.

    python bench/web/tables.py [--tables 500] [--seconds 40]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

SEATS = 4
SETTINGS = (
    "requests_per_second=1000000", "request_burst=1000000", "tables_per_hour=1000000",
    "live_tables=10000", "streams_per_address=100000",
)  # fmt: skip
PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")


class Page(asyncio.Protocol):
    """One open page: reads frames as fast as they come, and keeps the newest."""

    def __init__(self, table: Table, request: bytes) -> None:
        self._table = table
        self._request = request
        self._rest = b""
        self.view = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        *frames, self._rest = (self._rest + data).split(b"\n\n")
        for frame in frames:
            start = frame.find(b"id: ")
            if start >= 0:
                number = int(frame[start + 4 : frame.index(b"\n", start)])
                self.view = frame[frame.index(b"data: ") + 6 :]
                self._table.saw(number)

    def newest(self) -> dict[str, Any]:
        """The newest view; chunk headers of the transfer are cut out."""
        text = self.view
        if b"\r\n" in text:
            pieces = text.split(b"\r\n")
            text = b"".join(pieces[::2]) if len(pieces[1]) < 6 else b"".join(pieces)
        view: dict[str, Any] = json.loads(text[: text.rindex(b"}") + 1])
        return view


class Table:
    """A table, its four pages and what is under way there."""

    def __init__(self, made: dict[str, Any]) -> None:
        self.code = str(made["code"])
        self.tokens = [seat["token"] for seat in made["seats"]]
        self.pages: list[Page] = []
        self.delays: list[float] = []
        self.number = 0
        self._sent: dict[int, float] = {}
        self._early: dict[int, list[float]] = {}

    def saw(self, number: int) -> None:
        """A view with this number has arrived on one of the pages."""
        now = time.perf_counter()
        if number in self._sent:
            self.delays.append(now - self._sent[number])
        else:
            self._early.setdefault(number, []).append(now)

    def stored(self, number: int, sent: float) -> None:
        """What was sent at a time has become the event of this number."""
        self._sent[number] = sent
        self.delays += [seen - sent for seen in self._early.pop(number, ())]
        self._early.clear()

    def next_deed(self, dice: random.Random) -> tuple[int, str, dict[str, Any]] | None:
        """What one of the four does next: seat, deed and data; None when the game is over."""
        first = self.pages[0].newest()
        if first["roll"] is not None:
            return first["roll"]["seats"][0], "roll", {"turn": first["roll"]["turn"]}
        missing = [seat["seat"] for seat in first["seats"] if seat["answered"] is False]
        if not missing:
            return None
        seat = dice.choice(missing)
        asks = self.pages[seat].newest()["asks"]
        if not asks:
            return None
        actions = [a["action"] for a in asks[0]["actions"] if a["skips"] <= 2] or ["-"]
        answer = {"seat": seat, "decision": asks[0]["decision"], "action": dice.choice(actions)}
        return seat, "answer", answer


class Talker:
    """A connection that sends one request after the other."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def post(self, path: str, token: str, data: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """POST JSON; the status and the answer."""
        body = json.dumps(data).encode()
        self._writer.write(
            f"POST {path} HTTP/1.1\r\nHost: bench\r\nAccept: application/json\r\n"
            f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        answer = await self._reader.readexactly(length)
        return int(head.split()[1]), json.loads(answer)


def memory(pid: int) -> int:
    """The resident memory of a process, in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


def cpu_seconds(pid: int) -> float:
    """The processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def start_server(database: str) -> tuple[subprocess.Popen[bytes], int]:
    """A server on the first core, and its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = [word for setting in SETTINGS for word in ("--set", setting)]
    command = [
        sys.executable, "-m", "rollwright", "serve", "--host", "127.0.0.1", "--port", str(port),
        "--db", database, *options,
    ]  # fmt: skip
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        preexec_fn=lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}),
    )
    for _ in range(200):
        try:
            urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).read()
            return process, port
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server does not start")


def make_table(port: int, number: int) -> Table:
    """A running table of four people."""
    seats = [{"kind": "person", "name": f"Player {number}-{seat}"} for seat in range(SEATS)]
    request = Request(
        f"http://127.0.0.1:{port}/tables",
        json.dumps({"game": "qwixx", "seats": seats}).encode(),
        {"Content-Type": "application/json", "Accept": "application/json"},
    )
    return Table(json.load(urlopen(request, timeout=60)))


async def open_pages(table: Table, port: int) -> None:
    """Open the page of each of the four."""
    loop = asyncio.get_running_loop()
    for token in table.tokens:
        request = (
            f"GET /t/{table.code}/stream HTTP/1.1\r\nHost: bench\r\n"
            f"Authorization: Bearer {token}\r\n\r\n"
        ).encode()
        page = Page(table, request)
        table.pages.append(page)
        await loop.create_connection(lambda page=page: page, "127.0.0.1", port)


async def keep_answering(table: Table, port: int, until: float, failures: list[str]) -> int:
    """One answer a second, at a moment of its own; how many."""
    dice = random.Random(table.code)
    talker = Talker(*await asyncio.open_connection("127.0.0.1", port))
    await asyncio.sleep(dice.random())
    answered = 0
    while (started := time.perf_counter()) < until:
        deed = table.next_deed(dice)
        if deed is not None:
            seat, name, data = deed
            sent = time.perf_counter()
            path = f"/t/{table.code}/{name}"
            status, answer = await talker.post(path, table.tokens[seat], data)
            if status == 200:
                table.stored(answer["number"], sent)
                answered += 1
            else:
                failures.append(str(answer))
        await asyncio.sleep(max(0.0, 1 - (time.perf_counter() - started)))
    return answered


async def run(count: int, seconds: float, server: subprocess.Popen[bytes], port: int) -> None:
    """The whole measurement; prints its figures as JSON."""
    empty = memory(server.pid)
    tables = [await asyncio.to_thread(make_table, port, number) for number in range(count)]
    alone = memory(server.pid)
    for table in tables:
        await open_pages(table, port)
    while not all(page.view for table in tables for page in table.pages):
        await asyncio.sleep(0.1)
    opened = memory(server.pid)
    failures: list[str] = []
    busy, began = cpu_seconds(server.pid), time.perf_counter()
    own = time.process_time()
    until = began + seconds
    work = [keep_answering(table, port, until, failures) for table in tables]
    answers = sum(await asyncio.gather(*work))
    took = time.perf_counter() - began
    await asyncio.sleep(1)
    at_end = memory(server.pid) - empty
    delays = sorted(delay for table in tables for delay in table.delays)
    print(
        json.dumps(
            {
                "tables": count,
                "streams": count * SEATS,
                "seconds": round(took, 1),
                "answers_per_second": round(answers / took, 1),
                "failures": len(failures),
                "views_seen": len(delays),
                "expected_views": answers * SEATS,
                "seen_ms_p50": round(1000 * delays[len(delays) // 2], 1),
                "seen_ms_p99": round(1000 * delays[len(delays) * 99 // 100], 1),
                "seen_ms_max": round(1000 * delays[-1], 1),
                "server_cpu_share": round((cpu_seconds(server.pid) - busy) / took, 2),
                "memory_kb_per_table_and_streams": round(at_end / count / 1000, 1),
                "memory_kb_per_table_alone": round((alone - empty) / count / 1000, 1),
                "memory_kb_per_stream": round((opened - alone) / count / SEATS / 1000, 1),
                "client_cpu_share": round((time.process_time() - own) / took, 2),
                "load_average": os.getloadavg()[0],
            },
            indent=1,
        )
    )


def main() -> None:
    """Read the options, start the server, measure, end the server."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=40)
    wanted = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        server, port = start_server(f"sqlite:///{folder}/tables.db")
        try:
            os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
            asyncio.run(run(wanted.tables, wanted.seconds, server, port))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
