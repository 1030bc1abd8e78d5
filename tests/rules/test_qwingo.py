"""Qwingo: one test for every sub-rule of docs/rules/qwingo.md, and for every switch."""

from __future__ import annotations

import pytest

from rollwright import PASS, Decision, IllegalAction, InputError, Seat, create_game
from rollwright.games.qwingo import Qwingo
from rollwright.spec import find_family

from .positions import Table, after_setup, new_table, qwingo, with_state, written_json

COLUMNS = {"b": "banana", "c": "cup", "d": "donut", "w": "watermelon", "i": "icecream"}


def column(letter: str, count: int, first: int = 1) -> str:
    """The upper `count` boxes of a column, holding `first`, `first` + 1 and so on."""
    return " ".join(f"{letter}{n + 1}={first + n}" for n in range(count))


def takes(table: Table, letter: str) -> set[str]:
    """The columns in which a seat may enter the called number."""
    return {COLUMNS[answer[0]] for answer in table.legal(letter) if answer != "-"}


# G1 Players, sheet and die


def test_g1_1_two_to_five_play_and_six_cannot() -> None:
    assert [create_game("qwingo", n).spec.players for n in (2, 3, 4, 5)] == [2, 3, 4, 5]
    with pytest.raises(InputError, match="1–5"):
        create_game("qwingo(players=6)")


def test_g1_2_five_columns_of_twelve_boxes() -> None:
    sheet = create_game("qwingo").sheet
    assert [(line.letter, line.name) for line in sheet.lines] == list(COLUMNS.items())
    assert [len(line.fields) for line in sheet.lines] == [12] * 5
    assert sheet.checksum == "7db6d5c244eee911"


def test_g1_3_one_die_with_five_pictures_and_a_lightning() -> None:
    table = after_setup("qwingo").play("call 60")
    assert table.dice == ("symbol",)
    faces = [table.game.format_roll(table.state, (face,)) for face in range(1, 7)]
    assert faces == [*COLUMNS.values(), "lightning"]


@pytest.mark.parametrize("boxes", [2, 11, 12, 13, 20])
def test_g1_4_boxes_is_the_length_of_a_column(boxes: int) -> None:
    spec = f"qwingo(players=2, boxes={boxes})"
    sheet = column("b", boxes - 1)
    after = qwingo(sheet, called=77, face="banana", spec=spec)
    assert after.legal("a") == {f"b{boxes}"}
    assert after.play(f"b{boxes} b1").is_over


def test_g1_4_twelve_boxes_are_the_default() -> None:
    option = find_family("qwingo").option("boxes")
    assert (option.default, option.choices) == (12, tuple(range(2, 21)))


# G2 The set-up


def test_g2_1_each_starting_number_goes_into_a_column_of_its_own() -> None:
    table = new_table("qwingo")
    assert len(table.legal("a")) == 60
    table = table.play("b3=10 i12=10")
    assert "b1=20" not in table.legal("a")
    assert table.why_not("a", "b1=20") == "G2"
    assert len(table.legal("a")) == 48
    assert table.why_not("b", "b1=20") is None


def test_g2_1_all_five_numbers_are_written() -> None:
    table = after_setup("qwingo", "b1=10", "c2=20", "d3=30", "w4=40", "i5=50")
    assert table.sheet("a") == written_json(table.game, "b1=10 c2=20 d3=30 w4=40 i5=50")
    assert [new_table("qwingo").why_not("a", answer) for answer in ("-", "call 60")] == ["G2"] * 2


def test_g2_2_sheets_are_secret_until_all_five_numbers_are_written() -> None:
    table = new_table("qwingo")
    game = table.game
    node = game.node(table.state)
    assert isinstance(node, Decision)
    assert node.secret
    for answer in ("b1=10 c1=10", "c1=20 b1=20", "d1=30 d1=30", "w1=40 w1=40"):
        table = table.play(answer)
        empty = game.initial().sheets[0]
        assert game.view(table.state, Seat(0)).sheets == (table.state.sheets[0], empty)
        assert game.view(table.state, Seat(1)).sheets == (empty, table.state.sheets[1])
        assert game.view(table.state, None).sheets == (empty, empty)
    table = table.play("i1=50 i1=50")
    node = game.node(table.state)
    assert isinstance(node, Decision)
    assert not node.secret
    for viewer in (Seat(0), Seat(1), None):
        assert game.view(table.state, viewer) == table.state


def test_g2_3_no_box_is_forbidden_though_a_column_may_be_spoilt() -> None:
    table = new_table("qwingo")
    assert {f"b{box}=10" for box in range(1, 13)} <= table.legal("a")
    game = table.game
    assert isinstance(game, Qwingo)
    completable = [
        box
        for box in range(1, 13)
        if game.can_complete(tuple(10 if n == box else None for n in range(1, 13)))
    ]
    assert completable == list(range(1, 11))


def test_g2_4_the_numbers_are_asked_for_in_order_of_everybody_at_once() -> None:
    table = new_table("qwingo(players=3)")
    for number, field in zip((10, 20, 30, 40, 50), ("b1", "c1", "d1", "w1", "i1"), strict=True):
        assert table.asked == "abc"
        assert table.game.turn(table.state) == 0
        assert f"{field}={number}" in table.legal("c")
        table = table.play(" ".join([f"{field}={number}"] * 3))
    assert (table.asked, table.state.phase) == ("a", "call")
    assert table.game.turn(table.state) == 1


def test_g2_5_sheets_are_open_after_the_set_up() -> None:
    for spec in ("qwingo(players=2)", "qwingo(players=2, open_sheets=true)"):
        table = after_setup(spec)
        assert table.game.view(table.state, Seat(1)) == table.state


def test_g2_5_open_sheets_false_hides_the_others_until_the_end() -> None:
    spec = "qwingo(players=2, open_sheets=false)"
    table = qwingo(column("b", 11), "c1=20", called=60, face="banana", spec=spec)
    game, empty = table.game, table.game.initial().sheets[0]
    assert game.view(table.state, Seat(1)).sheets == (empty, table.state.sheets[1])
    assert game.view(table.state, None).sheets == (empty, empty)
    over = table.play("b12 b1")
    assert over.is_over
    assert game.view(over.state, Seat(1)) == over.state
    called = after_setup(spec).play("call 60")
    assert game.view(called.state, Seat(0)).sheets == (called.state.sheets[0], empty)


# G3 Calling and rolling


def test_g3_1_the_caller_calls_a_number_from_1_to_100() -> None:
    table = after_setup("qwingo")
    assert table.asked == "a"
    assert table.legal("a") == {f"call {number}" for number in range(1, 101)}
    game = table.game
    assert isinstance(game, Qwingo)
    for number in (0, 101):
        with pytest.raises(IllegalAction) as caught:
            game.play(table.state, {Seat(0): game.call_action(number)})
        assert caught.value.rule == "G3"
        with pytest.raises(InputError):
            table.play(f"call {number}")


def test_g3_2_the_die_is_rolled_after_the_call() -> None:
    table = after_setup("qwingo")
    assert table.dice == ()
    with pytest.raises(InputError):
        table.roll("banana")
    assert table.play("call 60").roll("banana").asked == "ab"


def test_g3_3_numbers_may_be_called_again_in_later_turns() -> None:
    table = after_setup("qwingo").play("call 60").roll("banana").play("b2 b2")
    assert (table.asked, table.why_not("b", "call 60")) == ("b", None)
    assert table.play("call 60").roll("cup").play("c2 c2").sheet("a")["cup"][1] == 60


def test_g3_4_lowest_0_allows_calling_0() -> None:
    table = after_setup("qwingo(players=2, lowest=0)")
    assert table.legal("a") == {f"call {number}" for number in range(101)}
    sheet = "b2=10"
    entries = qwingo(sheet, called=0, face="banana", spec="qwingo(players=2, lowest=0)")
    assert entries.legal("a") == {"b1"}
    assert entries.why_not("a", "call 0") == "G4"
    assert entries.play("b1 b1").sheet("a")["banana"][:2] == [0, 10]
    assert find_family("qwingo").option("lowest").choices == (0, 1)
    assert create_game("qwingo").spec["lowest"] == 1


# G4 A picture is rolled


def test_g4_1_everybody_writes_the_number_into_the_column_of_the_picture() -> None:
    table = qwingo("b3=10", "b1=10", called=37, face="banana")
    assert table.legal("a") == {f"b{box}" for box in range(4, 13)}
    assert table.legal("b") == {f"b{box}" for box in range(2, 13)}
    assert table.why_not("a", "c4") == "G4"
    after = table.play("b12 b2")
    assert (after.sheet("a")["banana"][11], after.sheet("b")["banana"][1]) == (37, 37)


def test_g4_1_an_occupied_box_cannot_be_used() -> None:
    assert qwingo("b3=10", called=37, face="banana").why_not("a", "b3") == "G4"


def test_g4_2_who_can_write_the_number_must() -> None:
    for spec in ("qwingo(players=2)", "qwingo(players=2, symbol_entry=must)"):
        table = qwingo("b3=10", called=37, face="banana", spec=spec)
        assert table.why_not("a", "-") == "G4"
        assert "-" not in table.legal("b")


def test_g4_3_whoever_has_no_box_writes_nothing_and_pays_nothing() -> None:
    table = qwingo("b1=10 b2=37", "b1=10", called=37, face="banana")
    assert table.legal("a") == {"-"}
    after = table.play("- b2")
    assert after.totals == (2, 2)


def test_g4_4_symbol_entry_may_lets_everybody_decline() -> None:
    spec = "qwingo(players=2, symbol_entry=may)"
    table = qwingo("b3=10", called=37, face="banana", spec=spec)
    assert {"-", "b4"} <= table.legal("a")
    assert table.play("- b1").totals == (1, 1)


# G5 Lightning is rolled


def test_g5_1_lightning_opens_all_columns_where_the_number_fits() -> None:
    first = "b3=20 c2=10 d12=30 w1=10 i2=50"
    second = "b1=10 c2=20 d2=9 w5=40 i3=8 i4=11"
    table = qwingo(first, second, called=9, face="lightning")
    assert takes(table, "a") == {"banana", "cup", "donut", "icecream"}
    assert takes(table, "b") == {"cup", "watermelon"}
    assert table.legal("b") == {"-", "c1", "w1", "w2", "w3", "w4"}
    assert table.why_not("a", "w1") == "G4"
    assert table.why_not("a", "w2") == "G6"


def test_g5_1_the_number_is_written_into_one_box() -> None:
    after = qwingo("b3=20", called=9, face="lightning").play("b1 c1")
    assert after.totals == (2, 1)
    assert after.asked == "b"


def test_g5_2_lightning_may_be_declined() -> None:
    for spec in ("qwingo(players=2)", "qwingo(players=2, lightning_entry=may)"):
        table = qwingo("b3=20", called=9, face="lightning", spec=spec)
        assert table.why_not("a", "-") is None


def test_g5_3_lightning_entry_must_makes_everybody_write_what_fits() -> None:
    spec = "qwingo(players=2, lightning_entry=must)"
    nothing = "b1=9 c1=9 d1=9 w1=9 i1=9"
    table = qwingo("b1=10 c1=10 d1=10 w2=40 i1=50", nothing, called=9, face="lightning", spec=spec)
    assert table.why_not("a", "-") == "G5"
    assert table.legal("a") == {"w1"}
    assert table.legal("b") == {"-"}


def test_g5_3_lightning_entry_does_not_touch_pictures() -> None:
    spec = "qwingo(players=2, lightning_entry=must, symbol_entry=may)"
    assert qwingo("b3=20", called=9, face="banana", spec=spec).why_not("a", "-") is None
    assert qwingo("b3=20", called=9, face="lightning", spec=spec).why_not("a", "-") == "G5"


# G6 Rising numbers


def test_g6_1_numbers_rise_strictly_from_top_to_bottom() -> None:
    table = qwingo("b4=30 b9=40", called=35, face="banana")
    assert table.legal("a") == {"b5", "b6", "b7", "b8"}
    assert table.why_not("a", "b3") == "G6"
    assert table.why_not("a", "b10") == "G6"


def test_g6_1_the_distance_does_not_matter() -> None:
    assert qwingo("b4=30", called=31, face="banana").why_not("a", "b12") is None
    assert qwingo("b4=30", called=100, face="banana").why_not("a", "b5") is None


@pytest.mark.parametrize("text", ["", "b1=10", "b12=50", "b3=20 b4=30 b9=40", column("b", 12)])
def test_g6_1_a_column_has_room_for_a_number_if_a_box_is_legal(text: str) -> None:
    game = create_game("qwingo(players=1)")
    assert isinstance(game, Qwingo)
    sheet = game.parse_sheet(written_json(game, text))
    state = qwingo(called=1, face="banana", spec="qwingo(players=1)").state
    for number in range(1, 101):
        entries = game.legal(state._replace(sheets=(sheet,), called=number), Seat(0))
        assert game.has_room(sheet[0], number) is (entries != (PASS,))


def test_g6_2_no_number_twice_in_a_column_but_in_several_columns() -> None:
    table = qwingo("b4=30", called=30, face="lightning")
    assert not {answer for answer in table.legal("a") if answer.startswith("b")}
    assert [table.why_not("a", answer) for answer in ("b3", "b5")] == ["G6", "G6"]
    assert table.why_not("a", "c4") is None


def test_g6_3_boxes_may_be_left_empty_and_filled_later() -> None:
    table = after_setup("qwingo(players=1)").play("call 60").roll("banana").play("b12")
    table = table.play("call 59").roll("banana")
    assert table.legal("a") == {f"b{box}" for box in range(2, 12)}


def test_g6_4_what_is_written_stays() -> None:
    table = qwingo("b4=30", called=35, face="banana")
    assert table.why_not("a", "b4") == "G4"
    assert table.play("b5 b1").sheet("a")["banana"][3:5] == [30, 35]


# G7 The end and the places


def test_g7_1_the_first_full_column_ends_the_game_and_wins() -> None:
    table = qwingo(column("b", 11), column("c", 10), called=60, face="banana")
    assert not qwingo(column("b", 10), called=60, face="banana").play("b12 b1").is_over
    after = table.play("b12 b1")
    assert after.is_over
    assert after.places == (1, 2)


def test_g7_1_everybody_writes_before_the_end_is_looked_at() -> None:
    table = qwingo(column("b", 11), column("b", 11), called=60, face="banana")
    after = table.play("b12 b12")
    assert after.is_over
    assert after.totals == (12, 12)
    assert after.places == (1, 1)


TIED = (
    f"{column('b', 11)} {column('c', 2)} {column('d', 9)}",
    f"{column('b', 11)} {column('c', 3)} {column('i', 8)}",
    f"{column('w', 7)}",
)
"""Two sheets that can have Qwingo with the next banana, and one that cannot."""


def test_g7_2_the_second_fullest_columns_decide() -> None:
    for option in ("", ", tie_break=fullest"):
        spec = f"qwingo(players=3{option})"
        after = qwingo(*TIED, called=60, face="banana", spec=spec).play("b12 b12 b1")
        assert after.places == (1, 2, 3)


def test_g7_2_then_the_third_fullest_and_so_on() -> None:
    first = f"{column('b', 11)} {column('c', 5)} {column('d', 5)} {column('w', 1)}"
    second = f"{column('b', 11)} {column('i', 5)} {column('c', 5)} {column('d', 2)}"
    after = qwingo(first, second, called=60, face="banana").play("b12 b12")
    assert after.places == (2, 1)


def test_g7_3_printed_compares_cup_donut_watermelon_and_ice_cream() -> None:
    spec = "qwingo(players=3, tie_break=printed)"
    after = qwingo(*TIED, called=60, face="banana", spec=spec).play("b12 b12 b1")
    assert after.places == (2, 1, 3)


def test_g7_4_shared_gives_all_qwingos_the_first_place() -> None:
    spec = "qwingo(players=3, tie_break=shared)"
    after = qwingo(*TIED, called=60, face="banana", spec=spec).play("b12 b12 b1")
    assert after.places == (1, 1, 3)
    choices = find_family("qwingo").option("tie_break").choices
    assert choices == ("fullest", "printed", "shared")


def test_g7_5_equal_counts_share_the_place_whatever_the_columns() -> None:
    first = f"{column('b', 11)} {column('c', 5)} {column('d', 4)}"
    second = f"{column('b', 11)} {column('i', 5)} {column('w', 4)}"
    after = qwingo(first, second, called=60, face="banana").play("b12 b12")
    assert after.places == (1, 1)


@pytest.mark.parametrize(
    ("tie_break", "places"),
    [("fullest", (1, 3, 2, 4)), ("printed", (1, 2, 3, 4)), ("shared", (1, 2, 2, 4))],
)
def test_g7_6_players_without_a_full_column_are_placed_in_the_same_way(
    tie_break: str, places: tuple[int, ...]
) -> None:
    sheets = (
        column("b", 11),
        f"{column('w', 7)} {column('c', 3)}",
        f"{column('w', 7)} {column('i', 4)}",
        f"{column('c', 6)} {column('d', 6)} {column('w', 6)} {column('i', 6)}",
    )
    spec = f"qwingo(players=4, tie_break={tie_break})"
    after = qwingo(*sheets, called=60, face="banana", spec=spec).play("b12 b1 b1 b1")
    assert after.places == places


# G8 The next turn


def test_g8_1_the_player_to_the_left_calls_next() -> None:
    table = after_setup("qwingo(players=3)")
    callers = []
    for turn in range(4):
        callers.append(table.asked)
        table = table.play(f"call {60 + turn}").roll("banana")
        table = table.play(" ".join([f"b{2 + turn}"] * 3))
    assert callers == ["a", "b", "c", "a"]
    assert table.game.turn(table.state) == 5


# G9 Playing alone


def solo(turn: int, *, boxes: int = 12) -> Table:
    """A game alone that ends with this turn."""
    spec = f"qwingo(players=1, boxes={boxes})"
    table = qwingo(column("b", boxes - 1), called=60, face="banana", spec=spec)
    return with_state(table, turn=turn).play(f"b{boxes}")


def rating(table: Table) -> str | None:
    name = table.game.rating(table.state)
    return None if name is None else str(name)


def test_g9_1_alone_the_turns_are_counted_until_a_column_is_full() -> None:
    table = after_setup("qwingo(players=1)")
    for turn in range(1, 12):
        assert (table.asked, table.game.turn(table.state)) == ("a", turn)
        table = table.play(f"call {10 + turn}").roll("banana").play(f"b{1 + turn}")
    assert table.is_over
    assert table.totals == (11,)
    assert table.game.result_unit == "turns"
    assert rating(table) == "Professional"
    assert create_game("qwingo").result_unit == "boxes"


@pytest.mark.parametrize(
    ("turns", "word"),
    [
        (11, "Professional"),
        (20, "Professional"),
        (21, "Specialist"),
        (25, "Specialist"),
        (26, "Expert"),
        (30, "Expert"),
        (31, "Intermediate"),
        (35, "Intermediate"),
        (36, "Beginner"),
        (40, "Beginner"),
    ],
)
def test_g9_2_turns_have_a_name(turns: int, word: str) -> None:
    over = solo(turns)
    assert over.is_over
    assert over.totals == (turns,)
    assert rating(over) == word


def test_g9_2_the_chart_is_used_with_other_boxes_too() -> None:
    assert rating(solo(21, boxes=5)) == "Specialist"


@pytest.mark.parametrize("turns", [41, 100])
def test_g9_3_more_than_forty_turns_are_unrated(turns: int) -> None:
    assert rating(solo(turns)) == "unrated"


def test_g9_4_nobody_is_rated_in_company_or_before_the_end() -> None:
    over = qwingo(column("b", 11), called=60, face="banana").play("b12 b1")
    assert rating(over) is None
    assert rating(after_setup("qwingo(players=1)")) is None


# G10 Nobody can win any more

SPOILT = "c1=20 c3=21 d1=20 d3=21 w1=20 w3=21 i1=20 i3=21"
"""In each of these columns no number is left for the second box."""


def test_g10_1_the_game_ends_when_no_column_can_be_completed() -> None:
    spec = "qwingo(players=1)"
    table = with_state(qwingo(f"b1=10 {SPOILT}", called=11, face="banana", spec=spec), turn=17)
    assert not table.play("b2").is_over
    over = table.play("b3")
    assert over.is_over
    assert over.game.turn(over.state) == 17
    assert over.totals == (17,)
    assert over.scores[0].format()["full"] == []


@pytest.mark.parametrize(
    ("text", "possible"),
    [
        ("", True),
        ("b2=1", False),
        ("b2=2", True),
        ("b3=2", False),
        ("b3=3", True),
        ("b10=98", True),
        ("b9=98", False),
        ("b12=100", True),
        ("b11=100", False),
        ("b4=40 b7=43", True),
        ("b4=40 b7=42", False),
        ("b4=40 b5=41", True),
    ],
)
def test_g10_2_each_gap_needs_enough_numbers(text: str, possible: bool) -> None:
    table = qwingo(text, called=1, face="cup")
    game = table.game
    assert isinstance(game, Qwingo)
    assert game.can_complete(table.state.sheets[0][0]) is possible


def test_g10_2_the_lowest_callable_number_counts() -> None:
    game = create_game("qwingo(lowest=0)")
    assert isinstance(game, Qwingo)
    column_of_twelve = tuple(2 if box == 3 else None for box in range(1, 13))
    assert game.can_complete(column_of_twelve)


def test_g10_3_one_column_of_one_player_keeps_the_game_going() -> None:
    spoilt = f"b1=10 {SPOILT}"
    table = qwingo(spoilt, spoilt, called=11, face="banana")
    assert not table.play("b3 b2").is_over
    assert not table.play("b2 b3").is_over
    assert table.play("b3 b3").is_over


@pytest.mark.parametrize("boxes", [12, 20])
def test_g10_3_the_set_up_alone_never_ends_a_game(boxes: int) -> None:
    last = [
        f"{field}{boxes}={number}" for field, number in zip("bcdwi", range(10, 51, 10), strict=True)
    ]
    table = after_setup(f"qwingo(players=1, boxes={boxes})", *last)
    assert (table.is_over, table.asked) == (False, "a")


def test_g10_4_such_a_game_is_unrated_and_placed_by_the_columns() -> None:
    spec = "qwingo(players=1)"
    over = qwingo(f"b1=10 {SPOILT}", called=11, face="banana", spec=spec).play("b3")
    assert rating(over) == "unrated"
    spoilt = f"b1=10 {SPOILT}"
    over = qwingo(f"{spoilt} i12=99", spoilt, called=11, face="banana").play("b3 b3")
    assert over.is_over
    assert over.places == (1, 2)
    assert rating(over) is None
