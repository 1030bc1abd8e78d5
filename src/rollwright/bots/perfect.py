"""The bots that play a solved game perfectly, alone."""

from __future__ import annotations

from collections.abc import Sequence

from ..dice import Stream
from ..game import Action, Seat
from ..games.qwingo import CALL, SETUP, Qwingo, QwingoState
from ..games.qwixx import Qwixx, QwixxState
from .base import UNLIMITED, Budget, Choice


class PerfectQwixxBot:
    """Plays Qwixx alone for the most points on average, by the table of all sheets.

    The first time the table is worked out, which takes some seconds.
    """

    def __init__(self, game: Qwixx) -> None:
        from ..solve.qwixx import solve_qwixx

        self._solution = solve_qwixx(game)

    def choose(
        self,
        view: QwixxState,
        seat: Seat,
        legal: Sequence[Action],
        stream: Stream,
        budget: Budget = UNLIMITED,
    ) -> Choice:
        """The answer after which the most points can be expected, the first of equal ones."""
        values = self._solution.answers(view)
        best = max(legal, key=lambda action: values[action])
        return Choice(best, values[best])


class PerfectQwingoBot:
    """Plays Qwingo alone for the fewest turns on average.

    On sheets that no play of its own leads to, it takes the least number of turns that may be
    possible.
    """

    def __init__(self, game: Qwingo) -> None:
        from ..solve.qwingo import solve_qwingo

        self._game = game
        self._solution = solve_qwingo(game)

    def choose(
        self,
        view: QwingoState,
        seat: Seat,
        legal: Sequence[Action],
        stream: Stream,
        budget: Budget = UNLIMITED,
    ) -> Choice:
        """The top boxes; then the numbers from 51 on, each as far up as it fits."""
        if view.phase == SETUP:
            return Choice(self._solution.first_box(view))
        if view.phase == CALL:
            return Choice(self._game.call_action(self._solution.best_call(view.sheets[seat])))
        best = self._solution.best_entry(view)
        return Choice(best, self._solution.answers(view)[best])
