"""The result of a game, or how it stands, as JSON and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table

from ..game import Game, Json, Terminal
from ..i18n import T
from .console import create_table

_UNITS = {"points": T("points"), "boxes": T("filled boxes"), "turns": T("turns")}


def result_json(game: Game[Any], state: Any) -> Json:
    """The total and the place of each seat, as they stand."""
    return {
        "scores": [score.total for score in game.scores(state)],
        "places": list(game.places(state)),
        "finished": isinstance(game.node(state), Terminal),
    }


def result_table(game: Game[Any], state: Any, names: Sequence[str]) -> Table:
    """Who has how many points, the best first, and the place of each once the game is over."""
    is_over = isinstance(game.node(state), Terminal)
    places, scores = game.places(state), game.scores(state)
    table = create_table(
        T("place") if is_over else T("so far"), T("seat"), _UNITS[game.result_unit], numbers_from=2
    )
    rating = game.rating(state)
    for seat in sorted(range(len(names)), key=lambda seat: places[seat]):
        total = str(scores[seat].total)
        table.add_row(
            f"{places[seat]}.", names[seat], total if rating is None else f"{total} ({rating})"
        )
    return table
