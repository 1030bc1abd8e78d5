"""The random streams of `rollwright.dice`, compiled: the same seed gives the same numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from .compile import is_compiling, kernel

F = TypeVar("F", bound=Callable[..., Any])

DICE_STREAM, BOT_STREAM = 0, 1
"""First counter of a key: what its numbers are for."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_MOST = np.uint64(0xFFFFFFFFFFFFFFFF)
_27, _30, _31 = np.uint64(27), np.uint64(30), np.uint64(31)
_ONE, _SIX = np.uint64(1), np.uint64(6)


def _wrapping(function: F) -> F:
    """A kernel whose words are meant to run over; where it is not compiled, numpy would warn."""
    return kernel(function) if is_compiling else np.errstate(over="ignore")(function)


@_wrapping
def mix(word: np.uint64) -> np.uint64:
    """The finaliser of SplitMix64."""
    word = (word ^ (word >> _30)) * _FIRST
    word = (word ^ (word >> _27)) * _SECOND
    return word ^ (word >> _31)


@_wrapping
def chain(key: np.uint64, counter: int) -> np.uint64:
    """The key of a part of what `key` stands for, by its number from 0."""
    return mix(key + _GOLDEN * (np.uint64(counter) + _ONE))


@_wrapping
def below(key: np.uint64, bound: int) -> int:
    """The first number of the stream `key` from 0 to ``bound - 1``, all exactly equally likely."""
    size = np.uint64(bound)
    while True:
        key = key + _GOLDEN
        word = mix(key)
        # Only the last, incomplete run of `size` words is rejected; it is almost never met.
        if word <= _MOST - size or word <= _MOST - (_MOST % size + _ONE) % size:
            # A constant divisor, that of a die, needs no division.
            rest = word % _SIX if size == _SIX else word % size
            return np.int64(rest)  # type: ignore[return-value]
