"""Arguments and options that several commands have, and how all of them are declared.

Typer gets the source text of every help; `cli.help` translates it when it is shown.
"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ..i18n import T, Text


def argument(metavar: str, meaning: Text) -> Any:
    """An argument of a command."""
    return typer.Argument(metavar=metavar, help=meaning.one, show_default=False)


def option(name: str, meaning: Text, metavar: str | None = None) -> Any:
    """An option of a command; one without `metavar` is a switch."""
    return typer.Option(name, metavar=metavar, help=meaning.one, show_default=False)


SpecArgument = Annotated[
    str, argument("SPEC", T("the game with its options, such as qwixx(players=3)"))
]
SheetOption = Annotated[
    str, option("--sheet", T("the sheet as JSON, @FILE, or - for standard input"), "J")
]
JsonSwitch = Annotated[bool, option("--json", T("print one JSON object and nothing else"))]
