"""Charts of what `simulate` and `solve` found, with the curve of perfect play beside them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..i18n import T, Text
from .options import option

if TYPE_CHECKING:
    from ..arena import Simulation
    from ..game import Game
    from ..solve.distribution import Distribution

PLOT = option("--plot", T("draw a histogram of the results as this .svg or .png file"), "FILE")

PERFECT = "perfect"


def plot_simulation(path: Path, game: Game[Any], result: Simulation) -> None:
    """Draw the results of all seats; of a game for one player that is solved with perfect play."""
    from ..render.charts import Chart, Series, draw_chart

    series = []
    for number, seat in enumerate(result.seats):
        name = seat.bot if len(result.seats) == 1 else f"{'abcdef'[number]} {seat.bot}"
        shares = {total: games / result.games for total, games in seat.histogram}
        series.append(Series(name, shares))
    found = _perfect_results(game) if len(result.seats) == 1 else None
    perfect = Series(str(T("perfect play")), found.chances) if found is not None else None
    title = T("{n} games of {game}", n=result.games, game=game.spec)
    draw_chart(Chart(str(title), _results_of(game), series, perfect), path)


def plot_solution(
    path: Path, game: Game[Any], bot: str, results: Distribution, perfect: Distribution | None
) -> None:
    """Draw the exact results of a bot, and of perfect play unless that is the bot."""
    from ..render.charts import Chart, Series, draw_chart

    series = [Series(bot, results.chances)]
    curve = Series(str(T("perfect play")), perfect.chances) if perfect is not None else None
    draw_chart(Chart(str(game.spec), _results_of(game), series, curve), path)


def _results_of(game: Game[Any]) -> Text:
    return T("turns") if game.spec.family == "qwingo" and game.spec.players == 1 else T("points")


def _perfect_results(game: Game[Any]) -> Distribution | None:
    """The exact results of perfect play alone; None where they are not known."""
    from ..games.qwingo import Qwingo
    from ..games.qwixx import Qwixx
    from ..solve.compiled import NotCompiled
    from ..solve.qwingo import solve_qwingo
    from .progress import tell

    if isinstance(game, Qwingo):
        return solve_qwingo(game).turns
    if not isinstance(game, Qwixx):
        return None
    try:
        return perfect_qwixx_results(game)
    except NotCompiled as error:
        tell(error.text)
        return None


def perfect_qwixx_results(game: Any) -> Distribution:
    """The exact results of perfect play of Qwixx alone, from the store or worked out."""
    from ..solve.qwixx import solve_qwixx
    from ..solve.qwixx_policies import evaluate_policy, parse_policy
    from .solving import show_solving

    with show_solving() as report:
        solution = solve_qwixx(game, report)
        return evaluate_policy(game, parse_policy(PERFECT), solution, report).scores
