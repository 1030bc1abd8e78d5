"""Qwixx compiled, with the trained bot: what `rollwright.fast.qwixx` offers, and `expert`."""

from __future__ import annotations

import numpy as np

from ...fast import qwixx as simple
from ...fast.compile import kernel
from ...fast.qwixx import (
    COLOUR,
    OVER,
    PLAYERS,
    STATE,
    WHITE,
    Players,
    Results,
    Rules,
    State,
    Work,
    can_play,
    choose,
    draw,
    make_rules,
    places,
    play,
    roll,
    start,
    total,
)
from ...fast.qwixx import WORK as TABLE
from ...fast.streams import BOT_STREAM, DICE_STREAM, chain
from .network import Net, Weights
from .plan import PLAN, choose_colour, make_plan
from .weights import load_weights

__all__ = [
    "PLAYERS",
    "POLICIES",
    "STATE",
    "WORK",
    "can_play",
    "load_weights",
    "make_rules",
    "play_batch",
]

EXPERT = 1 + simple.GA
"""The kind of policy that is played by the network."""

POLICIES = simple.POLICIES | {"expert": (EXPERT, {})}

WORK = np.dtype([("table", TABLE), ("plan", PLAN)])
"""Room to work in."""


@kernel
def answer(
    rules: Rules,
    state: State,
    players: Players,
    bots: np.uint64,
    net: Net,
    work: Work,
) -> None:
    """Fill in the answers of all seats that are asked."""
    if state.phase == COLOUR:
        seat = state.active
        if players.kind[seat] == EXPERT:
            work.table.answers[seat] = choose_colour(rules, state, net, work.plan)
        else:
            work.table.answers[seat] = choose(rules, state, seat, players, bots, work.table)
        return
    is_planned = False
    for seat in range(rules.players):
        if players.kind[seat] != EXPERT:
            work.table.answers[seat] = choose(rules, state, seat, players, bots, work.table)
            continue
        if not is_planned:
            make_plan(rules, state, net, work.plan)
            is_planned = True
        work.table.answers[seat] = work.plan.white[seat]


@kernel
def play_game(
    rules: Rules,
    players: Players,
    dice: np.uint64,
    bots: np.uint64,
    net: Net,
    state: State,
    work: Work,
) -> None:
    """Play a match to its end, `dice` and `bots` being its streams."""
    start(rules, state)
    while state.phase != OVER:
        if state.phase in (WHITE, COLOUR):
            answer(rules, state, players, bots, net, work)
            play(rules, state, work.table)
        else:
            draw(rules, state, dice, work.table)
            roll(rules, state, work.table)


@kernel
def play_batch(
    rules: Rules,
    players: Players,
    key: np.uint64,
    number: int,
    state: State,
    work: Work,
    results: Results,
    first: Weights,
    second: Weights,
    last: Weights,
) -> None:
    """Play the matches from `number` on, of the seed with this key, with these weights.

    Each row of `results` gets the number of turns, the total of each seat, and their places.
    """
    net = (first, second, last)
    dice, bots = chain(key, DICE_STREAM), chain(key, BOT_STREAM)
    for game in range(results.shape[0]):
        own_dice, own_bots = chain(dice, number + game), chain(bots, number + game)
        play_game(rules, players, own_dice, own_bots, net, state, work)
        places(rules, state, work.table)
        results[game, 0] = state.turn
        for seat in range(rules.players):
            results[game, 1 + seat] = total(rules, state, seat)
            results[game, 1 + rules.players + seat] = work.table.places[seat]
