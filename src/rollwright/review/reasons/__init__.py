"""What answers do to a sheet, game by game, and the sentences that come of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...game import Json, Seat
from ...i18n import T, Text, Tn


@dataclass(frozen=True, slots=True)
class Comparison:
    """An answer beside the best one at the same decision: notations, features, and the cost."""

    state: Any
    seat: Seat
    chosen: str
    best: str
    of_chosen: Json
    of_best: Json
    cost: Text

    @property
    def words(self) -> dict[str, Any]:
        """The answers and the cost, as arguments of a sentence."""
        return {"chosen": spoken(self.chosen), "best": spoken(self.best), "cost": self.cost}


def spoken(notation: str) -> str | Text:
    """An answer as it is called in a sentence."""
    return T("passing") if notation == "-" else notation


def in_points(points: int) -> Text:
    """A number of points, as it is told in a sentence."""
    return Tn("{n} point", "{n} points", points)


def in_percent(share: float) -> str:
    """A share between 0 and 1 in per cent, with its sign."""
    return f"{100 * share:.0f} %"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text that is shown with a capital letter where a word, not a notation, comes first."""

    text: Text

    def __str__(self) -> str:
        shown = str(self.text)
        begins_with_word = shown.startswith(str(spoken("-")))
        return shown[:1].upper() + shown[1:] if begins_with_word else shown
