"""Bad input: exit status 2, and one line with what is wrong, where, and what would be right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .command import refuse, rollwright

EMPTY = json.dumps({"red": [], "yellow": [], "green": [], "blue": []})
ROLL = json.dumps({"white": [3, 4], "red": 2, "yellow": 5, "green": 6, "blue": 1})


def says(message: str, *parts: str) -> bool:
    return all(part in message for part in parts)


def qwixx(**rows: object) -> str:
    return json.dumps(json.loads(EMPTY) | rows)


def qwinto(**rows: object) -> str:
    return json.dumps({name: [None] * 9 for name in ("orange", "yellow", "purple")} | rows)


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("scroe",), ["“scroe”", "score"]),
        (("fly",), ["“fly”", "serve, play, legal, score, replay, simulate, duel"]),
        (("--colour",), ["“--colour”", "--version"]),
        (("score",), ["lacks SPEC", "qwixx(players=3)"]),
        (("score", "qwixx"), ["lacks --sheet", "JSON"]),
        (("legal", "qwixx", "--sheet", "{}"), ["lacks --roll"]),
        (("replay",), ["lacks FILE", ".txt or .json"]),
        (("simulate", "qwixx", "--games", "1"), ["lacks --bots", "greedy,random"]),
        (("simulate", "qwixx", "--bots", "greedy"), ["lacks --games"]),
        (("score", "qwixx", "--shet", "{}"), ["“--shet”", "it has: --sheet"]),
        (("score", "qwixx", "-x"), ["“-x”", "--sheet", "--json"]),
        (("score", "qwixx", "--sheet"), ["--sheet needs a value"]),
        (("bots", "--json=yes"), ["--json takes no value"]),
        (("bots", "qwixx", "qwinto"), ["“qwinto”", "rollwright bots --help"]),
    ],
)
def test_words_on_the_line(words: tuple[str, ...], parts: list[str]) -> None:
    assert says(refuse(*words), *parts)


@pytest.mark.parametrize(
    ("spec", "parts"),
    [
        ("qwix", ["“qwix”", "qwixx"]),
        ("chess", ["“chess”", "qwixx, qwinto, qwingo"]),
        ("qwixx(layuot=classic)", ["“layuot”", "layout"]),
        ("qwixx(layout=round)", ["layout=round", "classic", "mixx_a"]),
        ("qwixx(players=9)", ["players=9", "1–5"]),
        ("qwixx(players=0)", ["players=0", "1–5"]),
        ("qwixx(players)", ["“players”", "option=value"]),
        ("qwixx(", ["“qwixx(”", "name(option=value, …)"]),
        ("qwixx(tie=shared, tie=shared)", ["tie", "twice"]),
        ("", ["name(option=value, …)"]),
    ],
)
def test_games_and_options(spec: str, parts: list[str]) -> None:
    assert says(refuse("score", spec, "--sheet", EMPTY), *parts)


@pytest.mark.parametrize(
    ("sheet", "parts"),
    [
        ('{"red":\n[2, }', ["--sheet", "line 2, column 5"]),
        ("", ["--sheet", "line 1, column 1"]),
        ("[" * 100_000, ["--sheet", "nested too deeply"]),
        ('{"red":[' + "7" * 5000 + "]}", ["--sheet", "number is too long"]),
        ('{"red":[],"red":[2]}', ["--sheet", "“red” twice"]),
        ("[1]", ["The sheet", "object"]),
        ("null", ["The sheet", "object"]),
        ('{"red":[]}', ["lacks “yellow”"]),
        (qwixx(pink=[]), ["unknown key “pink”", "red, yellow, green, blue"]),
        (qwixx(red="2"), ["“red”", "list of numbers"]),
        (qwixx(red=[5, 2]), ["“red”", "2 after 5", "left to right"]),
        (qwixx(green=[2, 12]), ["“green”", "[Q4]"]),
        (
            qwixx(red=[2, 3, 4, 5, 12]),
            ["“red”", "last number, 12", "needs 5 crosses", "there are 4"],
        ),
        (qwixx(red=[13]), ["“red”", "13", "not on the sheet", "2, 3, 4"]),
        (qwixx(red=[True]), ["“red”", "not on the sheet"]),
        (qwixx(red=[2.5]), ["“red”", "2.5", "not on the sheet"]),
        (qwixx(misthrows=5), ["“misthrows”", "0 to 4", "5"]),
        (qwixx(misthrows=-1), ["“misthrows”", "-1"]),
        (qwixx(closed=["pink"]), ["“closed”", "red, yellow, green, blue"]),
    ],
)
def test_qwixx_sheets(sheet: str, parts: list[str]) -> None:
    assert says(refuse("score", "qwixx", "--sheet", sheet), *parts)


@pytest.mark.parametrize(
    ("sheet", "parts"),
    [
        (
            qwinto(orange=[5, *[None] * 8], yellow=[None, 5, *[None] * 7]),
            ["5", "twice in its column", "[W3]"],
        ),
        (qwinto(orange=[5, 4, *[None] * 7]), ["“orange”", "ascend", "[W3]"]),
        (qwinto(orange=[None] * 8), ["“orange”", "list of 9"]),
        (qwinto(purple=[19, *[None] * 8]), ["“purple”", "1 to 18", "19"]),
    ],
)
def test_qwinto_sheets(sheet: str, parts: list[str]) -> None:
    assert says(refuse("score", "qwinto", "--sheet", sheet), *parts)


@pytest.mark.parametrize(
    ("roll", "parts"),
    [
        (qwixx(), ["The roll", "white"]),
        ('{"white":[3,7],"red":2,"yellow":5,"green":6,"blue":1}', ["“white”", "1 to 6", "7"]),
        ('{"white":[3,4],"red":0,"yellow":5,"green":6,"blue":1}', ["“red”", "1 to 6", "0"]),
        ('{"white":[3,4],"red":2,"yellow":5,"green":6}', ["lacks the blue die"]),
        ('{"white":[3],"red":2,"yellow":5,"green":6,"blue":1}', ["“white”", "two faces"]),
        ("{]", ["--roll", "line 1, column 2"]),
    ],
)
def test_qwixx_rolls(roll: str, parts: list[str]) -> None:
    assert says(refuse("legal", "qwixx", "--sheet", EMPTY, "--roll", roll), *parts)


def test_die_of_a_closed_row() -> None:
    message = refuse("legal", "qwixx", "--sheet", qwixx(closed=["red"]), "--roll", ROLL)
    assert says(message, "red die", "closed")


def test_position_after_the_end() -> None:
    message = refuse("legal", "qwixx", "--sheet", qwixx(misthrows=4), "--roll", ROLL)
    assert says(message, "over")


@pytest.mark.parametrize(
    ("roll", "parts"),
    [
        ('{"called":0,"face":"banana"}', ["“called”", "1 to 100", "0"]),
        ('{"called":101,"face":"banana"}', ["“called”", "1 to 100", "101"]),
        ('{"called":7,"face":"apple"}', ["“apple”", "banana", "lightning"]),
        ('{"called":"7","face":"banana"}', ["“called”", "whole number"]),
    ],
)
def test_qwingo_calls_and_faces(roll: str, parts: list[str]) -> None:
    columns = ("banana", "cup", "donut", "watermelon", "icecream")
    sheet = json.dumps({name: [None] * 12 for name in columns})
    assert says(refuse("legal", "qwingo", "--sheet", sheet, "--roll", roll), *parts)


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("--bots", "greedy", "--games", "-5"), ["--games", "1 to", "“-5”"]),
        (("--bots", "greedy", "--games", "0"), ["--games", "1 to", "“0”"]),
        (("--bots", "greedy", "--games", "many"), ["--games", "whole number", "“many”"]),
        (("--bots", "greedy", "--games", "1e3"), ["--games", "“1e3”"]),
        (("--bots", "greedy", "--games", "9" * 5000), ["--games", "1 to"]),
        (("--bots", "greedy", "--games", "1", "--workers", "0"), ["--workers", "1 to", "“0”"]),
        (("--bots", "greedy", "--games", "1", "--seed", "a b"), ["seed", "1 to 100"]),
        (("--bots", "greedy", "--games", "1", "--seed", ""), ["seed", "1 to 100"]),
        (("--bots", "gredy", "--games", "1"), ["“gredy”", "greedy"]),
        (("--bots", "deep", "--games", "1"), ["“deep”", "random, greedy"]),
        (("--bots", "greedy,,greedy", "--games", "1"), ["--bots", "name is missing"]),
        (("--bots", "greedy(skip=1", "--games", "1"), ["--bots", "brackets"]),
        (("--bots", "greedy)(", "--games", "1"), ["--bots", "brackets"]),
        (("--bots", "greedy(skip=x)", "--games", "1"), ["greedy(skip=x)", "cannot be set up"]),
        (("--bots", "greedy(depth=3)", "--games", "1"), ["“depth”", "skip"]),
        (("--bots", ",".join(["greedy"] * 6), "--games", "1"), ["players=6", "1–5"]),
        (("--bots", "no.such:Bot", "--games", "1"), ["no.such:Bot", "cannot be loaded"]),
        (("--bots", "json:loads", "--games", "1"), ["json:loads", "no bot", "choose"]),
    ],
)
def test_simulations(words: tuple[str, ...], parts: list[str]) -> None:
    assert says(refuse("simulate", "qwixx", *words), *parts)


def test_number_of_bots_must_agree_with_players() -> None:
    message = refuse("simulate", "qwixx(players=3)", "--bots", "greedy,greedy", "--games", "1")
    assert says(message, "3 seats", "2 were given")


def test_files_with_sheets() -> None:
    Path("binary.json").write_bytes(b"\xff\xfe\x00\x81")
    Path("folder.json").mkdir()
    Path("empty.json").touch()
    for name, parts in {
        "missing.json": ["missing.json", "cannot be read"],
        "binary.json": ["binary.json", "UTF-8"],
        "folder.json": ["folder.json", "cannot be read"],
        "empty.json": ["--sheet", "line 1, column 1"],
    }.items():
        assert says(refuse("score", "qwixx", "--sheet", f"@{name}"), *parts)


def test_files_with_records() -> None:
    Path("binary.txt").write_bytes(b"\xff\xfe\x00\x81")
    Path("folder.txt").mkdir()
    Path("empty.txt").touch()
    Path("empty.json").touch()
    Path("note.txt").write_text("milk, bread, eggs", encoding="utf-8")
    Path("list.json").write_text("[]", encoding="utf-8")
    Path("game.pdf").touch()
    for name, parts in {
        "missing.txt": ["missing.txt", "cannot be read"],
        "binary.txt": ["binary.txt", "UTF-8"],
        "folder.txt": ["folder.txt", "cannot be read"],
        "empty.txt": ["not a record", "[Format"],
        "empty.json": ["empty.json", "not JSON"],
        "note.txt": ["not a record", "[Format"],
        "list.json": ["object"],
        "game.pdf": ["game.pdf", ".txt or .json"],
        "no_suffix": ["no_suffix", ".txt or .json"],
    }.items():
        assert says(refuse("replay", name), *parts)


def test_bots_of_an_unknown_game() -> None:
    assert says(refuse("bots", "chess"), "“chess”", "qwixx, qwinto, qwingo")


def test_fault_of_our_own_is_one_line_and_status_1(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr("rollwright.bots.bot_infos", broken)
    outcome = rollwright("bots")
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.count("\n") == 1
    assert says(outcome.err, "fault of rollwright", "KeyError", "lost", "ROLLWRIGHT_TRACEBACK=1")
    monkeypatch.setenv("ROLLWRIGHT_TRACEBACK", "1")
    assert "Traceback" in rollwright("bots").err
