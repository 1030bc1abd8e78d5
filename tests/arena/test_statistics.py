from __future__ import annotations

import statistics

import numpy as np
import pytest

from rollwright.arena.statistics import Tally, count_values, sample_deviation

ROWS = np.array(
    [
        [10, 7, 5, 1, 2],
        [11, 4, 4, 1, 1],
        [12, -5, 0, 2, 1],
        [13, 7, 5, 1, 2],
    ],
    np.int32,
)
"""Turns, two totals, two places."""


def test_sums_are_exact_however_the_rows_come() -> None:
    whole, parts = Tally(2), Tally(2)
    whole.add(ROWS)
    parts.add(ROWS[2:])
    parts.add(ROWS[:2])
    for seat, wins in ((0, 2), (1, 1)):
        result = whole.seat_result(seat, "bot")
        totals = ROWS[:, 1 + seat].tolist()
        assert result.mean == statistics.mean(totals)
        assert result.sd == pytest.approx(statistics.stdev(totals))
        assert result.se == pytest.approx(statistics.stdev(totals) / 2)
        assert (result.wins, result.ties) == (wins, 1)
        assert result == parts.seat_result(seat, "bot")
    assert (whole.games, whole.turns) == (4, 46)


def test_histogram_is_sorted_and_has_negative_totals() -> None:
    tally = Tally(2)
    tally.add(ROWS)
    assert tally.seat_result(0, "bot").histogram == ((-5, 1), (4, 1), (7, 2))
    assert tally.seat_result(0, "bot").format()["histogram"] == {"-5": 1, "4": 1, "7": 2}


def test_shared_first_place_of_three_is_a_tie_for_each_of_the_first() -> None:
    tally = Tally(3)
    tally.add(np.array([[1, 9, 9, 2, 1, 1, 3], [1, 9, 9, 9, 1, 1, 1]], np.int32))
    assert [tally.seat_result(seat, "").ties for seat in range(3)] == [2, 2, 1]
    assert [tally.seat_result(seat, "").wins for seat in range(3)] == [0, 0, 0]


def test_nothing_has_no_values() -> None:
    assert count_values(np.zeros(0, np.int32)) == {}


def test_single_value_has_no_deviation() -> None:
    assert sample_deviation(1, 5, 25) == 0.0
    assert sample_deviation(2, 10**9 + 10**9 + 2, (10**9) ** 2 + (10**9 + 2) ** 2) == 2**0.5
