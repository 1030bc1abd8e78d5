"""What the commands about solved games have in common."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from typing import TYPE_CHECKING

from ..i18n import Text
from .progress import PATIENCE

if TYPE_CHECKING:
    from ..solve.progress import Report


@contextmanager
def show_solving() -> Iterator[Report]:
    """A function to tell a solver's progress to; on a terminal a bar shows it."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from .console import create_console

    console = create_console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )
    task = bar.add_task("", total=1.0)
    begun = time.monotonic()

    def show(what: Text, done: float) -> None:
        bar.update(task, description=str(what), completed=done)
        # What is told at 0 may take long without another word.
        if console.is_terminal and (done == 0.0 or time.monotonic() - begun > PATIENCE):
            bar.start()

    try:
        yield show
    finally:
        if bar.live.is_started:
            bar.stop()


def finite(number: float) -> float | None:
    """The number for JSON, which has no infinity."""
    return None if number in (inf, -inf) else number
