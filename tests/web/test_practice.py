"""Practice: what an exercise shows and hides, and how answers are judged."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rollwright.game import Seat
from rollwright.games.qwingo import Qwingo
from rollwright.games.qwixx import Qwixx
from rollwright.review import practice
from rollwright.review.exact import ExactQwingo, ExactQwixx
from rollwright.review.practice import exercises, find_exercises
from rollwright.review.ranking import rank
from rollwright.review.scale import scale_for
from rollwright.spec import create_game

from .serving import Client, patiently
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


def test_the_best_answer_to_every_exercise_of_qwingo_alone_is_so_for_certain() -> None:
    found = [e for e in exercises("qwingo") if e.position.players == 1]
    assert len(found) >= 30
    game = found[0].position.game
    assert isinstance(game, Qwingo)
    evaluator, scale = ExactQwingo(game), scale_for(game)
    for exercise in found:
        state = exercise.position.state()
        ranking = rank(game, evaluator, state, Seat(0))
        lead = evaluator.certain_lead(game, state, ranking.best.action)
        assert lead >= scale.inaccuracy
        wrong = ranking.of(game.parse_action(state, exercise.wrong))
        assert wrong.loss.mean == pytest.approx(exercise.loss, abs=1e-4)
        assert wrong.loss.mean >= scale.mistake


def test_exercises_for_other_numbers_of_players_stay_when_some_are_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice, "FOLDER", tmp_path)
    monkeypatch.setattr(practice, "find_exercises", lambda *_: iter(()))
    file = tmp_path / "practice_qwingo.json"
    file.write_text(json.dumps({"settings": {"2": {"seed": "old"}}, "exercises": []}), "utf-8")
    assert practice.make_file("qwingo", (1,), "new", 1, 3) == 0
    made = json.loads(file.read_text("utf-8"))
    assert made["settings"]["2"] == {"seed": "old"}
    assert made["settings"]["1"]["seed"] == "new"
    in_company = [e.key for e in exercises("qwingo") if e.position.players == 2]
    assert [row["key"] for row in made["exercises"]] == in_company


def show(client: Client, key: str) -> Json:
    answer = client.get(f"/practice/qwixx/{key}")
    assert answer.status_code == 200, answer.text
    check("exercise", answer.json())
    view: Json = answer.json()["view"]
    return view


def judge(client: Client, key: str, answer: str) -> Json:
    judged = patiently(lambda: client.post(f"/practice/qwixx/{key}", {"answer": answer}))
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
