"""Qwingo alone: the published value, the bounds, and games of the bot that attains them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, cast

import numpy as np
import pytest

from rollwright import (
    PASS,
    Chance,
    Decision,
    Seat,
    SeededDice,
    Stream,
    Terminal,
    create_game,
)
from rollwright.arena import play_match
from rollwright.bots import create_bot
from rollwright.errors import InputError
from rollwright.games.qwingo import CALL, ENTRIES, Qwingo
from rollwright.record import Answered
from rollwright.solve.qwingo import QwingoSolution, solve_qwingo
from rollwright.solve.qwingo_calls import AscendingCalls, EveryCallFits

OWN = Seat(0)


def solve(options: str = "") -> QwingoSolution:
    return solve_qwingo(cast(Qwingo, create_game(f"qwingo(players=1{options})")))


@cache
def plain_turns(free: tuple[int, ...]) -> Fraction:
    """The turns if every call fits everywhere, as a fraction."""
    if min(free) == 0:
        return Fraction(0)
    later = [plain_turns(tuple(b - (i == index) for i, b in enumerate(free)))
             for index in range(len(free))]  # fmt: skip
    return 1 + (sum(later) + min(later)) / 6


def test_twelve_boxes_take_28_42675_turns() -> None:
    solution = solve()
    assert solution.value == pytest.approx(28.42675, abs=1e-5)
    bounds = solution.bounds(solution.first_sheet)
    assert bounds.is_exact
    assert 0 <= bounds.at_most - bounds.at_least < 2e-6


@pytest.mark.parametrize("boxes", [2, 3, 4])
def test_few_boxes_as_exact_fractions(boxes: int) -> None:
    assert solve(f", boxes={boxes}").value == pytest.approx(
        float(plain_turns((boxes - 1,) * 5)), abs=1e-12
    )


@pytest.mark.parametrize(("boxes", "turns"), [(2, 1.0), (11, 25.47897), (13, 31.38449)])
def test_other_boxes(boxes: int, turns: float) -> None:
    assert solve(f", boxes={boxes}").value == pytest.approx(turns, abs=1e-5)


def test_up_to_11_boxes_the_numbers_suffice() -> None:
    for boxes in range(2, 12):
        solution = solve(f", boxes={boxes}")
        bounds = solution.bounds(solution.first_sheet)
        assert bounds.at_most == pytest.approx(bounds.at_least, abs=1e-12)


def test_with_more_boxes_only_bounds_are_known() -> None:
    solution = solve(", boxes=14")
    bounds = solution.bounds(solution.first_sheet)
    assert not bounds.is_exact
    assert bounds.at_least < bounds.at_most < bounds.at_least + 0.01


def test_chances_of_the_ratings() -> None:
    solution = solve()
    chances = [solution.turns.at_most(turns) for turns in (20, 25, 30, 35, 40)]
    assert chances == pytest.approx([0.0818, 0.3272, 0.6480, 0.8784, 0.9763], abs=1e-4)
    names = [str(name) for name, _ in solution.ratings]
    assert names[0] == "Professional"
    assert names[-1] == "unrated"
    assert sum(chance for _, chance in solution.ratings) == pytest.approx(1.0, abs=1e-12)
    assert solution.ratings[0][1] == chances[0]


def test_distribution_has_the_mean_of_the_bot() -> None:
    solution = solve()
    assert solution.turns.mean == pytest.approx(
        solution.bounds(solution.first_sheet).at_most, abs=1e-9
    )
    assert solution.turns.sd == pytest.approx(5.8232, abs=1e-4)
    assert min(solution.turns.chances) == 11
    assert sum(solution.turns.chances.values()) == pytest.approx(1.0, abs=1e-12)


def test_more_than_50_turns_take_6_in_a_million_games() -> None:
    assert 1 - solve().turns.at_most(50) == pytest.approx(6e-6, abs=1e-6)


def test_lightning_goes_to_the_fullest_column() -> None:
    fits = EveryCallFits()
    for free in [(1, 2, 3, 4, 5), (2, 2, 5, 7, 7), (3, 8, 8, 9, 9)]:
        after = [fits.turns(tuple(sorted(b - (i == index) for i, b in enumerate(free))))
                 for index in range(5)]  # fmt: skip
        assert min(after) == after[0]


def test_fewer_numbers_take_no_fewer_turns() -> None:
    turns = AscendingCalls().turns((3, 4, 4, 5, 6), 4)
    finite = turns[np.isfinite(turns)]
    assert (np.diff(finite) <= 1e-12).all()
    assert np.isinf(turns[0])
    assert finite[-1] == pytest.approx(EveryCallFits().turns((3, 4, 4, 5, 6)), abs=1e-12)


def test_bot_calls_51_52_53_and_every_call_fits() -> None:
    game = cast(Qwingo, create_game("qwingo(players=1)"))
    bot = create_bot("perfect", game)
    match = play_match(game, [bot], SeededDice("calls"))
    calls: list[int] = []
    for before, step in match.trail:
        if isinstance(step, Answered) and before.phase == CALL:
            calls.append(game.called_number(dict(step.joint)[OWN]))
        if isinstance(step, Answered) and before.phase == ENTRIES:
            assert dict(step.joint)[OWN] != PASS
    assert calls == list(range(51, 51 + len(calls)))
    assert game.scores(match.state)[OWN].total == len(calls)
    assert [column[0] for column in match.state.sheets[OWN]] == [10, 20, 30, 40, 50]


@pytest.mark.parametrize("options", ["", ", boxes=5", ", boxes=8, lowest=0, lightning_entry=must"])
def test_games_of_the_bot_take_the_turns_of_their_columns(options: str) -> None:
    game = cast(Qwingo, create_game(f"qwingo(players=1{options})"))
    bot = create_bot("perfect", game)
    for number in range(5):
        dice = SeededDice("columns", number)
        match = play_match(game, [bot], dice)
        free = [game.boxes - 1] * 5
        turn = 0
        while min(free) > 0:
            turn += 1
            face = dice.draw(Chance((game.dice(match.trail[-2][0]) or ((), 0))[0], turn))[0] - 1
            column = face if face < 5 else free.index(min(free))
            free[column] -= 1
        assert game.scores(match.state)[OWN].total == turn


def counted_games(boxes: int, games: int) -> Any:
    """The turns of many games in which every call fits and lightning goes to the fullest."""
    random = np.random.default_rng(12)
    free = np.full((games, 5), boxes - 1)
    turns = np.zeros(games, int)
    running = np.arange(games)
    while len(running):
        turns[running] += 1
        faces = random.integers(0, 6, len(running))
        columns = np.where(faces < 5, faces, free[running].argmin(axis=1))
        free[running, columns] -= 1
        running = running[free[running].min(axis=1) > 0]
    return turns


def test_100000_games_agree_with_the_value() -> None:
    turns = counted_games(12, 100_000)
    solution = solve()
    assert abs(turns.mean() - solution.value) < 3 * turns.std() / np.sqrt(len(turns))
    assert (turns <= 20).mean() == pytest.approx(solution.turns.at_most(20), abs=0.003)


@pytest.mark.slow
def test_1000_games_of_the_bot_agree_with_the_value() -> None:
    game = cast(Qwingo, create_game("qwingo(players=1)"))
    bot = create_bot("perfect", game)
    turns = [
        game.scores(play_match(game, [bot], SeededDice("mean", n)).state)[OWN].total
        for n in range(1000)
    ]
    assert abs(np.mean(turns) - 28.42675) < 3 * 5.8232 / np.sqrt(1000)


def test_a_call_is_worth_what_its_faces_are_worth() -> None:
    solution = solve()
    game = solution.game
    state = solution.before_turn(
        {
            "banana": [10, 51, 52, 53, 54, *[None] * 7],
            "cup": [20, 55, *[None] * 10],
            "donut": [30, 56, 57, 58, *[None] * 8],
            "watermelon": [40, *[None] * 11],
            "icecream": [50, 59, 60, *[None] * 9],
        }
    )
    called = game.play(state, {OWN: game.call_action(solution.best_call(state.sheets[OWN]))})
    rolled = [game.roll(called, (face,)) for face in range(1, 7)]
    mean = sum(min(solution.answers(each).values()) for each in rolled) / 6
    further = solution.further(state)
    assert further.is_exact
    assert mean - solution.already(state) == pytest.approx(further.at_most, abs=1e-9)


HOLES = {
    "banana": [None, 10, None, None, None, 60, *[None] * 6],
    "cup": [20, *[None] * 11],
    "donut": [30, *[None] * 11],
    "watermelon": [None, 40, *[None] * 10],
    "icecream": [50, *[None] * 11],
}


def test_sheets_with_gaps_have_bounds_only() -> None:
    solution = solve()
    bounds = solution.further(solution.before_turn(HOLES))
    assert not bounds.is_exact
    assert bounds.at_least < bounds.at_most < np.inf


def test_one_column_alone_is_an_upper_bound() -> None:
    solution = solve(", boxes=4")
    gaps: dict[str, list[int | None]] = {
        name: [None, number, 60, None]
        for name, number in zip(solution.game.columns, (10, 20, 30, 40, 50), strict=True)
    }
    bounds = solution.further(solution.before_turn(gaps))
    assert bounds.at_most == 6.0
    assert bounds.at_least == pytest.approx(float(plain_turns((2, 2, 2, 2, 2))), abs=1e-12)


def test_the_end_and_lost_games() -> None:
    solution = solve(", boxes=2")
    full = {name: [1, 2] for name in solution.game.columns}
    assert solution.further(solution.before_turn(full)).at_least == 0.0
    lost: dict[str, list[int | None]] = {name: [None, 1] for name in solution.game.columns}
    assert solution.further(solution.before_turn(lost)).at_least == np.inf


def test_bot_finishes_games_that_it_did_not_begin() -> None:
    game = cast(Qwingo, create_game("qwingo(players=1)"))
    bot = create_bot("perfect", game)
    state = solve().before_turn(HOLES)
    dice = SeededDice("gaps")
    while not isinstance(node := game.node(state), Terminal):
        if isinstance(node, Decision):
            choice = bot.choose(state, OWN, game.legal(state, OWN), Stream(0))
            state = game.play(state, {OWN: choice.action})
        else:
            state = game.roll(state, dice.draw(node))
    assert any(None not in column for column in state.sheets[OWN])


def test_games_of_several_are_refused() -> None:
    with pytest.raises(InputError, match=r"only the game for one player: qwingo\(players=1\)"):
        solve_qwingo(cast(Qwingo, create_game("qwingo(players=2)")))
