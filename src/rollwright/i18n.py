"""Texts and numbers that people read, put into their language when they are shown.

Rules and errors are written once, in English, as `T("…")` or `Tn("…", "…", n)`. Both give a
`Text`, which is looked up in the gettext catalogue of the *current* language only when it is
turned into a string: an error raised for one reader can so be shown to another in his language.
Numbers that are not whole are made by `decimal` and `percent`, and are written in the same way.
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

MINUS = "−"

DECIMAL_MARKS = {"en": ".", "de": ",", "es": ","}
PERCENT_SIGNS = {"en": "%", "de": "\u00a0%", "es": "\u00a0%"}
"""How numbers are written, by language; a space before a sign keeps it on the line."""

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


@dataclass(frozen=True, slots=True)
class Number:
    """A number, rounded to `digits` decimals and written as the current language does by `str()`.

    `is_signed` puts a plus before positive ones; what is rounded to zero has no sign.
    """

    value: float
    digits: int
    is_signed: bool = False
    is_percent: bool = False

    def __str__(self) -> str:
        language = _language.get()
        text = f"{abs(self.value):.{self.digits}f}"
        sign = ""
        if text.strip("0."):
            sign = MINUS if self.value < 0 else "+" * self.is_signed
        unit = PERCENT_SIGNS[language] if self.is_percent else ""
        return sign + text.replace(".", DECIMAL_MARKS[language]) + unit


def decimal(value: float, digits: int = 1, *, is_signed: bool = False) -> Number:
    """A number with some decimals."""
    return Number(value, digits, is_signed)


def percent(share: float, digits: int = 1, *, is_signed: bool = False) -> Number:
    """A share, 1 being the whole, in per cent and with the sign for it."""
    return Number(100 * share, digits, is_signed, is_percent=True)
