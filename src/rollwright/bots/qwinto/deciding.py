"""The decisions of the expert, compiled: dice, rolls and entries by the plan of the turn."""

from __future__ import annotations

from typing import Any, TypeAlias

from ...fast.compile import kernel
from ...fast.qwinto import (
    CHOOSE,
    DICE_SETS,
    FIRST_SET,
    KEEP,
    KEEP_ROLL,
    ROLL_AGAIN,
    rolled_sum,
)
from .company import Company
from .net import Net
from .rivals import answer_to_win, plan_to_win, rate_rivals
from .turns import answer_sum, keeps, plan_dice, plan_turn, rate_table

Rules: TypeAlias = Any
State: TypeAlias = Any
Work: TypeAlias = Any


@kernel
def decide(
    rules: Rules,
    state: State,
    seat: int,
    to_win: bool,
    denial: float,
    net: Net,
    company: Company,
    work: Work,
) -> int:
    """The answer of a seat that is asked; `work.worth` is what it expects.

    `denial` tells how much it counts in company what others lose by an answer, 1 being as much as
    one's own points where the game is open.
    What is worked out for a turn is kept in `work` until the turn is over: `work.rated` and
    `work.planned` must be -1 before a game.
    """
    _rate(rules, state, to_win, net, company, work)
    work.denial = denial
    if state.phase == CHOOSE:
        chosen = _plan(rules, state, to_win, net, company, work)
        work.worth = work.choice[chosen, 3, seat]
        return FIRST_SET + chosen
    if state.phase == KEEP:
        return _decide_keep(rules, state, seat, to_win, net, company, work)
    if to_win:
        answer_to_win(rules, state, state.chosen, rolled_sum(state), net, company, work)
    else:
        answer_sum(rules, state, state.chosen, rolled_sum(state), work)
    work.worth = work.result[3, seat]
    return int(work.answer[seat])


@kernel
def _rate(rules: Rules, state: State, to_win: bool, net: Net, company: Company, work: Work) -> None:
    if work.rated == state.turn * 2 + to_win:
        return
    if to_win:
        rate_rivals(rules, state, net, company, work)
    else:
        rate_table(rules, state, net, work)
    work.rated = state.turn * 2 + to_win


@kernel
def _plan(rules: Rules, state: State, to_win: bool, net: Net, company: Company, work: Work) -> int:
    work.planned = state.turn
    if to_win:
        return plan_to_win(rules, state, net, company, work)
    return plan_turn(rules, state, work)


@kernel
def _decide_keep(
    rules: Rules, state: State, seat: int, to_win: bool, net: Net, company: Company, work: Work
) -> int:
    if work.planned != state.turn:
        _plan(rules, state, to_win, net, company, work)
    elif state.rerolls:
        plan_dice(rules, state, work)
    chosen = 0
    while DICE_SETS[chosen] != state.chosen:
        chosen += 1
    number = rolled_sum(state)
    if keeps(state, chosen, number, work):
        work.worth = work.kept[chosen, number, 3, seat]
        return KEEP_ROLL
    work.worth = work.again[chosen, 3, seat]
    return ROLL_AGAIN
