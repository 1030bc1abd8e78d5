"""The sheet explorer: any position, its answers ranked, and friendly words for what cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from rollwright.review.positions import PHASES

from .serving import Client, patiently
from .test_openapi import check

NewClient = Callable[..., Client]
Json = dict[str, Any]

QWIXX = {"red": [], "yellow": [], "green": [], "blue": [], "misthrows": 0, "closed": []}
ROLL = {"white": [3, 4], "red": 2, "yellow": 5, "green": 6, "blue": 1}


def look(client: Client, family: str, **position: Any) -> Json:
    answer = client.post(f"/explore/{family}", {"players": 1, **position})
    assert answer.status_code == 200, answer.text
    view: Json = answer.json()
    check("explorer_view", view)
    return view


def ranking(client: Client, family: str, **position: Any) -> Json:
    body = {"players": 1, **position}
    answer = patiently(lambda: client.post(f"/explore/{family}/ranking", body))
    assert answer.status_code == 200, answer.text
    ranked: Json = answer.json()
    check("explorer_ranking", ranked)
    return ranked


def test_the_beginning_is_shown_and_ranked_exactly(new_client: NewClient) -> None:
    client = new_client()
    view = look(client, "qwixx")
    assert [action["action"] for action in view["ask"]["actions"]] == ["r7", "y7", "g7", "b7"]
    ranked = ranking(client, "qwixx")
    assert ranked["exact"]
    losses = [row["loss"] for row in ranked["candidates"]]
    assert losses == sorted(losses)
    assert losses[0] == 0
    assert {row["action"] for row in ranked["candidates"]} == {"r7", "y7", "g7", "b7", "-"}
    assert all(row["why"] for row in ranked["candidates"])


def test_before_the_roll_it_is_worth_115_5_points(new_client: NewClient) -> None:
    client = new_client()
    assert look(client, "qwixx", phase="roll")["ask"] is None
    ranked = ranking(client, "qwixx", phase="roll")
    assert (ranked["value"], ranked["candidates"]) == ("115.5", [])


def test_the_address_of_a_position_shows_the_same_position(new_client: NewClient) -> None:
    client = new_client()
    sheets = [{**QWIXX, "red": [2, 5]}, {**QWIXX, "green": [12], "misthrows": 2}]
    view = look(
        client, "qwixx", players=2, sheets=sheets, active=1, seat=0, phase="white", roll=ROLL
    )
    query = dict(parse_qsl(urlsplit(view["url"]).query))
    assert query == {
        "players": "2", "a": "r2.r5", "b": "g12.x2", "active": "b", "seat": "a",
        "phase": "white", "roll": "w34.r2.y5.g6.b1",
    }  # fmt: skip
    page = new_client(Accept="text/html").http.get(view["url"])
    assert page.status_code == 200
    assert '"red":[2,5]' in page.text


def test_a_row_closed_on_one_sheet_is_closed_on_all_and_its_die_is_gone(
    new_client: NewClient,
) -> None:
    sheets = [{**QWIXX, "red": [2, 3, 4, 5, 6, 12]}, QWIXX]
    view = look(new_client(), "qwixx", players=2, sheets=sheets, roll=ROLL)
    assert [row["sheet"]["closed"] for row in view["sheets"]] == [["red"], ["red"]]
    assert "red" not in view["position"]["roll"]
    opened = [{**QWIXX, "closed": []}, QWIXX]
    roll = view["position"]["roll"]
    again = look(new_client(), "qwixx", players=2, sheets=opened, roll=roll)
    assert again["position"]["roll"]["red"] == 1


def test_a_finished_game_is_shown_but_not_ranked(new_client: NewClient) -> None:
    client = new_client()
    for phase in ("white", "roll", "colour"):
        position = {"sheets": [{**QWIXX, "closed": ["red", "blue"]}], "phase": phase}
        view = look(client, "qwixx", **position)
        assert view["problem"] == "The game is over on these sheets."
        answer = client.post("/explore/qwixx/ranking", {"players": 1, **position})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "position")


def test_the_colour_answers_are_those_after_the_white_answer(new_client: NewClient) -> None:
    client = new_client()
    view = look(client, "qwixx", phase="colour", white="g7", roll=ROLL)
    assert view["sheets"][0]["sheet"]["green"] == [7]
    assert {row["action"] for row in view["white_answers"]} == {"-", "r7", "y7", "g7", "b7"}
    rows = ranking(client, "qwixx", phase="colour", white="-", roll=ROLL)["candidates"]
    assert rows[-1]["action"] != "-"
    assert next(row for row in rows if row["action"] == "-")["label"] == "Take a misthrow (−5)"


def test_a_change_is_told_with_its_sign_where_it_can_be_seen(new_client: NewClient) -> None:
    rows = ranking(new_client(), "qwixx", roll=ROLL)["candidates"]
    assert rows[0]["change"] == ""
    for row in rows:
        assert row["change"] == (f"−{row['cost']}" if row["loss"] >= 0.05 else "")
    turns = ranking(new_client(), "qwingo", phase="setup")["candidates"]
    assert {row["change"][:1] for row in turns if row["loss"] >= 0.05} == {"+"}


@pytest.mark.parametrize("family", ["qwixx", "qwinto", "qwingo"])
def test_every_phase_is_shown_for_one_and_for_three(new_client: NewClient, family: str) -> None:
    for players in (1, 3):
        for phase in PHASES[family]:
            view = look(new_client(), family, players=players, phase=phase)
            assert view["problem"] is None
            assert len(view["sheets"]) == players


def test_only_the_roller_is_asked_about_colours_dice_and_calls(new_client: NewClient) -> None:
    for family, phase in (("qwixx", "colour"), ("qwinto", "choose"), ("qwingo", "call")):
        view = look(new_client(), family, players=2, phase=phase, active=1, seat=0)
        assert view["asked"] == 1
    assert look(new_client(), "qwixx", players=2, active=1, seat=0)["asked"] == 0


def test_a_seat_that_is_no_longer_there_is_the_first(new_client: NewClient) -> None:
    view = look(new_client(), "qwixx", players=1, seat=4, active=3, sheets=[QWIXX] * 5)
    assert (view["position"]["seat"], view["position"]["active"]) == (0, 0)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"players": 6},
        {"players": "1"},
        {"players": 1, "sheets": "r2"},
        {"players": 1, "sheets": [{}]},
        {"players": 1, "sheets": [{**QWIXX, "red": [3, 2]}]},
        {"players": 1, "sheets": [{**QWIXX, "red": [12]}]},
        {"players": 1, "sheets": [{**QWIXX, "red": "2"}]},
        {"players": 1, "sheets": [{**QWIXX, "closed": ["pink"]}]},
        {"players": 1, "sheets": [QWIXX] * 7},
        {"players": 1, "roll": {"white": [3]}},
        {"players": 1, "roll": {"white": [0, 7]}},
        {"players": 1, "roll": {"": 1}},
        {"players": 1, "roll": {"white": [[1], 2]}},
        {"players": 1, "phase": "entries"},
        {"players": 1, "white": 7},
        {"players": 1, "active": -1},
        {"players": 1, "layout": "mixx_a"},
    ],
)
def test_bodies_that_make_no_sense_are_422(new_client: NewClient, body: Json) -> None:
    for path in ("/explore/qwixx", "/explore/qwixx/ranking"):
        answer = new_client().post(path, body)
        assert answer.status_code == 422
        assert answer.json()["error"]["message"]


@pytest.mark.parametrize(
    "query",
    ["players=9", "a=r3.r2", "a=r12", "a=%00", "a=r2&a=r3", "roll=w9", "x=1", "a=" + "r2." * 300],
)
def test_an_address_that_makes_no_sense_is_explained_over_the_beginning(
    new_client: NewClient, query: str
) -> None:
    page = new_client(Accept="text/html").http.get(f"/explore/qwixx?{query}")
    assert page.status_code == 422
    assert 'class="notice"' in page.text
    assert '"players":1' in page.text


@pytest.mark.parametrize("query", ["roll=w37", "white=q9&phase=colour", "phase=nowhere"])
def test_an_address_with_a_small_fault_is_shown_with_a_word_about_it(
    new_client: NewClient, query: str
) -> None:
    page = new_client(Accept="text/html").http.get(f"/explore/qwixx?{query}")
    assert page.status_code in (200, 422)
    assert '"problem":"' in page.text or 'class="notice"' in page.text


def test_there_is_no_explorer_of_other_games(new_client: NewClient) -> None:
    assert new_client().get("/explore/chess").status_code == 404
    assert new_client().post("/explore/chess", {"players": 1}).status_code == 404
