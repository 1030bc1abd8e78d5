"""Verdicts: they add up, and perfect play loses nothing against itself."""

from __future__ import annotations

from datetime import date

import pytest

from rollwright.daily import Challenge, challenge_secret, create_challenge, create_judge
from rollwright.daily.challenge import ASKED, OVER, OWN, ROLL, ROLLING
from rollwright.daily.judges import Judge, judge_course

DAY = date(2026, 12, 24)


def challenge_of(family: str, text: str) -> Challenge:
    return create_challenge(family, DAY, challenge_secret(text, family, DAY))


def moves_of(challenge: Challenge, judge: Judge, worst_turn: int = 0) -> list[str]:
    """The judge's moves; in one turn the last legal answers instead."""
    game, moves = challenge.game, list[str]()
    while (step := challenge.next_step(state := challenge.play(moves).state)) != OVER:
        if step == ROLLING:
            moves.append(ROLL)
            continue
        assert step == ASKED
        action = judge.best(challenge, state)
        if game.turn(state) == worst_turn:
            action = game.legal(state, OWN)[-1]
        moves.append(game.format_action(state, action))
    return moves


@pytest.mark.parametrize("family", ["qwixx", "qwinto", "qwingo"])
def test_the_judge_against_itself_loses_nothing(family: str) -> None:
    challenge = challenge_of(family, "a")
    judge = create_judge(challenge)
    verdict = judge_course(challenge, challenge.play(moves_of(challenge, judge)), judge)
    assert verdict.total == verdict.judge_total
    assert verdict.loss == 0


@pytest.mark.parametrize("family", ["qwixx", "qwingo"])
def test_mean_and_luck_less_loss_is_the_result(family: str) -> None:
    challenge = challenge_of(family, "b")
    judge = create_judge(challenge)
    course = challenge.play(moves_of(challenge, judge, worst_turn=2))
    verdict = judge_course(challenge, course, judge)
    assert verdict.mean is not None
    assert verdict.luck is not None
    assert verdict.mean + verdict.luck - verdict.loss == pytest.approx(verdict.total)
    assert [turn for turn, loss in enumerate(verdict.losses, 1) if (loss or 0) > 1e-9] == [2]


@pytest.mark.parametrize("family", ["qwixx", "qwingo"])
def test_luck_has_mean_zero_over_days_within_three_standard_errors(family: str) -> None:
    judge = create_judge(challenge_of(family, ""))
    lucks = []
    for number in range(40):
        challenge = challenge_of(family, str(number))
        verdict = judge_course(challenge, challenge.play(moves_of(challenge, judge)), judge)
        lucks.append(verdict.luck or 0.0)
    mean = sum(lucks) / len(lucks)
    variance = sum((luck - mean) ** 2 for luck in lucks) / (len(lucks) - 1)
    assert abs(mean) < 3 * (variance / len(lucks)) ** 0.5
