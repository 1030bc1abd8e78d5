"""What is exact in Qwinto: the dice of a turn, late sheets, a small sheet; and an upper bound."""

from __future__ import annotations

from itertools import product
from typing import cast

import numpy as np
import pytest

from rollwright import Chance, Decision, Seat, SeededDice, Terminal, create_game
from rollwright.errors import InputError
from rollwright.games.qwinto import ENTRIES, Qwinto, QwintoSheet, QwintoState
from rollwright.solve.qwinto_bound import bound_qwinto
from rollwright.solve.qwinto_dice import DiceSet, plan_dice, sum_chances
from rollwright.solve.qwinto_endgame import QwintoEndgame, fitting_fields, has_ended
from rollwright.solve.qwinto_small import (
    SmallQwintoSolution,
    row_states,
    small_qwinto,
    solve_small_qwinto,
)
from rollwright.solve.store import Store

from .brute_force import BruteForce
from .small_sheets import merge_qwinto
from .small_sheets import small_qwinto as qwinto_on

OWN = Seat(0)


def before_turn(game: Qwinto, sheet: QwintoSheet) -> QwintoState:
    """The state at the choice of dice on this sheet."""
    return game.begin(game.initial())._replace(sheets=(sheet,))


def qwinto(options: str = "") -> Qwinto:
    return cast(Qwinto, create_game(f"qwinto(players=1{options})"))


# The dice of a turn


def test_chances_of_the_sums_of_three_dice() -> None:
    rolls = [sum(roll) for roll in product(range(1, 7), repeat=3)]
    for total, chance in sum_chances(3, 6).items():
        assert chance == pytest.approx(rolls.count(total) / 216, abs=1e-15)
    assert set(sum_chances(3, 6)) == set(range(3, 19))


@pytest.mark.parametrize("rerolls", [0, 1, 2])
def test_dice_are_worth_the_mean_over_all_rolls(rerolls: int) -> None:
    game = qwinto(f", rerolls={rerolls}")

    def worth(dice: DiceSet, total: int) -> float:
        return float((total * 7919 + 31 * sum(dice[row] << row for row in range(3))) % 101)

    plan = plan_dice(game, worth)
    for action, value in plan.choices().items():
        dice = game.dice_set(action)
        rolls = [sum(roll) for roll in product(range(1, 7), repeat=sum(dice))]
        mean = sum(worth(dice, total) for total in rolls) / len(rolls)
        for _ in range(rerolls):
            mean = sum(max(worth(dice, total), mean) for total in rolls) / len(rolls)
        assert value == pytest.approx(mean, abs=1e-12)
    assert plan.value == max(plan.choices().values())


def test_a_roll_is_kept_if_and_only_if_it_is_worth_more() -> None:
    game = qwinto()
    plan = plan_dice(game, lambda dice, total: float(total))
    for face in range(1, 7):
        state = QwintoState("keep", 1, OWN, (), (True, False, False), (face, 0, 0))
        values = plan.keeping(state)
        assert (values[game.keep] > values[game.reroll]) == (face > 3)
        assert values[game.reroll] == pytest.approx(3.5, abs=1e-12)


# Late sheets

N = None
LATE = QwintoSheet(
    (1, 3, 5, 7, 9, 11, N, 15, 16, N, 4, 6, 8, 9, 10, 12, 14, 18, 2, 5, 7, 8, 11, 13, 14, 16, N), 3
)


def test_fitting_fields_are_those_of_the_rules() -> None:
    game = qwinto()
    state = before_turn(game, LATE)
    for total in range(1, 19):
        for row in range(3):
            chosen = tuple(other == row for other in range(3))
            entries = state._replace(
                phase=ENTRIES, chosen=chosen, roll=tuple(total if c else 0 for c in chosen)
            )
            legal = [action for action in game.legal(entries, OWN) if action]
            assert list(fitting_fields(game, LATE, row, total)) == legal


@pytest.mark.parametrize("options", ["", ", refuse=false", ", rerolls=2", ", rerolls=0",
                                     ", column_rule=three_field_columns"])  # fmt: skip
def test_late_sheet_against_brute_force_to_nine_digits(options: str) -> None:
    game = qwinto(options)
    brute = BruteForce(game, merge_qwinto).value(before_turn(game, LATE))
    assert QwintoEndgame(game).value(LATE) == pytest.approx(brute, abs=1e-9)


def test_small_sheet_with_two_misthrows_against_brute_force() -> None:
    game = qwinto_on(2, (". o *", ". * o", "o o ."))
    sheet = QwintoSheet((1, N, N, 3, N, 4), 2)
    brute = BruteForce(game, merge_qwinto).value(before_turn(game, sheet))
    assert QwintoEndgame(game).value(sheet) == pytest.approx(brute, abs=1e-9)


def test_every_answer_of_a_late_turn_against_brute_force() -> None:
    game = qwinto()
    end = QwintoEndgame(game)
    brute = BruteForce(game, merge_qwinto)
    state = before_turn(game, LATE)
    dice = SeededDice("late")
    phases = set()
    while not isinstance(node := game.node(state), Terminal):
        if isinstance(node, Chance):
            state = game.roll(state, dice.draw(node))
            continue
        assert isinstance(node, Decision)
        phases.add(node.phase)
        answers = end.answers(state)
        assert set(answers) == set(game.legal(state, OWN))
        for action, value in answers.items():
            assert value == pytest.approx(brute.value(game.play(state, {OWN: action})), abs=1e-9)
        state = game.play(state, {OWN: max(sorted(answers), key=answers.__getitem__)})
    assert phases == {"choose", "keep", "entries"}


def test_sheets_that_differ_in_dead_numbers_are_one_position() -> None:
    game = qwinto()
    numbers = list(LATE.numbers)
    numbers[1] = 2
    other = LATE._replace(numbers=tuple(numbers))
    end = QwintoEndgame(game)
    further = end.value(LATE) - game.sheet_score(LATE).total
    states = end.states
    assert end.value(other) - game.sheet_score(other).total == further
    assert end.states == states


def test_early_sheets_are_refused_with_their_number_of_positions() -> None:
    game = qwinto()
    empty = game.initial().sheets[OWN]
    with pytest.raises(InputError, match="too many to work out its value; up to 20000"):
        QwintoEndgame(game).value(empty)


def test_a_finished_sheet_is_worth_its_points() -> None:
    game = qwinto()
    sheet = LATE._replace(misthrows=4)
    assert has_ended(game, sheet)
    assert QwintoEndgame(game).value(sheet) == game.sheet_score(sheet).total


# The small sheet


@pytest.fixture(scope="module")
def small() -> SmallQwintoSolution:
    return solve_small_qwinto(small_qwinto())


def test_a_row_of_three_has_220_states() -> None:
    assert len(row_states(small_qwinto())) == 220


@pytest.mark.parametrize("options", ["", "refuse=false", "rerolls=0",
                                     "column_rule=three_field_columns"])  # fmt: skip
def test_rows_of_two_against_the_search_to_nine_digits(options: str) -> None:
    game = qwinto_on(2, (". o *", ". * o", "o o ."), options)
    solution = solve_small_qwinto(game, kind=np.float64)
    end = QwintoEndgame(game, most_positions=100_000)
    for numbers, misthrows in [((N, N, N, N, N, 6), 3), ((2, N, N, N, 1, N), 2)]:
        sheet = QwintoSheet(numbers, misthrows)
        assert solution.expected(sheet) == pytest.approx(end.value(sheet), abs=1e-9)


@pytest.mark.slow
def test_small_sheet_is_worth_27_6156(small: SmallQwintoSolution) -> None:
    assert small.value == pytest.approx(27.61556, abs=1e-4)
    assert small.states == 18_936_400


@pytest.mark.slow
def test_small_sheet_agrees_with_the_search_on_late_sheets(small: SmallQwintoSolution) -> None:
    end = QwintoEndgame(small.game)
    for numbers, misthrows in [
        ((2, N, 7, 1, 4, N, N, 5, 6), 1),
        ((N, 5, N, 2, 4, 9, 1, N, 8), 3),
        ((1, 4, 9, N, N, 8, 2, 3, N), 0),
    ]:
        sheet = QwintoSheet(numbers, misthrows)
        assert small.expected(sheet) == pytest.approx(end.value(sheet), abs=1e-4)


@pytest.mark.slow
def test_2000_games_on_the_small_sheet_agree_with_its_value(small: SmallQwintoSolution) -> None:
    game, points = small.game, []
    for number in range(2000):
        state, dice = game.initial(), SeededDice("small", number)
        while not isinstance(node := game.node(state), Terminal):
            if isinstance(node, Chance):
                state = game.roll(state, dice.draw(node))
            else:
                answers = small.answers(state)
                state = game.play(state, {OWN: max(sorted(answers), key=answers.__getitem__)})
        points.append(game.scores(state)[OWN].total)
    assert abs(np.mean(points) - small.value) < 3 * np.std(points) / np.sqrt(len(points))


def test_real_sheet_is_too_large_to_be_solved_completely() -> None:
    with pytest.raises(InputError, match="three rows, up to 3 fields each"):
        solve_small_qwinto(qwinto())


# The bound


def test_bound_of_a_small_sheet_is_above_its_value(store: Store) -> None:
    game = qwinto_on(2, (". o *", ". * o", "o o ."))
    value = solve_small_qwinto(game, kind=np.float64).value
    for entry_price, full_price in [(0.0, 0.0), (0.4, 1.0), (2.0, 3.0), (7.0, 0.5)]:
        bound = bound_qwinto(game, store=store, entry_price=entry_price, full_price=full_price)
        assert bound.value >= value


def test_bound_is_kept(store: Store) -> None:
    game = qwinto_on(2, (". o *", ". * o", "o o ."))
    first, second = (bound_qwinto(game, store=store) for _ in range(2))
    assert (first.cached, second.cached) == (False, True)
    assert first.value == second.value


def test_free_waiting_bounds_a_row_by_its_best_numbers(store: Store) -> None:
    # With no price on a turn every row waits for the greatest numbers. Up to 6 a full row of two
    # ends on 6, and the framed fields add 6, 5 and none.
    game = qwinto_on(2, (". o *", ". * o", "o o ."))
    bound = bound_qwinto(game, store=store, entry_price=0.0, full_price=0.0)
    assert bound.rows == pytest.approx((12.0, 11.0, 6.0), abs=1e-6)


@pytest.mark.slow
def test_no_play_of_the_real_game_gives_more_than_110_points(store: Store) -> None:
    bound = bound_qwinto(qwinto(), store=store)
    assert bound.value == pytest.approx(109.967, abs=1e-2)
