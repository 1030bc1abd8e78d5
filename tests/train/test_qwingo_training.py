"""Training for Qwingo: the same seed learns the same, and what is learned lowers the loss."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rollwright.bots.qwingo.shapes import LEARNED, WEIGHTS
from rollwright.bots.qwingo.weights import read_network
from rollwright.train.qwingo import BATCH, Learner, Settings, average, train
from rollwright.train.qwingo_layouts import EVEN

pytestmark = pytest.mark.slow
"""The kernels of learning take long to compile."""


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
    train(Settings(until=8, save_every=4, width=4), tmp_path)
    saved = sorted(path.name for path in tmp_path.iterdir())
    assert saved == ["0000004.npz", "0000008.npz", "mean.npz"]
    mean, parts = read_network(tmp_path / "mean.npz"), average(sorted(tmp_path.glob("0*.npz")))
    for name in (WEIGHTS.names or ())[:-2]:
        np.testing.assert_allclose(mean[name], parts[name], atol=1e-6)
    assert mean.shares.sum() > 990
    assert tuple(mean.layouts[0]) == EVEN
