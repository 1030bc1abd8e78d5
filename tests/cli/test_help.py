"""What the program says about itself."""

from __future__ import annotations

import gettext

import pytest

from rollwright import __version__

from .command import refuse, rollwright, succeed

COMMANDS = ("serve", "play", "legal", "score", "replay", "simulate", "duel", "bots")


def test_version_is_that_of_the_package() -> None:
    assert succeed("--version").out == f"rollwright {__version__}\n"


def test_without_arguments_it_tells_every_command_with_what_it_does() -> None:
    lines = succeed().out.splitlines()
    for command in COMMANDS:
        assert any(line.split()[:1] == [command] and len(line.split()) > 2 for line in lines)


def test_help_is_the_same_with_every_spelling() -> None:
    assert succeed("--help") == succeed("-h") == succeed()


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_shows_its_usage_and_the_options_of_all(command: str) -> None:
    out = succeed(command, "--help").out
    assert f"Usage  rollwright {command} " in out
    assert "--lang en|de|es" in out


def test_help_of_legal_explains_every_argument_and_option() -> None:
    out = succeed("legal", "--help").out
    assert "Usage  rollwright legal SPEC --sheet J --roll J [--passive] [--white ANSWER]" in out
    names = [line.split()[0] for line in out.splitlines() if line.startswith("  ")]
    assert names == [
        "SPEC",
        "--sheet",
        "--roll",
        "--passive",
        "--white",
        "--json",
        "--lang",
        "--help",
    ]


def test_help_without_a_terminal_has_no_colour() -> None:
    assert "\x1b" not in succeed("simulate", "--help").out


class Shouting(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return message.upper() if "{" not in message else f"!{message}"


@pytest.fixture
def shouting_german(monkeypatch: pytest.MonkeyPatch) -> None:
    """German in which every text is shouted, so that it shows what is translated."""
    catalogues = {"en": gettext.NullTranslations(), "de": Shouting()}
    monkeypatch.setattr("rollwright.i18n._catalogue", catalogues.__getitem__)


@pytest.mark.usefixtures("shouting_german")
@pytest.mark.parametrize(
    "words",
    [
        ("--lang", "de", "score", "--help"),
        ("--lang=de", "score", "--help"),
        ("score", "--lang", "de", "--help"),
        ("score", "--help", "--lang=de"),
    ],
)
def test_lang_is_obeyed_anywhere_on_the_line(words: tuple[str, ...]) -> None:
    out = succeed(*words).out
    assert "SHOW THE SCORE OF ONE SHEET, BROKEN DOWN" in out
    assert "THE SHEET AS JSON, @FILE, OR - FOR STANDARD INPUT" in out


@pytest.mark.usefixtures("shouting_german")
def test_lang_holds_for_one_call_only() -> None:
    assert "SHOW THE SCORE" in succeed("--lang", "de", "--help").out
    assert "show the score" in succeed("--help").out


@pytest.mark.usefixtures("shouting_german")
def test_errors_are_in_the_language_that_stands_last() -> None:
    assert refuse("score", "qwix", "--sheet", "{}", "--lang", "de").startswith("rollwright: !There")


@pytest.mark.usefixtures("shouting_german")
def test_without_lang_the_locale_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    assert "SHOW THE SCORE" in succeed("--help").out


@pytest.mark.parametrize("words", [("--lang", "fr"), ("--lang=",), ("bots", "--lang")])
def test_unknown_language_is_refused_with_those_there_are(words: tuple[str, ...]) -> None:
    assert "en, de, es" in refuse(*words)


def test_lang_after_two_dashes_is_an_argument() -> None:
    assert "“--lang de”" in refuse("score", "qwixx", "--sheet", "{}", "--", "--lang", "de")


def test_nothing_is_printed_twice_by_version_with_a_command() -> None:
    assert rollwright("--version", "bots").out == f"rollwright {__version__}\n"
