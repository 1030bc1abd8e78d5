"""The answers of docs/rules/questions.md, each tried at the table."""

from __future__ import annotations

import pytest

from rollwright import InputError, Seat, create_game

from .positions import after_setup, new_table, qwingo, qwinto, qwixx, qwixx_json, written_json

FIVE_RED = "R2,3,4,5,6"
MIXX_A = "qwixx(players=2, layout=mixx_a)"


def points(game_name: str, text: str) -> int:
    game = create_game(game_name)
    read = qwixx_json if game.spec.family == "qwixx" else written_json
    return game.score_sheet(read(game, text)).total


# Qwixx


def test_question_1_the_white_sum_is_for_the_roller_too() -> None:
    assert qwixx(roll="w34", active="b").why_not("b", "r7") is None


def test_question_2_the_roller_need_not_cross_but_takes_a_misthrow() -> None:
    assert qwixx(roll="w34").play("- -").play("-").totals == (-5, 0)


def test_question_3_a_misthrow_may_be_taken_on_purpose() -> None:
    table = qwixx(roll="w34").play("- -")
    assert {"-", "r4", "r5"} <= table.legal("a")


def test_question_4_the_others_never_take_a_misthrow() -> None:
    after = qwixx("", "P3", roll="w34").play("- -").play("-")
    assert (after.totals, after.is_over) == ((-5, -15), False)


def test_question_5_the_others_never_use_a_coloured_die() -> None:
    table = qwixx(roll="w34 r2")
    assert table.why_not("b", "r5") == "Q3"
    assert table.play("- -").legal("b") == set()


def test_question_6_white_comes_before_colour() -> None:
    table = qwixx(roll="w34 r2")
    assert table.why_not("a", "r5") == "Q3"
    assert table.play("- -").why_not("a", "y7") == "Q7"


def test_question_7_colour_alone_is_allowed() -> None:
    assert qwixx(roll="w34 r2").play("- -").play("r5").totals == (1, 0)


def test_question_8_one_white_die_is_no_number() -> None:
    table = qwixx(roll="w34")
    assert [table.why_not("a", answer) for answer in ("r3", "r4")] == ["Q3", "Q3"]


def test_question_9_two_crosses_in_one_row_in_one_turn() -> None:
    after = qwixx(roll="w12 r5").play("r3 -").play("r7")
    assert after.totals == (3, 0)


def test_question_10_a_number_left_out_is_lost() -> None:
    assert qwixx("R3,9", roll="w34").why_not("a", "r7") == "Q3"


def test_question_11_the_white_sum_goes_into_one_row() -> None:
    after = qwixx(roll="w34").play("r7 -")
    assert after.why_not("a", "y7") == "Q7"


def test_question_12_the_last_number_is_not_one_of_the_five() -> None:
    assert qwixx("R2,3,4,5", roll="w66").why_not("a", "r12") == "Q4"


def test_question_13_the_lock_is_a_whole_cross() -> None:
    assert points("qwixx", FIVE_RED + ",12") - points("qwixx", FIVE_RED) == 6 + 7


def test_question_14_two_who_close_together_both_have_the_lock() -> None:
    assert qwixx(FIVE_RED, FIVE_RED, roll="w66").play("r12 r12").totals == (28, 28)


def test_question_15_five_crosses_alone_get_no_lock() -> None:
    assert qwixx(FIVE_RED, FIVE_RED, roll="w66").play("r12 -").totals == (28, 15)


def test_question_16_four_crosses_cannot_join() -> None:
    assert qwixx(FIVE_RED, "R2,3,4,5", roll="w66").why_not("b", "r12") == "Q4"


def test_question_17_a_row_is_closed_for_all() -> None:
    after = qwixx(FIVE_RED, "R2", roll="w66").play("r12 -")
    assert [after.sheet(seat)["closed"] for seat in "ab"] == [["red"], ["red"]]


def test_question_18_nobody_joins_a_closing_with_a_coloured_die() -> None:
    after = qwixx(FIVE_RED, FIVE_RED, roll="w62 r6").play("- -")
    assert after.asked == "a"
    assert after.play("r12").totals == (28, 15)


def test_question_19_the_colour_of_a_row_just_closed_is_out() -> None:
    assert qwixx("", FIVE_RED, roll="w66").play("- r12").why_not("a", "r7") == "Q5"


def test_question_20_any_two_rows_end_the_game() -> None:
    assert qwixx("Y2,3,4,5,6,12", FIVE_RED, roll="w66").play("- r12").is_over


def test_question_21_two_rows_may_close_at_once() -> None:
    after = qwixx(FIVE_RED + " closed=g", "Y2,3,4,5,6", roll="w66").play("r12 y12")
    assert after.is_over
    assert after.totals == (28, 28)


def test_question_22_no_action_2_after_the_second_closing() -> None:
    assert qwixx(FIVE_RED + " closed=y", roll="w66").play("r12 -").asked == ""


def test_question_23_no_misthrow_when_the_game_ended_in_action_1() -> None:
    assert qwixx("closed=y", FIVE_RED, roll="w66").play("- r12").totals == (0, 28)


def test_question_24_the_round_is_not_finished() -> None:
    after = qwixx(FIVE_RED + " closed=y", roll="w66").play("r12 -")
    assert (after.active, after.is_over) == ("a", True)


def test_question_25_the_fourth_misthrow_ends_the_game() -> None:
    assert qwixx("P3", roll="w34").play("- -").play("-").is_over


def test_question_26_equal_points_share_the_place() -> None:
    assert qwixx("R2,3", "B12,11").places == (1, 1)


def test_question_27_six_cannot_play() -> None:
    with pytest.raises(InputError):
        create_game("qwixx", 6)


def test_question_28_four_closed_rows_are_a_switch() -> None:
    rules = "qwixx(players=2, rows_to_end=4)"
    assert not qwixx(FIVE_RED + " closed=yg", roll="w66", spec=rules).play("r12 -").is_over


def test_question_29_there_is_no_second_roll() -> None:
    table = qwixx(roll="w34")
    assert table.dice == table.play("- -").dice == ()


def test_question_30_red_fields_elsewhere_stay_open_on_mixx_a() -> None:
    assert qwixx("closed=r", roll="w23", spec=MIXX_A).why_not("a", "g5") is None


def test_question_31_mixx_a_is_counted_by_row() -> None:
    assert points(MIXX_A, "R2,5,8") == 6


# Qwinto


def test_question_32_the_active_player_may_refuse_and_takes_a_misthrow() -> None:
    assert qwinto(roll="o3").play("- -").totals == (-5, 0)


def test_question_33_all_chosen_dice_are_rolled_again() -> None:
    table = new_table("qwinto").play("oyp").roll("o1 y1 p6").play("reroll")
    assert table.dice == ("orange", "yellow", "purple")


def test_question_34_the_first_roll_is_gone_after_rolling_again() -> None:
    table = new_table("qwinto").play("o").roll("o6").play("reroll").roll("o2")
    assert table.asked == "ab"
    assert table.play("o1 -").sheet("a")["orange"][0] == 2


def test_question_35_no_die_is_left_out_of_the_sum() -> None:
    assert qwinto(roll="o3 y4").play("o1 -").sheet("a")["orange"][0] == 7


def test_question_36_every_column_is_watched_even_across_a_gap() -> None:
    assert qwinto("o4=7", roll="y3 p4").why_not("a", "p6") == "W3"
    assert qwinto("y1=7", roll="o3 p4").why_not("a", "p2") == "W3"


def test_question_37_any_empty_field_may_be_filled() -> None:
    assert qwinto(roll="o3").legal("a") == {"-", *(f"o{n}" for n in range(1, 10))}


def test_question_38_a_pentagon_is_worth_the_number_in_it() -> None:
    assert points("qwinto", "o1=4 y2=3 p3=5") == 3 + 5


def test_question_39_a_pentagon_alone_counts_in_its_row_only() -> None:
    assert points("qwinto", "p3=5") == 1


def test_question_40_a_full_row_is_worth_its_last_number() -> None:
    assert points("qwinto", " ".join(f"y{n}={n + 6}" for n in range(1, 10))) == 15


def test_question_41_four_misthrows_end_the_game() -> None:
    assert qwinto("P3", roll="o3").play("- -").is_over


def test_question_42_two_to_six_play_or_one_alone() -> None:
    assert [create_game("qwinto", n).spec.players for n in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    with pytest.raises(InputError):
        create_game("qwinto", 7)


# Qwingo


def test_question_43_the_call_comes_before_the_roll() -> None:
    table = after_setup("qwingo(players=1)")
    assert (table.dice, table.state.phase) == ((), "call")
    assert table.play("call 60").dice == ("symbol",)


def test_question_44_a_number_may_be_called_again_but_stands_once_in_a_column() -> None:
    table = qwingo("b1=10 b2=37", called=37, face="lightning")
    assert not {answer for answer in table.legal("a") if answer.startswith("b")}
    assert table.why_not("a", "c1") is None


def test_question_45_sheets_are_open_after_the_set_up() -> None:
    table = qwingo("b1=10", "b2=10", called=37, face="banana")
    assert table.game.view(table.state, Seat(0)) == table.state


def test_question_46_a_number_may_be_refused_under_lightning_only() -> None:
    assert qwingo(called=37, face="banana").why_not("a", "-") == "G4"
    assert qwingo(called=37, face="lightning").why_not("a", "-") is None


def test_question_47_a_number_that_does_not_fit_costs_nothing() -> None:
    table = qwingo("b1=50", called=37, face="banana")
    assert table.legal("a") == {"-"}
    assert table.play("- b1").totals == (1, 1)
