"""What holds for every match, whatever is answered and rolled."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rollwright import Match, ScriptedDice, Seat, SeededDice, TypedDice, UndoError
from rollwright.dice import Chance, Stream, seed_key
from rollwright.game import Decision
from rollwright.match import CORRECT, RETRACT
from rollwright.record import Rolled
from rollwright.testing.strategies import SEEDS, draw_answer, games, matches, play_on, roll_on

TRIED = settings(max_examples=90, deadline=None, derandomize=True)


def facts(match: Match) -> tuple[Any, ...]:
    """All that a person at the table can tell of a match, except the number of the question."""
    return (
        match.state,
        match.node,
        match.steps,
        dict(match.pending),
        match.waiting,
        match.resolved,
        tuple(match.legal(seat) for seat in map(Seat, range(match.game.spec.players))),
    )


def rebuilt(match: Match) -> Match:
    """The match that its events lead to."""
    again = Match(match.game, match.dice, match.names)
    again.apply(match.events)
    return again


def replayed(match: Match) -> Match:
    """A match in which the same steps were taken, without undoing anything."""
    rolls = [step.roll for step in match.steps if isinstance(step, Rolled)]
    again = Match(match.game, ScriptedDice(rolls))
    for number, step in enumerate(match.steps):
        if number < len(again.steps):
            continue
        if isinstance(step, Rolled):
            again.roll()
        else:
            answers = dict(step.joint)
            for seat in again.waiting:
                again.submit(again.decision, seat, answers[seat])
    return again


@TRIED
@given(matches(games("qwixx")))
def test_q3_crosses_only_move_right_and_none_is_taken_away(match: Match) -> None:
    states = [before for before, _ in match.trail] + [match.state]
    for before, after in pairwise(states):
        for old, new in zip(before.sheets, after.sheets, strict=True):
            assert new.misthrows >= old.misthrows
            for old_row, new_row in zip(old.rows, new.rows, strict=True):
                assert new_row[: len(old_row)] == old_row
                assert list(new_row) == sorted(set(new_row))
                assert len(new_row) - len(old_row) <= 1


@TRIED
@given(matches(games("qwixx")))
def test_q5_a_closed_row_never_reopens_and_no_cross_enters_it(match: Match) -> None:
    rolls_later = match.game.spec["lock_effect"] == "next_roll"
    states = [before for before, _ in match.trail] + [match.state]
    for before, after in pairwise(states):
        for row, closed in enumerate(before.closed):
            assert after.closed[row] >= closed
            if closed and not (rolls_later and before.phase == "colour"):
                for old, new in zip(before.sheets, after.sheets, strict=True):
                    assert old.rows[row] == new.rows[row]


@TRIED
@given(matches(games("qwinto") | games("qwingo")))
def test_w3_g6_written_numbers_stay_as_they_are(match: Match) -> None:
    def written(state: Any) -> list[Any]:
        sheets = getattr(state.sheets[0], "numbers", None)
        if sheets is not None:
            return [number for sheet in state.sheets for number in sheet.numbers]
        return [number for sheet in state.sheets for column in sheet for number in column]

    states = [before for before, _ in match.trail] + [match.state]
    for before, after in pairwise(states):
        for old, new in zip(written(before), written(after), strict=True):
            assert old is None or old == new


@TRIED
@given(matches())
def test_scores_are_bounded(match: Match) -> None:
    bounds = {"points": (-40, 312), "boxes": (0, 100), "turns": (0, 10**6)}
    least, most = bounds[match.game.result_unit]
    for state, _ in match.trail:
        for score in match.game.scores(state):
            assert least <= score.total <= most


@TRIED
@given(matches(), SEEDS)
def test_undo_equals_the_match_before_the_answer(match: Match, seed: int) -> None:
    undone = 0
    for seat in match.waiting:
        before = facts(match)
        match.submit(match.decision, seat, draw_answer(match, seat, Stream(seed_key(seed))))
        if match.can_undo(seat):
            match.undo(seat)
            assert facts(match) == before
            undone += 1
        else:
            assert len(match.steps) > len(before[2]), "only a resolved answer cannot be taken back"
            break
    assert undone <= match.game.spec.players


@TRIED
@given(matches(), SEEDS)
def test_undo_equals_the_replay_of_the_prefix(match: Match, seed: int) -> None:
    stream = Stream(seed_key(f"undo {seed}"))
    for _ in range(12):
        able = [s for s in map(Seat, range(match.game.spec.players)) if match.can_undo(s)]
        if able and stream.below(2):
            match.undo(stream.choice(able))
        else:
            play_on(match, stream, 1)
        again = replayed(match)
        assert again.state == match.state
        assert again.steps == match.steps


@TRIED
@given(matches(), SEEDS)
def test_redo_gives_the_same_match_again(match: Match, seed: int) -> None:
    seats = [s for s in map(Seat, range(match.game.spec.players)) if match.can_undo(s)]
    for seat in seats:
        before = facts(match)
        match.undo(seat)
        assert match.can_redo(seat)
        match.redo(seat)
        assert facts(match) == before
    for seat in map(Seat, range(match.game.spec.players)):
        assert not match.can_redo(seat), "what was done again cannot be done a third time"


@TRIED
@given(matches())
def test_t6_undo_never_passes_a_roll(match: Match) -> None:
    rolls = [step for step in match.steps if isinstance(step, Rolled)]
    for _ in range(40):
        able = [s for s in map(Seat, range(match.game.spec.players)) if match.can_undo(s)]
        if not able:
            break
        match.undo(able[0])
    assert [step for step in match.steps if isinstance(step, Rolled)] == rolls
    for seat in map(Seat, range(match.game.spec.players)):
        before = facts(match)
        try:
            match.undo(seat)
            raise AssertionError("there was nothing to take back")
        except UndoError:
            assert facts(match) == before


@TRIED
@given(games(), SEEDS, st.randoms(use_true_random=False))
def test_the_order_of_submission_never_changes_the_result(game: Any, seed: int, order: Any) -> None:
    stream = Stream(seed_key(f"order {seed}"))
    forward, shuffled = Match(game, SeededDice(seed)), Match(game, SeededDice(seed))
    for _ in range(40):
        if isinstance(forward.node, Chance):
            assert forward.roll() == shuffled.roll()
        elif isinstance(forward.node, Decision):
            answers = {seat: draw_answer(forward, seat, stream) for seat in forward.waiting}
            seats = list(answers)
            for seat in seats:
                forward.submit(forward.decision, seat, answers[seat])
            order.shuffle(seats)
            for seat in seats:
                shuffled.submit(shuffled.decision, seat, answers[seat])
        assert facts(forward) == facts(shuffled)


@TRIED
@given(matches(), SEEDS)
def test_a_match_is_rebuilt_from_its_events(match: Match, seed: int) -> None:
    stream = Stream(seed_key(f"events {seed}"))
    for _ in range(10):
        able = [s for s in map(Seat, range(match.game.spec.players)) if match.can_undo(s)]
        redo = [s for s in map(Seat, range(match.game.spec.players)) if match.can_redo(s)]
        choice = stream.below(3)
        if able and choice == 0:
            match.undo(stream.choice(able))
        elif redo and choice == 1:
            match.redo(stream.choice(redo))
        else:
            play_on(match, stream, 1)
    again = rebuilt(match)
    assert facts(again) == facts(match)
    assert again.decision == match.decision
    assert again.events == match.events
    assert match.record == again.record


@TRIED
@given(matches(typed=True), SEEDS)
def test_a_corrected_roll_is_as_if_it_had_been_typed_at_once(match: Match, seed: int) -> None:
    stream = Stream(seed_key(f"correct {seed}"))
    if not match.can_correct:
        assert not any(isinstance(step, Rolled) for step in match.steps)
        return
    last = max(n for n, step in enumerate(match.steps) if isinstance(step, Rolled))
    node = match.game.node(match.trail[last][0])
    assert isinstance(node, Chance)
    roll = tuple(1 + stream.below(die.sides) for die in node.dice)
    match.correct(roll)
    assert match.steps[last] == Rolled(roll)
    assert match.steps[:last] == tuple(step for _, step in match.trail[:last])
    assert match.state == match.game.roll(match.trail[last][0], roll) or len(match.steps) > last + 1
    assert match.events[-1].kind == CORRECT
    assert facts(rebuilt(match)) == facts(match)


@TRIED
@given(matches(), SEEDS)
def test_a_resumed_match_goes_on_in_the_same_way(match: Match, seed: int) -> None:
    resumed = Match.resume(match.record, match.dice)
    assert resumed.steps == match.steps
    assert (resumed.state, resumed.resolved) == (match.state, match.resolved)
    for seat, action in match.pending.items():
        if seat in resumed.waiting:
            resumed.submit(resumed.decision, seat, action)
    assert facts(resumed) == facts(match)
    first, second = Stream(seed_key(seed)), Stream(seed_key(seed))
    play_on(match, first, 25)
    play_on(resumed, second, 25)
    assert facts(resumed) == facts(match)
    assert facts(rebuilt(resumed)) == facts(resumed)


@TRIED
@given(matches(), st.integers(0, 10**6))
def test_a_match_can_be_resumed_at_every_step(match: Match, place: int) -> None:
    whole = match.record
    cut = replace(whole, steps=whole.steps[: place % (len(whole.steps) + 1)])
    resumed = Match.resume(cut, match.dice)
    assert resumed.steps[: len(cut.steps)] == cut.steps
    assert resumed.steps == whole.steps[: len(resumed.steps)]
    for seat in map(Seat, range(match.game.spec.players)):
        assert len(resumed.legal(seat)) != 1 or seat in resumed.pending


@TRIED
@given(matches(typed=True))
def test_events_of_seats_are_answers_and_retractions(match: Match) -> None:
    seats = [s for s in map(Seat, range(match.game.spec.players)) if match.can_undo(s)]
    count = len(match.events)
    for seat in seats:
        if match.can_undo(seat):
            match.undo(seat)
            count += 1
            assert match.events[-1] == (RETRACT, seat, None, None)
    assert len(match.events) == count
    assert isinstance(match.dice, TypedDice)
    if isinstance(match.node, Chance):
        roll_on(match, Stream(1))
        assert len(match.events) == count + 1
