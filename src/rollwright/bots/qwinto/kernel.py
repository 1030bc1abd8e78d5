"""Whole games of Qwinto between the trained bots and the simple ones, compiled."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ...fast import qwinto as fast
from ...fast.compile import kernel
from ...fast.qwinto import (
    CHOOSE,
    ENTRIES,
    KEEP,
    OVER,
    PLAYERS,
    STATE,
    draw,
    legal,
    places,
    play,
    roll,
    start,
    total,
)
from ...fast.streams import BOT_STREAM, DICE_STREAM, chain
from .company import Company
from .deciding import decide
from .expert import DENIAL
from .net import Net
from .planning import PLANNER_FILL, plan_answer
from .room import WORK, can_play, make_rules
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

Results: TypeAlias = npt.NDArray[np.int32]
Floats: TypeAlias = npt.NDArray[np.float32]
Rules: TypeAlias = Any
State: TypeAlias = Any
Work: TypeAlias = Any
Players: TypeAlias = Any

PLANNER, EXPERT, EXPERT_POINTS = range(len(fast.POLICIES), len(fast.POLICIES) + 3)

POLICIES: dict[str, tuple[int, dict[str, float]]] = {
    **fast.POLICIES,
    "planner": (PLANNER, {"fill": PLANNER_FILL}),
    "expert": (EXPERT, {"denial": DENIAL}),
    "expert(aim=win)": (EXPERT, {"denial": DENIAL}),
    "expert(aim=points)": (EXPERT_POINTS, {}),
}
"""The bots by name, or by name and parameters."""


@kernel
def choose(
    rules: Rules,
    state: State,
    seat: int,
    players: Players,
    key: np.uint64,
    work: Work,
    net: Net,
    company: Company,
) -> int:
    """The answer of a seat's policy, `key` being the bots' stream of the match."""
    kind = players.kind[seat]
    if kind < PLANNER:
        return fast.choose(rules, state, seat, players, key, work)
    answers = legal(rules, state, seat)
    if answers & (answers - 1) == 0:
        return fast.choose(rules, state, seat, players, key, work)
    if kind == PLANNER:
        return plan_answer(rules, state, seat, players.parameter[seat], work)
    if kind == EXPERT and rules.players > 1:
        return decide(rules, state, seat, True, players.parameter[seat], net, company, work)
    return decide(rules, state, seat, False, 1.0, net, company, work)


@kernel
def play_game(
    rules: Rules,
    players: Players,
    dice: np.uint64,
    bots: np.uint64,
    state: State,
    work: Work,
    net: Net,
    company: Company,
) -> None:
    """Play a match to its end, `dice` and `bots` being its streams."""
    start(rules, state)
    work.rated = work.planned = -1
    while state.phase != OVER:
        if state.phase == ENTRIES:
            for seat in range(rules.players):
                work.answers[seat] = choose(rules, state, seat, players, bots, work, net, company)
            play(rules, state, work)
        elif state.phase == CHOOSE or state.phase == KEEP:
            active = state.active
            work.answers[active] = choose(rules, state, active, players, bots, work, net, company)
            play(rules, state, work)
        else:
            draw(rules, state, dice, work)
            roll(rules, state, work)


@kernel
def play_batch(
    rules: Rules,
    players: Players,
    key: np.uint64,
    first: int,
    state: State,
    work: Work,
    results: Results,
    net_table: Floats,
    net_second: Floats,
    net_second_bias: Floats,
    net_output: Floats,
    net_output_bias: Floats,
    company_own: Floats,
    company_other: Floats,
    company_own_place: Floats,
    company_other_place: Floats,
    company_second: Floats,
    company_second_bias: Floats,
    company_output: Floats,
    company_output_bias: Floats,
) -> None:
    """Play the matches from number `first` on, of the seed with this key.

    Each row of `results` gets the number of turns, the total of each seat, and their places. The
    last arguments are those of `load_weights`.
    """
    net = Net(net_table, net_second, net_second_bias, net_output, net_output_bias)
    company = Company(
        company_own,
        company_other,
        company_own_place,
        company_other_place,
        company_second,
        company_second_bias,
        company_output,
        company_output_bias,
    )
    dice, bots = chain(key, DICE_STREAM), chain(key, BOT_STREAM)
    for game in range(results.shape[0]):
        number = first + game
        play_game(
            rules,
            players,
            chain(dice, number),
            chain(bots, number),
            state,
            work,
            net,
            company,
        )
        places(rules, state, work)
        results[game, 0] = state.turn
        for seat in range(rules.players):
            results[game, 1 + seat] = total(rules, state, seat)
            results[game, 1 + rules.players + seat] = work.places[seat]
