"""Practice: what an exercise shows and hides, and how answers are judged."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from rollwright.game import Seat
from rollwright.games.qwixx import Qwixx
from rollwright.review.exact import ExactQwixx
from rollwright.review.practice import exercises, find_exercises
from rollwright.spec import create_game

from .serving import Client
from .test_openapi import check

NewClient = Callable[..., Client]
Json = dict[str, Any]

FAMILIES = ("qwixx", "qwinto", "qwingo")


@pytest.mark.parametrize("family", FAMILIES)
def test_there_are_exercises_with_different_keys_that_can_be_played(family: str) -> None:
    known = exercises(family)
    assert len(known) >= 30
    assert len({exercise.key for exercise in known}) == len(known)
    for exercise in known:
        position = exercise.position
        state = position.state()
        legal = position.game.legal(state, Seat(position.seat))
        notations = {position.game.format_action(state, action) for action in legal}
        assert exercise.wrong in notations
        assert len(notations) > 1


def test_the_same_seed_makes_the_same_exercises() -> None:
    game = create_game("qwixx(players=1)")
    assert isinstance(game, Qwixx)
    evaluator = ExactQwixx(game)
    made = [list(find_exercises(game, "greedy", "s", 2, evaluator)) for _ in range(2)]
    assert made[0] == made[1]
    assert made[0]


def show(client: Client, key: str) -> Json:
    answer = client.get(f"/practice/qwixx/{key}")
    assert answer.status_code == 200, answer.text
    check("exercise", answer.json())
    view: Json = answer.json()["view"]
    return view


def judge(client: Client, key: str, answer: str) -> Json:
    judged = client.post(f"/practice/qwixx/{key}", {"answer": answer})
    assert judged.status_code == 200, judged.text
    check("exercise_answer", judged.json())
    found: Json = judged.json()
    return found


def alone() -> Any:
    return next(e for e in exercises("qwixx") if e.position.players == 1)


def test_an_exercise_does_not_give_its_answer_away(new_client: NewClient) -> None:
    client, exercise = new_client(), alone()
    view = show(client, exercise.key)
    text = json.dumps(view)
    assert '"loss"' not in text
    assert '"value"' not in text
    assert view["ask"]["actions"]


def test_the_usual_mistake_is_wrong_and_the_best_answer_right(new_client: NewClient) -> None:
    client, exercise = new_client(), alone()
    wrong = judge(client, exercise.key, exercise.wrong)
    assert not wrong["right"]
    assert wrong["why"]
    best = wrong["ranking"]["candidates"][0]
    right = judge(client, exercise.key, best["action"])
    assert right["right"]
    assert best["label"] in right["verdict"]
    given = next(r for r in wrong["ranking"]["candidates"] if r["action"] == exercise.wrong)
    assert given["loss"] == pytest.approx(exercise.loss, abs=1e-3)


def test_other_answers_keys_and_games_are_refused(new_client: NewClient) -> None:
    client, exercise = new_client(), alone()
    path = f"/practice/qwixx/{exercise.key}"
    for answer in ("z9", "", "keep", "r2" * 10):
        assert client.post(path, {"answer": answer}).status_code == 422
    assert client.post(path, {}).status_code == 422
    assert client.get("/practice/qwixx/nothing").status_code == 404
    assert client.get("/practice/chess").status_code == 404
    assert client.get(f"/practice/qwingo/{exercise.key}").status_code == 404


@pytest.mark.parametrize("family", FAMILIES)
def test_the_page_names_all_exercises(new_client: NewClient, family: str) -> None:
    page = new_client(Accept="text/html").get(f"/practice/{family}").text
    assert all(exercise.key in page for exercise in exercises(family))
