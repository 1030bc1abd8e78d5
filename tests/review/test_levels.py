"""Whoever plays better is rated better."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rollwright import create_game
from rollwright.bots.levels import LEVEL_NAMES
from rollwright.review.evaluators import evaluator_for
from rollwright.review.measuring import measured_games


def error_rate(spec: str, level: str, games: int) -> float:
    """The mean loss of a counted decision of a level; in company of each other level in turn."""
    game = create_game(spec)
    losses = [
        slip.answer.loss.mean
        for review, seat in measured_games(game, evaluator_for(game), level, "levels", games)
        for slip in review.answers(seat)
        if slip.answer.is_counted
    ]
    return sum(losses) / len(losses)


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["qwixx(players=1)", "qwixx(players=2)", "qwingo(players=2)"])
def test_the_error_rate_falls_from_level_to_level_over_200_games_each(spec: str) -> None:
    rates = [error_rate(spec, level, 200) for level in LEVEL_NAMES]
    assert all(worse > better for worse, better in pairwise(rates)), rates


@pytest.mark.slow
def test_in_qwinto_alone_only_learner_and_casual_err_alike_over_60_games_each() -> None:
    """The two strongest levels differ in company only."""
    rates = {level: error_rate("qwinto(players=1)", level, 60) for level in LEVEL_NAMES[:-1]}
    middle = rates["learner"], rates["casual"]
    assert rates["beginner"] > max(middle), rates
    assert min(middle) > rates["club"] > rates["strong"] == 0.0, rates


def test_a_beginner_loses_more_than_an_expert() -> None:
    assert error_rate("qwixx(players=1)", "beginner", 3) > 1.0
    assert error_rate("qwixx(players=1)", "expert", 3) == 0.0
