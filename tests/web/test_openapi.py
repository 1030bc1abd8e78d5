"""The OpenAPI document against what happens, and thousands of spoilt requests made from it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import jsonschema_rs
import pytest

from rollwright.web import Limits, create_app
from rollwright.web.app import routes
from rollwright.web.openapi import document

from .fuzz import Fuzzer
from .players import Player, play_to_the_end
from .serving import GENEROUS, QUICK, Client, settings_for

NewClient = Callable[..., Client]

PAGES = {"home", "new", "rules", "learn", "find_table", "personal_link", "qr_code", "static"} | {
    "favicon", "manifest", "robots", "openapi", "metrics", "score_page",
    "daily_front", "daily_page", "explorer_page", "review_front", "practice_page",
}  # fmt: skip
"""Routes for browsers and operators; `/` is also there for programs."""


def response_schema(operation: str, status: str = "200") -> Any:
    """The schema of an answer, with all that it refers to."""
    for methods in document()["paths"].values():
        for described in methods.values():
            if described["operationId"] == operation:
                schema = described["responses"][status]["content"]["application/json"]["schema"]
                return schema | {"components": document()["components"]}
    raise LookupError(operation)


def check(operation: str, data: Any, status: str = "200") -> None:
    """Hold an answer against its schema."""
    jsonschema_rs.validate(response_schema(operation, status), data)


def test_every_route_for_programs_is_described_and_nothing_else_is() -> None:
    described = {
        (re.sub(r"{(\w+)}", "{}", path), method)
        for path, methods in document()["paths"].items()
        for method in methods
    }
    built = {
        (re.sub(r"{[\w:]+}", "{}", route.path), method.lower())
        for route in routes()
        for method in (route.methods or ())
        if method != "HEAD" and (route.path == "/" or route.name not in PAGES)
    }
    assert described == built


@pytest.mark.parametrize("game", ["qwixx", "qwinto", "qwingo(boxes=4)"])
def test_all_views_of_a_game_are_as_described(new_client: NewClient, game: str) -> None:
    ann, zoe = new_client(), new_client()
    made = ann.create(game, "Ann", "Ben")
    check("create_table", made, "201")
    player = Player(ann, made["code"])
    for _ in range(25):
        view = ann.view(made["code"])
        check("view", view)
        check("view", zoe.view(made["code"]))
        player.act(view)
    check("view", play_to_the_end([player]))
    check("view", ann.view(made["code"], after=ann.view(made["code"])["number"]))


def test_other_answers_are_as_described(new_client: NewClient) -> None:
    ann, ben = new_client(), new_client()
    code = ann.create("qwixx", "Ann", "open", timer=60)["code"]
    check("view", ann.view(code))
    check("join", ben.join(code, "Ben"))
    check("join", ben.join(code, "Ben"))
    check("start", ann.do(code, "start"))
    check("seat_link", ann.post(f"/t/{code}/seats/0/link", {}).json(), "201")
    check("home", ann.get("/").json())
    check("health", ann.get("/healthz").json())
    entries = [{"write": "r7"}, {"misthrow": True}, {"close": "blue"}, {"open": "blue"}]
    check("score_sheet", ann.post("/score/qwixx", {"entries": entries}).json())
    check("score_sheet", ann.post("/score/qwingo", {"number": 37}).json())
    check("language", ann.post("/language", {"lang": "de"}).json())
    check("answer", ann.post(f"/t/{code}/answer", {}).json(), "422")
    assert ann.get("/openapi.json").json() == document()


async def fire(folder: Path, shots: int, seed: int) -> Counter[int]:
    """Send spoilt requests to an application in this process; the statuses that came back."""
    limits = replace(GENEROUS, request_burst=10**9, tables_per_hour=10**9, live_tables=10**6)
    settings = settings_for(folder, limits=limits, pace=replace(QUICK, bot=3600.0))
    app = create_app(settings)
    statuses: Counter[int] = Counter()
    async with app.router.lifespan_context(app):
        transport = httpx2.ASGITransport(app=app, raise_app_exceptions=False)
        clients = [
            httpx2.AsyncClient(transport=transport, base_url="http://test") for _ in range(3)
        ]
        codes, secrets = await _tables_of_all_kinds(clients)
        house = app.state.house
        fuzzer = Fuzzer(document(), codes, seed)
        for number in range(shots):
            shot = fuzzer.shot()
            client = clients[number % len(clients)]
            request = client.build_request(
                shot.method, shot.path, content=shot.body, headers=_as_bytes(shot.headers)
            )
            answer = await client.send(request)
            statuses[answer.status_code] += 1
            assert answer.status_code < 500, (shot, answer.text)
            sealed = [
                room.table.bot_seed
                for code in codes
                if (room := house.rooms.get(code)) and room.table.phase != "over"
            ]
            for secret in sealed + secrets:
                assert secret not in answer.text, shot
            if answer.status_code >= 400 and "html" not in answer.headers["content-type"]:
                assert shot.method == "HEAD" or answer.json()["error"]["message"], shot
        for client in clients:
            await client.aclose()
    return statuses


def _as_bytes(headers: tuple[tuple[str, str], ...]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode("latin-1")) for name, value in headers]


async def _tables_of_all_kinds(clients: list[httpx2.AsyncClient]) -> tuple[list[str], list[str]]:
    """A lobby, running games with both sorts of dice, and one of somebody else; all secrets."""
    wishes: list[tuple[int, dict[str, Any]]] = [
        (0, {"game": "qwixx", "seats": [{"kind": "person"}, {"kind": "open"}]}),
        (0, {"game": "qwixx", "seats": [{"kind": "person"}, {"kind": "person"}]}),
        (1, {"game": "qwinto", "dice": "typed", "seats": [{"kind": "person"}] * 2}),
        (1, {"game": "qwingo", "seats": [{"kind": "person"}, {"kind": "bot"}]}),
        (2, {"game": "qwixx(start=random)", "timer": 600}),
    ]
    codes, secrets = [], []
    for index, wish in wishes:
        answer = await clients[index].post(
            "/tables", json=wish, headers={"Accept": "application/json"}
        )
        made = json.loads(answer.text)
        codes.append(made["code"])
        secrets += [seat["token"] for seat in made["seats"]]
    return codes, secrets


@pytest.mark.usefixtures("nobody_judges")
async def test_2000_spoilt_requests_get_no_5xx_and_no_secret(tmp_path: Path) -> None:
    statuses = await fire(tmp_path, 2000, seed=1)
    assert statuses[200] > 100
    assert {400, 403, 404, 405, 409, 415, 422} <= statuses.keys()


@pytest.mark.slow
@pytest.mark.usefixtures("nobody_judges")
async def test_100000_spoilt_requests_get_no_5xx_and_no_secret(tmp_path: Path) -> None:
    assert (await fire(tmp_path, 100_000, seed=2)).total() == 100_000


def test_the_limits_that_the_document_names_are_those_of_the_settings() -> None:
    join = document()["paths"]["/t/{code}/join"]["post"]
    schema = join["requestBody"]["content"]["application/json"]["schema"]
    assert schema["properties"]["name"]["maxLength"] == Limits().name_length
