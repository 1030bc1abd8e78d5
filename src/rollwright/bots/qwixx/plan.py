"""What the network assumes that all seats answer to a roll of Qwixx, compiled.

Everybody answers the white sum without knowing the others' answers, so each seat's answer is the
best by its own view against what the others are assumed to answer: the active seat's best white
cross alone, then replies to it, then the best pair of crosses given these replies, then the
replies to that pair. All seats that think alike come to the same plan.
"""

from __future__ import annotations

import numpy as np

from ...fast.bits import lowest_bit
from ...fast.compile import kernel
from ...fast.qwixx import (
    COLOUR,
    DICE,
    MOST,
    OVER,
    PASS,
    ROLL,
    ROWS,
    SEATS,
    STATE,
    Rules,
    State,
    legal,
    next_seat,
    play,
)
from ...fast.qwixx import WORK as TABLE
from .network import ROOM, Net, Room, judge

PLAN = np.dtype(
    [
        ("white", np.int64, SEATS),  # the answers to action 1
        ("reply", np.int64, SEATS),  # those of the others, as the active seat expects them
        ("colour", np.int64),  # the active seat's answer to action 2
        ("after_white", STATE),
        ("trial", STATE),
        ("table", TABLE),
        ("room", ROOM),
        ("best", np.float64),
        ("best_margin", np.float64),
    ]
)
"""A plan, and room to work it out."""


@kernel
def copy_state(source: State, target: State) -> None:
    """Copy all of a state."""
    target.phase = source.phase
    target.turn = source.turn
    target.active = source.active
    target.decisions = source.decisions
    target.closed = source.closed
    target.white_mark = source.white_mark
    for die in range(DICE):
        target.dice[die] = source.dice[die]
    for seat in range(SEATS):
        target.crosses[seat] = source.crosses[seat]
        target.opened[seat] = source.opened[seat]
        target.misthrows[seat] = source.misthrows[seat]
        for row in range(ROWS):
            target.counts[seat, row] = source.counts[seat, row]
            target.reached[seat, row] = source.reached[seat, row]


@kernel
def make_plan(rules: Rules, state: State, net: Net, plan: Room) -> None:
    """Fill in what all seats answer to the white sum, and the active seat then to the colours."""
    expect_replies(rules, state, net, plan)
    choose_pair(rules, state, net, plan)
    choose_replies(rules, state, net, plan)


@kernel
def expect_replies(rules: Rules, state: State, net: Net, plan: Room) -> None:
    """Fill in `reply` from the white sum alone: the best ones to the active's white cross."""
    active = state.active
    for seat in range(rules.players):
        plan.reply[seat] = PASS
    plan.reply[active] = _best_white(rules, state, active, net, plan)
    for seat in range(rules.players):
        plan.white[seat] = PASS
        if seat != active:
            plan.white[seat] = _best_white(rules, state, seat, net, plan)
    for seat in range(rules.players):
        plan.reply[seat] = plan.white[seat]


@kernel
def _best_white(rules: Rules, state: State, seat: int, net: Net, plan: Room) -> int:
    """The best answer to the white sum if there were no colours and the others did as `reply`."""
    answers = legal(rules, state, seat) | 1
    best = PASS
    plan.best = -1.0
    while answers:
        action = lowest_bit(answers)
        answers &= answers - 1
        for other in range(rules.players):
            plan.table.answers[other] = plan.reply[other]
        plan.table.answers[seat] = action
        copy_state(state, plan.trial)
        play(rules, plan.trial, plan.table)
        if plan.trial.phase == COLOUR:
            plan.trial.phase = ROLL
            plan.trial.active = next_seat(rules, state.active)
        if _is_better(rules, plan.trial, seat, net, plan):
            best = action
    return best


@kernel
def _is_better(rules: Rules, trial: State, seat: int, net: Net, plan: Room) -> bool:
    """Whether a state is worth more to a seat than the best so far, which it then becomes."""
    score = judge(rules, trial, seat, net, plan.room)
    margin = plan.room.margin
    if score < plan.best or (score == plan.best and margin <= plan.best_margin):
        return False
    plan.best = score
    plan.best_margin = margin
    return True


@kernel
def choose_pair(rules: Rules, state: State, net: Net, plan: Room) -> None:
    """Fill in the active seat's answers to both actions, given the replies expected."""
    active = state.active
    answers = legal(rules, state, active)
    white = colour = PASS
    plan.best = -1.0
    while answers:
        action = lowest_bit(answers)
        answers &= answers - 1
        play_white(rules, state, active, action, plan)
        if plan.after_white.phase == OVER:
            if _is_better(rules, plan.after_white, active, net, plan):
                white, colour = action, PASS
            continue
        colours = legal(rules, plan.after_white, active)
        while colours:
            second = lowest_bit(colours)
            colours &= colours - 1
            play_colour(rules, second, plan)
            if _is_better(rules, plan.trial, active, net, plan):
                white, colour = action, second
    plan.white[active] = white
    plan.colour = colour


@kernel
def play_white(rules: Rules, state: State, seat: int, action: int, plan: Room) -> None:
    """Fill in `after_white`: a seat answers so, the others as is expected of them."""
    for other in range(rules.players):
        plan.table.answers[other] = plan.reply[other]
    plan.table.answers[state.active] = plan.white[state.active]
    plan.table.answers[seat] = action
    copy_state(state, plan.after_white)
    play(rules, plan.after_white, plan.table)


@kernel
def play_colour(rules: Rules, action: int, plan: Room) -> None:
    """Fill in `trial`: what follows from `after_white` if the active seat answers so."""
    copy_state(plan.after_white, plan.trial)
    plan.table.answers[plan.trial.active] = action
    play(rules, plan.trial, plan.table)


@kernel
def choose_replies(rules: Rules, state: State, net: Net, plan: Room) -> None:
    """Fill in the others' answers to the white sum, each the best one to the active's pair."""
    for seat in range(rules.players):
        if seat != state.active:
            plan.white[seat] = _best_reply(rules, state, seat, net, plan)


@kernel
def _best_reply(rules: Rules, state: State, seat: int, net: Net, plan: Room) -> int:
    answers = legal(rules, state, seat)
    best = PASS
    plan.best = -1.0
    while answers:
        action = lowest_bit(answers)
        answers &= answers - 1
        play_white(rules, state, seat, action, plan)
        if plan.after_white.phase == OVER:
            copy_state(plan.after_white, plan.trial)
        else:
            play_colour(rules, possible_colour(rules, plan), plan)
        if _is_better(rules, plan.trial, seat, net, plan):
            best = action
    return best


@kernel
def possible_colour(rules: Rules, plan: Room) -> int:
    """The planned answer to the colours; PASS if it has been closed by the white answers."""
    after = plan.after_white
    if not after.opened[after.active] >> plan.colour & 1:
        return PASS
    for row in range(ROWS):
        if after.closed >> row & 1 and not rules.next_roll:
            for number in range(MOST + 1):
                if rules.die_fields[rules.lock_die[row], number] >> plan.colour & 1:
                    return PASS
    return plan.colour


@kernel
def choose_colour(rules: Rules, state: State, net: Net, plan: Room) -> int:
    """The active seat's best answer to the colours, all answers to the white sum being known."""
    colours = legal(rules, state, state.active)
    if colours & (colours - 1) == 0:
        return lowest_bit(colours)
    copy_state(state, plan.after_white)
    best = PASS
    plan.best = -1.0
    while colours:
        action = lowest_bit(colours)
        colours &= colours - 1
        play_colour(rules, action, plan)
        if _is_better(rules, plan.trial, state.active, net, plan):
            best = action
    return best
