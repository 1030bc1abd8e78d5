"""Score sheets beside real dice: the JSON interface, and that nothing of them is kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest

from .serving import Client, LiveServer

NewClient = Callable[..., Client]
Json = dict[str, Any]


def entry(text: str) -> Json:
    """An entry: ``r7``, ``o4=12``, ``x`` for a misthrow, ``close red``, ``open red``."""
    kind, _, row = text.partition(" ")
    if row:
        return {kind: row}
    if text == "x":
        return {"misthrow": True}
    field, _, number = text.partition("=")
    return {"write": field, "number": int(number)} if number else {"write": field}


@pytest.fixture
def sheet(new_client: NewClient) -> Callable[..., Json]:
    """Asks for a sheet with entries, and expects to get it."""
    client = new_client()

    def ask(family: str, *entries: str, **more: Any) -> Json:
        body = {"entries": [entry(text) for text in entries], **more}
        answer = client.post(f"/score/{family}", body)
        assert answer.status_code == 200, answer.text
        made: Json = answer.json()
        return made

    return ask


def writable(view: Json) -> list[str]:
    return [field["field"] for field in view["fields"]]


def test_closed_by_another_is_15_points_and_not_21(sheet: Callable[..., Json]) -> None:
    view = sheet("qwixx", "r2", "r3", "r4", "r5", "r6", "close red")
    assert view["score"]["total"] == 15
    assert view["closable"][0] == {"line": "red", "closed": True, "mine": False}
    assert not any(field.startswith("r") for field in writable(view))


def test_without_the_entry_that_closed_it_a_row_goes_on(sheet: Callable[..., Json]) -> None:
    closed = sheet("qwixx", "r2", "r3", "close red")
    assert "r4" not in writable(closed)
    for again in (sheet("qwixx", "r2", "r3"), sheet("qwixx", "r2", "r3", "close red", "open red")):
        assert {"field": "r4", "label": "red 4, skips nothing", "number": None, "skipped": []} in (
            again["fields"]
        )


def test_a_row_that_i_closed_is_mine(sheet: Callable[..., Json]) -> None:
    view = sheet("qwixx", "r2", "r3", "r4", "r5", "r6", "r12")
    assert view["closable"][0] == {"line": "red", "closed": True, "mine": True}
    assert view["score"]["total"] == 28


def test_four_misthrows_end_it_at_minus_20(sheet: Callable[..., Json]) -> None:
    view = sheet("qwixx", "x", "x", "x", "x")
    assert (view["over"], view["score"]["total"]) == (True, -20)
    assert view["misthrows"] == {"count": 4, "most": 4}
    assert sheet("qwixx", "x", options={"max_misthrows": 1})["over"]


def test_two_rows_end_qwixx_whoever_closed_them(sheet: Callable[..., Json]) -> None:
    assert not sheet("qwixx", "close red")["over"]
    assert sheet("qwixx", "close red", "close blue")["over"]


def test_qwinto_tells_the_fields_of_a_number(sheet: Callable[..., Json]) -> None:
    assert sheet("qwinto", "p3=5")["fields"] == []
    view = sheet("qwinto", "p3=5", number=6)
    assert "p4" in writable(view)
    assert not {"p1", "p2", "p3"} & set(writable(view))
    assert sheet("qwinto", "p3=5", "y2=3", "o1=4")["score"]["bonus"]["p3"] == 5


def test_a_full_column_ends_qwingo(sheet: Callable[..., Json]) -> None:
    entries = [f"b{box}={10 * box}" for box in range(1, 5)]
    assert not sheet("qwingo", *entries[:3], options={"boxes": 4})["over"]
    view = sheet("qwingo", *entries, options={"boxes": 4})
    assert (view["over"], view["score"]["columns"]["banana"], view["score"]["total"]) == (
        True,
        4,
        4,
    )
    assert view["misthrows"] == {"count": 0, "most": 0}


@pytest.mark.parametrize(
    ("family", "entries", "rule"),
    [
        ("qwixx", ["r5", "r4"], "Q3"),
        ("qwixx", ["r2", "r3", "r12"], "Q4"),
        ("qwixx", ["close red", "r4"], "Q5"),
        ("qwixx", ["x"] * 5, "Q9"),
        ("qwinto", ["o1=19"], "W3"),
        ("qwingo", ["b3=10", "b4=10"], "G6"),
    ],
)
def test_what_the_rules_forbid_is_422_with_the_rule(
    new_client: NewClient, family: str, entries: list[str], rule: str
) -> None:
    answer = new_client().post(f"/score/{family}", {"entries": [entry(e) for e in entries]})
    error = answer.json()["error"]
    assert (answer.status_code, error["code"], error["rule"]) == (422, "illegal", rule)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"entries": "r7"}, "field"),
        ({"entries": ["r7"]}, "field"),
        ({"entries": [{}]}, "field"),
        ({"entries": [{"write": "r7", "misthrow": True}]}, "field"),
        ({"entries": [{"write": "r7", "colour": "red"}]}, "field"),
        ({"entries": [{"write": "z9"}]}, "field"),
        ({"entries": [{"write": 7}]}, "field"),
        ({"entries": [{"write": "r7", "number": 7.0}]}, "field"),
        ({"entries": [{"write": "r7", "number": 10**30}]}, "field"),
        ({"entries": [{"misthrow": False}]}, "field"),
        ({"entries": [{"misthrow": 1}]}, "field"),
        ({"entries": [{"close": "pink"}]}, "field"),
        ({"entries": [{"open": None}]}, "field"),
        ({"entries": [{"close": "red"}] * 201}, "field"),
        ({"number": -1}, "field"),
        ({"number": 101}, "field"),
        ({"seats": 2}, "field"),
        ({"options": []}, "field"),
        ({"options": {"layout": ["mixx_a"]}}, "game"),
        ({"options": {"layout": "x" * 300}}, "game"),
        ({"options": {"layout": "gemixxt"}}, "input"),
        ({"options": {"colour": "red"}}, "input"),
        ({"options": {"players": 2}}, "input"),
    ],
)
def test_bodies_that_make_no_sense_are_422(new_client: NewClient, body: Json, code: str) -> None:
    answer = new_client().post("/score/qwixx", body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)


def test_a_number_is_needed_where_none_is_printed(new_client: NewClient) -> None:
    answer = new_client().post("/score/qwinto", {"entries": [{"write": "o1"}]})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "field")


def test_no_row_is_closed_and_nothing_is_thrown_where_a_game_has_none(
    new_client: NewClient,
) -> None:
    client = new_client()
    for family, made in (("qwinto", {"close": "orange"}), ("qwingo", {"misthrow": True})):
        answer = client.post(f"/score/{family}", {"entries": [made]})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "input")


def test_200_entries_are_fine(sheet: Callable[..., Json]) -> None:
    view = sheet("qwixx", *["close red", "open red"] * 100)
    assert [row["closed"] for row in view["closable"]] == [False] * 4


def test_other_troubles_have_their_own_statuses(new_client: NewClient) -> None:
    client = new_client()
    assert client.post("/score/chess").status_code == 404
    assert client.http.post("/score/qwixx", content=b"x" * 20_000).status_code == 413
    text = {"Content-Type": "text/plain"}
    assert client.http.post("/score/qwixx", content=b"x", headers=text).status_code == 415
    json = {"Content-Type": "application/json"}
    assert client.http.post("/score/qwixx", content=b"{", headers=json).status_code == 400
    foreign = new_client(**{"Sec-Fetch-Site": "cross-site"})
    assert foreign.post("/score/qwixx").status_code == 403


def test_the_page_takes_options_by_their_names_and_refuses_others(new_client: NewClient) -> None:
    client = new_client(Accept="text/html")
    page = client.get("/score/qwixx", layout="mixx_a").text
    assert '"game":"qwixx(layout=mixx_a, players=1)"' in page
    assert 'name="next" value="/score/qwixx?layout=mixx_a"' in page
    for query in ("layout=9", "colour=red", "players=2", "layout=mixx_a&layout=mixx_b"):
        assert client.http.get(f"/score/qwixx?{query}").status_code == 422, query
    assert client.get("/score/chess").status_code == 404


def test_nothing_of_a_sheet_is_in_the_database(
    server: LiveServer, sheet: Callable[..., Json]
) -> None:
    sheet("qwixx", "r2", "close red")
    path = server.settings.database.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path)) as database:
        for table in ("events", "tables", "keys"):
            assert database.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
