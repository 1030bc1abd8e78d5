"""Records: what is checked when one is read, and how files are written."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rollwright import (
    Action,
    CommittedDice,
    InputError,
    Match,
    Record,
    RecordError,
    Seat,
    SeededDice,
    TypedDice,
    create_game,
    format_record,
    format_record_json,
    parse_record,
    parse_record_json,
    read_record,
    write_record,
)
from rollwright.arena import play_match
from rollwright.bots import create_bot
from rollwright.game import Decision
from rollwright.record import Answered, Rolled, write_text

SECRET = "c0de" * 16


def committed_game() -> Record:
    game = create_game("qwixx(players=2)")
    bots = [create_bot("greedy", game)] * 2
    return play_match(game, bots, CommittedDice(SECRET), names=["ann", "bot:greedy"]).record


def line_of(text: str, turn: int) -> str:
    (line,) = [x for x in text.splitlines() if x.startswith((f"{turn}a", f"{turn}b"))]
    return line


def altered_roll(text: str, turn: int) -> str:
    """The text with another blue die in one turn, or another white one where blue has left."""
    line = line_of(text, turn)
    roll, colon, answers = line.partition(" :")
    face = int(roll[-1])
    return text.replace(line, f"{roll[:-1]}{face % 6 + 1}{colon}{answers}")


# Tampering


def test_t4_an_altered_roll_of_a_committed_game_is_named_with_its_turn() -> None:
    text = format_record(committed_game())
    assert parse_record(text).secret == SECRET
    with pytest.raises(RecordError, match="The dice of this game show w") as error:
        parse_record(altered_roll(text, 5))
    assert (error.value.turn, error.value.rule) == (5, "T4")
    assert str(error.value).startswith("Turn 5: ")


def test_t4_an_altered_roll_is_found_in_json_too() -> None:
    data = json.loads(json.dumps(format_record_json(committed_game())))
    roll = data["turns"][2]["steps"][0]["roll"]
    roll["blue"] = roll["blue"] % 6 + 1
    with pytest.raises(RecordError, match="The dice of this game show") as error:
        parse_record_json(data)
    assert (error.value.turn, error.value.rule) == (3, "T4")


def test_t4_an_altered_roll_of_a_seeded_game_is_named() -> None:
    record = committed_game()
    seeded = Match(record.game, SeededDice(3), record.seats)
    seeded.roll()
    with pytest.raises(RecordError) as error:
        parse_record(altered_roll(format_record(seeded.record), 1))
    assert (error.value.turn, error.value.rule) == (1, "T4")


def test_an_altered_roll_cannot_be_told_while_the_secret_is_not_known() -> None:
    text = format_record(replace(committed_game(), secret=None))
    line = line_of(text, 1)
    assert parse_record(text).secret is None
    assert "Secret" not in text
    with pytest.raises(RecordError) as error:
        parse_record(text.replace(line, line.replace(" : ", " : r13 ")))
    assert error.value.turn == 1


def test_a_secret_that_was_not_promised_is_refused() -> None:
    text = format_record(committed_game()).replace(SECRET, SECRET[::-1])
    with pytest.raises(RecordError, match="The dice secret does not fit") as error:
        parse_record(text)
    assert error.value.turn is None


def test_a_wrong_result_is_refused() -> None:
    record = committed_game()
    totals = record.result()
    assert totals is not None
    text = format_record(record)
    claim = f"{totals[0] + 1} {totals[1]}"
    found = f"{totals[0]} {totals[1]}"
    with pytest.raises(RecordError, match=f"claims the result {claim}, but the game ended {found}"):
        parse_record(text.replace(f'[Result "{found}"]', f'[Result "{claim}"]'))
    data = format_record_json(record)
    with pytest.raises(RecordError, match="claims the result 1, but"):
        parse_record_json(data | {"result": [1]})


@pytest.mark.parametrize("result", ["*", ""])
def test_a_finished_game_may_leave_its_result_open(result: str) -> None:
    record = committed_game()
    totals = " ".join(map(str, record.result() or ()))
    text = format_record(record).replace(
        f'[Result "{totals}"]\n', f'[Result "{result}"]\n' * bool(result)
    )
    assert parse_record(text) == record


def test_a_claimed_result_of_an_unfinished_game_means_that_it_is_cut() -> None:
    record = committed_game()
    text = format_record(record)
    shorter = text.replace(line_of(text, 9) + "\n", "\0").partition("\0")[0]
    assert parse_record(shorter).cut
    assert parse_record_json(format_record_json(record) | {"turns": []}).cut


@pytest.mark.parametrize("version", ["2", "0", "1.0", "", "x"])
def test_other_rules_are_refused(version: str) -> None:
    text = format_record(committed_game()).replace('[Rules "1"]', f'[Rules "{version}"]')
    with pytest.raises(RecordError, match=f"rules version {version}; this program plays version 1"):
        parse_record(text)


def test_an_illegal_answer_is_named_with_turn_and_rule() -> None:
    record = committed_game()
    text = format_record(replace(record, dice="typed", secret=None))
    line = line_of(text, 1)
    words = line.split(" : ")[1].split()
    bad = line.replace(f" : {words[0]} ", " : r12 ")
    with pytest.raises(RecordError) as error:
        parse_record(text.replace(line, bad))
    assert error.value.turn == 1
    assert error.value.rule in ("Q3", "Q4")


# The header


HEADER = {
    "Format": "rollwright 1",
    "Game": "qwixx(players=2)",
    "Rules": "1",
    "Seats": "ann; bob",
    "Dice": "typed",
}


def with_header(**changes: str | None) -> str:
    tags = {k: v for k, v in (HEADER | changes).items() if v is not None}
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + "\n"


def test_a_header_may_stand_in_one_line_and_have_other_entries() -> None:
    text = '[Event "Sunday"] ' + with_header().replace("\n", " ") + "\n\n1a w34 r2 y5 g6 b1 : - -\n"
    assert len(parse_record(text).steps) == 2


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"Format": None}, "This is not a record"),
        ({"Format": "rollwright 2"}, "This is not a record"),
        ({"Game": None}, "does not name the game"),
        ({"Game": "chess"}, "There is no game “chess”"),
        ({"Game": "qwixx(players=3)"}, "has 3 seats, but 2 were given"),
        ({"Seats": None}, "does not name the seats"),
        ({"Seats": ""}, "has 2 seats, but 0 were given"),
        ({"Seats": "ann; " + "x" * 41}, "cannot be a name"),
        ({"Rules": None}, "does not name the version of the rules"),
        ({"Dice": "loaded"}, "“loaded” is not a source of dice"),
        ({"Dice": "sha256:12"}, "is not a source of dice"),
        ({"Format": 'rollwright 1"] [Format "rollwright 1'}, "The header has .Format. twice"),
    ],
)
def test_a_wrong_header_says_what_is_wrong(changes: dict[str, str | None], message: str) -> None:
    with pytest.raises(RecordError, match=message) as error:
        parse_record(with_header(**changes))
    assert error.value.turn is None


@pytest.mark.parametrize(
    "name", ['quo"te', "back\\slash", 'both\\"', "[ann]", "ann]", "1a", "#", "ä ö", "·"]
)
def test_any_printable_name_is_read_back(name: str) -> None:
    record = Match(create_game("qwixx(players=2)"), TypedDice(), [name, "bob"]).record
    assert parse_record(format_record(record)).seats == (name, "bob")
    assert parse_record_json(format_record_json(record)).seats == (name, "bob")


# JSON


@pytest.mark.parametrize(
    "change, message",
    [
        ({"turns": None}, "“turns” must be a list"),
        ({"turns": [{"turn": 2, "steps": []}]}, "Here must be an object with “turn”: 1"),
        ({"turns": [3]}, "Here must be an object with “turn”: 1"),
        ({"turns": [{"turn": 1, "steps": [3]}]}, "Here must be a roll"),
        (
            {"turns": [{"turn": 1, "steps": [{"roll": {"white": [3, 4]}}]}]},
            "The roll lacks the red die",
        ),
        ({"result": "78 61"}, "“result” must be a list of whole numbers, or null"),
        ({"result": [True]}, "“result” must be a list of whole numbers, or null"),
        ({"result": [10**5000]}, "“result” must be a list of whole numbers, or null"),
        ({"dice": 3}, "The header's dice must be text"),
        ({"seats": "ann"}, "does not name the seats"),
        ({"game": None}, "does not name the game"),
        ({"rules": [1]}, "rules version"),
    ],
)
def test_wrong_json_says_what_is_wrong(change: dict[str, Any], message: str) -> None:
    data = format_record_json(parse_record(with_header()))
    with pytest.raises(RecordError, match=message):
        parse_record_json(data | change)


def test_answers_in_json_are_those_of_the_seats_that_are_asked() -> None:
    data = format_record_json(parse_record(with_header() + "1a w34 r2 y5 g6 b1 : - -\n"))
    steps = data["turns"][0]["steps"]
    wrong: list[Any] = [{"0": "-"}, {"0": "-", "1": "-", "2": "-"}, {"0": "-", "1": 3}, [], None]
    for answers in wrong:
        turns = [{"turn": 1, "steps": [steps[0], {"answers": answers}]}]
        with pytest.raises(RecordError, match=r"Turn 1: (Here must be answers|An answer)"):
            parse_record_json(data | {"turns": turns})


# Steps made by hand


@pytest.mark.parametrize(
    "steps, rule",
    [
        ((Answered(((Seat(0), Action(0)),)),), "T2"),
        ((Rolled((1, 2)),), None),
        ((Rolled((1, 2, 3, 4, 5, 9)),), None),
        ((Rolled((1, 2, 3, 4, 5, 6)), Rolled((1, 2, 3, 4, 5, 6))), None),
        ((Rolled((1, 2, 3, 4, 5, 6)), Answered(((Seat(0), Action(0)),))), "T2"),
    ],
)
@pytest.mark.parametrize("dice", ["typed", "seed:1"])
def test_steps_that_do_not_fit_raise_record_errors(
    steps: tuple[Rolled | Answered, ...], rule: str | None, dice: str
) -> None:
    record = Record(create_game("qwixx").spec, ("ann", "bob"), steps, dice)
    with pytest.raises(RecordError) as error:
        record.final()
    assert error.value.turn == 1
    assert error.value.rule in (rule, "T4" if dice != "typed" else rule)


def test_the_result_is_known_after_the_game_only() -> None:
    record = committed_game()
    assert record.result() is not None
    assert replace(record, steps=record.steps[:-1]).result() is None
    assert isinstance(record.game.node(replace(record, steps=record.steps[:-1]).final()), Decision)


# Files


@pytest.mark.parametrize("suffix", [".txt", ".json"])
def test_a_file_is_read_back_and_replaced_whole(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / "new" / f"game{suffix}"
    record = committed_game()
    write_record(replace(record, steps=()), path)
    write_record(record, path)
    assert read_record(path) == record
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    path.write_text("\ufeff" + path.read_text(encoding="utf-8"), encoding="utf-8")
    assert read_record(path) == record


def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.txt"
    path.write_text("old", encoding="utf-8")

    def full_disk(handle: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="no space left"):
        write_text(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "name, content, message",
    [
        ("game.pdf", b"", "must end in .txt or .json"),
        ("missing.txt", None, "cannot be read: No such file"),
        ("folder.txt", "folder", "cannot be read"),
        ("latin.txt", "ä".encode("latin-1"), "is not a text file in UTF-8"),
        ("game.txt", b"", "This is not a record"),
        ("game.json", b"", "is not JSON"),
        ("game.json", b"[" * 100_000, "is not JSON"),
        ("game.json", b"9" * 5000, "is not JSON"),
        ("game.json", b"[]", "A record in JSON is an object"),
        ("game.json", b"NaN", "A record in JSON is an object"),
    ],
)
def test_a_file_that_is_no_record_is_refused(
    name: str, content: bytes | str | None, message: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content == "folder":
        path.mkdir()
    with pytest.raises(InputError, match=message):
        read_record(path)
