"""Typed answers and rolls."""

from __future__ import annotations

import pytest

from rollwright import IllegalAction, InputError, Match, TypedDice, create_game
from rollwright.game import Seat
from rollwright.tui.cursor import Direction, Spot, following, neighbour
from rollwright.tui.notation import (
    answer_starts,
    parse_answer,
    parse_typed_roll,
    roll_example,
    roll_starts,
)
from rollwright.tui.secret import SecretPlan


def rolled(spec: str, text: str) -> Match:
    match = Match(create_game(spec), TypedDice())
    match.roll(parse_typed_roll(match.game, match.state, text))
    return match


@pytest.mark.parametrize(
    "text", ["w34 r2 y5 g6 b1", "b1 g6 y5 r2 w34", "W34 R2 Y5 G6 B1", "34 2 5 6 1", "342561"]
)
def test_a_qwixx_roll_is_typed_in_notation_or_as_digits(text: str) -> None:
    game = create_game("qwixx")
    assert parse_typed_roll(game, game.initial(), text) == (3, 4, 2, 5, 6, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("34256", "5 faces were given, but these dice are rolled:"),
        ("342567", "The blue die cannot show 7; it shows 1 to 6."),
        ("w34 r2", "“w34 r2” should be a roll like this: w·· r· y· g· b·."),
        ("", "“” should be a roll like this: w·· r· y· g· b·."),
    ],
)
def test_a_wrong_roll_says_what_would_be_right(text: str, message: str) -> None:
    game = create_game("qwixx")
    with pytest.raises(InputError) as caught:
        parse_typed_roll(game, game.initial(), text)
    assert str(caught.value).startswith(message)


def test_faces_and_lots_are_typed_by_their_beginning() -> None:
    game = create_game("qwingo(start=random, players=3)")
    state = game.initial()
    assert parse_typed_roll(game, state, "start c") == (3,)
    assert parse_typed_roll(game, state, "3") == (3,)
    assert roll_example(game, state) == "start a, start b, start c"
    assert "s" in roll_starts(game, state)


def test_the_example_shows_the_dice_that_are_rolled() -> None:
    game = create_game("qwixx")
    assert roll_example(game, game.initial()) == "w34 r2 y5 g6 b1"
    assert {"w", "r", "y", "g", "b", "3"} <= roll_starts(game, game.initial())


def test_an_answer_may_be_the_end_or_the_beginning_of_a_legal_choice() -> None:
    game = create_game("qwingo(players=1)")
    match = Match(game, TypedDice())
    for text in ("b1", "c1", "d1", "w1", "i1"):
        action = game.parse_action(match.state, text)
        match.submit(match.decision, Seat(0), action)
    call = parse_answer(game, match.state, match.legal(Seat(0)), " Call  37 ")
    assert game.format_action(match.state, call) == "call 37"
    assert parse_answer(game, match.state, match.legal(Seat(0)), "37") == call
    assert "c" in answer_starts(game, match.state, match.legal(Seat(0)))
    with pytest.raises(InputError, match="call a number from 1 to 100"):
        parse_answer(game, match.state, match.legal(Seat(0)), "call 101")


def test_keep_and_reroll_are_typed_by_their_beginning() -> None:
    game = create_game("qwinto")
    match = Match(game, TypedDice())
    match.submit(match.decision, Seat(0), game.parse_action(match.state, "oy"))
    match.roll((3, 4))
    legal = match.legal(Seat(0))
    assert game.format_action(match.state, parse_answer(game, match.state, legal, "k")) == "keep"
    assert game.format_action(match.state, parse_answer(game, match.state, legal, "re")) == "reroll"


def test_an_illegal_answer_is_read_too_so_that_the_rules_can_explain_it() -> None:
    match = rolled("qwixx", "342561")
    action = parse_answer(match.game, match.state, match.legal(Seat(0)), "r12")
    with pytest.raises(IllegalAction) as caught:
        match.submit(match.decision, Seat(0), action)
    assert caught.value.rule == "Q3"


def test_a_secret_plan_takes_back_and_gives_again() -> None:
    game = create_game("qwingo(players=2)")
    plan = SecretPlan(game, game.initial(), Seat(1))
    for text in ("b1", "c2", "d3", "w4"):
        plan.answer(game.parse_action(plan.state, text))
    with pytest.raises(IllegalAction):
        plan.answer(game.parse_action(plan.state, "b9"))
    plan.answer(game.parse_action(plan.state, "i5"))
    assert plan.is_complete
    assert plan.legal == ()
    plan.undo()
    plan.undo()
    assert [game.format_action(game.initial(), a) for a in plan.answers] == [
        "b1=10", "c2=10", "d3=10",
    ]  # fmt: skip
    plan.redo()
    plan.redo()
    assert plan.is_complete
    assert not plan.can_redo
    assert [plan.next_answer() for _ in range(5)] == list(plan.answers)
    assert not plan.can_undo


def test_arrows_find_the_nearest_target_ahead() -> None:
    found = [Spot("top", 4, 0), Spot(1, 10, 3), Spot(2, 30, 3), Spot(3, 12, 5), Spot(4, 34, 6)]
    assert neighbour(found, None, Direction.DOWN) == "top"
    assert neighbour(found, "top", Direction.DOWN) == 1
    assert neighbour(found, 1, Direction.RIGHT) == 2
    assert neighbour(found, 2, Direction.RIGHT) == 2
    assert neighbour(found, 2, Direction.DOWN) == 4
    assert neighbour(found, 3, Direction.UP) == 1
    assert neighbour(found, 4, Direction.LEFT) == 4
    assert following(found, 4, 1) == "top"
    assert following(found, "top", -1) == 4
    assert following([], None, 1) is None
