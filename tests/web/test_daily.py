"""The daily challenge: the same dice for all, checked by the server, nothing given away early."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rollwright.daily import judges
from rollwright.web import daily

from .serving import Client, LiveServer, patiently, serving, settings_for
from .test_openapi import check

NewClient = Callable[..., Client]
Json = dict[str, Any]

GAMES = ("qwixx", "qwinto", "qwingo")


@pytest.fixture(scope="module", autouse=True)
def quick_judges() -> Iterator[None]:
    """A bot that answers at once, instead of one that may have to be compiled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judges, "BEST_BOT", "greedy")
        patch.setattr(daily, "_judges", {})
        yield


def today(after: int = 0) -> str:
    return (datetime.now(UTC).date() + timedelta(days=after)).isoformat()


def show(client: Client, game: str, *moves: str, day: str | None = None) -> Json:
    """The view after these moves."""
    answer = client.post(f"/daily/{game}", {"day": day or today(), "moves": list(moves)})
    assert answer.status_code == 200, answer.text
    view: Json = answer.json()
    return view


def next_moves(view: Json) -> list[str]:
    """What a simple player does next: the first answer, the first dice, no second roll."""
    if view["step"] == "roll":
        return ["roll"]
    actions, passing = view["ask"]["actions"], view["ask"]["pass"]
    if actions and actions[0]["dice"]:
        return [actions[0]["action"], "roll"]
    return [actions[0]["action"] if actions else passing["action"]]


def play_through(client: Client, game: str) -> tuple[list[str], list[Json]]:
    """All moves of a game of the simple player, and all views."""
    moves: list[str] = []
    views = [show(client, game)]
    while views[-1]["step"] != "over":
        moves += next_moves(views[-1])
        views.append(show(client, game, *moves))
    return moves, views


@pytest.mark.parametrize("game", GAMES)
def test_a_game_can_be_played_to_its_end_and_is_compared(new_client: NewClient, game: str) -> None:
    client = new_client()
    moves, views = play_through(client, game)
    for view in views:
        check("daily_view", view)
    body = {"day": today(), "moves": moves}
    answer = patiently(lambda: client.post(f"/daily/{game}/result", body))
    assert answer.status_code == 200, answer.text
    verdict = answer.json()
    check("daily_result", verdict)
    assert verdict["total"] == views[-1]["total"]
    if game != "qwinto":
        parts = verdict["mean"] + verdict["luck"] - verdict["loss"]
        assert parts == pytest.approx(verdict["total"], abs=0.02)
        assert verdict["loss"] >= 0
        assert len(verdict["marks"]) <= len(moves)


@pytest.mark.parametrize("game", GAMES)
def test_everybody_gets_the_same_dice(new_client: NewClient, game: str) -> None:
    moves, views = play_through(new_client(), game)
    assert show(new_client(), game, *moves) == views[-1]


def test_qwixx_dice_do_not_depend_on_what_was_answered(new_client: NewClient) -> None:
    client = new_client()
    first = show(client, "qwixx", "roll")
    moves = ["roll", *next_moves(first)]
    while (view := show(client, "qwixx", *moves))["step"] != "roll":
        moves += next_moves(view)
    passing = ["roll", "-"]
    while show(client, "qwixx", *passing)["step"] != "roll":
        passing.append("-")
    assert (
        show(client, "qwixx", *moves, "roll")["dice"]
        == (show(client, "qwixx", *passing, "roll")["dice"])
    )


def test_other_games_and_other_days_have_other_secrets(new_client: NewClient) -> None:
    pages = {game: new_client(Accept="text/html").get(f"/daily/{game}").text for game in GAMES}
    hashes = {
        part for page in pages.values() for part in page.replace("<", ">").split(">")
        if len(part) == 64 and part.isalnum()
    }  # fmt: skip
    assert len(hashes) == 4 * 3, "three fingerprints a game, and the secret of yesterday"


def test_the_secret_of_yesterday_fits_its_fingerprint_and_no_other_is_told(
    new_client: NewClient, server: LiveServer
) -> None:
    page = new_client(Accept="text/html").get("/daily/qwixx").text
    codes = [part.partition("</code>")[0] for part in page.split("<code>")[1:]]
    yesterday, secret, of_today, of_tomorrow = codes
    assert hashlib.sha256(secret.encode()).hexdigest() == yesterday
    assert len({yesterday, of_today, of_tomorrow}) == 3


def test_the_fingerprint_of_tomorrow_is_that_of_the_day_after(
    new_client: NewClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = new_client(Accept="text/html")
    tomorrow = client.get("/daily/qwixx").text.split("<code>")[4].partition("<")[0]
    day = datetime.now(UTC).date() + timedelta(days=1)
    monkeypatch.setattr(daily, "_today", lambda: day)
    assert client.get("/daily/qwixx").text.split("<code>")[3].partition("<")[0] == tomorrow


def test_yesterday_can_be_finished_and_other_days_cannot_be_played(new_client: NewClient) -> None:
    client = new_client()
    assert show(client, "qwixx", "roll", day=today(-1))["day"] == today(-1)
    for day in (today(-2), today(1), "2026-02-30", "", "yesterday"):
        answer = client.post("/daily/qwixx", {"day": day, "moves": []})
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "day"), day


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        (["r7"], "moves"),
        (["roll", "roll"], "moves"),
        (["roll", "z9"], "moves"),
        (["roll", "r2", "r2", "r2"], ""),
        ("roll", "field"),
        ([7], "field"),
        (["x" * 13], "field"),
        (["roll"] * 401, "field"),
    ],
)
def test_wrong_moves_are_explained(new_client: NewClient, moves: Any, code: str) -> None:
    answer = new_client().post("/daily/qwixx", {"day": today(), "moves": moves})
    assert answer.status_code == 422
    assert answer.json()["error"]["message"]
    assert not code or answer.json()["error"]["code"] == code


def test_an_unfinished_game_is_not_compared(new_client: NewClient) -> None:
    answer = new_client().post("/daily/qwixx/result", {"day": today(), "moves": ["roll"]})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "running")


def test_the_text_to_be_shared_tells_the_result_but_no_answer(new_client: NewClient) -> None:
    client = new_client()
    moves, views = play_through(client, "qwixx")
    body = {"day": today(), "moves": moves}
    answer = patiently(lambda: client.post("/daily/qwixx/result", body)).json()
    title, result, marks, link = answer["share"].split("\n")
    assert title == f"Qwixx, daily challenge of {today()}"
    assert result == (f"{views[-1]['total']} points; perfect play: {answer['judge_total']}")
    assert set(marks) <= set("●◐○·")
    assert link.endswith("/daily/qwixx")


def test_a_number_that_fits_must_be_written_and_the_count_of_each_column_is_told(
    new_client: NewClient,
) -> None:
    view = show(new_client(), "qwingo", "roll")
    assert view["ask"]["pass"] is None
    assert sum(line["count"] for line in view["coming"]) == 29
    assert sorted(line["count"] for line in view["coming"]) == [5, 6, 6, 6, 6]


def test_only_what_was_not_rolled_upon_can_be_taken_back(new_client: NewClient) -> None:
    client = new_client()
    assert not show(client, "qwixx")["undo"]
    first = show(client, "qwixx", "roll")
    assert not first["undo"]
    assert show(client, "qwixx", "roll", *next_moves(first))["undo"]


@pytest.fixture(scope="module")
def other_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with serving(settings_for(tmp_path_factory.mktemp("other"))) as live:
        yield live


def test_another_house_has_other_dice_and_a_restarted_one_the_same(
    server: LiveServer, other_house: LiveServer
) -> None:
    page = "/daily/qwixx"
    own, other = (
        house.client(Accept="text/html").get(page).text for house in (server, other_house)
    )
    assert own.split("<code>")[1:] != other.split("<code>")[1:]
    with serving(server.settings) as again:
        codes = again.client(Accept="text/html").get(page).text.split("<code>")[1:]
    assert codes == own.split("<code>")[1:]
