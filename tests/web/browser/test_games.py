"""Each game from the first roll to the result, in a real browser."""

from __future__ import annotations

import pytest

from rollwright.web.bot_words import default_bot

from .conftest import PHONE, NewVisitor, Visitor
from .table import ASKED, TablePage, play_on

GAMES = {
    "qwixx": "qwixx(max_misthrows=2, rows_to_end=1)",
    "qwinto": "qwinto",
    "qwingo": "qwingo(boxes=3)",
}
"""Each game, the longer ones with an earlier end."""


@pytest.mark.parametrize("family", GAMES)
def test_one_person_plays_a_bot_to_the_end(visitor: Visitor, family: str) -> None:
    table = visitor.table(visitor.create(GAMES[family], "Ann", "bot"))

    play_on(table, until=table.is_over)

    page = table.page
    assert page.locator("#podium .podium-place").count() == 2
    totals = page.locator("#result-table tfoot td").all_text_contents()
    assert len(totals) == 2
    assert page.text_content("#winner")
    assert page.is_visible("#rematch")
    page.click("#verify summary")
    page.click("#verify-now")
    page.wait_for_selector("#verdict.good")


def test_play_now_is_one_click_and_the_opponent_is_remembered(visitor: Visitor) -> None:
    page = visitor.open("/")
    form = page.locator("form[data-remember=qwinto]")
    form.locator("select").select_option("bot:random")
    form.locator("button").click()
    page.wait_for_url("**/t/*")
    table = TablePage(page)
    table.wait_until_live()
    assert table.phase == "play"

    page.goto("/")
    assert page.locator("form[data-remember=qwinto] select").input_value() == "bot:random"
    assert (
        page.locator("form[data-remember=qwixx] select").input_value()
        == f"bot:{default_bot('qwixx')}"
    )
    assert page.locator(".table-card").count() == 1

    page.goto("/new/qwinto")
    opponent = page.locator(".seat-row select").nth(1)
    assert opponent.input_value() == "bot:random"
    opponent.select_option("bot:beginner")
    page.click("#new-table .main")
    page.wait_for_url("**/t/*")
    page.goto("/")
    form = page.locator("form[data-remember=qwinto]")
    assert form.locator("select").input_value() == "bot:beginner"
    described = form.locator("option:checked").get_attribute("data-meaning")
    assert form.locator(".meaning").text_content() == described != ""


def test_rematch_seats_the_same_people(visitor: Visitor) -> None:
    table = visitor.table(visitor.create("qwixx(max_misthrows=1)", "Ann", "bot"))
    play_on(table, until=table.is_over)
    first = table.page.url

    table.page.click("#rematch")

    table.page.wait_for_url(lambda url: url != first)
    table.wait_until_live()
    assert table.phase == "play"
    assert table.page.locator("#people .chip").count() == 2


@pytest.mark.parametrize("family", GAMES)
def test_reloading_in_every_phase_shows_the_same(new_visitor: NewVisitor, family: str) -> None:
    table = _alone(new_visitor(PHONE), GAMES[family])
    phases: set[str] = set()

    def has_seen_all() -> bool:
        kind = table.kind()
        is_unsent = kind == "main" and (
            table.is_shown("#dice-choice") or table.is_shown("#call-pad")
        )
        if kind is not None and kind not in phases and not is_unsent:
            phases.add(kind)
            _reload_and_compare(table)
        return phases >= ASKED[family]

    play_on(table, until=has_seen_all)


def test_reloading_at_the_end_shows_the_same(visitor: Visitor) -> None:
    table = visitor.table(visitor.create("qwixx(max_misthrows=1)", "Ann", "bot"))
    play_on(table, until=table.is_over)
    result = table.page.text_content("#result")
    table.page.reload()
    table.wait_until_live()
    assert table.page.text_content("#result") == result


def _alone(visitor: Visitor, game: str) -> TablePage:
    """A game alone, so that nothing happens between two looks."""
    return visitor.table(visitor.create(game, "Ann"))


def _reload_and_compare(table: TablePage) -> None:
    shown = (table.sentence, table.marks(), table.legal(), table.kind())
    table.page.reload()
    table.wait_until_live()
    assert (table.sentence, table.marks(), table.legal(), table.kind()) == shown
