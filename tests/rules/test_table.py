"""The rules of the table, docs/rules/table.md: seats, joint answers and places."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from rollwright import (
    Action,
    Chance,
    CommittedDice,
    Decision,
    DiceError,
    IllegalAction,
    Match,
    Seat,
    SeededDice,
    StaleAnswer,
    Terminal,
    TypedDice,
    UndoError,
    bot_stream,
    create_game,
)
from rollwright.game import Game, shared_places

from .positions import (
    Table,
    after_setup,
    finished_match,
    new_table,
    qwingo,
    qwinto,
    qwixx,
    say,
    say_all,
    scripted_match,
    seat_of,
)

GAMES = ("qwixx", "qwinto", "qwingo")


# T1 Seats and the order of play


@pytest.mark.parametrize("family", GAMES)
def test_t1_1_the_order_of_the_seats_is_fixed_whoever_answers_first(family: str) -> None:
    game = create_game(f"{family}(players=3)")
    match = Match(game, SeededDice(3))
    actives: dict[int, Seat | None] = {}
    while len(actives) < 4:
        if isinstance(match.node, Chance):
            match.roll()
        for seat in reversed(match.waiting):
            match.submit(match.decision, seat, game.default(match.state, seat))
        if turn := game.turn(match.state):
            actives[turn] = game.active(match.state)
    assert actives == {1: 0, 2: 1, 3: 2, 4: 0}


@pytest.mark.parametrize("family", GAMES)
def test_t1_2_the_first_seat_begins_by_default(family: str) -> None:
    game = create_game(family)
    assert game.spec["start"] == "first_seat"
    state = game.initial()
    assert isinstance(game.node(state), Chance if family == "qwixx" else Decision)
    assert state.active == 0


@pytest.mark.parametrize("family", GAMES)
def test_t1_3_a_lot_with_equal_chances_decides_who_begins(family: str) -> None:
    table = new_table(f"{family}(players=3, start=random)")
    assert (table.game.turn(table.state), table.game.active(table.state)) == (0, None)
    lots = table.chance.distribution()
    assert [lots.probability((face,)) for face in (1, 2, 3)] == [Fraction(1, 3)] * 3
    begun = table.roll("start c")
    assert begun.state.active == 2


def test_t1_3_the_lot_is_typed_in_with_real_dice() -> None:
    match = Match(create_game("qwixx(players=2, start=random)"), TypedDice())
    with pytest.raises(DiceError):
        match.roll()
    match.roll((2,))
    assert match.state.active == 1


# T2 All answer together


def test_t2_1_nothing_happens_until_all_answers_are_in() -> None:
    match = scripted_match("qwixx(players=2)", (3, 4, 1, 1, 1, 1))
    match.roll()
    before = match.state
    say(match, "a", "r7")
    assert match.state == before
    assert match.waiting == (1,)
    say(match, "b", "g7")
    assert [sheet.rows for sheet in match.state.sheets] == [
        ((5,), (), (), ()), ((), (), (5,), ()),
    ]  # fmt: skip


@pytest.mark.parametrize("order", list(permutations("abc")))
def test_t2_2_the_order_in_which_answers_arrive_changes_nothing(order: tuple[str, ...]) -> None:
    answers = {"a": "r7", "b": "-", "c": "r7"}
    match = scripted_match("qwixx(players=3)", (3, 4, 1, 1, 1, 1))
    match.roll()
    say_all(match, {letter: answers[letter] for letter in order})
    other = scripted_match("qwixx(players=3)", (3, 4, 1, 1, 1, 1))
    other.roll()
    say_all(other, answers)
    assert match.state == other.state
    assert match.record == other.record


def rotated(game: Game[Any], state: Any) -> Any:
    """The same state with everybody one seat further to the left."""
    sheets = state.sheets[-1:] + state.sheets[:-1]
    return state._replace(sheets=sheets, active=Seat((state.active + 1) % game.spec.players))


def play_with_rotated_twin(game: Game[Any], number: int) -> None:
    """Play a game and its twin with all seats moved on, and compare them after every step."""
    dice, stream = SeededDice("twins", number), bot_stream("twins", number, 0, 0)
    players = game.spec.players
    state = game.initial()
    twin = rotated(game, state)
    while not isinstance(node := game.node(state), Terminal):
        if isinstance(node, Chance):
            roll = dice.draw(node)
            state, twin = game.roll(state, roll), game.roll(twin, roll)
        else:
            joint, moved = {}, {}
            for seat in node.seats:
                legal = game.legal(state, seat)
                neighbour = Seat((seat + 1) % players)
                assert game.legal(twin, neighbour) == legal
                joint[seat] = moved[neighbour] = stream.choice(legal[stream.below(len(legal)) :])
            state, twin = game.play(state, joint), game.play(twin, moved)
        assert twin == rotated(game, state)
    places = game.places(state)
    assert game.places(twin) == places[-1:] + places[:-1]


@pytest.mark.parametrize(
    ("spec", "games"),
    [
        ("qwixx(players=2)", 150),
        ("qwixx(players=3, marks_to_lock=1)", 100),
        ("qwixx(players=3, simultaneous_lock=false, marks_to_lock=1)", 50),
        ("qwinto(players=2)", 100),
        ("qwinto(players=3, last_turn=stop_at_once)", 50),
        ("qwingo(players=2, boxes=4)", 10),
    ],
)
def test_t2_2_seats_that_are_exchanged_have_the_same_results(spec: str, games: int) -> None:
    game = create_game(spec)
    for number in range(games):
        play_with_rotated_twin(game, number)


@pytest.mark.slow
def test_t2_2_seats_that_are_exchanged_have_the_same_results_in_10_000_games() -> None:
    game = create_game("qwixx(players=2)")
    for number in range(10_000):
        play_with_rotated_twin(game, number)


def test_t2_3_only_a_seat_that_is_asked_answers_and_once() -> None:
    match = scripted_match("qwixx(players=2)", (3, 4, 3, 1, 1, 1))
    match.roll()
    say(match, "a", "r7")
    with pytest.raises(StaleAnswer, match="already"):
        say(match, "a", "y7")
    say(match, "b", "-")
    with pytest.raises(StaleAnswer, match="not asked"):
        say(match, "b", "-")


def test_t2_3_a_late_answer_is_refused_and_changes_nothing() -> None:
    match = scripted_match("qwixx(players=2)", (3, 4, 3, 1, 1, 1))
    match.roll()
    old = match.decision
    action = match.game.parse_action(match.state, "r7")
    match.submit(old, Seat(0), action)
    say(match, "b", "r7")
    state, events = match.state, list(match.events)
    for number in (old, 99):
        with pytest.raises(StaleAnswer):
            match.submit(number, Seat(0), action)
    assert (match.state, match.events) == (state, events)
    assert [score.total for score in match.game.scores(match.state)] == [1, 1]


def test_t2_3_replaying_a_log_twice_gives_the_same_sheets() -> None:
    match = finished_match("qwixx(players=2)", SeededDice(11))
    replays = []
    for _ in range(2):
        replay = Match(create_game("qwixx(players=2)"), SeededDice(11))
        replay.apply(match.events)
        replays.append(replay)
    assert replays[0].state == replays[1].state == match.state
    with pytest.raises(StaleAnswer):
        replays[0].apply(match.events)
    assert replays[0].state == match.state
    assert match.record.final() == match.record.final() == match.state


@pytest.mark.parametrize("answer", ["r8", "r12", "y2"])
def test_t2_4_an_illegal_answer_is_refused_and_costs_nothing(answer: str) -> None:
    match = scripted_match("qwixx(players=2)", (3, 4, 3, 1, 1, 1))
    match.roll()
    state = match.state
    with pytest.raises(IllegalAction) as caught:
        say(match, "a", answer)
    assert caught.value.rule == "Q3"
    assert "[Q3]" in str(caught.value)
    assert (match.state, dict(match.pending), match.waiting) == (state, {}, (0, 1))
    say(match, "a", "r7")


def test_t2_4_an_illegal_second_answer_keeps_the_state_and_the_dice() -> None:
    match = scripted_match("qwixx(players=2)", (3, 4, 3, 1, 1, 1))
    match.roll()
    say_all(match, {"a": "-", "b": "-"})
    state = match.state
    with pytest.raises(IllegalAction):
        say(match, "a", "r9")
    assert match.state == state
    assert match.state.roll == (3, 4, 3, 1, 1, 1)
    assert match.state.sheets[0].misthrows == 0


@pytest.mark.parametrize(
    ("rolled", "joint"),
    [(True, {}), (True, {0: 0}), (True, {0: 0, 1: 0, 2: 0}), (False, {0: 0, 1: 0})],
)
def test_t2_4_the_rules_take_complete_answers_only(rolled: bool, joint: dict[Seat, Any]) -> None:
    table = qwixx(roll="w34" if rolled else None)
    with pytest.raises(IllegalAction) as caught:
        table.game.play(table.state, joint)
    assert caught.value.rule == "T2"


@pytest.mark.parametrize(
    ("table", "rule"),
    [
        (qwixx(roll="w34"), "Q3"),
        (qwixx(roll="w34").play("- -"), "Q3"),
        (new_table("qwinto"), "W2"),
        (new_table("qwinto").play("o").roll("o3"), "W2"),
        (qwinto(roll="o3"), "W3"),
        (new_table("qwingo"), "G2"),
        (after_setup("qwingo"), "G3"),
        (qwingo(called=37, face="banana"), "G4"),
        (qwingo(called=37, face="lightning"), "G4"),
    ],
)
@pytest.mark.parametrize("number", [-1, 300])
def test_t2_4_an_answer_that_is_not_on_the_sheet_is_refused(
    table: Table, rule: str, number: int
) -> None:
    joint = {seat_of(letter): Action(number) for letter in table.asked}
    with pytest.raises(IllegalAction) as caught:
        table.game.play(table.state, joint)
    assert caught.value.rule == rule


def test_t2_5_an_answer_is_taken_back_while_others_have_not_answered() -> None:
    match = scripted_match("qwixx(players=2)", (3, 4, 3, 1, 1, 1))
    match.roll()
    say(match, "a", "r7")
    match.undo(Seat(0))
    assert dict(match.pending) == {}
    say_all(match, {"a": "y7", "b": "r7"})
    assert match.state.sheets[0].rows == ((), (5,), (), ())
    assert not match.can_undo(Seat(0))
    with pytest.raises(UndoError):
        match.undo(Seat(1))


def test_t2_5_a_misthrow_is_taken_back_with_the_answer_until_the_next_roll() -> None:
    match = scripted_match("qwixx(players=2)", (3, 4, 3, 1, 1, 1), (1, 1, 1, 1, 1, 1))
    match.roll()
    say_all(match, {"a": "-", "b": "-"})
    say(match, "a", "-")
    assert match.state.sheets[0].misthrows == 1
    match.undo(Seat(0))
    assert match.state.sheets[0].misthrows == 0
    match.redo(Seat(0))
    assert match.state.sheets[0].misthrows == 1
    match.roll()
    assert not match.can_undo(Seat(0))


def test_t2_5_a_misthrow_of_qwinto_is_taken_back() -> None:
    match = scripted_match("qwinto(players=1)", (3,))
    say(match, "a", "o")
    match.roll()
    say(match, "a", "keep")
    say(match, "a", "-")
    assert match.state.sheets[0].misthrows == 1
    match.undo(Seat(0))
    assert match.state.sheets[0].misthrows == 0
    assert match.state.phase == "entries"


def test_t2_5_a_closed_row_is_open_again_when_the_answer_is_taken_back() -> None:
    match = scripted_match(
        "qwixx(players=1, marks_to_lock=2)",
        (1, 1, 1, 1, 1, 1), (1, 2, 1, 1, 1, 1), (6, 6, 1, 6, 6, 6),
    )  # fmt: skip
    for answer in ("r2", "r3"):
        match.roll()
        say(match, "a", answer)
        say(match, "a", "-")
    match.roll()
    say(match, "a", "r12")
    assert match.state.closed[0]
    match.undo(Seat(0))
    assert match.state.closed == (False,) * 4
    say(match, "a", "-")
    assert match.game.parse_action(match.state, "r7") in match.legal(Seat(0))


def test_t2_5_the_end_of_a_game_is_taken_back_but_not_with_committed_dice() -> None:
    spec = "qwixx(players=1, max_misthrows=1)"
    for dice, possible in ((SeededDice(5), True), (CommittedDice(), False)):
        match = Match(create_game(spec), dice)
        match.roll()
        say(match, "a", "-")
        say(match, "a", "-")
        assert match.is_over
        assert match.can_undo(Seat(0)) is possible


@pytest.mark.parametrize(
    ("table", "answer"),
    [
        (qwixx(roll="w34"), "-"),
        (qwixx("R6 Y11 G3 B3", roll="w34", spec="qwixx(voluntary_misthrow=false)"), "r7"),
        (new_table("qwinto"), "o"),
        (new_table("qwinto").play("o").roll("o3"), "keep"),
        (qwinto(roll="o3"), "-"),
        (new_table("qwingo"), "b2=10"),
        (after_setup("qwingo"), "call 50"),
        (qwingo("b6=50", called=37, face="banana"), "b3"),
        (qwingo("b6=50", called=37, face="lightning"), "-"),
    ],
)
def test_t2_6_who_runs_out_of_time_passes_or_gives_a_harmless_answer(
    table: Any, answer: str
) -> None:
    default = table.game.default(table.state, Seat(0))
    assert table.game.format_action(table.state, default) == answer
    assert answer in table.legal("a")


def test_t2_6_who_is_not_asked_has_no_default() -> None:
    for table in (qwixx(), new_table("qwinto"), after_setup("qwingo")):
        with pytest.raises(IllegalAction):
            table.game.default(table.state, Seat(1))


# T3 A single possible answer


def test_t3_1_who_can_only_pass_is_not_asked() -> None:
    match = scripted_match("qwinto(players=2, rerolls=0)", (1,), (6,), (1,))
    for roller, field in (("a", "o1"), ("b", "o9")):
        say(match, roller, "o")
        match.roll()
        say_all(match, {"a": field, "b": field})
    say(match, "a", "o")
    match.roll()  # there is a 1 on both sheets already: nobody has a field for another
    assert match.state.turn == 4
    assert [sheet.misthrows for sheet in match.state.sheets] == [1, 0]


def test_t3_1_a_single_legal_entry_is_made_without_asking() -> None:
    match = scripted_match("qwingo(players=2, boxes=2)", (1,))
    for answer in ("b1=10", "c1=20", "d1=30", "w1=40", "i1=50"):
        say_all(match, {"a": answer, "b": answer})
    say(match, "a", "call 60")
    match.roll()
    assert match.is_over
    assert [sheet[0] for sheet in match.state.sheets] == [(10, 60), (10, 60)]
    assert len(match.events) == 12  # ten starting numbers, the call and the roll


def test_t3_2_dice_do_not_depend_on_what_was_answered() -> None:
    crossing, passing = (Match(create_game("qwixx(players=1)"), SeededDice(8)) for _ in "ab")
    first = crossing.roll()
    assert passing.roll() == first
    say(crossing, "a", f"r{first[0] + first[1]}")
    say(passing, "a", "-")
    for match in (crossing, passing):
        if match.waiting:
            say(match, "a", "-")
    assert crossing.state != passing.state
    assert crossing.roll() == passing.roll()


# T5 Places


def test_t5_1_equal_players_share_the_better_place() -> None:
    assert shared_places([(30,), (25,), (25,), (12,)]) == (1, 2, 2, 4)
    assert shared_places([(5,), (9,), (9,)]) == (3, 1, 1)
    assert shared_places([(7,)]) == (1,)


def test_t5_2_all_in_the_first_place_have_won_together() -> None:
    assert qwixx("R2,3", "Y2,3", "B12,11", spec="qwixx(players=3)").places == (1, 1, 1)
    assert qwixx("R2,3", "Y2,3", "B12", spec="qwixx(players=3)").places == (1, 1, 3)
