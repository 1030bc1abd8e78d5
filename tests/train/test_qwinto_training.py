"""Training for Qwinto: slopes are right, seats stray as they should, and it can be repeated."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rollwright.bots.qwinto.net import Net
from rollwright.bots.qwinto.weights import read_networks
from rollwright.fast import qwinto as fast
from rollwright.fast.compile import new_record
from rollwright.fast.straying import OFTEN, draw_turn
from rollwright.fast.streams import chain
from rollwright.train import qwinto, qwinto_company, qwinto_points
from rollwright.train.qwinto_points import BATCH, Samples, Step, Trainer, make_all_rules
from rollwright.train.qwinto_turns import ALL_TURNS, MOST_STRAYED, STRAYS, draw_strays, trace

pytestmark = pytest.mark.slow
"""The kernels of learning take long to compile."""


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Trainer:
    trainer = Trainer(tmp_path_factory.mktemp("trained"), "a")
    for _ in range(2):
        trainer.play_and_learn(1e-3)
    trainer.save()
    return trainer


def test_the_same_seed_learns_the_same_and_another_one_something_else(
    trained: Trainer, tmp_path: Path
) -> None:
    same, other = Trainer(tmp_path, "a"), Trainer(tmp_path, "b")
    for trainer in (same, other):
        for _ in range(2):
            trainer.play_and_learn(1e-3)
    assert all((mine == its).all() for mine, its in zip(trained.net, same.net, strict=True))
    assert not np.allclose(trained.net.table, other.net.table)


def test_a_checkpoint_holds_all_weights_and_the_round(trained: Trainer) -> None:
    later = Trainer(trained.folder, "a")
    assert later.load()
    assert later.round == trained.round == 2
    for name in Net._fields:
        np.testing.assert_array_equal(getattr(later.net, name), getattr(trained.net, name))
        np.testing.assert_array_equal(getattr(later.mean, name), getattr(trained.mean, name))


def test_slopes_of_sheets_are_those_of_the_squared_error(trained: Trainer) -> None:
    net = Net(*(weights.astype(np.float32) for weights in trained.net))
    samples, count = trained.samples, 40
    slopes = slopes_of(net, samples, count)
    for name in Net._fields:
        weights, slope = getattr(net, name), getattr(slopes, name)
        for place in np.argsort(np.abs(slope), axis=None)[-4:]:
            at = np.unravel_index(place, slope.shape)
            costs = []
            for step in (-2e-3, 2e-3):
                kept = weights[at]
                weights[at] = kept + np.float32(step)
                costs.append(squared_errors(net, samples, count) / 2 / BATCH)
                weights[at] = kept
            assert slope[at] == pytest.approx((costs[1] - costs[0]) / 4e-3, rel=0.05, abs=1e-4)


def slopes_of(net: Net, samples: Samples, count: int) -> Net:
    gradients = Net(*(np.zeros_like(weights) for weights in net))
    rows = len(net.table)
    step = Step(gradients, np.zeros(rows, np.int64), np.zeros(rows, np.int64))
    touched, width = 0, net.table.shape[1]
    sums, back = np.zeros(width, np.float32), np.zeros(width, np.float32)
    hidden = np.zeros(net.second.shape[2], np.float32)
    for sample in range(count):
        touched = qwinto_points.add_gradient(
            net, step, samples, sample, 1, touched, sums, back, hidden
        )
    return gradients


def squared_errors(net: Net, samples: Samples, count: int) -> float:
    """By numpy, in double precision."""
    total = 0.0
    for sample in range(count):
        group = samples.groups[sample]
        features = samples.features[sample, : samples.counts[sample]]
        first = np.maximum(net.table[features].astype(float).sum(axis=0), 0)
        second = np.maximum(first @ net.second[group] + net.second_bias[group], 0)
        value = second @ net.output[group].astype(float) + net.output_bias[group]
        total += float(value - samples.targets[sample]) ** 2
    return total


def test_in_half_of_the_matches_seats_stray_in_their_first_turns() -> None:
    rules, strays = make_all_rules()[3], new_record(STRAYS)
    astray = often = now = turns = endless = 0
    for match in range(2000):
        key = np.uint64(chain(np.uint64(1), match))
        draw_strays(rules, key, strays)
        turns_of = strays.turns[:4]
        assert ((turns_of < MOST_STRAYED) | (turns_of == ALL_TURNS)).all()
        assert (strays.kind[:4][turns_of == ALL_TURNS] != fast.RANDOM).all()
        endless += bool(turns_of[1] == ALL_TURNS)
        assert set(strays.often[:4].tolist()) <= {1, OFTEN}
        astray += bool(strays.turns[:4].any())
        draw_turn(rules.players, MOST_STRAYED, key, strays)
        assert not strays.now[:4][turns_of < MOST_STRAYED].any()
        if strays.turns[0] > 0:
            turns += 1
            often += bool(strays.often[0] == OFTEN)
            draw_turn(rules.players, 0, np.uint64(chain(key, 2)), strays)
            now += int(strays.now[0])
    assert astray / 2000 == pytest.approx(0.5, abs=0.04)
    assert endless / 2000 == pytest.approx(0.5 * 0.25 * 0.8, abs=0.03)
    assert often / turns == pytest.approx(0.5, abs=0.06)
    assert now / turns == pytest.approx(0.5 + 0.5 / OFTEN, abs=0.06)


def test_errors_after_a_turn_count_for_those_who_kept_to_the_plan() -> None:
    strays, state = new_record(STRAYS), new_record(fast.STATE)
    state.active = 1
    strays.now[:] = [1, 0, 0, 0, 0, 0]
    assert [trace(state, seat, 0.7, strays) for seat in range(3)] == [0.0, 0.7, 0.7]
    strays.now[:] = [0, 1, 0, 0, 0, 0]
    assert [trace(state, seat, 0.7, strays) for seat in range(3)] == [0.0, 0.0, 0.0]


def test_games_get_better_within_twenty_rounds(tmp_path: Path) -> None:
    trainer, points = Trainer(tmp_path, "a"), []
    for _ in range(2):
        trainer.results[:] = 0
        for _ in range(10):
            trainer.play_and_learn(1e-3)
        points.append(trainer.results[1, 2] / trainer.results[1, 0])
    assert points[1] > points[0] + 5


def test_both_trainings_write_networks_that_the_bots_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(qwinto_company, "ROUND", 10)
    folder = tmp_path / "folder"
    qwinto.main(["--folder", str(folder), "--points-rounds", "2", "--company-rounds", "2"])
    qwinto.write_means(folder, tmp_path / "networks.npz")
    networks = read_networks(tmp_path / "networks.npz")
    assert all(np.isfinite(weights).all() for weights in (*networks.net, *networks.company))
    assert (networks.net.table != 0).any(axis=1).sum() > 1000
