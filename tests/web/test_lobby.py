from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

from rollwright.web.bot_words import bot_title, default_bot

from .serving import Client, LiveServer, serving, settings_for

NewClient = Callable[..., Client]


def test_a_table_against_a_bot_begins_at_once(new_client: NewClient) -> None:
    ann = new_client()
    made = ann.create("qwixx(layout=mixx_a)", "Ann", "bot:random")
    assert len(made["code"]) == 5
    assert [seat["seat"] for seat in made["seats"]] == [0]
    view = ann.view(made["code"])
    assert (view["phase"], view["game"]) == ("play", "qwixx(layout=mixx_a, players=2)")
    assert view["seats"][1]["bot"] == "random"


def test_what_is_not_said_is_one_person_and_bots(new_client: NewClient) -> None:
    ann = new_client()
    code = ann.post("/tables", {"game": "qwixx(players=3)"}).json()["code"]
    assert [seat["kind"] for seat in ann.view(code)["seats"]] == ["person", "bot", "bot"]
    assert [seat["name"] for seat in ann.view(code)["seats"]] == [
        "Player 1",
        bot_title(default_bot("qwixx")),
        f"{bot_title(default_bot('qwixx'))} 2",
    ]


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, "field"),
        ({"game": "chess"}, "game"),
        ({"game": "qwixx(layout=x)"}, "game"),
        ({"game": "qwixx", "options": {"layout": []}}, "game"),
        ({"game": "qwixx", "seats": [{"kind": "person"}] * 6}, "game"),
        ({"game": "qwixx", "seats": [{"kind": "person"}] * 7}, "field"),
        ({"game": "qwixx(players=3)", "seats": [{"kind": "person"}]}, "seats"),
        ({"game": "qwixx", "seats": [{"kind": "ghost"}]}, "field"),
        ({"game": "qwixx", "seats": [{"kind": "bot", "bot": "os:system"}]}, "bot"),
        ({"game": "qwixx", "seats": [{"kind": "person", "avatar": "dragon"}]}, "avatar"),
        ({"game": "qwixx", "seats": [{"name": "Ann"}, {"name": "ann"}]}, "name"),
        ({"game": "qwixx", "seats": [{"kind": "bot"}], "dice": "typed"}, "seats"),
        ({"game": "qwixx", "dice": "loaded"}, "field"),
        ({"game": "qwixx", "timer": 1}, "field"),
        ({"game": "qwixx", "timer": "soon"}, "field"),
        ({"game": "qwixx", "hints": 3}, "field"),
        ({"game": "qwixx", "colour": "red"}, "field"),
        ({"game": 5}, "field"),
    ],
)
def test_a_table_that_cannot_be_made_is_422_and_explained(
    new_client: NewClient, body: dict[str, object], error: str
) -> None:
    answer = new_client().post("/tables", body)
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == error
    assert answer.json()["error"]["message"]


def test_people_join_by_code_in_any_writing_until_the_host_begins(new_client: NewClient) -> None:
    ann, ben, zoe = new_client(), new_client(), new_client()
    code = ann.create("qwixx", "Ann", "open", "open")["code"]
    joined = ben.join(f" {code.lower()[:2]}-{code.lower()[2:]}", "Ben", avatar="owl", seat=2)
    assert joined["seat"] == 2
    assert ben.view(code)["you"] == [2]
    assert ben.refused(code, "start") == (403, "host")
    ann.do(code, "start")
    assert zoe.refused(code, "join", name="Zoe") == (409, "started")
    assert [seat["name"] for seat in zoe.view(code)["seats"]] == ["Ann", "Ben"]
    assert zoe.view(code)["you"] == []


def test_the_host_fills_frees_and_begins(new_client: NewClient) -> None:
    ann = new_client()
    code = ann.create("qwixx", "Ann", "open", "open")["code"]
    ann.do(code, "seats/1", bot="greedy")
    ann.do(code, "seats/2", bot="random")
    ann.do(code, "seats/2", open=True)
    ann.do(code, "start")
    assert [seat["name"] for seat in ann.view(code)["seats"]] == ["Ann", "Thrifty"]


@pytest.mark.parametrize("body", [{}, {"bot": "greedy", "pass": True}, {"mine": 1}])
def test_a_seat_is_asked_for_one_thing(new_client: NewClient, body: dict[str, object]) -> None:
    ann = new_client()
    code = ann.create("qwixx", "Ann", "open")["code"]
    assert ann.refused(code, "seats/1", **body) == (422, "field")


def test_while_the_host_is_away_the_first_person_there_stands_in(
    server: LiveServer, new_client: NewClient
) -> None:
    ann, ben, cleo = new_client(), new_client(), new_client()
    code = ann.create("qwixx", "open", "open", "open")["code"]
    ben.join(code, "Ben")
    cleo.join(code, "Cleo")
    room = server.app.state.house.rooms[code]
    assert ann.view(code)["host"] is True
    assert ben.view(code)["host"] is False
    room._seen.clear()  # as it is half a minute later
    assert ben.view(code)["host"] is True
    assert cleo.view(code)["host"] is False
    ben.do(code, "start")


def test_a_seat_moves_to_another_device_by_its_personal_link(new_client: NewClient) -> None:
    ann, phone = new_client(), new_client()
    made = ann.create("qwixx", "Ann", "Ben")
    code = made["code"]
    link = ann.post(f"/t/{code}/seats/0/link", {})
    assert link.status_code == 201
    assert link.json()["qr"].startswith("<svg")
    assert phone.view(code)["you"] == []
    moved = phone.get(f"/s/{link.json()['token']}")
    assert (moved.status_code, moved.headers["location"]) == (303, f"/t/{code}")
    assert phone.view(code)["you"] == [0]
    first = made["seats"][0]["token"]
    assert phone.get(f"/s/{first}").status_code == 303, "the first link works as well"
    assert phone.post(f"/t/{code}/seats/1/link", {}).status_code == 403


def test_a_link_that_is_not_valid_is_404(new_client: NewClient) -> None:
    for token in ("x", "a" * 43):
        assert new_client().get(f"/s/{token}").status_code == 404


def test_a_program_answers_with_the_token_of_its_seat(new_client: NewClient) -> None:
    ann = new_client()
    made = ann.create("qwixx", "Ann", "Ben")
    ben = new_client(made["seats"][1]["token"])
    assert ben.view(made["code"])["you"] == [1]
    assert ben.refused(made["code"], "undo", seat=0) == (403, "seat")


def test_the_home_page_lists_my_tables_and_nobody_elses(new_client: NewClient) -> None:
    ann, zoe = new_client(), new_client()
    code = ann.create("qwixx", "Ann", "bot")["code"]
    tables = ann.get("/").json()["tables"]
    assert [table["code"] for table in tables] == [code]
    assert tables[0]["names"] == ["Ann", "Thrifty"]
    assert zoe.get("/").json()["tables"] == []
    games = zoe.get("/").json()["games"]
    assert [game["family"] for game in games] == ["qwixx", "qwinto", "qwingo"]


def test_an_unknown_table_is_404_as_json_and_as_a_page(new_client: NewClient) -> None:
    ann = new_client()
    for code in ("ZZZZZ", "zzzzz", "toolong", "O0O0O", "%00", "é"):
        assert ann.get(f"/t/{code}").status_code == 404
    page = ann.http.get("/t/ZZZZZ", headers={"Accept": "text/html"})
    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")


def test_forms_of_the_pages_make_and_find_tables(server: LiveServer) -> None:
    with httpx2.Client(base_url=server.url, headers={"Accept": "text/html"}) as browser:
        form = {
            "game": "qwinto",
            "option.refuse": "false",
            "seat": ["person", "open", "none", "bot:greedy"],
            "seat_name": ["Ann", "", "", ""],
            "avatar": "owl",
            "dice": "typed",
            "timer": "",
            "hints": "on",
        }
        made = browser.post("/tables", data=form)
        assert made.status_code == 303
        code = made.headers["location"].removeprefix("/t/")
        view = browser.get(f"/t/{code}", headers={"Accept": "application/json"}).json()
        assert view["game"] == "qwinto(players=3, refuse=false)"
        assert [seat["kind"] for seat in view["seats"]] == ["person", "open", "bot"]
        assert (view["dice_source"], view["hints"], view["timer"]) == ("typed", True, None)
        found = browser.get("/join", params={"code": code.lower()})
        assert (found.status_code, found.headers["location"]) == (303, f"/t/{code}")
        assert browser.get("/join", params={"code": "ZZZZZ"}).status_code == 404
        wrong = browser.post("/tables", data=form | {"timer": "3"})
        assert wrong.status_code == 422
        assert "timer" in wrong.text
        assert browser.post(f"/t/{code}/start", data={}).headers["location"] == f"/t/{code}"


def test_every_page_is_there(server: LiveServer, new_client: NewClient) -> None:
    code = new_client().create("qwixx", "Ann", "bot")["code"]
    paths = ["/", "/new/qwixx", "/rules/qwinto", "/learn/qwingo", f"/t/{code}"]
    with httpx2.Client(base_url=server.url, headers={"Accept": "text/html"}) as browser:
        for path in paths:
            page = browser.get(path)
            assert page.status_code == 200, path
            assert page.headers["content-type"].startswith("text/html")
            assert browser.head(path).status_code == 200
        assert browser.get("/rules/chess").status_code == 404


def test_pages_come_in_the_language_of_the_browser_or_the_switch(server: LiveServer) -> None:
    with httpx2.Client(base_url=server.url, headers={"Accept": "text/html"}) as browser:
        german = browser.get("/", headers={"Accept-Language": "fr;q=0.9, de;q=0.8, en;q=0.1"})
        assert '<html lang="de"' in german.text
        chosen = browser.post("/language", data={"lang": "es", "next": "/rules/qwixx"})
        assert (chosen.status_code, chosen.headers["location"]) == (303, "/rules/qwixx")
        assert '<html lang="es"' in browser.get("/", headers={"Accept-Language": "de"}).text
        for outside in ("//evil.example", "https://evil.example", "/\\evil.example"):
            answer = browser.post("/language", data={"lang": "de", "next": outside})
            assert answer.headers["location"] == "/"


def test_the_code_of_a_table_is_there_to_be_scanned(new_client: NewClient) -> None:
    ann = new_client()
    code = ann.create("qwixx", "Ann", "open")["code"]
    drawing = ann.get(f"/t/{code}/qr.svg")
    assert drawing.headers["content-type"] == "image/svg+xml"
    assert drawing.text.startswith("<svg")
    assert ann.view(code)["join_url"] == f"{str(ann.http.base_url).rstrip('/')}/t/{code}"


def test_phones_get_an_address_that_they_can_open(tmp_path: Path) -> None:
    lan = "http://192.168.1.5:8600"
    with serving(settings_for(tmp_path, lan_url=lan)) as server:
        ann = server.client()
        code = ann.create("qwixx", "Ann", "open")["code"]
        assert ann.view(code)["join_url"] == f"{lan}/t/{code}"
        guest = server.client(Host="dice.local:8600")
        assert guest.view(code)["join_url"] == f"http://dice.local:8600/t/{code}"


def test_behind_https_links_and_cookies_are_secure(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path, base_url="https://dice.example/")) as server:
        ann = server.client(Origin="https://dice.example")
        answer = ann.post("/tables", {"game": "qwixx"})
        assert answer.json()["url"].startswith("https://dice.example/t/")
        assert "Secure" in answer.headers["set-cookie"]
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
