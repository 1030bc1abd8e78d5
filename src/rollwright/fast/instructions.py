"""What `.bits` does as single instructions of the processor, for compiled kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload


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


def use_instructions(lowest_bit: Callable[[int], int], count_bits: Callable[[int], int]) -> None:
    """Compile calls of these functions to the instructions."""

    # Numba wants the annotations of an overload and of what it returns to be the same.
    @overload(lowest_bit)
    def compile_lowest_bit(word: Any) -> Any:
        def compiled(word: Any) -> Any:
            return _lowest_bit(np.int64(word))  # type: ignore[call-arg]

        return compiled

    @overload(count_bits)
    def compile_count_bits(word: Any) -> Any:
        def compiled(word: Any) -> Any:
            return _count_bits(np.int64(word))  # type: ignore[call-arg]

        return compiled
