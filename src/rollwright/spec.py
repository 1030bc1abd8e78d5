"""Names of games with their options, such as ``qwixx(layout=mixx_a, players=3)``.

The same notation names bots. A *family* is a game with its options still open; families are
registered by `rollwright.games`, and the core knows none of them by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from .errors import InputError
from .i18n import T, Text

if TYPE_CHECKING:
    from .game import Game

OptionValue = bool | int | str

DEFAULT_PLAYERS = 2


def parse_call(text: str) -> tuple[str, dict[str, str]]:
    """Split ``name(a=1, b=x)`` into the name and its parameters, all as text."""
    found = re.fullmatch(r"\s*([^\s()=,]+)\s*(?:\((.*)\)\s*)?", text, re.DOTALL)
    if found is None:
        raise InputError(
            T("“{text}” cannot be read; write name or name(option=value, …).", text=text)
        )
    parameters: dict[str, str] = {}
    for part in (found[2] or "").split(","):
        if not part.strip():
            continue
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not (name and equals and value):
            raise InputError(T("“{part}” should be option=value.", part=part.strip()))
        if name in parameters:
            raise InputError(T("The option {name} is given twice.", name=name))
        parameters[name] = value
    return found[1], parameters


def nearest_first(word: str, words: list[str]) -> str:
    """The known words for an error message, those first that `word` may have meant."""
    near = get_close_matches(word, words, n=3)
    return ", ".join([*near, *(other for other in words if other not in near)])


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of a game: its default, every value it may take, and what it means."""

    name: str
    default: OptionValue
    choices: tuple[OptionValue, ...]
    meaning: Text

    def parse(self, value: OptionValue) -> OptionValue:
        """The value that `value`, a text or already typed, stands for."""
        for choice in self.choices:
            if format_value(choice) == format_value(value):
                return choice
        choices = self.choices
        if all(type(choice) is int for choice in choices) and len(choices) > 2:
            allowed = f"{choices[0]}–{choices[-1]}"
        else:
            allowed = ", ".join(format_value(choice) for choice in choices)
        raise InputError(
            T(
                "{name}={value} is not possible; {name} may be: {allowed}.",
                name=self.name,
                value=format_value(value),
                allowed=allowed,
            )
        )


def format_value(value: OptionValue) -> str:
    """The text of an option's value: ``true``, ``false``, a number or a word."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Family:
    """A game with its options still open."""

    name: str
    title: str
    seats: range
    options: tuple[Option, ...]
    build: Callable[[GameSpec], Game[Any]]

    def option(self, name: str) -> Option:
        """The option of that name; `InputError` where the game has none."""
        for option in self.options:
            if option.name == name:
                return option
        names = ["players", *(option.name for option in self.options)]
        raise InputError(
            T(
                "{family} has no option “{name}”; it has: {names}.",
                family=self.name,
                name=name,
                names=nearest_first(name, names),
            )
        )


_families: dict[str, Family] = {}


def register(family: Family) -> None:
    """Make a game known under its name."""
    if family.name in _families:
        raise ValueError(f"a game named {family.name} is registered already")
    _families[family.name] = family


def families() -> tuple[Family, ...]:
    """All registered games, in the order of their registration."""
    return tuple(_families.values())


def find_family(name: str) -> Family:
    """The registered game of that name; `InputError` where there is none."""
    if name not in _families:
        raise InputError(
            T(
                "There is no game “{name}”; the games are: {names}.",
                name=name,
                names=nearest_first(name, list(_families)),
            )
        )
    return _families[name]


@dataclass(frozen=True, slots=True)
class GameSpec:
    """A game with all its options fixed. ``str(spec)`` is canonical and parses back.

    `options` holds every option of the family, sorted by name; `players` is the number of seats.
    """

    family: str
    players: int
    options: tuple[tuple[str, OptionValue], ...]

    def __getitem__(self, name: str) -> OptionValue:
        return dict(self.options)[name]

    def __str__(self) -> str:
        family = find_family(self.family)
        shown = [f"players={self.players}"]
        shown += [
            f"{name}={format_value(value)}"
            for name, value in self.options
            if value != family.option(name).default
        ]
        return f"{self.family}({', '.join(sorted(shown))})"


def make_spec(
    name: str, options: Mapping[str, OptionValue], players: int | None = None
) -> GameSpec:
    """The spec of a game by name, `options` being texts or typed values.

    `players` is the number of seats that are taken; it must agree with an option of that name.
    """
    family = find_family(name)
    rest = dict(options)
    seats = Option("players", DEFAULT_PLAYERS, tuple(family.seats), T("number of seats"))
    wanted = rest.pop("players", None)
    if wanted is not None:
        count = int(seats.parse(wanted))
        if players is not None and players != count:
            raise InputError(
                T(
                    "{name}(players={count}) has {count} seats, but {players} were given.",
                    name=name,
                    count=count,
                    players=players,
                )
            )
    else:
        count = int(seats.parse(DEFAULT_PLAYERS if players is None else players))
    values = {option.name: option.default for option in family.options}
    for key, value in rest.items():
        values[key] = family.option(key).parse(value)
    return GameSpec(name, count, tuple(sorted(values.items())))


def parse_spec(text: str, players: int | None = None) -> GameSpec:
    """Read a spec such as ``qwixx`` or ``qwinto(players=3, refuse=false)``.

    `players` is the number of seats that are taken, where the text does not name it.
    """
    name, parameters = parse_call(text)
    return make_spec(name, parameters, players)


def create_game(spec: str | GameSpec, players: int | None = None) -> Game[Any]:
    """The game that a spec names, ready to be played."""
    parsed = parse_spec(spec, players) if isinstance(spec, str) else spec
    return find_family(parsed.family).build(parsed)
