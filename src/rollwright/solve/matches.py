"""Matches of one player under perfect play, as kernels play them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ..fast import NoKernel
from ..games.qwingo import Qwingo
from ..games.qwixx import Qwixx
from ..i18n import T, Text
from ..spec import GameSpec, create_game
from . import qwingo_play, qwixx_play
from .compiled import NotCompiled
from .qwingo import QwingoSolution, solve_qwingo
from .qwixx import QwixxSolution, solve_qwixx

Results = npt.NDArray[np.int32]
"""A row for each match: its turns, its total, and 1 for the place of the only seat."""


M = TypeVar("M")


class QwixxMatches:
    """Matches of Qwixx alone by the bot `perfect`; several threads may play at the same time."""

    def __init__(self, solution: QwixxSolution, seed: str) -> None:
        self._solution, self._seed = solution, seed
        self.play(range(0))

    def play(self, numbers: range, rotation: int = 0) -> Results:
        """The results of the matches with these numbers, which must follow each other."""
        results = qwixx_play.play_perfectly(self._solution, self._seed, len(numbers), numbers.start)
        points, turns, _ = results.T
        return np.stack([turns, points, np.ones_like(turns)], axis=1)


class QwingoMatches:
    """Matches of Qwingo alone by the bot `perfect`; several threads may play at the same time."""

    def __init__(self, solution: QwingoSolution, seed: str) -> None:
        self._solution, self._seed = solution, seed
        self.play(range(0))

    def play(self, numbers: range, rotation: int = 0) -> Results:
        """The results of the matches with these numbers, which must follow each other."""
        turns = qwingo_play.play_perfectly(self._solution, self._seed, len(numbers), numbers.start)
        return np.stack([turns, turns, np.ones_like(turns)], axis=1)


def open_perfect(
    spec: GameSpec, seed: str, notice: Callable[[Text], None] | None = None
) -> QwixxMatches | QwingoMatches:
    """Matches of a game for one player by the bot `perfect`.

    `notice` is told before the game is solved, which takes a while and happens once. Raises
    `InputError` for a game that cannot be solved, `NotCompiled` where that needs numba and numba
    cannot be loaded, and `NoKernel` where the bot can play but no kernel.
    """
    game = create_game(spec)
    if isinstance(game, Qwixx):
        qwixx = solve_qwixx(game, _told_once(notice))
        return _compiled(lambda: QwixxMatches(qwixx, seed))
    if isinstance(game, Qwingo):
        qwingo = solve_qwingo(game)
        return _compiled(lambda: QwingoMatches(qwingo, seed))
    raise NoKernel(T("there is no kernel for {family}", family=spec.family))


def _compiled(create: Callable[[], M]) -> M:
    """What `create` gives; `NoKernel` where numba cannot be loaded: the bot can do without."""
    try:
        return create()
    except NotCompiled as error:
        raise NoKernel(error.text) from error


def _told_once(notice: Callable[[Text], None] | None) -> Callable[[Text, float], None]:
    """A report that tells each of its sentences once, and no shares of the work."""
    told: set[str] = set()

    def report(what: Text, share: float) -> None:
        if notice is not None and str(what) not in told:
            told.add(str(what))
            notice(what)

    return report
