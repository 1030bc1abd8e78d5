"""How much a loss matters: marks, accuracy and rating words, by the unit of the values."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp
from typing import Any

from ..game import Game
from ..i18n import T, Text

CHANCE, POINTS, TURNS = "chance", "points", "turns"
"""Units of values: the chance to win in company; alone the points, or turns counted negative."""

INACCURACY, MISTAKE, BLUNDER = "inaccuracy", "mistake", "blunder"
MARKS = (BLUNDER, MISTAKE, INACCURACY)
"""What a bad answer is called, the worst first."""

MARK_WORDS: dict[str, Text] = {
    INACCURACY: T("inaccuracy"),
    MISTAKE: T("mistake"),
    BLUNDER: T("blunder"),
}

RATING_WORDS: dict[str, Text] = {
    "flawless": T("flawless"),
    "expert": T("expert"),
    "strong": T("strong player"),
    "club": T("club player"),
    "casual": T("casual player"),
    "learner": T("learner"),
    "beginner": T("beginner"),
}
"""What a player is called by his error rate, the best first: who plays so well is that, or is like
the level of that name (`rollwright.bots.levels`)."""


@dataclass(frozen=True, slots=True)
class Scale:
    """What losses mean in one unit; all numbers but the rates are losses of one decision.

    `rates` holds the greatest error rate for each rating word, ascending; beyond the last is the
    last of `RATING_WORDS`.
    """

    unit: str
    obvious: float
    inaccuracy: float
    mistake: float
    blunder: float
    tolerance: float
    rates: tuple[tuple[str, float], ...]

    def mark(self, loss: float) -> str | None:
        """What an answer with this loss is called; None where it is good enough."""
        limits = (self.blunder, self.mistake, self.inaccuracy)
        return next((m for m, limit in zip(MARKS, limits, strict=True) if loss >= limit), None)

    def accuracy(self, losses: Sequence[float]) -> float | None:
        """From 100 for no loss down to 0, the mean over the counted decisions; None without any."""
        if not losses:
            return None
        return 100 * sum(exp(-loss / self.tolerance) for loss in losses) / len(losses)

    def rating(self, losses: Sequence[float]) -> str | None:
        """A key of `RATING_WORDS` by the mean loss; None without a counted decision."""
        if not losses:
            return None
        rate = sum(losses) / len(losses)
        return next((word for word, most in self.rates if rate <= most), list(RATING_WORDS)[-1])


def scale_for(game: Game[Any]) -> Scale:
    """The scale of a game."""
    family = game.spec.family
    if game.spec.players > 1:
        return _scale(family, "company", CHANCE)
    return _scale(family, "alone", TURNS if game.result_unit == "turns" else POINTS)


@cache
def _scale(family: str, table: str, unit: str) -> Scale:
    text = files(__package__).joinpath("scale.toml").read_text("utf-8")
    limits = tomllib.loads(text)[family][table]
    ratings = tuple(limits.pop("ratings").items())
    return Scale(unit=unit, rates=ratings, **limits)
