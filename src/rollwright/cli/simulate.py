"""``rollwright simulate``: many games between bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

from ..i18n import T
from .options import JsonSwitch, SpecArgument, option

if TYPE_CHECKING:
    from rich.table import Table

    from ..arena import Simulation

HELP = T("let bots play many games, and show how they did")

MOST_GAMES, MOST_WORKERS = 10**9, 61
"""61 processes are as many as every system lets one pool wait for."""

GAMES_A_WORKER = 100
"""A process more is worth its start for so many games."""

PATIENCE = 2.0
"""Seconds after which a bar shows the progress."""


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
        option("--workers", T("how many processes play; the results are the same"), "W"),
    ] = None,
    as_json: JsonSwitch = False,
) -> None:
    """Play the games and print the statistics."""
    import sys
    from secrets import randbelow

    from ..arena import simulate
    from ..dice import SeededDice
    from ..spec import parse_spec
    from .console import print_json, show
    from .inputs import allow_own_bots, parse_number, split_list

    names = split_list("--bots", bots)
    allow_own_bots(names)
    game = parse_spec(spec, len(names))
    number = parse_number("--games", games, 1, MOST_GAMES)
    processes = _workers(number)
    if workers is not None:
        processes = parse_number("--workers", workers, 1, MOST_WORKERS)
    dice = SeededDice(str(randbelow(10**9)) if seed is None else seed)
    with _progress(number) as progress:
        result = simulate(game, names, number, dice.seed, processes, progress)
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
            turns=f"{result.turns_mean:.2f}",
            speed=f"{result.games_per_second:.0f}",
        ),
    )


def _workers(games: int) -> int:
    """As many processes as there are processors, but no more than are worth their start."""
    import os

    return max(1, min(os.cpu_count() or 1, games // GAMES_A_WORKER, MOST_WORKERS))


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    """A function to tell the progress to; a bar shows it on a terminal when it takes long."""
    import time

    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from .console import create_console

    console = create_console(stderr=True)
    bar = Progress(
        BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console, transient=True
    )
    task = bar.add_task("", total=games)
    begun = time.monotonic()

    def show(played: int) -> None:
        if console.is_terminal and time.monotonic() - begun > PATIENCE:
            bar.start()
        bar.update(task, completed=played)

    try:
        yield show
    finally:
        if bar.live.is_started:
            bar.stop()


def _table(result: Simulation) -> Table:
    from .console import create_table

    table = create_table(
        T("seat"),
        T("bot"),
        T("mean"),
        T("standard deviation"),
        T("alone first"),
        T("shared first"),
        numbers_from=2,
    )
    for number, seat in enumerate(result.seats):
        table.add_row(
            "abcdef"[number],
            seat.bot,
            f"{seat.mean:.2f}",
            f"{seat.sd:.2f}",
            str(seat.wins),
            str(seat.ties),
        )
    return table
