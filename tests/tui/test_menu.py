"""The start menu."""

from __future__ import annotations

import pytest

from rollwright import InputError, create_game
from rollwright.render.segments import plain
from rollwright.tui.app import MenuApp
from rollwright.tui.drawing import Drawing
from rollwright.tui.menu import Menu


def test_the_first_offer_is_a_game_against_one_bot() -> None:
    assert Menu().wish == ("qwixx", ("you", "greedy"))


def test_every_game_and_sheet_can_be_chosen_and_created() -> None:
    menu = Menu()
    wishes = set()
    for _ in range(3):
        for _ in range(3):
            spec, seats = menu.wish
            assert create_game(spec, len(seats)).spec.players == len(seats)
            wishes.add(spec)
            if menu.layouts:
                menu.turn("layout", 1)
        menu.turn("game", 1)
    assert wishes == {
        "qwixx",
        "qwixx(layout=mixx_a)",
        "qwixx(layout=mixx_b)",
        "qwinto",
        "qwingo",
    }


def test_people_and_bots_share_the_seats_of_the_game() -> None:
    menu = Menu()
    for _ in range(9):
        menu.turn("bots", 1)
    assert len(menu.wish[1]) == 5
    for _ in range(9):
        menu.turn("people", 1)
    assert menu.wish[1] == tuple(f"you:Player {n}" for n in range(1, 6))
    for _ in range(9):
        menu.turn("people", -1)
    assert list(menu.wish[1]) == ["you"]


def test_a_bot_that_does_not_play_the_next_game_is_replaced() -> None:
    menu = Menu()
    while menu.bots != ["ga"]:
        menu.turn("bot:0", 1)
    menu.turn("game", 1)
    assert menu.wish == ("qwinto", ("you", "greedy"))


def test_a_name_that_cannot_be_used_is_refused() -> None:
    menu = Menu()
    menu.turn("people", 1)
    menu.names[0] = "a;b"
    with pytest.raises(InputError, match="“a;b” cannot be a name"):
        _ = menu.wish


async def test_the_menu_is_used_with_keys() -> None:
    app = MenuApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "down", "right", "down", "backspace", "backspace", "A")
        shown = plain(app.screen.query_one("#menu-lines", Drawing).block)
        assert "» Name 1                     PlayerA▏" in shown
        assert "Qwinto" in shown
        await pilot.press("enter")
    assert app.return_value == ("qwinto", ("you:PlayerA", "you:Player 2", "greedy"))


async def test_the_menu_is_used_with_the_mouse() -> None:
    app = MenuApp()
    async with app.run_test(size=(80, 24)) as pilot:
        lines = plain(app.screen.query_one("#menu-lines", Drawing).block).splitlines()
        row = next(n for n, line in enumerate(lines) if "Bots" in line)
        await pilot.click("#menu-lines", offset=(lines[row].index("<"), row))
        lines = plain(app.screen.query_one("#menu-lines", Drawing).block).splitlines()
        row = next(n for n, line in enumerate(lines) if "Enter: start" in line)
        await pilot.click("#menu-lines", offset=(2, row))
    assert app.return_value == ("qwixx", ("you",))


@pytest.mark.parametrize("key", ["escape", "q", "ctrl+c"])
async def test_leaving_the_menu_chooses_nothing(key: str) -> None:
    app = MenuApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        await pilot.pause()
    assert app.return_value is None
    assert not app.is_running
