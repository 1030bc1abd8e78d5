"""What the pages are made of, looked at without a browser: words, colours, weights, drawings."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from rollwright import create_game, families
from rollwright.render.svg import DARK, LIGHT, PAPER, PEN, QUIET, sheet_svg
from rollwright.web import coach_pages, pages
from rollwright.web.coach_words import daily_words, explorer_words, practice_words, review_words
from rollwright.web.examples import MINIATURES, rule_drawings
from rollwright.web.lessons import lesson
from rollwright.web.option_words import choice_words, option_title
from rollwright.web.pages import STATIC, Reader, data_block
from rollwright.web.words import page_words

READER = Reader("en", "/", "http://table.example")
FAMILIES = [family.name for family in families()]
MODULES = {path.name: path.read_text() for path in (STATIC / "js").glob("*.js")}
BASE_STYLE = (STATIC / "css/base.css").read_text()
COMPUTED_WORDS = ("state_", "host_", "symbol_", "unit_", "lock_", "field_", "call_fits", "review_")


def _all_words() -> dict[str, str]:
    return daily_words() | explorer_words() | practice_words() | review_words()


def _read_pages() -> dict[str, str]:
    shown = {"/": pages.home(READER, [], [])}
    for family in FAMILIES:
        shown[f"/new/{family}"] = pages.new_table(READER, family)
        shown[f"/rules/{family}"] = pages.rules(READER, family)
        shown[f"/learn/{family}"] = pages.learn(READER, family)
    shown["/review"] = coach_pages.review_front(READER, [])
    shown["error"] = pages.error(READER, 404, "Not found", "Nothing is here.")
    return shown


def test_modules_use_known_words_only() -> None:
    used = {key for text in MODULES.values() for key in re.findall(r'\bt\("(\w+)"', text)}
    assert used - set(_all_words()) == set()


def test_every_word_is_used() -> None:
    text = "\n".join(MODULES.values())
    unused = [
        key for key in _all_words() if f'"{key}"' not in text and not key.startswith(COMPUTED_WORDS)
    ]
    assert unused == []


def test_arguments_of_words_stay_open_for_the_page_to_fill() -> None:
    assert page_words()["turn"] == "Turn {n}"
    assert page_words()["field_number"] == "{field}: {number}"


@pytest.mark.parametrize("path", _read_pages())
def test_pages_need_no_inline_script_or_style(path: str) -> None:
    html = _read_pages()[path]
    assert re.findall(r"\sstyle=|<style|\son\w+=|javascript:", html) == []
    scripts = re.findall(r"<script([^>]*)>", html)
    assert scripts
    assert all("src=" in script or "application/json" in script for script in scripts)
    assert re.findall(r'(?:src|href)="(?!/|#|data:)([^"]*)', html) == []


def test_the_first_page_weighs_less_than_60_kilobytes() -> None:
    html = _read_pages()["/"]
    files = re.findall(r'(?:src|href)="/static/\w+/((?:js|css|icons/icon\.svg)[^"]*)"', html)
    assert {"js/site.js", "css/base.css"} <= set(files)
    files.append("js/prefs.js")
    weight = len(gzip.compress(html.encode()))
    weight += sum(len(gzip.compress((STATIC / name).read_bytes())) for name in files)
    assert weight < 60_000


def test_a_table_page_with_all_modules_weighs_less_than_60_kilobytes() -> None:
    view = {"title": "Qwixx", "family": "qwixx", "sentence": "Roll the dice."}
    html = pages.table(READER, "ABCDE", view, pages.layout(create_game("qwixx")))
    files = set(re.findall(r'(?:src|href)="/static/\w+/((?:js|css)[^"]*)"', html))
    imported = set(re.findall(r'from "./(\w+\.js)"', MODULES["table.js"]))
    assert {f"js/{name}" for name in imported} <= files, "a module is not preloaded"
    weight = len(gzip.compress(html.encode()))
    weight += sum(len(gzip.compress((STATIC / name).read_bytes())) for name in files)
    assert weight < 60_000


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("colour", LIGHT)
def test_print_letters_and_marks_have_contrast_aa_on_every_colour(colour: str, theme: str) -> None:
    index = ["light", "dark"].index(theme)
    swatch = (LIGHT, DARK)[index][colour]
    assert _contrast(swatch.ink, swatch.cell) >= 4.5
    assert _contrast(swatch.ink, PAPER[index]) >= 4.5
    assert _contrast(swatch.on_band, swatch.band) >= 4.5
    assert _contrast(PEN[index], swatch.cell) >= 7
    assert _contrast(QUIET[index], PAPER[index]) >= 4.5


@pytest.mark.parametrize("colour", LIGHT)
def test_the_style_sheet_has_the_colours_of_the_drawings(colour: str) -> None:
    rule = re.search(rf"\.c-{colour} {{(.*?)}}", BASE_STYLE)
    assert rule is not None
    shown = dict(re.findall(r"--([\w-]+): light-dark\((#\w+, #\w+)\)", rule[1]))
    for name, attribute in {
        "band": "band",
        "on-band": "on_band",
        "cell": "cell",
        "print": "ink",
    }.items():
        light, dark = getattr(LIGHT[colour], attribute), getattr(DARK[colour], attribute)
        assert shown[name] == f"{light}, {dark}"


@pytest.mark.parametrize("family", FAMILIES)
def test_drawings_are_well_formed_and_need_nothing_from_elsewhere(family: str) -> None:
    game = create_game(family)
    drawings = [
        sheet_svg(game, MINIATURES[family], "A sheet", standalone=True),
        *rule_drawings(family).values(),
    ]
    for drawing in drawings:
        root = ElementTree.fromstring(drawing)
        assert root.get("role") == "img"
        assert root.get("aria-label")
        assert re.findall(r"https?://(?!www\.w3\.org)", drawing) == []


def test_a_drawing_shows_every_cross_and_the_lock() -> None:
    sheet = {"red": [2, 3, 4, 5, 6, 12], "yellow": [], "green": [], "blue": [11]}
    drawing = sheet_svg(create_game("qwixx"), {**sheet, "closed": ["red"]}, "A sheet")
    assert drawing.count('class="pen"') == 6 + 1 + 1


def test_a_drawing_shows_every_number() -> None:
    drawing = sheet_svg(create_game("qwingo"), MINIATURES["qwingo"], "A sheet")
    numbers = [n for column in MINIATURES["qwingo"].values() for n in column if n is not None]
    assert [int(n) for n in re.findall(r'class="written"[^>]*>(\d+)<', drawing)] == numbers


def test_titles_of_drawings_are_escaped() -> None:
    drawing = sheet_svg(create_game("qwixx"), MINIATURES["qwixx"], '"><script>')
    assert "<script>" not in drawing


@pytest.mark.parametrize("family", FAMILIES)
def test_what_a_lesson_calls_right_is_legal(family: str) -> None:
    steps = lesson(family)
    assert 5 <= len(steps) <= 7
    asking = [step for step in steps if step["marks"]]
    assert len(asking) >= 3
    for step in asking:
        fields = {mark["field"] for mark in step["marks"]}
        assert set(step["right"]) <= fields
        assert step["done"]
        assert step["wrong"] or set(step["right"]) == fields
        for mark in step["marks"]:
            assert mark["after"] != step["sheet"]


@pytest.mark.parametrize("family", FAMILIES)
def test_layout_places_every_field_and_die_of_the_game(family: str) -> None:
    game: Any = create_game(family)
    printed = pages.layout(game)
    ids = [field["id"] for line in printed["lines"] for field in line["fields"]]
    assert len(ids) == len(set(ids)) == len(game.sheet.fields)
    assert all(field["label"] for line in printed["lines"] for field in line["fields"])
    expected = {"qwixx": 6, "qwinto": 3, "qwingo": 1}
    assert len(printed["dice"]) == expected[family]


@pytest.mark.parametrize("family", families(), ids=FAMILIES)
def test_every_option_is_asked_in_plain_words(family: Any) -> None:
    for option in family.options:
        assert str(option_title(option)).endswith("?"), option.name
        for value in option.choices:
            words = str(choice_words(option.name, value))
            assert "_" not in words, (option.name, value)


def test_a_name_cannot_break_out_of_the_data_block() -> None:
    data = {"name": "</script><script>alert(1)</script>&"}
    block = data_block(data)
    assert "<" not in block
    assert json.loads(block) == data


def test_the_icons_of_the_manifest_are_there() -> None:
    icons = pages.manifest(READER)["icons"]
    for icon in icons:
        name = icon["src"].removeprefix(pages.static_url(""))
        assert (STATIC / name).stat().st_size > 0
    assert {icon["sizes"] for icon in icons} == {"any", "192x192", "512x512"}
