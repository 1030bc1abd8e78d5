"""The strongest bot of Qwinto."""

from __future__ import annotations

from collections.abc import Sequence

from ...dice import Stream
from ...errors import InputError
from ...game import Action, Seat
from ...games.qwinto import Qwinto, QwintoState
from ...i18n import T
from ..base import UNLIMITED, Budget, Choice

AIMS = ("win", "points")

DENIAL = 0.5
"""Less than what the chances to win say: the others may not play as one expects."""


class ExpertQwintoBot:
    """Plays by networks that value sheets, looking exactly at all that the dice of a turn can do.

    `aim` is to ``win``, or to get the most ``points`` whatever the others have; alone it is
    always points. To win in company it counts what others lose by its answers, `denial` times as
    much as its own points.
    """

    def __init__(self, game: Qwinto, aim: str = "win", denial: float | str = DENIAL) -> None:
        if aim not in AIMS:
            raise InputError(T("The aim must be win or points, not “{aim}”.", aim=aim))
        from .mind import Mind

        self._mind = Mind(game, aim == "win" and game.players > 1, float(denial))

    def choose(
        self,
        view: QwintoState,
        seat: Seat,
        legal: Sequence[Action],
        stream: Stream,
        budget: Budget = UNLIMITED,
    ) -> Choice:
        """The answer after which most can be expected."""
        action, value = self._mind.decide(view, seat)
        return Choice(Action(action), value)
