"""Bots by name: ``greedy``, ``name(parameter=value)`` or ``package.module:Class``."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from ..errors import InputError
from ..game import Game
from ..i18n import T, Text
from ..spec import nearest_first, parse_call
from .base import Bot
from .levels import LEVELS, PLAYS, plays_as
from .perfect import PerfectQwingoBot, PerfectQwixxBot
from .qwingo.callers import BlockerQwingoBot, CounterQwingoBot, DreamerQwingoBot
from .qwingo.expert import ExpertQwingoBot
from .qwinto.expert import ExpertQwintoBot
from .qwinto.planner import PlannerQwintoBot
from .qwixx.expert import ExpertQwixxBot
from .simple import (
    GaQwixxBot,
    GreedyQwingoBot,
    GreedyQwintoBot,
    GreedyQwixxBot,
    RandomBot,
)


@dataclass(frozen=True, slots=True)
class BotInfo:
    """A bot of the package: its name, what it does, and a factory for each game it plays.

    A bot that plays `alone` knows games for one player only.
    """

    name: str
    meaning: Text
    factories: dict[str, Callable[..., Bot]]
    alone: bool = False


_BOTS = (
    BotInfo(
        "random",
        T("any legal answer, all equally likely"),
        {"qwixx": RandomBot, "qwinto": RandomBot, "qwingo": RandomBot},
    ),
    BotInfo(
        "greedy",
        T("skips as little and keeps as much room as it can see at once"),
        {"qwixx": GreedyQwixxBot, "qwinto": GreedyQwintoBot, "qwingo": GreedyQwingoBot},
    ),
    BotInfo(
        "ga",
        T("a heuristic of four weights, found by a genetic algorithm in vibelyova/qwixxer"),
        {"qwixx": GaQwixxBot},
    ),
    BotInfo(
        "counter",
        T("calls ever greater numbers and fills its columns from the top"),
        {"qwingo": CounterQwingoBot},
    ),
    BotInfo(
        "dreamer",
        T("calls any number, and writes evenly"),
        {"qwingo": DreamerQwingoBot},
    ),
    BotInfo(
        "blocker",
        T("calls what fits its own sheet and none of the others"),
        {"qwingo": BlockerQwingoBot},
    ),
    BotInfo(
        "planner",
        T("weighs what its sheet may still become, and plans its dice by that"),
        {"qwinto": PlannerQwintoBot},
    ),
    BotInfo(
        "perfect",
        T("plays a game for one player as well as possible, by its exact solution"),
        {"qwixx": PerfectQwixxBot, "qwingo": PerfectQwingoBot},
        alone=True,
    ),
    BotInfo(
        "expert",
        T("the strongest: a trained network in company, the exact solution where there is one"),
        {"qwixx": ExpertQwixxBot, "qwinto": ExpertQwintoBot, "qwingo": ExpertQwingoBot},
    ),
)


def _level_factory(family: str, name: str) -> Callable[..., Bot]:
    """What makes the bot that plays a level of a game."""

    def create(game: Game[Any]) -> Bot:
        return create_bot(plays_as(family, name), game)

    return create


_LEVELS = tuple(
    BotInfo(
        level.name,
        level.meaning,
        {family: _level_factory(family, level.name) for family in PLAYS},
    )
    for level in LEVELS[:-1]
)

_ALL = (*_BOTS[:-1], *_LEVELS, *_BOTS[-1:])
"""All bots; the strongest is both a level and the last of the others."""


def bot_infos(family: str | None = None, *, alone: bool = False) -> tuple[BotInfo, ...]:
    """The bots of the package, those that play `family` where it is given.

    Those for games of one player only are among them if `alone` is set.
    """
    return tuple(
        info
        for info in _ALL
        if (family is None or family in info.factories) and (alone or not info.alone)
    )


def create_bot(text: str, game: Game[Any], *, allow_import: bool = True) -> Bot:
    """The bot that `text` names, for this game.

    `allow_import=False` refuses ``package.module:Class``, which runs code: for names that come
    from elsewhere. Raises `InputError` for an unknown bot or parameter.
    """
    name, parameters = parse_call(text)
    imported = allow_import and ":" in name
    factory = _import_bot(name) if imported else _find(name, game.spec.family)
    known = [p for p in inspect.signature(factory).parameters if p != "game"]
    for parameter in parameters:
        if parameter not in known:
            raise InputError(
                T("The bot {name} has no parameter “{parameter}”; it has: {known}.",
                  name=name, parameter=parameter, known=", ".join(known) or "–")
            )  # fmt: skip
    try:
        return factory(game, **parameters)
    except (TypeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            T("The bot {name} cannot be set up: {reason}.", name=text, reason=error)
        ) from error


def _find(name: str, family: str) -> Callable[..., Bot]:
    for info in _ALL:
        if info.name == name and family in info.factories:
            return info.factories[family]
    names = [info.name for info in bot_infos(family, alone=True)]
    raise InputError(
        T(
            "There is no bot “{name}” for {family}; there are: {names}.",
            name=name,
            family=family,
            names=nearest_first(name, names),
        )
    )


def _import_bot(name: str) -> Callable[..., Bot]:
    module, _, attribute = name.partition(":")
    try:
        factory = getattr(import_module(module), attribute)
    except Exception as error:  # the module is not ours, and may fail in any way
        raise InputError(
            T("The bot {name} cannot be loaded: {reason}.", name=name, reason=error)
        ) from error
    if not callable(factory) or not hasattr(factory, "choose"):
        raise InputError(
            T("{name} is no bot: it must be a class with a method “choose”.", name=name)
        )
    return factory  # type: ignore[no-any-return]
