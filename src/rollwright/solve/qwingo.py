"""Qwingo for one player: how many turns perfect play takes.

In a turn at most one number enters one column, that of the die, or any one on lightning. So no
play is faster than one in which *every call fits everywhere*: that depends on the numbers of free
boxes alone, is worked out exactly, and is a lower bound.

It is met, or nearly, by calling ever greater numbers: with all starting numbers in the top boxes
the calls 51, 52, 53 … fit every column. What is left of the numbers can be saved by calling the
greatest one again, which fits every column but the one that holds it. The turns which that takes
are worked out exactly too, and are an upper bound. Up to 11 boxes both are equal, because the game
is over before the numbers run out; with 12 they differ by less than a millionth of a turn.

Sheets with free boxes above written numbers have a wider gap between their bounds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import InputError
from ..game import Action, Seat
from ..games.qwingo import HIGHEST, RATINGS, SETUP, Column, Qwingo, QwingoState
from ..i18n import T, Text
from .distribution import Distribution

OWN = Seat(0)

FACES = 6
"""Of the die: one for each column, and lightning."""

EXACT = 1e-4
"""Bounds that differ by less make a value exact, in turns."""

LONGEST = 400
"""More turns than any game takes, but for chances below NEGLIGIBLE."""

NEGLIGIBLE = 1e-18

Sheet = tuple[Column, ...]
Free = tuple[int, ...]
"""Free boxes of the columns that count, ascending."""

Turns = npt.NDArray[np.float64]
"""Expected turns, by the count of numbers that are left to be called."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Perfect play takes between `at_least` and `at_most` further turns on average."""

    at_least: float
    at_most: float

    @property
    def is_exact(self) -> bool:
        """Whether the bounds are the same, for all that matters."""
        return self.at_most < self.at_least + EXACT


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
            later = [self.turns(_with_entry(free, index)) for index in range(len(free))]
            self._turns[free] = (FACES + sum(later) + min(later)) / (1 + len(free))
        return self._turns[free]

    @property
    def states(self) -> int:
        """How many positions have been worked out."""
        return len(self._turns)


class Position(NamedTuple):
    """What the ascending calls depend on: free boxes, the holder's, and the numbers left."""

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

    def turns(self, free: Free, holder: int | None) -> Turns:
        """The mean number of further turns. The holder is told by its free boxes.

        None says that several columns hold the greatest number, so that one more must be called.
        """
        if holder is None:
            return self.call_next(free)
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
                    turns[1:] = self.turns(_with_entry(free, index), boxes - 1)[:-1]
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
                self.call_next(_with_entry(free, index)) if boxes > 1 else self._ended
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


def _with_entry(free: Free, index: int) -> Free:
    """The free boxes after one of these columns got a number."""
    return tuple(sorted((*free[:index], free[index] - 1, *free[index + 1 :])))


@dataclass(frozen=True)
class QwingoSolution:
    """How many turns perfect play takes, from every sheet, at least and at most."""

    game: Qwingo
    seconds: float = 0.0
    cached: bool = False
    _fits: EveryCallFits = field(default_factory=EveryCallFits, repr=False, compare=False)
    _calls: AscendingCalls = field(default_factory=AscendingCalls, repr=False, compare=False)

    @cached_property
    def first_sheet(self) -> Sheet:
        """All starting numbers in the top boxes: no other sheet is better alone."""
        state = self.game.begin(self.game.initial())
        while state.phase == SETUP:
            state = self.game.play(state, {OWN: self.first_box(state)})
        return state.sheets[OWN]

    def first_box(self, state: QwingoState) -> Action:
        """The answer in the set-up: the top box of the first free column."""
        column = next(c for c, boxes in enumerate(state.sheets[OWN]) if set(boxes) == {None})
        return Action(self.game.sheet.field(column, 0) + 1)

    @property
    def value(self) -> float:
        """The mean number of turns that the bot `perfect` takes."""
        return self.bounds(self.first_sheet).at_most

    @property
    def states(self) -> int:
        """How many numbers of free boxes have been worked out for the lower bound."""
        return self._fits.states

    def bounds(self, sheet: Sheet) -> Bounds:
        """The mean number of further turns before a call, under perfect play."""
        at_least = self.at_least(sheet)
        if at_least == 0.0:
            return Bounds(0.0, 0.0)
        ascending = self._calls.mean(self.position(sheet))
        # One column, number by number, is served by its symbol and by lightning.
        alone = min(self._completable(sheet), default=inf) * FACES / 2
        return Bounds(at_least, max(at_least, min(ascending, alone)))

    def at_least(self, sheet: Sheet) -> float:
        """A lower bound on the mean number of further turns; inf if no column can be completed."""
        return self._fits.turns(tuple(sorted(self._completable(sheet))))

    def _completable(self, sheet: Sheet) -> list[int]:
        """The free boxes of the columns that can still be completed."""
        return [column.count(None) for column in sheet if self.game.can_complete(column)]

    def position(self, sheet: Sheet) -> Position:
        """What the ascending calls depend on."""
        columns = list(self._open_columns(sheet))
        greatest = max((last for _, last, _ in columns), default=HIGHEST)
        holders = [free for _, last, free in columns if last == greatest]
        return Position(
            tuple(sorted(free for _, _, free in columns)),
            holders[0] if len(holders) == 1 else None,
            HIGHEST - greatest,
        )

    def _open_columns(self, sheet: Sheet) -> Iterator[tuple[int, int, int]]:
        """The columns without a free box above a number: which, their last number, free boxes."""
        for index, column in enumerate(sheet):
            written = [number for number in column if number is not None]
            if tuple(written) == column[: len(written)]:
                last = written[-1] if written else self.game.lowest - 1
                yield index, last, len(column) - len(written)

    def already(self, state: QwingoState) -> float:
        """The turns that were finished before this one."""
        return max(0, state.turn - 1)

    def further(self, state: QwingoState) -> float:
        """The mean number of further turns before a call; a lower bound where it is not exact."""
        return self.bounds(state.sheets[OWN]).at_least

    def answers(self, state: QwingoState) -> dict[Action, float]:
        """The mean number of turns of the whole game after each legal entry.

        A lower bound where it is not exact.
        """
        return {action: bounds.at_least for action, bounds in self.entries(state).items()}

    def entries(self, state: QwingoState) -> dict[Action, Bounds]:
        """The bounds on the turns of the whole game after each legal entry."""
        found = {}
        for action in self.game.legal(state, OWN):
            after = self.game.play(state, {OWN: action})
            bounds = self.bounds(after.sheets[OWN])
            found[action] = Bounds(state.turn + bounds.at_least, state.turn + bounds.at_most)
        return found

    def best_entry(self, state: QwingoState) -> Action:
        """The entry of the bot `perfect`."""
        entries = self.entries(state)
        return min(sorted(entries), key=lambda action: _order(entries.values())(entries[action]))

    def best_call(self, sheet: Sheet) -> int:
        """The number that the bot `perfect` calls."""
        if self.bounds(sheet).is_exact:
            position = self.position(sheet)
            again = self._calls.is_again_better(position)
            return max(HIGHEST - position.numbers + (not again), self.game.lowest)
        means = {n: self._mean_after(sheet, n) for n in range(self.game.lowest, HIGHEST + 1)}
        return min(means, key=lambda number: means[number])

    def _mean_after(self, sheet: Sheet, number: int) -> tuple[float, float]:
        """The bounds, summed over the faces, after the best entry of a called number."""
        entries = [
            [sheet, *(self._entered(sheet, c, box, number) for box in self._room(column, number))]
            for c, column in enumerate(sheet)
        ]
        entries.append([after for column in entries for after in column])
        best = []
        for afters in entries:
            found = [self.bounds(after) for after in afters]
            best.append(min(found, key=_order(found)))
        return sum(b.at_least for b in best), sum(b.at_most for b in best)

    def _room(self, column: Column, number: int) -> Iterator[int]:
        """The boxes of a column into which a number may be entered."""
        for box, written in enumerate(column):
            above = [n for n in column[:box] if n is not None]
            below = [n for n in column[box:] if n is not None]
            if written is None and max(above, default=-1) < number < min(below, default=inf):
                yield box

    def _entered(self, sheet: Sheet, column: int, box: int, number: int) -> Sheet:
        boxes = (*sheet[column][:box], number, *sheet[column][box + 1 :])
        return (*sheet[:column], boxes, *sheet[column + 1 :])

    # What comes of it

    @cached_property
    def turns(self) -> Distribution:
        """The chance of every number of turns that the bot `perfect` takes."""
        ended = np.zeros(LONGEST)
        begun = np.zeros(LONGEST)
        begun[0] = 1.0
        arrivals = {self.position(self.first_sheet): begun}
        while arrivals:
            later: dict[Position, Turns] = {}
            for position, arrived in arrivals.items():
                again, outcomes = self._outcomes(position)
                # Turns without an entry keep a position for a while.
                waits = (again / FACES) ** np.arange(LONGEST) if again else np.ones(1)
                present = np.convolve(arrived, waits)[:LONGEST]
                for following, faces in outcomes:
                    share = present[:-1] * (faces / FACES)
                    if following is None:
                        ended[1:] += share
                    else:
                        later.setdefault(following, np.zeros(LONGEST))[1:] += share
            arrivals = later
        return Distribution(
            {n: float(chance) for n, chance in enumerate(ended) if chance > NEGLIGIBLE}
        )

    def _outcomes(self, position: Position) -> tuple[int, list[tuple[Position | None, int]]]:
        """On how many faces of the die nothing is entered, and what the others lead to.

        None is the end of the game.
        """
        free, holder, numbers = position
        again = self._calls.is_again_better(position)
        shut = free.index(holder) if again and holder is not None else None
        found: list[tuple[Position | None, int]] = []
        turns = []
        for index, boxes in enumerate(free):
            if index == shut:
                continue
            left = boxes - 1
            following = Position(
                _with_entry(free, index), None if again else left, numbers - (not again)
            )
            found.append((following if left else None, 1))
            turns.append(self._calls.mean(following) if left else 0.0)
        lightning = turns.index(min(turns))
        found[lightning] = (found[lightning][0], 2)
        return FACES - 1 - len(found), found

    @cached_property
    def ratings(self) -> tuple[tuple[Text, float], ...]:
        """The chance of each rating of the bot `perfect`, the best first, and of none."""
        reached, found = 0.0, []
        for most, name in RATINGS:
            chance = self.turns.at_most(most)
            found.append((name, chance - reached))
            reached = chance
        return (*found, (T("unrated"), 1.0 - reached))


def solve_qwingo(game: Qwingo) -> QwingoSolution:
    """The solution of Qwingo for one player. Raises `InputError` for a game of several."""
    if game.players != 1:
        raise InputError(
            T("{game} cannot be solved, only the game for one player: {right}.",
              game=game.spec, right="qwingo(players=1)")
        )  # fmt: skip
    begun = time.perf_counter()
    solution = QwingoSolution(game)
    solution.bounds(solution.first_sheet)
    return replace(solution, seconds=time.perf_counter() - begun)


def _order(entries: Collection[Bounds]) -> Callable[[Bounds], tuple[float, float]]:
    """How to order bounds: by what is attained where that settles it, else by the lower bound."""
    least = min(bounds.at_least for bounds in entries)
    most = min(bounds.at_most for bounds in entries)
    if Bounds(least, most).is_exact:
        return lambda bounds: (bounds.at_most, bounds.at_least)
    return lambda bounds: (bounds.at_least, bounds.at_most)
