"""The network of Qwinto: what a sheet will be worth, compiled.

The first weights are a table with a row for each feature; the sum of the rows goes through two
layers of rectified units. The further layers are kept apart for games alone, of two, of three or
four, and of more players.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ...fast.compile import kernel, kernel_or

Floats: TypeAlias = npt.NDArray[np.float32]
Features: TypeAlias = npt.NDArray[np.int64]

WIDTH, SECOND_WIDTH, GROUPS = 64, 32, 4
"""Units of the first and of the second layer; groups of numbers of players."""

SCALE = 20.0
"""The points that an output of 1 stands for."""


class Net(NamedTuple):
    """The weights: `table` [features, WIDTH], the others by group of players."""

    table: Floats
    second: Floats
    second_bias: Floats
    output: Floats
    output_bias: Floats


@kernel
def group_of(players: int) -> int:
    """The group of a number of players."""
    return (players + 1) // 2 if players > 1 else 0


@kernel
def add_features(net: Net, features: Features, n: int, sums: Floats) -> None:
    """Set `sums` to the sum of the first weights of `n` features."""
    sums[:] = 0
    for index in range(n):
        add_feature(net, features[index], sums)


def _add_feature(net: Net, feature: int, sums: Floats) -> None:
    sums += net.table[feature]


@kernel_or(_add_feature)
def add_feature(net: Net, feature: int, sums: Floats) -> None:
    """Add the first weights of a feature."""
    weights = net.table[feature]
    for unit in range(WIDTH):
        sums[unit] += weights[unit]


def _without_feature(net: Net, feature: int, source: Floats, sums: Floats) -> None:
    np.subtract(source, net.table[feature], out=sums)


@kernel_or(_without_feature)
def without_feature(net: Net, feature: int, source: Floats, sums: Floats) -> None:
    """Set `sums` to `source` without a feature."""
    weights = net.table[feature]
    for unit in range(WIDTH):
        sums[unit] = source[unit] - weights[unit]


def _replace_feature(net: Net, before: int, after: int, source: Floats, sums: Floats) -> None:
    np.add(source, net.table[after] - net.table[before], out=sums)


@kernel_or(_replace_feature)
def replace_feature(net: Net, before: int, after: int, source: Floats, sums: Floats) -> None:
    """Set `sums` to `source` with one feature in the place of another."""
    removed, added = net.table[before], net.table[after]
    for unit in range(WIDTH):
        sums[unit] = source[unit] + (added[unit] - removed[unit])


def _output(net: Net, group: int, sums: Floats, hidden: Floats) -> float:
    hidden[:] = np.maximum(net.second_bias[group] + np.maximum(sums, 0) @ net.second[group], 0)
    return SCALE * float(net.output_bias[group] + hidden @ net.output[group])


@kernel_or(_output)
def output(net: Net, group: int, sums: Floats, hidden: Floats) -> float:
    """The points that are still to come; `hidden` is left with the second layer, rectified."""
    for unit in range(SECOND_WIDTH):
        hidden[unit] = net.second_bias[group, unit]
    weights, none = net.second[group], np.float32(0)
    for source in range(0, WIDTH, 8):  # eight at a time: `hidden` is read and written less often
        a, b = max(sums[source], none), max(sums[source + 1], none)
        c, d = max(sums[source + 2], none), max(sums[source + 3], none)
        e, f = max(sums[source + 4], none), max(sums[source + 5], none)
        g, h = max(sums[source + 6], none), max(sums[source + 7], none)
        for unit in range(SECOND_WIDTH):
            hidden[unit] += (
                (a * weights[source, unit] + b * weights[source + 1, unit])
                + (c * weights[source + 2, unit] + d * weights[source + 3, unit])
            ) + (
                (e * weights[source + 4, unit] + f * weights[source + 5, unit])
                + (g * weights[source + 6, unit] + h * weights[source + 7, unit])
            )
    value = net.output_bias[group]
    weights = net.output
    for unit in range(0, SECOND_WIDTH, 4):
        for index in range(unit, unit + 4):
            hidden[index] = max(hidden[index], none)
        value += (
            hidden[unit] * weights[group, unit] + hidden[unit + 1] * weights[group, unit + 1]
        ) + (
            hidden[unit + 2] * weights[group, unit + 2]
            + hidden[unit + 3] * weights[group, unit + 3]
        )
    return np.float64(SCALE * value)
