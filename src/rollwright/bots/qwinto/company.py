"""The network of Qwinto in company: who will win, from what all players' sheets will be worth.

Each seat is described by a few *facts*: its points as the first network expects them, those it has,
and how near it is to ending the game. A small network weighs the facts of a seat against those of
each other seat, and tells how steeply expected points count at this table, what the seat has
besides (as if it were points), and how much its margin differs from that of expected points. The
chances to win follow from the points so weighed, and add up to 1.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ...fast.compile import kernel, kernel_or
from ...fast.qwinto import LENGTH, MAX_MISTHROWS, SEATS, total
from .entries import filled, full_rows
from .features import DISTANCES, NEAREST, NEVER, OTHERS, SECOND, add_sheet, missing
from .net import SCALE, WIDTH, Net, add_feature, add_features, group_of, output

Floats: TypeAlias = npt.NDArray[np.float32]
Rules: TypeAlias = Any
State: TypeAlias = Any
Work: TypeAlias = Any

PAIR_WIDTH = 16
"""Units that weigh one seat against another, and of the layer after their sum."""

FACTS = 11
"""Facts of a seat; the first are the points that it expects."""

EXTRA, STEEPNESS, MARGIN = range(3)
OUTPUTS = 3

DECISION, AHEAD, CHANCE = range(3)
OUTLOOKS = 3
"""What a seat can hope for: the chance that decides, the margin, and the chance to win."""

FULL_DENIAL = 9
"""What others lose counts fully, as the chances to win say, however open the game is."""

POINTS = np.float32(1 / 20)
"""The unit of points in facts and outputs."""


class Company(NamedTuple):
    """The weights; places are counted by number of players and turns until a seat is active."""

    own: Floats
    other: Floats
    own_place: Floats
    other_place: Floats
    second: Floats
    second_bias: Floats
    output: Floats
    output_bias: Floats


@kernel
def describe(
    rules: Rules,
    state: State,
    seat: int,
    code: int,
    points: int,
    net: Net,
    company: Company,
    work: Work,
) -> None:
    """Note for `judge` what a seat has on its sheet, as after an answer with this code.

    `work.away` must hold the turns until each seat is active.
    """
    n = add_sheet(rules, state, seat, work.sheet_features, 0)
    add_features(net, work.sheet_features, n, work.sheet_sums[seat, code])
    need, misthrows, numbers = missing(state, seat), state.misthrows[seat], filled(state, seat)
    work.code_points[seat, code] = points
    work.need[seat, code], work.numbers[seat, code] = need, numbers
    work.code_misthrows[seat, code] = misthrows
    facts = work.facts
    facts[0] = 0  # the expected points, which `judge` finds
    facts[1] = points * POINTS
    facts[2] = need / LENGTH
    facts[3] = need == 1
    facts[4] = need == 2
    facts[5] = need == NEVER
    for count in range(1, MAX_MISTHROWS):
        facts[5 + count] = misthrows == count
    facts[9] = numbers / LENGTH
    facts[10] = full_rows(state, seat)
    for index in range(FACTS):
        work.code_facts[seat, code, index] = facts[index]
    own, other = work.own[seat, code], work.other[seat, code]
    weigh_facts(rules.players, work.away[seat], company, facts, own, other)


def _weigh_facts(
    players: int, distance: int, company: Company, facts: Floats, own: Floats, other: Floats
) -> None:
    place = (players - 1) * SEATS + distance
    own[:] = company.own_place[place] + facts @ company.own
    other[:] = company.other_place[place] + facts @ company.other


@kernel_or(_weigh_facts)
def weigh_facts(
    players: int, distance: int, company: Company, facts: Floats, own: Floats, other: Floats
) -> None:
    """What a seat's facts add to the units, for itself and for the others."""
    place = (players - 1) * SEATS + distance
    for unit in range(PAIR_WIDTH):
        own[unit] = company.own_place[place, unit]
        other[unit] = company.other_place[place, unit]
    for index in range(FACTS):
        fact = facts[index]
        if fact != 0:
            for unit in range(PAIR_WIDTH):
                own[unit] += fact * company.own[index, unit]
                other[unit] += fact * company.other[index, unit]


def _compare(own: Floats, other: Floats, pairs: Floats) -> None:
    pairs += np.maximum(own + other, 0)


@kernel_or(_compare)
def compare(own: Floats, other: Floats, pairs: Floats) -> None:
    """Weigh one other seat against a seat, and add that to `pairs`."""
    for unit in range(PAIR_WIDTH):
        pairs[unit] += max(own[unit] + other[unit], np.float32(0))


def _weigh_seat(
    company: Company, players: int, pairs: Floats, layer: Floats, outputs: Floats
) -> None:
    group = group_of(players)
    pairs /= players - 1
    layer[:] = company.second_bias[group] + pairs @ company.second[group]
    outputs[:] = company.output_bias[group] + company.output[group] @ np.maximum(layer, 0)


@kernel_or(_weigh_seat)
def weigh_seat(
    company: Company, players: int, pairs: Floats, layer: Floats, outputs: Floats
) -> None:
    """Find the outputs of a seat from `pairs` with all others; `layer` is room to work in.

    Leaves the mean of the pairs in `pairs`.
    """
    group, share = group_of(players), np.float32(1 / (players - 1))
    for unit in range(PAIR_WIDTH):
        pairs[unit] *= share
        layer[unit] = company.second_bias[group, unit]
    weights = company.second[group]
    for source in range(0, PAIR_WIDTH, 4):
        a, b, c, d = pairs[source], pairs[source + 1], pairs[source + 2], pairs[source + 3]
        for unit in range(PAIR_WIDTH):
            layer[unit] += (a * weights[source, unit] + b * weights[source + 1, unit]) + (
                c * weights[source + 2, unit] + d * weights[source + 3, unit]
            )
    for index in range(OUTPUTS):
        outputs[index] = company.output_bias[group, index]
        for unit in range(PAIR_WIDTH):
            value = max(layer[unit], np.float32(0))
            outputs[index] += value * company.output[group, index, unit]


@kernel
def find_chances(players: int, expected: Floats, outputs: Floats, outlook: Floats) -> None:
    """Set `outlook` to the chances to win and the margins of all seats.

    `expected` has the points that the seats expect, in the unit of the facts, and `outputs`
    [seats, OUTPUTS] what the network says about them.
    """
    for seat in range(players):
        chance = _chance(players, seat, expected, expected, np.float32(1), outputs)
        outlook[CHANCE, seat] = outlook[DECISION, seat] = chance
        best = np.float32(-np.inf)
        for other in range(players):
            if other != seat:
                best = max(best, expected[other])
        outlook[AHEAD, seat] = (expected[seat] - best + outputs[seat, MARGIN]) / POINTS


@kernel
def _chance(
    players: int,
    seat: int,
    expected: Floats,
    before: Floats,
    denial: np.float32,
    outputs: Floats,
) -> np.float32:
    """The chance of a seat to win, what the others lose or gain counting so much."""
    mean = expected[seat]
    for other in range(players):
        if other != seat:
            mean += before[other] + denial * (expected[other] - before[other])
    mean /= np.float32(players)
    own = np.exp(outputs[seat, STEEPNESS]) * (expected[seat] - mean) + outputs[seat, EXTRA]
    total = np.float32(1)
    for other in range(players):
        if other != seat:
            points = before[other] + denial * (expected[other] - before[other])
            steepness = np.exp(outputs[other, STEEPNESS])
            total += np.exp(steepness * (points - mean) + outputs[other, EXTRA] - own)
    return np.float32(1) / total


def _judge(rules: Rules, codes: Any, net: Net, company: Company, work: Work) -> None:
    players, group = rules.players, group_of(rules.players)
    taken = range(players), codes[:players]
    sums = work.sheet_sums[taken] + _seen(rules, taken, net, work)
    hidden = np.maximum(net.second_bias[group] + np.maximum(sums, 0) @ net.second[group], 0)
    to_come = SCALE * (net.output_bias[group] + hidden @ net.output[group])
    expected = (work.code_points[taken] + to_come).astype(np.float32) * POINTS
    own = work.own[taken] + expected[:, None] * company.own[0]
    other = work.other[taken] + expected[:, None] * company.other[0]
    pairs = np.maximum(own[:, None] + other, 0).sum(axis=1) - np.maximum(own + other, 0)
    layer = company.second_bias[group] + pairs / (players - 1) @ company.second[group]
    outputs = company.output_bias[group] + np.maximum(layer, 0) @ company.output[group].T
    work.expected[:players] = expected
    outlook = work.outlook[:, :players]
    outlook[DECISION] = outlook[CHANCE] = _chances(expected, expected, 1, outputs)
    outlook[AHEAD] = (expected - _best_other(expected) + outputs[:, MARGIN]) / POINTS
    if work.denial < FULL_DENIAL:
        denial = work.denial * work.doubt[:players, None]
        outlook[DECISION] = _chances(expected, work.before[:players], denial, outputs)


def _seen(rules: Rules, taken: Any, net: Net, work: Work) -> Floats:
    """The first weights of what all seats see of the others, as in `table_features`."""
    need, misthrows, numbers = work.need[taken], work.code_misthrows[taken], work.numbers[taken]
    ordered, others = np.sort(need), rules.players - 1
    nearest = np.where(need > ordered[0], ordered[0], ordered[1])
    place = DISTANCES + others * SEATS + work.away[: rules.players]
    ends = NEAREST + nearest * (MAX_MISTHROWS + 1) + _best_other(misthrows)
    average = OTHERS + (numbers.sum() - numbers) // others
    weights = net.table[place] + net.table[ends] + net.table[average]
    if rules.players > 2:
        second = np.where(need > ordered[1], ordered[1], ordered[2])
        weights += net.table[SECOND + second]
    return weights


def _best_other(values: Any) -> Any:
    """The greatest of the values of the others, by seat."""
    second, first = np.sort(values)[-2:]
    return np.where(values < first, first, second)


def _chances(expected: Floats, before: Floats, denial: Any, outputs: Floats) -> Floats:
    """The chances of all seats to win, as in `_chance`."""
    points = before + denial * (expected - before)
    points = np.where(np.eye(len(expected), dtype=np.bool_), expected, points)
    ahead = points - points.mean(axis=1, keepdims=True)
    weights = np.exp(outputs[:, STEEPNESS]) * ahead + outputs[:, EXTRA]
    shares = np.exp(weights - weights.max(axis=1, keepdims=True))
    return np.diagonal(shares) / shares.sum(axis=1)


@kernel_or(_judge)
def judge(rules: Rules, codes: Any, net: Net, company: Company, work: Work) -> None:
    """Find what all seats can hope for in `work.outlook`, if their sheets are those of `codes`."""
    for seat in range(rules.players):
        code = codes[seat]
        expected = _expect(rules, seat, codes, net, work) * POINTS
        work.expected[seat] = expected
        for unit in range(PAIR_WIDTH):
            work.own_now[seat, unit] = work.own[seat, code, unit] + expected * company.own[0, unit]
            work.other_now[seat, unit] = (
                work.other[seat, code, unit] + expected * company.other[0, unit]
            )
    for seat in range(rules.players):
        for unit in range(PAIR_WIDTH):
            work.pairs[unit] = 0
        for other in range(rules.players):
            if other != seat:
                compare(work.own_now[seat], work.other_now[other], work.pairs)
        weigh_seat(company, rules.players, work.pairs, work.layer, work.outputs[seat])
    find_chances(rules.players, work.expected, work.outputs, work.outlook)
    if work.denial < FULL_DENIAL:
        for seat in range(rules.players):
            denial = work.denial * work.doubt[seat]
            work.outlook[DECISION, seat] = _chance(
                rules.players, seat, work.expected, work.before, denial, work.outputs
            )


@kernel
def _expect(rules: Rules, seat: int, codes: Any, net: Net, work: Work) -> np.float32:
    """The points that a seat expects in view of what the others have."""
    n = table_features(rules, seat, codes, work)
    sums = work.sheet_sums[seat, codes[seat]]
    for unit in range(WIDTH):
        work.sums[unit] = sums[unit]
    for index in range(n):
        add_feature(net, work.table_seen[index], work.sums)
    to_come = output(net, group_of(rules.players), work.sums, work.hidden)
    return np.float32(work.code_points[seat, codes[seat]] + to_come)


@kernel
def table_features(rules: Rules, seat: int, codes: Any, work: Work) -> int:
    """What a seat sees of the others, in `work.table_seen`, as in `features.add_table`."""
    nearest, second, misthrows, numbers = NEVER, NEVER, 0, 0
    for other in range(rules.players):
        if other != seat:
            need = work.need[other, codes[other]]
            if need < nearest:
                nearest, second = need, nearest
            elif need < second:
                second = need
            misthrows = max(misthrows, work.code_misthrows[other, codes[other]])
            numbers += work.numbers[other, codes[other]]
    seen = work.table_seen
    seen[0] = DISTANCES + (rules.players - 1) * SEATS + work.away[seat]
    seen[1] = NEAREST + nearest * (MAX_MISTHROWS + 1) + misthrows
    seen[2] = OTHERS + numbers // (rules.players - 1)
    seen[3] = SECOND + second
    return 4 if rules.players > 2 else 3


@kernel
def keep_outlook(rules: Rules, work: Work) -> None:
    """Make what seats can hope for the result: chances, margins, and expected points."""
    for seat in range(rules.players):
        work.result[0, seat] = work.outlook[DECISION, seat]
        work.result[1, seat] = work.outlook[AHEAD, seat]
        work.result[2, seat] = work.expected[seat] / POINTS
        work.result[3, seat] = work.outlook[CHANCE, seat]


@kernel
def look_around(rules: Rules, state: State, net: Net, company: Company, work: Work) -> None:
    """Find what all seats can hope for in `work.outlook` before a turn, as the sheets are.

    They are noted as answers with the code 0, which no answer has.
    """
    for seat in range(rules.players):
        work.away[seat] = (seat - state.active + rules.players) % rules.players
        work.codes[seat] = 0
        points = total(rules, state, seat)
        describe(rules, state, seat, 0, points, net, company, work)
    work.denial = FULL_DENIAL
    judge(rules, work.codes, net, company, work)
