"""Qwingo's daily numbers: what is fixed, and that perfect play is what it says it is."""

from __future__ import annotations

from collections import Counter
from datetime import date
from functools import cache

import pytest

from rollwright.daily import challenge_secret, create_challenge
from rollwright.daily.challenge import OWN
from rollwright.daily.placing import FIRST_BOXES, NUMBERS_A_COLUMN, Placing, fitting_table, gaps
from rollwright.games.qwingo import HIGHEST, QwingoState

Column = tuple[int | None, ...]


def placing(text: str = "a") -> Placing:
    day = date(2026, 12, 24)
    made = create_challenge("qwingo", day, challenge_secret(text, "qwingo", day))
    assert isinstance(made, Placing)
    return made


def test_each_column_gets_six_of_thirty_numbers() -> None:
    challenge = placing()
    state, seen = challenge.first(), Counter[int]()
    for turn in range(1, 31):
        asked = challenge.rolled(state)
        assert asked.turn == turn
        assert 1 <= (asked.called or 0) <= 100
        seen[asked.face or 0] += 1
        state = challenge.answered(asked, challenge.game.legal(asked, OWN)[-1])
    assert seen == dict.fromkeys(range(5), NUMBERS_A_COLUMN)
    assert challenge.next_step(state) == "over"


def test_the_starting_sheet_has_its_five_numbers_in_five_columns() -> None:
    columns = placing().first().sheets[OWN]
    written = [[n for n in column if n is not None] for column in columns]
    assert sorted(number for [number] in written for number in [number]) == [10, 20, 30, 40, 50]
    for column in columns:
        [(box, number)] = [(b, n) for b, n in enumerate(column) if n is not None]
        assert FIRST_BOXES[number] == box


def test_secrets_make_different_days() -> None:
    first = [placing(text)._numbers for text in "abc"]
    assert len({tuple(numbers) for numbers in first}) == 3


@cache
def _by_brute_force(column: Column, calls: int, highest: int) -> float:
    """What a whole column takes in of so many uniform numbers, its boxes searched one by one."""
    if calls == 0:
        return 0.0
    total = 0.0
    for number in range(1, highest + 1):
        places = [
            box
            for box, written in enumerate(column)
            if written is None
            and all(n is None or n < number for n in column[:box])
            and all(n is None or n > number for n in column[box:])
        ]
        afters = [(*column[:box], number, *column[box + 1 :]) for box in places]
        total += max(
            (1 + _by_brute_force(after, calls - 1, highest) for after in afters),
            default=_by_brute_force(column, calls - 1, highest),
        )
    return total / highest


@pytest.mark.parametrize(("calls", "boxes", "highest"), [(1, 2, 4), (3, 3, 5), (4, 3, 6)])
def test_the_table_is_what_a_search_of_whole_columns_finds(
    calls: int, boxes: int, highest: int
) -> None:
    table = fitting_table(calls, boxes, highest)
    found = _by_brute_force((None,) * boxes, calls, highest)
    assert table[calls, boxes, highest] == pytest.approx(found, abs=1e-12)


def test_gaps_of_a_column_add_up() -> None:
    column: Column = (None, 2, None)
    calls, highest = 3, 5
    table = fitting_table(calls, 3, highest)
    apart = table[calls, 1, 1] + table[calls, 1, 3]
    assert apart == pytest.approx(_by_brute_force(column, calls, highest), abs=1e-12)


def test_gaps_count_boxes_and_numbers() -> None:
    assert gaps((None, 10, None, None, 99)) == [(1, 9), (2, 88), (0, 1)]
    assert gaps((100, None)) == [(0, 99), (1, 0)]


def test_the_mean_over_all_numbers_of_the_best_answer_is_the_value_before() -> None:
    challenge = placing()
    state: QwingoState = challenge.first()
    for _ in range(12):
        asked = challenge.rolled(state)
        state = challenge.answered(asked, challenge.game.legal(asked, OWN)[0])
    face = challenge.rolled(state).face
    best = [
        max(challenge.values(challenge.rolled(state)._replace(called=number)).values())
        for number in range(1, HIGHEST + 1)
    ]
    assert face is not None
    assert sum(best) / HIGHEST == pytest.approx(challenge.expected(state), abs=1e-9)


def test_perfect_play_places_27_and_a_half_numbers_on_average() -> None:
    assert placing().mean() == pytest.approx(27.4703, abs=1e-4)


def test_no_column_can_become_full() -> None:
    assert placing().game.boxes > 1 + NUMBERS_A_COLUMN
