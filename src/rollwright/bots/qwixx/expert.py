"""The strongest bot for Qwixx: the network in company, the exact table alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ...dice import Stream
from ...game import Action, Seat
from ...games.qwixx import WHITE, Qwixx, QwixxState
from ..base import UNLIMITED, Bot, Budget, Choice
from ..perfect import PerfectQwixxBot

if TYPE_CHECKING:
    from .mind import Mind


class ExpertQwixxBot:
    """Answers with the greatest chance to win, as a trained network sees it.

    Alone it plays by the exact table. The network was trained with the official rules; other
    options are obeyed, and every end of a game is judged by them.
    """

    def __init__(self, game: Qwixx) -> None:
        self._game = game
        self._alone: Bot | None = PerfectQwixxBot(game) if game.players == 1 else None

    @cached_property
    def _mind(self) -> Mind:
        # Imported late: the network needs numpy.
        from .mind import Mind
        from .weights import load_weights

        return Mind(self._game, load_weights())

    def choose(
        self,
        view: QwixxState,
        seat: Seat,
        legal: Sequence[Action],
        stream: Stream,
        budget: Budget = UNLIMITED,
    ) -> Choice:
        """The answer that the network plans for this seat."""
        if self._alone is not None:
            return self._alone.choose(view, seat, legal, stream, budget)
        best = (
            self._mind.planned(view, seat) if view.phase == WHITE else self._mind.best_colour(view)
        )
        return Choice(best.action, best.score)
