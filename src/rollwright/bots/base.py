"""What a bot is: a function from a view to a legal answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..dice import Stream
from ..game import Action, Seat
from ..i18n import Text


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may spend on one decision; None is as much as it likes."""

    seconds: float | None = None


UNLIMITED = Budget()


@dataclass(frozen=True, slots=True)
class Choice:
    """A bot's answer, what it thinks the answer is worth, and why in a few words."""

    action: Action
    value: float | None = None
    note: Text | None = None


class Bot(Protocol):
    """A player of one game with its options fixed.

    A bot never gets the match or the dice. It must choose the same answer whenever view, seat,
    legal answers and stream are the same.
    """

    def choose(
        self,
        view: Any,
        seat: Seat,
        legal: Sequence[Action],
        stream: Stream,
        budget: Budget = UNLIMITED,
    ) -> Choice:
        """One of the `legal` answers of `seat` at this view of the state."""
        ...
