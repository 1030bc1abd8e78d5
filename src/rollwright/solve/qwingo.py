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

import numpy as np

from ..errors import InputError
from ..game import Action, Json, Seat
from ..games.qwingo import (
    CALL,
    HIGHEST,
    RATINGS,
    SETUP,
    STARTING_NUMBERS,
    Column,
    Qwingo,
    QwingoState,
)
from ..i18n import T, Text
from .bounds import Bounds
from .distribution import Distribution
from .qwingo_calls import FACES, AscendingCalls, EveryCallFits, Position, Turns, with_entry

OWN = Seat(0)

LONGEST = 400
"""More turns than any game takes, but for chances below NEGLIGIBLE."""

NEGLIGIBLE = 1e-18

Sheet = tuple[Column, ...]


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
        """All starting numbers in the top boxes, as the bot `perfect` writes them."""
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
        """The mean number of turns of the game; a lower bound where it is not exact."""
        return self.bounds(self.first_sheet).at_least

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

    def before_turn(self, sheet: Json) -> QwingoState:
        """The state before a turn, from one sheet as JSON."""
        own = self.game.parse_sheet(sheet)
        return QwingoState(CALL, 1, OWN, (own,), len(STARTING_NUMBERS))

    def already(self, state: QwingoState) -> float:
        """The turns that were finished before this one."""
        return max(0, state.turn - 1)

    def further(self, state: QwingoState) -> Bounds:
        """The mean number of further turns before a call."""
        return self.bounds(state.sheets[OWN])

    def is_exact(self, state: QwingoState) -> bool:
        """Whether it is certain which entry is best."""
        return _are_settled(self.entries(state).values())

    def answers(self, state: QwingoState) -> dict[Action, float]:
        """The mean number of turns of the whole game after each legal entry.

        Where it is not certain which entry is best these are lower bounds.
        """
        entries = self.entries(state)
        if _are_settled(entries.values()):
            return {action: bounds.at_most for action, bounds in entries.items()}
        return {action: bounds.at_least for action, bounds in entries.items()}

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
        order = _order(entries.values())
        return min(sorted(entries), key=lambda action: order(entries[action]))

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
                with_entry(free, index), None if again else left, numbers - (not again)
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


def _are_settled(entries: Collection[Bounds]) -> bool:
    """Whether the best that is attained for certain is the best that may be possible."""
    return Bounds(min(b.at_least for b in entries), min(b.at_most for b in entries)).is_exact


def _order(entries: Collection[Bounds]) -> Callable[[Bounds], tuple[float, float]]:
    """How to order bounds: by what is attained where that settles it, else by the lower bound."""
    if _are_settled(entries):
        return lambda bounds: (bounds.at_most, bounds.at_least)
    return lambda bounds: (bounds.at_least, bounds.at_most)
