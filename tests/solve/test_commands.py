"""The commands solve, value and advise."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from rollwright import create_game
from rollwright.cli.main import main
from rollwright.solve.qwixx import QwixxSolution

SHEET: dict[str, Any] = {
    "red": [2, 5],
    "yellow": [],
    "green": [12, 9],
    "blue": [],
    "misthrows": 1,
    "closed": ["blue"],
}
ROLL = {"white": [3, 4], "red": 2, "yellow": 5, "green": 6}


def run(*words: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", io.StringIO()):
        status = main(words)
    return status, out.getvalue(), err.getvalue()


def found(*words: str) -> Any:
    """The JSON that a command prints, and nothing else."""
    status, out, err = run(*words, "--json")
    assert (status, err) == (0, "")
    assert out.count("\n") == 1
    return json.loads(out)


def refused(*words: str) -> str:
    """The one line that says what is wrong."""
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    return err


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def test_solve_qwixx(solved: QwixxSolution) -> None:
    data = found("solve", "qwixx(players=1)")
    assert data["value"] == pytest.approx(115.48312, abs=5e-5)
    assert data["states"] == 5_455_128
    assert data["cached"] is True
    assert data["seconds"] == solved.seconds
    assert set(data) == {"value", "states", "seconds", "cached"}


def test_solve_takes_one_player_where_none_is_named(solved: QwixxSolution) -> None:
    assert found("solve", "qwixx")["value"] == pytest.approx(solved.value)
    assert "115.48312" in run("solve", "qwixx")[1]


def test_solve_qwingo() -> None:
    data = found("solve", "qwingo(players=1)")
    assert data["value"] == pytest.approx(28.42675, abs=1e-5)
    assert data["exact"] is True
    assert "28.42675" in run("solve", "qwingo")[1]


def test_solve_qwingo_with_chances() -> None:
    data = found("solve", "qwingo", "--distribution", "--target", "20")
    assert (data["bot"], data["target"]) == ("perfect", 20)
    assert data["reached"] == pytest.approx(0.0818, abs=1e-4)
    assert data["sd"] == pytest.approx(5.8232, abs=1e-4)
    assert sum(data["distribution"].values()) == pytest.approx(1.0, abs=1e-9)
    assert data["ratings"][0] == {"rating": "Professional", "chance": data["reached"]}


def test_more_boxes_are_told_to_be_bounds() -> None:
    data = found("solve", "qwingo(boxes=14)")
    assert data["exact"] is False
    assert data["value"] < data["at_most"]
    assert "the bot perfect takes the latter" in run("solve", "qwingo(boxes=14)")[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("solve", "qwixx(players=2)"), "only the game for one player: qwixx(players=1), or "
         "qwixx(players=2, friendly=true)"),
        (("solve", "qwingo(players=2)"), "only the game for one player: qwingo(players=1)"),
        (("solve", "qwingo(friendly=true)"), "no option “friendly”"),
        (("solve", "qwixx(friendly=maybe)"), "friendly may be: true, false"),
        (("solve", "qwixx(friendly=true)", "--distribution"), "for qwixx and qwingo alone"),
        (("solve", "qwinto(players=1)", "--target", "70"), "for qwixx and qwingo alone"),
        (("solve", "qwixx", "--target", "many"), "--target must be a whole number"),
        (("solve", "qwixx", "--policy", "expert"), "“expert” cannot be worked out"),
        (("solve", "qwingo", "--policy", "ga"), "--policy may be perfect for qwingo"),
        (("value", "qwinto", "--sheet", "{}"), "“orange”"),
        (("value", "qwixx(players=2)", "--sheet", json.dumps(SHEET)), "one player"),
        (("value", "qwixx", "--sheet", "{}"), "lacks “red”"),
        (("advise", "qwixx", "--sheets", "{}", "--roll", "{}"), "must be a list of sheets"),
        (("advise", "qwixx", "--sheets", "[]", "--roll", "{}"), "must be a list of sheets"),
        (("advise", "qwixx", "--sheets", "-", "--roll", "-"), "Only one of --sheets and --roll"),
        (("advise", "qwixx", "--sheets", json.dumps([SHEET, SHEET]), "--roll", "{}"),
         "lacks “white”"),
        (("advise", "qwixx", "--sheets", json.dumps([SHEET]), "--roll", json.dumps(ROLL),
          "--seat", "1"), "--seat must be a whole number from 0 to 0"),
        (("advise", "qwixx", "--sheets", json.dumps([SHEET]), "--roll", json.dumps(ROLL),
          "--white", "r8"), "r8 is not the white sum"),
        (("advise", "qwixx", "--sheets", json.dumps([SHEET]), "--roll", json.dumps(ROLL),
          "--white", "x"), "“x” is no answer"),
    ],
)  # fmt: skip
def test_wrong_input_is_explained_in_one_line(words: tuple[str, ...], message: str) -> None:
    assert message in refused(*words)


def test_value_of_a_sheet(solved: QwixxSolution) -> None:
    data = found("value", "qwixx(players=1)", "--sheet", json.dumps(SHEET))
    state = solved.before_turn(SHEET)
    assert data == {"value": solved.further(state).at_least, "exact": True}
    assert 0 < data["value"] < 115.5


def test_value_of_the_empty_sheet_is_that_of_the_game(solved: QwixxSolution) -> None:
    empty: dict[str, list[int]] = {colour: [] for colour in ("red", "yellow", "green", "blue")}
    data = found("value", "qwixx", "--sheet", json.dumps(empty))
    assert data["value"] == pytest.approx(solved.value)


def test_value_after_the_end_is_nothing(solved: QwixxSolution) -> None:
    over = SHEET | {"misthrows": 4}
    assert found("value", "qwixx", "--sheet", json.dumps(over))["value"] == 0.0


def test_value_of_a_qwingo_sheet() -> None:
    game = create_game("qwingo(players=1)")
    tops = dict(zip(("banana", "cup", "donut", "watermelon", "icecream"), (10, 20, 30, 40, 50),
                    strict=True))  # fmt: skip
    sheet = {name: [number, *[None] * 11] for name, number in tops.items()}
    data = found("value", "qwingo", "--sheet", json.dumps(sheet))
    assert data["value"] == pytest.approx(28.42675, abs=1e-5)
    assert data["exact"] is True
    gaps = {name: [None, number, *[None] * 10] for name, number in tops.items()}
    data = found("value", str(game.spec), "--sheet", json.dumps(gaps))
    assert data["exact"] is False
    assert data["value"] < data["at_most"]
    lost = {name: [*[None] * 11, 1] for name in tops}
    data = found("value", "qwingo", "--sheet", json.dumps(lost))
    assert data["value"] is None


def advise(*words: str) -> Any:
    return found(
        "advise", "qwixx(players=1)", "--sheets", json.dumps([SHEET]), "--roll", json.dumps(ROLL),
        *words,
    )["candidates"]  # fmt: skip


def test_advise_ranks_the_white_answers(solved: QwixxSolution) -> None:
    candidates = advise()
    legal = json.loads(run("legal", "qwixx(players=1)", "--sheet", json.dumps(SHEET), "--roll",
                           json.dumps(ROLL), "--json")[1])  # fmt: skip
    assert sorted(c["action"] for c in candidates) == sorted(legal["white"])
    values = [c["value"] for c in candidates]
    assert values == sorted(values, reverse=True)
    assert candidates[0]["loss"] == 0.0
    for candidate in candidates:
        assert candidate["loss"] == pytest.approx(values[0] - candidate["value"], abs=1e-9)


def test_advise_ranks_the_colour_answers_after_white(solved: QwixxSolution) -> None:
    for candidate in advise():
        after = advise("--white", candidate["action"])
        assert after[0]["value"] == pytest.approx(candidate["value"], abs=1e-9)
    assert {c["action"] for c in advise("--white=-")} >= {"-", "y8", "y9"}


def test_advise_says_when_the_game_is_over(solved: QwixxSolution) -> None:
    sheet = {"red": [2, 3, 4, 5, 6], "yellow": [], "green": [], "blue": [], "closed": ["blue"]}
    roll = {"white": [6, 6], "red": 1, "yellow": 1, "green": 1}
    words = ("advise", "qwixx", "--sheets", json.dumps([sheet]), "--roll", json.dumps(roll),
             "--white", "r12")  # fmt: skip
    assert found(*words) == {"candidates": [], "exact": True}
    assert "The game is over after that answer." in run(*words)[1]


def test_advise_prints_a_table(solved: QwixxSolution) -> None:
    status, out, _ = run(
        "advise", "qwixx", "--sheets", json.dumps([SHEET]), "--roll", json.dumps(ROLL)
    )
    assert status == 0
    assert out.splitlines()[2].split()[-1] == "0.0000"


def test_advise_on_a_qwingo_call() -> None:
    sheet = {"banana": [10, 51, *[None] * 10], "cup": [20, *[None] * 11],
             "donut": [30, *[None] * 11], "watermelon": [40, *[None] * 11],
             "icecream": [50, *[None] * 11]}  # fmt: skip
    roll = {"called": 52, "face": "lightning"}
    data = found("advise", "qwingo", "--sheets", json.dumps([sheet]), "--roll", json.dumps(roll))
    assert data["exact"] is True
    assert data["candidates"][0]["action"] == "b3"
    losses = {c["action"]: c["loss"] for c in data["candidates"]}
    assert losses["-"] > losses["c2"] > losses["b3"] == 0.0
    assert losses["b4"] > 0.0


SOLVING = """
import sys
sys.modules["numba"] = None
from rollwright.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def without_numba(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", SOLVING, *words],
        capture_output=True,
        text=True,
        check=False,
        env={"XDG_CACHE_HOME": str(folder), "LC_ALL": "C.UTF-8"},
    )


def test_without_numba_qwixx_is_not_solved_and_says_why(tmp_path: Path) -> None:
    outcome = without_numba(tmp_path, "solve", "qwixx(players=1)")
    assert (outcome.returncode, outcome.stdout) == (2, "")
    assert "needs numba, which cannot be loaded here" in outcome.stderr
    assert "pip install numba" in outcome.stderr
    assert "Traceback" not in outcome.stderr


def test_without_numba_qwingo_is_solved(tmp_path: Path) -> None:
    outcome = without_numba(tmp_path, "solve", "qwingo(players=1)", "--json")
    assert outcome.returncode == 0, outcome.stderr
    assert json.loads(outcome.stdout)["value"] == pytest.approx(28.42675, abs=1e-5)


def test_without_numba_a_stored_solution_is_read(
    solved: QwixxSolution, session_store: Any, tmp_path: Path
) -> None:
    folder = tmp_path / "rollwright"
    folder.mkdir()
    (folder / "solutions").symlink_to(session_store.folder)
    outcome = without_numba(tmp_path, "value", "qwixx", "--sheet", json.dumps(SHEET), "--json")
    assert outcome.returncode == 0, outcome.stderr
    assert json.loads(outcome.stdout)["exact"] is True
