"""One way to the solutions of all games for one player."""

from __future__ import annotations

from typing import Any, Protocol

from ..errors import InputError
from ..game import Action, Game, Json
from ..games.qwingo import Qwingo
from ..games.qwixx import Qwixx
from ..i18n import T
from .bounds import Bounds
from .progress import Report, silent
from .store import Store


class SoloSolution(Protocol):
    """The value of every state of a game for one player under perfect play.

    Values are means of the final total: points, or turns where fewer are better.
    """

    @property
    def value(self) -> float:
        """The value at the beginning of the game."""
        ...

    @property
    def states(self) -> int:
        """How many positions have been worked out."""
        ...

    @property
    def seconds(self) -> float:
        """What it took to work them out."""
        ...

    @property
    def cached(self) -> bool:
        """Whether that was done before."""
        ...

    def before_turn(self, sheet: Json) -> Any:
        """The state before a turn, from one sheet as JSON; `InputError` if that cannot be."""
        ...

    def already(self, state: Any) -> float:
        """What of the final total is reached before the present turn."""
        ...

    def further(self, state: Any) -> Bounds:
        """What is still to come, on average, at the beginning of a turn."""
        ...

    def is_exact(self, state: Any) -> bool:
        """Whether it is certain which answer to a roll is best."""
        ...

    def answers(self, state: Any) -> dict[Action, float]:
        """The value after each legal answer to a roll."""
        ...


def solve(game: Game[Any], report: Report = silent, store: Store | None = None) -> SoloSolution:
    """The solution of a game for one player.

    Raises `InputError` for a game that cannot be solved, and `NotCompiled` where that needs numba
    and numba cannot be loaded.
    """
    if isinstance(game, Qwixx):
        from .qwixx import solve_qwixx

        return solve_qwixx(game, report, store)
    if isinstance(game, Qwingo):
        from .qwingo import solve_qwingo

        return solve_qwingo(game)
    raise InputError(
        T("{game} has far too many positions to be solved; qwixx and qwingo are solved for one "
          "player.", game=game.spec)
    )  # fmt: skip
