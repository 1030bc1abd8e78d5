"""Sheets, dice and positions as exact text."""

from __future__ import annotations

from itertools import product

import pytest
from rich.color import Color
from rich.style import Style

from rollwright import create_game
from rollwright.game import Action, Seat
from rollwright.render.segments import Edge, Look, Segment, block_width, fit, flow, plain
from rollwright.render.sheets import (
    Content,
    Hints,
    Size,
    compact_sheet,
    large_sheet,
    read_content,
)
from rollwright.render.text import (
    dice_boxes,
    dice_line,
    dice_on_table,
    render_position,
)
from rollwright.tui.palette import Depth, Palette, depth_of

QWIXX_SHEETS = (
    {"red": [2, 3, 4, 5, 6, 12], "yellow": [], "green": [12, 9], "blue": [10], "misthrows": 2},
    {"red": [5], "yellow": [3], "green": [], "blue": [], "misthrows": 0},
)
QWIXX_ROLL = {"white": [3, 4], "yellow": 5, "green": 6, "blue": 1}
QWINTO_SHEET = {
    "orange": [1, 3, None, 7, 10, None, None, None, None],
    "yellow": [None, 4, 5, None, None, None, None, None, None],
    "purple": [None, None, 6, None, None, None, None, None, None],
    "misthrows": 1,
}
QWINGO_SHEET = {
    "banana": [10, None, 14, None],
    "cup": [None, 20, None, None],
    "donut": [None, None, 30, 100],
    "watermelon": [40, None, None, None],
    "icecream": [None, None, None, 50],
}


def test_a_qwixx_position_is_drawn_with_closed_rows_dice_misthrows_and_scores() -> None:
    game = create_game("qwixx(players=2)")
    state = game.position(QWIXX_SHEETS, QWIXX_ROLL, Seat(1))
    assert render_position(game, state, ("Ann", "Bob")) == (
        "qwixx(players=2): turn 1, Bob\n"
        "w[3] w[4] y[5] g[6] b[1]\n"
        "closed: red\n"
        "\n"
        "Ann · 22 points\n"
        " r red     X 2  X 3  X 4  X 5  X 6   -    -    -    -    -   X12  (X)  28\n"
        " y yellow    2    3    4    5    6    7    8    9   10   11   12  ( )   0\n"
        " g green   X12   11   10  X 9    8    7    6    5    4    3    2  ( )   3\n"
        " b blue     12   11  X10    9    8    7    6    5    4    3    2  ( )   1\n"
        " misthrows X X -10\n"
        "\n"
        "Bob · 2 points\n"
        " r red      -    -    -   X 5   -    -    -    -    -    -    -   (-)   1\n"
        " y yellow    2  X 3    4    5    6    7    8    9   10   11   12  ( )   1\n"
        " g green    12   11   10    9    8    7    6    5    4    3    2  ( )   0\n"
        " b blue     12   11   10    9    8    7    6    5    4    3    2  ( )   0\n"
        " misthrows –"
    )


def test_a_qwinto_position_is_drawn_with_framed_fields_and_bonuses() -> None:
    game = create_game("qwinto(players=1)")
    state = game.position([QWINTO_SHEET], {"orange": 5, "yellow": 6}, Seat(0))
    assert render_position(game, state) == (
        "qwinto(players=1): turn 1, player 1\n"
        "o[5] y[6]\n"
        "\n"
        "player 1 · 8 points\n"
        " o orange              1  < 3>  ··         7  <10>  ··   ··   ··   ··     4\n"
        " y yellow        ··    4    5   ··   ··        ··   <>   ··   ··          2\n"
        " p purple   ··   ··  < 6>  ··        ··   ··   ··   ··   <>               1\n"
        " bonus                +6   +·                  +·   +·   +·               6\n"
        " misthrows X  -5"
    )


def test_a_qwingo_position_is_drawn_in_columns() -> None:
    game = create_game("qwingo(boxes=4, players=1)")
    state = game.position([QWINGO_SHEET], {"called": 37, "face": "lightning"}, Seat(0))
    assert render_position(game, state, ["Ann"]) == (
        "qwingo(boxes=4, players=1): turn 1, Ann\n"
        "called: 37  [lightning]\n"
        "\n"
        "Ann · 1 turn\n"
        "     b      c      d      w      i\n"
        "   banana cup    donut  water… ice c…\n"
        " 1   10     ·      ·      40     ·\n"
        " 2   ·      20     ·      ·      ·\n"
        " 3   14     ·      30     ·      ·\n"
        " 4   ·      ·     100     ·      50\n"
        "    2/4    1/4    2/4    1/4    1/4"
    )


def test_a_mixed_sheet_shows_the_letter_of_each_field() -> None:
    game = create_game("qwixx(layout=mixx_a, players=1)")
    content = read_content(game, game.initial(), Seat(0))
    assert plain(large_sheet(game, content)).splitlines() == [
        " r red      y 2  y 3  y 4  b 5  b 6  b 7  g 8  g 9  g10  r11  r12 ( )",
        " y yellow   r 2  r 3  g 4  g 5  g 6  g 7  b 8  b 9  y10  y11  y12 ( )",
        " g green    b12  b11  b10  y 9  y 8  y 7  r 6  r 5  r 4  g 3  g 2 ( )",
        " b blue     g12  g11  r10  r 9  r 8  r 7  y 6  y 5  b 4  b 3  b 2 ( )",
        " misthrows –",
    ]


def test_signs_mark_legal_fields_the_cursor_and_an_answer_that_can_be_taken_back() -> None:
    game = create_game("qwixx(players=1)")
    content = read_content(game, game.initial(), Seat(0))
    legal = frozenset({Action(6), Action(17)})
    rows = plain(large_sheet(game, content, Hints(legal, cursor=Action(17)))).splitlines()
    assert rows[0] == " r red       2    3    4    5    6  [ 7]   8    9   10   11   12  ( )"
    assert rows[1] == " y yellow    2    3    4    5    6  » 7«   8    9   10   11   12  ( )"
    rows = plain(large_sheet(game, content, Hints(pending=Action(6)))).splitlines()
    assert rows[0] == " r red       2    3    4    5    6  ( 7)   8    9   10   11   12  ( )"


def test_a_tall_sheet_has_margins_that_belong_to_their_fields() -> None:
    game = create_game("qwinto(players=1)")
    content = read_content(game, game.initial(), Seat(0))
    block = large_sheet(game, content, size=Size(3))
    assert len(block) == 3 * 3 + 1
    edges = [segment for segment in block[0] if segment.edge is Edge.TOP]
    assert [segment.action for segment in edges] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert all(not segment.text.strip() for segment in edges)


def test_compact_sheets_show_numbers_or_signs() -> None:
    game = create_game("qwixx(players=2)")
    state = game.position(QWIXX_SHEETS, QWIXX_ROLL, Seat(1))
    content = read_content(game, state, Seat(0))
    assert plain(compact_sheet(game, content, "Ann")).splitlines() == [
        "Ann",
        "r  2  3  4  5  6  -  -  -  -  - 12 X",
        "y  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·",
        "g 12  ·  ·  9  ·  ·  ·  ·  ·  ·  ·",
        "b  ·  · 10  ·  ·  ·  ·  ·  ·  ·  ·",
        "misthrows X X",
    ]
    assert plain(compact_sheet(game, content, "Ann", narrow=True)).splitlines()[1:4] == [
        "r XXXXX-----X X",
        "y ···········",
        "g X··X·······",
    ]


def test_a_compact_qwingo_sheet_stands_upright() -> None:
    game = create_game("qwingo(boxes=4, players=1)")
    state = game.position([QWINGO_SHEET], {"called": 37, "face": "cup"}, Seat(0))
    block = compact_sheet(game, read_content(game, state, Seat(0)), "a name that is long", " · 9")
    assert plain(block).splitlines() == [
        "a name tha… · 9",
        "  b  c  d  w  i",
        " 10  ·  · 40  ·",
        "  · 20  ·  ·  ·",
        " 14  · 30  ·  ·",
        "  ·  ·100  · 50",
    ]


def test_dice_are_drawn_with_their_letters() -> None:
    game = create_game("qwixx(players=2)")
    dice = dice_on_table(game, game.position(QWIXX_SHEETS, QWIXX_ROLL, Seat(1)))
    assert plain((dice_line(dice),)) == "w[3] w[4] y[5] g[6] b[1]"
    assert plain(dice_boxes(dice)).splitlines() == [
        "╭───╮ ╭───╮ ╭───╮ ╭───╮ ╭───╮",
        "│ 3 │ │ 4 │ │ 5 │ │ 6 │ │ 1 │",
        "╰ w ╯ ╰ w ╯ ╰ y ╯ ╰ g ╯ ╰ b ╯",
    ]
    assert dice_boxes(dice_on_table(game, game.initial())) == ()


@pytest.mark.parametrize(
    ("text", "fitted"), [("Ann", "Ann  "), ("Annabel", "Anna…"), ("漢字漢", "漢字…")]
)
def test_texts_are_fitted_by_the_cells_they_take(text: str, fitted: str) -> None:
    assert fit(text, 5) == fitted


def test_blocks_flow_into_the_width() -> None:
    block = ((Segment("abc"),), (Segment("d"),))
    assert plain(flow([block, block, block], 8)) == "abc  abc\nd    d\n\nabc\nd"
    assert block_width(flow([block] * 3, 8)) == 8


def test_only_named_entries_are_content() -> None:
    game = create_game("qwinto(players=1)")
    content = read_content(game, game.initial(), Seat(0))
    assert content == Content(("",) * 27, 0, frozenset())


def _contrast(style: Style) -> float:
    """The contrast ratio of WCAG 2 between text and background."""

    def luminance(colour: Color | None) -> float:
        assert colour is not None
        parts = [part / 255 for part in colour.get_truecolor()]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(style.color), luminance(style.bgcolor)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


COLOURS = ("red", "yellow", "green", "blue", "orange", "purple", "white")
SYMBOLS = ("banana", "cup", "donut", "watermelon", "icecream", "lightning")
WRITTEN = (Look.FIELD, Look.LABEL, Look.DIE, Look.CROSS, Look.ENTRY, Look.LEGAL, Look.CURSOR)


@pytest.mark.parametrize(("look", "colour"), list(product(WRITTEN, COLOURS + SYMBOLS)))
def test_text_on_every_colour_has_a_contrast_of_at_least_4_5(look: Look, colour: str) -> None:
    style = Palette(Depth.FULL).style(Segment("7", look, colour))
    assert _contrast(style) >= 4.5


def test_terminals_get_as_many_colours_as_they_have() -> None:
    assert depth_of("truecolor", no_color=False) is Depth.FULL
    assert depth_of("256", no_color=False) is Depth.FULL
    assert depth_of("standard", no_color=False) is Depth.SIXTEEN
    assert depth_of(None, no_color=False) is Depth.NONE
    assert depth_of("truecolor", no_color=True) is Depth.NONE


@pytest.mark.parametrize("look", list(Look))
def test_sixteen_colours_and_none_use_nothing_else(look: Look) -> None:
    for colour in ("", *COLOURS, *SYMBOLS):
        style = Palette(Depth.SIXTEEN).style(Segment("7", look, colour))
        for part in (style.color, style.bgcolor):
            assert part is None or (part.number is not None and part.number < 16)
        style = Palette(Depth.NONE).style(Segment("7", look, colour))
        assert style.color is None
        assert style.bgcolor is None
