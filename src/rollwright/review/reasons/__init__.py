"""What answers do to a sheet, game by game, and the sentences that come of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...game import Json, Seat
from ...i18n import Number, Text, Tn, percent


@dataclass(frozen=True, slots=True)
class Comparison:
    """An answer beside the best one at the same decision: words, features, and the cost."""

    state: Any
    seat: Seat
    chosen: str | Text
    best: str | Text
    of_chosen: Json
    of_best: Json
    cost: Text

    @property
    def words(self) -> dict[str, Any]:
        """The answers and the cost, as arguments of a sentence."""
        return {"chosen": self.chosen, "best": self.best, "cost": self.cost}


def in_points(points: int) -> Text:
    """A number of points, as it is told in a sentence."""
    return Tn("{n} point", "{n} points", points)


def in_percent(share: float) -> Number:
    """A share between 0 and 1 in whole per cent."""
    return percent(share, 0)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text that is shown with a capital letter, whatever word comes first."""

    text: Text

    def __str__(self) -> str:
        shown = str(self.text)
        return shown[:1].upper() + shown[1:]
