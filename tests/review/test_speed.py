"""How long a review takes, on one core and without rollouts."""

from __future__ import annotations

from time import process_time

import pytest

from rollwright import SeededDice, create_game
from rollwright.arena import play_match
from rollwright.bots import create_bot
from rollwright.review.coach import review_record
from rollwright.review.evaluators import evaluator_for

GAMES = 5


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "limit"), [("qwixx(players=1)", 0.5), ("qwixx(players=2)", 2.0)])
def test_a_game_of_qwixx_is_reviewed_within_its_limit(spec: str, limit: float) -> None:
    game = create_game(spec)
    evaluator = evaluator_for(game)
    taken = []
    for seed in range(GAMES + 1):
        bots = [create_bot("casual", game) for _ in range(game.spec.players)]
        record = play_match(game, bots, SeededDice(seed), seed).record
        begun = process_time()
        review_record(record, evaluator).format()
        taken.append(process_time() - begun)
    # The first review loads the kernels.
    assert max(taken[1:]) < limit, taken
