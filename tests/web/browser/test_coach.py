"""Reviews, practice and hints in a browser, on a phone and by keyboard."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rollwright.arena import play_match
from rollwright.bots import create_bot
from rollwright.dice import SeededDice
from rollwright.record import format_record
from rollwright.spec import create_game

from .conftest import DESK, PHONE, SMALL, NewVisitor, Visitor
from .table import TOO_SOON
from .test_access import _violations
from .test_reach import TARGETS, _tab_to, _width

PATIENCE = 60_000
"""Milliseconds: the first values of a game may have to be compiled."""


@pytest.fixture(scope="module")
def record() -> str:
    game = create_game("qwixx(players=1)")
    return format_record(play_match(game, [create_bot("greedy", game)], SeededDice(3)).record)


def _review(visitor: Visitor, record: str) -> Any:
    answer = visitor.context.request.post(
        "/review", data={"record": record}, headers={"Accept": "application/json"}
    )
    page = visitor.open(answer.json()["url"])
    page.wait_for_selector("#account:not([hidden])", timeout=PATIENCE)
    return page


def _small(page: Any) -> list[str]:
    return [name for name in page.evaluate(TARGETS) if "checkbox" not in name]


# Reviews


def test_a_pasted_record_is_reviewed(visitor: Visitor, record: str) -> None:
    page = visitor.open("/review")
    page.fill("#record", "nothing of the kind")
    page.click(".form .main")
    assert page.locator(".notice").count() == 1
    assert page.input_value("#record") == "nothing of the kind"
    page.fill("#record", record)
    page.click(".form .main")
    page.wait_for_selector("#account:not([hidden])", timeout=PATIENCE)
    assert page.text_content("#account-table .sum td").strip() == "47.0"


def test_a_review_is_stepped_through_with_the_arrow_keys(visitor: Visitor, record: str) -> None:
    page = _review(visitor, record)
    assert str(page.text_content("#moment-title")).startswith("Turn 1, step 1 of ")
    page.keyboard.press("ArrowRight")
    assert str(page.text_content("#moment-title")).startswith("Turn 1, step 2 of ")
    page.keyboard.press("End")
    assert page.text_content("#moment-title") == "result"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    assert page.url.endswith("#step-0")
    assert page.is_disabled("#back")
    page.focus("#at")
    page.keyboard.press("ArrowRight")
    assert page.url.endswith("#step-1")


def test_a_mistake_is_visited_and_the_better_answer_drawn(visitor: Visitor, record: str) -> None:
    page = _review(visitor, record)
    costs = page.locator(".slip-head strong").all_text_contents()
    amounts = [float(cost.removeprefix("−").split()[0]) for cost in costs]
    assert amounts == sorted(amounts, reverse=True)
    better = page.locator(".slip", has_text="→ green").first
    better.click()
    page.wait_for_selector("#decision:not([hidden])")
    assert page.locator("#moment-sheets .legal").count() == 1
    assert "#step-" in page.url
    assert str(page.text_content("#why")).strip()

    url = page.url
    other = visitor.page()
    other.goto(url)
    other.wait_for_selector("#decision:not([hidden])", timeout=PATIENCE)
    assert other.text_content("#moment-title") == page.text_content("#moment-title")


def test_the_parts_of_the_result_add_up_on_the_page(visitor: Visitor, record: str) -> None:
    page = _review(visitor, record)
    cells = page.locator("#account-table tbody tr td:first-of-type").all_text_contents()
    figures = [float(cell.replace("−", "-").strip()) for cell in cells[:5]]
    start, luck, loss, result, without_luck = figures
    assert start + luck + loss == pytest.approx(result, abs=1e-9)
    assert result - luck == pytest.approx(without_luck, abs=1e-9)


def test_numbers_are_written_in_the_way_of_the_readers_language(
    new_visitor: NewVisitor, record: str
) -> None:
    page = _review(new_visitor(locale="de-DE"), record)
    assert page.text_content("#account-table .sum td").strip() == "47,0"
    percents = [
        text for text in page.locator("#account-table td").all_text_contents() if "%" in text
    ]
    assert len(percents) == 1
    assert percents[0].endswith(",7\u00a0%")
    assert not re.search(r"\d\.\d", str(page.text_content("main")))


def test_a_long_list_of_mistakes_is_shown_in_part_until_all_are_asked_for(
    visitor: Visitor,
) -> None:
    game = create_game("qwixx(players=1)")
    bad = play_match(game, [create_bot("random", game)], SeededDice(8)).record
    page = _review(visitor, format_record(bad))
    shown = page.locator(".slip:visible")
    assert shown.count() == 10
    total = page.locator(".slip").count()
    assert total > 10
    page.emulate_media(media="print")
    assert shown.count() == total
    page.emulate_media(media="screen")
    page.click("#all-slips")
    assert shown.count() == total
    assert not page.is_visible("#all-slips")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_targets_and_width_of_a_review(
    new_visitor: NewVisitor, record: str, theme: str
) -> None:
    visitor = new_visitor(
        SMALL, has_touch=True, is_mobile=True, color_scheme=theme, reduced_motion="reduce"
    )
    page = _review(visitor, record)
    page.tap(".slip >> nth=0")
    assert _violations(page) == []
    assert _width(page) == SMALL[0]
    assert _small(page) == []
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    assert _violations(page) == []
    front = visitor.open("/review")
    assert _violations(front) == []
    assert _width(front) == SMALL[0]


def test_on_paper_there_are_figures_and_mistakes_but_no_buttons(
    visitor: Visitor, record: str
) -> None:
    page = _review(visitor, record)
    page.emulate_media(media="print")
    assert page.is_visible("#account")
    assert page.is_visible("#graph")
    assert page.is_visible(".slip >> nth=0")
    assert not page.is_visible(".stepper")
    assert not page.is_visible("#copy")


def test_the_end_of_a_table_leads_to_its_review(visitor: Visitor) -> None:
    table = visitor.table(visitor.create("qwixx(players=1, max_misthrows=1)", "Ann"))
    for _ in range(40):
        if table.is_over():
            break
        table.step()
        table.page.wait_for_timeout(50)
    table.page.get_by_role("link", name="Review this game").click()
    table.page.wait_for_url("**/review")
    # A variant alone is not judged here, and that is said in words.
    table.page.wait_for_function(
        "() => document.getElementById('working').textContent.includes('official game')"
    )


# Practice


def _practice(visitor: Visitor, game: str = "qwixx") -> Any:
    page = visitor.open(f"/practice/{game}")
    page.wait_for_selector("#sheet .legal, #pass:not(.absent)")
    return page


def _answer(page: Any) -> None:
    page.locator("#sheet .legal").first.click()
    page.wait_for_selector("#ranking:not([hidden])", timeout=PATIENCE)


def test_exercises_are_answered_one_after_the_other_and_remembered(
    new_visitor: NewVisitor,
) -> None:
    page = _practice(new_visitor(PHONE, has_touch=True, is_mobile=True))
    sentence = page.text_content("#sentence")
    _answer(page)
    assert page.text_content("#sentence") != sentence
    assert page.locator("#candidates li").count() >= 2
    assert str(page.text_content("#why")).strip()
    assert _violations(page) == []
    assert _width(page) == PHONE[0]
    page.wait_for_timeout(TOO_SOON)
    page.tap("#main-action")
    page.wait_for_selector("#ranking", state="hidden")
    kept = page.evaluate("JSON.parse(localStorage.getItem('rollwright.practice.qwixx')).cards")
    assert len(kept) == 1
    page.reload()
    page.wait_for_selector("#sheet .legal, #pass:not(.absent)")
    assert "new: 90" not in str(page.text_content("#progress"))


def test_a_right_answer_comes_back_later_and_a_wrong_one_soon(visitor: Visitor) -> None:
    page = _practice(visitor)
    key = page.evaluate("JSON.parse(document.getElementById('data').textContent).keys[0]")
    answer = visitor.post(f"/practice/qwixx/{key}", answer="-")
    best = answer["ranking"]["candidates"][0]["action"]
    worst = answer["ranking"]["candidates"][-1]["action"]
    due = {}
    for given in (worst, best):
        page.evaluate("localStorage.clear()")
        page.reload()
        page.wait_for_selector("#sheet .legal, #pass:not(.absent)")
        page.wait_for_timeout(TOO_SOON)
        page.click("#pass" if given == "-" else f"[data-field={given}]")
        page.wait_for_selector("#ranking:not([hidden])", timeout=PATIENCE)
        cards = page.evaluate("JSON.parse(localStorage.getItem('rollwright.practice.qwixx')).cards")
        due[given] = cards[key]
    assert due[worst]["box"] == 0
    assert due[best]["box"] == 1
    assert due[best]["due"] > due[worst]["due"]


def test_practice_by_the_keyboard_alone(visitor: Visitor) -> None:
    page = _practice(visitor)
    _tab_to(page, "#sheet .legal")
    page.keyboard.press("Enter")
    page.wait_for_selector("#ranking:not([hidden])", timeout=PATIENCE)
    _tab_to(page, "#main-action")
    page.wait_for_timeout(TOO_SOON)
    page.keyboard.press("Enter")
    page.wait_for_selector("#ranking", state="hidden")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", ["qwixx", "qwinto", "qwingo"])
def test_axe_targets_and_width_of_practice(new_visitor: NewVisitor, game: str, theme: str) -> None:
    visitor = new_visitor(
        SMALL, has_touch=True, is_mobile=True, color_scheme=theme, reduced_motion="reduce"
    )
    page = _practice(visitor, game)
    assert _violations(page) == []
    assert _width(page) == SMALL[0]
    assert _small(page) == []


# Hints


def test_a_hint_is_shown_on_request_and_seen_by_others(new_visitor: NewVisitor) -> None:
    ann, zoe = new_visitor(PHONE), new_visitor()
    path = ann.create("qwixx(players=1)", "Ann", hints=True)
    table, watcher = ann.table(path), zoe.table(path)
    for _ in range(12):
        if table.can_press("#hint"):
            break
        table.press_main()
        table.wait_for(
            lambda: table.can_press("#hint") or table.can_press("#main-action"), "the next thing"
        )
    table.page.click("#hint")
    table.page.wait_for_selector("#hint-dialog[open]", timeout=PATIENCE)
    assert table.page.locator("#candidates li").count() >= 2
    assert _violations(table.page) == []
    table.page.keyboard.press("Escape")
    watcher.page.wait_for_selector(".chip-hints")
    assert "hints used: 1" in str(watcher.page.text_content(".chip-hints"))


def test_without_permission_there_is_no_button_for_hints(visitor: Visitor) -> None:
    table = visitor.table(visitor.create("qwixx", "Ann", "bot"))
    table.press_main()
    table.wait_for(lambda: bool(table.legal()), "asked")
    assert not table.is_shown("#hint")
