"""Fixed policies of Qwixx alone: exact chances against a brute force with the bots themselves."""

from __future__ import annotations

import numpy as np
import pytest

from rollwright.bots import Bot, create_bot
from rollwright.errors import InputError
from rollwright.games.qwixx import Qwixx
from rollwright.solve.qwixx import QwixxSolution, solve_qwixx
from rollwright.solve.qwixx_play import play_perfectly
from rollwright.solve.qwixx_policies import (
    Policy,
    PolicyResult,
    evaluate_policy,
    parse_policy,
)
from rollwright.solve.store import Store

from .brute_force import PolicyBruteForce
from .small_sheets import qwixx_rows, small_qwixx

OPTIONS = [
    "marks_to_lock=1, max_misthrows=1, rows_to_end=1",
    "marks_to_lock=2, max_misthrows=2",
    "marks_to_lock=1, max_misthrows=1, second_lock=finish_turn, same_row_twice=false",
]


def evaluate(game: Qwixx, policy: str, store: Store) -> PolicyResult:
    """The exact result, with the solution where it is needed."""
    parsed = parse_policy(policy)
    solution = solve_qwixx(game, store=store) if parsed.name == "perfect" else None
    return evaluate_policy(game, parsed, solution, store=store)


def brute_moments(game: Qwixx, policy: str) -> tuple[float, float]:
    """Mean and standard deviation of the points, by brute force."""
    bot: Bot | None = None if policy == "random" else create_bot(policy, game)
    mean, square = PolicyBruteForce(game, bot, qwixx_rows).moments(game.initial())
    return mean, np.sqrt(square - mean**2)


@pytest.mark.parametrize("policy", ["greedy", "greedy(skip=0)", "ga", "random"])
@pytest.mark.parametrize("options", OPTIONS[:1])
def test_policies_on_rows_of_three_to_nine_digits(policy: str, options: str, store: Store) -> None:
    game = small_qwixx(2, options)
    result = evaluate(game, policy, store)
    mean, sd = brute_moments(game, policy)
    assert result.scores.mean == pytest.approx(mean, abs=1e-9)
    assert result.scores.sd == pytest.approx(sd, abs=1e-7)


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["greedy", "ga", "random"])
@pytest.mark.parametrize("options", OPTIONS[1:])
def test_policies_under_other_options_to_nine_digits(
    policy: str, options: str, store: Store
) -> None:
    test_policies_on_rows_of_three_to_nine_digits(policy, options, store)


def test_ga_that_must_cross_to_nine_digits(store: Store) -> None:
    options = f"{OPTIONS[0]}, voluntary_misthrow=false"
    test_policies_on_rows_of_three_to_nine_digits("ga", options, store)


@pytest.mark.parametrize("options", OPTIONS)
def test_perfect_play_has_the_mean_that_the_solution_says(options: str, store: Store) -> None:
    game = small_qwixx(3, options)
    result = evaluate(game, "perfect", store)
    assert result.scores.mean == pytest.approx(solve_qwixx(game, store=store).value, abs=1e-5)


def test_chances_of_perfect_play_agree_with_20000_games(store: Store) -> None:
    game = small_qwixx(4, "marks_to_lock=3")
    solution = solve_qwixx(game, store=store)
    result = evaluate(game, "perfect", store)
    points, turns, closed = play_perfectly(solution, 5, 20_000).T
    margin = 4 / np.sqrt(len(points))
    assert result.scores.sd == pytest.approx(points.std(), rel=margin)
    assert result.turns == pytest.approx(turns.mean(), abs=margin * turns.std())
    assert result.by_locks == pytest.approx((closed >= 2).mean(), abs=margin / 2)
    for target in (10, 20, 30, 40):
        assert result.scores.at_least(target) == pytest.approx(
            (points >= target).mean(), abs=margin / 2
        )


def test_chances_add_up_and_results_are_kept(store: Store) -> None:
    game = small_qwixx(3, OPTIONS[1])
    first, second = (evaluate(game, "greedy", store) for _ in range(2))
    assert sum(first.scores.chances.values()) == pytest.approx(1.0, abs=1e-12)
    assert (first.cached, second.cached) == (False, True)
    assert first.scores == second.scores
    assert (first.turns, first.by_locks) == (second.turns, second.by_locks)


def test_better_play_gives_more_points(store: Store) -> None:
    game = small_qwixx(4, "marks_to_lock=3")
    names = ("random", "greedy", "ga", "perfect")
    means = [evaluate(game, name, store).scores.mean for name in names]
    assert means[0] < min(means[1:3])
    assert max(means[1:3]) < means[3]


@pytest.mark.slow
def test_perfect_play_of_the_official_game(solved: QwixxSolution, store: Store) -> None:
    result = evaluate_policy(solved.game, Policy("perfect"), solved, store=store)
    assert result.scores.mean == pytest.approx(115.48312, abs=1e-4)
    assert result.scores.sd == pytest.approx(27.0706, abs=1e-3)
    assert result.turns == pytest.approx(26.1529, abs=1e-3)
    assert result.by_locks == pytest.approx(0.45215, abs=1e-4)
    assert result.scores.at_least(200) == pytest.approx(0.00086, abs=1e-4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("expert", "“expert” cannot be worked out; possible are"),
        ("ga(skip=1)", "ga has no parameter “skip”"),
        ("greedy(far=1)", "greedy has no parameter “far”"),
        ("greedy(skip=-1)", "skip must be a whole number from 0 to 11, not “-1”"),
        ("greedy(skip=١)", "skip must be a whole number"),
    ],
)
def test_unknown_policies_are_explained(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message.replace("(", r"\(")):
        parse_policy(text)


@pytest.mark.parametrize("policy", ["greedy", "random"])
def test_policies_that_must_cross_are_not_followed(policy: str, store: Store) -> None:
    game = small_qwixx(2, "marks_to_lock=1, voluntary_misthrow=false")
    with pytest.raises(InputError, match=f"{policy} is known with voluntary_misthrow=true only"):
        evaluate(game, policy, store)
