"""Names of games with their options."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollwright import Family, GameSpec, InputError, create_game, families, parse_spec
from rollwright.i18n import T
from rollwright.spec import (
    Option,
    find_family,
    format_value,
    make_spec,
    parse_call,
    register,
)
from rollwright.testing.strategies import specs


def test_the_three_games_are_registered_with_their_seats() -> None:
    seats = {family.name: (family.seats[0], family.seats[-1]) for family in families()}
    assert seats == {"qwixx": (1, 5), "qwinto": (1, 6), "qwingo": (1, 5)}


@settings(max_examples=200, deadline=None, derandomize=True)
@given(specs())
def test_a_spec_is_read_back_from_its_text(spec: GameSpec) -> None:
    assert parse_spec(str(spec)) == spec
    assert str(parse_spec(str(spec))) == str(spec)
    assert create_game(spec).spec == spec == create_game(str(spec)).spec


@pytest.mark.parametrize(
    "text, canonical",
    [
        ("qwixx", "qwixx(players=2)"),
        ("qwixx()", "qwixx(players=2)"),
        (" qwixx ( players = 3 , layout=mixx_a ,) ", "qwixx(layout=mixx_a, players=3)"),
        ("qwixx(tie=shared,rows_to_end=2,players=1)", "qwixx(players=1)"),
        ("qwixx(simultaneous_lock=false)", "qwixx(players=2, simultaneous_lock=false)"),
        ("qwingo(start=random,\nboxes=10)", "qwingo(boxes=10, players=2, start=random)"),
    ],
)
def test_the_canonical_text_is_sorted_and_without_defaults(text: str, canonical: str) -> None:
    assert str(parse_spec(text)) == canonical


def test_players_are_those_given_where_the_text_does_not_say() -> None:
    assert parse_spec("qwinto", 4).players == 4
    assert parse_spec("qwinto(players=4)", 4).players == 4
    assert parse_spec("qwinto").players == 2
    assert parse_spec("qwinto", 4)["refuse"] is True


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "write name or name"),
        ("qwixx(players=2", "write name or name"),
        ("qwixx players=2", "write name or name"),
        ("qwixx(players=2))", "should be option=value|not possible"),
        ("quixx", "There is no game “quixx”; the games are: qwixx"),
        ("chess", "There is no game “chess”; the games are: qwixx, qwinto, qwingo"),
        ("qwixx(player=2)", "qwixx has no option “player”; it has: players"),
        ("qwixx(xyz=2)", "it has: players, start, layout"),
        ("qwixx(lock_efect=next_roll)", "it has: lock_effect"),
        (
            "qwixx(layout=mix_a)",
            "layout=mix_a is not possible; layout may be: classic, mixx_a, mixx_b",
        ),
        ("qwixx(marks_to_lock=0)", "marks_to_lock may be: 1–10"),
        ("qwixx(players=6)", "players=6 is not possible; players may be: 1–5"),
        ("qwixx(players=0)", "players may be: 1–5"),
        ("qwixx(players=-1)", "players may be: 1–5"),
        ("qwixx(players=1e0)", "players may be: 1–5"),
        ("qwixx(players=" + "9" * 5000 + ")", "is not possible"),
        ("qwinto(players=7)", "players may be: 1–6"),
        ("qwinto(refuse=True)", "refuse=True is not possible; refuse may be: true, false"),
        ("qwixx(players)", "“players” should be option=value"),
        ("qwixx(=2)", "“=2” should be option=value"),
        ("qwixx(players=)", "“players=” should be option=value"),
        ("qwixx(players=2, players=2)", "The option players is given twice"),
    ],
)
def test_a_wrong_spec_says_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_spec(text)


def test_seats_that_differ_from_the_option_are_refused() -> None:
    with pytest.raises(InputError, match=r"qwixx\(players=3\) has 3 seats, but 2 were given"):
        parse_spec("qwixx(players=3)", 2)
    with pytest.raises(InputError, match="players=9 is not possible"):
        parse_spec("qwixx", 9)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(max_size=30) | st.text("qwixnto(players=2,)\ud800", max_size=30))
def test_garbage_raises_input_errors_only(text: str) -> None:
    try:
        spec = parse_spec(text)
    except InputError as error:
        shown = str(error)
    else:
        shown = str(spec)
    assert shown


def test_a_call_is_a_name_with_parameters() -> None:
    assert parse_call("greedy") == ("greedy", {})
    assert parse_call("a.b:C(x=1, y = 2.5)") == ("a.b:C", {"x": "1", "y": "2.5"})


def test_typed_values_and_texts_mean_the_same() -> None:
    typed = make_spec("qwixx", {"players": 3, "simultaneous_lock": False, "marks_to_lock": 4})
    assert typed == parse_spec("qwixx(players=3, simultaneous_lock=false, marks_to_lock=4)")
    with pytest.raises(InputError, match="marks_to_lock=true is not possible"):
        make_spec("qwixx", {"marks_to_lock": True})


def test_values_are_written_in_small_letters() -> None:
    assert [format_value(value) for value in (True, False, 3, "word")] == [
        "true",
        "false",
        "3",
        "word",
    ]


def test_every_default_is_a_choice_and_every_option_has_a_meaning() -> None:
    for family in families():
        names = [option.name for option in family.options]
        assert len(set(names)) == len(names)
        for option in family.options:
            assert option.default in option.choices
            assert family.option(option.name) is option
            assert str(option.meaning)


def test_a_name_cannot_be_registered_twice() -> None:
    family = find_family("qwixx")
    twin = Family("qwixx", "Twin", range(1, 2), (), family.build)
    with pytest.raises(ValueError, match="registered already"):
        register(twin)
    assert find_family("qwixx") is family


def test_a_choice_of_two_numbers_is_listed() -> None:
    option = Option("lowest", 1, (0, 1), T("lowest"))
    with pytest.raises(InputError, match="lowest may be: 0, 1"):
        option.parse(2)
