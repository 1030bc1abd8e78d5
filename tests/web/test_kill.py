"""Servers that are killed: every acknowledged answer is kept, and every game is finished."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest

from rollwright import parse_record
from rollwright.web.events import decode

from .processes import ServerProcess, server_process

GAMES = ("qwixx(max_misthrows=2)", "qwinto", "qwingo(boxes=3)")
OPTIONS = (
    *("--set", "requests_per_second=100000", "--set", "request_burst=100000"),
    *("--set", "tables_per_hour=100000", "--set", "bot=0.01"),
)
PATIENCE_SECONDS = 600


@dataclass
class ScriptedTable:
    """A table whose two persons are played by one program that never gives up."""

    http: httpx2.AsyncClient
    game: str
    dice: random.Random
    code: str = ""
    acknowledged: list[tuple[int, int, str]] = field(default_factory=list)
    record: str = ""

    async def play(self) -> None:
        """Play to the end, whatever happens to the server."""
        seats = [{"kind": "person"}, {"kind": "person"}, {"kind": "bot"}]
        made = await self._ask("POST", "/tables", {"game": self.game, "seats": seats})
        self.code = made["code"]
        while (view := await self._ask("GET", f"/t/{self.code}"))["phase"] != "over":
            if not await self._act(view):
                await asyncio.sleep(0.02)
        self.record = await self._text(f"/t/{self.code}/record.txt")

    async def _act(self, view: dict[str, Any]) -> bool:
        """Do what is asked; whether anything was."""
        if view["roll"] is not None and set(view["roll"]["seats"]) & set(view["you"]):
            await self._ask("POST", f"/t/{self.code}/roll", {"turn": view["roll"]["turn"]})
            return True
        for ask in view["asks"]:
            actions = [action["action"] for action in ask["actions"]]
            if ask["pass"]:
                actions += ["-", "-"]
            answer = {"seat": ask["seat"], "decision": ask["decision"]}
            action = self.dice.choice(actions)
            await self._ask("POST", f"/t/{self.code}/answer", answer | {"action": action})
            self.acknowledged.append((ask["seat"], ask["decision"], action))
        return bool(view["asks"])

    async def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Send until it is answered; a repeated answer must be accepted like the first."""
        response = await self._send(method, path, body)
        assert response.status_code < 300, (path, body, response.text)
        return response.json()

    async def _text(self, path: str) -> str:
        return (await self._send("GET", path, None)).text

    async def _send(self, method: str, path: str, body: Any) -> httpx2.Response:
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                response = await self.http.request(method, path, json=body)
                if response.status_code != 503:
                    return response
            except httpx2.TransportError:
                assert time.monotonic() < until, "the server does not come back"
            await asyncio.sleep(0.05)


async def _kill_now_and_then(server: ServerProcess, kills: int, tables: list[ScriptedTable]) -> int:
    """Kill the server whenever another part of the answers was given; how often that was."""
    done = 0
    seen = 0
    while done < kills and not all(table.record for table in tables):
        await asyncio.sleep(0.01)
        answers = sum(len(table.acknowledged) for table in tables)
        if answers - seen >= 2 * len(tables):
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            seen, done = sum(len(table.acknowledged) for table in tables), done + 1
    return done


async def _play_under_fire(folder: Path, count: int, kills: int) -> None:
    path = folder / "tables.db"
    async with AsyncExitStack() as stack:
        process = server_process(f"sqlite:///{path}", folder / "log", *OPTIONS)
        server = stack.enter_context(process)
        tables = []
        for number in range(count):
            client = httpx2.AsyncClient(
                base_url=server.url, headers={"Accept": "application/json"}, timeout=60
            )
            await stack.enter_async_context(client)
            game = GAMES[number % len(GAMES)]
            tables.append(ScriptedTable(client, game, random.Random(number)))
        killing = asyncio.create_task(_kill_now_and_then(server, kills, tables))
        await asyncio.gather(*(table.play() for table in tables))
        assert await killing == kills
    stored = _stored_answers(path)
    for table in tables:
        missing = [a for a in table.acknowledged if (table.code, *a) not in stored]
        assert missing == []
        record = parse_record(table.record)
        assert record.result() is not None
        record.final()


def _stored_answers(path: Path) -> set[tuple[str, int, int, str]]:
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT code, data FROM events WHERE kind = 'answer'").fetchall()
    connection.close()
    return {
        (code, data["seat"], data["decision"], data["action"])
        for code, data in ((code, decode(text)) for code, text in rows)
    }


async def test_6_tables_and_2_kills_lose_nothing(tmp_path: Path) -> None:
    await _play_under_fire(tmp_path, count=6, kills=2)


@pytest.mark.slow
async def test_100_tables_and_10_kills_lose_nothing(tmp_path: Path) -> None:
    await _play_under_fire(tmp_path, count=100, kills=10)
