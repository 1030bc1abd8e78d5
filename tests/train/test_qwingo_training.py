"""Training for Qwingo: the same seed learns the same, from errors without the luck of the die."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rollwright.bots.qwingo.kernel import COUNTER, STATE, WORK, make_rules
from rollwright.bots.qwingo.learning import LESSON, REACH, learn, play_lesson
from rollwright.bots.qwingo.shapes import LEARNED, WEIGHTS
from rollwright.bots.qwingo.straying import MOST_TURNS, STRAYS, STYLES, draw_strays
from rollwright.bots.qwingo.weights import load_network, read_network
from rollwright.dice import seed_key
from rollwright.fast.compile import new_record
from rollwright.fast.straying import draw_turn
from rollwright.fast.streams import chain
from rollwright.spec import create_game
from rollwright.train.qwingo import BATCH, Learner, Settings, average, train
from rollwright.train.qwingo_layouts import EVEN

pytestmark = pytest.mark.slow
"""The kernels of learning take long to compile."""


def key_of(number: int) -> np.uint64:
    return np.uint64(chain(np.uint64(seed_key("qwingo training")), number))


@pytest.fixture(scope="module")
def rules() -> Any:
    return make_rules(create_game("qwingo(players=2)"))


def test_the_same_seed_learns_the_same_and_another_one_something_else() -> None:
    learners = [Learner(Settings(seed=seed)) for seed in (1, 1, 2)]
    losses = [[learner.round() for _ in range(3)] for learner in learners]
    assert losses[0] == losses[1]
    assert (learners[0].flat == learners[1].flat).all()
    assert not np.allclose(learners[0].flat, learners[2].flat)
    assert learners[0].games == 3 * BATCH
    assert learners[0].flat.size == LEARNED


def test_the_rate_falls_to_the_last_one() -> None:
    learner = Learner(Settings(games=100))
    assert learner.rate == pytest.approx(1e-3)
    learner.games = 50
    assert learner.rate == pytest.approx((1e-3 + 3e-5) / 2)
    learner.games = 200
    assert learner.rate == pytest.approx(3e-5)


def test_training_saves_networks_and_their_mean_with_layouts(tmp_path: Path) -> None:
    train(Settings(games=8, save_every=4, width=4), tmp_path)
    saved = sorted(path.name for path in tmp_path.iterdir())
    assert saved == ["0000004.npz", "0000008.npz", "mean.npz"]
    mean, parts = read_network(tmp_path / "mean.npz"), average(sorted(tmp_path.glob("0*.npz")))
    for name in (WEIGHTS.names or ())[:-2]:
        np.testing.assert_allclose(mean[name], parts[name], atol=1e-6)
    assert mean.shares.sum() > 990
    assert tuple(mean.layouts[0]) == EVEN


def test_in_half_of_the_games_seats_stray_each_in_its_style_for_up_to_31_turns(rules: Any) -> None:
    strays = new_record(STRAYS)
    turns, kinds = [], set()
    for game in range(400):
        draw_strays(rules, key_of(game), strays)
        turns.append(strays.turns[:2].max())
        kinds |= set(strays.kind[:2])
    assert 160 < sum(longest == 0 for longest in turns) < 240
    assert max(turns) == MOST_TURNS - 1
    assert kinds == set(STYLES)


def test_a_seat_strays_in_all_of_its_first_turns_or_in_a_third_of_them(rules: Any) -> None:
    strays = new_record(STRAYS)
    strays.turns[:2] = (300, 0)
    for often, least, most in ((1, 299, 299), (3, 70, 130)):
        strays.often[:2] = often
        now = []
        for turn in range(1, 400):
            somebody = draw_turn(rules.players, turn, key_of(turn), strays)
            assert somebody == bool(strays.now[0])
            assert not strays.now[1]
            now.append(somebody)
        assert not any(now[299:])
        assert least <= sum(now) <= most


def test_a_seat_that_strays_writes_its_starting_numbers_as_its_style_has_them(rules: Any) -> None:
    net, state, work = load_network(), new_record(STATE), new_record(WORK)
    strays, lesson = new_record(STRAYS), new_record(LESSON)
    counters = 0
    for game in range(60):
        key = key_of(game)
        draw_strays(rules, np.uint64(chain(key, 1)), strays)
        if strays.turns[0] > 0 and strays.kind[0] == COUNTER:
            counters += 1
            play_lesson(rules, net, key, 1, 0.0, state, work, strays, lesson)
            # All five in the top boxes: two more numbers than free ones would fit above none.
            assert set(lesson.kind[0, 0]) == {11}
            assert sorted(lesson.traits[0, 0, :, 0]) == pytest.approx([0.5, 0.6, 0.7, 0.8, 0.9])
    assert counters > 2


def test_a_position_learns_later_errors_up_to_the_first_turn_with_a_stray(rules: Any) -> None:
    net, state, work = load_network(), new_record(STATE), new_record(WORK)
    lesson, strays, reach = new_record(LESSON), new_record(STRAYS), new_record(REACH)
    slope = np.zeros(1, WEIGHTS).view(np.recarray)[0]
    play_lesson(rules, net, key_of(0), 2, 0.0, state, work, strays, lesson)
    lesson.size = 4
    lesson.chances[:4, 0] = (0.5, 0.6, 0.4, 0.7)
    lesson.expected[:4, 0] = (0.55, 0.5, 0.6, 0.9)
    for table in (lesson.chances, lesson.expected):
        table[:4, 1] = 1 - table[:4, 0]
    errors = lesson.expected[:4, 0] - lesson.chances[:4, 0]
    for astray, whole in (
        ((0, 0, 0, 0), errors[0] + errors[1] / 2 + errors[2] / 4 + errors[3] / 8),
        ((0, 0, 1, 0), errors[0] + errors[1] / 2 + errors[2] / 4),
        ((1, 0, 0, 0), errors[0]),
    ):
        lesson.astray[:4] = astray
        learn(rules, net, lesson, 0.5, work, slope, reach)
        assert reach.goal[0] == pytest.approx(lesson.chances[0, 0] + whole)
        assert reach.goal[:2].sum() == pytest.approx(1)


def test_what_is_expected_after_a_turn_hardly_differs_from_what_was_before_it(rules: Any) -> None:
    net, state, work = load_network(), new_record(STATE), new_record(WORK)
    lesson, strays = new_record(LESSON), new_record(STRAYS)
    errors: list[float] = []
    for game in range(20):
        play_lesson(rules, net, key_of(game), 100, 0.0, state, work, strays, lesson)
        found = lesson.expected[: lesson.size, :2]
        np.testing.assert_allclose(found.sum(axis=1), 1.0)
        errors += (found - lesson.chances[: lesson.size, :2])[:, 0].tolist()
    assert abs(np.mean(errors)) < 0.01
    assert np.std(errors) < 0.05
