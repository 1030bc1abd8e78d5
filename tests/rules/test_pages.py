"""The pages of docs/rules against the tests, the code and the printed sheets."""

from __future__ import annotations

import ast
import re
import tokenize
from collections import Counter
from pathlib import Path

import pytest

from rollwright import create_game, families
from rollwright.spec import Option, format_value

from .positions import qwixx

ROOT = Path(__file__).parents[2]
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "docs/rules").glob("*.md")}
SOURCES = sorted((ROOT / "src/rollwright").rglob("*.py"))

NUMBER = re.compile(r"\b[QWGT]\d+(?:\.\d+)?\b")
SUB_RULE = re.compile(r"^\* \*\*([QWGT]\d+\.\d+)\*\* ", re.MULTILINE)
MAIN_RULE = re.compile(r"^## ([QWGT]\d+) ", re.MULTILINE)
OWN_PAGE = {"qwixx": "Q", "qwinto": "W", "qwingo": "G", "table": "T"}

DEFINED = [number for page in PAGES.values() for number in SUB_RULE.findall(page)]
MAIN = [number for page in PAGES.values() for number in MAIN_RULE.findall(page)]


def names_of_tests() -> set[str]:
    """The names of all test functions in this folder."""
    trees = [
        ast.parse(path.read_text(encoding="utf-8")) for path in Path(__file__).parent.glob("*.py")
    ]
    functions = [node for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {function.name for function in functions if function.name.startswith("test_")}


def numbers_of(names: set[str]) -> set[str]:
    """The rule numbers that names of tests begin with."""
    found = (re.match(r"test_([qwgt])(\d+)_(\d+)_[a-z0-9]", name) for name in names)
    return {f"{match[1].upper()}{match[2]}.{match[3]}" for match in found if match}


def cited_in_code() -> set[str]:
    """Rule numbers in comments and texts of the rules, and those given with errors anywhere."""
    cited: set[str] = set()
    for path in SOURCES:
        with tokenize.open(path) as file:
            for token in tokenize.generate_tokens(file.readline):
                if token.type == tokenize.STRING or token.type == tokenize.COMMENT:
                    found = NUMBER.findall(token.string)
                    alone = token.string.strip("\"'") in found
                    cited.update(found if path.parent.name == "games" or alone else [])
    return cited


def test_every_sub_rule_has_a_test_that_bears_its_number() -> None:
    assert set(DEFINED) - numbers_of(names_of_tests()) == set()


def test_every_number_in_the_name_of_a_test_is_a_sub_rule() -> None:
    assert numbers_of(names_of_tests()) - set(DEFINED) == set()


def test_rules_are_numbered_from_1_without_gaps_and_once() -> None:
    assert [number for number, times in Counter(DEFINED + MAIN).items() if times > 1] == []
    for letter, most in (("Q", 12), ("W", 6), ("G", 10), ("T", 5)):
        assert [n for n in MAIN if n[0] == letter] == [f"{letter}{n}" for n in range(1, most + 1)]
    for main in MAIN:
        subs = [number for number in DEFINED if number.split(".")[0] == main]
        assert subs == [f"{main}.{n}" for n in range(1, len(subs) + 1)]
        assert subs


@pytest.mark.parametrize("page", sorted(PAGES))
def test_every_number_that_a_page_mentions_is_defined(page: str) -> None:
    assert set(NUMBER.findall(PAGES[page])) - set(DEFINED) - set(MAIN) == set()


@pytest.mark.parametrize("page", sorted(OWN_PAGE))
def test_rules_stand_on_the_page_of_their_game(page: str) -> None:
    letters = {
        number[0] for number in SUB_RULE.findall(PAGES[page]) + MAIN_RULE.findall(PAGES[page])
    }
    assert letters == {OWN_PAGE[page]}


def test_every_number_cited_in_code_is_defined() -> None:
    cited = cited_in_code()
    assert {"Q4", "W3", "G6", "T2", "T4"} <= cited
    assert cited - set(DEFINED) - set(MAIN) == set()


def test_every_question_is_tried() -> None:
    asked = re.findall(r"^\| (\d+) \|", PAGES["questions"], re.MULTILINE)
    tried = [re.match(r"test_question_(\d+)_", name) for name in names_of_tests()]
    assert asked == [str(n) for n in range(1, len(asked) + 1)]
    assert sorted(int(match[1]) for match in tried if match) == [int(number) for number in asked]


SWITCHES = [
    (family.name if option.name != "start" else "table", option)
    for family in families()
    for option in family.options
]


@pytest.mark.parametrize(
    ("page", "option"), SWITCHES, ids=[f"{page}-{option.name}" for page, option in SWITCHES]
)
def test_every_switch_is_described_with_its_default_and_its_values(
    page: str, option: Option
) -> None:
    text = " ".join(PAGES[page].split())
    assert f"Switch `{option.name}`: default `{format_value(option.default)}`" in text
    if len(option.choices) > 2 and type(option.choices[0]) is int:
        assert f"{option.choices[0]} to {option.choices[-1]}" in text
        return
    for choice in option.choices:
        if choice != option.default:
            assert f"`{option.name}={format_value(choice)}`" in text


def test_every_switch_that_is_described_exists() -> None:
    known = {(page, option.name) for page, option in SWITCHES}
    for page, text in PAGES.items():
        for name in re.findall(r"Switch `(\w+)`", text):
            assert (page, name) in known


def drawings(page: str) -> list[list[list[str]]]:
    """The rows of words of each drawing of a page."""
    blocks = re.findall(r"^  ```\n(.*?)^  ```", PAGES[page], re.MULTILINE | re.DOTALL)
    return [[line.split() for line in block.splitlines() if line.strip()] for block in blocks]


@pytest.mark.parametrize(
    ("number", "layout"), [(0, "classic"), (1, "mixx_a"), (2, "mixx_b")], ids=str
)
def test_drawings_of_qwixx_show_the_sheets(number: int, layout: str) -> None:
    sheet = create_game(f"qwixx(layout={layout})").sheet
    rows = drawings("qwixx")[number][:4]
    for line, (name, letter, *words, lock) in zip(sheet.lines, rows, strict=True):
        fields = [sheet.fields[index] for index in line.fields]
        assert (name, letter, lock) == (line.name, line.letter, "lock")
        assert [int(word.lstrip("rygb")) for word in words] == [f.number for f in fields]
        if layout == "mixx_a":
            assert [word[0] for word in words] == [str(f.colour)[0] for f in fields]


def test_drawing_of_qwinto_shows_the_sheet() -> None:
    sheet = create_game("qwinto").sheet
    _, *rows = drawings("qwinto")[0]
    for line, (name, letter, *words) in zip(sheet.lines, rows, strict=True):
        drawn = ["."] * 12
        for index in line.fields:
            drawn[sheet.fields[index].column] = "*" if sheet.fields[index].bonus else "o"
        assert (name, letter, words) == (line.name, line.letter, drawn)


def test_the_version_of_the_rules_is_the_one_of_the_code() -> None:
    text = " ".join(PAGES["README"].split())
    versions = {create_game(family.name).rules_version for family in families()}
    assert [f"at present it is {version}." in text for version in versions] == [True]


def test_the_message_that_the_index_quotes_is_the_one_of_the_code() -> None:
    table = qwixx("R2,3,4,5", roll="w66")
    problem = table.game.objection(  # type: ignore[attr-defined]
        table.state, 0, table.game.parse_action(table.state, "r12")
    )
    assert f"`{problem.text} [{problem.rule}]`" in PAGES["README"]
