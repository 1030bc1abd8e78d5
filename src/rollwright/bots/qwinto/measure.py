"""What states of Qwinto are worth to all seats, compiled: the one measure of the evaluator.

A state before a turn is worth what the networks say of it. Entries are worth what the state after
them is, and all seats are assumed to give answers of which none can better its own alone. Now and
then there are no such answers; then those of the last round are taken.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from ...fast.compile import kernel
from ...fast.qwinto import (
    DICE_SETS,
    FACES,
    FIELDS,
    LENGTH,
    PASS,
    next_seat,
    total,
)
from .company import FULL_DENIAL, Company, keep_outlook, look_around
from .features import (
    add_sheet,
    add_table,
    blocked,
    first_of_gap,
    high_bound,
    last_of_gap,
    low_bound,
)
from .net import Net, add_features, group_of, output
from .rivals import answer_to_win, find_places, rate_rivals
from .room import KINDS
from .turns import DICE, answer_sum, ends_by, find_margins, rate_table

Rules: TypeAlias = Any
State: TypeAlias = Any
Work: TypeAlias = Any

ROUNDS = 6
"""So often seats may change their answers in view of those of the others."""

LEAST = 1e-6
"""A seat changes its answer for no less, in points or as a chance."""


@kernel
def estimate(rules: Rules, state: State, net: Net, company: Company, work: Work) -> None:
    """Find in `work.result` what the networks say before a turn, nothing being rolled."""
    if rules.players == 1:
        features = work.features[0]
        n = add_table(rules, state, 0, 0, features, 0)
        n = add_sheet(rules, state, 0, features, n)
        add_features(net, features, n, work.sums)
        to_come = output(net, group_of(rules.players), work.sums, work.hidden)
        for kind in range(KINDS):
            work.result[kind, 0] = total(rules, state, 0) + to_come
        return
    look_around(rules, state, net, company, work)
    keep_outlook(rules, work)


@kernel
def find_result(rules: Rules, state: State, work: Work) -> None:
    """Find in `work.result` what a finished game has brought."""
    for seat in range(rules.players):
        work.result[0, seat] = total(rules, state, seat)
    find_margins(rules, work)
    if rules.players > 1:
        find_places(rules, work)


@kernel
def value_answers(
    rules: Rules, state: State, number: int, net: Net, company: Company, work: Work
) -> None:
    """Find in `work.result` what the answers in `work.settled` to a sum lead to."""
    active, seat, asked = state.active, state.active, 0
    ends = False
    while asked < rules.players and not (ends and rules.stop_at_once):
        ends |= ends_by(state, seat, work.settled[seat])
        _enter(state, seat, active, work.settled[seat], number, 1)
        seat = next_seat(rules, seat)
        asked += 1
    if ends:
        find_result(rules, state, work)
    else:
        state.active = next_seat(rules, active)
        estimate(rules, state, net, company, work)
        state.active = active
    seat = active
    for _ in range(asked):
        _enter(state, seat, active, work.settled[seat], 0, -1)
        seat = next_seat(rules, seat)


@kernel
def _enter(state: State, seat: int, active: int, answer: int, number: int, count: int) -> None:
    """Write an answer on a sheet, or wipe it off again with a `count` of -1."""
    if answer != PASS:
        state.numbers[seat, answer - 1] = number
        state.counts[seat, (answer - 1) // LENGTH] += count
    elif seat == active:
        state.misthrows[seat] += count


@kernel
def settle(
    rules: Rules,
    state: State,
    chosen: int,
    number: int,
    net: Net,
    company: Company,
    work: Work,
) -> None:
    """Find the answers of all seats to a sum in `work.settled`, and in `work.result` their worth.

    `rate_seats` must have rated the turn.
    """
    if rules.players > 1:
        answer_to_win(rules, state, chosen, number, net, company, work)
    else:
        answer_sum(rules, state, chosen, number, work)
    for seat in range(rules.players):
        work.settled[seat] = work.answer[seat]
    for _ in range(ROUNDS):
        changed = False
        for seat in range(rules.players):
            changed |= _improve(rules, state, seat, chosen, number, net, company, work)
        if not changed or rules.players == 1:
            break
    value_answers(rules, state, number, net, company, work)


@kernel
def _improve(
    rules: Rules,
    state: State,
    seat: int,
    chosen: int,
    number: int,
    net: Net,
    company: Company,
    work: Work,
) -> bool:
    """Let a seat find the best answer to those of the others; whether it is another one."""
    value_answers(rules, state, number, net, company, work)
    before = best = work.settled[seat]
    highest = work.result[0, seat] + LEAST
    entries = 0
    for field in range(FIELDS):
        if _fits(rules, state, seat, chosen, field, number):
            entries += 1
            work.settled[seat] = field + 1
            value_answers(rules, state, number, net, company, work)
            if work.result[0, seat] > highest:
                best, highest = field + 1, work.result[0, seat]
    if rules.refuse or seat != state.active or entries == 0:
        work.settled[seat] = PASS
        value_answers(rules, state, number, net, company, work)
        if work.result[0, seat] > highest:
            best = PASS
    work.settled[seat] = best
    return bool(best != before)


@kernel
def _fits(rules: Rules, state: State, seat: int, chosen: int, field: int, number: int) -> bool:
    """W3: whether a seat may enter a sum of the chosen dice in a field."""
    sheet = state.numbers[seat]
    if not chosen >> field // LENGTH & 1 or sheet[field]:
        return False
    low = low_bound(sheet, first_of_gap(sheet, field))
    high = high_bound(sheet, last_of_gap(sheet, field))
    return low < number < high and not blocked(rules, sheet, field, number)


@kernel
def rate_seats(rules: Rules, state: State, net: Net, company: Company, work: Work) -> None:
    """Prepare `settle` for this turn."""
    if rules.players > 1:
        rate_rivals(rules, state, net, company, work)
        work.denial = FULL_DENIAL
    else:
        rate_table(rules, state, net, work)


@kernel
def measure_turn(rules: Rules, state: State, net: Net, company: Company, work: Work) -> None:
    """Find in `work.kept` what every sum of every set of dice is worth."""
    rate_seats(rules, state, net, company, work)
    for index in range(len(DICE_SETS)):
        for number in range(DICE[index], DICE[index] * FACES + 1):
            settle(rules, state, DICE_SETS[index], number, net, company, work)
            for kind in range(KINDS):
                for seat in range(rules.players):
                    work.kept[index, number, kind, seat] = work.result[kind, seat]
