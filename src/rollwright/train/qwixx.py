"""Train the network of the bot `expert` for Qwixx in company, by games against itself.

After each game every state before a roll gets a target: the lambda return, a mean of what the
network itself said later in the game and of how the game ended. Some seats are played by `ga` and
by older networks; where it is `ga`, the network is told so. All is determined by the seed and the
settings.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import asdict, dataclass
from math import cos, pi
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bots.qwixx import kernel as arena
from ..bots.qwixx.inputs import DISTANCES, INPUTS, LAST, OTHER_DISTANCE, OTHER_WEAK
from ..bots.qwixx.kernel import EXPERT
from ..bots.qwixx.weights import Net, read_weights
from ..dice import seed_key
from ..fast.compile import new_record
from ..fast.qwixx import GA
from ..spec import create_game, parse_spec
from .qwixx_learning import (
    COURSE,
    PAST,
    SAMPLE,
    adam_step,
    add_gradients,
    add_samples,
    record_game,
)

TABLES, GAMES_A_TABLE, BATCH = 16, 16, 512
"""Tables of a round, games of each, and samples of a step."""

PLAYERS_SHARE = {2: 0.65, 3: 0.15, 4: 0.11, 5: 0.09}
"""How many of the tables have so many players."""

GA_SHARE, PAST_SHARE = 0.25, 0.15
"""How many of the games also have `ga`, or an older network."""

KEPT_PAST = 10

MEAN_STEP = np.float32(0.003)
"""The mean of the networks of some hundred rounds is what is measured and shipped."""


@dataclass(frozen=True)
class Settings:
    """All that decides what is learned."""

    seed: int = 1
    games: int = 2_000_000
    units: int = 96
    width: int = 32
    rate: float = 1e-3
    last_rate: float = 5e-5
    decay: float = 0.8
    check_every: int = 100_000


class Learner:
    """A network that learns, with all that is needed to go on later."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.random = np.random.default_rng(settings.seed)
        self.key = np.uint64(seed_key(f"train qwixx {settings.seed}"))
        self.games = self.steps = 0
        self.net = _new_network(settings, self.random)
        self.mean = _copy(self.net)
        self.moments = [np.zeros_like(layer) for layer in (*self.net, *self.net)]
        self.past: list[Net] = []
        self._slopes = Net(*(np.zeros_like(layer) for layer in self.net))
        self.samples = np.zeros(TABLES * GAMES_A_TABLE * 160, SAMPLE)
        self._rules = {n: arena.make_rules(create_game(parse_spec(f"qwixx(players={n})")))
                       for n in PLAYERS_SHARE}  # fmt: skip
        self._state, self._work = new_record(arena.STATE), new_record(arena.WORK)
        self._course = new_record(COURSE)
        self._players = new_record(arena.PLAYERS)
        # Games are played with one look at each state, which is twice as fast.
        self._work.plan.room.looks_once = 1

    def play_round(self) -> tuple[float, float]:
        """Play some games, learn from them, and tell the errors of score and margin."""
        filled = 0
        for _ in range(TABLES):
            filled = self._play_table(filled)
        order = self.random.permutation(filled)
        losses = np.zeros(2)
        for begin in range(0, filled, BATCH):
            losses += self._learn(order[begin : begin + BATCH])
        for mean, layer in zip(self.mean, self.net, strict=True):
            mean += MEAN_STEP * (layer - mean)
        return losses[0] / filled, losses[1] / filled

    def _play_table(self, filled: int) -> int:
        count = int(self.random.choice(list(PLAYERS_SHARE), p=list(PLAYERS_SHARE.values())))
        rules = self._rules[count]
        past = self.past[self.random.integers(len(self.past))] if self.past else self.net
        nets = tuple(self.net), tuple(_against_ga(self.net))
        for _ in range(GAMES_A_TABLE):
            weak = self._seat(count)
            self.games += 1
            turns = record_game(
                rules, self._players, self.key, self.games, weak, nets[weak], tuple(past),
                self._state, self._work, self._course,
            )  # fmt: skip
            filled = add_samples(
                rules, self._players, self._state, turns, weak, self.settings.decay, self._work,
                self._course, self.samples, filled,
            )  # fmt: skip
        return filled

    def _seat(self, count: int) -> int:
        """Seat the network, and with it perhaps others; whether `ga` is among them."""
        draw = self.random.random()
        kinds = np.full(count, EXPERT)
        if draw < GA_SHARE + PAST_SHARE:
            kinds[: self.random.integers(1, count)] = GA if draw < GA_SHARE else PAST
            self.random.shuffle(kinds)
        self._players.kind[:count] = kinds
        return int(draw < GA_SHARE)

    def _learn(self, order: npt.NDArray[np.int64]) -> tuple[float, float]:
        symmetries = self.random.integers(0, 8, len(order))
        losses: tuple[float, float] = add_gradients(
            self.samples, order, symmetries, self.net[:], self._slopes[:]
        )
        self.steps += 1
        for index, layer in enumerate(self.net):
            mean, square = self.moments[index], self.moments[len(self.net) + index]
            adam_step(layer, self._slopes[index], mean, square, len(order), self.rate, self.steps)
        return losses

    @property
    def rate(self) -> float:
        """The size of a step, which falls with half a cosine."""
        done = min(1.0, self.games / self.settings.games)
        first, last = self.settings.rate, self.settings.last_rate
        return last + (first - last) * (1 + cos(pi * done)) / 2

    def keep(self) -> None:
        """Make the network as it is now one of the older ones that it plays against."""
        self.past = [*self.past[1 - KEPT_PAST :], _copy(self.mean)]

    def save(self, path: Path) -> None:
        """Save all that is needed to go on."""
        arrays: dict[str, Any] = {f"moment{i}": moment for i, moment in enumerate(self.moments)}
        nets = {"net": self.net, "mean": self.mean}
        nets |= {f"past{i}": net for i, net in enumerate(self.past)}
        for name, net in nets.items():
            arrays |= {f"{name}_{field}": layer for field, layer in net._asdict().items()}
        draft = path.with_suffix(".draft.npz")
        np.savez(draft, counts=[self.games, self.steps, len(self.past)], **arrays)
        draft.replace(path)

    def load(self, path: Path) -> None:
        """Go on from a saved state; random numbers are drawn anew from there."""
        with np.load(path) as arrays:
            self.games, self.steps, past = (int(count) for count in arrays["counts"])
            self.net, self.mean, *self.past = (
                Net(*(arrays[f"{name}_{field}"] for field in Net._fields))
                for name in ("net", "mean", *(f"past{i}" for i in range(past)))
            )
            self.moments = [arrays[f"moment{i}"] for i in range(2 * len(Net._fields))]
        self._slopes = Net(*(np.zeros_like(layer) for layer in self.net))
        self.random = np.random.default_rng([self.settings.seed, self.games])

    def begin_from(self, net: Net) -> None:
        """Begin with a network that has learned, with more units if the settings say so."""
        self.net.second[:] *= np.float32(0.1)  # new units have little to say at first
        for new, old in zip(self.net, net, strict=True):
            new[: old.shape[0], : old.shape[1]] = old
        self.mean = _copy(self.net)


def _copy(net: Net) -> Net:
    return Net(*(layer.copy() for layer in net))


def _against_ga(net: Net) -> Net:
    """The network told that the others play like `ga`; every other seat has one distance."""
    first = net.first.copy()
    first[OTHER_DISTANCE : OTHER_DISTANCE + DISTANCES] += first[OTHER_WEAK]
    return net._replace(first=first)


def _new_network(settings: Settings, random: np.random.Generator) -> Net:
    units, width = settings.units, settings.width
    first = random.normal(0.0, 0.15, (INPUTS, units))
    second = random.normal(0.0, (2 / units) ** 0.5, (width, units))
    last = random.normal(0.0, 0.03, (LAST, width))
    return Net(*(layer.astype(np.float32) for layer in (first, second, last)))


def score_against(net: Net, players: int, games: int, other: int = GA) -> tuple[float, float]:
    """The score and the share of wins of one seat with the network among `other`.

    All its seats are played in turn with the same dice.
    """
    rules = arena.make_rules(create_game(parse_spec(f"qwixx(players={players})")))
    state, work = new_record(arena.STATE), new_record(arena.WORK)
    seats = new_record(arena.PLAYERS)
    score = wins = 0.0
    for seat in range(players):
        seats.kind[:players] = other
        seats.kind[seat] = EXPERT
        results = np.zeros((games, 1 + 2 * players), np.int32)
        arena.play_batch(rules, seats, np.uint64(seed_key("check")), 0, state, work, results, *net)
        firsts = results[:, 1 + players :] == 1
        alone = firsts[:, seat] & (firsts.sum(axis=1) == 1)
        wins += alone.mean() / players
        score += (firsts[:, seat].mean() + alone.mean()) / 2 / players
    return float(score), float(wins)


def train(settings: Settings, folder: Path, begin_from: Path | None = None) -> None:
    """Train, with a log and checkpoints in a folder; goes on where it was stopped.

    A new training may begin with the network of another one's checkpoint.
    """
    folder.mkdir(parents=True, exist_ok=True)
    learner = Learner(settings)
    last = folder / "last.npz"
    if last.exists():
        learner.load(last)
    elif begin_from is not None:
        learner.begin_from(read_weights(begin_from))
    _log(folder, f"{asdict(settings)} from game {learner.games}")
    begun, first_game = time.process_time(), learner.games
    losses: list[tuple[float, float]] = []
    while learner.games < settings.games:
        before = learner.games
        losses.append(learner.play_round())
        if learner.games // settings.check_every == before // settings.check_every:
            continue
        learner.keep()
        learner.save(last)
        number = learner.games // settings.check_every
        np.savez(folder / f"net{number:04}.npz", **learner.mean._asdict())
        seconds = time.process_time() - begun
        two, _ = score_against(learner.mean, 2, 3000)
        more = [score_against(learner.mean, n, 800)[1] for n in (3, 4, 5)]
        mean = np.mean(losses, axis=0)
        losses.clear()
        _log(
            folder,
            f"{number:4} games {learner.games} {(learner.games - first_game) / seconds:.0f}/s "
            f"rate {learner.rate:.6f} losses {mean[0]:.5f} {mean[1]:.5f} "
            f"ga: {two:.4f} wins {' '.join(f'{wins:.4f}' for wins in more)}",
        )


def _log(folder: Path, line: str) -> None:
    with (folder / "log.txt").open("a", encoding="utf-8") as file:
        print(time.strftime("%H:%M:%S"), line, file=file, flush=True)


def ship(checkpoint: Path, target: Path) -> None:
    """Write the network of a checkpoint with half the digits, as the package carries it."""
    with np.load(checkpoint) as arrays:
        np.savez_compressed(
            target, **{name: arrays[name].astype(np.float16) for name in Net._fields}
        )


def main(arguments: list[str]) -> None:
    """Read the settings from a command line and train."""
    parser = argparse.ArgumentParser(
        prog="python -m rollwright.train qwixx", description="Train the expert for Qwixx."
    )
    parser.add_argument("--folder", type=Path, required=True, help="for the log and checkpoints")
    parser.add_argument("--begin-from", type=Path, help="a checkpoint of another training")
    parser.add_argument("--ship-to", type=Path, help="write the trained network to this file")
    for name, value in asdict(Settings()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    chosen = vars(parser.parse_args(arguments))
    folder, begin_from, target = (chosen.pop(name) for name in ("folder", "begin_from", "ship_to"))
    settings = Settings(**chosen)
    train(settings, folder, begin_from)
    if target is not None:
        ship(folder / f"net{settings.games // settings.check_every:04}.npz", target)
