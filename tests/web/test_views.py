"""What the views say, and what they must not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rollwright.web import plans
from rollwright.web.views import NOBODY, Presence, Reader, ViewCache, encode_view, view

from .desk import ANN, BEN, BOT, OPEN, Desk, running, seat

ANN_READS, BEN_READS, WATCHER = Reader((0,), is_host=True), Reader((1,)), Reader()


def labels(ask: dict[str, Any]) -> dict[str, str]:
    """The labels of all answers, by notation."""
    return {action["action"]: action["label"] for action in ask["actions"]}


# Secrets


@pytest.mark.parametrize("reader", [BEN_READS, WATCHER], ids=["opponent", "spectator"])
def test_what_ann_answered_does_not_change_a_byte_of_other_views_until_all_have(
    reader: Reader,
) -> None:
    views = set()
    for action in ("r7", "b7", "-"):
        desk = running(dice="typed")
        desk.roll(3, 4, 1, 1, 1, 1)
        desk.answer(0, action)
        views.add(encode_view(desk.table, reader))
    assert len(views) == 1


@pytest.mark.parametrize("reader", [BEN_READS, WATCHER], ids=["opponent", "spectator"])
def test_secret_starting_numbers_do_not_change_a_byte_of_other_views_until_all_are_written(
    reader: Reader,
) -> None:
    views = set()
    for box in ("c7=10", "i2=10"):
        desk = running("qwingo")
        desk.answer(0, box)
        desk.answer(1, "b1=10")
        desk.answer(0, "d5=20")
        views.add(encode_view(desk.table, reader))
    assert len(views) == 1
    shown = json.loads(views.pop())
    assert shown["sheets"][0] is None
    assert shown["scores"][0] is None
    assert shown["fresh"][0] == shown["lost"][0] == []


def test_starting_numbers_are_open_once_all_are_written() -> None:
    desk = running("qwingo boxes=12")
    for number, letter in zip((10, 20, 30, 40, 50), "bcdwi", strict=True):
        desk.answer(0, f"{letter}{number // 10}={number}")
        desk.answer(1, f"{letter}{number // 10}={number}")
    assert view(desk.table, BEN_READS)["sheets"][0]["banana"][0] == 10


def test_sheets_stay_hidden_with_open_sheets_false() -> None:
    desk = running("qwingo open_sheets=false")
    for number, letter in zip((10, 20, 30, 40, 50), "bcdwi", strict=True):
        desk.answer(0, f"{letter}{number // 10}={number}")
        desk.answer(1, f"{letter}{number // 10}={number}")
    desk.answer(0, "call 60")
    desk.roll()
    for number in (0, 1):
        own = view(desk.table, Reader((number,)))
        ask = own["asks"][0]
        desk.answer(number, ask["actions"][0]["action"] if ask["actions"] else "-")
    shown = view(desk.table, BEN_READS)
    assert shown["sheets"][0] is None
    assert shown["sheets"][1] is not None
    assert not any("Ann writes" in line["text"] for line in shown["log"])


def test_the_dice_secret_changes_nothing_in_a_view_but_the_commitment() -> None:
    views = []
    for secret in ("1" * 64, "2" * 64):
        desk = running(secret=secret)
        shown = view(desk.table, ANN_READS)
        assert shown.pop("commitment") is not None
        assert secret not in json.dumps(shown)
        views.append(shown)
    assert views[0] == views[1]


# Questions


def test_a_mark_tells_what_it_skips_and_brings() -> None:
    desk = running(dice="typed")
    desk.roll(3, 4, 1, 1, 1, 1)
    shown = view(desk.table, ANN_READS)
    assert shown["sentence"] == "You rolled 7 in white. Cross 7, or pass."
    assert view(desk.table, BEN_READS)["sentence"] == "Ann rolled 7 in white. Cross 7, or pass."
    mark = shown["asks"][0]["actions"][0]
    assert mark["label"] == "red 7, skips 5 numbers"
    assert (mark["field"], mark["skips"], mark["gain"], mark["short"]) == ("r7", 5, 1, "+1")
    assert mark["skipped"] == ["r2", "r3", "r4", "r5", "r6"]


def test_a_pass_is_a_misthrow_only_where_it_costs_points() -> None:
    desk = running(dice="typed")
    desk.roll(3, 4, 1, 1, 1, 1)
    assert view(desk.table, ANN_READS)["asks"][0]["pass"]["kind"] == "pass"
    desk.answer(0, "-")
    desk.answer(1, "-")
    shown = view(desk.table, ANN_READS)
    misthrow = shown["asks"][0]["pass"]
    assert (misthrow["kind"], misthrow["gain"]) == ("misthrow", -5)
    assert misthrow["label"] == "Take a misthrow (−5)"
    assert view(desk.table, BEN_READS)["sentence"] == "Waiting for Ann."


def test_a_cross_of_the_white_sum_makes_the_second_pass_free() -> None:
    desk = running(dice="typed")
    desk.roll(3, 4, 1, 1, 1, 1)
    desk.answer(0, "r7")
    desk.answer(1, "-")
    shown = view(desk.table, ANN_READS)
    assert shown["asks"][0]["pass"] == {"action": "-", "label": "Pass", "kind": "pass", "gain": 0}
    assert shown["fresh"][0] == ["r7"]
    assert shown["lost"][0] == ["r2", "r3", "r4", "r5", "r6"]


def test_on_a_mixed_sheet_a_field_names_its_row_as_well() -> None:
    desk = running("qwixx layout=mixx_a", dice="typed")
    desk.roll(3, 4, 1, 1, 1, 1)
    names = labels(view(desk.table, ANN_READS)["asks"][0])
    assert names["r7"] == "blue 7 in the red row, skips 5 numbers"


def test_qwinto_says_which_dice_and_what_a_sum_does() -> None:
    desk = running("qwinto", dice="typed")
    shown = view(desk.table, ANN_READS)
    choices = {action["action"]: action for action in shown["asks"][0]["actions"]}
    assert choices["oy"]["label"] == "Take orange and yellow"
    assert (choices["oy"]["dice"], choices["oy"]["kind"]) == (["orange", "yellow"], "dice")
    desk.answer(0, "oy")
    assert view(desk.table, ANN_READS)["roll"]["label"] == "Roll 2 dice"
    desk.roll(3, 5)
    shown = view(desk.table, ANN_READS)
    assert labels(shown["asks"][0]) == {"keep": "Keep the 8", "reroll": "Roll again"}
    assert [die["face"] for die in shown["dice"]] == [3, 5]
    desk.answer(0, "keep")
    entry = view(desk.table, ANN_READS)["asks"][0]["actions"][0]
    assert (entry["label"], entry["number"]) == ("8 in orange, field 1", 8)


def test_qwingo_warns_of_a_starting_number_that_strangles_its_column() -> None:
    desk = running("qwingo")
    actions = view(desk.table, ANN_READS)["asks"][0]["actions"]
    warned = [a["action"] for a in actions if a["warning"] and a["action"].startswith("b")]
    assert warned == ["b11=10", "b12=10"], "box 11 would need ten numbers from 1 to 9"


def test_a_call_tells_in_which_own_columns_it_fits() -> None:
    desk = running("qwingo")
    for number, letter in zip((10, 20, 30, 40, 50), "bcdwi", strict=True):
        desk.answer(0, f"{letter}1={number}")
        desk.answer(1, f"{letter}1={number}")
    calls = {a["number"]: a for a in view(desk.table, ANN_READS)["asks"][0]["actions"]}
    assert len(calls) == 100
    assert calls[5]["fits"] == []
    assert calls[35]["fits"] == ["banana", "cup", "donut"]


def test_a_seat_without_a_choice_is_not_asked() -> None:
    desk = running(dice="typed")
    desk.roll(1, 1, 6, 6, 6, 6)
    desk.answer(0, "r2")
    desk.answer(1, "r2")
    desk.answer(0, "-")
    desk.roll(1, 1, 6, 6, 6, 6)
    seats = view(desk.table, WATCHER)["seats"]
    assert [row["answered"] for row in seats] == [False, False]
    assert labels(view(desk.table, ANN_READS)["asks"][0]).keys() == {"y2"}


def test_one_reader_with_two_seats_is_asked_by_name() -> None:
    desk = running(dice="typed")
    desk.roll(3, 4, 1, 1, 1, 1)
    shown = view(desk.table, Reader((0, 1)))
    assert shown["sentence"] == "Ann: Cross 7, or pass."
    assert [ask["seat"] for ask in shown["asks"]] == [0, 1]


# News


def test_the_log_tells_what_everybody_did_and_announces_closings() -> None:
    desk = running("qwixx marks_to_lock=1", dice="typed")
    desk.roll(3, 4, 1, 1, 1, 1)
    desk.answer(0, "r7")
    desk.answer(1, "-")
    desk.answer(0, "-")
    desk.roll(6, 6, 1, 1, 1, 1)
    desk.answer(0, "r12")
    desk.answer(1, "-")
    shown = view(desk.table, BEN_READS)
    assert shown["announce"] == "The red row is closed: the red die leaves the game."
    texts = [line["text"] for line in shown["log"]]
    assert texts[-3:] == ["Ann crosses red 12.", "Ben passes.", shown["announce"]]
    assert "Ann crosses red 7." in texts
    assert [die["name"] for die in shown["dice"]].count("red") == 1, "it lies there until the roll"
    desk.answer(1, "-")
    assert "red" not in [die["name"] for die in view(desk.table, BEN_READS)["roll"]["dice"]]


def test_the_result_is_broken_down_and_names_the_winner() -> None:
    desk = running("qwixx max_misthrows=1", dice="typed")
    desk.roll(3, 4, 1, 1, 1, 1)
    desk.answer(0, "-")
    desk.answer(1, "r7")
    desk.answer(0, "-")
    shown = view(desk.table, BEN_READS)
    assert shown["phase"] == "over"
    result = shown["result"]
    assert result["winner_sentence"] == shown["sentence"] == "Ben wins with 1 point."
    assert result["rows"][0] == {"kind": "line", "label": "red", "values": [0, 1]}
    assert result["rows"][-1] == {"kind": "misthrow", "label": "misthrows", "values": [-5, 0]}
    assert (result["totals"], result["places"]) == ([-5, 1], [2, 1])


def test_equal_results_share_the_place() -> None:
    desk = running("qwingo boxes=2")
    for number, letter in zip((10, 20, 30, 40, 50), "bcdwi", strict=True):
        desk.answer(0, f"{letter}1={number}")
        desk.answer(1, f"{letter}1={number}")
    while view(desk.table, WATCHER)["phase"] != "over":
        match = desk.table.match
        assert match is not None
        if not match.waiting:
            desk.roll()
        for number in match.waiting:
            ask = view(desk.table, Reader((number,)))["asks"][0]
            if ask["phase"] == "call":
                desk.answer(number, "call 99")
            else:
                desk.answer(number, ask["actions"][0]["action"])
    result = view(desk.table, WATCHER)["result"]
    assert result["places"] == [1, 1]
    assert result["winner_sentence"] == "Ann and Ben share the first place."


def test_changed_options_are_named_in_plain_words() -> None:
    desk = running("qwixx same_row_twice=false rows_to_end=3")
    options = view(desk.table, WATCHER)["options"]
    assert "both crosses of a turn may be in the same row: no" in options
    assert "closed rows that end the game: 3" in options
    assert len(options) == 2


# The lobby and the host


def test_the_lobby_tells_the_host_whether_the_game_can_begin() -> None:
    desk = Desk("qwixx", [seat("Ann", "ann"), OPEN])
    assert view(desk.table, ANN_READS)["can_start"] is True
    assert view(desk.table, WATCHER)["can_start"] is False
    empty = Desk("qwixx", [OPEN, OPEN])
    shown = view(empty.table, Reader((), is_host=True))
    assert shown["can_start"] is False
    assert shown["why_not"] == "This game needs 1 to 5 players."


def test_the_host_is_told_what_can_be_done_about_others() -> None:
    desk = running(dice="typed")
    desk.roll(3, 4, 1, 1, 1, 1)
    assert view(desk.table, ANN_READS)["host_tools"] == [
        {"seat": 1, "name": "Ben", "can": ["pass", "bot"]}
    ]
    assert view(desk.table, BEN_READS)["host_tools"] == []
    desk.answer(1, "-")
    assert view(desk.table, ANN_READS)["host_tools"][0]["can"] == ["bot"]
    desk.take(plans.hand_over(desk.table, ANN, 1, "greedy"))
    assert view(desk.table, ANN_READS)["host_tools"] == []
    assert view(desk.table, BEN_READS)["seats"][1]["bot"] == "greedy"


def test_a_bot_is_no_person_whom_the_host_may_hand_over() -> None:
    desk = Desk("qwixx", [seat("Ann", "ann"), BOT])
    desk.take(plans.start(desk.table, ANN))
    assert view(desk.table, ANN_READS)["host_tools"] == []


# Keeping what was encoded


def test_a_kept_part_is_never_shown_to_another_reader_or_at_another_time() -> None:
    desk, cache = running(dice="typed"), ViewCache()
    desk.roll(3, 4, 1, 1, 1, 1)

    def check() -> None:
        for reader in (ANN_READS, BEN_READS, WATCHER, Reader((0, 1))):
            kept = encode_view(desk.table, reader, NOBODY, cache)
            assert kept == encode_view(desk.table, reader, NOBODY, ViewCache())

    check()
    desk.answer(1, "r7")
    check()
    desk.take(plans.undo(desk.table, BEN, 1))
    check()
    desk.answer(1, "-")
    desk.answer(0, "-")
    check()
    away = Presence(frozenset({1}), 3, changes=1)
    assert encode_view(desk.table, WATCHER, away, cache) == encode_view(desk.table, WATCHER, away)


def test_a_view_is_small_enough_for_a_phone_and_many_readers() -> None:
    desk = running(dice="typed")
    desk.roll(3, 4, 1, 1, 1, 1)
    assert len(encode_view(desk.table, ANN_READS)) < 6000
