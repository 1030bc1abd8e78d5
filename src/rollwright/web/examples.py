"""Sheets that pages show as drawings: one for each game's card, and the examples of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..game import Json
from ..i18n import T, Text
from ..render.svg import sheet_svg
from ..spec import create_game

MINIATURES: dict[str, Json] = {
    "qwixx": {
        "red": [2, 3, 5, 6, 8],
        "yellow": [3, 4, 7],
        "green": [12, 11, 10, 9, 8, 6, 2],
        "blue": [12, 10],
        "misthrows": 0,
        "closed": ["green"],
    },
    "qwinto": {
        "orange": [1, None, 4, 7, None, 10, None, None, 17],
        "yellow": [None, 3, 5, 6, 8, None, 12, 15, None],
        "purple": [2, 4, 6, None, 9, 11, None, 14, None],
        "misthrows": 0,
    },
    "qwingo": {
        "banana": [3, 10, None, 21, None, 40, None, None, 72, None, 90, None],
        "cup": [None, None, 18, 30, None, None, 55, None, None, 81, None, None],
        "donut": [5, None, 20, None, 37, None, None, 64, None, None, None, 99],
        "watermelon": [None, None, None, None, 44, 50, 61, None, None, None, None, None],
        "icecream": [None, None, 12, None, None, 40, None, None, 77, 78, None, None],
    },
}
"""A sheet of each game in the middle of play."""


def qwixx_sheet(**rows: list[int]) -> Json:
    """A sheet of Qwixx with these crosses."""
    sheet: Json = {"red": [], "yellow": [], "green": [], "blue": [], "misthrows": 0, "closed": []}
    return sheet | rows


def qwinto_sheet(**rows: dict[int, int]) -> Json:
    """A sheet of Qwinto: the numbers of each row by their fields, from 1."""
    return {
        name: [rows.get(name, {}).get(place) for place in range(1, 10)]
        for name in ("orange", "yellow", "purple")
    } | {"misthrows": 0}


def qwingo_sheet(**columns: dict[int, int]) -> Json:
    """A sheet of Qwingo: the numbers of each column by their boxes, from 1."""
    return {
        name: [columns.get(name, {}).get(box) for box in range(1, 13)]
        for name in ("banana", "cup", "donut", "watermelon", "icecream")
    }


_RULES: Mapping[str, Mapping[str, tuple[Json, Text, tuple[str, ...]]]] = {
    "qwixx": {
        "right": (
            qwixx_sheet(red=[2, 5, 6], yellow=[4], blue=[12, 11, 8]),
            T("Crosses in red 2, 5 and 6, yellow 4 and blue 12, 11 and 8; red 9 is possible."),
            ("r9",),
        ),
        "lock": (
            qwixx_sheet(red=[2, 3, 5, 7, 9, 12]) | {"closed": ["red"]},
            T("Red 2, 3, 5, 7, 9 and 12 are crossed, and the lock; the row is closed."),
            (),
        ),
    },
    "qwinto": {
        "order": (
            qwinto_sheet(orange={1: 2, 4: 9}, yellow={3: 5}, purple={2: 4, 6: 11}),
            T("A 9 in the fourth orange field; a 6 fits in the two fields before it."),
            ("o2", "o3"),
        ),
        "bonus": (
            qwinto_sheet(orange={1: 3, 2: 6}, yellow={1: 1, 2: 4, 3: 8}, purple={2: 2, 3: 5, 4: 7}),
            T("Two columns of three fields are full; their pentagons hold 5 and 6."),
            ("p3", "o2"),
        ),
    },
    "qwingo": {
        "start": (
            qwingo_sheet(
                banana={2: 10}, cup={4: 30}, donut={3: 20}, watermelon={6: 50}, icecream={5: 40}
            ),
            T("One starting number in each column, near the top."),
            ("b2", "c4", "d3", "w6", "i5"),
        ),
        "entry": (
            qwingo_sheet(
                banana={2: 10, 6: 40},
                cup={4: 30, 7: 55},
                donut={3: 20},
                watermelon={6: 50},
                icecream={3: 12, 5: 40},
            ),
            T("A called 37 may stand in any free box below the 20 of the donut column."),
            ("d5",),
        ),
    },
}


def rule_drawings(family: str) -> dict[str, str]:
    """The drawn examples of a game's rules, by the name that its page uses."""
    game: Any = create_game(family)
    return {
        name: sheet_svg(game, sheet, str(title), highlight=marked, sideways=True)
        for name, (sheet, title, marked) in _RULES[family].items()
    }
