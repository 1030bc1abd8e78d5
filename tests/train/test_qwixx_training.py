"""Training of the network of Qwixx: slopes are right, and it goes on where it was stopped."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rollwright.bots.qwixx.estimates import estimate
from rollwright.bots.qwixx.inputs import MARGIN_UNIT
from rollwright.bots.qwixx.weights import Net, read_weights
from rollwright.train.qwixx import Learner, Settings, ship
from rollwright.train.qwixx_learning import MARGIN_WEIGHT, add_gradients

pytestmark = pytest.mark.slow

SMALL = Settings(games=100_000, units=8, width=4)


@pytest.fixture(scope="module")
def learner() -> Learner:
    learner = Learner(SMALL)
    learner.play_round()
    return learner


def loss(learner: Learner, net: Net, index: int) -> float:
    """What a sample costs, by the numpy version of the network."""
    sample = learner.samples.view(np.recarray)[index]
    facts = sample.facts[: sample.players].astype(np.int64)[None]
    view = int(sample.viewer)
    score, margin = estimate(net, facts, np.array([sample.following]), view)
    chance = score[0]
    entropy = -sample.score * np.log(chance) - (1 - sample.score) * np.log(1 - chance)
    distance = margin[0] / MARGIN_UNIT - sample.margin
    return float(entropy + MARGIN_WEIGHT * distance**2 / 2)


def test_slopes_are_those_of_the_loss(learner: Learner) -> None:
    indices = np.flatnonzero(learner.samples["weak"][:1000] == 0)[:20]
    net = Net(*(layer.copy() for layer in learner.net))
    slopes = Net(*(np.zeros_like(layer) for layer in net))
    symmetries = np.zeros(len(indices), np.int64)
    add_gradients(learner.samples, indices, symmetries, net[:], slopes[:])
    step = np.float32(1e-2)
    for layer, slope in zip(net, slopes, strict=True):
        steepest = np.unravel_index(np.argsort(np.abs(slope), axis=None)[-5:], slope.shape)
        for place in zip(*steepest, strict=True):
            before = layer[place]
            costs = []
            for sign in (-1, 1):
                layer[place] = before + sign * step
                costs.append(sum(loss(learner, net, index) for index in indices))
            layer[place] = before
            measured = (costs[1] - costs[0]) / (2 * float(step))
            assert slope[place] == pytest.approx(measured, rel=0.05, abs=0.02)


def test_training_goes_on_where_it_was_saved(learner: Learner, tmp_path: Path) -> None:
    learner.keep()
    learner.save(tmp_path / "last.npz")
    again = [Learner(SMALL) for _ in range(2)]
    for other in again:
        other.load(tmp_path / "last.npz")
        assert (other.games, other.steps) == (learner.games, learner.steps)
        other.play_round()
    for one, two in zip(again[0].net, again[1].net, strict=True):
        assert (one == two).all()


def test_shipped_network_has_half_the_digits(learner: Learner, tmp_path: Path) -> None:
    np.savez(tmp_path / "net.npz", **learner.mean._asdict())
    ship(tmp_path / "net.npz", tmp_path / "shipped.npz")
    for whole, half in zip(learner.mean, read_weights(tmp_path / "shipped.npz"), strict=True):
        assert half == pytest.approx(whole, rel=1e-3, abs=1e-6)


def test_wider_network_begins_like_the_old_one(learner: Learner) -> None:
    wider = Learner(Settings(games=100_000, units=16, width=4))
    wider.begin_from(learner.net)
    assert (wider.net.first[:, :8] == learner.net.first).all()
    assert (wider.net.second[:, :8] == learner.net.second).all()
    assert np.abs(wider.net.second[:, 8:]).max() < 0.2
