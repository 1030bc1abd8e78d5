"""Positions and sheets from JSON, as scripts and the web give them."""

from __future__ import annotations

from typing import Any

import pytest

from rollwright import InputError, Match, Seat, SeededDice, create_game
from rollwright.dice import Stream
from rollwright.game import Decision
from rollwright.i18n import T
from rollwright.testing.strategies import play_on

ROLLS: dict[str, dict[str, Any]] = {
    "qwixx": {"white": [3, 4], "red": 2, "yellow": 5, "green": 6, "blue": 1},
    "qwinto": {"orange": 3, "purple": 4},
    "qwingo": {"called": 37, "face": "banana"},
}


@pytest.mark.parametrize("family", ROLLS)
def test_a_position_is_the_state_of_the_same_game(family: str) -> None:
    match = Match(create_game(f"{family}(players=3)"), SeededDice(5))
    game = match.game
    compared = 0
    for events in [1] * 200:
        play_on(match, Stream(events + compared), 1)
        node = match.node
        if not isinstance(node, Decision) or node.phase != game.answer_phases[0]:
            continue
        data = game.format_state(match.state)
        roll = data.get("roll") or {"called": data["called"], "face": data["face"]}
        position = game.position(data["sheets"], roll, Seat(data["active"]))
        unseen = {"turn": 1, "rerolls": 0} if "rerolls" in data else {"turn": 1}
        assert game.format_state(position) == data | unseen
        compared += 1
    assert compared > 5


@pytest.mark.parametrize("family", ROLLS)
@pytest.mark.parametrize("active", [2, -1, 10**30, True, "0", None, 0.0])
def test_the_active_seat_must_be_at_the_table(family: str, active: Any) -> None:
    game = create_game(family)
    sheets = game.format_state(game.initial())["sheets"]
    with pytest.raises(InputError, match="“active” must be a whole number from 0 to 1"):
        game.position(sheets, ROLLS[family], active)


@pytest.mark.parametrize("family", ROLLS)
def test_there_must_be_a_sheet_for_every_seat(family: str) -> None:
    game = create_game(family)
    sheet = game.format_state(game.initial())["sheets"][0]
    wrong: list[Any] = [[], [sheet], [sheet] * 3, {}, None, "ab", [sheet, None], [sheet, []]]
    for sheets in wrong:
        with pytest.raises(InputError):
            game.position(sheets, ROLLS[family], Seat(0))


@pytest.mark.parametrize(
    "spec, sheets",
    [
        ("qwixx", [{"red": [], "yellow": [], "green": [], "blue": [], "misthrows": 4}]),
        ("qwixx", [{"red": [], "yellow": [], "green": [], "blue": [], "closed": ["red", "blue"]}]),
        ("qwinto", [{c: [None] * 9 for c in ("orange", "yellow", "purple")} | {"misthrows": 4}]),
        (
            "qwinto",
            [
                {
                    c: list(range(n, n + 9)) if n < 9 else [None] * 9
                    for n, c in ((1, "orange"), (5, "yellow"), (9, "purple"))
                }
            ],
        ),
        (
            "qwingo(boxes=2)",
            [
                {"banana": [1, 2]}
                | {name: [None, None] for name in ("cup", "donut", "watermelon", "icecream")}
            ],
        ),
    ],
)
def test_no_answer_is_asked_after_the_game(spec: str, sheets: list[dict[str, Any]]) -> None:
    family = spec.partition("(")[0]
    game = create_game(spec, 1) if "(" not in spec else create_game(spec[:-1] + ", players=1)")
    roll = dict(ROLLS[family])
    for colour in sheets[0].get("closed", []):
        del roll[colour]
    with pytest.raises(InputError, match="The game is over on these sheets"):
        game.position(sheets, roll, Seat(0))


@pytest.mark.parametrize(
    "change, message",
    [
        ({"white_mark": "r7"}, "“white_mark” must be the active player's white mark"),
        ({"white_mark": None}, "“white_mark” must be"),
        ({"white_mark": 3}, "“white_mark” must be"),
        ({"white_mark": "x"}, "is no answer"),
        ({"phase": "white"}, "The state lacks a roll"),
        ({"phase": "lunch"}, "“phase” may be: start, roll, white, colour, over"),
        ({"extra": 1}, "The state has an unknown key “extra”"),
    ],
)
def test_a_state_of_qwixx_must_be_possible(change: dict[str, Any], message: str) -> None:
    game = create_game("qwixx")
    with pytest.raises(InputError, match=message):
        game.parse_state(game.format_state(game.initial()) | change)


@pytest.mark.parametrize(
    "change, message",
    [
        ({"chosen": []}, "“chosen” may be: o, y, p, oy, op, yp, oyp"),
        ({"phase": "roll"}, "The state lacks a roll of the chosen dice"),
        ({"phase": "entries", "chosen": "oy", "roll": {"orange": 3}}, "lacks a roll of the chosen"),
        (
            {"phase": "keep", "chosen": "o", "roll": {"orange": 3}, "rerolls": 1},
            "“rerolls” must be",
        ),
        ({"rerolls": 2}, "“rerolls” must be a whole number from 0 to 1"),
    ],
)
def test_a_state_of_qwinto_must_be_possible(change: dict[str, Any], message: str) -> None:
    game = create_game("qwinto")
    with pytest.raises(InputError, match=message):
        game.parse_state(game.format_state(game.initial()) | change)


def test_an_error_about_a_sheet_is_shown_in_the_language_of_its_reader() -> None:
    with pytest.raises(InputError) as error:
        create_game("qwixx").parse_sheet({})
    assert dict(error.value.text.arguments)["what"] == T("The sheet")
    assert str(error.value) == "The sheet lacks “red”."


def column(*numbers: int) -> list[int | None]:
    return [*numbers, *[None] * (12 - len(numbers))]


@pytest.mark.parametrize(
    "sheet, entered, message",
    [
        ({}, 5, "“entered” does not agree"),
        ({"banana": column(10)}, 0, "In the set-up a sheet holds the starting numbers so far"),
        ({"banana": column(20)}, 1, "In the set-up a sheet holds"),
        ({"banana": column(10, 20)}, 2, "In the set-up a sheet holds"),
        ({"banana": column(10), "cup": column(30)}, 2, "In the set-up a sheet holds"),
    ],
)
def test_a_set_up_of_qwingo_must_be_possible(
    sheet: dict[str, Any], entered: int, message: str
) -> None:
    game = create_game("qwingo", 1)
    data = game.format_state(game.initial())
    data["sheets"][0] |= sheet
    with pytest.raises(InputError, match=message):
        game.parse_state(data | {"entered": entered})


def test_a_view_of_the_set_up_is_read_back_although_others_are_empty_in_it() -> None:
    match = Match(create_game("qwingo(players=2)"), SeededDice(1))
    play_on(match, Stream(1), 4)
    game = match.game
    view = game.view(match.state, Seat(0))
    assert game.parse_state(game.format_state(view)) == view
    assert view != match.state
