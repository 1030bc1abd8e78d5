from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rollwright import read_record, write_record

from .command import refuse, rollwright, succeed

SOLO = '[Format "rollwright 1"] [Game "qwixx(players=1)"] [Rules "1"] [Seats "ann"]\n\n'


@pytest.fixture
def game() -> Path:
    """A whole game of two bots with seeded dice."""
    path = Path("game.txt")
    succeed("play", "qwixx", "--seats", "greedy,ga", "--seed", "3", "--record", str(path))
    return path


def test_finished_game(game: Path) -> None:
    assert succeed("replay", str(game), "--json").json == {
        "valid": True,
        "turns": 17,
        "scores": [59, 65],
        "places": [2, 1],
        "finished": True,
        "cut": False,
        "dice_verified": True,
    }


def test_json_record_tells_the_same(game: Path) -> None:
    succeed("play", "qwixx", "--seats", "greedy,ga", "--seed", "3", "--record", "game.json")
    text, data = succeed("replay", str(game), "--json"), succeed("replay", "game.json", "--json")
    assert text == data


def test_record_cut_off_in_a_line_is_an_unfinished_game(game: Path) -> None:
    whole = game.read_text(encoding="utf-8")
    game.write_text(whole[: whole.index("\n9a ") + 9], encoding="utf-8")
    told = succeed("replay", str(game), "--json").json
    assert (told["turns"], told["finished"], told["cut"]) == (8, False, True)
    assert "breaks off" in succeed("replay", str(game)).out


def test_empty_game_has_no_turns() -> None:
    Path("new.txt").write_text(SOLO, encoding="utf-8")
    assert succeed("replay", "new.txt", "--json").json == {
        "valid": True,
        "turns": 0,
        "scores": [0],
        "places": [1],
        "finished": False,
        "cut": False,
        "dice_verified": False,
    }


def test_q4_illegal_answer_is_named_with_its_turn_and_rule() -> None:
    text = SOLO + "1a w34 r1 y1 g1 b1 : r7 / -\n2a w66 r1 y1 g1 b1 : r12 / -\n"
    Path("wrong.txt").write_text(text, encoding="utf-8")
    message = refuse("replay", "wrong.txt")
    assert message.startswith("rollwright: Turn 2: r12 is the last number")
    assert message.endswith("[Q4]\n")
    outcome = rollwright("replay", "wrong.txt", "--json")
    assert (outcome.status, outcome.err) == (2, message)
    told = outcome.json
    assert told.pop("message").startswith("r12 is the last number")
    assert told == {"valid": False, "turn": 2, "rule": "Q4"}


def test_t4_roll_that_the_seed_does_not_give_is_found(game: Path) -> None:
    whole = game.read_text(encoding="utf-8")
    assert "\n1a w42 r6 y6 g3 b4 " in whole
    game.write_text(whole.replace("\n1a w42 r6 y6 g3", "\n1a w42 r5 y6 g3"), encoding="utf-8")
    told = rollwright("replay", str(game), "--json")
    assert told.status == 2
    assert (told.json["turn"], told.json["rule"]) == (1, "T4")


def test_file_without_a_record_is_invalid_without_a_turn() -> None:
    Path("note.txt").write_text("milk, bread, eggs", encoding="utf-8")
    told = rollwright("replay", "note.txt", "--json").json
    assert (told["valid"], told["turn"], told["rule"]) == (False, None, None)


def test_missing_file_says_nothing_about_a_record() -> None:
    assert "missing.txt" in refuse("replay", "missing.txt", "--json")


def test_game_is_told_turn_by_turn_with_its_end(game: Path) -> None:
    lines = succeed("replay", str(game)).out.splitlines()
    assert lines[0] == "qwixx(players=2), played by bot:greedy, bot:ga."
    assert lines[3] == (
        "Turn 2: bot:ga rolls first white 1, second white 1, red 4, yellow 2, green 2, blue 4. "
        "bot:greedy crosses r2. bot:ga crosses y2. bot:ga crosses y3."
    )
    assert [line.split(":")[0] for line in lines[2:19]] == [f"Turn {n}" for n in range(1, 18)]
    assert [line.split() for line in lines[-3:-1]] == [
        ["1.", "bot:ga", "65"],
        ["2.", "bot:greedy", "59"],
    ]
    assert lines[-1] == "The dice come from seed:3, and every roll is as it gives them."


def test_misthrow_and_pass_are_told() -> None:
    Path("solo.txt").write_text(SOLO + "1a w34 r1 y1 g1 b1 : - / -\n", encoding="utf-8")
    out = succeed("replay", "solo.txt").out
    assert "ann passes. ann passes. ann takes a misthrow.\n" in out
    assert "The rolls were typed in, so they cannot be checked.\n" in out


def test_qwinto_choices_are_told() -> None:
    header = SOLO.replace("qwixx", "qwinto")
    line = "1a oy / o3 y4 / reroll / o5 y1 : o4\n2a p / p2 / keep : p1\n"
    Path("solo.txt").write_text(header + line, encoding="utf-8")
    out = succeed("replay", "solo.txt").out
    assert (
        "Turn 1: ann takes the dice oy. ann rolls orange 3, yellow 4. ann rolls these dice again. "
        "ann rolls orange 5, yellow 1. ann enters the number at o4.\n"
    ) in out
    assert "ann keeps the roll. ann enters the number at p1.\n" in out


def test_qwingo_set_up_call_and_lot_are_told() -> None:
    text = (
        '[Format "rollwright 1"] [Game "qwingo(players=2, start=random)"] [Rules "1"] '
        '[Seats "ann; bob"]\n\n0 start b\n0a b1=10 c1=20 d1=30 w1=40 i1=50\n'
        "0b b2=10 c2=20 d2=30 w2=40 i2=50\n1b call 37 / lightning : b3 c3\n"
    )
    Path("two.txt").write_text(text, encoding="utf-8")
    out = succeed("replay", "two.txt").out
    assert "Before the first turn: The lot says that bob begins. ann writes b1=10." in out
    assert (
        "Turn 1: bob calls 37. bob rolls lightning. ann enters the number at b3. "
        "bob enters the number at c3.\n"
    ) in out


def test_names_that_look_like_markup_are_printed_as_they_are() -> None:
    Path("odd.txt").write_text(SOLO.replace("ann", "[bold]x[/nope]"), encoding="utf-8")
    assert "played by [bold]x[/nope]." in succeed("replay", "odd.txt").out


def test_promise_whose_secret_is_not_told_is_not_verified(game: Path) -> None:
    record = replace(read_record(game), dice="sha256:" + "0" * 64)
    write_record(record, Path("promised.txt"))
    assert succeed("replay", "promised.txt", "--json").json["dice_verified"] is False
    assert "can be checked once it is over" in succeed("replay", "promised.txt").out
