"""Training of the second network of Qwinto, which knows who will win, upon the finished first one.

As in `rollwright.train.qwinto_points`, the errors between the network and the exact mean over the
dice of the next turn are learnt, for the chance to win and for the margin. All seats play to win.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ..bots.qwinto.company import (
    AHEAD,
    CHANCE,
    EXTRA,
    FACTS,
    MARGIN,
    OUTLOOKS,
    OUTPUTS,
    PAIR_WIDTH,
    POINTS,
    STEEPNESS,
    Company,
    compare,
    find_chances,
    look_around,
    weigh_facts,
    weigh_seat,
)
from ..bots.qwinto.expert import DENIAL
from ..bots.qwinto.net import GROUPS, Net, group_of
from ..bots.qwinto.rivals import answer_to_win, plan_to_win, rate_rivals
from ..bots.qwinto.room import KINDS, WORK
from ..dice import seed_key
from ..fast import qwinto as fast
from ..fast.compile import new_record
from ..fast.streams import chain
from .qwinto_points import MOST_TURNS, adam_row, make_all_rules, pick
from .qwinto_turns import STRAYS, begin_turn, compiled, draw_strays, play_answers, trace

Floats: TypeAlias = npt.NDArray[np.float32]
Record: TypeAlias = Any

ROUND, KEPT_ROUNDS, PASSES = 100, 4, 3.0
MEAN_ROOM = 60
"""Turns for which there is room, by match; a round that needs more has fewer matches."""

BATCH = 64
TRACE = 0.8
MARGIN_WEIGHT = 0.25
DECAY = 0.02
"""How much weights shrink with each batch, for a rate of 1."""

SHARES = (0.55, 0.13, 0.18, 0.07, 0.07)
"""How many of the matches are for two, three, … players."""

FILE = "company.npz"
"""The checkpoint."""


class Turns(NamedTuple):
    """What is learnt: the facts of all seats before a turn, and their targets."""

    facts: Floats
    players: npt.NDArray[np.int32]
    active: npt.NDArray[np.int32]
    targets: Floats


def new_company(seed: int) -> Company:
    """Random weights."""
    random = np.random.default_rng(seed)
    inside = 1 / np.sqrt(PAIR_WIDTH)
    arrays = (
        random.normal(0, 0.3, (FACTS, PAIR_WIDTH)),
        random.normal(0, 0.3, (FACTS, PAIR_WIDTH)),
        random.normal(0, 0.1, (fast.SEATS * fast.SEATS, PAIR_WIDTH)),
        random.normal(0, 0.1, (fast.SEATS * fast.SEATS, PAIR_WIDTH)),
        random.normal(0, inside, (GROUPS, PAIR_WIDTH, PAIR_WIDTH)),
        np.zeros((GROUPS, PAIR_WIDTH)),
        np.zeros((GROUPS, OUTPUTS, PAIR_WIDTH)),
        np.tile([0.0, 1.0, 0.0], (GROUPS, 1)),
    )
    return Company(*(weights.astype(np.float32) for weights in arrays))


@compiled
def play_round(
    rules: Any,
    net: Net,
    company: Company,
    key: np.uint64,
    players_of: npt.NDArray[np.int64],
    turns: Turns,
    start: int,
    state: Record,
    strays: Record,
    work: Record,
    values: npt.NDArray[np.float64],
    results: npt.NDArray[np.float64],
) -> int:
    """Play a round of matches and write its turns from `start` on; returns where they end."""
    room = start + len(players_of) * MEAN_ROOM
    for match in range(len(players_of)):
        if start + MOST_TURNS > room:
            break
        start = _play(
            rules[players_of[match] - 1], net, company, chain(key, match), turns, start,
            state, strays, work, values, results,
        )  # fmt: skip
    return start


@compiled
def _play(
    rules: Record,
    net: Net,
    company: Company,
    key: np.uint64,
    turns: Turns,
    start: int,
    state: Record,
    strays: Record,
    work: Record,
    values: npt.NDArray[np.float64],
    results: npt.NDArray[np.float64],
) -> int:
    """Play a match.

    `values` [0] are the network's, [1] the exact means after the turn, [2, :, 0] the weights of the
    errors after it.
    """
    fast.start(rules, state)
    draw_strays(rules, chain(key, MOST_TURNS), strays)
    players = rules.players
    count = 0
    while state.phase != fast.OVER and count < MOST_TURNS:
        turn = start + count
        turns.players[turn], turns.active[turn] = players, state.active
        look_around(rules, state, net, company, work)
        for seat in range(players):
            facts = turns.facts[turn, seat]
            facts[:] = work.code_facts[seat, 0]
            facts[0] = work.expected[seat]
            values[0, count, 1, seat] = work.outlook[AHEAD, seat]
            values[0, count, 3, seat] = work.outlook[CHANCE, seat]
        rate_rivals(rules, state, net, company, work)
        work.denial = DENIAL
        chosen = plan_to_win(rules, state, net, company, work)
        begin_turn(rules, state, count, chosen, chain(key, count), strays, work)
        for seat in range(players):
            values[1, count, :, seat] = work.choice[chosen, :, seat]
            values[2, count, 0, seat] = trace(state, seat, TRACE, strays)
        number = fast.rolled_sum(state)
        answer_to_win(rules, state, state.chosen, number, net, company, work)
        play_answers(rules, state, chain(key, count), strays, work)
        count += 1
    _set_targets(rules, state, turns, start, count, values, results)
    return start + count


@compiled
def _set_targets(
    rules: Record,
    state: Record,
    turns: Turns,
    start: int,
    count: int,
    values: npt.NDArray[np.float64],
    results: npt.NDArray[np.float64],
) -> None:
    players = rules.players
    results[players - 1, 0] += 1
    results[players - 1, 1] += count
    for seat in range(players):
        results[players - 1, 2] += fast.total(rules, state, seat) / players
        chance, margin = 0.0, 0.0
        for turn in range(count - 1, -1, -1):
            error = values[1, turn, 3, seat] - values[0, turn, 3, seat]
            further = values[1, turn, 1, seat] - values[0, turn, 1, seat]
            weight = values[2, turn, 0, seat]
            chance, margin = error + weight * chance, further + weight * margin
            results[players - 1, 3] += error * error / players / count
            results[players - 1, 4] += further * further / players / count
            target = turns.targets[start + turn, seat]
            target[0] = values[0, turn, 3, seat] + chance
            target[1] = (values[0, turn, 1, seat] + margin) * POINTS
    for turn in range(start, start + count):
        _balance(players, turns.targets[turn])


@compiled
def _balance(players: int, targets: Floats) -> None:
    """Let the targets of all seats add up to 1, as chances do but for ties of three.

    Else all outputs would grow together without end.
    """
    total = np.float32(-1)
    for seat in range(players):
        total += targets[seat, 0]
    for seat in range(players):
        targets[seat, 0] -= total / np.float32(players)


@compiled
def learn(
    company: Company,
    gradients: Company,
    flat: Floats,
    turns: Turns,
    picked: npt.NDArray[np.int64],
    rate: float,
) -> None:
    """Learn the picked turns in batches (Adam).

    `flat` holds all weights, gradients, and their running means and mean squares, one after the
    other; `company` and `gradients` are views of it.
    """
    seats = np.zeros((2, fast.SEATS, PAIR_WIDTH), np.float32)
    back = np.zeros((2, fast.SEATS, PAIR_WIDTH), np.float32)
    layers = np.zeros((2, fast.SEATS, PAIR_WIDTH), np.float32)
    outputs, slopes = np.zeros((fast.SEATS, OUTPUTS), np.float32), np.zeros(OUTPUTS, np.float32)
    outlook = np.zeros((OUTLOOKS, fast.SEATS), np.float32)
    for start in range(0, len(picked) - BATCH + 1, BATCH):
        for index in range(start, start + BATCH):
            turn = picked[index]
            _go_forward(company, turns, turn, seats, layers, outputs, outlook)
            _go_back(company, gradients, turns, turn, seats, layers, outputs, outlook, slopes, back)
        adam_row(flat[0], flat[1], flat[2], flat[3], np.float32(rate))
        flat[1] = 0
        flat[0] *= np.float32(1 - rate * DECAY)


@compiled
def _go_forward(
    company: Company,
    turns: Turns,
    turn: int,
    seats: Floats,
    layers: Floats,
    outputs: Floats,
    outlook: Floats,
) -> None:
    """Find what the network says before a turn, and keep all its layers."""
    players, active = turns.players[turn], turns.active[turn]
    for seat in range(players):
        distance = (seat - active + players) % players
        facts = turns.facts[turn, seat]
        weigh_facts(players, distance, company, facts, seats[0, seat], seats[1, seat])
    for seat in range(players):
        layers[0, seat] = 0
        for other in range(players):
            if other != seat:
                compare(seats[0, seat], seats[1, other], layers[0, seat])
        weigh_seat(company, players, layers[0, seat], layers[1, seat], outputs[seat])
    find_chances(players, turns.facts[turn, :, 0], outputs, outlook)


@compiled
def _go_back(
    company: Company,
    gradients: Company,
    turns: Turns,
    turn: int,
    seats: Floats,
    layers: Floats,
    outputs: Floats,
    outlook: Floats,
    slopes: Floats,
    back: Floats,
) -> None:
    """Add the gradients of all seats before a turn."""
    players, active = turns.players[turn], turns.active[turn]
    group = group_of(players)
    share = np.float32(1.0 / (BATCH * players))
    mean = np.float32(0)
    for seat in range(players):
        mean += turns.facts[turn, seat, 0] / np.float32(players)
    back[:] = 0
    for seat in range(players):
        target = turns.targets[turn, seat]
        slopes[EXTRA] = (outlook[CHANCE, seat] - target[0]) * share
        ahead = turns.facts[turn, seat, 0] - mean
        slopes[STEEPNESS] = slopes[EXTRA] * ahead * np.exp(outputs[seat, STEEPNESS])
        margin = outlook[AHEAD, seat] * np.float32(POINTS)
        slopes[MARGIN] = (margin - target[1]) * share * np.float32(MARGIN_WEIGHT)
        pairs, layer = layers[0, seat], layers[1, seat]
        _leave(company, gradients, group, slopes, pairs, layer)
        for unit in range(PAIR_WIDTH):
            pairs[unit] /= np.float32(players - 1)
        for other in range(players):
            if other != seat:
                for unit in range(PAIR_WIDTH):
                    if seats[0, seat, unit] + seats[1, other, unit] > 0:
                        back[0, seat, unit] += pairs[unit]
                        back[1, other, unit] += pairs[unit]
    for seat in range(players):
        place = (players - 1) * fast.SEATS + (seat - active + players) % players
        for unit in range(PAIR_WIDTH):
            gradients.own_place[place, unit] += back[0, seat, unit]
            gradients.other_place[place, unit] += back[1, seat, unit]
        for index in range(FACTS):
            fact = turns.facts[turn, seat, index]
            if fact != 0:
                for unit in range(PAIR_WIDTH):
                    gradients.own[index, unit] += fact * back[0, seat, unit]
                    gradients.other[index, unit] += fact * back[1, seat, unit]


@compiled
def _leave(
    company: Company,
    gradients: Company,
    group: int,
    slopes: Floats,
    pairs: Floats,
    layer: Floats,
) -> None:
    """Add the gradients of the upper layers; leaves those of `pairs` in its place."""
    none = np.float32(0)
    for unit in range(PAIR_WIDTH):
        slope = none
        for index in range(OUTPUTS):
            gradients.output[group, index, unit] += slopes[index] * max(layer[unit], none)
            slope += slopes[index] * company.output[group, index, unit]
        layer[unit] = slope if layer[unit] > 0 else none
        gradients.second_bias[group, unit] += layer[unit]
    for index in range(OUTPUTS):
        gradients.output_bias[group, index] += slopes[index]
    for source in range(PAIR_WIDTH):
        slope = none
        for unit in range(PAIR_WIDTH):
            gradients.second[group, source, unit] += pairs[source] * layer[unit]
            slope += company.second[group, source, unit] * layer[unit]
        pairs[source] = slope


class CompanyTrainer:
    """Self-play and learning in turns, with checkpoints from which it goes on.

    `net`, which values sheets, stays as it is.
    """

    def __init__(self, folder: Path, seed: str, net: Net) -> None:
        self._folder, self._net = folder, net
        self._key = np.uint64(seed_key(seed))
        self._rules = make_all_rules()
        self.round = 0
        start = new_company(seed_key(seed) % 2**32)
        self._flat = np.zeros((4, sum(weights.size for weights in start)), np.float32)
        self._flat[0] = np.concatenate([weights.ravel() for weights in start])
        self._company, self._gradients = _views(self._flat[0], start), _views(self._flat[1], start)
        self._mean = self._flat[0].copy()
        self._size = ROUND * MEAN_ROOM
        room = self._size * KEPT_ROUNDS
        self._turns = Turns(
            np.zeros((room, fast.SEATS, FACTS), np.float32),
            np.zeros(room, np.int32),
            np.zeros(room, np.int32),
            np.zeros((room, fast.SEATS, 2), np.float32),
        )
        self._ends = [0] * KEPT_ROUNDS
        self._state, self._work = new_record(fast.STATE), new_record(WORK)
        self._strays = new_record(STRAYS)
        self._values = np.zeros((3, MOST_TURNS, KINDS, fast.SEATS))
        self.results = np.zeros((fast.SEATS, 5))

    def play_and_learn(self, rate: float) -> None:
        """One round."""
        key = np.uint64(chain(self._key, self.round))
        random = np.random.default_rng(int(key))
        players = random.choice(len(SHARES), ROUND, p=SHARES) + 2
        slot = self.round % KEPT_ROUNDS
        self._ends[slot] = play_round(
            self._rules, self._net, self._company, key, players, self._turns,
            slot * self._size, self._state, self._strays, self._work, self._values, self.results,
        )  # fmt: skip
        picked = pick(random, self._ends, self._size, slot, PASSES)
        learn(self._company, self._gradients, self._flat, self._turns, picked, rate)
        self._mean += (self._flat[0] - self._mean) * np.float32(max(0.01, 1 / (1 + self.round / 4)))
        self.round += 1

    def save(self) -> None:
        """Write a checkpoint, with the means of the latest weights; `load` goes on from it."""
        mean = _views(self._mean, self._company)
        arrays = {f"mean_{name}": weights for name, weights in mean._asdict().items()}
        partial = self._folder / "partial.npz"
        np.savez(partial, round=self.round, flat=self._flat, flat_mean=self._mean, **arrays)
        partial.replace(self._folder / FILE)

    def load(self) -> bool:
        """Go on from the checkpoint in the folder, if there is one."""
        file = self._folder / FILE
        if not file.exists():
            return False
        with np.load(file) as data:
            self._flat[:], self._mean[:] = data["flat"], data["flat_mean"]
            self.round = int(data["round"])
        return True


def _views(flat: Floats, shapes: Company) -> Company:
    """The weights that `flat` holds one after the other."""
    ends = np.cumsum([weights.size for weights in shapes])
    parts = np.split(flat, ends[:-1])
    return Company(*(part.reshape(w.shape) for part, w in zip(parts, shapes, strict=True)))


def report(results: npt.NDArray[np.float64]) -> str:
    """The mean points, turns and errors by number of players, in a line."""
    parts = []
    for players, (matches, turns, points, error, further) in enumerate(results, 1):
        if matches:
            parts.append(
                f"{players}p {points / matches:.1f} ({turns / matches:.1f} turns, "
                f"error {np.sqrt(error / matches):.4f}, {np.sqrt(further / matches):.2f})"
            )
    return "; ".join(parts)
