"""Which evaluator judges a game."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ..bots.evaluator import Evaluator
from ..game import Game
from ..games.qwingo import Qwingo
from ..games.qwixx import Qwixx
from ..solve.progress import Report, silent


def evaluator_for(game: Game[Any], report: Report = silent) -> Evaluator:
    """The best evaluator of a game: exact where it is solved, else that of the expert.

    `report` is told what is being worked out. Raises `NotCompiled` where that needs numba and
    numba cannot be loaded.
    """
    if game.spec.players == 1:
        from .exact import ExactQwingo, ExactQwixx

        if isinstance(game, Qwixx):
            return ExactQwixx(game, report)
        if isinstance(game, Qwingo):
            return ExactQwingo(game)
    expert = import_module(f"rollwright.bots.{game.spec.family}.evaluator")
    created: Evaluator = expert.create_evaluator(game)
    return created
