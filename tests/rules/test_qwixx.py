"""Qwixx: one test for every sub-rule of docs/rules/qwixx.md; switches have a file of their own."""

from __future__ import annotations

from itertools import permutations

import pytest

from rollwright import InputError, create_game

from .positions import (
    Table,
    new_table,
    qwixx,
    qwixx_json,
    roll_qwixx,
    say,
    scripted_match,
    with_state,
)

FIVE_RED = "R2,3,4,5,6"
"""Five crosses, so that the red 12 is within reach."""


def points(text: str) -> int:
    game = create_game("qwixx")
    return game.score_sheet(qwixx_json(game, text)).total


# Q1 Players, sheet and dice


def test_q1_1_two_to_five_play_and_six_cannot() -> None:
    assert [create_game("qwixx", n).spec.players for n in (2, 3, 4, 5)] == [2, 3, 4, 5]
    with pytest.raises(InputError, match="1–5"):
        create_game("qwixx(players=6)")


def test_q1_2_red_and_yellow_rise_green_and_blue_fall() -> None:
    sheet = create_game("qwixx").sheet
    numbers = {
        line.name: [sheet.fields[index].number for index in line.fields] for line in sheet.lines
    }
    up = list(range(2, 13))
    assert numbers == {"red": up, "yellow": up, "green": up[::-1], "blue": up[::-1]}
    assert all(f.colour == sheet.lines[f.line].name for f in sheet.fields)


def test_q1_3_two_white_dice_and_one_of_each_colour() -> None:
    assert qwixx().dice == ("white 1", "white 2", "red", "yellow", "green", "blue")


# Q2 The roll


def test_q2_1_all_dice_in_the_game_are_rolled_together() -> None:
    table = qwixx().roll("w34 r2 y5 g6 b1")
    assert table.game.format_state(table.state)["roll"] == {
        "white": [3, 4], "red": 2, "yellow": 5, "green": 6, "blue": 1,
    }  # fmt: skip


def test_q2_2_there_is_no_second_roll() -> None:
    table = qwixx().roll("w34 r2 y5 g6 b1")
    with pytest.raises(InputError):
        table.game.roll(table.state, (1, 1, 1, 1, 1, 1))
    asked = [table.asked, table.play("- -").asked]
    assert asked == ["ab", "a"]
    assert table.play("- -").play("-").dice != ()


def test_q2_3_the_die_of_a_closed_row_is_left_out_and_white_stays() -> None:
    assert qwixx("closed=r").dice == ("white 1", "white 2", "yellow", "green", "blue")


# Q3 Action 1


def test_q3_1_the_white_sum_may_be_crossed_by_everybody_in_one_row() -> None:
    table = qwixx(roll="w34")
    assert table.legal("a") == table.legal("b") == {"-", "r7", "y7", "g7", "b7"}
    after = table.play("r7 b7")
    assert (after.sheet("a")["red"], after.sheet("b")["blue"]) == ([7], [7])


@pytest.mark.parametrize("answer", ["r6", "r8", "r3", "r4"])
def test_q3_2_the_white_dice_count_only_as_their_sum(answer: str) -> None:
    assert qwixx(roll="w34").why_not("a", answer) == "Q3"


def test_q3_2_the_white_sum_is_crossed_in_one_row_only() -> None:
    after = qwixx(roll="w34").play("r7 y7")
    assert after.asked == "a"
    assert "y7" not in after.legal("a")
    assert after.why_not("b", "r7") == "T2"


def test_q3_3_nobody_has_to_cross_the_white_sum() -> None:
    after = qwixx(roll="w34").play("- -")
    assert [after.sheet(seat)["red"] for seat in "ab"] == [[], []]
    assert after.totals == (0, 0)


def test_q3_4_a_cross_lies_to_the_right_of_all_crosses_in_its_row() -> None:
    table = qwixx("R7 G7", roll="w15 g3")
    assert table.why_not("a", "r6") == "Q3"
    assert table.why_not("a", "g6") is None
    assert table.play("- -").why_not("a", "g8") == "Q3"
    assert table.play("- -").why_not("a", "g4") is None


def test_q3_5_numbers_left_out_are_lost_and_none_is_crossed_twice() -> None:
    assert qwixx("R2,9", roll="w44").why_not("a", "r8") == "Q3"
    assert qwixx("R2,8", roll="w44").why_not("a", "r8") == "Q3"
    assert qwixx("R2", roll="w56").why_not("a", "r11") is None


@pytest.mark.parametrize("order", list(permutations("xyz")))
def test_q3_6_where_somebody_sits_makes_no_difference(order: tuple[str, ...]) -> None:
    sheets = {"x": FIVE_RED, "y": "R2,3", "z": "R2,3,4,5,6,7"}
    answers = {"x": "r12", "y": "g12", "z": "r12"}
    table = qwixx(*(sheets[name] for name in order), roll="w66", spec="qwixx(players=3)")
    after = table.play(" ".join(answers[name] for name in order))
    assert dict(zip(order, after.totals, strict=True)) == {"x": 28, "y": 4, "z": 36}
    assert after.state.closed == (True, False, False, False)


def test_q3_7_the_others_have_one_cross_and_no_coloured_die() -> None:
    after = qwixx(roll="w34 r3 y3 g3 b3").play("- r7")
    assert after.asked == "a"
    assert after.legal("b") == set()
    assert after.play("y6").sheet("b")["red"] == [7]


def test_q3_8_right_means_the_place_on_the_sheet_not_the_greater_number() -> None:
    table = qwixx("R10,6,2", roll="w35", spec="qwixx(players=2, layout=mixx_b)")
    assert table.why_not("a", "r8") is None
    table = qwixx("R10,6,2,8,3,4,12", roll="w55", spec="qwixx(players=2, layout=mixx_b)")
    assert table.why_not("a", "r10") == "Q3"
    table = qwixx("R10,6,2,8,3,4,12", roll="w14", spec="qwixx(players=2, layout=mixx_b)")
    assert table.why_not("a", "r5") is None


def test_q3_8_the_white_sum_goes_into_a_field_of_any_colour() -> None:
    table = qwixx(roll="w23", spec="qwixx(players=2, layout=mixx_a)")
    assert table.legal("a") == {"-", "r5", "y5", "g5", "b5"}  # blue, green, red and yellow fields


# Q4 The last number and the lock


def test_q4_1_last_number_needs_five_own_crosses() -> None:
    assert qwixx("R2,3,4,5", roll="w66").why_not("a", "r12") == "Q4"
    assert qwixx(FIVE_RED, roll="w66").why_not("a", "r12") is None


def test_q4_1_last_number_is_out_of_reach_on_an_empty_row() -> None:
    assert qwixx(roll="w66").why_not("a", "r12") == "Q4"


def test_q4_1_crosses_of_others_and_in_other_rows_do_not_count() -> None:
    assert qwixx("R2,3,4,5 Y2,3,4,5,6", FIVE_RED, roll="w66").why_not("a", "r12") == "Q4"


def test_q4_2_more_than_five_crosses_are_as_good_as_five() -> None:
    after = qwixx("R2,3,4,5,6,7", roll="w66").play("r12 -")
    assert after.totals == (36, 0)
    assert qwixx("R2,3,4,5,6,7,8,9,10,11", roll="w66").why_not("a", "r12") is None


def test_q4_3_the_lock_is_crossed_with_the_last_number() -> None:
    assert points(FIVE_RED + ",12") == 28  # seven crosses
    assert points("R2,3,4,5,6,7,8,9,10,11,12") == 78  # twelve crosses


def test_q4_4_there_is_no_lock_without_the_last_number() -> None:
    after = qwixx(FIVE_RED, FIVE_RED, roll="w66").play("r12 -")
    assert after.totals == (28, 15)
    assert points(FIVE_RED + " closed=r") == 15


def test_q4_5_closing_by_others_does_not_help_with_four_crosses() -> None:
    table = qwixx(FIVE_RED, "R2,3,4,5", roll="w66")
    assert table.legal("b") == {"-", "g12", "b12"}
    assert table.why_not("b", "r12") == "Q4"


def test_q4_6_the_last_number_may_be_declined() -> None:
    table = qwixx(FIVE_RED, roll="w66")
    assert {"-", "r12", "g12"} <= table.legal("a")
    assert table.play("g12 -").state.closed == (False, False, False, False)


def test_q4_7_fifth_cross_by_white_and_lock_by_colour_in_one_turn() -> None:
    after = qwixx("R2,3,4,5", roll="w65 r6").play("r11 -").play("r12")
    assert after.sheet("a")["red"] == [2, 3, 4, 5, 11, 12]
    assert after.totals == (28, 0)


@pytest.mark.parametrize(
    ("sheet", "roll", "answer"),
    [
        (FIVE_RED, "w66", "r12"),
        ("Y2,3,4,5,6", "w66", "y12"),
        ("G12,11,10,9,8", "w11", "g2"),
        ("B12,11,10,9,8", "w11", "b2"),
    ],
)
def test_q4_8_red_and_yellow_close_with_12_green_and_blue_with_2(
    sheet: str, roll: str, answer: str
) -> None:
    after = qwixx(sheet, roll=roll).play(f"{answer} -")
    assert after.totals == (28, 0)
    assert sum(after.state.closed) == 1


@pytest.mark.parametrize(
    ("sheet", "roll", "answer"),
    [
        ("R10,6,2,8,3", "w56", "r11"),
        ("Y9,12,4,6,7", "w55", "y10"),
        ("G8,2,10,12,6", "w12", "g3"),
        ("B5,7,11,9,12", "w22", "b4"),
    ],
)
def test_q4_8_mixx_b_closes_with_11_10_3_and_4(sheet: str, roll: str, answer: str) -> None:
    after = qwixx(sheet, roll=roll, spec="qwixx(players=2, layout=mixx_b)").play(f"{answer} -")
    assert after.totals == (28, 0)
    assert sum(after.state.closed) == 1


# Q5 Closing a row


def test_q5_1_a_row_closed_by_a_passive_player_is_shut_for_the_roller() -> None:
    after = qwixx("R2", FIVE_RED, roll="w66 r3").play("- r12")
    assert after.sheet("a")["closed"] == after.sheet("b")["closed"] == ["red"]
    assert after.why_not("a", "r9") == "Q5"
    assert not {answer for answer in after.legal("a") if answer.startswith("r")}


def test_q5_1_nothing_can_be_crossed_in_a_closed_row() -> None:
    assert qwixx("R2,3 closed=r", roll="w13").why_not("a", "r4") == "Q5"
    assert qwixx("R2,3", roll="w13").why_not("a", "r4") is None


def test_q5_2_the_die_is_out_for_action_2_and_the_next_roll_has_five_dice() -> None:
    after = qwixx(FIVE_RED, roll="w66 r3 y2").play("r12 -")
    assert after.legal("a") == {"-", "y8", "g7", "b7"}
    assert after.play("-").dice == ("white 1", "white 2", "yellow", "green", "blue")


def test_q5_3_two_players_close_one_row_and_both_have_the_lock() -> None:
    after = qwixx(FIVE_RED, FIVE_RED, roll="w66").play("r12 r12")
    assert after.totals == (28, 28)
    assert after.state.closed == (True, False, False, False)


def test_q5_8_the_lock_is_earned_on_the_sheet_and_a_new_game_has_six_dice() -> None:
    closed = qwixx("R2,3 closed=r")
    assert len(closed.dice) == 5
    sheet = closed.sheet("a")
    reopened = with_state(closed, sheets=[sheet | {"closed": []}] * 2)
    assert roll_qwixx(reopened, "w66").why_not("a", "r12") == "Q4"
    assert len(new_table("qwixx").dice) == 6
    assert new_table("qwixx").state.closed == (False,) * 4


def test_q5_8_two_tables_do_not_share_their_closed_rows() -> None:
    first = qwixx(FIVE_RED, roll="w66").play("r12 -")
    second = Table(first.game, qwixx(FIVE_RED, roll="w66").state)
    assert first.state.closed[0]
    assert second.why_not("a", "r12") is None


# Q6 The end after action 1


def test_q6_1_a_second_lock_by_white_ends_the_game_at_once() -> None:
    table = qwixx("R2,3,4,5,6,11", "Y2,3,4,5,6,12", roll="w66 g3")
    after = table.play("r12 -")
    assert after.is_over
    assert after.asked == ""
    assert after.totals == (36, 28)


def test_q6_1_no_misthrow_when_others_ended_the_game_in_action_1() -> None:
    after = qwixx("closed=y", FIVE_RED, roll="w66").play("- r12")
    assert after.is_over
    assert after.scores[0].misthrows == 0
    assert after.totals == (0, 28)


def test_q6_2_two_rows_closed_by_different_players_in_one_action_end_the_game() -> None:
    after = qwixx(FIVE_RED, "Y2,3,4,5,6", roll="w66").play("r12 y12")
    assert after.is_over
    assert after.totals == (28, 28)


def test_q6_2_a_third_row_closed_in_the_same_action_counts() -> None:
    table = qwixx(FIVE_RED + " closed=g", "Y2,3,4,5,6", roll="w66")
    after = table.play("r12 y12")
    assert after.is_over
    assert after.state.closed == (True, True, True, False)
    assert after.totals == (28, 28)


def test_q6_2_later_seats_keep_their_cross_when_the_first_closes_the_second_row() -> None:
    after = qwixx(FIVE_RED + " closed=y", roll="w66").play("r12 g12")
    assert after.is_over
    assert after.totals == (28, 1)


def test_q6_2_the_game_waits_for_the_last_answer_of_action_1() -> None:
    match = scripted_match("qwixx(players=2, marks_to_lock=1, rows_to_end=1)",
                           (1, 1, 1, 1, 1, 1), (6, 6, 1, 1, 1, 1))  # fmt: skip
    match.roll()
    say(match, "a", "r2")
    say(match, "b", "-")
    say(match, "a", "-")
    match.roll()
    say(match, "a", "r12")
    assert not match.is_over
    say(match, "b", "g12")
    assert match.is_over
    assert [score.total for score in match.game.scores(match.state)] == [6, 1]


def test_q6_3_two_players_closing_one_row_have_closed_one_row() -> None:
    after = qwixx(FIVE_RED, FIVE_RED, roll="w66").play("r12 r12")
    assert not after.is_over
    assert after.asked == "a"


def test_q6_3_rows_of_different_players_add_up() -> None:
    after = qwixx(FIVE_RED, "Y2,3,4,5,6,12", roll="w66").play("r12 -")
    assert after.is_over


def test_q6_6_the_round_is_not_finished() -> None:
    table = qwixx(FIVE_RED + " closed=y", roll="w66", spec="qwixx(players=3)", active="b")
    after = table.play("r12 - -")
    assert after.is_over
    assert after.active == "b"


# Q7 Action 2


def test_q7_1_one_white_die_and_one_coloured_die_in_its_row() -> None:
    table = qwixx(roll="w12 r5 y6").play("- -")
    assert table.legal("a") == {"-", "r6", "r7", "y7", "y8", "g3", "b3"}
    assert [table.why_not("a", answer) for answer in ("r10", "r3", "y6")] == ["Q7", "Q7", "Q7"]


def test_q7_1_the_roller_alone_has_action_2() -> None:
    assert qwixx(roll="w12", active="b").play("- -").asked == "b"


def test_q7_2_action_2_is_optional() -> None:
    after = qwixx(roll="w34 r3").play("r7 -").play("-")
    assert after.totals == (1, 0)


def test_q7_3_action_2_comes_after_action_1_of_everybody() -> None:
    table = qwixx(roll="w12 b6")
    assert table.why_not("a", "b8") == "Q3"
    after = table.play("g3 -")
    assert after.state.phase == "colour"
    after = after.play("b8")
    assert (after.sheet("a")["green"], after.sheet("a")["blue"]) == ([3], [8])
    assert after.totals == (2, 0)


def test_q7_4_a_colour_may_be_taken_without_the_white_sum() -> None:
    after = qwixx(roll="w12 r5").play("- -").play("r6")
    assert after.totals == (1, 0)


def test_q7_5_both_crosses_in_one_row_the_second_further_right() -> None:
    table = qwixx(roll="w12 r5").play("r3 -")
    assert table.play("r7").sheet("a")["red"] == [3, 7]
    assert qwixx(roll="w36 r1").play("r9 -").why_not("a", "r7") == "Q3"


def test_q7_7_a_die_that_has_left_the_game_cannot_be_used() -> None:
    assert qwixx("closed=r", roll="w12").play("- -").why_not("a", "r3") == "Q5"


# Q8 The end after action 2


def test_q8_1_a_row_closed_by_colour_is_shut_and_nobody_can_join() -> None:
    after = qwixx(FIVE_RED, FIVE_RED, roll="w62 r6").play("- -").play("r12")
    assert not after.is_over
    assert after.totals == (28, 15)
    assert after.state.closed[0]
    rolled = roll_qwixx(after, "w66")
    assert rolled.why_not("b", "r12") == "Q5"


def test_q8_2_a_second_lock_by_colour_ends_the_game() -> None:
    after = qwixx(FIVE_RED + " closed=b", roll="w62 r6").play("- -").play("r12")
    assert after.is_over
    assert after.totals == (28, 0)


# Q9 Misthrows


def test_q9_1_no_cross_in_both_actions_is_a_misthrow() -> None:
    after = qwixx(roll="w34").play("- -").play("-")
    assert after.sheet("a")["misthrows"] == 1
    assert after.totals == (-5, 0)


def test_q9_2_a_misthrow_may_be_taken_on_purpose_or_by_need() -> None:
    willing = qwixx(roll="w34 r3").play("- -")
    assert len(willing.legal("a")) > 1
    assert willing.play("-").totals == (-5, 0)
    unable = qwixx("R11 Y11 G3 B3", roll="w44 r4 y4 g4 b4")
    assert unable.legal("a") == {"-"}
    assert unable.play("- -").legal("a") == {"-"}
    assert unable.play("- -").play("-").totals == (4 - 5, 0)


@pytest.mark.parametrize(("white", "colour"), [("r7", "-"), ("-", "r5"), ("r7", "y5")])
def test_q9_3_one_cross_in_either_action_is_enough(white: str, colour: str) -> None:
    after = qwixx(roll="w34 r2 y2").play(f"{white} -").play(colour)
    assert after.sheet("a")["misthrows"] == 0


def test_q9_4_others_never_take_a_misthrow() -> None:
    after = qwixx("", "P1", roll="w34").play("r7 -").play("-")
    assert [after.sheet(seat)["misthrows"] for seat in "ab"] == [0, 1]


def test_q9_5_the_fourth_misthrow_ends_the_game() -> None:
    after = qwixx("P3", roll="w34").play("- -").play("-")
    assert after.is_over
    assert after.totals == (-20, 0)


# Q10 The next turn


def test_q10_1_the_player_to_the_left_is_next_and_rolls() -> None:
    table = qwixx(roll="w34", spec="qwixx(players=3)")
    order = []
    for _ in range(4):
        order.append(table.active)
        table = roll_qwixx(table.play("- - -").play("-"), "w34")
    assert order == ["a", "b", "c", "a"]
    assert table.game.turn(table.state) == 5


# Q11 Points


@pytest.mark.parametrize(
    ("crosses", "expected"),
    list(enumerate([0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55])),
)
def test_q11_1_crosses_of_a_row_are_worth_a_triangular_number(crosses: int, expected: int) -> None:
    red = ",".join(str(2 + n) for n in range(crosses))
    assert points(f"R{red}" if red else "") == expected


def test_q11_1_each_row_is_counted_from_its_own_crosses() -> None:
    game = create_game("qwixx")
    score = game.score_sheet(qwixx_json(game, "B12,11,10"))
    assert dict(score.lines) == {"red": 0, "yellow": 0, "green": 0, "blue": 6}
    assert score.total == 6


@pytest.mark.parametrize(
    ("numbers", "expected"), [("2,3,4,5,6,12", 28), ("2,3,4,5,6,7,8,9,10,12", 66)]
)
def test_q11_2_the_lock_is_one_more_cross(numbers: str, expected: int) -> None:
    assert points(f"R{numbers}") == expected


def test_q11_3_each_misthrow_costs_five_points() -> None:
    assert points("R2 P2") == -9
    assert points("P4") == -20


def test_q11_4_most_points_win_and_equal_points_share() -> None:
    table = qwixx("R2,3", "R2,3,4", "G12,11", spec="qwixx(players=3)")
    assert table.totals == (3, 6, 3)
    assert table.places == (2, 1, 2)
    assert qwixx("R2", "B12").places == (1, 1)


def test_q11_6_a_row_closed_by_others_keeps_its_own_points() -> None:
    assert points("G12,11,10 closed=g") == 6


def test_q11_7_the_example_of_4_3_7_8_crosses_and_two_misthrows_is_70() -> None:
    game = create_game("qwixx")
    sheet = "R2,3,4,5 Y2,3,4 G12,11,10,9,8,2 B12,11,10,9,8,7,6,5 P2"
    score = game.score_sheet(qwixx_json(game, sheet))
    assert score.format() == {
        "lines": {"red": 10, "yellow": 6, "green": 28, "blue": 36},
        "bonus": {},
        "misthrows": -10,
        "total": 70,
    }


# Q12 Playing alone


def test_q12_1_alone_the_player_has_both_actions_in_every_turn() -> None:
    table = new_table("qwixx(players=1)").roll("w12 r5 y6 g1 b1").play("r3")
    assert (table.asked, table.state.phase) == ("a", "colour")
    table = table.play("r7").roll("w12 r5 y6 g1 b1")
    assert (table.active, table.asked, table.state.phase) == ("a", "a", "white")
    assert table.totals == (3,)


def test_q12_2_alone_the_game_ends_and_counts_as_in_company() -> None:
    spec = "qwixx(players=1)"
    after = qwixx(FIVE_RED + " closed=y", roll="w66", spec=spec).play("r12")
    assert after.is_over
    assert after.totals == (28,)
    after = qwixx("P3", roll="w66", spec=spec).play("-").play("-")
    assert after.is_over
    assert after.totals == (-20,)
    assert after.places == (1,)
    assert after.game.rating(after.state) is None
