"""The exact evaluators: each value is the mean of what can follow."""

from __future__ import annotations

from itertools import product
from math import sqrt
from typing import Any

import numpy as np
import pytest

from rollwright import Chance, Decision, Seat, Terminal
from rollwright.dice import Stream, seed_key
from rollwright.games.qwingo import ENTRIES, Qwingo, QwingoState
from rollwright.review.exact import ExactQwingo, ExactQwixx
from rollwright.solve.qwixx_play import values_of_rolls
from rollwright.testing.walk import walk

OWN = Seat(0)
ROLLS = np.array(list(product(range(1, 7), repeat=6)), dtype=np.int64)


def before_rolls(judge: ExactQwixx, count: int) -> list[Any]:
    """Positions before a roll, a few of each of many random games."""
    game, found = judge.solution.game, []
    for seed in range(count):
        states = [s for s, _ in walk(game, f"exact {seed}") if isinstance(game.node(s), Chance)]
        found.extend(states[seed % 3 :: 3])
    return found[:count]


@pytest.mark.parametrize("count", [25, pytest.param(1000, marks=pytest.mark.slow)])
def test_the_mean_over_all_rolls_after_is_the_value_before(
    qwixx_alone: ExactQwixx, count: int
) -> None:
    game, solution = qwixx_alone.solution.game, qwixx_alone.solution
    states = before_rolls(qwixx_alone, count)
    assert len(states) == count
    for state in states:
        mean = values_of_rolls(solution, state, ROLLS).mean()
        before = qwixx_alone.expected(game, state).mean[0, 0]
        assert mean == pytest.approx(before, abs=1e-4)


def test_what_a_roll_is_worth_is_the_best_of_its_answers(qwixx_alone: ExactQwixx) -> None:
    game, stream = qwixx_alone.solution.game, Stream(seed_key("rolls"))
    for state in before_rolls(qwixx_alone, 30):
        node = game.node(state)
        assert isinstance(node, Chance)
        faces = np.array([[1 + stream.below(6) for _ in range(6)]], dtype=np.int64)
        roll = tuple(int(faces[0, die.index]) for die in node.dice)
        found = values_of_rolls(qwixx_alone.solution, state, faces)[0]
        rolled = game.roll(state, roll)
        assert found == pytest.approx(qwixx_alone.ahead(game, rolled).mean[0, 0], abs=1e-4)
        actions, values = qwixx_alone.answers(game, rolled, OWN)
        assert actions == game.legal(rolled, OWN)
        assert qwixx_alone.ahead(game, rolled).mean[0, 0] == values.mean.max()


@pytest.mark.slow
def test_luck_has_mean_zero_over_10000_games(qwixx_alone: ExactQwixx) -> None:
    solution = qwixx_alone.solution
    game = solution.game
    sums = []
    for seed in range(10_000):
        luck = 0.0
        for state, step in walk(game, f"luck {seed}"):
            node = game.node(state)
            if isinstance(node, Chance) and step is not None:
                faces = np.ones((1, 6), dtype=np.int64)
                for die, face in zip(node.dice, step.roll, strict=True):  # type: ignore[union-attr]
                    faces[0, die.index] = face
                after = float(values_of_rolls(solution, state, faces)[0])
                luck += after - solution.expected(state)
        sums.append(luck)
    mean = sum(sums) / len(sums)
    error = sqrt(sum((s - mean) ** 2 for s in sums)) / len(sums)
    assert error < 0.5
    assert abs(mean) < 3 * error


def qwingo_states(judge: ExactQwingo, count: int) -> list[QwingoState]:
    """States of random games, the early ones of each."""
    found: list[QwingoState] = []
    seed = 0
    while len(found) < count:
        moves = zip(range(60), walk(judge.game, f"qwingo {seed}"), strict=False)
        found.extend(state for _, (state, _) in moves)
        seed += 1
    return found[:count]


def test_a_called_number_is_worth_the_mean_over_the_six_faces(qwingo_alone: ExactQwingo) -> None:
    game = qwingo_alone.game
    called = [s for s in qwingo_states(qwingo_alone, 400) if isinstance(game.node(s), Chance)]
    assert len(called) > 50
    for state in called:
        rolled = [game.roll(state, (face,)) for face in range(1, 7)]
        best = []
        for after in rolled:
            assert after.phase == ENTRIES
            _, values = qwingo_alone.answers(game, after, OWN)
            best.append(values.mean.max())
        assert qwingo_alone.expected(game, state).mean[0, 0] == pytest.approx(
            float(np.mean(best)), abs=1e-9
        )


def test_a_call_is_worth_what_its_roll_is_worth(qwingo_alone: ExactQwingo) -> None:
    game: Qwingo = qwingo_alone.game
    calls = [s for s in qwingo_states(qwingo_alone, 200) if s.phase == "call"]
    for state in calls[::5]:
        actions, values = qwingo_alone.answers(game, state, OWN)
        assert actions == game.legal(state, OWN)
        for row in (0, 30, 60, 99):
            after = game.play(state, {OWN: actions[row]})
            expected = qwingo_alone.values(game, [after]).mean[0, 0]
            assert values.mean[row, 0] == pytest.approx(expected, abs=1e-9)


def test_the_best_answer_of_qwingo_is_never_worth_more_than_the_sheet(
    qwingo_alone: ExactQwingo,
) -> None:
    """The value before a call is a bound on the turns: no answer can do better."""
    game = qwingo_alone.game
    for state in qwingo_states(qwingo_alone, 500):
        if isinstance(game.node(state), Decision):
            ahead = qwingo_alone.ahead(game, state).mean[0, 0]
            assert ahead <= qwingo_alone.values(game, [state]).mean[0, 0] + 1e-9


def test_an_entry_of_qwingo_that_leads_for_certain_is_the_best_one(
    qwingo_alone: ExactQwingo,
) -> None:
    game, certain = qwingo_alone.game, 0
    for state in qwingo_states(qwingo_alone, 2000):
        if state.phase != ENTRIES or len(game.legal(state, OWN)) < 2:
            continue
        actions, values = qwingo_alone.answers(game, state, OWN)
        leads = [qwingo_alone.certain_lead(game, state, action) for action in actions]
        best = int(np.argmax(values.mean[:, 0]))
        assert all(lead <= 0 for row, lead in enumerate(leads) if row != best)
        certain += leads[best] > 0
    assert certain > 20


def test_a_finished_game_is_worth_its_result(
    qwixx_alone: ExactQwixx, qwingo_alone: ExactQwingo
) -> None:
    game = qwixx_alone.solution.game
    final = [state for state, _ in walk(game, 1)][-1]
    assert isinstance(game.node(final), Terminal)
    values = qwixx_alone.values(game, [final])
    assert values.mean[0, 0] == values.margin[0, 0] == game.scores(final)[0].total
    assert values.error[0, 0] == 0.0


def test_before_the_lot_a_game_is_worth_what_it_is_after_it(qwixx_alone: ExactQwixx) -> None:
    game = qwixx_alone.solution.game
    lot = game.initial()._replace(phase=game.LOT, turn=0)
    assert qwixx_alone.expected(game, lot).mean[0, 0] == pytest.approx(qwixx_alone.solution.value)
