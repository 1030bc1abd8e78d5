"""Who sits where: ``you`` or ``you:NAME`` is a person, anything else names a bot.

In a record a person has the bare name and a bot ``bot:`` before it, so that a game can be resumed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..bots import Bot, bot_infos, create_bot
from ..errors import InputError
from ..game import Game, Seat
from ..i18n import T
from ..record import check_name
from ..spec import nearest_first, parse_call

PERSON = "you"
BOT_PREFIX = "bot:"


def is_person(word: str) -> bool:
    """Whether a person sits there."""
    return word.partition(":")[0] == PERSON


def seat_name(word: str) -> str:
    """The name in the record of who is seated by `word`."""
    if not is_person(word):
        return check_name(BOT_PREFIX + word)
    name = check_name(word.partition(":")[2] or PERSON)
    if name.startswith(BOT_PREFIX):
        raise InputError(
            T("“{name}” would be taken for a bot; a person needs another name.", name=name)
        )
    return name


def seat_word(name: str) -> str:
    """The inverse of `seat_name`."""
    if name.startswith(BOT_PREFIX):
        return name.removeprefix(BOT_PREFIX)
    return name if name == PERSON else f"{PERSON}:{name}"


def seat_names(words: Sequence[str]) -> tuple[str, ...]:
    """The names of all seats; people must have different ones."""
    names = tuple(map(seat_name, words))
    people = [name for name in names if not name.startswith(BOT_PREFIX)]
    for name in people:
        if people.count(name) > 1:
            raise InputError(
                T(
                    "Two people are named “{name}”; write you:NAME with different names, such as "
                    "you:Ann,you:Bob.",
                    name=name,
                )
            )
    return names


def create_bots(
    words: Sequence[str], game: Game[Any], *, allow_import: bool = True
) -> dict[Seat, Bot]:
    """The bots, by seat; `InputError` for one that is not known."""
    bots = {}
    for seat, word in enumerate(words):
        if not is_person(word):
            _check_known(word, game.spec.family)
            bots[Seat(seat)] = create_bot(word, game, allow_import=allow_import)
    return bots


def _check_known(word: str, family: str) -> None:
    name, _ = parse_call(word)
    names = [info.name for info in bot_infos(family, alone=True)]
    if name not in names and ":" not in name:
        raise InputError(
            T(
                "There is no bot “{name}” for {family}; there are: {names}. A person is written "
                "you or you:NAME.",
                name=name,
                family=family,
                names=nearest_first(name, names),
            )
        )
