"""How solvers tell what they are doing."""

from __future__ import annotations

from collections.abc import Callable

from ..i18n import Text

Report = Callable[[Text, float], None]
"""Called with what is being done and how much of it is done, from 0 to 1."""


def silent(what: Text, done: float) -> None:
    """Tell nobody."""
