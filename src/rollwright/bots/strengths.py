"""How strong the bots were measured to be: duels whose results are stored with the package.

`scripts/strengths` plays them anew.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

from .levels import LEVEL_NAMES

FILE = "strengths.json"


@dataclass(frozen=True, slots=True)
class Strength:
    """The result of a duel from the side of the first bot, at a table of two or more.

    `score` is a win alone plus half a shared first place, the mean over all seats; `se` its
    standard error, that of pairs. `elo` is the difference to the second bot, None for more than
    two seats or without limit.
    """

    game: str
    bots: tuple[str, ...]
    pairs: int
    seed: str
    score: float
    se: float
    elo: float | None
    date: str

    @property
    def bot(self) -> str:
        """The bot that is measured."""
        return self.bots[0]

    @property
    def family(self) -> str:
        """The name of the game without its options."""
        return self.game.partition("(")[0]

    @property
    def command(self) -> str:
        """The command that plays this duel."""
        bots = ",".join(self.bots)
        return (
            f'rollwright duel "{self.game}" --bots "{bots}" --pairs {self.pairs} --seed {self.seed}'
        )

    def format(self) -> dict[str, Any]:
        """The result as JSON."""
        data = asdict(self)
        data["bots"] = list(self.bots)
        return data


def parse_strength(data: dict[str, Any]) -> Strength:
    """The result that was written as JSON."""
    return Strength(**{**data, "bots": tuple(data["bots"])})


@cache
def strengths() -> tuple[Strength, ...]:
    """All stored results."""
    text = files(__package__).joinpath("data", FILE).read_text(encoding="utf-8")
    return tuple(parse_strength(entry) for entry in json.loads(text)["duels"])


def strengths_of(bot: str) -> tuple[Strength, ...]:
    """The stored results of a bot that was measured against others."""
    return tuple(found for found in strengths() if found.bot.partition("(")[0] == bot)


def ladder(family: str) -> dict[str, float]:
    """The Elo of the levels of a game above the weakest one, each measured against the one below.

    Levels that have not been measured are left out, with all that are stronger.
    """
    steps = {
        found.bots: found.elo
        for found in strengths()
        if found.family == family and len(found.bots) == 2
    }
    elo = {LEVEL_NAMES[0]: 0.0}
    for below, level in pairwise(LEVEL_NAMES):
        step = steps.get((level, below))
        if step is None:
            break
        elo[level] = elo[below] + step
    return elo
