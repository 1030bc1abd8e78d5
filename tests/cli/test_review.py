from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from rollwright.solve.store import Store

from .command import refuse, rollwright, succeed

SOLO = '[Format "rollwright 1"] [Game "qwixx(players=1)"] [Rules "1"] [Seats "ann"]\n\n'


@pytest.fixture(scope="module", autouse=True)
def own_tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The table of Qwixx is worked out once, and not in the folder of the person who tests."""
    store = Store(tmp_path_factory.mktemp("solutions"))
    with patch("rollwright.solve.qwixx.user_store", return_value=store):
        yield


@pytest.fixture
def game() -> Path:
    """A whole game of a bot that skips too much."""
    path = Path("game.txt")
    succeed("play", "qwixx(players=1)", "--seats", "greedy", "--seed", "3", "--record", str(path))
    return path


def figures(line: str) -> list[float]:
    return [float(text) for text in re.findall(r"[+-]?\d+\.\d", line.replace("−", "-"))]


def test_the_account_adds_up_as_it_is_shown(game: Path) -> None:
    out = succeed("review", str(game)).out
    heading, _, *lines = out.splitlines()[3:13]
    assert heading.split() == ["points", "bot:greedy"]
    shown = {line.split("  ")[0]: figures(line)[0] for line in lines if line}
    assert list(shown) == [
        "start", "luck", "lost", "others", "drift", "result", "without luck"
    ]  # fmt: skip
    *terms, result, without_luck = shown.values()
    assert sum(terms) == pytest.approx(result, abs=1e-9)
    assert without_luck == pytest.approx(result - shown["luck"], abs=1e-9)
    assert terms[0] == 115.5
    replayed = succeed("replay", str(game), "--json").json
    assert result == replayed["scores"][0]
    assert "All values are exact" in out


def test_mistakes_come_in_order_of_cost_with_the_better_answer_and_why(game: Path) -> None:
    out = succeed("review", str(game)).out
    told = [line for line in out.splitlines() if line.startswith("Turn ")]
    costs = [float(found[1]) for line in told if (found := re.search(r"(\d+\.\d) points", line))]
    assert len(costs) > 3
    assert costs == sorted(costs, reverse=True)
    assert all("better" in line and line.endswith(".") for line in told)
    assert any("Skipping" in line for line in told)


def test_json_is_the_review_and_adds_up(game: Path) -> None:
    data = succeed("review", str(game), "--json").json
    (seat,) = data["seats"]
    total = seat["start"] + seat["luck"] - seat["loss"] + seat["others"] + seat["drift"]
    assert total == pytest.approx(seat["result"], abs=1e-9)
    assert data["evaluator"]["exact"] is True
    assert len(data["turns"]) == succeed("replay", str(game), "--json").json["turns"]


def test_a_json_record_gives_the_same_review(game: Path) -> None:
    play = ("play", "qwixx(players=1)", "--seats", "greedy", "--seed", "3", "--record")
    succeed(*play, "game.json")
    assert succeed("review", "game.json", "--json") == succeed("review", str(game), "--json")


def test_an_unfinished_game_is_reviewed_as_far_as_it_goes(game: Path) -> None:
    whole = game.read_text(encoding="utf-8")
    game.write_text(whole[: whole.index("\n9a ") + 9], encoding="utf-8")
    out = succeed("review", str(game)).out
    assert "The game is not over" in out
    assert succeed("review", str(game), "--json").json["finished"] is False


def test_a_game_that_has_not_begun_has_nothing_to_say() -> None:
    Path("new.txt").write_text(SOLO, encoding="utf-8")
    out = succeed("review", "new.txt").out
    assert "No answer lost enough to be worth a word." in out
    (seat,) = succeed("review", "new.txt", "--json").json["seats"]
    assert (seat["decisions"], seat["accuracy"], seat["rating"]) == (0, None, None)
    assert seat["result"] == seat["start"]


def test_qwingo_alone_is_counted_in_turns() -> None:
    path = "qwingo.txt"
    succeed("play", "qwingo(players=1)", "--seats", "perfect", "--seed", "1", "--record", path)
    out = succeed("review", path).out
    assert "turns, counted negative" in out
    assert "No answer lost enough" in out
    assert "flawless" in out


def test_a_wrong_record_is_refused_as_by_replay() -> None:
    text = SOLO + "1a w34 r1 y1 g1 b1 : r7 / -\n2a w66 r1 y1 g1 b1 : r12 / -\n"
    Path("wrong.txt").write_text(text, encoding="utf-8")
    assert refuse("review", "wrong.txt") == refuse("replay", "wrong.txt")
    as_json, replayed = (rollwright(c, "wrong.txt", "--json") for c in ("review", "replay"))
    assert as_json == replayed
    assert json.loads(as_json.out)["rule"] == "Q4"
    assert "missing.txt" in refuse("review", "missing.txt")


@pytest.mark.parametrize("number", ["0", "x", "-3", "1000000"])
def test_rollouts_must_be_a_number_within_limits(game: Path, number: str) -> None:
    assert "--rollouts must be a whole number from 1 to 100000" in refuse(
        "review", str(game), "--rollouts", number
    )


def test_rollouts_are_left_out_where_values_are_exact(game: Path) -> None:
    outcome = rollwright("review", str(game), "--rollouts", "36", "--json")
    assert outcome.status == 0
    assert "nothing to play on for" in outcome.err
    assert outcome.out == succeed("review", str(game), "--json").out


def test_the_report_speaks_other_languages(game: Path) -> None:
    german = succeed("review", str(game), "--lang", "de").out
    assert "115,5" in german
    assert re.search(r"\d+\u00a0%", german)
    assert not re.search(r"\d\.\d", german)
    assert succeed("--lang", "es", "review", str(game), "--json").json["finished"] is True
