"""Reviews: of records that are handed in and of finished tables, by their links."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from rollwright.arena import play_match
from rollwright.bots import create_bot
from rollwright.dice import SeededDice
from rollwright.record import Record, format_record, format_record_json
from rollwright.spec import create_game

from .players import Player, play_to_the_end
from .serving import Client, patiently
from .test_openapi import check

NewClient = Callable[..., Client]
Json = dict[str, Any]


def record_of(spec: str, bot: str = "greedy", seed: int = 3) -> Record:
    game = create_game(spec)
    bots = [create_bot(bot, game) for _ in range(game.spec.players)]
    return play_match(game, bots, SeededDice(seed), names=[f"bot:{bot}"]).record


@pytest.fixture(scope="module")
def solo_record() -> str:
    return format_record(record_of("qwixx(players=1)"))


def hand_in(client: Client, record: str) -> str:
    answer = client.post("/review", {"record": record})
    assert answer.status_code == 201, answer.text
    url: str = answer.json()["url"]
    return url


def review_at(client: Client, url: str) -> Json:
    answer = patiently(lambda: client.get(url))
    assert answer.status_code == 200, answer.text
    review: Json = answer.json()
    check("review", review)
    return review


def test_a_record_is_kept_under_its_hash_and_reviewed(
    new_client: NewClient, solo_record: str
) -> None:
    ann, ben = new_client(), new_client()
    url = hand_in(ann, solo_record)
    assert hand_in(ben, solo_record + "\n\n") == url
    review = review_at(ben, url)
    assert (review["exact"], review["unit"], review["finished"]) == (True, "points", True)
    assert review["start"][0] == pytest.approx(115.4831, abs=1e-3)


def test_the_parts_add_up_to_the_result(new_client: NewClient, solo_record: str) -> None:
    client = new_client()
    review = review_at(client, hand_in(client, solo_record))
    parts = review["seats"][0]["mean"]
    total = sum(parts[name] for name in ("start", "luck", "loss", "others", "drift"))
    assert total == pytest.approx(parts["result"], abs=1e-6)
    assert parts["drift"] == pytest.approx(0, abs=1e-3)
    assert parts["loss"] < 0
    assert review["end"]["scores"] == [round(parts["result"])]


def test_values_start_luck_and_losses_make_one_chain(
    new_client: NewClient, solo_record: str
) -> None:
    client = new_client()
    review = review_at(client, hand_in(client, solo_record))
    present = review["start"][0]
    for step in review["steps"]:
        if step["luck"] is not None:
            present += step["luck"][0]
        for answer in step["answers"]:
            rows = {row["action"]: row["loss"] for row in answer["candidates"]}
            present -= rows.get(answer["chosen"], 0.0)
        assert step["values"][0] == pytest.approx(present, abs=1e-3)


def test_mistakes_come_in_order_of_cost_and_say_why(
    new_client: NewClient, solo_record: str
) -> None:
    client = new_client()
    slips = review_at(client, hand_in(client, solo_record))["slips"]
    losses = [slip["loss"] for slip in slips]
    assert losses
    assert losses == sorted(losses, reverse=True)
    assert all(slip["why"] and slip["label"] != slip["better"] for slip in slips)


def test_bots_have_their_proper_names_and_positions_open_in_the_explorer(
    new_client: NewClient, solo_record: str
) -> None:
    client = new_client()
    review = review_at(client, hand_in(client, solo_record))
    assert review["seats"][0]["name"] == "Thrifty"
    addresses = [a["explore"] for step in review["steps"] for a in step["answers"] if a["chosen"]]
    assert addresses
    for address in addresses[::9]:
        page = client.http.get(address, headers={"Accept": "text/html"})
        assert page.status_code == 200
    odd = solo_record.replace("bot:greedy", "bot:((")
    assert review_at(client, hand_in(client, odd))["seats"][0]["name"]


def test_perfect_play_has_no_mistakes(new_client: NewClient) -> None:
    client = new_client()
    record = format_record(record_of("qwixx(players=1)", "perfect", 5))
    review = review_at(client, hand_in(client, record))
    assert review["slips"] == []
    assert review["seats"][0]["mean"]["loss"] == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("spec", ["qwingo(players=1)", "qwixx(players=1, start=random)"])
def test_other_records_are_reviewed_or_refused_in_words(new_client: NewClient, spec: str) -> None:
    client = new_client()
    url = hand_in(client, json.dumps(format_record_json(record_of(spec))))
    answer = patiently(lambda: client.get(url))
    if answer.status_code == 200:
        check("review", answer.json())
    else:
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "judge")


def test_an_unfinished_record_is_reviewed_so_far(new_client: NewClient, solo_record: str) -> None:
    client = new_client()
    lines = solo_record.split("\n")
    review = review_at(client, hand_in(client, "\n".join(lines[:12])))
    assert not review["finished"]
    assert review["end"]["text"] == "The record ends here."


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n ",
        "hello",
        "{",
        "{}",
        "[]",
        "{" * 3000,
        '{"format": 7}',
        "\u0000",
        '[Format "rollwright 1"]\n[Game "qwixx"]\n',
        '[Format "rollwright 1"] [Game "chess"]\n1a w34 : r7',
    ],
)
def test_what_is_no_record_is_explained(new_client: NewClient, text: str) -> None:
    answer = new_client().post("/review", {"record": text})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "record")
    page = new_client(Accept="text/html").http.post("/review", data={"record": text})
    assert page.status_code == 422
    assert 'class="notice"' in page.text


def test_an_illegal_move_is_told_with_its_turn(new_client: NewClient, solo_record: str) -> None:
    spoilt = solo_record.replace("1a w", "1a w9", 1)
    answer = new_client().post("/review", {"record": spoilt})
    assert answer.status_code == 422


def test_too_long_a_record_is_refused(new_client: NewClient) -> None:
    client = new_client()
    assert client.post("/review", {"record": "x" * 200_000}).status_code == 413


@pytest.mark.parametrize("key", ["0" * 20, "x", "A" * 20])
def test_other_keys_are_unknown(new_client: NewClient, key: str) -> None:
    assert new_client().get(f"/review/{key}").status_code == 404


def test_a_form_without_script_goes_to_the_review(new_client: NewClient, solo_record: str) -> None:
    client = new_client(Accept="text/html")
    answer = client.http.post("/review", data={"record": solo_record}, follow_redirects=False)
    assert answer.status_code == 303
    page = client.http.get(answer.headers["location"])
    assert page.status_code == 200
    assert 'id="graph"' in page.text


def test_a_table_is_reviewed_when_it_is_over_also_for_spectators(new_client: NewClient) -> None:
    ann, zoe = new_client(), new_client()
    code = ann.create("qwixx(players=1)", "Ann")["code"]
    running = zoe.get(f"/t/{code}/review")
    assert (running.status_code, running.json()["error"]["code"]) == (409, "running")
    play_to_the_end([Player(ann, code)])
    review = review_at(zoe, f"/t/{code}/review")
    assert review["seats"][0]["name"] == "Ann"
    assert review["finished"]
    assert zoe.get("/t/ZZZZZ/review").status_code == 404


def test_own_finished_tables_are_offered(new_client: NewClient) -> None:
    ann = new_client()
    code = ann.create("qwixx(players=1, max_misthrows=1)", "Ann")["code"]
    play_to_the_end([Player(ann, code)])
    page = ann.http.get("/review", headers={"Accept": "text/html"}).text
    assert f'href="/t/{code}/review"' in page
    assert f"/t/{code}/review" not in new_client(Accept="text/html").get("/review").text
