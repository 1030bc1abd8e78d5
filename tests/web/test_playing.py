from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from rollwright import parse_record, parse_record_json

from .players import Player, play_to_the_end
from .serving import Client, Json, wait_until

NewClient = Callable[..., Client]

GAMES = ("qwixx", "qwinto", "qwingo(boxes=4)")
SHORT_GAMES = ("qwixx(max_misthrows=1)", "qwinto", "qwingo(boxes=2)")


def two_players(new_client: NewClient, game: str, **more: Any) -> tuple[str, Client, Client]:
    """A running table of two persons at two devices; Ann has seat 0."""
    ann, ben = new_client(), new_client()
    code = ann.create(game, "Ann", "open", **more)["code"]
    ben.join(code, "Ben")
    ann.do(code, "start")
    return code, ann, ben


def roll(client: Client, code: str) -> Json:
    """Roll the dice of the turn; the view after it."""
    view = client.view(code)
    client.do(code, "roll", turn=view["roll"]["turn"])
    return client.view(code)


@pytest.mark.parametrize("game", GAMES)
def test_two_clients_play_each_game_to_the_end_answering_in_either_order(
    new_client: NewClient, game: str
) -> None:
    code, ann, ben = two_players(new_client, game)
    view = play_to_the_end([Player(ann, code), Player(ben, code)])
    assert view["node"] == "over"
    assert sorted(view["result"]["places"]) in ([1, 1], [1, 2])
    assert view["seats"][0]["place"] == view["result"]["places"][0]
    assert len(view["secret"]) == 64
    text = ann.get(f"/t/{code}/record.txt").text
    record = parse_record(text)
    assert record.secret == view["secret"]
    assert list(record.result() or ()) == view["result"]["totals"]
    assert parse_record_json(ann.get(f"/t/{code}/record.json").json()).steps == record.steps


@pytest.mark.parametrize("game", SHORT_GAMES)
def test_one_person_plays_a_bot_to_the_end(new_client: NewClient, game: str) -> None:
    ann = new_client()
    code = ann.create(game, "Ann", "bot")["code"]
    view = play_to_the_end([Player(ann, code)])
    assert view["phase"] == "over"
    assert [seat["kind"] for seat in view["seats"]] == ["person", "bot"]


def test_a_game_alone_is_played_to_the_end(new_client: NewClient) -> None:
    ann = new_client()
    code = ann.create("qwingo(boxes=2)", "Ann")["code"]
    view = play_to_the_end([Player(ann, code)])
    assert view["result"]["unit"] == "turns"
    assert view["result"]["rating"] is not None


def test_one_browser_answers_for_two_seats_of_its_own(new_client: NewClient) -> None:
    both = new_client()
    code = both.create("qwixx(max_misthrows=1)", "Ann", "Ben")["code"]
    view = roll(both, code)
    assert [ask["seat"] for ask in view["asks"]] == [0, 1]
    assert view["you"] == [0, 1]
    assert play_to_the_end([Player(both, code)])["phase"] == "over"


def test_nobody_sees_an_answer_before_all_have_answered(new_client: NewClient) -> None:
    code, ann, ben = two_players(new_client, "qwixx")
    view = roll(ann, code)
    ask = view["asks"][0]
    action = ask["actions"][0]["action"]
    ann.do(code, "answer", seat=0, decision=ask["decision"], action=action)
    assert ann.view(code)["pending"]["0"]["action"] == action
    seen = ben.view(code)
    assert seen["pending"] == {}
    assert seen["seats"][0]["answered"] is True
    assert seen["sheets"][0] == view["sheets"][0]
    assert not any("crosses" in line["text"] for line in seen["log"])


def test_the_same_answer_again_changes_nothing(new_client: NewClient) -> None:
    code, ann, _ = two_players(new_client, "qwixx")
    ask = roll(ann, code)["asks"][0]
    answer = {"seat": 0, "decision": ask["decision"], "action": ask["actions"][0]["action"]}
    first = ann.do(code, "answer", **answer)
    assert ann.do(code, "answer", **answer) == first
    assert ann.view(code)["number"] == first["number"]


def test_the_same_answer_again_is_fine_after_the_decision_is_resolved(
    new_client: NewClient,
) -> None:
    code, ann, ben = two_players(new_client, "qwixx")
    ask = roll(ann, code)["asks"][0]
    answer = {"seat": 0, "decision": ask["decision"], "action": ask["actions"][0]["action"]}
    ann.do(code, "answer", **answer)
    ben.do(code, "answer", seat=1, decision=ask["decision"], action="-")
    sheet = ann.view(code)["sheets"][0]
    ann.do(code, "answer", **answer)
    assert ann.view(code)["sheets"][0] == sheet


def test_another_answer_to_an_answered_decision_is_409_answered(new_client: NewClient) -> None:
    code, ann, _ = two_players(new_client, "qwixx")
    ask = roll(ann, code)["asks"][0]
    ann.do(code, "answer", seat=0, decision=ask["decision"], action="-")
    other = ask["actions"][0]["action"]
    refused = ann.refused(code, "answer", seat=0, decision=ask["decision"], action=other)
    assert refused == (409, "answered")


def test_an_answer_to_an_old_decision_is_409_stale_and_explained(new_client: NewClient) -> None:
    code, ann, ben = two_players(new_client, "qwixx")
    old = roll(ann, code)["asks"][0]["decision"]
    for client, seat in ((ann, 0), (ben, 1)):
        client.do(code, "answer", seat=seat, decision=old, action="-")
    now = ann.view(code)["asks"][0]["decision"]
    answer = ann.post(f"/t/{code}/answer", {"seat": 1, "decision": now, "action": "-"})
    assert answer.status_code == 403
    late = ben.post(f"/t/{code}/answer", {"seat": 1, "decision": now + 5, "action": "r7"})
    assert late.status_code == 409
    assert late.json()["error"]["code"] == "stale"
    assert "no longer asked" in late.json()["error"]["message"]


def test_an_illegal_answer_is_422_with_the_rule_and_changes_nothing(
    new_client: NewClient,
) -> None:
    code, ann, _ = two_players(new_client, "qwixx")
    view = roll(ann, code)
    ask = view["asks"][0]
    answer = ann.post(
        f"/t/{code}/answer", {"seat": 0, "decision": ask["decision"], "action": "r12"}
    )
    wanted = ("illegal", "Q4") if _white_sum(view) == 12 else ("illegal", "Q3")
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert (error["code"], error["rule"]) == wanted
    assert ann.view(code)["number"] == view["number"]


def _white_sum(view: Json) -> int:
    return sum(die["face"] for die in view["dice"][:2])


def test_an_answer_that_cannot_be_read_is_422_input(new_client: NewClient) -> None:
    code, ann, _ = two_players(new_client, "qwixx")
    decision = roll(ann, code)["asks"][0]["decision"]
    refused = ann.refused(code, "answer", seat=0, decision=decision, action="zz9")
    assert refused == (422, "input")


def test_undo_and_redo_until_all_have_answered(new_client: NewClient) -> None:
    code, ann, ben = two_players(new_client, "qwixx")
    ask = roll(ann, code)["asks"][0]
    action = ask["actions"][0]["action"]
    ann.do(code, "answer", seat=0, decision=ask["decision"], action=action)
    assert ann.view(code)["undo"] == {"0": True}
    ann.do(code, "undo", seat=0)
    view = ann.view(code)
    assert (view["pending"], view["redo"]) == ({}, {"0": True})
    ann.do(code, "redo", seat=0)
    assert ann.view(code)["pending"]["0"]["action"] == action
    ben.do(code, "answer", seat=1, decision=ask["decision"], action="-")
    assert ann.refused(code, "undo", seat=0) == (409, "undo")
    assert ann.refused(code, "redo", seat=0) == (409, "redo")


def test_a_roll_pressed_twice_rolls_once(new_client: NewClient) -> None:
    code, ann, _ = two_players(new_client, "qwixx")
    first = ann.do(code, "roll", turn=1)
    assert ann.do(code, "roll", turn=1) == first


def test_only_the_active_person_rolls(new_client: NewClient) -> None:
    code, ann, ben = two_players(new_client, "qwixx")
    assert ben.refused(code, "roll", turn=1) == (403, "roll")
    assert new_client().refused(code, "roll", turn=1) == (403, "seat")
    assert ann.refused(code, "roll", turn=2) == (409, "stale")


def test_the_rolls_are_those_of_the_committed_secret(new_client: NewClient) -> None:
    code, ann, ben = two_players(new_client, "qwixx(max_misthrows=1)")
    promised = ann.view(code)["commitment"]
    view = play_to_the_end([Player(ann, code), Player(ben, code)])
    record = parse_record(ann.get(f"/t/{code}/record.txt").text)
    assert record.dice == f"sha256:{promised}"
    assert view["commitment"] == promised
    record.final()  # checks every roll against the secret


def test_typed_dice_are_entered_corrected_and_never_rolled(new_client: NewClient) -> None:
    code, ann, ben = two_players(new_client, "qwixx", dice="typed")
    assert ann.view(code)["commitment"] is None
    assert ann.refused(code, "roll", turn=1) == (422, "roll")
    assert ann.refused(code, "roll", turn=1, faces=[1, 2, 3, 4, 5]) == (422, "roll")
    assert ann.refused(code, "roll", turn=1, faces=[1, 2, 3, 4, 5, 7]) == (422, "roll")
    ann.do(code, "roll", turn=1, faces=[1, 2, 3, 4, 5, 6])
    assert ben.view(code)["correct"] is None
    assert ben.refused(code, "correct", faces=[3, 4, 3, 4, 5, 6]) == (403, "roll")
    assert ann.view(code)["correct"]["faces"] == [1, 2, 3, 4, 5, 6]
    ben.do(code, "answer", seat=1, decision=ben.view(code)["asks"][0]["decision"], action="r3")
    roll_json = {"white": [3, 4], "red": 3, "yellow": 4, "green": 5, "blue": 6}
    ann.do(code, "correct", roll=roll_json)
    view = ben.view(code)
    assert _white_sum(view) == 7
    assert view["pending"] == {}
    assert any("typed in wrongly" in line["text"] for line in view["log"])


def test_dice_of_the_server_take_no_typed_roll(new_client: NewClient) -> None:
    code, ann, _ = two_players(new_client, "qwixx")
    assert ann.refused(code, "roll", turn=1, faces=[1, 2, 3, 4, 5, 6]) == (422, "roll")
    ann.do(code, "roll", turn=1)
    assert ann.refused(code, "correct", faces=[1, 2, 3, 4, 5, 6]) == (409, "correct")


@pytest.mark.parametrize("dice", ["rolled", "typed"])
def test_the_lot_is_drawn_by_the_server(new_client: NewClient, dice: str) -> None:
    ann = new_client()
    code = ann.create("qwixx(start=random)", "Ann", "Ben", dice=dice)["code"]
    wait_until(lambda: ann.view(code)["turn"] == 1)
    view = ann.view(code)
    assert any(re.fullmatch("(Ann|Ben) begins.", line["text"]) for line in view["log"])


def test_a_rematch_seats_the_same_people_and_is_made_once(new_client: NewClient) -> None:
    code, ann, ben = two_players(new_client, "qwingo(boxes=2)")
    assert ann.refused(code, "rematch") == (409, "running")
    play_to_the_end([Player(ann, code), Player(ben, code)])
    assert new_client().refused(code, "rematch") == (403, "seat")
    url = ann.do(code, "rematch")["url"]
    assert ben.do(code, "rematch")["url"] == url
    assert ben.view(code)["rematch"] == url
    view = ben.view(url.removeprefix("/t/"))
    assert view["phase"] == "play"
    assert view["you"] == [1]
    assert [seat["name"] for seat in view["seats"]] == ["Ann", "Ben"]
    assert view["commitment"] != ann.view(code)["commitment"]


def test_the_record_cannot_be_read_before_the_game_or_while_sheets_are_secret(
    new_client: NewClient,
) -> None:
    ann = new_client()
    lobby = ann.create("qwixx", "Ann", "open")["code"]
    code = ann.create("qwingo", "Ann", "Ben")["code"]
    for seat in (0, 1):
        decision = ann.view(code)["asks"][0]["decision"]
        ann.do(code, "answer", seat=seat, decision=decision, action="b1=10")
    for table, error in ((lobby, "lobby"), (code, "secret")):
        answer = ann.get(f"/t/{table}/record.txt")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, error)
    assert ann.get(f"/t/{code}/record.exe").status_code == 404


def test_a_bot_plays_for_an_absent_person_until_that_person_opens_the_page(
    new_client: NewClient,
) -> None:
    code, ann, ben = two_players(new_client, "qwixx")
    ann.do(code, "seats/1", bot="greedy")
    ask = roll(ann, code)["asks"][0]
    ann.do(code, "answer", seat=ask["seat"], decision=ask["decision"], action="-")
    wait_until(lambda: ann.view(code)["node"] != "white")
    assert ann.view(code)["seats"][1]["bot"] == "greedy"
    page = ben.http.get(f"/t/{code}", headers={"Accept": "text/html"})
    assert page.status_code == 200
    assert ann.view(code)["seats"][1]["bot"] is None
    assert any(line["text"] == "Ben is back." for line in ann.view(code)["log"])
