"""Hints at the table: only where allowed, only for those who are asked, and seen by all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .serving import Client, patiently
from .test_openapi import check

NewClient = Callable[..., Client]
Json = dict[str, Any]


def asked_alone(client: Client, **more: Any) -> tuple[str, Json]:
    """A game alone in which the white dice offer something, and its view."""
    code = client.create("qwixx(players=1)", "Ann", **more)["code"]
    while True:
        view = client.view(code)
        if view["asks"]:
            return code, view
        client.do(code, "roll", turn=view["roll"]["turn"])


def test_the_coach_ranks_my_answers_and_all_see_that_i_asked(new_client: NewClient) -> None:
    ann, zoe = new_client(), new_client()
    code, view = asked_alone(ann, hints=True)
    ask = view["asks"][0]
    body = {"seat": 0, "decision": ask["decision"]}
    answer = patiently(lambda: ann.post(f"/t/{code}/hint", body))
    assert answer.status_code == 200, answer.text
    check("hint", answer.json())
    ranked = [row["action"] for row in answer.json()["ranking"]["candidates"]]
    passing = [] if ask["pass"] is None else ["-"]
    assert sorted(ranked) == sorted([a["action"] for a in ask["actions"]] + passing)

    seen = zoe.view(code)
    assert seen["seats"][0]["hints"] == 1
    assert seen["log"][-1]["text"] == "Ann asks the coach for a hint."
    assert "ranking" not in str(seen)


def test_asking_again_about_the_same_decision_counts_once(new_client: NewClient) -> None:
    ann = new_client()
    code, view = asked_alone(ann, hints=True)
    body = {"seat": 0, "decision": view["asks"][0]["decision"]}
    asked = [patiently(lambda: ann.post(f"/t/{code}/hint", body)) for _ in range(2)]
    numbers = [answer.json()["number"] for answer in asked]
    assert numbers[0] == numbers[1]
    assert ann.view(code)["seats"][0]["hints"] == 1


def test_without_permission_of_the_table_there_are_no_hints(new_client: NewClient) -> None:
    ann = new_client()
    code, view = asked_alone(ann)
    decision = view["asks"][0]["decision"]
    assert ann.refused(code, "hint", seat=0, decision=decision) == (403, "hints")
    assert ann.view(code)["seats"][0]["hints"] == 0


def test_nobody_asks_for_another_or_when_nothing_is_asked(new_client: NewClient) -> None:
    ann, zoe = new_client(), new_client()
    code, view = asked_alone(ann, hints=True)
    decision = view["asks"][0]["decision"]
    assert zoe.refused(code, "hint", seat=0, decision=decision) == (403, "seat")
    assert ann.refused(code, "hint", seat=0, decision=decision + 1) == (409, "stale")
    assert ann.refused(code, "hint", seat=5, decision=decision)[0] == 422
    lobby = ann.create("qwixx", "Ann", "open", hints=True)["code"]
    assert ann.refused(lobby, "hint", seat=0, decision=0)[0] == 409
