"""Pages that slept, lost the line, were opened twice, or answered too late."""

from __future__ import annotations

from .conftest import NewVisitor, Visitor
from .table import TablePage


def _asked_about_white(visitor: Visitor, path: str) -> TablePage:
    table = visitor.table(path)
    table.press_main()
    table.wait_for(lambda: bool(table.legal()), "asked about white")
    return table


def test_a_page_that_lost_the_line_says_so_and_catches_up(new_visitor: NewVisitor) -> None:
    ann, ben = new_visitor(), new_visitor()
    path = ann.create("qwixx", "Ann", "open")
    ben.post(f"{path}/join", name="Ben")
    ann.post(f"{path}/start")
    table = ben.table(path)

    _cut_the_stream(table)
    ann.post(f"{path}/roll", turn=1)
    assert table.legal() == []
    table.page.unroute("**/stream*")

    table.wait_for(lambda: bool(table.legal()), "the missed roll is shown")
    table.page.wait_for_selector("#lost-line", state="hidden")


def _cut_the_stream(table: TablePage) -> None:
    """Let the page lose its stream, and find none until it is routed again."""
    table.page.route("**/stream*", lambda route: route.abort())
    table.page.evaluate("window.dispatchEvent(new Event('online'))")
    table.page.wait_for_selector("#lost-line:visible")


def test_an_answer_without_a_line_is_explained_and_can_be_given_later(visitor: Visitor) -> None:
    table = _asked_about_white(visitor, visitor.create("qwixx", "Ann", "Ben"))
    field = table.legal()[0]
    visitor.context.set_offline(True)
    table.page.click(f"[data-field={field}]")
    table.page.wait_for_selector(".toast:text('was not sent')")
    assert table.page.locator("#sheet .pending").count() == 0

    visitor.context.set_offline(False)
    table.wait_for(lambda: field in table.legal(), "can be answered again")
    table.page.click(f"[data-field={field}]")
    table.page.wait_for_selector(".chip.ready")


def test_two_tabs_of_one_seat_show_the_same(visitor: Visitor) -> None:
    path = visitor.create("qwixx", "Ann", "bot")
    one = visitor.table(path)
    two = visitor.table(path)
    one.press_main()
    two.wait_for(lambda: two.legal() == one.legal() != [], "both are asked")

    one.page.click(f"[data-field={one.legal()[0]}]")
    one.wait_for(lambda: len(one.marks()) == 1, "the mark stands")
    two.wait_for(lambda: two.marks() == one.marks(), "in both tabs")


def test_an_answer_given_twice_with_another_field_is_refused_with_reason(visitor: Visitor) -> None:
    path = visitor.create("qwixx", "Ann", "Ben")
    one = _asked_about_white(visitor, path)
    two = visitor.table(path)
    first, second, *_ = two.legal()
    # The second tab does not hear of the answer before it answers itself.
    _cut_the_stream(two)

    one.page.click(f"[data-field={first}]")
    one.page.wait_for_selector(".chip.ready")
    two.page.click(f"[data-field={second}]")

    two.page.wait_for_selector(".toast.warn")
    two.wait_for(lambda: two.page.locator(".chip.ready").count() == 1, "the page has caught up")


def test_a_double_click_is_one_answer(visitor: Visitor) -> None:
    table = _asked_about_white(visitor, visitor.create("qwixx", "Ann", "bot"))
    field = table.legal()[0]
    table.page.dblclick(f"[data-field={field}]")
    table.wait_for(lambda: field in table.marks(), "the mark stands")
    assert table.page.locator(".toast.warn").count() == 0


def test_a_double_click_on_roll_does_not_pass(visitor: Visitor) -> None:
    table = visitor.table(visitor.create("qwixx", "Ann", "bot"))
    table.wait_for(lambda: table.can_press("#main-action"), "may roll")
    box = table.page.locator("#main-action").bounding_box()
    where = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    table.page.mouse.dblclick(*where)
    table.wait_for(lambda: bool(table.legal()), "asked about white")
    table.page.wait_for_timeout(300)
    assert table.legal() != []
    assert table.page.locator("#log-list :text('passes')").count() == 0


def test_a_double_click_on_pass_does_not_take_a_misthrow(visitor: Visitor) -> None:
    table = _asked_about_white(visitor, visitor.create("qwixx", "Ann"))
    table.page.wait_for_timeout(350)
    table.page.dblclick("#pass")
    table.page.wait_for_selector("#pass.warn")
    table.page.wait_for_timeout(200)
    assert table.page.locator(".misthrow .mark").count() == 0
    assert table.page.locator("#log-list :text('misthrow')").count() == 0


def test_eight_tabs_of_one_browser_all_work(visitor: Visitor) -> None:
    paths = [visitor.create("qwixx", "Ann", "bot") for _ in range(8)]
    tables = [visitor.table(path) for path in paths]
    last = tables[-1]
    last.page.bring_to_front()
    last.press_main()
    last.wait_for(lambda: bool(last.legal()), "the eighth tab is asked about white")
