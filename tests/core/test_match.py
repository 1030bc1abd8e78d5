"""What a match takes, refuses, takes back and keeps."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rollwright import (
    PASS,
    CommittedDice,
    DiceError,
    IllegalAction,
    InputError,
    Match,
    ScriptedDice,
    Seat,
    SeededDice,
    StaleAnswer,
    TypedDice,
    UndoError,
    create_game,
)
from rollwright.match import ANSWER, CORRECT, RETRACT, ROLL, Event

A, B = Seat(0), Seat(1)


def start(spec: str = "qwixx(players=2)", *rolls: tuple[int, ...]) -> Match:
    return Match(create_game(spec), ScriptedDice(rolls) if rolls else TypedDice())


def give(match: Match, seat: Seat, text: str) -> None:
    match.submit(match.decision, seat, match.game.parse_action(match.state, text))


def facts(match: Match) -> tuple[Any, ...]:
    return match.state, match.decision, dict(match.pending), match.steps, tuple(match.events)


# Answers


def test_answers_stay_hidden_until_all_are_in() -> None:
    match = start()
    match.roll((3, 4, 1, 1, 1, 1))
    before = match.state
    give(match, B, "r7")
    assert match.state == before
    assert match.record.steps == match.steps[:1]
    assert match.waiting == (A,)
    give(match, A, "-")
    assert match.state.sheets[B].rows[0] == (5,)


def test_q3_an_illegal_answer_names_its_rule_and_changes_nothing() -> None:
    match = start()
    match.roll((3, 4, 1, 1, 1, 1))
    before = facts(match)
    with pytest.raises(IllegalAction, match="r8 is not the white sum, 7") as error:
        give(match, A, "r8")
    assert error.value.rule == "Q3"
    assert facts(match) == before
    give(match, A, "r7")


@pytest.mark.parametrize("action", [-1, 45, 10**9])
def test_a_code_that_is_no_answer_is_illegal(action: int) -> None:
    match = start()
    match.roll((3, 4, 1, 1, 1, 1))
    before = facts(match)
    with pytest.raises(IllegalAction, match="There is no field"):
        match.submit(match.decision, A, action)  # type: ignore[arg-type]
    assert facts(match) == before


@pytest.mark.parametrize("number", [np.int64(6), np.uint8(6), 6.0])
def test_an_answer_is_kept_as_the_number_that_the_rules_use(number: Any) -> None:
    match = start()
    match.roll((3, 4, 1, 1, 1, 1))
    match.submit(match.decision, A, number)
    assert type(match.pending[A]) is int
    assert type(match.events[-1].action) is int


def test_an_answer_to_another_question_is_stale() -> None:
    match = start()
    match.roll((3, 4, 1, 1, 1, 1))
    question = match.decision
    give(match, A, "-")
    give(match, B, "-")
    before = facts(match)
    for number in (question, question - 1, question + 2, -1):
        with pytest.raises(StaleAnswer, match="The game has gone on"):
            match.submit(number, A, match.legal(A)[0])
    assert facts(match) == before


def test_one_seats_answer_never_makes_anothers_stale() -> None:
    match = start()
    match.roll((3, 4, 1, 1, 1, 1))
    question = match.decision
    match.submit(question, B, match.legal(B)[0])
    match.submit(question, A, match.legal(A)[0])
    assert len(match.steps) >= 2


def test_a_seat_answers_once() -> None:
    match = start()
    match.roll((3, 4, 1, 1, 1, 1))
    give(match, A, "r7")
    before = facts(match)
    with pytest.raises(StaleAnswer, match="This seat has answered already"):
        give(match, A, "y7")
    assert facts(match) == before


def test_a_seat_that_is_not_asked_cannot_answer() -> None:
    match = start()
    match.roll((3, 4, 1, 1, 1, 1))
    give(match, A, "-")
    give(match, B, "-")
    assert match.state.phase == "colour"
    for seat in (B, Seat(2), Seat(-1)):
        with pytest.raises(StaleAnswer, match="not asked now"):
            match.submit(match.decision, seat, match.legal(A)[0])
        assert match.legal(seat) == ()


def test_nothing_can_be_answered_while_dice_are_to_be_rolled() -> None:
    match = start()
    with pytest.raises(StaleAnswer, match="not asked now"):
        match.submit(match.decision, A, PASS)
    assert match.waiting == ()


def test_t3_a_seat_without_a_choice_answers_by_itself_and_uses_no_event() -> None:
    match = start("qwixx(players=2)")
    match.roll((6, 6, 1, 1, 1, 1))
    for seat in (A, B):
        give(match, seat, "g12")
    give(match, A, "-")
    match.roll((6, 6, 1, 1, 1, 1))
    assert len(match.steps) == 4
    assert match.legal(B) == (PASS, match.game.parse_action(match.state, "b12"))
    for seat in (A, B):
        give(match, seat, "b12")
    give(match, B, "-")
    match.roll((6, 6, 1, 1, 1, 1))
    assert match.state.phase == "colour", "nobody can cross 12 any more"
    assert [event.kind for event in match.events[-2:]] == [ANSWER, ROLL]


def test_decision_numbers_grow_and_are_never_used_again() -> None:
    match = start("qwixx(players=1)")
    seen = []
    match.roll((3, 4, 1, 1, 1, 1))
    for _ in range(3):
        seen.append(match.decision)
        give(match, A, "r7")
        seen.append(match.decision)
        match.undo(A)
    match.correct((3, 5, 1, 1, 1, 1))
    seen.append(match.decision)
    assert seen == sorted(set(seen))


# Dice


def test_typed_dice_need_a_roll_and_others_take_none() -> None:
    typed = start()
    with pytest.raises(DiceError, match="Roll your real dice"):
        typed.roll()
    with pytest.raises(InputError, match="cannot show 7"):
        typed.roll((7, 1, 1, 1, 1, 1))
    assert typed.steps == ()
    seeded = Match(create_game("qwixx"), SeededDice(1))
    with pytest.raises(DiceError, match="rolled by the program"):
        seeded.roll((1, 1, 1, 1, 1, 1))
    assert seeded.steps == ()
    assert seeded.roll() == seeded.state.roll


def test_no_dice_are_rolled_while_seats_are_asked() -> None:
    match = start()
    match.roll((3, 4, 1, 1, 1, 1))
    before = facts(match)
    with pytest.raises(StaleAnswer, match="No dice are rolled now"):
        match.roll((3, 4, 1, 1, 1, 1))
    assert facts(match) == before


def test_a_roll_that_was_typed_wrongly_can_be_corrected_until_the_next_roll() -> None:
    match = start()
    assert not match.can_correct
    with pytest.raises(UndoError, match="Only the last roll of real dice"):
        match.correct((1, 1, 1, 1, 1, 1))
    match.roll((3, 4, 1, 1, 1, 1))
    give(match, A, "r7")
    give(match, B, "r7")
    assert match.can_correct
    match.correct((3, 5, 1, 1, 1, 1))
    assert match.state.sheets[A].rows[0] == match.state.sheets[B].rows[0] == ()
    assert match.waiting == (A, B)
    assert match.events[-1] == Event(CORRECT, roll=(3, 5, 1, 1, 1, 1))
    assert not match.can_redo(A)
    give(match, A, "r8")


def test_a_correction_that_no_die_can_show_changes_nothing() -> None:
    match = start()
    match.roll((3, 4, 1, 1, 1, 1))
    give(match, A, "r7")
    before = facts(match)
    with pytest.raises(InputError, match="cannot show 9"):
        match.correct((3, 9, 1, 1, 1, 1))
    assert facts(match) == before


def test_the_last_roll_of_a_finished_game_can_be_corrected() -> None:
    match = start("qwixx(players=1, max_misthrows=1)")
    match.roll((3, 4, 1, 1, 1, 1))
    give(match, A, "-")
    give(match, A, "-")
    assert match.is_over
    match.correct((3, 5, 1, 1, 1, 1))
    assert not match.is_over
    assert match.state.sheets[A].misthrows == 0


def test_drawn_rolls_cannot_be_corrected() -> None:
    match = start("qwixx(players=1)", (1, 1, 1, 1, 1, 1))
    match.roll()
    assert not match.can_correct
    with pytest.raises(UndoError):
        match.correct((2, 2, 2, 2, 2, 2))


# Undo and redo


def test_an_unresolved_answer_is_taken_back_and_given_again() -> None:
    match = start()
    match.roll((3, 4, 1, 1, 1, 1))
    give(match, A, "r7")
    assert match.can_undo(A)
    match.undo(A)
    assert match.waiting == (A, B)
    assert match.events[-1] == Event(RETRACT, A)
    match.redo(A)
    assert match.pending[A] == match.game.parse_action(match.state, "r7")
    assert not match.can_redo(A)


def test_another_answer_forgets_what_was_taken_back() -> None:
    match = start()
    match.roll((3, 4, 1, 1, 1, 1))
    give(match, A, "r7")
    match.undo(A)
    give(match, A, "y7")
    match.undo(A)
    match.redo(A)
    assert match.pending[A] == match.game.parse_action(match.state, "y7")
    with pytest.raises(UndoError, match="nothing to do again"):
        match.redo(A)


def test_a_whole_turn_alone_is_undone_and_done_again_step_by_step() -> None:
    match = start("qwixx(players=1)")
    match.roll((3, 4, 1, 1, 1, 1))
    before = match.state
    give(match, A, "r7")
    give(match, A, "b4")
    after = match.state
    match.undo(A)
    match.undo(A)
    assert match.state == before
    with pytest.raises(UndoError, match="There is nothing to take back"):
        match.undo(A)
    match.redo(A)
    match.redo(A)
    assert match.state == after


def test_t6_undo_does_not_pass_a_roll() -> None:
    match = start("qwixx(players=1)")
    match.roll((3, 4, 1, 1, 1, 1))
    give(match, A, "r7")
    give(match, A, "-")
    match.roll((1, 2, 1, 1, 1, 1))
    before = facts(match)
    assert not match.can_undo(A)
    with pytest.raises(UndoError):
        match.undo(A)
    assert facts(match) == before


def test_an_answer_that_others_have_seen_stays() -> None:
    match = start()
    match.roll((3, 4, 1, 1, 1, 1))
    give(match, A, "r7")
    give(match, B, "-")
    assert not match.can_undo(A)
    assert not match.can_undo(B)
    with pytest.raises(UndoError, match="the others have answered"):
        match.undo(B)


def test_a_choice_alone_stays_once_another_has_answered_the_next_question() -> None:
    match = start("qwinto(players=2)")
    give(match, A, "o")
    match.roll((3,))
    give(match, A, "keep")
    assert match.can_undo(A)
    give(match, B, "o1")
    assert not match.can_undo(A)
    match.undo(B)
    match.undo(A)
    assert match.state.phase == "keep"


def test_the_end_cannot_be_undone_once_the_secret_of_committed_dice_is_known() -> None:
    match = Match(create_game("qwixx(players=1, max_misthrows=1)"), CommittedDice())
    match.roll()
    give(match, A, "-")
    assert match.record.secret is None
    give(match, A, "-")
    assert match.is_over
    assert match.record.secret == match.dice.secret  # type: ignore[attr-defined]
    assert not match.can_undo(A)
    with pytest.raises(UndoError):
        match.undo(A)
    open_match = start("qwixx(players=1, max_misthrows=1)")
    open_match.roll((3, 4, 1, 1, 1, 1))
    give(open_match, A, "-")
    give(open_match, A, "-")
    assert open_match.can_undo(A)


# Memory


def test_a_trail_is_built_again_where_its_states_were_forgotten() -> None:
    match = start()
    for roll in ((1, 2, 3, 4, 5, 6), (6, 4, 2, 1, 3, 5), (1, 6, 6, 6, 1, 1)):
        match.roll(roll)
        while match.waiting:
            match.submit(match.decision, match.waiting[0], match.legal(match.waiting[0])[0])
    trail = match.trail
    assert match.last_roll is not None
    for first in (2, len(trail)):
        match.forget_states(first)
        assert match.trail == trail
        assert match.trail_from(1) == trail[1:]
        assert match.trail_from(match.last_roll) == trail[match.last_roll :]
        assert match.trail_from(len(trail)) == ()


def test_forgetting_states_takes_nothing_from_undo_and_correct() -> None:
    match = start()
    match.roll((3, 4, 1, 1, 1, 1))
    give(match, A, "r7")
    give(match, B, "-")
    before = match.state
    give(match, A, "y5")
    match.forget_states(len(match.steps))
    match.undo(A)
    assert match.state == before
    match.correct((1, 1, 1, 1, 1, 1))
    give(match, A, "r2")
    give(match, B, "-")
    assert match.record.final() == match.state


# Events and names


def test_a_match_is_rebuilt_from_its_events() -> None:
    match = start()
    match.roll((3, 4, 1, 1, 1, 1))
    give(match, A, "r7")
    match.undo(A)
    give(match, A, "y7")
    give(match, B, "-")
    match.correct((3, 5, 1, 1, 1, 1))
    give(match, B, "g8")
    again = start()
    again.apply(match.events)
    assert facts(again) == facts(match)


def test_events_that_cannot_have_happened_are_refused() -> None:
    match = start()
    for event in (Event("shout"), Event(ANSWER, A), Event(ROLL), Event(RETRACT), Event(CORRECT)):
        with pytest.raises(ValueError, match="no such event"):
            match.apply([event])
    match.apply([Event(ROLL, roll=(3, 4, 1, 1, 1, 1))])
    with pytest.raises(StaleAnswer):
        match.apply([Event(ROLL, roll=(3, 4, 1, 1, 1, 1))])
    assert len(match.events) == 1


def test_a_resumed_match_has_the_events_of_the_whole_game() -> None:
    match = start()
    match.roll((3, 4, 1, 1, 1, 1))
    give(match, A, "r7")
    give(match, B, "-")
    resumed = Match.resume(match.record, TypedDice())
    assert resumed.state == match.state
    assert [event.kind for event in resumed.events] == [ROLL, ANSWER, ANSWER]
    again = Match(match.game, TypedDice())
    again.apply(resumed.events)
    assert again.state == match.state


def test_names_are_one_a_seat_and_fit_into_a_record() -> None:
    game = create_game("qwixx(players=2)")
    assert Match(game, TypedDice()).names == ("player 1", "player 2")
    assert Match(game, TypedDice(), [" ann ", "Ĺuba"]).names == ("ann", "Ĺuba")
    with pytest.raises(ValueError, match="2 names are needed, not 1"):
        Match(game, TypedDice(), ["ann"])
    for name in ("a; b", "", " ", "x" * 41, "a\nb", "\ud800"):
        with pytest.raises(InputError, match="cannot be a name"):
            Match(game, TypedDice(), ["ann", name])


def test_pending_answers_cannot_be_changed_from_outside() -> None:
    match = start()
    match.roll((3, 4, 1, 1, 1, 1))
    with pytest.raises(TypeError):
        match.pending[A] = match.legal(A)[0]  # type: ignore[index]
    assert match.waiting == (A, B)


def test_the_number_of_resolved_decisions_leaves_out_rolls() -> None:
    match = start("qwixx(players=1)")
    assert match.resolved == 0
    match.roll((3, 4, 1, 1, 1, 1))
    assert match.resolved == 0
    give(match, A, "r7")
    assert match.resolved == 1
    give(match, A, "b4")
    assert match.resolved == 2
    match.undo(A)
    assert match.resolved == 1


def test_a_choice_is_taken_back_together_with_the_answers_that_followed_by_themselves() -> None:
    match = start("qwixx(players=1)")
    for whites, field in (((5, 6), "r11"), ((5, 6), "y11"), ((1, 2), "g3")):
        match.roll((*whites, 1, 1, 1, 1))
        give(match, A, field)
        if match.waiting:
            give(match, A, "-")
    match.roll((6, 6, 1, 1, 1, 6))
    before, steps = match.state, len(match.steps)
    give(match, A, "b12")
    after = match.state
    assert len(match.steps) == steps + 2, "no colour can be crossed, so that is answered as well"
    match.undo(A)
    assert match.state == before
    match.redo(A)
    assert match.state == after
