"""Training of the first network of Qwinto, which values sheets, by self-play.

All sheets of all players of a match learn. Before each turn the exact mean over the dice of what
the network says after the turn is known, for each player, from the plan of the turn: the
differences between it and the network's value of the sheet (the errors) have no noise of dice in
them. A sheet learns its value plus its own and all later errors of its match, the later ones
weighted less and less (a λ-return without the luck), as far as it plays as the network would. The
end of the match enters with its exact points.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ..bots.qwinto import features as seen
from ..bots.qwinto.features import FEATURES, MOST_FEATURES, add_sheet, add_table
from ..bots.qwinto.net import (
    GROUPS,
    SCALE,
    SECOND_WIDTH,
    WIDTH,
    Net,
    add_features,
    group_of,
    output,
)
from ..bots.qwinto.room import RULES, WORK, make_rules
from ..bots.qwinto.turns import answer_sum, plan_turn, rate_table
from ..dice import seed_key
from ..fast import qwinto as fast
from ..fast.compile import new_record
from ..fast.streams import chain
from ..spec import create_game, parse_spec
from .qwinto_turns import STRAYS, begin_turn, compiled, draw_strays, play_answers, trace

Floats: TypeAlias = npt.NDArray[np.float32]
Record: TypeAlias = Any

ROUND, KEPT_ROUNDS, PASSES = 200, 3, 1.5
"""Matches of a round, rounds whose samples are kept, and how often each is used on average."""

MEAN_ROOM = 160
"""Samples for which there is room, by match; a round that needs more has fewer matches."""

BATCH = 128
TRACE = 0.7
"""How much less each later error counts (λ)."""

SHARES = (0.3, 0.3, 0.08, 0.2, 0.06, 0.06)
"""How many of the matches are for one, two, … players."""

MOST_TURNS = 200

FILE = "points.npz"
"""The checkpoint."""


class Samples(NamedTuple):
    """What is learnt: features of a table, the group of its players, and points still to come."""

    features: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int32]
    groups: npt.NDArray[np.int32]
    targets: Floats


class Moments(NamedTuple):
    """Running means of the gradients and their squares, for each array of weights."""

    first: Net
    second: Net


class Step(NamedTuple):
    """The gradients of a batch; of the table only the rows in `touched` count."""

    gradients: Net
    touched: npt.NDArray[np.int64]
    stamps: npt.NDArray[np.int64]


def new_net(seed: int) -> Net:
    """Random weights; those of gaps are random mixtures of what is plain about a gap."""
    random = np.random.default_rng(seed)
    plain = _plain_facts()
    mixture = random.normal(0, 0.25 / np.sqrt(plain.shape[1]), (plain.shape[1], WIDTH))
    table = random.normal(0, 0.02, (FEATURES, WIDTH))
    table[: len(plain)] = plain @ mixture
    second = random.normal(0, np.sqrt(2 / WIDTH), (GROUPS, WIDTH, SECOND_WIDTH))
    outputs = random.normal(0, np.sqrt(1 / SECOND_WIDTH), (GROUPS, SECOND_WIDTH))
    zeros = np.zeros((GROUPS, SECOND_WIDTH)), np.zeros(GROUPS)
    return Net(*(w.astype(np.float32) for w in (table, second, zeros[0], outputs, zeros[1])))


def _plain_facts() -> npt.NDArray[np.float64]:
    """For each gap: its row, length, place, bounds, room, and the chances to be hit."""
    facts = np.zeros((seen.COLUMNS, 16))
    sums = np.arange(fast.MOST + 1)
    chances = _chances()
    index = 0
    for row in range(fast.ROWS):
        for start in range(fast.LENGTH):
            for length in range(1, fast.LENGTH - start + 1):
                for high in range(1, fast.MOST + 2):
                    for low in range(high):
                        room = high - low - 1
                        inside = (sums > low) & (sums < high)
                        middle = (low + high) / 2 - 2 * (start + length / 2)
                        facts[index] = (
                            *(row == other for other in range(3)),
                            length / 9,
                            start / 9,
                            low / 19,
                            high / 19,
                            room / 18,
                            float(room < length),
                            min(room - length, 6) / 6,
                            middle / 10,
                            abs(middle) / 10,
                            *(chances[dice][inside].sum() for dice in (1, 2, 3)),
                            1.0,
                        )
                        index += 1
    return facts


def _chances() -> npt.NDArray[np.float64]:
    chances = np.zeros((4, fast.MOST + 1))
    chances[0, 0] = 1
    for dice in range(3):
        for face in range(1, 7):
            chances[dice + 1, face:] += chances[dice, :-face] / 6
    return chances


# Self-play


@compiled
def play_round(
    rules: Any,
    net: Net,
    key: np.uint64,
    players_of: npt.NDArray[np.int64],
    samples: Samples,
    start: int,
    state: Record,
    strays: Record,
    work: Record,
    values: npt.NDArray[np.float64],
    results: npt.NDArray[np.float64],
) -> int:
    """Play a round of matches and write its samples from `start` on; returns where they end.

    `results` [players, 5] adds up the matches, their turns, points, squared points and errors.
    """
    room = start + len(players_of) * MEAN_ROOM
    for match in range(len(players_of)):
        if start + MOST_TURNS * players_of[match] > room:
            break
        start = _play(
            rules[players_of[match] - 1], net, chain(key, match), samples, start, state, strays,
            work, values, results,
        )  # fmt: skip
    return start


@compiled
def _play(
    rules: Record,
    net: Net,
    key: np.uint64,
    samples: Samples,
    start: int,
    state: Record,
    strays: Record,
    work: Record,
    values: npt.NDArray[np.float64],
    results: npt.NDArray[np.float64],
) -> int:
    """Play a match.

    `values` [0] are the network's, [1] the exact means after the turn, [2] the weights of the
    errors after it.
    """
    fast.start(rules, state)
    draw_strays(rules, chain(key, MOST_TURNS), strays)
    group, players = group_of(rules.players), rules.players
    for seat in range(players):
        work.table_features[seat] = add_table(rules, state, seat, seat, work.features[seat], 0)
    turns = 0
    while state.phase != fast.OVER and turns < MOST_TURNS:
        for seat in range(players):
            sample = start + turns * players + seat
            features = work.features[seat]
            n = add_sheet(rules, state, seat, features, work.table_features[seat])
            add_features(net, features, n, work.sums)
            values[0, turns, seat] = output(net, group, work.sums, work.hidden)
            samples.groups[sample] = group
            samples.counts[sample] = n
            for index in range(n):
                samples.features[sample, index] = features[index]
        rate_table(rules, state, net, work)
        chosen = plan_turn(rules, state, work)
        begin_turn(rules, state, turns, chosen, chain(key, turns), strays, work)
        for seat in range(players):
            values[1, turns, seat] = work.choice[chosen, 0, seat] - work.points[seat]
            values[2, turns, seat] = trace(state, seat, TRACE, strays)
        answer_sum(rules, state, state.chosen, fast.rolled_sum(state), work)
        play_answers(rules, state, chain(key, turns), strays, work)
        turns += 1
    for seat in range(players):
        points = np.float64(fast.total(rules, state, seat))
        results[players - 1, 2] += points / players
        results[players - 1, 3] += points * points / players
        later = 0.0
        for turn in range(turns - 1, -1, -1):
            error = values[1, turn, seat] - values[0, turn, seat]
            later = error + values[2, turn, seat] * later
            results[players - 1, 4] += error * error / players / turns
            samples.targets[start + turn * players + seat] = (values[0, turn, seat] + later) / SCALE
    results[players - 1, 0] += 1
    results[players - 1, 1] += turns
    return start + turns * players


# Learning


@compiled
def learn(
    net: Net,
    moments: Moments,
    step: Step,
    samples: Samples,
    picked: npt.NDArray[np.int64],
    rate: float,
    batches: int,
) -> int:
    """Learn the picked samples in batches (Adam); returns the number of batches so far."""
    sums = np.zeros(WIDTH, np.float32)
    back = np.zeros(WIDTH, np.float32)
    hidden = np.zeros(SECOND_WIDTH, np.float32)
    for first in range(0, len(picked) - BATCH + 1, BATCH):
        batches += 1
        touched = 0
        for index in range(first, first + BATCH):
            touched = add_gradient(
                net, step, samples, picked[index], batches, touched, sums, back, hidden
            )
        _adam(net, moments, step, touched, np.float32(rate))
    return batches


@compiled
def add_gradient(
    net: Net,
    step: Step,
    samples: Samples,
    sample: int,
    stamp: int,
    touched: int,
    sums: Floats,
    back: Floats,
    hidden: Floats,
) -> int:
    """Add the slopes of half the squared error of a sample, by the size of a batch.

    Table rows that it is the first to touch (their stamp is not `stamp`) are noted in `step`;
    returns how many are noted.
    """
    group, count = samples.groups[sample], samples.counts[sample]
    sums[:] = 0
    for index in range(count):
        row = samples.features[sample, index]
        for unit in range(WIDTH):
            sums[unit] += net.table[row, unit]
    hidden[:] = net.second_bias[group]
    for source in range(WIDTH):
        if sums[source] > 0:
            for unit in range(SECOND_WIDTH):
                hidden[unit] += sums[source] * net.second[group, source, unit]
    value = net.output_bias[group]
    for unit in range(SECOND_WIDTH):
        value += max(hidden[unit], np.float32(0)) * net.output[group, unit]
    error = (value - samples.targets[sample]) / np.float32(BATCH)
    gradients = step.gradients
    gradients.output_bias[group] += error
    for unit in range(SECOND_WIDTH):
        active = hidden[unit] > 0
        gradients.output[group, unit] += error * max(hidden[unit], np.float32(0))
        hidden[unit] = error * net.output[group, unit] if active else np.float32(0)
        gradients.second_bias[group, unit] += hidden[unit]
    for source in range(WIDTH):
        back[source] = 0
        if sums[source] > 0:
            total = np.float32(0)
            for unit in range(SECOND_WIDTH):
                gradients.second[group, source, unit] += sums[source] * hidden[unit]
                total += net.second[group, source, unit] * hidden[unit]
            back[source] = total
    for index in range(count):
        row = samples.features[sample, index]
        if step.stamps[row] != stamp:
            step.stamps[row] = stamp
            step.touched[touched] = row
            touched += 1
            gradients.table[row, :] = 0
        for unit in range(WIDTH):
            gradients.table[row, unit] += back[unit]
    return touched


@compiled
def _adam(net: Net, moments: Moments, step: Step, touched: int, rate: np.float32) -> None:
    gradients = step.gradients
    for index in range(touched):
        row = step.touched[index]
        adam_row(
            net.table[row], gradients.table[row], moments.first.table[row],
            moments.second.table[row], rate,
        )  # fmt: skip
    for group in range(GROUPS):
        for source in range(WIDTH):
            adam_row(
                net.second[group, source], gradients.second[group, source],
                moments.first.second[group, source], moments.second.second[group, source], rate,
            )  # fmt: skip
        adam_row(
            net.second_bias[group], gradients.second_bias[group],
            moments.first.second_bias[group], moments.second.second_bias[group], rate,
        )  # fmt: skip
        adam_row(
            net.output[group], gradients.output[group],
            moments.first.output[group], moments.second.output[group], rate,
        )  # fmt: skip
    adam_row(
        net.output_bias, gradients.output_bias, moments.first.output_bias,
        moments.second.output_bias, rate,
    )  # fmt: skip
    gradients.second[:] = 0
    gradients.second_bias[:] = 0
    gradients.output[:] = 0
    gradients.output_bias[:] = 0


@compiled
def adam_row(
    weights: Floats, gradient: Floats, first: Floats, second: Floats, rate: np.float32
) -> None:
    """A step of Adam, with the running means of the gradient and of its square."""
    for index in range(len(weights)):
        slope = gradient[index]
        first[index] += np.float32(0.1) * (slope - first[index])
        second[index] += np.float32(0.001) * (slope * slope - second[index])
        weights[index] -= rate * first[index] / (np.sqrt(second[index]) + np.float32(1e-7))


# The course of training


class Trainer:
    """Self-play and learning in turns, with checkpoints from which it goes on."""

    def __init__(self, folder: Path, seed: str) -> None:
        self.folder = folder
        self._key = np.uint64(seed_key(seed))
        self._rules = make_all_rules()
        self.round = self._batches = 0
        self.net = new_net(seed_key(seed) % 2**32)
        self.mean = _copy(self.net)
        self._moments = Moments(_zeros(self.net), _zeros(self.net))
        self._step = Step(
            _zeros(self.net), np.zeros(FEATURES, np.int64), np.zeros(FEATURES, np.int64)
        )
        room = ROUND * MEAN_ROOM * KEPT_ROUNDS
        self.samples = Samples(
            np.zeros((room, MOST_FEATURES), np.int32),
            np.zeros(room, np.int32),
            np.zeros(room, np.int32),
            np.zeros(room, np.float32),
        )
        self._ends = [0] * KEPT_ROUNDS
        self._state, self._work = new_record(fast.STATE), new_record(WORK)
        self._strays = new_record(STRAYS)
        self._values = np.zeros((3, MOST_TURNS, 6))
        self.results = np.zeros((6, 5))

    def play_and_learn(self, rate: float) -> None:
        """One round."""
        key = np.uint64(chain(self._key, self.round))
        random = np.random.default_rng(int(key))
        players = random.choice(6, ROUND, p=SHARES) + 1
        slot, size = self.round % KEPT_ROUNDS, ROUND * MEAN_ROOM
        self._ends[slot] = play_round(
            self._rules, self.net, key, players, self.samples, slot * size,
            self._state, self._strays, self._work, self._values, self.results,
        )  # fmt: skip
        picked = pick(random, self._ends, size, slot, PASSES)
        self._batches = learn(
            self.net, self._moments, self._step, self.samples, picked, rate, self._batches
        )
        share = np.float32(max(0.002, 1 / (1 + self.round / 4)))
        for mean, weights in zip(self.mean, self.net, strict=True):
            mean += (weights - mean) * share
        self.round += 1

    def save(self) -> None:
        """Write a checkpoint; `load` goes on from it."""
        parts = {"net": self.net, "mean": self.mean, "first": self._moments.first,
                 "second": self._moments.second}  # fmt: skip
        arrays = {
            f"{part}_{name}": weights
            for part, net in parts.items()
            for name, weights in zip(Net._fields, net, strict=True)
        }
        partial = self.folder / "partial.npz"
        np.savez(partial, round=self.round, batches=self._batches, **arrays)  # type: ignore[arg-type]
        partial.replace(self.folder / FILE)

    def load(self) -> bool:
        """Go on from the checkpoint in the folder, if there is one."""
        file = self.folder / FILE
        if not file.exists():
            return False
        with np.load(file) as data:
            parts = {"net": self.net, "mean": self.mean, "first": self._moments.first,
                     "second": self._moments.second}  # fmt: skip
            for part, net in parts.items():
                for name, weights in zip(Net._fields, net, strict=True):
                    weights[:] = data[f"{part}_{name}"]
            self.round, self._batches = int(data["round"]), int(data["batches"])
        return True


def make_all_rules() -> Any:
    """The official rules for each number of players, from 1 on."""
    rules = np.zeros(fast.SEATS, RULES).view(np.recarray)
    for players in range(1, fast.SEATS + 1):
        rules[players - 1] = make_rules(create_game(parse_spec(f"qwinto(players={players})")))
    return rules


def pick(
    random: np.random.Generator, ends: Sequence[int], size: int, slot: int, passes: float
) -> npt.NDArray[np.int64]:
    """What is learnt after a round, drawn from all rounds that are kept.

    Round s begins at s · `size` and ends at `ends[s]`; `passes` times as much as there is in the
    newest, `slot`, is drawn.
    """
    known = [np.arange(s * size, end) for s, end in enumerate(ends) if end > s * size]
    fresh = ends[slot] - slot * size
    return random.permutation(np.concatenate(known))[: int(passes * fresh)]


def _copy(net: Net) -> Net:
    return Net(*(weights.copy() for weights in net))


def _zeros(net: Net) -> Net:
    return Net(*(np.zeros_like(weights) for weights in net))


def report(results: npt.NDArray[np.float64]) -> str:
    """The mean points, turns and errors by number of players, in a line."""
    parts = []
    for players, (matches, turns, points, _, error) in enumerate(results, 1):
        if matches:
            parts.append(
                f"{players}p {points / matches:.1f} ({turns / matches:.1f} turns, "
                f"error {np.sqrt(error / matches):.2f})"
            )
    return "; ".join(parts)
