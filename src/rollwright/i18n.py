"""Texts that people read, translated when they are shown.

Rules and errors are written once, in English, as `T("…")` or `Tn("…", "…", n)`. Both give a
`Text`, which is looked up in the gettext catalogue of the *current* language only when it is
turned into a string: an error raised for one reader can so be shown to another in his language.
"""

from __future__ import annotations

import gettext
import locale
import os
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "de", "es")
"""Languages with a complete catalogue; English is the source."""

DOMAIN = "rollwright"

LONGEST_ARGUMENT = 400
"""Characters of an argument that are shown: texts repeat what was typed, however long that is."""

_language: ContextVar[str] = ContextVar("rollwright_language", default="en")


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    folder = Path(__file__).parent / "locale"
    return gettext.translation(DOMAIN, folder, languages=[language], fallback=True)


def use_language(language: str) -> None:
    """Show texts in `language` (a code of `LANGUAGES`) from now on, in this context only."""
    if language not in LANGUAGES:
        raise ValueError(f"no catalogue for {language!r}; there are {', '.join(LANGUAGES)}")
    _language.set(language)


def current_language() -> str:
    """The code of the language in which texts are shown now."""
    return _language.get()


def language_of_locale() -> str:
    """The language that the environment asks for, English where there is no catalogue for it."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wish in os.environ.get(variable, "").split(":"):
            code = (locale.normalize(wish) if wish else "")[:2].lower()
            if code in LANGUAGES:
                return code
    return "en"


@dataclass(frozen=True, slots=True)
class Text:
    """A text with its arguments, translated by `str()`.

    `one` is the source text; `many` and `number` are set where the wording depends on a number.
    Arguments may be texts themselves. Equality compares source and arguments, not the language.
    """

    one: str
    arguments: tuple[tuple[str, object], ...] = ()
    many: str | None = None
    number: int = 1

    def __str__(self) -> str:
        catalogue = _catalogue(_language.get())
        if self.many is None:
            wording = catalogue.gettext(self.one)
        else:
            wording = catalogue.ngettext(self.one, self.many, self.number)
        return wording.format_map({name: _shown(value) for name, value in self.arguments})


def _shown(value: object) -> str:
    try:
        text = str(value)
    except (RecursionError, ValueError):  # nested too deeply, or a number of too many digits
        return "…"
    return text if len(text) <= LONGEST_ARGUMENT else text[:LONGEST_ARGUMENT] + "…"


def T(source: str, /, **arguments: object) -> Text:  # noqa: N802 - marks texts for extraction
    """A text to translate; `{name}` in it stands for the argument of that name."""
    return Text(source, tuple(arguments.items()))


def Tn(one: str, many: str, number: int, /, **arguments: object) -> Text:  # noqa: N802
    """A text whose wording depends on `number`, which is also its argument `{n}`."""
    return Text(one, (("n", number), *arguments.items()), many, number)
