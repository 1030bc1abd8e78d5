"""The bots are as strong as they were measured to be, and each level beats the one below it."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

import pytest

from rollwright import Stream, create_game, families
from rollwright.bots import bot_infos, create_bot
from rollwright.bots.levels import LEVEL_NAMES, PLAYS, plays_as
from rollwright.bots.strengths import Strength, ladder, strengths, strengths_of
from rollwright.dice import Chance, bot_stream, seed_key
from rollwright.game import Decision
from rollwright.review.duel import duel
from rollwright.spec import parse_spec

GATES = {
    ("qwixx", ("expert", "ga")): 0.60,
    ("qwinto", ("expert", "planner")): 0.95,
    ("qwingo", ("expert", "counter")): 0.65,
    ("qwingo", ("expert", "blocker")): 0.55,
}
"""The least score that is asked of the experts, whatever was measured."""

AGAIN = [
    *(key for key in GATES if key != ("qwingo", ("expert", "counter"))),
    ("qwinto", ("expert", "strong")),
]
"""The duels that CI plays again with other dice."""

LEAST_STEP = 0.60
"""What each level must reach against the one below it."""

ALLOWED = 3.5
"""Standard errors of the difference between two measurements of the same bots."""


def find(family: str, bots: tuple[str, ...]) -> Strength:
    (found,) = [s for s in strengths() if (s.family, s.bots) == (family, bots)]
    return found


STEPS = [
    (family.name, (level, below)) for family in families() for below, level in pairwise(LEVEL_NAMES)
]


@pytest.mark.parametrize("family, bots", STEPS)
def test_each_level_was_measured_above_the_one_below(family: str, bots: tuple[str, str]) -> None:
    found = find(family, bots)
    assert found.score >= LEAST_STEP
    assert found.pairs >= 2000 or found.score - ALLOWED * found.se > LEAST_STEP


@pytest.mark.parametrize("family, bots", GATES)
def test_the_experts_were_measured_above_what_is_asked_of_them(
    family: str, bots: tuple[str, str]
) -> None:
    found = find(family, bots)
    assert found.score >= GATES[family, bots]
    assert found.pairs >= 2000 or found.score - ALLOWED * found.se > GATES[family, bots] - 0.01


def test_the_ladder_adds_up_the_steps() -> None:
    for family in families():
        rungs = ladder(family.name)
        assert list(rungs) == list(LEVEL_NAMES)
        steps = [find(family.name, (level, below)).elo for below, level in pairwise(LEVEL_NAMES)]
        assert rungs["expert"] == pytest.approx(sum(step or 0.0 for step in steps))
        assert sorted(rungs.values()) == list(rungs.values())


def test_every_bot_in_company_has_a_strength_but_the_weakest() -> None:
    measured = {found.bot for found in strengths()}
    unmeasured = {info.name for info in bot_infos()} - measured
    assert unmeasured == {"random", "beginner", "counter"}
    assert all(found.command.startswith("rollwright duel") for found in strengths_of("expert"))


@pytest.mark.parametrize("family", [family.name for family in families()])
@pytest.mark.parametrize("players", [1, 2, 4])
def test_levels_have_the_same_names_in_all_games(family: str, players: int) -> None:
    game = create_game(f"{family}(players={players})")
    names = [info.name for info in bot_infos(family) if info.name in LEVEL_NAMES]
    assert names == list(LEVEL_NAMES)
    for level in LEVEL_NAMES:
        assert type(create_bot(level, game)) is type(create_bot(plays_as(family, level), game))
    assert list(PLAYS[family]) == list(LEVEL_NAMES[:-1])


@pytest.mark.slow
@pytest.mark.parametrize("family, bots", AGAIN)
def test_2000_new_pairs_agree_with_the_stored_score(family: str, bots: tuple[str, str]) -> None:
    stored = find(family, bots)
    found = duel(parse_spec(stored.game), bots, 2000, "gate")
    assert abs(found.score - stored.score) <= ALLOWED * sqrt(found.se**2 + stored.se**2)


@pytest.mark.parametrize("family", [family.name for family in families()])
@pytest.mark.parametrize("level", LEVEL_NAMES[:-1])
def test_a_level_plays_as_its_bot_does(family: str, level: str) -> None:
    game = create_game(f"{family}(players=2)")
    bots = [create_bot(level, game), create_bot(plays_as(family, level), game)]
    state, stream, compared = game.initial(), Stream(seed_key(f"{family} {level}")), 0
    for number in range(30):
        node = game.node(state)
        if isinstance(node, Chance):
            state = game.roll(state, tuple(1 + stream.below(die.sides) for die in node.dice))
        elif isinstance(node, Decision):
            joint = {}
            for seat in node.seats:
                legal = game.legal(state, seat)
                view = game.view(state, seat)
                answers = [
                    bot.choose(view, seat, legal, bot_stream("levels", 0, number, seat)).action
                    for bot in bots
                ]
                assert answers[0] == answers[1]
                joint[seat] = answers[0]
                compared += len(legal) > 1
            state = game.play(state, joint)
        else:
            break
    assert compared > 5
