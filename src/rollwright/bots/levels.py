"""The six levels of play that people choose from, the same in all games, from weakest to strongest.

A level is one of the other bots with its parameters fixed: each plays like a person of that
experience and makes that person's mistakes, which docs/bots.md describes with the strengths that
were measured. The strongest level, `expert`, is a bot of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..i18n import T, Text


@dataclass(frozen=True, slots=True)
class Level:
    """A level: its name, which is that of its bot, and what kind of player it is."""

    name: str
    meaning: Text


LEVELS = (
    Level("beginner", T("has just heard the rules and takes whatever comes")),
    Level("learner", T("sees a little ahead, and still wastes a lot")),
    Level("casual", T("plays its own sheet with some care and hardly looks at the others")),
    Level("club", T("plays by good rules of thumb")),
    Level("strong", T("weighs its chances well and misses little")),
    Level("expert", T("plays as well as this program can")),
)
"""All levels from the weakest to the strongest."""

LEVEL_NAMES = tuple(level.name for level in LEVELS)

PLAYS: dict[str, dict[str, str]] = {
    "qwixx": {
        "beginner": "greedy(skip=10)",
        "learner": "greedy(skip=4)",
        "casual": "greedy(skip=3)",
        "club": "greedy(skip=2)",
        "strong": "ga",
    },
    "qwinto": {
        "beginner": "planner(fill=10)",
        "learner": "greedy",
        "casual": "planner(fill=5)",
        "club": "planner",
        "strong": "expert(aim=points)",
    },
    "qwingo": {
        "beginner": "dreamer(top=1)",
        "learner": "dreamer",
        "casual": "greedy",
        "club": "blocker",
        "strong": "expert(calls=8)",
    },
}
"""The bot that plays each level, by game; `expert` plays itself."""


def plays_as(family: str, bot: str) -> str:
    """The bot that plays a level of a game; any other bot is itself."""
    return PLAYS.get(family, {}).get(bot, bot)
