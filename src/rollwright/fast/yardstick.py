"""A loop of the kind that kernels are made of, as a measure of how fast this machine is now."""

from __future__ import annotations

import numpy as np

from .compile import kernel

_PLACES = np.uint64(63)
_13, _7, _17 = np.uint64(13), np.uint64(7), np.uint64(17)


@kernel
def walk(steps: int) -> int:
    """Random steps over a small table: whole numbers, shifts, loads, stores and branches."""
    table = np.zeros(64, np.int64)
    word, climbed = np.uint64(88172645463325252), 0
    for _ in range(steps):
        word ^= word << _13
        word ^= word >> _7
        word ^= word << _17
        place = np.int64(word & _PLACES)
        if table[place] > 5:
            climbed += table[place]
            table[place] = 0
        else:
            table[place] += 1
    return climbed
