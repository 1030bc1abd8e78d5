from __future__ import annotations

import json
from pathlib import Path

from .command import succeed

Q11_EXAMPLE = json.dumps(
    {
        "red": [2, 3, 4, 5],
        "yellow": [2, 3, 4],
        "green": [12, 11, 10, 9, 8, 7, 6],
        "blue": [12, 11, 10, 9, 8, 7, 6, 5],
        "misthrows": 2,
    }
)
"""The example of the printed rules: 10 + 6 + 28 + 36 - 10 = 70."""

Q11_SCORE = {
    "lines": {"red": 10, "yellow": 6, "green": 28, "blue": 36},
    "bonus": {},
    "misthrows": -10,
    "total": 70,
}


def test_qwixx_example_of_the_rules_scores_70() -> None:
    assert succeed("score", "qwixx", "--sheet", Q11_EXAMPLE, "--json").json == Q11_SCORE


def test_sheet_can_come_from_a_file_or_standard_input() -> None:
    Path("sheet.json").write_text("\ufeff" + Q11_EXAMPLE, encoding="utf-8")
    assert succeed("score", "qwixx", "--sheet", "@sheet.json", "--json").json == Q11_SCORE
    piped = succeed("score", "qwixx", "--sheet", "-", "--json", stdin=Q11_EXAMPLE)
    assert piped.json == Q11_SCORE


def test_qwinto_full_column_scores_the_number_in_its_pentagon() -> None:
    sheet = {
        "orange": [None, None, 4, None, None, None, None, None, None],
        "yellow": [None, None, None, 3, None, None, None, None, None],
        "purple": [None] * 9,
        "misthrows": 0,
    }
    score = succeed("score", "qwinto", "--sheet", json.dumps(sheet), "--json").json
    assert score["lines"] == {"orange": 1, "yellow": 1, "purple": 0}
    assert list(score["bonus"].values()) == [0, 0, 0, 0, 0]
    assert score["total"] == 2


def test_qwingo_sheet_is_shown_by_columns_and_sorted() -> None:
    sheet = {
        "banana": [1, 2, 3, *[None] * 9],
        "cup": list(range(1, 13)),
        "donut": [10, *[None] * 11],
        "watermelon": [None] * 12,
        "icecream": [None, 50, *[None] * 10],
    }
    assert succeed("score", "qwingo", "--sheet", json.dumps(sheet), "--json").json == {
        "columns": {"banana": 3, "cup": 12, "donut": 1, "watermelon": 0, "icecream": 1},
        "sorted": [12, 3, 1, 1, 0],
        "full": ["cup"],
    }


def test_score_in_words_breaks_the_total_down() -> None:
    lines = [
        line.split() for line in succeed("score", "qwixx", "--sheet", Q11_EXAMPLE).out.splitlines()
    ]
    assert lines[2:] == [
        ["red", "10"],
        ["yellow", "6"],
        ["green", "28"],
        ["blue", "36"],
        ["misthrows", "-10"],
        ["total", "70"],
    ]


def test_qwingo_score_in_words_has_no_misthrows() -> None:
    empty = json.dumps(
        {name: [None] * 12 for name in ("banana", "cup", "donut", "watermelon", "icecream")}
    )
    out = succeed("score", "qwingo", "--sheet", empty).out
    assert "filled boxes" in out
    assert "misthrows" not in out
