"""The daily challenge in a browser: played, kept and shared, on a phone and by keyboard."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rollwright.daily import judges
from rollwright.web import daily

from ..test_daily import next_moves
from .conftest import DESK, PHONE, SIDEWAYS, SMALL, NewVisitor, Visitor
from .table import TOO_SOON
from .test_access import _violations
from .test_reach import TARGETS, _tab_to, _width

GAMES = ("qwixx", "qwinto", "qwingo")
KEY = "rollwright.daily."


@pytest.fixture(scope="module", autouse=True)
def quick_judges() -> Iterator[None]:
    """A bot that answers at once, instead of one that may have to be compiled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judges, "BEST_BOT", "greedy")
        patch.setattr(daily, "_judges", {})
        yield


def _open(visitor: Visitor, game: str) -> Any:
    page = visitor.open(f"/daily/{game}")
    page.wait_for_selector("body[data-phase]")
    return page


def _press(page: Any, button: str) -> None:
    page.wait_for_timeout(TOO_SOON)
    page.click(button)


def _step(page: Any) -> None:
    """Do the next thing: a field, else the dice, else the main action, else pass."""
    before = page.evaluate("localStorage.length && JSON.stringify(localStorage)")
    if page.is_visible("#dice-choice"):
        page.click("#dice-choice .die >> nth=0")
    if page.locator("#sheet .legal").count():
        page.click("#sheet .legal >> nth=0")
    elif page.is_visible("#main-action"):
        _press(page, "#main-action:enabled")
    else:
        _press(page, "#pass:not(.absent)")
    page.wait_for_function("old => JSON.stringify(localStorage) !== old", arg=before)
    page.wait_for_selector(
        "#sheet .legal, #main-action:enabled, #pass:enabled, #result:not([hidden]), "
        "#dice-choice:not([hidden])"
    )


def _play_through(page: Any) -> None:
    for _ in range(200):
        if page.get_attribute("body", "data-phase") == "over":
            return
        _step(page)
    raise AssertionError("the game does not end")


def _play_ahead(visitor: Visitor, page: Any, game: str) -> None:
    """Let this browser have played all but the last moves of a game."""
    day = page.text_content("#day")
    moves: list[str] = []
    view = visitor.post(f"/daily/{game}", day=day, moves=moves)
    while view["step"] != "over":
        moves += next_moves(view)
        view = visitor.post(f"/daily/{game}", day=day, moves=moves)
    last = len(moves) - 1 - moves[:-1][::-1].index("roll")
    kept = json.dumps({"day": day, "moves": moves[: last - 1], "results": {}})
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY + game, kept])
    page.reload()
    page.wait_for_selector("#undo:enabled, #main-action:enabled, #dice-choice:not([hidden])")


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_to_the_end_with_the_comparison(new_visitor: NewVisitor, game: str) -> None:
    visitor = new_visitor(PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page = _open(visitor, game)
    assert page.is_visible("#intro")
    _step(page)
    assert not page.is_visible("#intro")
    _play_ahead(visitor, page, game)
    _play_through(page)
    page.wait_for_selector("#share:enabled", timeout=60_000)
    rows = page.locator("#verdict tr")
    assert rows.count() == (2 if game == "qwinto" else 5)
    assert _width(page) == PHONE[0]
    assert _violations(page) == []
    assert page.locator("#history tr").count() == 1

    total = page.text_content("#verdict .own-row td")
    page.reload()
    page.wait_for_selector("#share:enabled", timeout=60_000)
    assert page.text_content("#verdict .own-row td") == total
    assert page.locator("#history tr").count() == 1


def test_a_game_is_gone_on_with_after_a_reload_and_taken_back_before_the_next_roll(
    visitor: Visitor,
) -> None:
    page = _open(visitor, "qwingo")
    _press(page, "#main-action")
    page.wait_for_selector("#sheet .legal")
    first = page.get_attribute("#sheet .legal", "data-field")
    assert page.is_disabled("#undo")
    page.click(f"[data-field={first}]")
    page.wait_for_selector(f"[data-field={first}].written")
    page.reload()
    page.wait_for_selector(f"[data-field={first}].written")
    page.click("#undo")
    page.wait_for_selector(f"[data-field={first}].legal")
    page.keyboard.press("Control+y")
    page.wait_for_selector(f"[data-field={first}].written")
    _press(page, "#main-action")
    page.wait_for_selector("#undo:disabled")


def test_the_result_is_copied_as_text(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(DESK, permissions=["clipboard-read", "clipboard-write"])
    page = _open(visitor, "qwinto")
    _play_ahead(visitor, page, "qwinto")
    _play_through(page)
    page.click("#share:enabled", timeout=60_000)
    page.wait_for_selector(".toast")
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("Qwinto, daily challenge of 20")
    assert text.endswith("/daily/qwinto")


def test_streaks_are_counted_from_what_the_browser_keeps(visitor: Visitor) -> None:
    page = _open(visitor, "qwixx")
    page.evaluate(
        """() => {
          const day = (n) => new Date(Date.now() - 86400000 * n).toISOString().slice(0, 10);
          const results = {};
          for (const n of [1, 2, 3, 7]) results[day(n)] = {total: 100 + n, judge: 120};
          const kept = JSON.stringify({day: "", moves: [], results});
          localStorage.setItem("rollwright.daily.qwixx", kept);
        }"""
    )
    page.reload()
    page.wait_for_selector("body[data-phase]")
    assert page.text_content("#intro-history") == (
        "Days played: 4 · in a row: 3 · longest row: 3 · average: 103.3"
    )


@pytest.mark.parametrize("kept", ["{", "[]", '{"day": 7}', '{"results": {"x": 1}}', "null"])
def test_a_damaged_memory_is_begun_anew(visitor: Visitor, kept: str) -> None:
    page = _open(visitor, "qwixx")
    page.evaluate("text => localStorage.setItem('rollwright.daily.qwixx', text)", kept)
    page.reload()
    page.wait_for_selector("body[data-phase]")
    _press(page, "#main-action")
    page.wait_for_selector("#pass:not(.absent)")


def test_moves_that_are_not_of_today_are_forgotten(visitor: Visitor) -> None:
    page = _open(visitor, "qwixx")
    _press(page, "#main-action")
    page.wait_for_selector("#pass:not(.absent)")
    page.evaluate(
        """() => {
          const key = "rollwright.daily.qwixx";
          const kept = JSON.parse(localStorage.getItem(key));
          localStorage.setItem(key, JSON.stringify({...kept, day: "2026-01-01"}));
        }"""
    )
    page.reload()
    page.wait_for_selector("body[data-phase]")
    assert page.is_visible("#intro")


def test_without_the_server_a_move_is_kept_out(visitor: Visitor) -> None:
    page = _open(visitor, "qwingo")
    _press(page, "#main-action")
    page.wait_for_selector("#sheet .legal")
    visitor.context.set_offline(True)
    field = page.get_attribute("#sheet .legal", "data-field")
    page.click(f"[data-field={field}]")
    page.wait_for_selector(".toast.warn")
    assert page.locator(f"[data-field={field}].written").count() == 0
    visitor.context.set_offline(False)
    page.click(f"[data-field={field}]")
    page.wait_for_selector(f"[data-field={field}].written")


def test_some_turns_by_the_keyboard_alone(visitor: Visitor) -> None:
    page = _open(visitor, "qwingo")
    for _ in range(3):
        _tab_to(page, "#main-action")
        page.wait_for_timeout(TOO_SOON)
        page.keyboard.press("Enter")
        page.wait_for_selector("#sheet .legal")
        _tab_to(page, "#sheet .legal")
        page.keyboard.press("Enter")
        page.wait_for_selector("#main-action:enabled")
    assert page.locator("#sheet .written").count() == 5 + 3


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_axe_targets_and_width(new_visitor: NewVisitor, game: str, theme: str) -> None:
    visitor = new_visitor(
        SMALL, has_touch=True, is_mobile=True, color_scheme=theme, reduced_motion="reduce"
    )
    page = _open(visitor, game)
    for _ in range(2):
        assert _violations(page) == []
        assert _width(page) == SMALL[0]
        assert [name for name in page.evaluate(TARGETS) if "checkbox" not in name] == []
        _step(page)
    page.set_viewport_size({"width": SIDEWAYS[0], "height": SIDEWAYS[1]})
    assert _width(page) == SIDEWAYS[0]
    page.click("#menu")
    assert _violations(page) == []
