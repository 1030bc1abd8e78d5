"""The evaluators that ship with the package, as the coach needs them."""

from __future__ import annotations

from itertools import islice
from math import sqrt
from typing import Any

import numpy as np
import pytest

from rollwright import Chance, Decision, SeededDice, Terminal, create_game
from rollwright.arena import play_match
from rollwright.bots import create_bot
from rollwright.review.coach import review_record
from rollwright.review.evaluators import evaluator_for
from rollwright.testing.walk import walk

from .judges import played

SPECS = (
    "qwixx(players=2)",
    "qwixx(players=5)",
    "qwinto(players=1)",
    "qwinto(players=2)",
    "qwingo(players=2)",
    "qwingo(players=3)",
)

STEPS = 36


def moves_of(spec: str) -> tuple[Any, list[Any]]:
    game = create_game(spec)
    return game, list(islice(walk(game, f"company {spec}"), STEPS))


@pytest.mark.parametrize("spec", SPECS)
def test_the_account_adds_up_and_chances_stay_between_0_and_1(spec: str) -> None:
    game, moves = moves_of(spec)
    judge = evaluator_for(game)
    (*_, (last, _)) = moves
    record = played([*moves[:-1], (last, None)], game)
    review = review_record(record, judge)
    node = game.node(last)
    look = judge.expected if isinstance(node, Chance) else judge.ahead
    found = judge.values(game, [last]) if isinstance(node, Terminal) else look(game, last)
    for seat, account in enumerate(review.accounts):
        assert account.result.mean == pytest.approx(found.mean[0, seat], abs=1e-9)
        assert account.result.margin == pytest.approx(found.margin[0, seat], abs=1e-9)
        assert account.loss.mean >= 0
    if game.spec.players > 1:
        chances = [worth.mean for step in review.steps for worth in step.values]
        assert min(chances) >= 0
        assert max(chances) <= 1
    assert not review.is_exact


@pytest.mark.parametrize("spec", SPECS)
def test_at_a_decision_a_seat_is_worth_its_best_answer(spec: str) -> None:
    """Where seats answer together, what is assumed of all need not be best for each."""
    game, moves = moves_of(spec)
    judge = evaluator_for(game)
    short = []
    for state, _ in moves[::2]:
        node = game.node(state)
        if not isinstance(node, Decision):
            continue
        for seat in node.seats:
            view = game.view(state, seat)
            actions, values = judge.answers(game, view, seat)
            assert actions == game.legal(view, seat)
            best = values.mean[:, seat].max()
            short.append(float(best - judge.ahead(game, view).mean[0, seat]))
    assert len(short) > 5
    assert min(short) > -1e-6
    assert sum(short) / len(short) < (0.01 if game.spec.players > 1 else 0.3)


@pytest.mark.parametrize("spec", ["qwinto(players=2)", "qwingo(players=2)", "qwinto(players=1)"])
def test_before_a_roll_a_state_is_worth_the_mean_over_all_rolls(spec: str) -> None:
    game, moves = moves_of(spec)
    judge = evaluator_for(game)
    looked_at = 0
    for state, _ in moves:
        node = game.node(state)
        if not isinstance(node, Chance) or node.total > 36 or looked_at > 5:
            continue
        after = [judge.ahead(game, game.roll(state, roll)).mean[0] for roll in node.rolls()]
        expected = judge.expected(game, state).mean[0]
        assert np.mean(np.array(after), axis=0) == pytest.approx(expected, abs=1e-6)
        looked_at += 1
    assert looked_at > 3


def test_the_result_of_a_shared_first_place_is_half_a_win_for_each() -> None:
    game = create_game("qwixx(players=3)")
    judge = evaluator_for(game)
    state = [state for state, _ in walk(game, 1)][-1]
    shared = state._replace(sheets=state.sheets[:1] * 3)
    assert isinstance(game.node(shared), Terminal)
    assert game.places(shared) == (1, 1, 1)
    assert judge.values(game, [shared]).mean[0].tolist() == [0.5, 0.5, 0.5]


@pytest.mark.slow
def test_luck_and_the_others_have_mean_zero_in_100_games_of_experts() -> None:
    """The expert answers as its evaluator assumes of everybody."""
    game = create_game("qwixx(players=2)")
    judge = evaluator_for(game)
    accounts = []
    for number in range(100):
        bots = [create_bot("expert", game) for _ in range(2)]
        record = play_match(game, bots, SeededDice("others", number), "others", number).record
        accounts.append(review_record(record, judge).accounts[0])
    for term in ("luck", "others"):
        for measure in ("mean", "margin"):
            numbers = np.array([getattr(getattr(account, term), measure) for account in accounts])
            error = numbers.std() / sqrt(len(numbers))
            assert error > 0
            assert abs(numbers.mean()) < 3 * error, (term, measure, numbers.mean(), error)
