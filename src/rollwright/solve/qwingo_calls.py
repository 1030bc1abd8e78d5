"""How many turns of Qwingo it takes alone, by free boxes: a lower bound, and a play near it."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..games.qwingo import HIGHEST

FACES = 6
"""Of the die: one for each column, and lightning."""

Free = tuple[int, ...]
"""Free boxes of the columns that count, ascending."""

Turns = npt.NDArray[np.float64]
"""Turns, by the count of numbers that are left to be called."""


class EveryCallFits:
    """The game in which every call fits everywhere: a lower bound on the turns of every play."""

    def __init__(self) -> None:
        self._turns: dict[Free, float] = {}

    def turns(self, free: Free) -> float:
        """The mean number of further turns, `free` being sorted; inf without any column."""
        if not free:
            return inf
        if free[0] == 0:
            return 0.0
        if free not in self._turns:
            later = [self.turns(with_entry(free, index)) for index in range(len(free))]
            self._turns[free] = (FACES + sum(later) + min(later)) / (1 + len(free))
        return self._turns[free]

    @property
    def states(self) -> int:
        """How many positions have been worked out."""
        return len(self._turns)


class Position(NamedTuple):
    """What the ascending calls depend on: free boxes, the holder's, and the numbers left.

    The holder is None where several columns hold the greatest number, so that it is not called
    again.
    """

    free: Free
    holder: int | None
    numbers: int


class AscendingCalls:
    """The play in which the calls never descend: each is the greatest number yet, or one more.

    One more fits every column. The greatest again fits every column but its *holder*, and saves a
    number; it is called twice only, then one more. The columns that count have no free box above a
    written number; the other ones are given up.
    """

    def __init__(self) -> None:
        self._next: dict[Free, Turns] = {}
        self._again: dict[tuple[Free, int], Turns] = {}
        self._ended = np.zeros(HIGHEST + 2)

    def turns(self, free: Free, holder: int) -> Turns:
        """The mean number of further turns, `holder` being the free boxes of the holder."""
        return np.minimum(self.call_next(free), self.call_again(free, holder))

    def mean(self, position: Position) -> float:
        """The mean number of further turns at one position."""
        free, holder, numbers = position
        if not free:
            return inf
        following = float(self.call_next(free)[numbers])
        if holder is None:
            return following
        return min(following, float(self.call_again(free, holder)[numbers]))

    def call_next(self, free: Free) -> Turns:
        """The same if one more than the greatest number is called until it is entered."""
        if free not in self._next:
            later = []
            for index, boxes in enumerate(free):
                turns = np.full(HIGHEST + 2, inf)
                turns[1:] = self._ended[1:]
                if boxes > 1:
                    turns[1:] = self.turns(with_entry(free, index), boxes - 1)[:-1]
                later.append(turns)
            total = np.sum(later, axis=0) + np.minimum.reduce(later)
            self._next[free] = (FACES + total) / (1 + len(free))
        return self._next[free]

    def call_again(self, free: Free, holder: int) -> Turns:
        """The same if the greatest number is called again until it is entered."""
        if len(free) == 1:
            return np.full(HIGHEST + 2, inf)
        if (free, holder) not in self._again:
            later = [
                self.call_next(with_entry(free, index)) if boxes > 1 else self._ended
                for index, boxes in enumerate(free)
                if index != free.index(holder)
            ]
            total = np.sum(later, axis=0) + np.minimum.reduce(later)
            self._again[free, holder] = (FACES + total) / len(free)
        return self._again[free, holder]

    def is_again_better(self, position: Position) -> bool:
        """Whether the greatest number is better called again than one more."""
        free, holder, numbers = position
        if holder is None:
            return False
        return bool(self.call_again(free, holder)[numbers] < self.call_next(free)[numbers])


def with_entry(free: Free, index: int) -> Free:
    """The free boxes after one of these columns got a number."""
    return tuple(sorted((*free[:index], free[index] - 1, *free[index + 1 :])))
