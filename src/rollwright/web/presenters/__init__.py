"""The words of each game at the table: what is asked, what an answer is called, what happened.

A presenter knows no rule: numbers and changes come from the game. There is one for each family.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ...spec import GameSpec, create_game
from .base import DieFace, Line, Presenter
from .qwingo import QwingoPresenter
from .qwinto import QwintoPresenter
from .qwixx import QwixxPresenter

_PRESENTERS: dict[str, Any] = {
    "qwixx": QwixxPresenter,
    "qwinto": QwintoPresenter,
    "qwingo": QwingoPresenter,
}


@lru_cache(maxsize=256)
def presenter_of(spec: GameSpec) -> Presenter[Any]:
    """The presenter of a game."""
    presenter: Presenter[Any] = _PRESENTERS[spec.family](create_game(spec))
    return presenter


__all__ = ["DieFace", "Line", "Presenter", "presenter_of"]
