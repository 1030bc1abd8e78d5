"""The bots as people choose them: by level, in words, and by the name that they have at a table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ..bots import bot_infos
from ..bots.levels import LEVELS
from ..i18n import T, Text

# Proper names, the same in every language.
_NAMES = {
    "beginner": "Pebble",
    "learner": "Clover",
    "casual": "Robin",
    "club": "Magnus",
    "strong": "Vega",
    "expert": "Oracle",
    "random": "Dizzy",
    "greedy": "Thrifty",
    "ga": "Darwin",
}

_LEVEL_WORDS = {
    "beginner": T("beginner"),
    "learner": T("learner"),
    "casual": T("casual"),
    "club": T("club"),
    "strong": T("strong"),
    "expert": T("expert"),
}

PREFERRED, ALWAYS_THERE = "casual", "greedy"


@dataclass(frozen=True, slots=True)
class Opponent:
    """A bot as it is offered: its name in the registry and at the table, and what it is like.

    Levels count from 1; bots that play by a simple rule, whatever comes of it, have none.
    """

    bot: str
    level: int | None
    title: str
    meaning: Text

    @property
    def label(self) -> str:
        """What a list of bots says in the current language: the level, or a name without one."""
        return self.title if self.level is None else f"{self.level} · {_LEVEL_WORDS[self.bot]}"


@cache
def opponents(family: str) -> tuple[Opponent, ...]:
    """The bots for the tables of a game: the levels from weakest to strongest, then the others."""
    infos = {info.name: info for info in bot_infos(family)}
    known = [(number, level) for number, level in enumerate(LEVELS, 1) if level.name in infos]
    ranked = [
        Opponent(level.name, number, bot_title(level.name), level.meaning)
        for number, level in known
    ]
    taken = {opponent.bot for opponent in ranked}
    rest = [
        Opponent(name, None, bot_title(name), info.meaning)
        for name, info in infos.items()
        if name not in taken
    ]
    return (*ranked, *rest)


def default_bot(family: str) -> str:
    """The bot that plays where nobody has chosen one."""
    return next((o.bot for o in opponents(family) if o.bot == PREFERRED), ALWAYS_THERE)


def easiest_bot(family: str) -> str:
    """The bot for somebody's first game."""
    first = opponents(family)[0]
    return first.bot if first.level == 1 else ALWAYS_THERE


def bot_title(name: str) -> str:
    """The name of a bot; one without a name of its own goes by that of the registry."""
    plain = name.partition("(")[0]
    return _NAMES.get(plain, plain.capitalize())
