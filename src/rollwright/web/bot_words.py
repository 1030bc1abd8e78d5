"""What the bots are called at a table. Proper names, the same in every language."""

from __future__ import annotations

from ..i18n import T, Text

_NAMES = {"random": "Dizzy", "greedy": "Thrifty", "ga": "Darwin"}

_LEVELS = {
    "random": T("plays anything"),
    "greedy": T("easy"),
    "ga": T("medium"),
    "search": T("hard"),
    "net": T("hard"),
    "expert": T("very hard"),
}


def bot_title(name: str) -> str:
    """The name of a bot; one without a name of its own goes by that of the registry."""
    plain = name.partition("(")[0]
    return _NAMES.get(plain, plain.capitalize())


def bot_level(name: str) -> Text:
    """How strong a bot is, in a word; empty where nobody has said so."""
    return _LEVELS.get(name.partition("(")[0]) or Text("")
