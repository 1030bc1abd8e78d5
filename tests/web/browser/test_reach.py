"""Small and large screens, turning the phone, and the keyboard alone."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import DESK, PHONE, SIDEWAYS, SMALL, NewVisitor, Visitor
from .table import TablePage, play_on

GAMES = ("qwixx", "qwinto", "qwingo")
PAGES = ("/", *(f"/{page}/{game}" for page in ("new", "rules", "learn", "score") for game in GAMES))

TARGETS = """() => [...document.querySelectorAll('button, a.button, select, input, summary')]
    .filter((node) => node.checkVisibility() && !node.closest('.unseen') && !node.disabled)
    .filter((node) => !node.matches('.unseen, .skip'))
    .map((node) => [node.outerHTML.slice(0, 90), node.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.width < 39.5 || box.height < 39.5))
    .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""


def _width(page: Any) -> int:
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return width


@pytest.mark.parametrize("size", [SMALL, (568, 320)], ids=["upright", "sideways"])
def test_no_page_scrolls_sideways_on_the_smallest_phone(
    new_visitor: NewVisitor, size: tuple[int, int]
) -> None:
    page = new_visitor(size, has_touch=True, is_mobile=True).page()
    wide = {}
    for path in PAGES:
        page.goto(path)
        wide[path] = _width(page)
    assert wide == dict.fromkeys(PAGES, size[0])


@pytest.mark.parametrize("game", GAMES)
def test_every_target_of_a_table_is_40_pixels_large_on_the_smallest_phone(
    new_visitor: NewVisitor, game: str
) -> None:
    visitor = new_visitor(SMALL, has_touch=True, is_mobile=True)
    table = visitor.table(visitor.create(game, "Ann", "bot"))
    seen: set[str] = set()

    def has_seen_enough() -> bool:
        kind = table.kind()
        if kind and kind not in seen:
            seen.add(kind)
            assert _width(table.page) == SMALL[0], kind
            small = [name for name in table.page.evaluate(TARGETS) if "checkbox" not in name]
            assert small == [], kind
        return len(seen) >= 2

    play_on(table, until=has_seen_enough)


@pytest.mark.parametrize("game", GAMES)
def test_turning_the_phone_keeps_everything(new_visitor: NewVisitor, game: str) -> None:
    visitor = new_visitor(PHONE, has_touch=True, is_mobile=True)
    table = visitor.table(visitor.create(game, "Ann"))
    play_on(table, until=lambda: len(table.marks()) >= 3)
    table.wait_for(lambda: table.kind() is not None, "something is asked")
    shown = (table.sentence, table.marks(), table.legal())

    for size in (SIDEWAYS, PHONE):
        table.page.set_viewport_size({"width": size[0], "height": size[1]})
        assert _width(table.page) == size[0]
        assert (table.sentence, table.marks(), table.legal()) == shown


def test_the_own_sheet_stands_before_the_others(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(PHONE)
    table = visitor.table(visitor.create("qwixx", "Ann", "bot", "bot"))
    own = table.page.locator("#sheet").bounding_box()
    other = table.page.locator(".card").first.bounding_box()
    assert own["y"] + own["height"] <= other["y"]


def test_nothing_moves_when_others_answer(new_visitor: NewVisitor) -> None:
    ann, ben = new_visitor(), new_visitor()
    path = ann.create("qwixx", "Ann", "open")
    ben.post(f"{path}/join", name="Ben")
    ann.post(f"{path}/start")
    table = ben.table(path)
    before = _places(table)

    ann.post(f"{path}/roll", turn=1)
    table.wait_for(lambda: bool(table.legal()), "Ben is asked")
    assert _places(table) == before
    view = ann.context.request.get(path, headers={"Accept": "application/json"}).json()
    ask = view["asks"][0]
    ann.post(f"{path}/answer", seat=0, decision=ask["decision"], action="-")
    table.page.wait_for_selector(".chip.ready")
    assert _places(table) == before


def _places(table: TablePage) -> list[Any]:
    """Where the parts of the page stand."""
    parts = ("#people", "#sentence", "#table-dice", "#sheet", "#others", "[data-field=r7]")
    return [table.page.locator(part).bounding_box() for part in parts]


def _focused(page: Any) -> dict[str, str]:
    found: dict[str, str] = page.evaluate(
        "({id: document.activeElement.id, field: document.activeElement.dataset.field ?? ''})"
    )
    return found


def _tab_to(page: Any, selector: str) -> None:
    for _ in range(60):
        if page.evaluate(f"document.activeElement.matches({selector!r})"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {selector}: {_focused(page)}")


def test_a_turn_of_qwixx_by_keyboard_alone(visitor: Visitor) -> None:
    table = visitor.table(visitor.create("qwixx", "Ann", "bot"))
    page = table.page
    _tab_to(page, "#main-action")
    page.keyboard.press("Enter")
    table.wait_for(lambda: bool(table.legal()), "asked about white")
    table.wait_for(lambda: _focused(page)["field"] == table.legal()[0], "the focus goes on")
    ring = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert ring == "solid"

    page.keyboard.press("End")
    assert _focused(page)["field"] == table.legal()[-1]
    page.keyboard.press("ArrowUp")
    assert _focused(page)["field"].startswith("g")
    page.keyboard.press("Home")
    first = table.legal()[0]
    assert _focused(page)["field"] == first
    assert "skips" in str(page.text_content("#preview"))
    page.keyboard.press("Space")
    table.wait_for(lambda: first in table.marks(), "marked by keyboard")


def test_only_one_field_is_a_stop_of_the_tab_key(visitor: Visitor) -> None:
    table = visitor.table(visitor.create("qwixx", "Ann", "bot"))
    assert table.page.locator("#sheet button[tabindex='0']").count() == 1
    table.page.click("#main-action")
    table.wait_for(lambda: bool(table.legal()), "asked about white")
    assert table.page.locator("#sheet button[tabindex='0']").count() == 1


@pytest.mark.parametrize("game", ["qwinto", "qwingo(boxes=3)"])
def test_a_turn_of_the_other_games_by_keyboard_alone(visitor: Visitor, game: str) -> None:
    table = visitor.table(visitor.create(game, "Ann"))
    page = table.page
    targets = {
        "dice": "#dice-choice .die",
        "call": "#call-pad .one",
        "main": "#main-action",
        "field": "#sheet .legal",
    }
    done: set[str] = set()

    def has_done_all() -> bool:
        return done >= ({"dice"} if game == "qwinto" else {"call"}) | {"main", "field"}

    for _ in range(40):
        table.wait_for(lambda: table.kind() in targets, "something to do")
        kind = str(table.kind())
        _tab_to(page, targets[kind])
        page.keyboard.press("Enter")
        page.wait_for_timeout(350)
        done.add(kind)
        if has_done_all():
            break
    assert has_done_all()
    assert table.marks()


def test_escape_closes_what_was_enlarged_and_the_focus_comes_back(visitor: Visitor) -> None:
    table = visitor.table(visitor.create("qwixx", "Ann", "bot"))
    page = table.page
    _tab_to(page, ".enlarge")
    page.keyboard.press("Enter")
    assert page.is_visible("#sheet-dialog")
    page.keyboard.press("Escape")
    assert not page.is_visible("#sheet-dialog")
    assert page.evaluate("document.activeElement.matches('.enlarge')")


def test_the_back_key_leaves_the_table_and_forward_finds_it_again(visitor: Visitor) -> None:
    page = visitor.open("/")
    page.locator("form[data-remember=qwixx] button").click()
    page.wait_for_url("**/t/*")
    table = TablePage(page)
    table.wait_until_live()
    code = page.url

    page.go_back()
    page.wait_for_selector(".table-card")
    page.go_forward()
    table.wait_until_live()
    assert page.url == code
    table.wait_for(lambda: table.can_press("#main-action"), "the table can be played again")


def test_desk_shows_sheet_others_and_actions_without_scrolling(new_visitor: NewVisitor) -> None:
    for game in GAMES:
        visitor = new_visitor(DESK)
        table = visitor.table(visitor.create(game, "Ann", "bot"))
        for part in ("#sheet", "#actions", "#others"):
            box = table.page.locator(part).bounding_box()
            assert box["y"] + box["height"] <= DESK[1], (game, part)


GREATEST_SCORE = """() => {
    const score = document.querySelector('#score');
    for (const part of score.querySelectorAll('.points')) part.lastChild.textContent = '78';
    const total = score.querySelector('.total');
    total.lastChild.textContent = '120';
    if (document.querySelector('.game-qwinto')) {
      const bonus = document.createElement('span');
      bonus.className = 'points plain bonus';
      bonus.innerHTML = '<span class="points-of">bonus</span>78';
      total.before(bonus);
    }
    const lost = document.createElement('span');
    lost.className = 'points plain lost';
    lost.innerHTML = '<span class="points-of">misthrows</span>−20';
    total.before(lost);
}"""


@pytest.mark.parametrize("size", [PHONE, SMALL, (360, 740)], ids=["phone", "small", "narrow"])
@pytest.mark.parametrize("game", GAMES)
def test_the_sheet_keeps_its_height_with_the_greatest_score(
    new_visitor: NewVisitor, game: str, size: tuple[int, int]
) -> None:
    visitor = new_visitor(size, has_touch=True, is_mobile=True)
    table = visitor.table(visitor.create(game, "Ann", "bot"))
    table.wait_for(lambda: table.kind() is not None, "something is asked")
    height = "document.querySelector('.own').offsetHeight"
    before = table.page.evaluate(height)
    table.page.evaluate(GREATEST_SCORE)
    assert (table.page.evaluate(height), _width(table.page)) == (before, size[0])
