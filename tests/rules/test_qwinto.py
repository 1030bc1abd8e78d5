"""Qwinto: one test for every sub-rule of docs/rules/qwinto.md, and for every switch."""

from __future__ import annotations

import pytest

from rollwright import InputError, create_game
from rollwright.spec import find_family

from .positions import new_table, qwinto, written_json

DICE_SETS = {"o", "y", "p", "oy", "op", "yp", "oyp"}


def row(letter: str, first: int, fields: int = 9) -> str:
    """The fields of a row from the left, holding `first`, `first` + 1 and so on."""
    return " ".join(f"{letter}{n + 1}={first + n}" for n in range(fields))


ALMOST_OVER = f"{row('o', 1)} {row('y', 3, fields=8)}"
"""Orange is full, and yellow lacks its last field, in which 11 to 18 fit."""


def score(text: str) -> tuple[dict[str, int], dict[str, int], int, int]:
    """Rows, bonuses, misthrows and the total of a sheet."""
    game = create_game("qwinto")
    points = game.score_sheet(written_json(game, text))
    return dict(points.lines), dict(points.bonus), points.misthrows, points.total


# W1 Players, sheet and dice


def test_w1_1_two_to_six_play_and_seven_cannot() -> None:
    assert [create_game("qwinto", n).spec.players for n in range(2, 7)] == [2, 3, 4, 5, 6]
    with pytest.raises(InputError, match="1–6"):
        create_game("qwinto(players=7)")


def test_w1_2_alone_the_player_is_active_in_every_turn() -> None:
    table = new_table("qwinto(players=1)")
    for turn in (1, 2, 3):
        assert (table.active, table.game.turn(table.state)) == ("a", turn)
        table = table.play("p").roll("p3").play("keep").play(f"p{turn}" if turn == 1 else "-")
    assert table.totals == (1 - 5 - 5,)
    over = table.play("o").roll("o1").play("keep").play("-")
    over = over.play("o").roll("o1").play("keep").play("-")
    assert over.is_over
    assert (over.totals, over.places) == ((-19,), (1,))


def test_w1_3_three_ordinary_dice() -> None:
    table = new_table("qwinto").play("oyp")
    assert table.dice == ("orange", "yellow", "purple")
    assert table.roll("o6 y6 p6").state.roll == (6, 6, 6)
    with pytest.raises(InputError):
        table.roll("o7 y1 p1")


def test_w1_4_rows_of_nine_fields_with_a_gap_each_one_place_further_left() -> None:
    sheet = create_game("qwinto").sheet
    columns = {
        line.name: [sheet.fields[index].column for index in line.fields] for line in sheet.lines
    }
    assert columns == {
        "orange": [2, 3, 4, 6, 7, 8, 9, 10, 11],
        "yellow": [1, 2, 3, 4, 5, 7, 8, 9, 10],
        "purple": [0, 1, 2, 3, 5, 6, 7, 8, 9],
    }
    assert sheet.checksum == "31769f82db616652"


def test_w1_4_there_is_no_tenth_field_for_the_gap() -> None:
    table = qwinto(roll="o3")
    with pytest.raises(InputError):
        table.why_not("a", "o10")


def test_w1_5_columns_and_their_pentagons() -> None:
    sheet = create_game("qwinto").sheet
    sizes = [len(sheet.columns[column]) for column in range(12)]
    assert sizes == [1, 2, 3, 3, 2, 2, 2, 3, 3, 3, 2, 1]
    pentagons = {f.column: sheet.lines[f.line].name for f in sheet.fields if f.bonus}
    assert pentagons == {2: "purple", 3: "orange", 7: "orange", 8: "yellow", 9: "purple"}


def test_w1_6_a_sheet_has_room_for_four_misthrows() -> None:
    assert score("P4")[2:] == (-20, -20)
    with pytest.raises(InputError, match="0 to 4"):
        score("P5")


# W2 Choosing and rolling dice


def test_w2_1_one_two_or_three_dice_are_chosen_before_rolling() -> None:
    table = new_table("qwinto")
    assert table.asked == "a"
    assert table.legal("a") == DICE_SETS
    assert [table.why_not("a", answer) for answer in ("-", "o1", "keep")] == ["W2"] * 3
    assert table.play("op").dice == ("orange", "purple")
    assert table.play("y").dice == ("yellow",)


def test_w2_2_all_chosen_dice_may_be_rolled_once_more() -> None:
    table = new_table("qwinto").play("op").roll("o3 p4")
    assert table.legal("a") == {"keep", "reroll"}
    again = table.play("reroll")
    assert again.dice == ("orange", "purple")
    assert again.roll("o1 p1").asked == "ab"
    assert table.play("keep").asked == "ab"


def test_w2_2_dice_cannot_be_added_or_left_out() -> None:
    table = new_table("qwinto").play("op").roll("o3 p4")
    assert [table.why_not("a", answer) for answer in ("o", "oyp", "-")] == ["W2"] * 3
    with pytest.raises(InputError):
        table.play("reroll").roll("o1")


def test_w2_3_the_second_result_stands() -> None:
    table = new_table("qwinto").play("o").roll("o3").play("reroll").roll("o5")
    assert table.play("o1 -").sheet("a")["orange"][0] == 5


@pytest.mark.parametrize("rerolls", [0, 1, 2, 3])
def test_w2_4_rerolls_is_how_often_the_roller_may_roll_again(rerolls: int) -> None:
    table = new_table(f"qwinto(players=2, rerolls={rerolls})").play("o").roll("o3")
    for _ in range(rerolls):
        assert table.legal("a") == {"keep", "reroll"}
        table = table.play("reroll").roll("o3")
    assert table.asked == "ab"
    assert table.state.phase == "entries"


def test_w2_4_one_reroll_is_the_default() -> None:
    assert create_game("qwinto").spec["rerolls"] == 1
    assert find_family("qwinto").option("rerolls").choices == (0, 1, 2, 3)


def test_w2_5_the_number_is_the_sum_of_all_rolled_dice() -> None:
    after = qwinto(roll="o3 y4 p6").play("o1 y9")
    assert after.sheet("a")["orange"][0] == 13
    assert after.sheet("b")["yellow"][8] == 13


# W3 Entering the number


def test_w3_1_everybody_may_enter_in_a_row_whose_die_was_rolled() -> None:
    table = qwinto(roll="o3", active="b")
    fields = {f"o{n}" for n in range(1, 10)}
    assert table.asked == "ab"
    assert table.legal("a") == table.legal("b") == {"-", *fields}
    assert [table.why_not("a", answer) for answer in ("y1", "p1", "o", "keep")] == ["W3"] * 4


def test_w3_1_the_number_is_entered_in_one_field() -> None:
    after = qwinto(roll="o3 y1").play("o1 y5")
    assert after.asked == "b"
    assert [n for n in after.sheet("a")["orange"] + after.sheet("a")["yellow"] if n] == [4]


def test_w3_2_nobody_has_to_enter() -> None:
    after = qwinto(roll="o3").play("- -")
    assert after.sheet("b") == written_json(after.game) | {"misthrows": 0}


def test_w3_3_numbers_rise_strictly_from_left_to_right() -> None:
    table = qwinto("o3=4 o7=9", roll="o2 p4")
    assert {a for a in table.legal("a") if a[0] == "o"} == {"o4", "o5", "o6"}
    assert table.why_not("a", "o2") == "W3"
    assert table.why_not("a", "o8") == "W3"


@pytest.mark.parametrize("field", ["o1", "o9", "o5"])
def test_w3_3_equal_numbers_cannot_stand_in_one_row(field: str) -> None:
    assert qwinto("o3=6", roll="o2 p4").why_not("a", field) == "W3"


def test_w3_4_any_empty_field_and_gaps_later() -> None:
    after = qwinto("o1=2 o9=12", roll="o3 y4").play("o5 -")
    assert after.sheet("a")["orange"] == [2, None, None, None, 7, None, None, None, 12]
    table = qwinto("o1=2 o5=7 o9=12", roll="o2 y3")
    assert {a for a in table.legal("a") if a[0] == "o"} == {"o2", "o3", "o4"}


def test_w3_5_no_number_twice_in_a_column_of_three() -> None:
    sheet = "o5=7"  # column 7, with y6 and p7
    assert qwinto(sheet, roll="y3 p4").why_not("a", "y6") == "W3"
    assert qwinto(sheet, roll="y3 p4").why_not("a", "p7") == "W3"
    assert qwinto(sheet, roll="y4 p4").why_not("a", "y6") is None
    assert qwinto(sheet, roll="y3 p4").why_not("a", "y5") is None


def test_w3_5_no_number_twice_in_a_column_of_two() -> None:
    assert qwinto("y1=7", roll="o3 p4").why_not("a", "p2") == "W3"
    assert qwinto("o8=7", roll="y3 p4").why_not("a", "y9") == "W3"


def test_w3_5_a_column_goes_across_the_gap_of_yellow() -> None:
    table = qwinto("o4=7", roll="y3 p4")
    assert table.why_not("a", "p6") == "W3"
    assert table.why_not("a", "p5") is None
    assert qwinto("p6=7", roll="o3 p4").why_not("a", "o4") == "W3"


def test_w3_6_three_field_columns_leaves_columns_of_two_alone() -> None:
    rules = "qwinto(players=2, column_rule=three_field_columns)"
    assert qwinto("y1=7", roll="o3 p4", spec=rules).why_not("a", "p2") is None
    assert qwinto("o4=7", roll="y3 p4", spec=rules).why_not("a", "p6") is None
    assert qwinto("o5=7", roll="y3 p4", spec=rules).why_not("a", "y6") == "W3"


def test_w3_6_all_columns_are_the_default() -> None:
    option = find_family("qwinto").option("column_rule")
    assert (option.default, option.choices) == ("all", ("all", "three_field_columns"))


def test_w3_7_the_order_in_a_column_is_free() -> None:
    for top, middle, bottom in ((4, 3, 5), (5, 3, 4), (3, 4, 5), (5, 4, 3)):
        table = qwinto(f"o1={top} y2={middle}", roll=f"p{bottom}")
        assert table.why_not("a", "p3") is None


def test_w3_8_a_field_is_written_in_once() -> None:
    assert qwinto("o5=7", roll="o3 p5").why_not("a", "o5") == "W3"
    assert qwinto("o5=7", roll="o3 p4").why_not("a", "o5") == "W3"


# W4 Misthrows


def test_w4_1_an_active_player_who_enters_nothing_takes_a_misthrow() -> None:
    after = qwinto(roll="o3").play("- -")
    assert [after.sheet(seat)["misthrows"] for seat in "ab"] == [1, 0]
    assert after.totals == (-5, 0)
    assert qwinto(roll="o3").play("o1 -").sheet("a")["misthrows"] == 0


def test_w4_2_the_others_never_take_a_misthrow() -> None:
    after = qwinto("", "P3", roll="o3").play("o1 -")
    assert after.sheet("b")["misthrows"] == 3
    assert not after.is_over


def test_w4_3_the_active_player_may_refuse_even_after_the_first_roll() -> None:
    for rules in ("qwinto(players=2)", "qwinto(players=2, refuse=true)"):
        table = new_table(rules).play("o").roll("o3").play("keep")
        assert {"-", "o1"} <= table.legal("a")
        assert table.play("- -").totals == (-5, 0)


def test_w4_4_refuse_false_makes_the_active_player_enter_what_fits() -> None:
    table = qwinto(roll="o3", spec="qwinto(players=2, refuse=false)")
    assert table.why_not("a", "-") == "W4"
    assert table.legal("a") == {f"o{n}" for n in range(1, 10)}
    assert table.why_not("b", "-") is None


def test_w4_4_refuse_false_leaves_the_misthrow_where_nothing_fits() -> None:
    rules = "qwinto(players=2, refuse=false)"
    assert qwinto("o2=4 y2=3", roll="o3", spec=rules).legal("a") == {"-"}  # its column has a 3
    table = qwinto("o1=4", roll="o3", spec=rules)
    assert table.legal("a") == {"-"}
    assert table.play("- -").totals == (1 - 5, 0)


# W5 The end


def test_w5_1_two_full_rows_of_one_player_end_the_game() -> None:
    after = qwinto(ALMOST_OVER, roll="o5 y6").play("y9 -")
    assert after.is_over
    assert after.sheet("a")["yellow"] == [3, 4, 5, 6, 7, 8, 9, 10, 11]


def test_w5_1_rows_of_a_player_who_is_not_active_end_it_too() -> None:
    assert qwinto("", ALMOST_OVER, roll="o5 y6").play("o1 y9").is_over


def test_w5_1_the_fourth_misthrow_ends_the_game() -> None:
    assert not qwinto("P2", roll="o3").play("- -").is_over
    after = qwinto("P3", roll="o3").play("- -")
    assert after.is_over
    assert after.totals == (-20, 0)
    assert (after.asked, after.dice) == ("", ())


def test_w5_2_one_full_row_each_does_not_end_the_game() -> None:
    table = qwinto(row("o", 1, fields=8), row("o", 1), roll="o4 y5")
    after = table.play("o9 -")
    assert not after.is_over
    assert after.asked == "b"


def test_w5_3_everybody_writes_the_last_number() -> None:
    for option in ("", ", last_turn=everyone_writes"):
        spec = f"qwinto(players=3{option})"
        after = qwinto("", ALMOST_OVER, "", roll="o5 y6", spec=spec).play("o1 y9 o9")
        assert after.is_over
        assert after.sheet("a")["orange"][0] == after.sheet("c")["orange"][8] == 11


def test_w5_4_stop_at_once_drops_the_entries_after_the_one_that_ends_the_game() -> None:
    spec = "qwinto(players=3, last_turn=stop_at_once)"
    table = qwinto("", ALMOST_OVER, "", roll="o5 y6", spec=spec)
    after = table.play("o1 y9 o9")
    assert after.is_over
    assert after.sheet("a")["orange"][0] == 11
    assert after.sheet("c")["orange"] == [None] * 9
    assert table.play("o1 - o9").sheet("c")["orange"][8] == 11


def test_w5_4_stop_at_once_counts_from_the_active_seat() -> None:
    spec = "qwinto(players=3, last_turn=stop_at_once)"
    table = qwinto(ALMOST_OVER, "", "", roll="o5 y6", spec=spec, active="b")
    after = table.play("y9 o1 o9")  # b, c, then a
    assert after.is_over
    assert [after.sheet(seat)["orange"].count(11) for seat in "bc"] == [1, 1]
    table = qwinto("", "P3", "", roll="o5 y6", spec=spec, active="b")
    after = table.play("o1 - o9")
    assert after.is_over
    assert after.totals == (0, -20, 0)


def test_w5_5_otherwise_the_player_to_the_left_is_active() -> None:
    table = qwinto(roll="o3", spec="qwinto(players=3)", active="b").play("- o1 -")
    assert (table.active, table.asked, table.state.phase) == ("c", "c", "choose")
    assert table.legal("c") == DICE_SETS


def test_w5_5_no_turns_are_added_at_the_end() -> None:
    after = qwinto("P3", roll="o3", spec="qwinto(players=3)").play("- - -")
    assert after.is_over
    assert after.active == "a"


# W6 Points


def test_w6_1_a_full_row_is_worth_its_last_number() -> None:
    rows, _, _, total = score("o1=1 o2=2 o3=3 o4=4 o5=5 o6=6 o7=7 o8=8 o9=15")
    assert rows == {"orange": 15, "yellow": 0, "purple": 0}
    assert total == 15


def test_w6_1_a_row_that_is_not_full_is_worth_one_point_a_number() -> None:
    assert score("o1=1 o2=2 o3=3 o4=4 o5=5 o6=6 o7=7 o9=15")[0]["orange"] == 8
    assert score("y9=18")[3] == 1


def test_w6_2_a_full_column_is_worth_the_number_in_its_pentagon() -> None:
    rows, bonus, _, total = score("o1=4 y2=3 p3=5")
    assert bonus == {"p3": 5, "o2": 0, "o5": 0, "y7": 0, "p9": 0}
    assert rows == {"orange": 1, "yellow": 1, "purple": 1}
    assert total == 8


@pytest.mark.parametrize(
    ("column", "pentagon", "bonus"),
    [
        ("o1=9 y2=8 p3=7", "p3", 7),
        ("o2=9 y3=8 p4=7", "o2", 9),
        ("o5=9 y6=8 p7=7", "o5", 9),
        ("o6=9 y7=8 p8=7", "y7", 8),
        ("o7=9 y8=8 p9=7", "p9", 7),
    ],
)
def test_w6_2_each_of_the_five_columns_pays(column: str, pentagon: str, bonus: int) -> None:
    paid = score(column)[1]
    assert {field: points for field, points in paid.items() if points} == {pentagon: bonus}


def test_w6_3_a_pentagon_alone_pays_nothing() -> None:
    rows, bonus, _, total = score("p3=5")
    assert set(bonus.values()) == {0}
    assert (rows["purple"], total) == (1, 1)
    assert score("o1=4 p3=5")[1]["p3"] == 0


def test_w6_3_columns_of_two_pay_nothing() -> None:
    assert score("y1=3 p2=4")[3] == 2


def test_w6_4_each_misthrow_costs_five_points() -> None:
    assert score("o1=4 P2")[2:] == (-10, -9)


def test_w6_5_the_last_field_of_purple_can_count_twice() -> None:
    purple = "p1=1 p2=2 p3=3 p4=4 p5=5 p6=6 p7=7 p8=8 p9=15"
    rows, bonus, _, total = score(f"{purple} o7=9 y8=10")
    assert (rows["purple"], bonus["p9"]) == (15, 15)
    assert total == 15 + 15 + 1 + 1


def test_w6_6_most_points_win_and_equal_points_share() -> None:
    table = qwinto("o1=1 P1", "o1=2 o2=3", "y1=2 y2=3", roll="p1", spec="qwinto(players=3)")
    assert table.totals == (-4, 2, 2)
    assert table.places == (3, 1, 1)
    option = find_family("qwinto").option("tie")
    assert (option.default, option.choices) == ("shared", ("shared",))


def test_w6_6_a_whole_sheet_adds_up() -> None:
    sheet = f"{row('o', 1)} y2=4 p3=2 P1"
    rows, bonus, misthrows, total = score(sheet)
    assert rows == {"orange": 9, "yellow": 1, "purple": 1}
    assert bonus["p3"] == 2
    assert (misthrows, total) == (-5, 9 + 1 + 1 + 2 - 5)
