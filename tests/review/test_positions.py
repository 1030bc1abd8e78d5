"""Positions as text for addresses: there and back, and what cannot be read is explained."""

from __future__ import annotations

from typing import Any

import pytest

from rollwright.dice import Chance, Stream
from rollwright.errors import InputError
from rollwright.game import Decision, Game, Seat
from rollwright.review.positions import (
    PHASES,
    Position,
    first_position,
    format_position,
    parse_position,
    position_of,
)
from rollwright.spec import create_game

FAMILIES = ("qwixx", "qwinto", "qwingo")


def played_states(game: Game[Any], seed: int, steps: int) -> list[Any]:
    """States of one random game."""
    stream, state = Stream(seed), game.initial()
    states = []
    for _ in range(steps):
        node = game.node(state)
        if isinstance(node, Chance):
            state = game.roll(state, tuple(1 + stream.below(die.sides) for die in node.dice))
        elif isinstance(node, Decision):
            joint = {seat: stream.choice(game.legal(state, seat)) for seat in node.seats}
            state = game.play(state, joint)
        else:
            break
        states.append(state)
    return states


@pytest.mark.parametrize("players", [1, 2, 5])
@pytest.mark.parametrize("family", FAMILIES)
def test_a_position_of_a_game_comes_back_from_its_text(family: str, players: int) -> None:
    game = create_game(family, players)
    first = {"qwixx": "white"}.get(family, "entries")
    seen = 0
    for state in played_states(game, 7, 200):
        data = game.format_state(state)
        if data["phase"] != first:
            continue
        roll = data["roll"] if "roll" in data else {"called": state.called, "face": data["face"]}
        position = Position(
            family, players, tuple(data["sheets"]), roll, state.active, players - 1, first
        )
        assert parse_position(family, format_position(position)) == position
        assert position.state() == state._replace(turn=1, **(
            {"rerolls": 0} if family == "qwinto" else {}
        ))  # fmt: skip
        seen += 1
    assert seen > 5


@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("family", FAMILIES)
def test_nearly_every_decision_has_a_position_that_asks_the_same(family: str, players: int) -> None:
    game = create_game(family, players)
    found = asked = 0
    for seed in range(6):
        for state in played_states(game, seed, 200):
            node = game.node(state)
            if not isinstance(node, Decision) or node.phase not in PHASES[family]:
                continue
            asked += 1
            position = position_of(game, state, node.seats[0])
            if position is not None:
                found += 1
                legal = game.legal(state, node.seats[0])
                assert position.game.legal(position.state(), node.seats[0]) == legal
    assert found > 0.97 * asked > 0


@pytest.mark.parametrize("family", FAMILIES)
def test_every_phase_can_be_asked_for_at_the_beginning(family: str) -> None:
    for phase in PHASES[family]:
        position = parse_position(family, {"phase": phase, "players": "2"})
        assert position.game.node(position.state()) is not None
        assert position.state().phase == phase


def test_the_set_up_asks_for_the_next_starting_number_until_all_are_written() -> None:
    position = parse_position("qwingo", {"phase": "setup", "players": "2", "a": "b1-10.c4-20"})
    state = position.state()
    assert (state.phase, state.entered) == ("setup", 2)
    assert len(position.game.legal(state, Seat(0))) > 0
    written = {"phase": "setup", "a": "b1-10.c2-20.d3-30.w4-40.i5-50"}
    with pytest.raises(InputError, match="All starting numbers are written"):
        parse_position("qwingo", written).state()
    with pytest.raises(InputError, match="starting numbers so far"):
        parse_position("qwingo", {"phase": "setup", "a": "b1-10.b2-20"}).state()


def test_after_a_white_answer_the_roller_is_asked_about_colours() -> None:
    position = parse_position("qwixx", {"phase": "colour", "white": "r7", "a": "r2"})
    state = position.state()
    assert position.game.format_sheet(state, Seat(0))["red"] == [2, 7]
    assert state.phase == "colour"


@pytest.mark.parametrize(
    ("family", "parameters"),
    [
        ("qwixx", {"players": "6"}),
        ("qwixx", {"players": "0"}),
        ("qwixx", {"players": "²"}),
        ("qwixx", {"players": "two"}),
        ("qwixx", {"b": "r2"}),
        ("qwixx", {"a": "r2-5"}),
        ("qwixx", {"a": "z2"}),
        ("qwixx", {"a": "r2..r3"}),
        ("qwixx", {"a": ""}),
        ("qwixx", {"a": "r" * 601}),
        ("qwixx", {"roll": "w3x"}),
        ("qwixx", {"roll": ""}),
        ("qwixx", {"active": "b"}),
        ("qwixx", {"seat": ""}),
        ("qwixx", {"colour": "red"}),
        ("qwinto", {"a": "o1"}),
        ("qwinto", {"a": "o10-3"}),
        ("qwinto", {"a": "o0-3"}),
        ("qwingo", {"a": "b13-3"}),
        ("qwingo", {"a": "x1"}),
        ("qwingo", {"roll": "banana"}),
    ],
)
def test_what_cannot_be_read_is_an_input_error(family: str, parameters: dict[str, str]) -> None:
    with pytest.raises(InputError):
        parse_position(family, parameters)


@pytest.mark.parametrize(
    ("family", "parameters"),
    [
        ("qwixx", {"a": "r3.r2"}),
        ("qwixx", {"a": "r12"}),
        ("qwixx", {"closed": "red.blue"}),
        ("qwixx", {"a": "x4", "phase": "roll"}),
        ("qwixx", {"roll": "w37"}),
        ("qwixx", {"phase": "entries"}),
        ("qwinto", {"a": "o1-5.o2-4"}),
        ("qwinto", {"phase": "choose", "a": "x4"}),
        ("qwingo", {"a": "b1-5.b2-5"}),
        ("qwingo", {"roll": "0.banana"}),
        ("qwingo", {"roll": "7.apple"}),
    ],
)
def test_what_cannot_be_played_is_told_by_its_state(
    family: str, parameters: dict[str, str]
) -> None:
    position = parse_position(family, parameters)
    with pytest.raises(InputError):
        position.state()


def test_first_positions_ask_something() -> None:
    for family in FAMILIES:
        position = first_position(family, 1)
        assert len(position.game.legal(position.state(), Seat(0))) > 1
