"""Names, avatars and bots that may sit at a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..errors import InputError
from ..i18n import T
from ..record import check_name as check_record_name
from ..spec import nearest_first
from .bot_words import bot_title, opponents
from .refusal import Refusal
from .settings import Limits
from .words import AVATARS


def check_name(name: str, limits: Limits) -> str:
    """A name without needless blanks, or a refusal that says what is wrong with it."""
    joined = " ".join(name.split())
    if not joined:
        raise Refusal(422, "name", T("Please write a name."))
    if len(joined) > limits.name_length:
        raise Refusal(
            422,
            "name",
            T("The name may have {most} characters at most.", most=limits.name_length),
        )
    try:
        return check_record_name(joined)
    except InputError as error:
        raise Refusal(422, "name", error.text) from error


def check_avatar(avatar: str | None, taken: Sequence[str | None]) -> str:
    """The avatar that was chosen, or one that nobody has."""
    if avatar is not None and avatar not in AVATARS:
        raise Refusal(422, "avatar", T("The avatars are: {avatars}.", avatars=", ".join(AVATARS)))
    if avatar is not None:
        return avatar
    return next((free for free in AVATARS if free not in taken), next(iter(AVATARS)))


def check_bot(bot: str, family: str) -> str:
    """The name of a bot of the package that plays this game; parameters are not taken."""
    names = [opponent.bot for opponent in opponents(family)]
    if bot not in names:
        raise Refusal(
            422,
            "bot",
            T("There is no bot “{name}” for this game; there are: {names}.",
              name=bot[:40], names=nearest_first(bot[:40], names)),
        )  # fmt: skip
    return bot


def bot_name(bot: str, taken: Iterable[str]) -> str:
    """The name that a bot goes by at a table, with a number where that name is taken."""
    used = {name.casefold() for name in taken}
    title = bot_title(bot)
    name = title
    count = 1
    while name.casefold() in used:
        count += 1
        name = f"{title} {count}"
    return name
