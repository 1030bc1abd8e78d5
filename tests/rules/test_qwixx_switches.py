"""Qwixx: every switch, each value at the rule that it changes, and switches combined."""

from __future__ import annotations

import pytest

from rollwright import create_game
from rollwright.spec import find_family

from .positions import new_table, qwixx, qwixx_json, roll_qwixx

FIVE_RED = "R2,3,4,5,6"


def spec(options: str, players: int = 2) -> str:
    return f"qwixx(players={players}, {options})"


def choices(name: str) -> list[int]:
    return [int(choice) for choice in find_family("qwixx").option(name).choices]


# Q1.4 Layouts


def test_q1_4_classic_is_the_default_of_three_sheets() -> None:
    option = find_family("qwixx").option("layout")
    assert option.default == "classic"
    assert option.choices == ("classic", "mixx_a", "mixx_b")
    assert create_game("qwixx").sheet.title == "Qwixx"


# Q4.9 Crosses needed for the last number


@pytest.mark.parametrize("needed", choices("marks_to_lock"))
def test_q4_9_marks_to_lock_is_the_number_of_own_crosses_needed(needed: int) -> None:
    red = [str(2 + n) for n in range(needed)]
    rules = spec(f"marks_to_lock={needed}")
    assert qwixx("R" + ",".join(red), roll="w66", spec=rules).why_not("a", "r12") is None
    fewer = "R" + ",".join(red[:-1]) if needed > 1 else ""
    assert qwixx(fewer, roll="w66", spec=rules).why_not("a", "r12") == "Q4"


def test_q4_9_five_is_the_default() -> None:
    assert create_game("qwixx").spec["marks_to_lock"] == 5
    assert choices("marks_to_lock") == list(range(1, 11))


# Q5.4, Q5.5 From when a closed row is shut


def test_q5_4_after_action_shuts_row_and_die_for_action_2() -> None:
    for rules in ("qwixx(players=2)", spec("lock_effect=after_action")):
        after = qwixx("R2", FIVE_RED, roll="w66 r3", spec=rules).play("- r12")
        assert after.why_not("a", "r9") == "Q5"


def test_q5_5_next_roll_leaves_row_and_die_to_the_roller_for_action_2() -> None:
    table = qwixx("R2", FIVE_RED, roll="w66 r3", spec=spec("lock_effect=next_roll"))
    after = table.play("- r12")
    assert after.why_not("a", "r9") is None
    after = after.play("r9")
    assert after.totals == (3, 28)
    assert after.dice == ("white 1", "white 2", "yellow", "green", "blue")
    assert roll_qwixx(after, "w55").why_not("b", "r10") == "Q5"


def test_q5_5_next_roll_lets_the_roller_cross_the_last_number_too() -> None:
    table = qwixx(FIVE_RED, FIVE_RED, roll="w66 r6", spec=spec("lock_effect=next_roll"))
    after = table.play("- r12").play("r12")
    assert after.totals == (28, 28)
    assert after.state.closed == (True, False, False, False)
    assert not after.is_over


def test_q5_5_next_roll_still_asks_for_five_own_crosses() -> None:
    table = qwixx("R2,3,4,5", FIVE_RED, roll="w66 r6", spec=spec("lock_effect=next_roll"))
    assert table.play("- r12").why_not("a", "r12") == "Q4"


def test_q5_5_a_row_closed_earlier_is_shut_all_the_same() -> None:
    table = qwixx("closed=r", roll="w12", spec=spec("lock_effect=next_roll"))
    assert table.play("- -").why_not("a", "r2") == "Q5"


# Q5.6 Several closers


def test_q5_6_only_the_first_in_turn_order_from_the_active_seat_keeps_the_lock() -> None:
    rules = spec("simultaneous_lock=false", players=3)
    table = qwixx(FIVE_RED, FIVE_RED, FIVE_RED, roll="w66", spec=rules, active="b")
    assert table.play("r12 - r12").totals == (15, 15, 28)
    assert table.play("r12 r12 r12").totals == (15, 28, 15)
    assert table.play("r12 - -").totals == (28, 15, 15)


def test_q5_6_default_lets_all_closers_keep_the_lock() -> None:
    table = qwixx(FIVE_RED, FIVE_RED, FIVE_RED, roll="w66", spec="qwixx(players=3)", active="b")
    assert table.play("r12 - r12").totals == (28, 15, 28)


def test_q5_6_crosses_that_fall_away_close_nothing_and_are_no_misthrow() -> None:
    rules = spec("simultaneous_lock=false", players=3)
    table = qwixx(FIVE_RED, FIVE_RED, "Y2,3,4,5,6", roll="w66", spec=rules)
    after = table.play("r12 r12 y12")
    assert after.is_over
    assert after.totals == (28, 15, 28)
    assert after.sheet("b")["red"] == [2, 3, 4, 5, 6]
    assert [score.misthrows for score in after.scores] == [0, 0, 0]


def test_q5_6_other_crosses_of_the_same_number_stay() -> None:
    rules = spec("simultaneous_lock=false", players=3)
    after = qwixx(FIVE_RED, "", FIVE_RED, roll="w66", spec=rules).play("r12 g12 r12")
    assert after.totals == (28, 1, 15)
    assert qwixx(roll="w34", spec=rules).play("r7 r7 r7").totals == (1, 1, 1)


def test_q5_6_who_passes_takes_no_row_from_others() -> None:
    rules = spec("simultaneous_lock=false", players=3)
    after = qwixx("", "B12,11,10,9,8", roll="w11", spec=rules).play("- b2 -")
    assert after.totals == (0, 28, 0)


# Q6.4 Closed rows that end the game


@pytest.mark.parametrize("rows", choices("rows_to_end"))
def test_q6_4_rows_to_end_is_the_number_of_closed_rows_that_end_the_game(rows: int) -> None:
    rules = spec(f"rows_to_end={rows}")
    closed = "ryg"[: rows - 1]
    sheet = "B12,11,10,9,8" + (f" closed={closed}" if closed else "")
    table = qwixx(sheet, roll="w11", spec=rules)
    assert not table.play("- -").is_over
    assert table.play("b2 -").is_over
    if rows > 1:
        sheet = "B12,11,10,9,8" + (f" closed={closed[:-1]}" if closed[:-1] else "")
        assert not qwixx(sheet, roll="w11", spec=rules).play("b2 -").is_over


def test_q6_4_two_rows_are_the_default() -> None:
    assert create_game("qwixx").spec["rows_to_end"] == 2
    assert choices("rows_to_end") == [1, 2, 3, 4]


def test_q6_4_with_four_rows_closed_and_a_turn_to_finish_no_colour_is_left() -> None:
    rules = spec("rows_to_end=4, second_lock=finish_turn")
    after = qwixx("B12,11,10,9,8 closed=ryg", roll="w11", spec=rules).play("b2 -")
    assert after.legal("a") == {"-"}
    assert after.play("-").is_over


# Q6.5 Finishing the turn of the last closing


def test_q6_5_finish_turn_leaves_action_2_to_the_roller() -> None:
    rules = spec("second_lock=finish_turn")
    after = qwixx(FIVE_RED + " closed=y", roll="w66 g3 r1", spec=rules).play("r12 -")
    assert not after.is_over
    assert after.legal("a") == {"-", "g9", "b7"}
    after = after.play("g9")
    assert after.is_over
    assert after.totals == (29, 0)


def test_q6_5_finish_turn_lets_a_roller_without_a_cross_take_the_misthrow() -> None:
    rules = spec("second_lock=finish_turn")
    after = qwixx("closed=y", FIVE_RED, roll="w66", spec=rules).play("- r12").play("-")
    assert after.is_over
    assert after.totals == (-5, 28)


def test_q6_5_end_now_is_the_default() -> None:
    for rules in ("qwixx(players=2)", spec("second_lock=end_now")):
        after = qwixx("closed=y", FIVE_RED, roll="w66", spec=rules).play("- r12")
        assert (after.is_over, after.totals) == (True, (0, 28))


def test_q6_5_with_next_roll_the_roller_may_still_join_the_last_closing() -> None:
    rules = spec("second_lock=finish_turn, lock_effect=next_roll")
    table = qwixx(FIVE_RED + " closed=y", FIVE_RED, roll="w66 r6", spec=rules)
    after = table.play("- r12").play("r12")
    assert after.is_over
    assert after.totals == (28, 28)


# Q7.5 Two crosses in one row


def test_q7_5_same_row_twice_false_forbids_the_row_of_the_white_cross() -> None:
    table = qwixx(roll="w12 r5 y5", spec=spec("same_row_twice=false"))
    after = table.play("r3 -")
    assert after.why_not("a", "r7") == "Q7"
    assert after.why_not("a", "y7") is None
    assert table.play("- -").why_not("a", "r7") is None


# Q9.5 Misthrows that end the game


@pytest.mark.parametrize("most", choices("max_misthrows"))
def test_q9_5_max_misthrows_is_the_number_that_ends_the_game(most: int) -> None:
    rules = spec(f"max_misthrows={most}")
    after = qwixx(f"P{most - 1}", roll="w34", spec=rules).play("- -").play("-")
    assert after.is_over
    assert after.totals == (-5 * most, 0)
    if most > 1:
        table = qwixx(f"P{most - 2}", roll="w34", spec=rules)
        assert not table.play("- -").play("-").is_over


def test_q9_5_four_misthrows_are_the_default() -> None:
    assert create_game("qwixx").spec["max_misthrows"] == 4
    assert choices("max_misthrows") == list(range(1, 9))


# Q9.6 to Q9.8 Misthrows on purpose

FORCED = spec("voluntary_misthrow=false")
NARROW = "R6 Y11 G3 B3"
"""A sheet on which only red has room."""


def test_q9_6_the_roller_may_pass_white_if_nothing_white_fits() -> None:
    assert qwixx("R8 Y11 G3 B3", roll="w34", spec=FORCED).legal("a") == {"-"}


def test_q9_6_the_roller_may_pass_white_if_a_colour_could_be_crossed_instead() -> None:
    table = qwixx(NARROW, roll="w34 r5", spec=FORCED)
    assert table.legal("a") == {"-", "r7"}


def test_q9_6_the_roller_must_cross_white_if_no_colour_could_be_crossed() -> None:
    table = qwixx(NARROW, NARROW, roll="w34 r1", spec=FORCED)
    assert table.legal("a") == {"r7"}
    assert table.why_not("a", "-") == "Q9"
    assert table.legal("b") == {"-", "r7"}


def test_q9_6_by_default_the_roller_may_always_pass() -> None:
    for rules in ("qwixx(players=2)", spec("voluntary_misthrow=true")):
        assert qwixx(NARROW, roll="w34 r1", spec=rules).legal("a") == {"-", "r7"}


def test_q9_7_who_passed_white_must_cross_a_colour() -> None:
    after = qwixx(NARROW, roll="w34 r5", spec=FORCED).play("- -")
    assert after.legal("a") == {"r8", "r9"}
    assert after.why_not("a", "-") == "Q9"


def test_q9_7_who_crossed_white_may_pass_the_colour() -> None:
    after = qwixx(NARROW, roll="w34 r5", spec=FORCED).play("r7 -")
    assert after.legal("a") == {"-", "r8", "r9"}


def test_q9_7_who_could_cross_nothing_takes_the_misthrow() -> None:
    after = qwixx("R8 Y11 G3 B3", roll="w34", spec=FORCED).play("- -")
    assert after.legal("a") == {"-"}
    assert after.play("-").scores[0].misthrows == -5


def test_q9_8_the_misthrow_is_taken_if_the_others_closed_the_only_colour() -> None:
    table = qwixx(f"{FIVE_RED} Y11 G3 B3", FIVE_RED, roll="w66 r1", spec=FORCED)
    assert table.legal("a") == {"-", "r12"}
    after = table.play("- r12")
    assert after.legal("a") == {"-"}
    assert after.play("-").scores[0].misthrows == -5


def test_q9_8_with_next_roll_the_colour_is_still_there_and_must_be_crossed() -> None:
    rules = spec("voluntary_misthrow=false, lock_effect=next_roll")
    table = qwixx(f"{FIVE_RED} Y11 G3 B3", FIVE_RED, roll="w66 r1", spec=rules)
    assert table.play("- r12").legal("a") == {"r7"}


# Q11.5 Equal points


def test_q11_5_fewer_misthrows_win_among_equal_points() -> None:
    sheets = ("R2,3,4,5,6 P1", "R2,3,4,5", "Y2,3,4,5")
    rules = spec("tie=fewer_misthrows", players=3)
    assert qwixx(*sheets, spec=rules).totals == (10, 10, 10)
    assert qwixx(*sheets, spec=rules).places == (3, 1, 1)
    assert qwixx(*sheets, spec="qwixx(players=3)").places == (1, 1, 1)
    assert qwixx("R2,3 P1", "", spec=spec("tie=fewer_misthrows")).places == (2, 1)


# Q1.5, Q1.6 and the mixed sheets

MIXX_A = {
    "red": "y2 y3 y4 b5 b6 b7 g8 g9 g10 r11 r12",
    "yellow": "r2 r3 g4 g5 g6 g7 b8 b9 y10 y11 y12",
    "green": "b12 b11 b10 y9 y8 y7 r6 r5 r4 g3 g2",
    "blue": "g12 g11 r10 r9 r8 r7 y6 y5 b4 b3 b2",
}
MIXX_B = {
    "red": "r10 r6 r2 r8 r3 r4 r12 r5 r9 r7 r11",
    "yellow": "y9 y12 y4 y6 y7 y2 y5 y8 y11 y3 y10",
    "green": "g8 g2 g10 g12 g6 g9 g7 g4 g5 g11 g3",
    "blue": "b5 b7 b11 b9 b12 b3 b8 b10 b2 b6 b4",
}
A, B = spec("layout=mixx_a"), spec("layout=mixx_b")


def printed(text: str) -> dict[str, str]:
    """Colour and number of each field, by row."""
    sheet = create_game(text).sheet
    fields = {line.name: [sheet.fields[i] for i in line.fields] for line in sheet.lines}
    return {
        name: " ".join(f"{str(field.colour)[0]}{field.number}" for field in row)
        for name, row in fields.items()
    }


def test_q1_5_mixx_a_is_the_printed_sheet() -> None:
    assert printed(A) == MIXX_A


def test_q1_5_every_number_occurs_once_in_each_colour_on_mixx_a() -> None:
    words = " ".join(printed(A).values()).split()
    assert sorted(words) == sorted(f"{c}{n}" for c in "rygb" for n in range(2, 13))


def test_q1_5_rows_of_mixx_a_are_named_after_the_colour_beside_the_lock() -> None:
    sheet = create_game(A).sheet
    assert all(sheet.fields[line.fields[-1]].colour == line.name for line in sheet.lines)


def test_q1_6_mixx_b_is_the_printed_sheet() -> None:
    assert printed(B) == MIXX_B
    assert all(
        sorted(int(word[1:]) for word in row.split()) == list(range(2, 13))
        for row in printed(B).values()
    )


@pytest.mark.parametrize(
    ("text", "checksum"),
    [("qwixx", "5fd7847056da04c9"), (A, "0e2fff6e9bc0d614"), (B, "a9df5a9490ec5184")],
)
def test_q1_6_sheets_keep_their_checksums(text: str, checksum: str) -> None:
    assert create_game(text).sheet.checksum == checksum


def test_q5_7_red_fields_of_other_rows_stay_open_for_the_white_sum() -> None:
    table = qwixx("closed=r", roll="w23", spec=A)
    assert table.why_not("a", "g5") is None  # a red field in the row of the green lock
    assert table.why_not("a", "r5") == "Q5"  # a blue field in the closed row


def test_q5_7_closing_takes_out_the_die_of_the_last_field() -> None:
    after = qwixx("G12,11,10,9,8", roll="w11 r1 g1 b6 y1", spec=A).play("g2 -")
    assert after.state.closed == (False, False, True, False)
    assert after.why_not("a", "y4") == "Q5"  # a green field in an open row
    assert after.why_not("a", "r7") is None  # blue 6 + white 1, in the row of the red lock
    assert after.play("-").dice == ("white 1", "white 2", "red", "yellow", "blue")


def test_q5_7_the_die_of_a_closed_row_serves_no_other_row() -> None:
    table = qwixx("R2,3,4,5,6", roll="w66 r1", spec=A)
    after = table.play("r12 -")
    assert after.why_not("a", "b7") == "Q5"  # a red field in the row of the blue lock
    rules = spec("layout=mixx_a, lock_effect=next_roll")
    after = qwixx("R2,3,4,5,6", roll="w66 r1", spec=rules).play("r12 -")
    assert after.why_not("a", "b7") is None


def test_q5_7_fields_of_other_colours_in_the_closed_row_are_shut_with_it() -> None:
    for rules, objection in ((A, "Q5"), (f"{A[:-1]}, lock_effect=next_roll)", None)):
        after = qwixx("", "R2,3,4,5,6", roll="w66 g2", spec=rules).play("- r12")
        assert after.why_not("a", "r8") == objection  # a green field in the row of the red lock
        assert after.why_not("a", "y4") == "Q7"  # a green field in an open row


def test_q7_6_the_colour_of_the_field_decides_on_mixx_a() -> None:
    after = qwixx(roll="w12 r4", spec=A).play("- -")
    assert after.why_not("a", "g5") is None  # red 5 stands in the row of the green lock
    assert after.why_not("a", "g6") is None
    assert after.why_not("a", "r5") == "Q7"  # a blue field; the blue die shows 1
    assert after.play("g5").sheet("a")["green"] == [5]


def test_q11_8_mixed_sheets_are_counted_by_row() -> None:
    game = create_game(A)
    score = game.score_sheet(qwixx_json(game, "R4,5,8 G10"))  # yellow, blue, green; blue
    assert dict(score.lines) == {"red": 6, "yellow": 0, "green": 1, "blue": 0}


def test_q1_4_a_game_on_a_mixed_sheet_starts_with_six_dice() -> None:
    assert [len(new_table(text).dice) for text in (A, B)] == [6, 6]
