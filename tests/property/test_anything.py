"""Anything that people may do to a match, in any order, keeps it sound."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollwright import PASS, Match, Seat, SeededDice, StaleAnswer, TypedDice, UndoError
from rollwright.dice import Chance, Stream, seed_key
from rollwright.game import Decision, Terminal
from rollwright.match import RETRACT
from rollwright.testing import check_record, check_state
from rollwright.testing.strategies import SEEDS, draw_answer, games, roll_on


def do_something(match: Match, stream: Stream) -> None:
    """One thing that somebody at the table may try, possible or not."""
    seat = Seat(stream.below(match.game.spec.players))
    deed = stream.below(10)
    if deed < 2:
        assert_agrees(match, match.can_undo(seat), lambda: match.undo(seat))
    elif deed == 2:
        assert_agrees(match, match.can_redo(seat), lambda: match.redo(seat))
    elif deed == 3 and match.can_correct:
        last = max(n for n, (_, step) in enumerate(match.trail) if hasattr(step, "roll"))
        node = match.game.node(match.trail[last][0])
        assert isinstance(node, Chance)
        match.correct(tuple(1 + stream.below(die.sides) for die in node.dice))
    elif isinstance(match.node, Chance):
        roll_on(match, stream)
    elif seat in match.waiting:
        match.submit(match.decision, seat, draw_answer(match, seat, stream))
    else:
        with pytest.raises(StaleAnswer):
            match.submit(match.decision, seat, PASS)


def assert_agrees(match: Match, possible: bool, deed: Any) -> None:
    """What a match says can be done is done; what it says cannot is refused, changing nothing."""
    before = (match.state, dict(match.pending), match.steps, len(match.events), match.decision)
    if possible:
        deed()
        assert len(match.events) == before[3] + 1
        return
    with pytest.raises(UndoError):
        deed()
    after = (match.state, dict(match.pending), match.steps, len(match.events), match.decision)
    assert after == before


@settings(max_examples=120, deadline=None, derandomize=True)
@given(games(), SEEDS, st.booleans(), st.integers(1, 70))
def test_a_match_stays_sound_whatever_people_do(
    game: Any, seed: int, typed: bool, deeds: int
) -> None:
    stream = Stream(seed_key(f"anything {seed}"))
    dice = TypedDice() if typed else SeededDice(seed)
    match = Match(game, dice)
    decision = match.decision
    for _ in range(deeds):
        do_something(match, stream)
        assert match.decision >= decision, "decision numbers only grow"
        decision = match.decision
        assert match.node == game.node(match.state)
        assert not (isinstance(match.node, Decision) and not match.waiting)
        assert match.is_over == isinstance(match.node, Terminal)
    check_state(game, match.state)
    check_record(match.record)
    again = Match(game, dice)
    again.apply(match.events)
    assert (again.state, again.steps, again.decision) == (match.state, match.steps, match.decision)
    assert dict(again.pending) == dict(match.pending)
    seats = [Seat(seat) for seat in range(game.spec.players)]
    assert [again.can_redo(seat) for seat in seats] == [match.can_redo(seat) for seat in seats]
    retracted = sum(event.kind == RETRACT for event in match.events)
    assert retracted <= len(match.events) - retracted
