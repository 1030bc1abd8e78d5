"""Texts are translated when they are shown, in the language of the reader."""

from __future__ import annotations

import asyncio
import contextvars
import gettext
import threading

import pytest

from rollwright import IllegalAction, InputError, RecordError, i18n
from rollwright.i18n import (
    LONGEST_ARGUMENT,
    T,
    Text,
    Tn,
    current_language,
    decimal,
    language_of_locale,
    percent,
    use_language,
)

GERMAN = {
    "red": "rot",
    "The {row} row is closed.": "Die Reihe {row} ist zu.",
    "{n} game": "{n} Spiel",
    "{n} games": "{n} Spiele",
    "Turn {turn}:": "Zug {turn}:",
}


class GermanWords(gettext.NullTranslations):
    """The few words that these tests show."""

    def gettext(self, message: str) -> str:
        return GERMAN.get(message, message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return GERMAN[one if n == 1 else many]


@pytest.fixture(autouse=True)
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    """German words of this test, and English outside of it."""
    catalogues = {"de": GermanWords()}
    monkeypatch.setattr(
        i18n, "_catalogue", lambda language: catalogues.get(language, gettext.NullTranslations())
    )


def in_language(language: str, text: object) -> str:
    def show() -> str:
        use_language(language)
        return str(text)

    return contextvars.copy_context().run(show)


def test_a_text_is_looked_up_when_it_is_shown() -> None:
    text = T("The {row} row is closed.", row=T("red"))
    assert str(text) == "The red row is closed."
    assert in_language("de", text) == "Die Reihe rot ist zu."
    assert str(text) == "The red row is closed."


def test_an_error_is_shown_in_the_language_of_its_reader() -> None:
    error = IllegalAction("Q5", T("The {row} row is closed.", row=T("red")))
    assert str(error) == "The red row is closed. [Q5]"
    assert in_language("de", error) == "Die Reihe rot ist zu. [Q5]"
    record_error = RecordError(T("red"), 12, "T4")
    assert str(record_error) == "Turn 12: red [T4]"
    assert in_language("de", record_error) == "Zug 12: rot [T4]"


def test_the_wording_depends_on_the_number() -> None:
    texts = [Tn("{n} game", "{n} games", number) for number in (0, 1, 2)]
    assert [str(text) for text in texts] == ["0 games", "1 game", "2 games"]
    assert [in_language("de", text) for text in texts] == ["0 Spiele", "1 Spiel", "2 Spiele"]


def test_equality_compares_source_and_arguments() -> None:
    assert T("red") == Text("red")
    assert T("{a}", a=1) != T("{a}", a=2)
    assert hash(T("{a}", a=1)) == hash(T("{a}", a=1))


def test_braces_in_arguments_are_shown_as_they_are() -> None:
    assert str(T("“{text}” is no answer.", text="{0} {text} %s")) == "“{0} {text} %s” is no answer."


def test_long_and_hostile_arguments_are_shortened() -> None:
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    assert len(str(T("{a}", a="x" * 10**6))) == LONGEST_ARGUMENT + 1
    assert str(T("{a}.", a=10**5000)) == "….", "numbers of too many digits cannot be written"
    assert str(T("{a}.", a=nested)) == "…."


def test_the_language_belongs_to_the_context() -> None:
    async def reader(language: str) -> str:
        use_language(language)
        await asyncio.sleep(0)
        return str(T("red"))

    async def both() -> list[str]:
        return list(await asyncio.gather(reader("de"), reader("en")))

    assert asyncio.run(both()) == ["rot", "red"]
    seen: list[str] = []

    def read() -> None:
        use_language("de")
        seen.append(str(T("red")))

    thread = threading.Thread(target=read)
    thread.start()
    thread.join()
    assert seen == ["rot"]
    assert current_language() == "en"


def test_there_must_be_a_catalogue() -> None:
    with pytest.raises(ValueError, match="no catalogue for 'fr'; there are en, de, es"):
        use_language("fr")


@pytest.mark.parametrize(
    "environment, language",
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "es_ES.UTF-8"}, "es"),
        ({"LANGUAGE": "fr:de", "LANG": "es_ES"}, "de"),
        ({}, "en"),
    ],
)
def test_the_environment_asks_for_a_language(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language_of_locale() == language


def test_input_errors_are_value_errors_with_a_text() -> None:
    error = InputError(T("red"))
    assert isinstance(error, ValueError)
    assert error.text == T("red")


# Numbers


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", ["1.3", "−1.3", "13.2%", "+5.0"]),
        ("de", ["1,3", "−1,3", "13,2\u00a0%", "+5,0"]),
        ("es", ["1,3", "−1,3", "13,2\u00a0%", "+5,0"]),
    ],
)
def test_numbers_are_written_in_the_way_of_the_reader(language: str, shown: list[str]) -> None:
    numbers = [decimal(1.26), decimal(-1.26), percent(0.1323), decimal(5, is_signed=True)]
    assert [in_language(language, number) for number in numbers] == shown


@pytest.mark.parametrize("number", [0.0, -0.0, 0.04, -0.04])
def test_what_is_rounded_to_zero_has_no_sign(number: float) -> None:
    assert str(decimal(number, is_signed=True)) == "0.0"
    assert str(percent(number / 100, is_signed=True)) == "0.0%"


def test_digits_are_as_many_as_asked_for() -> None:
    assert str(decimal(12.3456, 4)) == "12.3456"
    assert str(percent(0.125, 0)) == "12%"
    assert str(percent(-1.0, 2)) == "−100.00%"


def test_a_number_in_a_text_follows_the_reader_too() -> None:
    text = T("Turn {turn}:", turn=decimal(2.5))
    assert in_language("de", text) == "Zug 2,5:"
    assert in_language("en", text) == "Turn 2.5:"
