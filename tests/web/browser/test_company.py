"""Several people: two devices, one device for two, somebody who watches, real dice."""

from __future__ import annotations

import re
from typing import Any

import pytest

from .conftest import PHONE, NewVisitor, Visitor
from .table import TablePage, play_on


def _two_devices(new_visitor: NewVisitor, game: str, **more: Any) -> tuple[TablePage, TablePage]:
    """Ann opens a table, Ben joins by the page, Ann begins the game."""
    ann, ben = new_visitor(), new_visitor(PHONE, has_touch=True, is_mobile=True)
    path = ann.create(game, "Ann", "open", **more)
    hers = ann.table(path)
    page = ben.open("/")
    page.fill("#code", path.removeprefix("/t/").lower())
    page.click(".join button")
    his = TablePage(page)
    his.wait_until_live()
    page.fill("#join-name", "Ben")
    page.click("#join-form button")
    page.wait_for_selector("#join-form", state="hidden")
    hers.page.wait_for_selector("#lobby-seats :text('Ben')")
    hers.page.click("#start-game")
    for table in (hers, his):
        table.page.wait_for_selector("body[data-phase=play]")
    return hers, his


@pytest.mark.parametrize("first", ["Ann", "Ben"])
def test_two_devices_answer_in_either_order(new_visitor: NewVisitor, first: str) -> None:
    hers, his = _two_devices(new_visitor, "qwixx")
    assert not his.can_press("#main-action"), "Ben does not roll"
    hers.press_main()
    _wait_until_asked(hers, his)
    early, late = (hers, his) if first == "Ann" else (his, hers)

    field = early.legal()[0]
    early.page.click(f"[data-field={field}]")
    early.page.wait_for_selector(f"#sheet [data-field={field}].pending")
    assert late.page.locator(".card .marked").count() == 0, "an unfinished answer was seen"
    late.press_pass()

    early.wait_for(lambda: early.marks() == [field], "the mark stands")
    late.page.wait_for_selector(".card .marked")


def _wait_until_asked(*tables: TablePage) -> None:
    for table in tables:
        table.page.wait_for_selector("#sheet .legal")


def test_an_answer_can_be_taken_back_until_all_have_answered(new_visitor: NewVisitor) -> None:
    hers, his = _two_devices(new_visitor, "qwixx")
    hers.press_main()
    hers.wait_for(lambda: bool(hers.legal()), "Ann is asked")
    legal = hers.legal()
    hers.page.click(f"[data-field={legal[0]}]")
    hers.page.wait_for_selector("#sheet .pending")

    hers.page.click("#undo")
    hers.wait_for(lambda: hers.legal() == legal, "asked again")
    assert hers.page.locator("#sheet .pending").count() == 0
    hers.page.click("#redo")
    hers.page.wait_for_selector(f"#sheet [data-field={legal[0]}].pending")

    his.press_pass()
    hers.wait_for(lambda: hers.marks() == [legal[0]], "the mark stands")


def test_a_whole_game_of_two_devices(new_visitor: NewVisitor) -> None:
    hers, his = _two_devices(new_visitor, "qwixx(max_misthrows=1, rows_to_end=1)")

    play_on(hers, his, until=lambda: hers.is_over() and his.is_over())

    assert hers.page.text_content("#winner") == his.page.text_content("#winner")
    assert hers.page.text_content("#result-table") == his.page.text_content("#result-table")


def test_starting_numbers_stay_secret_on_two_devices(new_visitor: NewVisitor) -> None:
    hers, his = _two_devices(new_visitor, "qwingo")

    hers.page.click("[data-field=b2]")
    hers.page.wait_for_selector("#sheet .pending")

    assert his.page.locator(".card .sheet:visible").count() == 0
    assert "10" not in his.page.locator(".card").all_text_contents()[0]


def test_one_device_is_handed_over_for_secret_numbers(visitor: Visitor) -> None:
    table = visitor.table(visitor.create("qwingo", "Ann", "Ben"))
    page = table.page
    assert page.text_content("#hand-over-title") == "Give the device to Ann"
    assert not table.is_shown("#sheet")
    page.click("#hand-over-go")
    page.click("[data-field=b2]")

    page.wait_for_selector("#hand-over:visible")
    assert page.text_content("#hand-over-title") == "Give the device to Ben"
    assert page.locator(".sheet:visible").count() == 0, "Ann's number can be seen"
    page.click("#hand-over-go")
    assert table.marks() == []
    page.click("[data-field=c3]")

    # Ben keeps the device for the next number, so that it changes hands less often.
    table.wait_for(lambda: "20" in table.sentence and not table.is_shown("#hand-over"), "Ben's 20")
    assert page.text_content("#own-name") == "Ben’s sheet"
    assert table.marks() == ["c3"]


def test_on_one_device_who_has_answered_can_still_take_it_back(visitor: Visitor) -> None:
    table = visitor.table(visitor.create("qwixx", "Ann", "Ben"))
    page = table.page
    table.press_main()
    _wait_until_asked(table)
    field = table.legal()[0]
    page.click(f"[data-field={field}]")
    table.wait_for(lambda: page.text_content("#own-name") == "Ben’s sheet", "Ben's turn to answer")

    page.get_by_role("button", name="Ann, has answered").click()
    assert page.locator(f"#sheet [data-field={field}].pending").count() == 1
    page.click("#undo")
    table.wait_for(lambda: field in table.legal(), "Ann is asked again")
    assert page.text_content("#own-name") == "Ann’s sheet"


def test_the_host_lets_somebody_absent_pass(new_visitor: NewVisitor) -> None:
    ann, ben = new_visitor(), new_visitor()
    path = ann.create("qwixx", "Ann", "open")
    ben.post(f"{path}/join", name="Ben")
    table = ann.table(path)
    table.page.click("#start-game")
    table.press_main()
    table.press_pass()
    table.page.wait_for_selector(".chip.ready")

    table.page.click("#menu")
    table.page.get_by_role("button", name="Pass once for Ben").click()
    table.page.keyboard.press("Escape")

    table.wait_for(lambda: "coloured die" in table.sentence, "the turn goes on")


def test_a_timer_counts_down(visitor: Visitor) -> None:
    table = visitor.table(visitor.create("qwixx", "Ann", "Ben", timer=60))
    table.press_main()
    table.page.wait_for_selector("#timer:visible")
    seconds = int(str(table.page.text_content("#timer")).split()[0])
    assert 50 <= seconds <= 60


def test_a_strangled_column_is_warned_of_and_needs_a_second_tap(visitor: Visitor) -> None:
    table = visitor.table(visitor.create("qwingo", "Ann"))
    box = table.page.locator("[data-field=b11]")
    assert "too few numbers" in str(box.get_attribute("aria-label")).lower()

    box.click()
    assert "never be full" in str(table.page.text_content("#preview"))
    assert table.marks() == []
    box.click()
    table.wait_for(lambda: table.marks() == ["b11"], "written all the same")


def test_real_dice_are_tapped_and_can_be_corrected(visitor: Visitor) -> None:
    table = visitor.table(visitor.create("qwixx", "Ann", "Ben", dice="typed"))
    page = table.page

    table.press_main()
    assert page.locator("#typed-dialog input").count() == 0
    assert page.is_disabled("#typed-dialog .main")
    table.tap_faces([1, 2, 3, 4, 5, 6])
    table.wait_for(lambda: table.legal() == ["r3", "y3", "g3", "b3"], "white makes 3")

    page.click("#correct")
    table.tap_faces([6, 5, 3, 4, 5, 6])
    table.wait_for(lambda: table.legal() == ["r11", "y11", "g11", "b11"], "white makes 11")


def test_who_watches_sees_all_and_can_do_nothing(new_visitor: NewVisitor) -> None:
    path = new_visitor().create("qwixx", "Ann", "bot")
    table = new_visitor().table(path)

    assert table.is_shown("#spectator")
    assert not table.is_shown("#actions")
    assert table.legal() == []
    assert table.page.locator(".card .sheet:visible").count() == 1


def test_a_seat_moves_to_another_device_by_its_personal_link(new_visitor: NewVisitor) -> None:
    laptop, phone = new_visitor(), new_visitor(PHONE)
    path = laptop.create("qwixx", "Ann", "bot")
    table = laptop.table(path)
    table.page.click("#menu")
    table.page.click("#make-link")
    link = table.page.wait_for_selector("#seat-link code").text_content()
    assert table.page.is_visible("#seat-link svg")

    other = TablePage(phone.open(re.sub(r"^https?://[^/]+", "", str(link))))
    other.wait_until_live()

    assert other.can_press("#main-action")


def test_closing_a_row_is_announced_to_all(new_visitor: NewVisitor) -> None:
    hers, his = _two_devices(new_visitor, "qwixx(marks_to_lock=1, rows_to_end=4)", dice="typed")

    def roll(table: TablePage, faces: list[int]) -> None:
        table.press_main()
        table.tap_faces(faces)

    def cross(table: TablePage, field: str) -> None:
        table.wait_for(lambda: field in table.legal(), f"{field} is possible")
        table.page.click(f"[data-field={field}]")

    roll(hers, [5, 6, 1, 1, 1, 1])
    cross(hers, "r11")
    his.press_pass()
    hers.press_pass()
    roll(his, [6, 6, 1, 1, 1, 1])
    cross(hers, "r12")
    his.press_pass()

    for table in (hers, his):
        table.page.wait_for_selector(".toast:text('red row is closed')")
        assert "red row is closed" in table.spoken
        assert table.page.locator("#sheet .line.closed").count() == 1
