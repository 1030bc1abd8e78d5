"""All commands put together."""

from __future__ import annotations

from typing import Annotated

import typer

from ..i18n import T
from ..version import __version__
from . import (
    advise,
    bench,
    bots,
    duel,
    legal,
    play,
    replay,
    review,
    score,
    serve,
    simulate,
    solve,
    value,
)
from .commands import PROGRAM, Command, Group
from .options import option

HELP = T("Play, simulate and understand the dice games Qwixx, Qwinto and Qwingo.")

_COMMANDS = {
    "serve": serve,
    "play": play,
    "legal": legal,
    "score": score,
    "replay": replay,
    "simulate": simulate,
    "duel": duel,
    "solve": solve,
    "value": value,
    "advise": advise,
    "review": review,
    "bots": bots,
    "bench": bench,
}


def create_app() -> typer.Typer:
    """The whole command line."""
    app = typer.Typer(
        cls=Group,
        help=HELP.one,
        add_completion=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    app.callback(invoke_without_command=True)(_before_command)
    for name, module in _COMMANDS.items():
        app.command(name, cls=Command, help=module.HELP.one)(module.run)
    return app


def _before_command(
    context: typer.Context,
    version: Annotated[bool, option("--version", T("show the version"))] = False,
) -> None:
    if version:
        print(f"{PROGRAM} {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())
