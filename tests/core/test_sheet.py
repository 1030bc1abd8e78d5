"""Printed sheets as data; new ones need no change of the core or of the rules."""

from __future__ import annotations

import pytest

from rollwright import parse_spec
from rollwright.games.layouts import layouts, load_sheet
from rollwright.games.qwinto import Qwinto
from rollwright.games.qwixx import Qwixx
from rollwright.sheet import Field, SheetSpec, parse_sheet_spec
from rollwright.testing import check_game

SMALL = """
name = "small"
title = "A small sheet"
faces = 4

[[line]]
name = "red"
letter = "r"
fields = "R2 B3 *"

[[line]]
name = "blue"
letter = "b"
fields = ". o 7"
"""

FIVE_ROWS = 'name = "five"\ntitle = "Five rows"\nfaces = 6\n' + "".join(
    f'[[line]]\nname = "{name}"\nletter = "{name[0]}"\nfields = "{fields}"\n'
    for name, fields in {
        "red": " ".join(f"R{n}" for n in range(2, 13)),
        "yellow": " ".join(f"Y{n}" for n in range(2, 13)),
        "green": " ".join(f"G{n}" for n in range(12, 1, -1)),
        "blue": " ".join(f"B{n}" for n in range(12, 1, -1)),
        "orange": " ".join(f"O{n}" for n in (7, 2, 12, 3, 11, 8)),
    }.items()
)

FOUR_ROWS = 'name = "four"\ntitle = "Four rows"\nfaces = 8\n' + "".join(
    f'[[line]]\nname = "{name}"\nletter = "{name[0]}"\nfields = "{fields}"\n'
    for name, fields in {
        "orange": ". . o * o . o * o",
        "yellow": ". o o o o o . o *",
        "purple": "o o * o . o o o o",
        "green": "* o o . o",
    }.items()
)


def test_fields_are_read_from_words() -> None:
    sheet = parse_sheet_spec(SMALL)
    assert (sheet.name, sheet.title, sheet.faces) == ("small", "A small sheet", 4)
    assert sheet.fields == (
        Field(0, 0, 0, 2, "red"),
        Field(0, 1, 1, 3, "blue"),
        Field(0, 2, 2, bonus=True),
        Field(1, 0, 1),
        Field(1, 1, 2, 7),
    )
    assert [line.fields for line in sheet.lines] == [(0, 1, 2), (3, 4)]
    assert sheet.columns == {0: (0,), 1: (1, 3), 2: (2, 4)}
    assert sheet.line_letters == {"r": 0, "b": 1}
    assert sheet.field(1, 1) == 4


def test_an_unknown_field_names_its_line() -> None:
    with pytest.raises(ValueError, match="small, line blue: unknown field 'x'"):
        parse_sheet_spec(SMALL.replace(". o 7", ". x 7"))


def test_the_checksum_tells_what_is_printed() -> None:
    sheet = parse_sheet_spec(SMALL)
    assert sheet.checksum == parse_sheet_spec(SMALL.replace("A small", "Another")).checksum
    assert sheet.checksum != parse_sheet_spec(SMALL.replace("B3", "B4")).checksum
    assert sheet.checksum != parse_sheet_spec(SMALL.replace("faces = 4", "faces = 6")).checksum


@pytest.mark.parametrize(
    "name, fields, checksum",
    [
        ("qwixx_classic", 44, "5fd7847056da04c9"),
        ("qwixx_mixx_a", 44, "0e2fff6e9bc0d614"),
        ("qwixx_mixx_b", 44, "a9df5a9490ec5184"),
        ("qwinto", 27, "31769f82db616652"),
        ("qwingo", 60, "7db6d5c244eee911"),
    ],
)
def test_the_printed_sheets_are_pinned(name: str, fields: int, checksum: str) -> None:
    sheet = load_sheet(name)
    assert len(sheet.fields) == fields
    assert sheet.checksum == checksum


def test_layouts_are_found_by_their_files() -> None:
    assert {"classic", "mixx_a", "mixx_b"} <= set(layouts("qwixx"))
    assert layouts("qwixx") == tuple(sorted(layouts("qwixx")))
    assert layouts("nothing") == ()


def fields_by_colour(sheet: SheetSpec) -> dict[str | None, list[int | None]]:
    found: dict[str | None, list[int | None]] = {}
    for field in sheet.fields:
        found.setdefault(field.colour, []).append(field.number)
    return found


@pytest.mark.parametrize("layout", ["classic", "mixx_a", "mixx_b"])
def test_every_colour_and_every_row_has_each_number_once(layout: str) -> None:
    sheet = load_sheet(f"qwixx_{layout}")
    for numbers in fields_by_colour(sheet).values():
        assert sorted(n for n in numbers if n is not None) == list(range(2, 13))
    for line in sheet.lines:
        row = [sheet.fields[index].number for index in line.fields]
        assert sorted(n for n in row if n is not None) == list(range(2, 13))
        assert sheet.fields[line.fields[-1]].colour == line.name


def test_qwixx_plays_on_five_rows_without_a_change_of_its_rules() -> None:
    game = Qwixx(parse_spec("qwixx(players=3)"), parse_sheet_spec(FIVE_ROWS))
    assert len(game.format_sheet(game.initial(), game.seats[0])) == 7
    check_game(game)


def test_qwinto_plays_with_four_dice_of_eight_faces_without_a_change_of_its_rules() -> None:
    game = Qwinto(parse_spec("qwinto(players=2)"), parse_sheet_spec(FOUR_ROWS))
    assert len(game.legal(game.initial(), game.seats[0])) == 15
    check_game(game)
