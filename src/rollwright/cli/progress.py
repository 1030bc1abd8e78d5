"""A progress bar on standard error, for what takes long."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..i18n import Text

PATIENCE = 2.0
"""Seconds after which a bar shows the progress."""


@contextmanager
def show_progress(total: int) -> Iterator[Callable[[int], None]]:
    """A function to tell the progress to; a bar shows it on a terminal when it takes long."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from .console import create_console

    console = create_console(stderr=True)
    bar = Progress(
        BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console, transient=True
    )
    task = bar.add_task("", total=total)
    begun = time.monotonic()

    def show(done: int) -> None:
        if console.is_terminal and time.monotonic() - begun > PATIENCE:
            bar.start()
        bar.update(task, completed=done)

    try:
        yield show
    finally:
        if bar.live.is_started:
            bar.stop()


def tell(notice: Text) -> None:
    """Print a sentence about what is being done on standard error."""
    print(notice, file=sys.stderr, flush=True)
