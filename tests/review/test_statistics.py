from __future__ import annotations

import statistics
from math import inf, log

import pytest

from rollwright.dice import Stream
from rollwright.review.statistics import Moments, SequentialTest, Verdict, elo_of, score_of


def moments(values: list[int], unit: int = 1) -> Moments:
    found = Moments(unit)
    found.add(values)
    return found


def test_moments_are_those_of_the_numbers_divided_by_their_unit() -> None:
    values = [0, 1, 2, 2, 4, 4, 1]
    found = moments(values, 4)
    shares = [value / 4 for value in values]
    assert found.mean == pytest.approx(statistics.mean(shares))
    assert found.variance == pytest.approx(statistics.variance(shares))
    assert found.error == pytest.approx(statistics.stdev(shares) / 7**0.5)


def test_moments_do_not_depend_on_the_order() -> None:
    forth, back = Moments(), Moments()
    for part in ([10**12, 3], [-5]):
        forth.add(part)
    for part in ([-5], [3, 10**12]):
        back.add(part)
    assert (forth.mean, forth.variance) == (back.mean, back.variance)


def test_interval_is_1_96_standard_errors_wide_and_within_what_is_possible() -> None:
    found = moments([0, 1, 1, 1])
    low, high = found.interval(0.0, 1.0)
    assert low == pytest.approx(0.75 - 1.959964 * found.error)
    assert high == 1.0


def test_single_number_has_no_error() -> None:
    assert moments([7]).error == 0.0


@pytest.mark.parametrize(
    ("score", "elo"), [(0.5, 0.0), (0.75, 190.85), (0.61, 77.71), (0.25, -190.85)]
)
def test_elo_of_a_score(score: float, elo: float) -> None:
    assert elo_of(score) == pytest.approx(elo, abs=0.01)
    assert score_of(elo) == pytest.approx(score, abs=1e-4)


def test_elo_has_no_limit_at_the_ends() -> None:
    assert (elo_of(0.0), elo_of(1.0)) == (-inf, inf)


def test_log_likelihood_ratio_of_the_normal_distribution() -> None:
    test = SequentialTest(elo0=0.0, elo1=20.0)
    scores = moments([0, 2, 1, 4, 3, 2, 4, 2, 1, 3], 4)
    high = score_of(20.0)
    mean, variance = scores.mean, scores.variance
    logs = [
        sum(-((value / 4 - center) ** 2) for value in [0, 2, 1, 4, 3, 2, 4, 2, 1, 3])
        / (2 * variance)
        for center in (0.5, high)
    ]
    assert test.log_likelihood_ratio(scores) == pytest.approx(logs[1] - logs[0])
    assert mean == 0.55


def test_bounds_are_those_of_a_risk_of_5_percent() -> None:
    test = SequentialTest(elo0=0.0, elo1=100.0)
    even = [0, 4] * 20
    assert log(19) < 4
    assert test.verdict(moments(even, 4)) is Verdict.OPEN
    assert test.verdict(moments([*even * 20, *[4] * 200], 4)) is Verdict.STRONGER
    assert test.verdict(moments(even * 60, 4)) is Verdict.NOT_STRONGER


def test_pairs_that_all_end_alike_are_decided() -> None:
    test = SequentialTest()
    assert test.verdict(moments([4] * 500, 4)) is Verdict.STRONGER
    assert test.verdict(moments([2] * 5000, 4)) is Verdict.NOT_STRONGER


@pytest.mark.parametrize(("edge", "most_wrong"), [(0, 40), (1, 40)])
def test_verdict_is_wrong_in_at_most_5_percent_of_600_trials(edge: int, most_wrong: int) -> None:
    """Pairs of which 2 in 4 points, or that and the edge of elo1, are expected."""
    test = SequentialTest(elo0=0.0, elo1=60.0)
    win = round(10_000 * score_of(60.0)) if edge else 5_000
    right = Verdict.STRONGER if edge else Verdict.NOT_STRONGER
    wrong = 0
    for trial in range(600):
        stream, scores = Stream(trial + 1_000_000 * edge), Moments(2)
        while (verdict := test.verdict(scores) if scores.n else Verdict.OPEN) is Verdict.OPEN:
            scores.add([2 * (stream.below(10_000) < win) for _ in range(20)])
        wrong += verdict is not right
    assert wrong <= most_wrong
