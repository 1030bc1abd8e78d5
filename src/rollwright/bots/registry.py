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
from .perfect import PerfectQwingoBot, PerfectQwixxBot
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
        "perfect",
        T("plays a game for one player as well as possible, by its exact solution"),
        {"qwixx": PerfectQwixxBot, "qwingo": PerfectQwingoBot},
        alone=True,
    ),
)


def bot_infos(family: str | None = None, *, alone: bool = False) -> tuple[BotInfo, ...]:
    """The bots of the package, those that play `family` where it is given.

    Those for games of one player only are among them if `alone` is set.
    """
    return tuple(
        info
        for info in _BOTS
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
    for info in _BOTS:
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
