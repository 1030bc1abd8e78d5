"""The error of a failed check, and how checks look for errors."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from ..game import Game


class Fault(AssertionError):
    """A check that failed: what is wrong, and at which state of which game."""


def require(condition: bool, problem: str, game: Game[Any], state: Any = None) -> None:
    """Raise `Fault` with the game and the state, as JSON, unless the condition holds."""
    if not condition:
        where = "" if state is None else f"\nat {describe(game, state)}"
        raise Fault(f"{game.spec}: {problem}{where}")


def describe(game: Game[Any], state: Any) -> str:
    """The state as JSON, or as Python shows it where the game cannot format it."""
    try:
        return json.dumps(game.format_state(state), ensure_ascii=False)
    except Exception:  # the game under test may fail in any way
        return repr(state)


def error_of(call: Callable[..., object], *arguments: object) -> Exception | None:
    """The exception that a call raises, None where it raises none."""
    try:
        call(*arguments)
    except Exception as error:
        return error
    return None
