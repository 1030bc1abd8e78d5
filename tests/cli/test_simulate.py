from __future__ import annotations

import re
import statistics
from pathlib import Path
from typing import Any

import pytest

from rollwright import IllegalAction, SeededDice, create_game, parse_spec
from rollwright.arena import BotError, Simulation, play_match, simulate
from rollwright.bots import create_bot

from .command import refuse, rollwright, succeed


def run(*words: str) -> Any:
    return succeed("simulate", *words, "--json").json


def without_speed(told: dict[str, Any]) -> dict[str, Any]:
    assert told["games_per_second"] > 0
    return {key: value for key, value in told.items() if key != "games_per_second"}


def test_json_has_exactly_what_is_promised() -> None:
    told = run("qwixx", "--bots", "greedy,ga", "--games", "20", "--seed", "7")
    assert list(told) == ["games", "seats", "turns_mean", "games_per_second"]
    keys = ["bot", "mean", "sd", "se", "wins", "ties", "histogram"]
    assert [list(seat) for seat in told["seats"]] == [keys] * 2
    assert told["games"] == 20
    assert [seat["bot"] for seat in told["seats"]] == ["greedy", "ga"]


def test_statistics_are_those_of_the_matches() -> None:
    told = run("qwixx", "--bots", "random,random", "--games", "60", "--seed", "s")
    game = create_game("qwixx")
    bots = [create_bot("random", game)] * 2
    ends = [play_match(game, bots, SeededDice("s", m), "s", m).state for m in range(60)]
    points = [[score.total for score in game.scores(end)] for end in ends]
    places = [game.places(end) for end in ends]
    assert told["turns_mean"] == pytest.approx(statistics.mean(game.turn(end) for end in ends))
    for seat in (0, 1):
        own = [row[seat] for row in points]
        shown = told["seats"][seat]
        assert shown["mean"] == pytest.approx(statistics.mean(own))
        assert shown["sd"] == pytest.approx(statistics.stdev(own))
        assert shown["se"] == pytest.approx(statistics.stdev(own) / 60**0.5)
        assert shown["histogram"] == {str(n): own.count(n) for n in sorted(set(own))}
        assert shown["wins"] == sum(row[seat] == 1 and sum(row) == 3 for row in places)
        assert shown["ties"] == sum(row == (1, 1) for row in places)


def test_ties_are_no_wins() -> None:
    told = run("qwingo(boxes=2)", "--bots", "random,random", "--games", "40", "--seed", "1")
    first, second = told["seats"]
    assert first["ties"] == second["ties"] > 0
    assert first["wins"] + second["wins"] + first["ties"] == 40


def test_single_game_has_no_deviation() -> None:
    told = run("qwixx", "--bots", "greedy", "--games", "1", "--seed", "1")
    assert told["seats"][0]["sd"] == 0.0
    assert (told["seats"][0]["wins"], told["seats"][0]["ties"]) == (1, 0)


def test_number_of_bots_is_the_number_of_players() -> None:
    told = run("qwixx", "--bots", "random,random,random", "--games", "2", "--seed", "1")
    assert len(told["seats"]) == 3


def test_same_seed_gives_the_same_games_whatever_the_workers() -> None:
    words = ("qwinto", "--bots", "random,greedy", "--games", "24", "--seed", "11", "--workers")
    assert without_speed(run(*words, "1")) == without_speed(run(*words, "2"))


def test_other_seed_gives_other_games() -> None:
    words = ("qwixx", "--bots", "random,random", "--games", "10", "--seed")
    assert without_speed(run(*words, "1")) != without_speed(run(*words, "2"))


def test_result_in_words_tells_the_seed() -> None:
    out = succeed("simulate", "qwixx", "--bots", "random", "--games", "2", "--seed", "abc").out
    assert "2 games of qwixx(players=1) with seed abc: " in out


def test_drawn_seed_is_told_and_gives_the_same_again() -> None:
    words = ("simulate", "qwixx", "--bots", "random,random", "--games", "5", "--json")
    outcome = rollwright(*words)
    assert outcome.status == 0
    told = re.fullmatch(r"The seed was (\d+)\.\n", outcome.err)
    assert told is not None
    again = succeed(*words, "--seed", told[1])
    assert without_speed(again.json) == without_speed(outcome.json)


def test_progress_counts_all_games() -> None:
    seen: list[int] = []
    simulate(parse_spec("qwixx", 1), ["random"], 50, "1", progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 50


def test_no_game_at_all_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one match"):
        simulate(parse_spec("qwixx", 1), ["random"], 0, "1")


def test_simulations_are_compared_without_their_time() -> None:
    quick, slow = Simulation(1, (), 2.0, seconds=0.5), Simulation(1, (), 2.0, seconds=4.0)
    assert quick == slow
    assert (quick.games_per_second, slow.games_per_second) == (2.0, 0.25)


OWN_BOTS = """
import os
from rollwright.bots import Choice

class Good:
    def __init__(self, game): pass
    def choose(self, view, seat, legal, stream, budget=None): return Choice(legal[0])

class Raising(Good):
    def choose(self, view, seat, legal, stream, budget=None): raise ZeroDivisionError("by nothing")

class Cheating(Good):
    def choose(self, view, seat, legal, stream, budget=None): return Choice(44)

class Silent(Good):
    def choose(self, view, seat, legal, stream, budget=None): return None

class Dying(Good):
    def choose(self, view, seat, legal, stream, budget=None): os._exit(3)
"""


def failure(*words: str) -> str:
    """What is wrong, after the line that says that the readable rules play."""
    outcome = rollwright("simulate", "qwixx", *words)
    assert (outcome.status, outcome.out) == (2, ""), outcome
    notice, message = outcome.err.splitlines()
    assert notice.startswith("The readable rules play")
    return message


@pytest.fixture
def own_bots() -> None:
    Path("own_bots.py").write_text(OWN_BOTS, encoding="utf-8")


@pytest.mark.usefixtures("own_bots")
def test_own_bot_of_the_working_folder_plays_in_every_process() -> None:
    words = ("--bots", "own_bots:Good,random", "--games", "16", "--seed", "1", "--json")
    alone, together = (
        rollwright("simulate", "qwixx", *words, "--workers", workers) for workers in "12"
    )
    assert alone.status == together.status == 0
    assert without_speed(alone.json) == without_speed(together.json)


@pytest.mark.usefixtures("own_bots")
def test_line_tells_why_the_readable_rules_play() -> None:
    words = ("--bots", "own_bots:Good,random", "--games", "2", "--seed", "1")
    told = rollwright("simulate", "qwixx", *words).err
    assert told == (
        "The readable rules play, which takes longer: the bot own_bots:Good is not compiled.\n"
    )


@pytest.mark.usefixtures("own_bots")
@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize(
    ("bot", "parts"),
    [
        ("own_bots:Raising", ["failed in turn 1", "ZeroDivisionError: by nothing"]),
        ("own_bots:Cheating", ["broke the rules in turn 1", "b2 is not the white sum", "[Q3]"]),
        ("own_bots:Silent", ["failed in turn 1", "NoneType"]),
    ],
)
def test_bot_that_fails_is_named(bot: str, parts: list[str], workers: str) -> None:
    words = ("--bots", f"random,{bot}", "--games", "16", "--seed", "1", "--workers", workers)
    message = failure(*words)
    assert all(part in message for part in [f"The bot {bot} ", *parts]), message


@pytest.mark.usefixtures("own_bots")
def test_process_that_dies_is_told() -> None:
    words = ("--bots", "own_bots:Dying", "--games", "16", "--workers", "2")
    assert "fewer workers" in failure(*words)


def test_illegal_answer_keeps_its_rule() -> None:
    game = create_game("qwixx(players=1)")

    class Cheat:
        def choose(self, view: Any, seat: Any, legal: Any, stream: Any, budget: Any = None) -> Any:
            from rollwright.bots import Choice

            return Choice(44)  # type: ignore[arg-type]

    with pytest.raises(BotError) as caught:
        play_match(game, [Cheat()], SeededDice(1), names=["bot:cheat"])
    assert isinstance(caught.value.__cause__, IllegalAction)
    assert caught.value.__cause__.rule == "Q3"


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["qwixx", "qwinto", "qwingo"])
def test_three_workers_play_the_same_300_games(spec: str) -> None:
    words = (spec, "--bots", "random,random,random", "--games", "300", "--seed", "5", "--workers")
    assert without_speed(run(*words, "1")) == without_speed(run(*words, "3"))


def test_out_writes_a_row_for_each_game() -> None:
    words = ("qwixx", "--bots", "ga,random", "--games", "30", "--seed", "1", "--out", "games.csv")
    told = run(*words)
    header, *rows = Path("games.csv").read_text(encoding="utf-8").splitlines()
    assert header == "game,turns,total_0,total_1,place_0,place_1"
    assert [row.split(",")[0] for row in rows] == [str(number) for number in range(30)]
    assert statistics.mean(int(row.split(",")[2]) for row in rows) == told["seats"][0]["mean"]


def test_out_with_another_suffix_is_refused() -> None:
    words = ("--bots", "ga,random", "--games", "3", "--out", "games.xlsx")
    assert "must end in .csv or .parquet" in refuse("simulate", "qwixx", *words)


def test_cluster_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("rollwright.arena.cluster.PATIENCE", "1s")
    words = ("--bots", "ga,random", "--games", "3", "--cluster", "tcp://127.0.0.1:9")
    assert "No Dask scheduler answers" in refuse("simulate", "qwixx", *words)
