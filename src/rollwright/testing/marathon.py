"""Many random games in a row, under options drawn at random: for long runs in several processes."""

from __future__ import annotations

from typing import NamedTuple

from ..arena import play_match
from ..bots import create_bot
from ..dice import SeededDice, Stream, seed_key
from ..spec import GameSpec, create_game, find_family, make_spec
from .conformance import check_state


class Tally(NamedTuple):
    """What was played: games, different specs, turns, and games that ended with a sole winner."""

    games: int
    specs: int
    turns: int
    sole_winners: int


def random_spec(family: str, stream: Stream) -> GameSpec:
    """Any number of seats, and any value of each option; every second option keeps its default."""
    known = find_family(family)
    options = {
        option.name: stream.choice(option.choices) for option in known.options if stream.below(2)
    }
    return make_spec(family, options, stream.choice(known.seats))


def play_random_games(family: str, first: int, games: int) -> Tally:
    """Play matches of random bots, numbered from `first`; the number fixes spec, dice and answers.

    Raises `Fault` where a finished game does not hold what every state must.
    """
    specs = set()
    turns = sole_winners = 0
    for number in range(first, first + games):
        spec = random_spec(family, Stream(seed_key(f"marathon {family} {number}")))
        game = create_game(spec)
        bots = [create_bot("random", game) for _ in range(spec.players)]
        match = play_match(game, bots, SeededDice("marathon", number), "marathon", number)
        check_state(game, match.state)
        specs.add(spec)
        turns += game.turn(match.state)
        sole_winners += game.places(match.state).count(1) == 1
    return Tally(games, len(specs), turns, sole_winners)
