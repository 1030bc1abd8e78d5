"""Rounded figures of an account add up as they are shown."""

from __future__ import annotations

import pytest

from rollwright.dice import Stream, seed_key
from rollwright.review.figures import account_figures, rounded_to_add_up
from rollwright.review.worth import Account, Worth


@pytest.mark.parametrize(
    ("terms", "shown"),
    [
        ([0.04, 0.04, 0.04], [0.0, 0.0, 0.1]),
        ([10.0, -2.5, 1.25], [10.0, -2.5, 1.3]),
        ([-0.04, -0.04, -0.04], [0.0, 0.0, -0.1]),
        ([115.483, -25.207, -51.277, 0.0, 0.0001], [115.5, -25.2, -51.3, 0.0, 0.0]),
    ],
)
def test_rounded_terms_add_up_to_their_rounded_sum(terms: list[float], shown: list[float]) -> None:
    found = rounded_to_add_up(terms)
    assert sum(found) == pytest.approx(round(sum(terms), 1), abs=0.051)
    assert sorted(found) == pytest.approx(sorted(shown))


def test_any_account_adds_up_in_both_measures_with_and_without_luck() -> None:
    stream = Stream(seed_key("figures"))
    for _ in range(500):
        account = Account(
            *(Worth(*((stream.below(20_001) - 10_000) / 7_777,) * 2) for _ in "12345")
        )
        for factor, in_margin in ((100.0, False), (-1.0, False), (1.0, True)):
            shown = account_figures(account, factor, in_margin=in_margin)
            start, luck, loss, others, drift, result, without_luck = shown.values()
            assert start + luck + loss + others + drift == pytest.approx(result, abs=1e-9)
            assert without_luck + luck == pytest.approx(result, abs=1e-9)
            exact = factor * (account.result.margin if in_margin else account.result.mean)
            assert result == pytest.approx(exact, abs=0.0501)


def test_what_a_result_is_without_luck() -> None:
    account = Account(Worth(50.0), Worth(10.0), Worth(4.0), Worth(1.0), Worth(0.0))
    assert account.result == Worth(57.0)
    assert account.without_luck == Worth(47.0)
    assert account.format()["without_luck"] == 47.0
