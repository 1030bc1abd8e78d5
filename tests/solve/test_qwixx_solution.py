"""The solution of the official game: published values, and what must hold within the table."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from rollwright import PASS, Chance, Seat, SeededDice, Terminal, create_game
from rollwright.arena import play_match
from rollwright.bots import create_bot
from rollwright.errors import InputError
from rollwright.games.qwixx import COLOUR, WHITE, Qwixx, QwixxSheet, QwixxState
from rollwright.record import Rolled
from rollwright.sheet import parse_sheet_spec
from rollwright.solve.qwixx import (
    QwixxSolution,
    solve_friendly_qwixx,
    solve_qwixx,
    solve_sheets,
)
from rollwright.solve.qwixx_model import QwixxModel
from rollwright.solve.qwixx_play import play_perfectly
from rollwright.solve.store import Store

from .brute_force import QwixxBruteForce
from .small_sheets import qwixx_rows, small_qwixx

OFFICIAL, FINISHED_TURN = 115.48312, 115.91081
"""Published: bmhowe34/qwixx-gen-single-opt, and realead/qwixxmaster for the other end."""

SD = 27.07

OWN = Seat(0)


def before_roll(game: Qwixx, rows: tuple[tuple[int, ...], ...], misthrows: int = 0) -> QwixxState:
    """The state before a roll on a sheet, its locked rows being closed."""
    closed = tuple(game.last_position(row) in crossed for row, crossed in enumerate(rows))
    state = game.begin(game.initial())
    return state._replace(sheets=(QwixxSheet(rows, misthrows),), closed=closed)


def test_official_game_is_worth_115_48312(solved: QwixxSolution) -> None:
    assert solved.value == pytest.approx(OFFICIAL, abs=5e-5)


def test_there_are_5_455_128_positions(solved: QwixxSolution) -> None:
    assert solved.states == 5_455_128


def test_finished_turn_is_worth_115_91081() -> None:
    game = cast(Qwixx, create_game("qwixx(players=1, second_lock=finish_turn)"))
    tables, _ = solve_sheets(QwixxModel(game), 1, np.float32)
    assert tables[0, 0, 0] == pytest.approx(FINISHED_TURN, abs=5e-5)


def test_the_stored_table_has_at_most_25_megabytes(
    solved: QwixxSolution, session_store: Store
) -> None:
    sizes = [path.stat().st_size for path in session_store.folder.glob("qwixx-solo-*")]
    assert sizes
    assert max(sizes) < 25_000_000
    again = solve_qwixx(solved.game, store=session_store)
    assert again.cached
    assert (again.table == solved.table).all()


def test_nothing_is_to_come_after_the_end(solved: QwixxSolution) -> None:
    locked = (0, 1, 2, 3, 4, 10)
    over = before_roll(solved.game, (locked, locked, (0,), ()))
    assert solved.further(over).at_least == 0.0
    last = before_roll(solved.game, ((), (), (), ()), 4)
    assert solved.further(last).at_least == 0.0


def test_swapped_rows_are_worth_the_same(solved: QwixxSolution) -> None:
    red, yellow, green, blue = (0, 3), (1, 2, 5), (4,), (0, 1, 2, 6, 7)
    value = solved.further(before_roll(solved.game, (red, yellow, green, blue), 1))
    for rows in [
        (yellow, red, green, blue),
        (red, yellow, blue, green),
        (green, blue, red, yellow),
    ]:
        assert solved.further(before_roll(solved.game, rows, 1)) == value


def test_only_the_last_cross_and_the_number_of_crosses_matter(solved: QwixxSolution) -> None:
    one = before_roll(solved.game, ((0, 1, 5), (), (), ()))
    other = before_roll(solved.game, ((2, 4, 5), (), (), ()))
    assert solved.further(one) == solved.further(other)


def test_a_misthrow_box_left_is_worth_something(solved: QwixxSolution) -> None:
    values = [
        solved.further(before_roll(solved.game, ((), (), (), ()), misthrows)).at_least
        for misthrows in range(4)
    ]
    assert values == sorted(values, reverse=True)


LATE = [
    (((0, 1, 2, 3, 4, 10), (8, 9), (9,), (3, 4, 9)), 3),
    (((0, 1, 2, 3, 5, 6, 10), (2, 5, 9), (6, 7, 8, 9), (0, 1, 2, 8)), 1),
    (((7,), (5, 6, 8, 9), (0, 1, 2, 3, 4, 10), (9,)), 2),
]


@pytest.mark.parametrize(("rows", "misthrows"), LATE)
def test_mean_over_all_rolls_is_the_value_before(
    solved: QwixxSolution, rows: tuple[tuple[int, ...], ...], misthrows: int
) -> None:
    state = before_roll(solved.game, rows, misthrows)
    brute = QwixxBruteForce(solved.game, qwixx_rows)
    mean = brute.mean(state, solved.expected)
    assert mean == pytest.approx(solved.expected(state), abs=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "misthrows"),
    [
        (((), (), (), ()), 0),
        (((), (), (), ()), 3),
        (((0, 1, 4), (2,), (0, 2, 3), (1, 3, 4, 5, 6)), 1),
        (((0, 1, 2, 4, 5), (3, 4, 5), (1, 2, 3, 4, 5, 6), (7,)), 2),
    ],
)
def test_mean_over_all_46656_rolls_is_the_value_before(
    solved: QwixxSolution, rows: tuple[tuple[int, ...], ...], misthrows: int
) -> None:
    state = before_roll(solved.game, rows, misthrows)
    brute = QwixxBruteForce(solved.game, qwixx_rows)
    mean = brute.mean(state, solved.expected)
    assert mean == pytest.approx(solved.expected(state), abs=1e-4)


def test_the_best_answer_is_worth_what_the_roll_is_worth(solved: QwixxSolution) -> None:
    game = solved.game
    state = game.roll(before_roll(game, ((0,), (1, 2), (), (3,))), (3, 4, 2, 5, 6, 1))
    values = solved.answers(state)
    assert max(values.values()) == solved.expected(state)
    best = max(values, key=lambda action: values[action])
    after = game.play(state, {OWN: best})
    assert after.phase == COLOUR
    assert max(solved.answers(after).values()) == solved.expected(state)


def test_perfect_play_of_the_kernel_is_that_of_the_bot(
    solved: QwixxSolution, session_store: Store
) -> None:
    bot = create_bot("perfect", solved.game)
    played = play_perfectly(solved, "same-dice", 12)
    for number, (points, turns, closed) in enumerate(played):
        match = play_match(solved.game, [bot], SeededDice("same-dice", number))
        sheet = match.state.sheets[0]
        assert solved.game.sheet_score(sheet).total == points
        assert (match.state.turn, sum(match.state.closed)) == (turns, closed)


def test_perfect_play_loses_nothing(solved: QwixxSolution) -> None:
    bot = create_bot("perfect", solved.game)
    match = play_match(solved.game, [bot], SeededDice("no-loss", 1))
    luck = 0.0
    for before, step in match.trail:
        if isinstance(step, Rolled):
            after = solved.game.roll(before, step.roll)
            luck += solved.expected(after) - solved.expected(before)
        else:
            action = dict(step.joint)[OWN]
            values = solved.answers(before)
            assert values[action] == max(values.values())
    total = solved.expected(match.state)
    assert solved.value + luck == pytest.approx(total, abs=1e-4)


def test_5000_perfect_games_agree_with_the_value(solved: QwixxSolution) -> None:
    points = play_perfectly(solved, "five-thousand", 5_000)[:, 0]
    assert abs(points.mean() - solved.value) < 3 * SD / np.sqrt(len(points))
    assert points.std() == pytest.approx(SD, rel=0.05)


@pytest.mark.slow
def test_1000000_perfect_games_agree_with_the_value(solved: QwixxSolution) -> None:
    played = play_perfectly(solved, "a-million", 1_000_000)
    points, turns, closed = played[:, 0], played[:, 1], played[:, 2]
    assert abs(points.mean() - solved.value) < 3 * SD / 1000
    assert points.std() == pytest.approx(SD, abs=0.1)
    assert turns.mean() == pytest.approx(26.153, abs=0.03)
    assert (closed >= 2).mean() == pytest.approx(0.4522, abs=0.002)


OPTIONS = [
    "marks_to_lock=1, max_misthrows=2, rows_to_end=1",
    "marks_to_lock=2, max_misthrows=3, voluntary_misthrow=false, same_row_twice=false",
    "marks_to_lock=1, max_misthrows=1, second_lock=finish_turn, rows_to_end=3",
]


@pytest.mark.parametrize("options", OPTIONS)
def test_perfect_play_under_other_options_is_that_of_the_bot(options: str, store: Store) -> None:
    game = small_qwixx(4, options)
    solution = solve_qwixx(game, store=store)
    played = play_perfectly(solution, 1, 3000)[:, 0]
    assert abs(played.mean() - solution.value) < 3 * played.std() / np.sqrt(len(played))
    for number, points in enumerate(played[:4]):
        state = game.initial()
        dice = SeededDice(1, number)
        while not isinstance(node := game.node(state), Terminal):
            if isinstance(node, Chance):
                state = game.roll(state, dice.draw(node))
            else:
                values = solution.answers(state)
                state = game.play(state, {OWN: max(sorted(values), key=values.__getitem__)})
        assert solution.expected(state) == points


def test_one_friendly_seat_is_the_game_alone(store: Store) -> None:
    game = small_qwixx(3, "marks_to_lock=3")
    assert solve_friendly_qwixx(game, store=store).seats == (solve_qwixx(game, store=store).value,)


def test_company_that_does_not_interfere_helps(store: Store) -> None:
    alone = solve_qwixx(small_qwixx(3, "marks_to_lock=3"), store=store).value
    game = small_qwixx(3, "marks_to_lock=3", players=2)
    solution = solve_friendly_qwixx(game, store=store)
    first, second = solution.seats
    assert alone < min(first, second)
    again = solve_friendly_qwixx(game, store=store)
    assert again.cached
    assert again.seats == solution.seats


@pytest.mark.slow
def test_two_friendly_seats_with_finished_turn_as_published(store: Store) -> None:
    game = cast(Qwixx, create_game("qwixx(players=2, second_lock=finish_turn)"))
    # realead/qwixxmaster sampled its rolls: 131.18 and 131.79.
    seats = solve_friendly_qwixx(game, store=store).seats
    assert seats == pytest.approx((131.18, 131.79), abs=0.1)


def test_games_of_several_are_refused() -> None:
    with pytest.raises(InputError, match=r"only the game for one player: qwixx\(players=1\)"):
        solve_qwixx(cast(Qwixx, create_game("qwixx(players=3)")))
    with pytest.raises(InputError, match="one player"):
        create_bot("perfect", create_game("qwixx(players=2)"))


def test_a_sheet_of_three_rows_is_refused() -> None:
    text = 'name = "x"\ntitle = "Trio"\nfaces = 6\n' + "".join(
        f'[[line]]\nname = "{name}"\nletter = "{name[0]}"\nfields = "{name[0].upper()}2"\n'
        for name in ("red", "yellow", "green")
    )
    with pytest.raises(InputError, match="Trio cannot be solved: it must have four rows"):
        QwixxModel(Qwixx(create_game("qwixx(players=1)").spec, parse_sheet_spec(text)))


def test_passing_with_a_white_cross_legal_is_answered_too(solved: QwixxSolution) -> None:
    state = solved.game.roll(before_roll(solved.game, ((), (), (), ())), (1, 1, 1, 1, 1, 1))
    assert state.phase == WHITE
    assert set(solved.answers(state)) == set(solved.game.legal(state, OWN))
    assert PASS in solved.answers(state)
