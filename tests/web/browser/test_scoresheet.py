"""A score sheet beside real dice, on the smallest phone and by the keyboard."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import DESK, SMALL, NewVisitor, Visitor
from .table import TOO_SOON
from .test_access import _violations
from .test_reach import TARGETS, _width

GAMES = ("qwixx", "qwinto", "qwingo")


def _open(visitor: Visitor, path: str) -> Any:
    page = visitor.open(path)
    page.wait_for_selector("body[data-phase]")
    return page


def _phone(new_visitor: NewVisitor) -> Visitor:
    return new_visitor(SMALL, has_touch=True, is_mobile=True, reduced_motion="reduce")


def _tap(page: Any, *fields: str) -> None:
    for field in fields:
        page.click(f"[data-field={field}].legal")
        page.wait_for_selector(f"[data-field={field}].marked")


def _wait_for_score(page: Any, total: str) -> None:
    page.wait_for_function(
        "t => document.querySelector('#score .total')?.lastChild.data === t", arg=total
    )


def _lock(page: Any, row: str) -> Any:
    return page.locator(f"button.lock[aria-label^='{row}']")


def _is_marked(page: Any, field: str) -> bool:
    marked: bool = page.locator(f"[data-field={field}].marked").count() == 1
    return marked


def test_a_row_that_somebody_else_closed_is_15_and_can_be_opened_again(
    new_visitor: NewVisitor,
) -> None:
    page = _open(_phone(new_visitor), "/score/qwixx")
    _tap(page, "r2", "r3", "r4", "r5", "r6")
    _lock(page, "red").tap()
    page.wait_for_selector("button.lock[aria-pressed=true]")
    _wait_for_score(page, "15")
    assert page.locator("[data-field^=r].legal").count() == 0
    assert "Somebody else has closed the red row." in page.text_content("#live")

    page.reload()
    page.wait_for_selector("button.lock[aria-pressed=true]")
    _wait_for_score(page, "15")

    page.click("#undo")
    page.wait_for_selector("[data-field=r7].legal")
    page.click("#redo")
    page.wait_for_selector("button.lock[aria-pressed=true]")
    _lock(page, "red").tap()
    page.wait_for_selector("[data-field=r7].legal")


def test_undo_redo_and_misthrow(new_visitor: NewVisitor) -> None:
    page = _open(_phone(new_visitor), "/score/qwixx")
    _tap(page, "b12", "b11")
    _wait_for_score(page, "3")
    page.wait_for_timeout(TOO_SOON)
    page.click("#pass")
    _wait_for_score(page, "−2")
    page.click("#undo")
    _wait_for_score(page, "3")
    page.click("#undo")
    _wait_for_score(page, "1")
    page.click("#redo")
    _wait_for_score(page, "3")


def test_a_new_sheet_is_asked_for_and_can_be_taken_back(new_visitor: NewVisitor) -> None:
    page = _open(_phone(new_visitor), "/score/qwixx")
    _tap(page, "r2")
    page.click("#menu")
    page.click("#new-sheet")
    page.click("#confirm-dialog [data-close]")
    assert _is_marked(page, "r2")
    page.click("#menu")
    page.click("#new-sheet")
    page.click("#confirm-new")
    _wait_for_score(page, "0")
    assert not _is_marked(page, "r2")
    page.click("#undo")
    page.wait_for_selector("[data-field=r2].marked")


def test_the_score_can_be_hidden(new_visitor: NewVisitor) -> None:
    page = _open(_phone(new_visitor), "/score/qwixx")
    page.click("#menu")
    page.click("[data-preference=score]")
    page.keyboard.press("Escape")
    assert page.text_content("#score") == "The score is hidden."


@pytest.mark.parametrize(("game", "field"), [("qwinto", "p3"), ("qwingo", "b3")])
def test_first_the_number_then_the_field(new_visitor: NewVisitor, game: str, field: str) -> None:
    page = _open(_phone(new_visitor), f"/score/{game}")
    assert page.locator("#sheet .legal").count() == 0
    page.locator("#number-pad").get_by_role("button", name="5", exact=True).click()
    page.wait_for_selector(f"[data-field={field}].legal")
    page.locator(f"[data-field={field}]").click()
    page.wait_for_selector(f"[data-field={field}].written")
    assert page.text_content(f"[data-field={field}] .num") == "5"
    assert page.locator("#sheet .legal").count() == 0
    assert page.is_visible("#number-pad")


def test_each_kind_of_sheet_has_its_own_marks(visitor: Visitor) -> None:
    page = _open(visitor, "/score/qwixx")
    _tap(page, "r2")
    page.goto("/score/qwixx?layout=mixx_b")
    page.wait_for_selector("body[data-phase]")
    assert page.locator("#sheet .marked").count() == 0
    page.goto("/score/qwixx")
    page.wait_for_selector("[data-field=r2].marked")


def test_without_the_server_a_mark_is_kept_out(visitor: Visitor) -> None:
    page = _open(visitor, "/score/qwixx")
    _tap(page, "r2")
    visitor.context.set_offline(True)
    page.click("[data-field=r5]")
    page.wait_for_selector(".toast.warn")
    assert not _is_marked(page, "r5")
    visitor.context.set_offline(False)
    _tap(page, "r5")


def test_it_can_be_filled_in_by_the_keyboard_alone(new_visitor: NewVisitor) -> None:
    page = _open(new_visitor(DESK), "/score/qwixx")
    page.focus("[data-field=r2]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-field=r2].marked")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.wait_for_selector("[data-field=r3].marked")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.ariaLabel") == "red: closed by somebody else"
    page.keyboard.press("Enter")
    page.wait_for_selector("button.lock[aria-pressed=true]")
    page.keyboard.press("Control+z")
    page.wait_for_selector("[data-field=r4].legal")
    page.keyboard.press("Control+y")
    page.wait_for_selector("button.lock[aria-pressed=true]")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_axe_targets_and_width(new_visitor: NewVisitor, game: str, theme: str) -> None:
    visitor = new_visitor(
        SMALL, has_touch=True, is_mobile=True, color_scheme=theme, reduced_motion="reduce"
    )
    page = _open(visitor, f"/score/{game}")
    assert _violations(page) == []
    assert _width(page) == SMALL[0]
    assert [name for name in page.evaluate(TARGETS) if "checkbox" not in name] == []
    if game == "qwixx":
        _tap(page, "r2")
        _lock(page, "red").tap()
        page.wait_for_selector("button.lock[aria-pressed=true]")
    else:
        page.locator("#number-pad").get_by_role("button", name="5", exact=True).click()
        page.wait_for_selector("#sheet .legal")
    assert _violations(page) == []
    page.click("#menu")
    assert _violations(page) == []
