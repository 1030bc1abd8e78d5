"""``rollwright simulate``: many games between bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ..i18n import T, decimal
from .options import JsonSwitch, SpecArgument, option
from .plotting import PLOT

if TYPE_CHECKING:
    from rich.table import Table

    from ..arena import Simulation

HELP = T("let bots play many games, and show how they did")

MOST_GAMES = 10**9


def run(
    spec: SpecArgument,
    bots: Annotated[
        str, option("--bots", T("the bots, one for each seat, such as greedy,random"), "A,B")
    ],
    games: Annotated[str, option("--games", T("how many games are played"), "N")],
    seed: Annotated[
        str | None,
        option("--seed", T("the same seed gives the same games; else it is drawn and shown"), "S"),
    ] = None,
    workers: Annotated[
        str | None,
        option("--workers", T("how many games go on at a time; the results are the same"), "W"),
    ] = None,
    out: Annotated[
        str | None,
        option("--out", T("write a row for each game to this .csv or .parquet file"), "FILE"),
    ] = None,
    cluster: Annotated[
        str | None,
        option("--cluster", T("let the Dask cluster play whose scheduler is there"), "ADDRESS"),
    ] = None,
    plot: Annotated[str | None, PLOT] = None,
    as_json: JsonSwitch = False,
) -> None:
    """Play the games and print the statistics."""
    import sys
    from contextlib import ExitStack
    from pathlib import Path
    from secrets import randbelow

    from ..arena import simulate
    from ..arena.cluster import cluster_workers
    from ..arena.export import open_export
    from ..dice import SeededDice
    from ..render.charts import check_chart
    from ..spec import create_game, parse_spec
    from .console import print_json, show
    from .inputs import allow_own_bots, parse_number, parse_workers, split_list
    from .plotting import plot_simulation
    from .progress import show_progress, tell

    chart = None if plot is None else Path(plot)
    if chart is not None:
        check_chart(chart)
    names = split_list("--bots", bots)
    allow_own_bots(names)
    game = parse_spec(spec, len(names))
    number = parse_number("--games", games, 1, MOST_GAMES)
    dice = SeededDice(str(randbelow(10**9)) if seed is None else seed)
    with ExitStack() as stack:
        result = simulate(
            game,
            names,
            number,
            dice.seed,
            parse_workers(workers, number),
            stack.enter_context(show_progress(number)),
            tell,
            stack.enter_context(open_export(Path(out), len(names))) if out else None,
            (lambda job: cluster_workers(cluster)) if cluster else None,
        )
    if chart is not None:
        plot_simulation(chart, create_game(game), result)
    if as_json:
        print_json(result.format())
        if seed is None:
            print(T("The seed was {seed}.", seed=dice.seed), file=sys.stderr)
        return
    show(
        _table(result),
        T(
            "{games} games of {game} with seed {seed}: {turns} turns each, {speed} games a second.",
            games=result.games,
            game=game,
            seed=dice.seed,
            turns=decimal(result.turns_mean, 2),
            speed=decimal(result.games_per_second, 0),
        ),
    )


def _table(result: Simulation) -> Table:
    from .console import create_table

    table = create_table(
        T("seat"),
        T("bot"),
        T("mean"),
        T("standard error"),
        T("standard deviation"),
        T("alone first"),
        T("shared first"),
        numbers_from=2,
    )
    for number, seat in enumerate(result.seats):
        table.add_row(
            "abcdef"[number],
            seat.bot,
            *(str(decimal(number, 2)) for number in (seat.mean, seat.se, seat.sd)),
            str(seat.wins),
            str(seat.ties),
        )
    return table
