"""Rollouts: even first rolls, the same dice for all answers, no bias, and when they stop."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import hypot, inf
from statistics import variance
from typing import Any

import pytest

from rollwright import Chance, Decision, Seat, SeededDice, create_game
from rollwright.arena import play_match
from rollwright.bots import create_bot
from rollwright.dice import Die
from rollwright.review.coach import review_record
from rollwright.review.exact import ExactQwixx
from rollwright.review.ranking import Ranking, rank
from rollwright.review.rollout import BLOCK, CONTENDERS, Rollouts, StratifiedDice, standard_error
from rollwright.review.scale import scale_for
from rollwright.testing.walk import walk

from .judges import PointsJudge, Skewed

OWN = Seat(0)
SIX = tuple(Die(f"die {n}", 6, n) for n in range(6))


def test_the_first_rolls_of_a_block_show_every_pair_once() -> None:
    rolls = [StratifiedDice("s", trial).draw(Chance(SIX, 3)) for trial in range(BLOCK)]
    assert set(Counter((a, b) for a, b, *_ in rolls).values()) == {1}
    for die in range(2, 6):
        assert Counter(roll[die] for roll in rolls) == dict.fromkeys(range(1, 7), BLOCK // 6)


def test_blocks_deal_their_rolls_anew_and_a_single_die_shows_each_face_six_times() -> None:
    first, second = (
        [StratifiedDice("s", block * BLOCK + n).draw(Chance(SIX, 3)) for n in range(BLOCK)]
        for block in range(2)
    )
    assert first != second
    rolls = [StratifiedDice("s", trial).draw(Chance(SIX[:1], 3)) for trial in range(BLOCK)]
    assert Counter(rolls) == {(face,): 6 for face in range(1, 7)}


def test_later_rolls_are_those_of_the_seed_and_the_trial() -> None:
    dice = StratifiedDice("s", 7)
    dice.draw(Chance(SIX, 3))
    assert dice.draw(Chance(SIX, 4)) == SeededDice("s", 7).draw(Chance(SIX, 4))


def test_dice_with_odd_faces_are_rolled_at_random() -> None:
    five = (Die("five", 5, 0),)
    assert StratifiedDice("s", 3).draw(Chance(five, 1)) == SeededDice("s", 3).draw(Chance(five, 1))


def decisions(judge: ExactQwixx, count: int) -> list[Ranking]:
    """Decisions with a choice, from the last thirds of random games for one player."""
    game = judge.solution.game
    found: list[Ranking] = []
    seed = 0
    while len(found) < count:
        asked = [
            state
            for state, _ in walk(game, f"solo {seed}")
            if isinstance(game.node(state), Decision) and len(game.legal(state, OWN)) > 1
        ]
        late = asked[2 * len(asked) // 3 :]
        if late:
            found.append(rank(game, judge, late[seed % len(late)], OWN))
        seed += 1
    return found


@pytest.mark.parametrize("count", [3, pytest.param(200, marks=pytest.mark.slow)])
def test_rollouts_agree_with_exact_values_within_three_standard_errors(
    qwixx_alone: ExactQwixx, count: int
) -> None:
    game = qwixx_alone.solution.game
    rollouts = Rollouts(game, Skewed(qwixx_alone), BLOCK)
    too_far = 0
    for ranking in decisions(qwixx_alone, count):
        (best,) = rollouts.roll_out(ranking, ranking.candidates[:1])
        exact = ranking.best.value.mean
        assert abs(best.value.mean - exact) <= 4 * best.error + 1e-4
        too_far += abs(best.value.mean - exact) > 3 * best.error + 1e-4
    assert too_far <= count // 100


def test_taking_the_luck_off_makes_the_variance_at_least_five_times_smaller(
    qwixx_alone: ExactQwixx,
) -> None:
    game = qwixx_alone.solution.game
    judge = Skewed(qwixx_alone, 0.7)
    spreads = []
    for is_adjusted in (False, True):
        rollouts = Rollouts(game, judge, BLOCK, is_adjusted=is_adjusted)
        spread = 0.0
        for ranking in decisions(qwixx_alone, 2):
            after = game.play(ranking.state, {OWN: ranking.best.action})
            trials = [rollouts.play_on(after, StratifiedDice("v", n)) for n in range(BLOCK)]
            spread += variance(worths[0].mean for worths in trials)
        spreads.append(spread)
    plain, adjusted = spreads
    assert plain > 5 * adjusted > 0


def test_all_answers_have_the_same_dice(qwixx_alone: ExactQwixx) -> None:
    """Two equal answers get the same result in every trial."""
    (ranking,) = decisions(qwixx_alone, 1)
    rollouts = Rollouts(qwixx_alone.solution.game, Skewed(qwixx_alone), BLOCK, horizon=1)
    twice = rollouts.roll_out(ranking, [ranking.best, ranking.best])
    assert twice[0].value == twice[1].value
    assert twice[1].loss_error == 0.0
    assert twice[1].error > 0


class Counted:
    """How many trials have been played."""

    def __init__(self) -> None:
        self.trials = 0

    def __call__(self) -> None:
        self.trials += 1


def test_rollouts_stop_when_the_best_answer_is_clear(qwixx_alone: ExactQwixx) -> None:
    game = qwixx_alone.solution.game
    ranking = max(decisions(qwixx_alone, 12), key=lambda ranking: ranking.spread)
    counted = Counted()
    rollouts = Rollouts(game, Skewed(qwixx_alone), 5 * BLOCK, horizon=1, progress=counted)
    rollouts.roll_out(ranking, [ranking.best, ranking.candidates[-1]])
    assert counted.trials == BLOCK
    counted.trials = 0
    noisy = replace(rollouts, is_adjusted=False, trials=2 * BLOCK)
    noisy.roll_out(ranking, [ranking.best, ranking.best])
    assert counted.trials == BLOCK  # no difference at all is settled as well


def test_a_horizon_ends_a_trial_with_the_value_of_the_evaluator(qwixx_alone: ExactQwixx) -> None:
    game = qwixx_alone.solution.game
    state = game.begin(game.initial())
    near = Rollouts(game, qwixx_alone, 1, horizon=1, is_adjusted=False)
    (worth,) = near.play_on(state, StratifiedDice("h", 0))
    values = []
    dice = StratifiedDice("h", 0)
    for _ in range(2):
        node = game.node(state)
        assert isinstance(node, Chance)
        state = game.roll(state, dice.draw(node))
        while isinstance(game.node(state), Decision):
            best = rank(game, qwixx_alone, state, OWN).best
            state = game.play(state, {OWN: best.action})
        values.append(qwixx_alone.values(game, [state]).mean[0, 0])
    assert worth.mean == pytest.approx(values[-1])


def record_of(spec: str, bots: tuple[str, ...], seed: int) -> Any:
    game = create_game(spec)
    players = [create_bot(bot, game) for bot in bots]
    return play_match(game, players, SeededDice(seed), seed).record


def test_only_marked_answers_are_rolled_out_and_the_account_still_adds_up(
    qwixx_alone: ExactQwixx,
) -> None:
    whole = record_of("qwixx(players=1)", ("greedy",), 2)
    record = replace(whole, steps=whole.steps[:14])
    judge = Skewed(qwixx_alone)
    counted = Counted()
    rollouts = Rollouts(record.game, judge, BLOCK, horizon=1, progress=counted)
    review = review_record(record, judge, rollouts=rollouts)
    plain = review_record(record, judge)
    assert counted.trials >= len(plain.slips) > 0
    (account,) = review.accounts
    assert account.result.mean == pytest.approx(plain.accounts[0].result.mean, abs=1e-9)
    assert account.luck == plain.accounts[0].luck
    assert account.loss != plain.accounts[0].loss
    assert review.format()["evaluator"]["rollouts"] == BLOCK
    for slip in review.slips:
        ranking, chosen = slip.answer.ranking, slip.answer.chosen
        assert ranking is not None
        assert chosen is not None
        assert chosen.loss.mean == pytest.approx(
            ranking.best.value.mean - chosen.value.mean, abs=1e-9
        )
        assert chosen.error > 0
        rolled = [candidate for candidate in ranking.candidates if candidate.error > 0]
        assert len(rolled) <= CONTENDERS + 1


def test_a_good_answer_is_left_as_it_is(qwixx_alone: ExactQwixx) -> None:
    (ranking,) = decisions(qwixx_alone, 1)
    rollouts = Rollouts(qwixx_alone.solution.game, Skewed(qwixx_alone), BLOCK)
    assert rollouts.refine(ranking, ranking.best) is ranking


@pytest.mark.parametrize("spec", ["qwingo(players=2)", "qwingo(players=2, open_sheets=false)"])
def test_nobody_plays_on_from_sheets_that_are_hidden(spec: str) -> None:
    game, judge = create_game(spec), PointsJudge()
    state = game.begin(game.initial())  # type: ignore[attr-defined]
    ranking = rank(game, judge, state, OWN)
    worst = replace(ranking.best, loss=ranking.best.value)
    worst = replace(worst, loss=replace(worst.loss, mean=1.0))
    assert scale_for(game).mark(worst.loss.mean) == "blunder"
    assert Rollouts(game, judge, BLOCK).refine(ranking, worst) is ranking


def test_the_standard_error_of_a_mean() -> None:
    assert standard_error([1.0, 3.0]) == pytest.approx(hypot(1, 1) / 2**0.5)
    assert standard_error([5.0]) == inf
