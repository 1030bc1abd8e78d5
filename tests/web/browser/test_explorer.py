"""The explorer in a browser: positions by clicking, values, the address, phone and keyboard."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import DESK, PHONE, SIDEWAYS, SMALL, NewVisitor, Visitor
from .table import TOO_SOON
from .test_access import _violations
from .test_reach import TARGETS, _tab_to, _width

GAMES = ("qwixx", "qwinto", "qwingo")


def _open(visitor: Visitor, path: str) -> Any:
    page = visitor.open(f"/explore/{path}")
    page.wait_for_selector("body[data-phase]")
    return page


def _edit(page: Any) -> None:
    page.wait_for_timeout(TOO_SOON)
    page.click("#main-action")
    page.wait_for_selector("body.editing")


def _answers(page: Any) -> list[str]:
    page.wait_for_selector("#candidates li")
    found: list[str] = page.locator("#candidates .candidate-label").all_text_contents()
    return found


def test_a_position_is_set_up_by_tapping_and_its_answers_change(new_visitor: NewVisitor) -> None:
    page = _open(new_visitor(PHONE, has_touch=True, is_mobile=True), "qwixx")
    assert "red 7, skips 5 numbers" in _answers(page)
    _edit(page)
    for field in ("r2", "r5", "r6"):
        page.tap(f"[data-field={field}]")
        page.wait_for_selector(f"[data-field={field}].marked")
    page.tap("#misthrow-more")
    page.wait_for_selector(".misthrow .mark")
    page.tap("[data-field=r2]")
    page.wait_for_selector("[data-field=r2]:not(.marked)")
    page.wait_for_timeout(TOO_SOON)
    page.tap("#main-action")
    assert _answers(page)[0] == "red 7, skips nothing"
    assert "a=r5.r6.x1" in page.url
    assert page.locator("[data-field=r7].pending").count() == 1, "the best answer is drawn"


def test_an_answer_that_is_chosen_is_drawn_and_explained(visitor: Visitor) -> None:
    page = _open(visitor, "qwixx?a=r5.r6")
    _answers(page)
    page.click("[data-action=g7]")
    page.wait_for_selector("[data-field=g7].pending")
    assert page.locator("#sheet .would-skip").count() == 5
    assert str(page.text_content("#preview")).strip()
    assert page.get_attribute("[data-action=g7]", "aria-pressed") == "true"


def test_undo_redo_and_the_address(visitor: Visitor) -> None:
    page = _open(visitor, "qwixx")
    _answers(page)
    _edit(page)
    page.click("[data-field=b12]")
    page.wait_for_selector("[data-field=b12].marked")
    page.keyboard.press("Control+z")
    page.wait_for_selector("[data-field=b12]:not(.marked)")
    page.keyboard.press("Control+y")
    page.wait_for_selector("[data-field=b12].marked")
    url = page.url
    other = visitor.page()
    other.goto(url)
    other.wait_for_selector("[data-field=b12].marked")


def test_a_lock_closes_the_row_for_all_and_its_die_is_gone(visitor: Visitor) -> None:
    page = _open(visitor, "qwixx?players=2")
    assert page.locator("#roll select").count() == 6
    _edit(page)
    page.click("button.lock >> nth=0")
    page.wait_for_selector("button.lock[aria-pressed=true]")
    assert page.locator("#roll select").count() == 5
    page.click("button.lock >> nth=0")
    page.wait_for_function("() => document.querySelectorAll('#roll select').length === 6")


def test_what_the_rules_forbid_is_said_and_nothing_changes(visitor: Visitor) -> None:
    page = _open(visitor, "qwixx")
    _edit(page)
    page.click("[data-field=r12]")
    page.wait_for_selector(".toast.warn")
    assert page.locator("[data-field=r12].marked").count() == 0


@pytest.mark.parametrize(("game", "field"), [("qwinto", "p3"), ("qwingo", "b4")])
def test_numbers_are_chosen_written_and_erased(
    new_visitor: NewVisitor, game: str, field: str
) -> None:
    page = _open(new_visitor(SMALL, has_touch=True, is_mobile=True), game)
    _edit(page)
    page.locator("#number-pad").get_by_role("button", name="10", exact=True).or_(
        page.locator("#number-pad").get_by_role("button", name="10–19", exact=True)
    ).click()
    if game == "qwingo":
        page.locator("#number-pad").get_by_role("button", name="12", exact=True).click()
    page.locator(f"[data-field={field}]").click()
    page.wait_for_selector(f"[data-field={field}].written")
    page.locator(f"[data-field={field}]").click()
    page.wait_for_selector(f"[data-field={field}]:not(.written)")


def test_dice_players_and_phases_can_be_chosen(visitor: Visitor) -> None:
    page = _open(visitor, "qwixx")
    page.select_option("#roll select >> nth=0", "6")
    page.wait_for_function("() => location.search.includes('w64')")
    page.select_option("#players", "3")
    page.wait_for_selector(".seat-tab >> nth=2")
    page.click(".seat-tab >> nth=1")
    page.wait_for_function("() => location.search.includes('seat=b')")
    page.select_option("#phase", "colour")
    page.wait_for_selector("#white-part:not([hidden])")
    page.select_option("#phase", "roll")
    page.wait_for_selector("#roll", state="hidden")


def test_the_set_up_of_qwingo_begins_with_an_empty_sheet_and_the_game_after_it_anew(
    visitor: Visitor,
) -> None:
    page = _open(visitor, "qwingo")
    written = page.locator("#sheet .written:not(.pending)")
    assert written.count() == 5
    page.select_option("#phase", "setup")
    page.get_by_text("10 in banana, box 1", exact=True).wait_for()
    assert written.count() == 0
    page.select_option("#phase", "entries")
    written.nth(4).wait_for()
    assert written.count() == 5


def test_what_cannot_be_judged_is_said_in_words(visitor: Visitor) -> None:
    page = _open(visitor, "qwixx?closed=red.blue")
    assert page.text_content("#sentence") == "The game is over on these sheets."
    assert not page.is_visible("#ranking")


def test_a_bad_address_shows_the_beginning_with_a_word(visitor: Visitor) -> None:
    page = _open(visitor, "qwixx?a=r3.r2")
    assert page.locator(".notice").count() == 1
    _answers(page)


def test_by_the_keyboard_alone(visitor: Visitor) -> None:
    page = _open(visitor, "qwixx")
    _answers(page)
    _tab_to(page, ".candidate")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".candidate[aria-pressed=true] >> nth=0")
    page.reload()
    _tab_to(page, "#main-action")
    page.wait_for_timeout(TOO_SOON)
    page.keyboard.press("Enter")
    page.wait_for_selector("body.editing")
    page.focus("[data-field=r2]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-field=r2].marked")
    assert page.evaluate("document.activeElement.dataset.field") == "r2"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_axe_targets_and_width(new_visitor: NewVisitor, game: str, theme: str) -> None:
    visitor = new_visitor(
        SMALL, has_touch=True, is_mobile=True, color_scheme=theme, reduced_motion="reduce"
    )
    page = _open(visitor, f"{game}?players=1")
    if game != "qwinto":
        _answers(page)
    for _ in range(2):
        assert _violations(page) == []
        assert _width(page) == SMALL[0]
        assert [name for name in page.evaluate(TARGETS) if "checkbox" not in name] == []
        _edit(page) if page.locator("body.editing").count() == 0 else None
    page.set_viewport_size({"width": SIDEWAYS[0], "height": SIDEWAYS[1]})
    assert _width(page) == SIDEWAYS[0]
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    assert _violations(page) == []
