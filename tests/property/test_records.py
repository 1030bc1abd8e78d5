"""Records: whatever was played is read back, and a cut text is a valid beginning of the game."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollwright import (
    InputError,
    Match,
    Record,
    RecordError,
    ScriptedDice,
    SeededDice,
    create_game,
    format_record,
    format_record_json,
    parse_record,
    parse_record_json,
)
from rollwright.dice import Stream, seed_key
from rollwright.record import Answered
from rollwright.testing import check_record
from rollwright.testing.strategies import matches, play_on

TRIED = settings(max_examples=100, deadline=None, derandomize=True)

EVERY_KIND = (
    "qwixx(players=1)",
    "qwixx(players=3, start=random)",
    "qwixx(layout=mixx_b, players=2)",
    "qwinto(players=1)",
    "qwinto(players=3, start=random, rerolls=3)",
    "qwingo(players=1)",
    "qwingo(players=3, start=random)",
    "qwingo(players=2, boxes=2)",
)


def played(spec: str, events: int, seed: int = 1) -> Record:
    match = Match(create_game(spec), SeededDice(seed))
    play_on(match, Stream(seed_key(f"records {seed}")), events)
    return match.record


def split(text: str) -> tuple[str, str]:
    """The header with its blank line, and the lines of the game."""
    header, _, body = text.partition("\n\n")
    return header + "\n\n", body


@TRIED
@given(matches())
def test_any_record_is_read_back_from_text_and_json(match: Match) -> None:
    check_record(match.record)
    assert parse_record(format_record(match.record)).steps == match.steps


@pytest.mark.parametrize("spec", EVERY_KIND)
@pytest.mark.parametrize("events", [0, 1, 4, 14, 15, 16, 40, 70])
def test_every_prefix_of_a_text_is_a_prefix_of_the_steps(spec: str, events: int) -> None:
    record = played(spec, events)
    header, body = split(format_record(record))
    longest = -1
    for end in range(len(body) + 1):
        found = parse_record(header + body[:end])
        assert found.steps == record.steps[: len(found.steps)]
        assert len(found.steps) >= longest, "more text cannot mean fewer steps"
        longest = len(found.steps)
    assert longest == len(record.steps)


@pytest.mark.parametrize("spec", EVERY_KIND)
def test_a_cut_in_the_middle_of_a_line_loses_no_complete_line(spec: str) -> None:
    record = played(spec, 60)
    header, body = split(format_record(record))
    lines = body.splitlines(keepends=True)
    setup = sum(line.startswith("0") for line in lines)
    for number in range(setup, len(lines)):
        whole = parse_record(header + "".join(lines[:number]))
        cut = parse_record(header + "".join(lines[:number]) + lines[number][:3])
        assert whole.steps == cut.steps


@pytest.mark.parametrize("spec", EVERY_KIND)
def test_a_cut_text_with_line_ends_of_windows_is_a_prefix_too(spec: str) -> None:
    record = played(spec, 30)
    header, body = split(format_record(record).replace("\n", "\r\n").replace("\r\n\r\n", "\n\n"))
    for end in range(len(body) + 1):
        found = parse_record(header + body[:end])
        assert found.steps == record.steps[: len(found.steps)]
    assert parse_record(header + body).steps == record.steps


@TRIED
@given(matches(), st.sampled_from(["\r\n", "\n\n", " \n", "\t\r\n", "\n   "]))
def test_line_ends_blanks_and_a_byte_order_mark_do_not_matter(match: Match, end: str) -> None:
    text = "\ufeff" + format_record(match.record).replace("\n", end)
    assert parse_record(text) == match.record
    assert not parse_record(text.rstrip() + "\n").cut


@pytest.mark.parametrize("tail", ["", "\n", "\n\n", "\r\n", "  \n\t\n"])
def test_a_header_alone_is_a_game_before_its_first_step(tail: str) -> None:
    header, _ = split(format_record(played("qwixx(players=2)", 0)))
    record = parse_record(header.rstrip("\n") + tail)
    assert (record.steps, record.cut, record.result()) == ((), False, None)


def setup_text(*lines: str, end: str = "\n") -> str:
    tags = {"Format": "rollwright 1", "Game": "qwingo(players=2)", "Rules": "1", "Seats": "a; b"}
    header = [f'[{name} "{value}"]' for name, value in tags.items()]
    return "\n".join([*header, "", *lines]) + end


FIRST, SECOND = "0a b1=10 c2=20 d3=30 w4=40 i5=50", "0b i1=10 w2=20 d3=30 c4=40 b5=50"


@pytest.mark.parametrize(
    "lines, end, steps, cut",
    [
        ([], "", 0, False),
        ([FIRST], "\n", 0, True),
        ([FIRST, "0"], "", 0, True),
        ([FIRST, "0b"], "", 0, True),
        ([FIRST, "0b i1=1"], "", 0, True),
        ([FIRST, "0b i1=10"], "", 1, True),
        ([FIRST, "0b i1=10 w2"], "", 1, True),
        ([FIRST, "0b i1=10 w2=20 d3=30 c4=40 b5=5"], "", 4, True),
        ([FIRST, SECOND], "", 5, False),
        ([FIRST, SECOND], "\n", 5, False),
        (["0a b1=10 c2=20", "0b i1=10 w2=20"], "\n", 2, False),
        (["0a b1=10 c2=20", "0b i1=10"], "\n", 1, True),
        ([FIRST, SECOND, "1a call 3"], "", 5, True),
        ([FIRST, SECOND, "1a call 3"], "\n", 6, False),
        ([FIRST, SECOND, "1a call 37"], "", 6, False),
        ([FIRST, SECOND, "1a call 10"], "", 5, True),
        ([FIRST, SECOND, "1a call 37 /"], "", 6, True),
        ([FIRST, SECOND, "1a call 37 / lightn"], "", 6, True),
        ([FIRST, SECOND, "1a call 37 / lightning :"], "", 7, True),
        ([FIRST, SECOND, "1a call 37 / banana : b2 b"], "", 7, True),
        ([FIRST, SECOND, "1a call 37 / banana : b2 b1"], "", 8, False),
        ([FIRST, SECOND, "1a call 60 / watermelon : w5 w1"], "", 7, True),
        ([FIRST, SECOND, "1a call 60 / watermelon : w5 w12"], "", 8, False),
        ([FIRST, SECOND, "1a call 7 / watermelon : w1 w1"], "", 8, False),
        ([FIRST, SECOND, "1"], "", 5, True),
        ([FIRST, SECOND, "1a"], "", 5, False),
    ],
)
def test_cut_set_up_and_calls(lines: list[str], end: str, steps: int, cut: bool) -> None:
    record = parse_record(setup_text(*lines, end=end))
    assert (len(record.steps), record.cut) == (steps, cut)


@pytest.mark.parametrize(
    "lines, message",
    [
        ([FIRST, SECOND, SECOND], "should begin with 1a"),
        ([SECOND, FIRST], "should begin with 0a"),
        ([FIRST, "1a call 37"], "should begin with 0b"),
        (["0a b1=10", "0b i1=10", "1a call 37"], "not complete"),
        ([FIRST + " b2=60", SECOND], "more secret answers"),
        ([FIRST + " b2=60", SECOND + " i2=60"], "more secret answers"),
        (["0a b1=10 b2=20", "0b i1=10 w2=20"], "starting number already"),
        (["0a b1=20", "0b i1=10"], "do not belong|does not belong"),
        ([FIRST, SECOND, "1a call 101"], "call a number from 1 to 100"),
        ([FIRST, SECOND, "1a call 37 / banana : b2 b6"], "cannot stand"),
        ([FIRST, SECOND, "1a call 37 / banana : b2 b1 : -"], "turn was over"),
        ([FIRST, SECOND, "1a call 37 / banana : b2", "2b call 1"], "1 answers; 2 seats"),
        ([FIRST, SECOND, "1a call 37 / banana", "2b call 1"], "not complete"),
    ],
)
@pytest.mark.parametrize("end", ["\n", ""])
def test_wrong_lines_are_refused_open_or_not(lines: list[str], message: str, end: str) -> None:
    with pytest.raises(RecordError, match=message):
        parse_record(setup_text(*lines, end=end))


@pytest.mark.parametrize("end", ["\n", ""])
def test_an_illegal_last_answer_is_refused_although_the_text_is_open(end: str) -> None:
    record = played("qwixx(players=2)", 0)
    header, _ = split(format_record(replace(record, dice="typed")))
    with pytest.raises(RecordError) as error:
        parse_record(header + "1a w34 r2 y5 g6 b1 : r7 r8" + end)
    assert (error.value.turn, error.value.rule) == (1, "Q3")


def test_answers_are_written_in_the_order_of_seats_however_a_record_holds_them() -> None:
    record = played("qwixx(players=3)", 30)
    steps = tuple(
        Answered(step.joint[::-1]) if isinstance(step, Answered) else step for step in record.steps
    )
    assert format_record(replace(record, steps=steps)) == format_record(record)


# Garbage

NUMBERS = st.one_of(
    st.integers(),
    st.floats(allow_nan=True, allow_infinity=True),
    st.sampled_from([10**4000, -1, 2**63, True, 1.0]),
)
WORDS = st.one_of(
    st.text(max_size=8),
    st.sampled_from(["\ud800", "9" * 5000, "start", "over", "white", "-", "r7", "o4", "b1=10"]),
)
DATA = st.recursive(
    st.none() | st.booleans() | NUMBERS | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)


def refuse(call: Any, *arguments: Any) -> bool:
    """Whether the call raises `InputError`, whose text can be shown; any other error is a fault."""
    try:
        call(*arguments)
    except InputError as error:
        return 0 < len(str(error)) < 4000
    return False


def changed(draw: st.DrawFn, data: Any, value: Any) -> Any:
    """The same JSON with one place in it replaced by `value`."""
    if isinstance(data, dict) and data and draw(st.integers(0, 4)):
        key = draw(st.sampled_from(sorted(data)))
        return data | {key: changed(draw, data[key], value)}
    if isinstance(data, list) and data and draw(st.integers(0, 4)):
        place = draw(st.integers(0, len(data) - 1))
        return [*data[:place], changed(draw, data[place], value), *data[place + 1 :]]
    return value


@st.composite
def spoilt_json(draw: st.DrawFn) -> tuple[Match, Any]:
    """A match, and the JSON of its state with one place replaced by something else."""
    match = draw(matches(most_events=40))
    state = json.loads(json.dumps(match.game.format_state(match.state)))
    return match, changed(draw, state, draw(DATA))


MORE = settings(max_examples=200, deadline=None, derandomize=True)


@MORE
@given(spoilt_json())
def test_a_spoilt_state_is_refused_or_can_be_played_on(pair: tuple[Match, Any]) -> None:
    match, data = pair
    game = match.game
    if refuse(game.parse_state, data):
        return
    state = game.parse_state(data)
    hash(state)
    assert game.parse_state(game.format_state(state)) == state
    node = game.node(state)
    for seat in getattr(node, "seats", ()):
        assert game.legal(state, seat)
        assert game.default(state, seat) in game.legal(state, seat)


@MORE
@given(matches(most_events=40), DATA)
def test_garbage_in_json_raises_input_errors_only(match: Match, data: Any) -> None:
    game, state = match.game, match.state
    refuse(game.parse_state, data)
    refuse(game.parse_sheet, data)
    refuse(game.score_sheet, data)
    refuse(game.parse_roll_json, state, data)
    refuse(game.position, data, data, 0)
    assert refuse(parse_record_json, data)


@MORE
@given(matches(most_events=40), st.data())
def test_a_spoilt_record_in_json_raises_input_errors_only(match: Match, data: Any) -> None:
    record = json.loads(json.dumps(format_record_json(match.record)))
    spoilt = changed(data.draw, record, data.draw(DATA))
    if not refuse(parse_record_json, spoilt):
        assert parse_record_json(spoilt).steps == parse_record_json(spoilt).steps


@MORE
@given(matches(most_events=40), st.data())
def test_a_spoilt_record_in_text_raises_input_errors_only(match: Match, data: Any) -> None:
    text = format_record(match.record)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 12)))
    insert = data.draw(WORDS | st.sampled_from([" : ", " / ", "\n", '"', "\\", "1a", "0b", "["]))
    spoilt = text[:start] + insert + text[end:]
    if not refuse(parse_record, spoilt):
        check_record(parse_record(spoilt))


@MORE
@given(matches(most_events=40), WORDS | st.text())
def test_garbage_in_text_raises_input_errors_only(match: Match, text: str) -> None:
    game, state = match.game, match.state
    refuse(game.parse_roll, state, text)
    refuse(game.parse_action, state, text)
    assert refuse(parse_record, text)


def places(data: Any) -> Iterator[tuple[Any, ...]]:
    """The way to every value in a JSON value."""
    yield ()
    if isinstance(data, dict | list):
        for key in data if isinstance(data, dict) else range(len(data)):
            for way in places(data[key]):
                yield (key, *way)


def with_value(data: Any, way: tuple[Any, ...], value: Any) -> Any:
    """A copy of the JSON value with another value at one place."""
    if not way:
        return value
    copy = data.copy()
    copy[way[0]] = with_value(data[way[0]], way[1:], value)
    return copy


def nested(depth: int) -> Any:
    data: Any = []
    for _ in range(depth):
        data = [data]
    return data


HOSTILE = [10**5000, nested(20_000), {"a": nested(20_000)}, math.nan, "\ud800", "x" * 10**5, True]
HOSTILE += [1.0, -1, 2**64, [], {}, None, "", [[]], [None], ["r7"], ["\ud800"], {"0": "-"}, "-"]


@pytest.mark.parametrize("spec", EVERY_KIND)
def test_a_hostile_value_anywhere_raises_input_errors_only(spec: str) -> None:
    record = played(spec, 25)
    data = json.loads(json.dumps(format_record_json(record)))
    game, state = record.game, record.final()
    state_data = json.loads(json.dumps(game.format_state(state)))
    refused = 0
    for value in HOSTILE:
        for way in places(data):
            refused += refuse(parse_record_json, with_value(data, way, value))
        for way in places(state_data):
            refused += refuse(game.parse_state, with_value(state_data, way, value))
    assert refused > len(HOSTILE)


@pytest.mark.parametrize("spec", EVERY_KIND)
@pytest.mark.parametrize(
    "text",
    [
        *(word + "9" * 5000 for word in ("", "o", "w", "b", "call ", "start ")),
        *("\ud800", "start \ud800", "w٣٤ r2 y5 g6 b1", "o٣", " " * 100_000, "- " * 3000, "\x00"),
    ],
    ids=lambda text: ascii(text[:8]),
)
def test_hostile_words_are_refused_with_a_short_message(spec: str, text: str) -> None:
    record = played(spec, 20)
    refused = 0
    for state in record.states():
        refused += refuse(record.game.parse_roll, state, text)
        refused += refuse(record.game.parse_action, state, text)
    assert refused >= len(record.steps)


def test_a_long_run_of_blanks_is_read_in_a_moment() -> None:
    header, _ = split(format_record(replace(played("qwixx(players=2)", 0), dice="typed")))
    assert refuse(parse_record, header + "1a w34" + " " * 300_000 + "x\n")
    assert refuse(parse_record, " " * 300_000 + header.replace("Format", "Fromat"))


def test_scripted_dice_leave_a_record_that_can_be_read() -> None:
    match = Match(create_game("qwixx(players=1)"), ScriptedDice([(1, 2, 3, 4, 5, 6)]))
    match.roll()
    check_record(match.record)
    assert match.record.dice == "scripted"
