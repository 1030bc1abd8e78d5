"""Evaluators for one player whose values come from the exact solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Any

import numpy as np

from ..bots.evaluator import Values
from ..dice import Chance
from ..game import Action, Game, Json, Seat, Terminal
from ..games.qwingo import CALL, ENTRIES, SETUP, Qwingo, QwingoState
from ..games.qwixx import Qwixx
from ..solve.progress import Report, silent
from ..solve.qwingo import QwingoSolution, Sheet, solve_qwingo
from ..solve.qwingo_calls import FACES, EveryCallFits, with_entry
from ..solve.qwixx import QwixxSolution, solve_qwixx

OWN = Seat(0)


def alone(means: Sequence[float]) -> Values:
    """Values of a game for one player: the margin is the value itself, nothing is sampled."""
    mean = np.array(means, dtype=np.float64).reshape(-1, 1)
    return Values(mean, mean.copy(), np.zeros_like(mean))


class ExactQwixx:
    """Qwixx for one player: the mean of the final points under perfect play."""

    exact = True

    def __init__(self, game: Qwixx, report: Report = silent) -> None:
        """Load the table of all sheets, or work it out: see `solve_qwixx`."""
        self.solution: QwixxSolution = solve_qwixx(game, report)

    @property
    def settings(self) -> Json:
        """The name; there is nothing to choose."""
        return {"name": "exact", "version": 1}

    def values(self, game: Game[Any], states: Sequence[Any]) -> Values:
        """The values of any states."""
        rules = self.solution.game
        begun = [rules.begin(state) if state.phase == rules.LOT else state for state in states]
        return alone([self.solution.expected(state) for state in begun])

    def expected(self, game: Game[Any], state: Any) -> Values:
        """The value before a roll."""
        return self.values(game, [state])

    def ahead(self, game: Game[Any], state: Any) -> Values:
        """The value of the best answer."""
        return self.values(game, [state])

    def answers(self, game: Game[Any], state: Any, seat: Seat) -> tuple[tuple[Action, ...], Values]:
        """The legal answers and the values after them."""
        found = self.solution.answers(state)
        return tuple(found), alone(list(found.values()))


class ExactQwingo:
    """Qwingo for one player: the mean of the final turns under perfect play, counted negative.

    A sheet is worth its lower bound on the turns (`rollwright.solve.qwingo`): as if every later
    call fitted every column. Where `is_exact_at` says so, that is what perfect play takes. A game
    that ends with no column full counts as `lost_turns` more turns, which is more than any sheet
    with a column that can still be completed needs.
    """

    exact = False

    def __init__(self, game: Qwingo) -> None:
        self.game = game
        self.solution: QwingoSolution = solve_qwingo(game)
        self.lost_turns = float(FACES * game.boxes)
        self._fits = EveryCallFits()

    @property
    def settings(self) -> Json:
        """The name; there is nothing to choose."""
        return {"name": "exact", "version": 1}

    def is_exact_at(self, game: Game[Any], state: QwingoState) -> bool:
        """Whether the value of a state is certain."""
        if state.phase == self.game.OVER:
            return True
        if state.phase == ENTRIES:
            return self.solution.is_exact(state)
        return self.solution.bounds(self._complete(state).sheets[OWN]).is_exact

    def certain_lead(self, game: Game[Any], state: QwingoState, action: Action) -> float:
        """The turns by which an entry is better than all others, whatever the bounds leave open."""
        entries = self.solution.entries(state)
        others = [bounds.at_least for other, bounds in entries.items() if other != action]
        return min(others, default=inf) - entries[action].at_most

    def values(self, game: Game[Any], states: Sequence[QwingoState]) -> Values:
        """The values of any states."""
        return alone([self._value(state) for state in states])

    def expected(self, game: Game[Any], state: QwingoState) -> Values:
        """The value before the die is rolled."""
        return self.values(game, [state])

    def ahead(self, game: Game[Any], state: QwingoState) -> Values:
        """The value of the best answer."""
        if state.phase in (CALL, ENTRIES):
            return alone([max(value for _, value in self._answers(state))])
        return self.values(game, [state])

    def answers(
        self, game: Game[Any], state: QwingoState, seat: Seat
    ) -> tuple[tuple[Action, ...], Values]:
        """The legal answers and the values after them."""
        actions, values = zip(*self._answers(state), strict=True)
        return actions, alone(values)

    def _answers(self, state: QwingoState) -> Iterator[tuple[Action, float]]:
        if state.phase == CALL:
            worth = self._worth_of_calls(state)
            for action in self.game.legal(state, OWN):
                yield action, worth(self.game.called_number(action))
            return
        for action in self.game.legal(state, OWN):
            yield action, self._value(self.game.play(state, {OWN: action}))

    def _value(self, state: QwingoState) -> float:
        node = self.game.node(state)
        if isinstance(node, Terminal):
            is_full = self.game.ends_game(state)
            return -(state.turn + (0.0 if is_full else self.lost_turns))
        if isinstance(node, Chance) and state.called is not None:
            return self._worth_of_calls(state)(state.called)
        if state.phase == ENTRIES:
            return max(value for _, value in self._answers(state))
        completed = self._complete(state)
        further = self.solution.at_least(completed.sheets[OWN])
        return -(max(0, completed.turn - 1) + min(further, self.lost_turns))

    def _complete(self, state: QwingoState) -> QwingoState:
        """The state after the set-up, the numbers still to be written being put in top boxes."""
        if state.phase == self.game.LOT:
            state = self.game.begin(state)
        while state.phase == SETUP:
            state = self.game.play(state, {OWN: self.solution.first_box(state)})
        return state

    def _worth_of_calls(self, state: QwingoState) -> Callable[[int], float]:
        """What a call of each number is worth: the mean over the faces of the best entry."""
        entries = _Entries(self.game, self._fits, state.sheets[OWN], self.lost_turns)

        def worth(number: int) -> float:
            return -(state.turn + entries.mean(number))

        return worth


class _Entries:
    """The further turns after the best entries of any called number on one sheet.

    A column that can be completed stays so where a number that fits is written in the right box.
    """

    def __init__(self, game: Qwingo, fits: EveryCallFits, sheet: Sheet, lost: float) -> None:
        self._game = game
        self._sheet = sheet
        free = {c: boxes.count(None) for c, boxes in enumerate(sheet) if game.can_complete(boxes)}
        order = sorted(free, key=lambda column: free[column])
        counts = tuple(free[column] for column in order)
        self._without = min(fits.turns(counts), lost)
        self._entered = [self._without] * len(sheet)
        for index, column in enumerate(order):
            self._entered[column] = fits.turns(with_entry(counts, index))

    def mean(self, number: int) -> float:
        """The mean over the faces: one for each column, and lightning."""
        fitting = [
            turns
            for boxes, turns in zip(self._sheet, self._entered, strict=True)
            if self._game.has_room(boxes, number)
        ]
        missed = len(self._sheet) - len(fitting)
        lightning = min(fitting, default=self._without)
        return (sum(fitting) + missed * self._without + lightning) / FACES
