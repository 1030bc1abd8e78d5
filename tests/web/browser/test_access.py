"""Contrast, names and roles (axe-core), motion, themes, and what never comes from elsewhere."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from .conftest import PHONE, NewVisitor, Visitor
from .table import ASKED, play_on

GAMES = ("qwixx", "qwinto", "qwingo")
THEMES = ("light", "dark")


def _violations(page: Any) -> list[str]:
    """What axe-core finds that is serious or critical."""
    response = Axe().run(page).response
    return [
        f"{violation['id']}: {node['target']} {node.get('failureSummary', '')}"
        for violation in response["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_serious_on_pages_that_are_read(
    new_visitor: NewVisitor, theme: str
) -> None:
    visitor = new_visitor(color_scheme=theme)
    visitor.create("qwixx", "Ann", "bot")
    page = visitor.page()
    paths = ["/", "/new/qwixx", "/nowhere"]
    paths += [f"/{kind}/{game}" for kind in ("rules", "learn", "score") for game in GAMES]
    for path in paths:
        page.goto(path)
        assert _violations(page) == [], path


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_serious_while_a_game_is_played(
    new_visitor: NewVisitor, game: str, theme: str
) -> None:
    visitor = new_visitor(PHONE, color_scheme=theme, reduced_motion="reduce")
    table = visitor.table(visitor.create(game, "Ann", "bot"))
    checked: set[str] = set()

    def has_checked_all() -> bool:
        kind = table.kind()
        if kind is not None and kind not in checked:
            checked.add(kind)
            assert _violations(table.page) == [], kind
        return checked >= ASKED[game] and len(table.marks()) >= 2

    play_on(table, until=has_checked_all)
    assert _violations(table.page) == [], "with marks"


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_serious_at_the_end(new_visitor: NewVisitor, theme: str) -> None:
    visitor = new_visitor(color_scheme=theme, reduced_motion="reduce")
    table = visitor.table(visitor.create("qwixx(max_misthrows=1)", "Ann", "bot"))
    play_on(table, until=table.is_over)
    table.page.click("#verify summary")
    assert _violations(table.page) == []


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_serious_in_the_lobby_and_in_dialogs(
    new_visitor: NewVisitor, theme: str
) -> None:
    host, guest = new_visitor(color_scheme=theme), new_visitor(PHONE, color_scheme=theme)
    lobby = host.create("qwixx", "Ann", "open", "open")
    for visitor in (host, guest):
        assert _violations(visitor.table(lobby).page) == []

    table = host.table(host.create("qwixx", "Ann", "bot", dice="typed"))
    for opener in ("#menu", ".enlarge", "#main-action"):
        table.page.click(opener)
        table.page.wait_for_selector("dialog[open]")
        assert _violations(table.page) == [], opener
        table.page.keyboard.press("Escape")


def test_fields_are_buttons_that_say_what_they_do(visitor: Visitor) -> None:
    table = visitor.table(visitor.create("qwixx", "Ann", "Ben", dice="typed"))
    table.press_main()
    table.tap_faces([1, 3, 6, 6, 6, 6])
    table.wait_for(lambda: bool(table.legal()), "white makes 4")
    field = table.page.get_by_role("button", name="red 4, skips 2 numbers")
    assert field.count() == 1
    assert table.page.locator("#sheet [role=grid]").get_attribute("aria-label") == "Ann’s sheet"

    field.click()
    table.page.wait_for_selector(".chip.ready")
    assert table.page.get_by_role("button", name="red 4, crossed, not final yet").count() == 0, (
        "Ben's sheet is shown now"
    )


def test_there_is_one_polite_live_region_and_it_says_what_is_asked(visitor: Visitor) -> None:
    table = visitor.table(visitor.create("qwixx", "Ann", "bot"))
    assert table.page.locator("[aria-live]").count() == 1
    table.press_main()
    table.wait_for(lambda: "You rolled" in table.spoken, "the roll is said")
    assert table.spoken == table.sentence


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_legal_fields_breathe_unless_less_motion_is_wished(
    new_visitor: NewVisitor, motion: str
) -> None:
    visitor = new_visitor(reduced_motion=motion)
    table = visitor.table(visitor.create("qwixx", "Ann", "bot"))
    table.press_main()
    table.wait_for(lambda: bool(table.legal()), "asked")
    seconds = table.page.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('.legal'), '::before')"
        ".animationDuration)"
    )
    assert (seconds > 1) == (motion == "no-preference")


def test_a_long_press_shows_what_a_mark_would_do_without_making_it(
    new_visitor: NewVisitor,
) -> None:
    visitor = new_visitor(PHONE, has_touch=True, is_mobile=True)
    table = visitor.table(visitor.create("qwixx", "Ann", "Ben", dice="typed"))
    table.press_main()
    table.tap_faces([1, 3, 6, 6, 6, 6])
    table.wait_for(lambda: bool(table.legal()), "white makes 4")
    field = table.page.locator("[data-field=r4]")

    field.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    table.wait_for(
        lambda: table.page.text_content("#preview") == "red 4, skips 2 numbers · +1", "the preview"
    )
    struck = table.page.locator("#sheet .would-skip")
    assert struck.evaluate_all("nodes => nodes.map(n => n.dataset.field)") == ["r2", "r3"]
    field.dispatch_event("pointerup", {"pointerType": "touch", "bubbles": True})
    field.dispatch_event("click")
    assert table.page.locator(".chip.ready").count() == 0

    field.click()
    table.page.wait_for_selector(".chip.ready")


def test_the_language_can_be_switched_at_home_and_at_a_table(visitor: Visitor) -> None:
    page = visitor.open("/")
    page.select_option("#lang", "de")
    page.wait_for_selector("html[lang=de]")
    table = visitor.table(visitor.create("qwixx", "Ann", "bot"))
    assert table.page.get_attribute("html", "lang") == "de"
    table.page.click("#menu")
    table.page.select_option("#lang", "es")
    table.page.wait_for_selector("html[lang=es]")


def test_the_theme_switch_is_kept(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(color_scheme="light")
    page = visitor.open("/")

    def ground() -> str:
        colour: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return colour

    light = ground()
    page.click("#theme")
    dark = ground()
    assert dark != light
    page.reload()
    assert ground() == dark
    page.click("#theme")
    assert ground() == light


def test_the_running_score_can_be_hidden(visitor: Visitor) -> None:
    table = visitor.table(visitor.create("qwixx", "Ann", "bot"))
    assert table.page.locator("#score .total").count() == 1
    table.page.click("#menu")
    table.page.click("text=Show the running score")
    table.page.keyboard.press("Escape")

    assert table.page.locator("#score .total").count() == 0
    assert table.page.locator(".chip-score").count() == 0
    table.page.reload()
    table.wait_until_live()
    assert table.page.locator("#score .total").count() == 0


def test_marks_at_the_second_tap_only_where_that_is_wished(visitor: Visitor) -> None:
    table = visitor.table(visitor.create("qwixx", "Ann", "Ben"))
    table.page.click("#menu")
    table.page.click("text=Mark only at the second tap")
    table.page.keyboard.press("Escape")
    table.press_main()
    table.wait_for(lambda: bool(table.legal()), "asked")
    field = table.page.locator(f"[data-field={table.legal()[0]}]")

    field.click()
    assert "chosen" in str(field.get_attribute("class"))
    assert table.page.locator(".chip.ready").count() == 0
    field.click()
    table.page.wait_for_selector(".chip.ready")


def test_the_title_says_whose_turn_it_is(visitor: Visitor) -> None:
    table = visitor.table(visitor.create("qwixx", "Ann", "bot"))
    assert table.page.title().startswith("● Your turn")


@pytest.mark.parametrize("game", GAMES)
def test_the_guided_game_can_be_walked_to_its_end(visitor: Visitor, game: str) -> None:
    page = visitor.open(f"/learn/{game}")
    for _ in range(12):
        if page.is_visible("#learn-play"):
            break
        legal = page.locator("#learn-sheet .legal")
        for nth in range(legal.count()):
            if page.is_enabled("#learn-next"):
                break
            legal.nth(nth).click()
        assert page.is_enabled("#learn-next")
        page.click("#learn-next")
    page.click("#learn-play button")
    page.wait_for_url("**/t/*")


def test_nothing_is_asked_of_any_other_server(visitor: Visitor) -> None:
    asked: list[str] = []
    page = visitor.page()
    page.on("request", lambda request: asked.append(request.url))
    for path in ("/", "/learn/qwingo", visitor.create("qwixx", "Ann", "bot")):
        page.goto(path)
    assert asked
    assert [url for url in asked if not url.startswith(visitor.server.url)] == []
