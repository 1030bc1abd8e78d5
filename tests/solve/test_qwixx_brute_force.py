"""The solver of Qwixx against a brute force by the readable rules, on small sheets."""

from __future__ import annotations

import numpy as np
import pytest

from rollwright.games.qwixx import Qwixx, QwixxSheet
from rollwright.solve.qwixx import QwixxSolution, solve_sheets
from rollwright.solve.qwixx_model import QwixxModel

from .brute_force import QwixxBruteForce
from .small_sheets import MIXED, merge_like, qwixx_rows, small_qwixx

SWITCHES = [
    "marks_to_lock=1, max_misthrows=1",
    "marks_to_lock=2, max_misthrows=2",
    "marks_to_lock=1, max_misthrows=2, second_lock=finish_turn",
    "marks_to_lock=1, max_misthrows=2, same_row_twice=false",
    "marks_to_lock=1, max_misthrows=2, voluntary_misthrow=false",
    "marks_to_lock=1, max_misthrows=2, rows_to_end=1",
    "marks_to_lock=1, max_misthrows=1, rows_to_end=3, same_row_twice=false, "
    "second_lock=finish_turn",
    "marks_to_lock=1, max_misthrows=1, rows_to_end=4, voluntary_misthrow=false, "
    "same_row_twice=false, second_lock=finish_turn",
    "marks_to_lock=1, max_misthrows=6, rows_to_end=1, second_lock=finish_turn",
]


def solve_exactly(game: Qwixx, *, merge_swapped: bool = True) -> QwixxSolution:
    """The solution in double precision."""
    model = QwixxModel(game, merge_swapped=merge_swapped)
    tables, seconds = solve_sheets(model, 1, np.float64)
    return QwixxSolution(model, tables[0], seconds, False)


@pytest.mark.parametrize("options", SWITCHES)
def test_rows_of_three_to_nine_digits(options: str) -> None:
    game = small_qwixx(2, options)
    brute = QwixxBruteForce(game, merge_like)
    assert solve_exactly(game).value == pytest.approx(brute.value(game.initial()), abs=1e-9)


@pytest.mark.parametrize("options", SWITCHES[:2])
def test_sheets_that_differ_by_a_swap_have_one_value(options: str) -> None:
    game = small_qwixx(2, options)
    apart = solve_exactly(game, merge_swapped=False)
    merged = solve_exactly(game)
    assert apart.model.sheets > 5 * merged.model.sheets
    assert apart.value == pytest.approx(merged.value, abs=1e-9)


@pytest.mark.parametrize("effect", ["after_action", "next_roll"])
@pytest.mark.parametrize("lock", ["end_now", "finish_turn"])
def test_mixed_colours_to_nine_digits(effect: str, lock: str) -> None:
    options = f"marks_to_lock=1, max_misthrows=1, lock_effect={effect}, second_lock={lock}"
    game = small_qwixx(2, options, rows=MIXED)
    solution = solve_exactly(game)
    assert not solution.model.numbers.is_symmetric
    # Late sheets, on which the closing of a row concerns the colours of its neighbour.
    for rows in [((0, 1), (), (1,), (0,)), ((0, 1), (0,), (0,), (1,)), ((0,), (0,), (0,), (0,))]:
        state = game.begin(game.initial())._replace(sheets=(QwixxSheet(rows),))
        brute = QwixxBruteForce(game, qwixx_rows).value(state)
        assert solution.expected(state) == pytest.approx(brute, abs=1e-9)


def test_lock_effect_matters_only_on_sheets_with_mixed_colours() -> None:
    options = "marks_to_lock=1, max_misthrows=2"
    later = f"{options}, lock_effect=next_roll"
    plain = [solve_exactly(small_qwixx(2, o)).value for o in (options, later)]
    mixed = [solve_exactly(small_qwixx(2, o, rows=MIXED)).value for o in (options, later)]
    assert plain[0] == plain[1]
    assert mixed[0] < mixed[1] - 1e-3


LATE = [
    (((0, 1, 3), (2,), (0, 3), (1, 2, 3)), 1, "marks_to_lock=3, max_misthrows=2"),
    (((0, 1, 2), (0, 1, 3), (2,), (3,)), 0,
     "marks_to_lock=2, max_misthrows=1, voluntary_misthrow=false"),
    (((1, 2, 3), (3,), (0, 1, 2), (3,)), 0,
     "marks_to_lock=3, max_misthrows=2, same_row_twice=false, second_lock=finish_turn"),
]  # fmt: skip
"""Sheets with rows of five on which not much is left to do."""


@pytest.mark.parametrize(("rows", "misthrows", "options"), LATE)
def test_rows_of_five_on_late_sheets_to_nine_digits(
    rows: tuple[tuple[int, ...], ...], misthrows: int, options: str
) -> None:
    game = small_qwixx(3, options)
    state = game.begin(game.initial())._replace(sheets=(QwixxSheet(rows, misthrows),))
    brute = QwixxBruteForce(game, merge_like).value(state)
    assert solve_exactly(game).expected(state) == pytest.approx(brute, abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        "marks_to_lock=2, max_misthrows=1",
        "marks_to_lock=3, max_misthrows=2, second_lock=finish_turn, voluntary_misthrow=false",
        "marks_to_lock=2, max_misthrows=1, rows_to_end=3, same_row_twice=false",
    ],
)
def test_rows_of_five_from_the_empty_sheet_to_nine_digits(options: str) -> None:
    game = small_qwixx(3, options)
    brute = QwixxBruteForce(game, merge_like)
    assert solve_exactly(game).value == pytest.approx(brute.value(game.initial()), abs=1e-9)


@pytest.mark.parametrize("players", [2, 3])
def test_seats_that_do_not_interfere_to_nine_digits(players: int) -> None:
    options = "marks_to_lock=1, max_misthrows=2"
    game = small_qwixx(2, options, players=players)
    brute = QwixxBruteForce(game, merge_like)
    tables, _ = solve_sheets(QwixxModel(game), players, np.float64)
    first = game.begin(game.initial())
    for turns in range(players):
        state = first._replace(active=game.seats[-turns])
        assert tables[turns, 0, 0] == pytest.approx(brute.value(state), abs=1e-9)
