"""Sets of answers as the bits of a whole number: bit *a* stands for action *a*, up to 62."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from .compile import kernel


def lowest_bit(word: int) -> int:
    """The index of the lowest bit that is set; `word` must not be 0."""
    word = int(word)
    return (word & -word).bit_length() - 1


def count_bits(word: int) -> int:
    """How many bits are set."""
    return int(word).bit_count()


@intrinsic
def _lowest_bit(context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@intrinsic
def _count_bits(context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


# Numba wants the annotations of an overload and of what it returns to be the same.


@overload(lowest_bit)
def _compile_lowest_bit(word: Any) -> Any:
    def compiled(word: Any) -> Any:
        return _lowest_bit(np.int64(word))  # type: ignore[call-arg]

    return compiled


@overload(count_bits)
def _compile_count_bits(word: Any) -> Any:
    def compiled(word: Any) -> Any:
        return _count_bits(np.int64(word))  # type: ignore[call-arg]

    return compiled


@kernel
def nth_bit(word: int, index: int) -> int:
    """The index of the bit that has `index` lower set bits below it."""
    for _ in range(index):
        word &= word - 1
    return lowest_bit(word)
