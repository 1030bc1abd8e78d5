from __future__ import annotations

import json
from typing import Any

import pytest

from .command import refuse, succeed

EMPTY: dict[str, Any] = {"red": [], "yellow": [], "green": [], "blue": []}
ROLL = {"white": [3, 4], "red": 2, "yellow": 5, "green": 6, "blue": 1}


def legal(spec: str, sheet: Any, roll: Any, *words: str) -> Any:
    return succeed(
        "legal", spec, "--sheet", json.dumps(sheet), "--roll", json.dumps(roll), *words, "--json"
    ).json


def test_q3_q7_both_actions_on_an_empty_sheet() -> None:
    assert legal("qwixx", EMPTY, ROLL) == {
        "white": ["-", "r7", "y7", "g7", "b7"],
        "colour": ["-", "r5", "r6", "y8", "y9", "g10", "g9", "b5", "b4"],
    }


def test_colour_answers_are_those_after_the_white_answer_given() -> None:
    assert legal("qwixx", EMPTY, ROLL, "--white", "r7")["colour"] == [
        "-", "y8", "y9", "g10", "g9", "b5", "b4",
    ]  # fmt: skip


def test_passing_white_is_the_same_as_saying_nothing() -> None:
    assert legal("qwixx", EMPTY, ROLL, "--white=-") == legal("qwixx", EMPTY, ROLL)
    assert legal("qwixx", EMPTY, ROLL, "--white", "-") == legal("qwixx", EMPTY, ROLL)


def test_passive_seat_has_no_colour_answers() -> None:
    assert legal("qwixx", EMPTY, ROLL, "--passive") == {
        "white": ["-", "r7", "y7", "g7", "b7"],
        "colour": [],
    }


def test_q5_row_closed_with_white_takes_its_colour_out_of_action_2() -> None:
    sheet = EMPTY | {"red": [2, 3, 4, 5, 6]}
    roll = {"white": [6, 6], "red": 1, "yellow": 1, "green": 6, "blue": 6}
    assert legal("qwixx", sheet, roll, "--white", "r12")["colour"] == ["-", "y7", "g12", "b12"]


def test_q6_second_closing_ends_the_game_before_action_2() -> None:
    sheet = EMPTY | {"red": [2, 3, 4, 5, 6, 11], "yellow": [2, 3, 4, 5, 6, 12]}
    roll = {"white": [6, 6], "red": 1, "green": 1, "blue": 1}
    assert legal("qwixx", sheet, roll) == {
        "white": ["-", "r12", "g12", "b12"],
        "colour": ["-", "g7", "b7"],
    }
    assert legal("qwixx", sheet, roll, "--white", "r12")["colour"] == []


def test_q9_without_voluntary_misthrow_passing_white_is_no_answer() -> None:
    sheet = EMPTY | {"red": [11], "yellow": [11], "green": [3], "blue": [6]}
    roll = {"white": [2, 3], "red": 1, "yellow": 1, "green": 1, "blue": 6}
    spec = "qwixx(voluntary_misthrow=false)"
    assert legal("qwixx", sheet, roll) == {"white": ["-", "b5"], "colour": ["-"]}
    assert legal(spec, sheet, roll) == {"white": ["b5"], "colour": ["-"]}


def test_row_closed_by_another_is_shut() -> None:
    roll = {"white": [3, 4], "red": 2, "yellow": 5, "green": 6}
    answers = legal("qwixx(players=4)", EMPTY | {"closed": ["blue"]}, roll)
    assert answers["white"] == ["-", "r7", "y7", "g7"]


def test_w3_qwinto_entries_ascend_in_rows_of_the_dice_rolled() -> None:
    sheet = {
        "orange": [None, 3, *[None] * 7],
        "yellow": [None] * 9,
        "purple": [None] * 9,
    }
    assert legal("qwinto", sheet, {"orange": 3}) == {"entries": ["-"]}
    assert legal("qwinto", sheet, {"orange": 4}, "--passive") == {
        "entries": ["-", "o3", "o4", "o5", "o6", "o7", "o8", "o9"]
    }


def test_g4_g5_qwingo_symbol_compels_and_lightning_allows() -> None:
    columns = ("banana", "cup", "donut", "watermelon", "icecream")
    sheet = {name: [None] * 12 for name in columns} | {"banana": [None] * 10 + [36, None]}
    assert legal("qwingo", sheet, {"called": 37, "face": "banana"}) == {"entries": ["b12"]}
    answers = legal("qwingo(players=1)", sheet, {"called": 37, "face": "lightning"})["entries"]
    assert answers[:3] == ["-", "b12", "c1"]
    assert len(answers) == 1 + 1 + 4 * 12


def test_answers_in_words() -> None:
    words = ("--sheet", json.dumps(EMPTY), "--roll", json.dumps(ROLL))
    lines = succeed("legal", "qwixx", *words).out.splitlines()
    assert lines[2].split("  ")[0] == "with the white dice"
    assert lines[2].split()[-5:] == ["-", "r7", "y7", "g7", "b7"]


def test_roll_from_standard_input() -> None:
    out = succeed(
        "legal",
        "qwixx",
        "--sheet",
        json.dumps(EMPTY),
        "--roll",
        "-",
        "--json",
        stdin=json.dumps(ROLL),
    )
    assert out.json["white"] == ["-", "r7", "y7", "g7", "b7"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--white", "r8"), ["r8", "white sum", "7", "[Q3]"]),
        (("--white", "r99"), ["r99", "no answer"]),
        (("--white", "r8", "--passive"), ["[Q3]"]),
    ],
)
def test_illegal_white_answer_is_refused_with_the_rule(
    words: tuple[str, ...], said: list[str]
) -> None:
    sheet, roll = json.dumps(EMPTY), json.dumps(ROLL)
    message = refuse("legal", "qwixx", "--sheet", sheet, "--roll", roll, *words)
    assert all(part in message for part in said)


def test_white_is_refused_where_a_game_has_no_white_dice() -> None:
    message = refuse("legal", "qwinto", "--sheet", "{}", "--roll", "{}", "--white", "o4")
    assert "qwinto has no answer with the white dice" in message


def test_passive_is_refused_where_nobody_else_plays() -> None:
    message = refuse("legal", "qwixx(players=1)", "--sheet", "{}", "--roll", "{}", "--passive")
    assert "players must be 2 or more" in message


def test_standard_input_is_read_once_only() -> None:
    message = refuse("legal", "qwixx", "--sheet", "-", "--roll", "-")
    assert "--sheet" in message
    assert "--roll" in message
