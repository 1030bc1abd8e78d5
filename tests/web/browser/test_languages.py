"""Pages in German and Spanish: the browser's language is used, and no English is left over."""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rollwright

from .conftest import PHONE, NewVisitor
from .table import play_on
from .test_games import GAMES

LOCALES = {"de": "de-AT", "es": "es-MX"}
LANGUAGES = sorted(LOCALES)
TEXTS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement.closest("script, style, [lang=en], option");
    if (!parent) found.push(walker.currentNode.data.trim());
  }
  for (const node of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    for (const name of ["aria-label", "title", "placeholder"])
      if (node.hasAttribute(name)) found.push(node.getAttribute(name).trim());
  return found;
}"""


@cache
def english(language: str) -> frozenset[str]:
    """The English texts that look different in another language, without those with arguments."""
    folder = Path(rollwright.__file__).parent / "locale"
    catalogue: Any = gettext.translation("rollwright", folder, languages=[language])
    return frozenset(
        source
        for source, text in catalogue._catalog.items()
        if isinstance(source, str) and len(source) > 3 and "{" not in source and text != source
    )


def leftovers(page: Any, language: str) -> frozenset[str]:
    return english(language) & set(page.evaluate(TEXTS))


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_speak_the_language_of_the_browser(new_visitor: NewVisitor, language: str) -> None:
    visitor = new_visitor(locale=LOCALES[language])
    for path in ("/", *(f"/{kind}/{game}" for kind in ("new", "rules", "learn") for game in GAMES)):
        page = visitor.open(path)
        assert page.get_attribute("html", "lang") == language
        assert not leftovers(page, language), path
        page.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("family", GAMES)
def test_a_game_is_played_to_the_end_in_the_language_of_the_browser(
    new_visitor: NewVisitor, family: str, language: str
) -> None:
    visitor = new_visitor(PHONE, locale=LOCALES[language])
    table = visitor.table(visitor.create(GAMES[family], "Ann", "bot"))
    found: set[str] = set()

    def is_over() -> bool:
        found.update(leftovers(table.page, language))
        return table.is_over()

    play_on(table, until=is_over)
    assert not found


def test_the_switch_overrides_the_browser_and_is_remembered(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(locale="de-DE")
    answer = visitor.context.request.post("/language", form={"lang": "es", "next": "/"})
    assert answer.ok
    page = visitor.open("/")
    assert page.get_attribute("html", "lang") == "es"
