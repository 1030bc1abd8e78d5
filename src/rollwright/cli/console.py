"""What the commands print: JSON, sentences and tables, in colour only on a terminal."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from ..game import Json
from ..i18n import Text

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table


def print_json(data: Json) -> None:
    """Print one JSON object."""
    print(json.dumps(data))


def has_terminal() -> bool:
    """Whether a person can be asked: somebody types, and sees what is drawn."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def render(*parts: RenderableType | Text) -> str:
    """The parts one below the other, without blanks at the ends of lines.

    Sentences are broken at the width of a terminal only, so that other programs get whole ones.
    """
    console = create_console()
    with console.capture() as capture:
        for part in parts:
            if isinstance(part, str | Text):
                console.print(str(part), soft_wrap=not console.is_terminal)
            else:
                console.print(part)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def show(*parts: RenderableType | Text) -> None:
    """Print the parts one below the other."""
    print(render(*parts))


def create_console(*, stderr: bool = False) -> Console:
    """A console that prints texts as they are: names may contain what Rich takes for markup."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, highlight=False, emoji=False)


def create_table(*headings: object, numbers_from: int | None = None) -> Table:
    """An empty table with these headings; columns from `numbers_from` on are set to the right."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    for index, heading in enumerate(headings):
        is_number = numbers_from is not None and index >= numbers_from
        table.add_column(str(heading), justify="right" if is_number else "left")
    return table
