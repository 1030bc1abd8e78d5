"""Whoever plays better is rated better."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rollwright import SeededDice, create_game
from rollwright.arena import play_match
from rollwright.bots import create_bot
from rollwright.bots.levels import LEVEL_NAMES
from rollwright.review.coach import review_record
from rollwright.review.evaluators import evaluator_for


def error_rate(spec: str, level: str, games: int) -> float:
    """The mean loss of a counted decision, all seats playing at one level."""
    game = create_game(spec)
    evaluator = evaluator_for(game)
    losses: list[float] = []
    for number in range(games):
        bots = [create_bot(level, game) for _ in range(game.spec.players)]
        record = play_match(game, bots, SeededDice("levels", number), "levels", number).record
        answers = review_record(record, evaluator).answers()
        losses += [slip.answer.loss.mean for slip in answers if slip.answer.is_counted]
    return sum(losses) / len(losses)


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["qwixx(players=1)", "qwixx(players=2)"])
def test_the_error_rate_falls_from_level_to_level_over_200_games_each(spec: str) -> None:
    rates = [error_rate(spec, level, 200) for level in LEVEL_NAMES]
    assert all(worse > better for worse, better in pairwise(rates)), rates


def test_a_beginner_loses_more_than_an_expert() -> None:
    assert error_rate("qwixx(players=1)", "beginner", 3) > 1.0
    assert error_rate("qwixx(players=1)", "expert", 3) == 0.0
