"""Train the network of the bot `expert` for Qwingo in company, by games against itself.

Before each call the plan gives the exact mean, over the faces of the die, of what the network says
after the turn. What it said before differs from that by an error without the luck of the die; a
position learns from its own error and, less and less, from those of the turns that follow, up to
the first in which somebody strayed. Everything is determined by the seed and the settings.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bots.qwingo.kernel import STATE, WORK, make_rules
from ..bots.qwingo.learning import LESSON, REACH, learn, play_lesson
from ..bots.qwingo.shapes import HIDDEN, LEARNED, MOST_FREE, WEIGHTS
from ..bots.qwingo.straying import STRAYS
from ..bots.qwingo.weights import Net, read_network, save_network
from ..dice import seed_key
from ..fast.compile import new_record
from ..fast.streams import chain
from ..spec import create_game
from .qwingo_layouts import find_layouts

Floats = npt.NDArray[np.float64]

TABLES = (2, 2, 3, 2, 2, 4, 2, 2, 5, 2)
"""Players of the games, in turn."""

AVERAGED = 5
"""The last networks that were saved, of which the mean is taken."""

BATCH = 4
"""Games of a step."""


@dataclass(frozen=True)
class Settings:
    """All that decides what is learned."""

    seed: int = 1
    games: int = 40_000
    width: int = 16
    """Numbers among which a call is chosen, drawn anew each time."""
    curiosity: float = 0.02
    """How many answers are any legal ones."""
    trace: float = 0.8
    rate: float = 1e-3
    last_rate: float = 3e-5
    save_every: int = 1_000


class Learner:
    """A network that learns."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.key = np.uint64(seed_key(f"train qwingo {settings.seed}"))
        self.games = self.steps = 0
        self._weights, self._slopes = np.zeros(1, WEIGHTS), np.zeros(1, WEIGHTS)
        self.net = self._weights.view(np.recarray)[0]
        self.flat, self._slope = _flat(self._weights), _flat(self._slopes)
        self._mean, self._square = np.zeros(LEARNED), np.zeros(LEARNED)
        _begin(self.net, np.random.default_rng(settings.seed))
        self._rules = {n: make_rules(create_game(f"qwingo(players={n})")) for n in set(TABLES)}
        self._room = tuple(new_record(kind) for kind in (STATE, WORK, STRAYS, LESSON, REACH))

    def round(self) -> float:
        """Play a batch of games and take a step; returns the mean loss of a position."""
        settings, (state, work, strays, lesson, reach) = self.settings, self._room
        slope = self._slopes.view(np.recarray)[0]
        rules = self._rules[TABLES[self.steps % len(TABLES)]]
        loss = 0.0
        for _ in range(BATCH):
            key = np.uint64(chain(self.key, self.games))
            width, curiosity = settings.width, settings.curiosity
            play_lesson(rules, self.net, key, width, curiosity, state, work, strays, lesson)
            loss += learn(rules, self.net, lesson, settings.trace, work, slope, reach)
            self.games += 1
        self.steps += 1
        self._adam(self.rate)
        return loss / BATCH

    @property
    def rate(self) -> float:
        """The size of a step, which falls from the first to the last rate."""
        left = max(0.0, 1 - self.games / self.settings.games)
        return self.settings.last_rate + (self.settings.rate - self.settings.last_rate) * left

    def _adam(self, rate: float) -> None:
        self._mean += 0.1 * (self._slope - self._mean)
        self._square += 0.001 * (self._slope**2 - self._square)
        self._slope[:] = 0.0
        mean = self._mean / (1 - 0.9**self.steps)
        square = self._square / (1 - 0.999**self.steps)
        self.flat -= rate * mean / (np.sqrt(square) + 1e-8)


def _flat(weights: npt.NDArray[Any]) -> Floats:
    """What is learned as one row of numbers, in the same memory."""
    return weights.view(np.float64)[:LEARNED]


def _begin(net: Any, random: np.random.Generator) -> None:
    """Weights at random, but for one hidden unit that likes full columns, so that games end."""
    net.kinds[...] = random.normal(0, 0.1, net.kinds.shape)
    net.traits[...] = random.normal(0, 0.3, net.traits.shape)
    net.joint[...] = random.normal(0, 0.7 / np.sqrt(HIDDEN), net.joint.shape)
    net.output[...] = random.normal(0, 0.1, net.output.shape)
    for free in range(MOST_FREE + 1):
        net.kinds[free, :, 0] = (1 - free / MOST_FREE) ** 2
    net.traits[:, 0] = 0.0
    net.joint[0] = abs(net.joint[0])
    net.joint[0, 0], net.output[0] = 3.0, 1.0


def train(settings: Settings, folder: Path) -> None:
    """Learn, and save the network now and then into a folder; last, the mean with its layouts."""
    folder.mkdir(parents=True, exist_ok=True)
    learner, begun, losses = Learner(settings), time.perf_counter(), []
    print(asdict(settings), flush=True)
    while learner.games < settings.games:
        losses.append(learner.round())
        if learner.games % settings.save_every == 0:
            save_network(learner.net, folder / f"{learner.games:07d}.npz")
            seconds = time.perf_counter() - begun
            print(f"{learner.games} games, {seconds:.0f} s: loss {np.mean(losses):.4f}", flush=True)
            losses.clear()
    saved = sorted(folder.glob("[0-9]*.npz"))
    net = average(saved[-AVERAGED:])
    find_layouts(net)
    save_network(net, folder / "mean.npz")


def average(paths: Sequence[Path]) -> Net:
    """The mean of networks that were saved one after the other, which is steadier than each."""
    weights = np.zeros(1, WEIGHTS)
    for path in paths:
        for name in WEIGHTS.names or ():
            if weights[name].dtype == np.float64:
                weights[name][0] += read_network(path)[name] / len(paths)
    return weights.view(np.recarray)[0]


def main(arguments: list[str] | None = None) -> None:
    """Read the settings from a command line and train."""
    parser = argparse.ArgumentParser(
        prog="python -m rollwright.train qwingo", description="Train the expert for Qwingo."
    )
    parser.add_argument("--folder", type=Path, required=True, help="where networks are saved")
    for name, value in asdict(Settings()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    chosen = vars(parser.parse_args(arguments))
    folder = chosen.pop("folder")
    train(Settings(**chosen), folder)


if __name__ == "__main__":
    main()
