"""Help in the reader's language: what a command does, how it is called, what its words mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Styled
from typer import _click
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from ..i18n import LANGUAGES, T, Text
from .console import render

Row = tuple[str, str]
"""A name, and what it means."""


def group_help(group: TyperGroup, ctx: _click.Context) -> str:
    """The help of the program: its commands, and examples to begin with."""
    commands = [(name, meaning(command)) for name, command in group.commands.items()]
    sections = {
        str(T("Commands")): commands,
        str(T("Options")): [*_options(group.params), *_everywhere()],
    }
    command = T("COMMAND")
    usage = f"{ctx.command_path} {command} …"
    return "\n".join([_page(meaning(group), usage, sections), "", str(T("Examples")), *_examples()])


def command_help(command: TyperCommand, ctx: _click.Context) -> str:
    """The help of one command."""
    arguments = [
        (shown_name(p), meaning(p)) for p in command.params if isinstance(p, TyperArgument)
    ]
    return _page(
        meaning(command),
        " ".join([ctx.command_path, *map(_usage, command.params)]),
        {
            str(T("Arguments")): arguments,
            str(T("Options")): [*_options(command.params), *_everywhere()],
        },
    )


def shown_name(param: _click.Parameter) -> str:
    """The name by which people know an argument or an option."""
    return (
        param.metavar or param.name.upper() if isinstance(param, TyperArgument) else param.opts[0]
    )


def meaning(described: _click.Command | _click.Parameter) -> str:
    """The help of a command, an argument or an option, translated."""
    source = getattr(described, "help", None)
    return str(Text(source)) if source else ""


def _usage(param: _click.Parameter) -> str:
    word = shown_name(param)
    if isinstance(param, TyperOption) and param.metavar:
        word = f"{word} {param.metavar}"
    return word if param.required else f"[{word}]"


def _options(params: Iterable[_click.Parameter]) -> list[Row]:
    return [
        (" ".join([*param.opts, param.metavar or ""]).strip(), meaning(param))
        for param in params
        if isinstance(param, TyperOption)
    ]


def _everywhere() -> list[Row]:
    """The options that every command has."""
    return [
        (
            f"--lang {'|'.join(LANGUAGES)}",
            str(T("the language of all texts; else that of the system")),
        ),
        ("--help -h", str(T("show this help"))),
    ]


def _examples() -> list[str]:
    """Commands to try, in lines of their own so that they can be copied."""
    examples = {
        "rollwright play qwixx": T("play Qwixx against a bot"),
        "rollwright play 'qwinto(players=3)' --seats you:Ann,you:Bob,greedy": T(
            "two people and a bot at one screen"
        ),
        "rollwright simulate qwixx --bots greedy,random --games 1000": T(
            "let two bots play a thousand games"
        ),
    }
    return [f"  # {meaning}\n  {command}" for command, meaning in examples.items()]


def _page(summary: str, usage: str, sections: Mapping[str, Sequence[Row]]) -> str:
    parts: list[RenderableType] = [
        summary,
        "",
        Styled.assemble((str(T("Usage")), "bold"), f"  {usage}"),
    ]
    for title, rows in sections.items():
        if rows:
            parts += [Styled(f"\n{title}", style="bold"), Padding(_two_columns(rows), (0, 0, 0, 2))]
    return render(*parts)


def _two_columns(rows: Sequence[Row]) -> Table:
    """Names beside their meanings."""
    table = Table.grid(padding=(0, 2))
    for name, meaning in rows:
        table.add_row(Styled(name, style="cyan"), meaning)
    return table
