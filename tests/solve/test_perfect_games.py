"""Games for one player under perfect play by kernels: those of the bot, and many of them."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from rollwright import create_game, parse_spec
from rollwright.arena import Job, simulate
from rollwright.arena.job import prepare_job
from rollwright.errors import InputError
from rollwright.games.qwingo import Qwingo
from rollwright.i18n import Text
from rollwright.solve.qwingo import solve_qwingo
from rollwright.solve.qwingo_play import play_perfectly
from rollwright.solve.qwixx import QwixxSolution


def rows(spec: str, compiled: bool, numbers: range) -> list[list[int]]:
    job = Job(parse_spec(spec), ("perfect",), "perfect", compiled)
    return cast("list[list[int]]", job.play(numbers).rows.tolist())


@pytest.mark.parametrize(
    ("spec", "games"),
    [
        ("qwixx(players=1)", 5),
        ("qwingo(players=1)", 2),
        ("qwingo(players=1, boxes=5, lowest=0, lightning_entry=must, start=random)", 20),
    ],
)
def test_rows_are_those_of_the_bot(spec: str, games: int) -> None:
    numbers = range(7, 7 + games)
    assert rows(spec, True, numbers) == rows(spec, False, numbers)


def test_qwingo_games_in_which_numbers_may_run_short_are_those_of_the_bot() -> None:
    solution = solve_qwingo(cast(Qwingo, create_game("qwingo(players=1)")))
    turns = play_perfectly(solution, "perfect", 20_000)
    longest = [int(number) for number in np.argsort(turns)[-2:]]
    assert turns[longest].min() > 46
    for number in longest:
        numbers = range(number, number + 1)
        assert rows("qwingo(players=1)", False, numbers)[0][0] == turns[number]


@pytest.mark.parametrize(
    "games", [pytest.param(100_000), pytest.param(1_000_000, marks=pytest.mark.slow)]
)
def test_qwingo_takes_28_42675_turns_with_a_deviation_of_5_8(games: int) -> None:
    result = simulate(parse_spec("qwingo(players=1)"), ("perfect",), games, "a-million")
    seat = result.seats[0]
    assert abs(seat.mean - 28.42675) < 3 * seat.se
    assert seat.sd == pytest.approx(5.823, abs=0.05)


def test_workers_do_not_matter(solved: QwixxSolution) -> None:
    spec = parse_spec("qwixx(players=1)")
    one, two = (simulate(spec, ("perfect",), 3000, "workers", workers) for workers in (1, 2))
    assert one == two
    assert abs(one.seats[0].mean - solved.value) < 4 * one.seats[0].se


def test_with_more_than_12_boxes_the_readable_rules_play() -> None:
    told: list[Text] = []
    job = prepare_job(parse_spec("qwingo(players=1, boxes=13)"), ("perfect",), "s", told.append)
    assert not job.compiled
    assert "12 boxes" in str(told[0])


def test_without_numba_a_stored_solution_is_played_by_the_readable_rules(
    solved: QwixxSolution, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Text] = []
    monkeypatch.setattr("rollwright.fast.compile.numba_error", ImportError("no numba here"))
    job = prepare_job(parse_spec("qwixx(players=1)"), ("perfect",), "s", told.append)
    assert not job.compiled
    assert "numba" in str(told[0])


def test_qwinto_has_no_such_bot() -> None:
    told: list[Text] = []
    with pytest.raises(InputError, match="no bot “perfect” for qwinto"):
        prepare_job(parse_spec("qwinto(players=1)"), ("perfect",), "s", told.append)
    assert told == []


def test_games_of_two_are_refused() -> None:
    with pytest.raises(InputError, match=r"qwixx\(players=1\)"):
        prepare_job(parse_spec("qwixx"), ("perfect", "perfect"), "s")


def test_a_first_solution_says_once_what_it_is_doing() -> None:
    told: list[Text] = []
    spec = "qwixx(players=1, start=random, max_misthrows=1, rows_to_end=1)"
    prepare_job(parse_spec(spec), ("perfect",), "s", told.append)
    assert [str(text) for text in told] == [
        "Loading the compiled solver; the first time it is compiled.",
        "Working out all sheets.",
    ]
    assert rows(spec, True, range(4)) == rows(spec, False, range(4))
