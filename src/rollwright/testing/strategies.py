"""Strategies for Hypothesis: specs with any options, and matches of any length.

Hypothesis must be installed to import this module; nothing else of the package needs it.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from ..dice import Chance, DiceSource, SeededDice, Stream, TypedDice, seed_key
from ..game import PASS, Action, Game, Seat
from ..match import Match
from ..spec import Family, GameSpec, create_game, families, make_spec

SEEDS = st.integers(0, 2**32)


def specs(family: str | None = None) -> st.SearchStrategy[GameSpec]:
    """Any game, or any of one family, with any number of seats and any options."""
    known = [each for each in families() if family in (None, each.name)]
    return st.sampled_from(known).flatmap(_specs_of)


def _specs_of(family: Family) -> st.SearchStrategy[GameSpec]:
    players = st.sampled_from(tuple(family.seats))
    options = st.fixed_dictionaries(
        {}, optional={option.name: st.sampled_from(option.choices) for option in family.options}
    )
    return st.builds(make_spec, st.just(family.name), options, players)


def games(family: str | None = None) -> st.SearchStrategy[Game[Any]]:
    """Any game, or any of one family, with any number of seats and any options."""
    return specs(family).map(create_game)


@st.composite
def matches(
    draw: st.DrawFn,
    games: st.SearchStrategy[Game[Any]] | None = None,
    most_events: int = 120,
    typed: bool = False,
) -> Match:
    """A match after some events: rolls and answers of single seats, in any order of seats.

    Seats may have answered while others are still asked. `typed` takes typed dice instead of
    seeded ones.
    """
    game = draw(_games if games is None else games)
    seed = draw(SEEDS)
    dice: DiceSource = TypedDice() if typed else SeededDice(seed)
    match = Match(game, dice)
    play_on(match, Stream(seed_key(f"matches {seed}")), draw(st.integers(0, most_events)))
    return match


_games = games()


def play_on(match: Match, stream: Stream, events: int) -> None:
    """Let some events happen: a roll, or an answer of any seat that is asked."""
    for _ in range(events):
        if isinstance(match.node, Chance):
            roll_on(match, stream)
        elif match.waiting:
            seat = stream.choice(match.waiting)
            match.submit(match.decision, seat, draw_answer(match, seat, stream))
        else:
            return


def roll_on(match: Match, stream: Stream) -> None:
    """Roll the dice of a match, typed ones as the stream says."""
    node = match.node
    assert isinstance(node, Chance)
    if isinstance(match.dice, TypedDice):
        match.roll(tuple(1 + stream.below(die.sides) for die in node.dice))
    else:
        match.roll()


def draw_answer(match: Match, seat: Seat, stream: Stream) -> Action:
    """A legal answer, more often the first that is no pass, so that rows fill up."""
    legal = match.legal(seat)
    others = [action for action in legal if action != PASS]
    if PASS in legal and others and stream.below(2):
        return others[0]
    return stream.choice(legal)
