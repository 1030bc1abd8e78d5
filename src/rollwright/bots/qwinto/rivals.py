"""How seats answer that play to win: each by its own chance, and with an eye on the end."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from ...fast.compile import kernel
from ...fast.qwinto import (
    DICE_SETS,
    FACES,
    MAX_MISTHROWS,
    MISTHROW_POINTS,
    MOST,
    PASS,
    ROWS,
    next_seat,
)
from .company import CHANCE, DECISION, Company, describe, judge, keep_outlook, look_around
from .entries import points_after
from .net import Net
from .room import REFUSAL
from .turns import (
    DICE,
    answer_last,
    can_end,
    ends_by,
    find_margins,
    keep_result,
    plan_dice,
    rate_table,
)

Rules: TypeAlias = Any
State: TypeAlias = Any
Work: TypeAlias = Any


@kernel
def rate_rivals(rules: Rules, state: State, net: Net, company: Company, work: Work) -> None:
    """Rate the entries of all seats, and describe all that they may answer, for this turn."""
    rate_table(rules, state, net, work)
    look_around(rules, state, net, company, work)
    for seat in range(rules.players):
        chance = work.outlook[CHANCE, seat]
        work.before[seat] = work.expected[seat]
        work.doubt[seat] = (np.float32(4) * chance * (np.float32(1) - chance)) ** 2
    seat = state.active
    for distance in range(rules.players):
        work.away[seat] = distance - 1 if distance else rules.players - 1
        for row in range(ROWS):
            _describe_row(rules, state, seat, row, net, company, work)
        _describe_refusal(rules, state, seat, net, company, work)
        seat = next_seat(rules, seat)


@kernel
def _describe_row(
    rules: Rules, state: State, seat: int, row: int, net: Net, company: Company, work: Work
) -> None:
    """Describe a seat after the best entry of each sum in a row."""
    for number in range(1, MOST + 1):
        field = work.field[seat, row, number]
        if field >= 0 and not ends_by(state, seat, field + 1):
            points = points_after(rules, state, seat, field, number)
            state.numbers[seat, field] = number
            state.counts[seat, row] += 1
            code = row * (MOST + 1) + number
            describe(rules, state, seat, code, points, net, company, work)
            state.counts[seat, row] -= 1
            state.numbers[seat, field] = 0


@kernel
def _describe_refusal(
    rules: Rules, state: State, seat: int, net: Net, company: Company, work: Work
) -> None:
    """Describe a seat that writes nothing."""
    points = work.points[seat]
    if seat != state.active:
        describe(rules, state, seat, REFUSAL, points, net, company, work)
    elif state.misthrows[seat] + 1 < MAX_MISTHROWS:
        state.misthrows[seat] += 1
        points += MISTHROW_POINTS
        describe(rules, state, seat, REFUSAL, points, net, company, work)
        state.misthrows[seat] -= 1


@kernel
def plan_to_win(rules: Rules, state: State, net: Net, company: Company, work: Work) -> int:
    """As `plan_turn`, with seats that play to win."""
    for index in range(len(DICE_SETS)):
        for number in range(DICE[index], DICE[index] * FACES + 1):
            answer_to_win(rules, state, DICE_SETS[index], number, net, company, work)
            keep_result(rules, index, number, work)
    return plan_dice(rules, state, work)


@kernel
def answer_to_win(
    rules: Rules, state: State, chosen: int, number: int, net: Net, company: Company, work: Work
) -> bool:
    """Find how all seats answer a sum that play to win, and what they then hope for.

    Each seat first assumes that the others go for their own points; then it finds its best answer
    to that. Whoever can end the game does so if that is better for him. Returns whether it ends.
    """
    for seat in range(rules.players):
        work.likely[seat] = _best_by_points(rules, state, seat, chosen, number, False, work)
    if can_end(rules, state) and _somebody_ends(rules, state, chosen, number, net, company, work):
        answer_last(rules, state, chosen, number, work)
        find_margins(rules, work)
        find_places(rules, work)
        return True
    for seat in range(rules.players):
        _answer_to_win(rules, state, seat, chosen, number, net, company, work)
    for seat in range(rules.players):
        work.answer[seat] = answer_of(seat, work.chosen[seat], work)
    judge(rules, work.chosen, net, company, work)
    keep_outlook(rules, work)
    return False


@kernel
def answer_of(seat: int, code: int, work: Work) -> int:
    """The answer that a code stands for."""
    if code == REFUSAL:
        return PASS
    row = code // (MOST + 1)
    return int(work.field[seat, row, code - row * (MOST + 1)] + 1)


@kernel
def _may_refuse(
    rules: Rules, state: State, seat: int, chosen: int, number: int, work: Work
) -> bool:
    """W4: whether a seat may write nothing."""
    if rules.refuse or seat != state.active:
        return True
    for row in range(ROWS):
        if chosen >> row & 1 and work.field[seat, row, number] >= 0:
            return False
    return True


@kernel
def _best_by_points(
    rules: Rules, state: State, seat: int, chosen: int, number: int, ending: bool, work: Work
) -> int:
    """The answer with the most points expected, of those that end the game or not; -1 if none."""
    best, code = -np.inf, -1
    for row in range(ROWS):
        field = work.field[seat, row, number]
        if not chosen >> row & 1 or field < 0 or ends_by(state, seat, field + 1) != ending:
            continue
        if work.entry[seat, row, number] > best:
            best, code = work.entry[seat, row, number], row * (MOST + 1) + number
    if ends_by(state, seat, PASS) == ending and _may_refuse(
        rules, state, seat, chosen, number, work
    ):
        refusal = work.misthrow[seat] if seat == state.active else work.passing[seat]
        if refusal > best:
            code = REFUSAL
    return code


@kernel
def _hope(rules: Rules, seat: int, code: int, net: Net, company: Company, work: Work) -> float:
    """The chance of a seat after an answer, the others giving the likely ones."""
    for other in range(rules.players):
        work.codes[other] = work.likely[other]
    work.codes[seat] = code
    judge(rules, work.codes, net, company, work)
    return np.float64(work.outlook[DECISION, seat])


@kernel
def _answer_to_win(
    rules: Rules,
    state: State,
    seat: int,
    chosen: int,
    number: int,
    net: Net,
    company: Company,
    work: Work,
) -> float:
    """Find the answer of a seat that does not end the game; what it can hope for."""
    best = -1.0
    for row in range(ROWS):
        field = work.field[seat, row, number]
        if chosen >> row & 1 and field >= 0 and not ends_by(state, seat, field + 1):
            code = row * (MOST + 1) + number
            hope = _hope(rules, seat, code, net, company, work)
            if hope > best:
                best, work.chosen[seat] = hope, code
    if not ends_by(state, seat, PASS) and _may_refuse(rules, state, seat, chosen, number, work):
        hope = _hope(rules, seat, REFUSAL, net, company, work)
        if hope > best:
            best, work.chosen[seat] = hope, REFUSAL
    return best


@kernel
def _somebody_ends(
    rules: Rules, state: State, chosen: int, number: int, net: Net, company: Company, work: Work
) -> bool:
    """Find who ends the game, in `work.answer`; those who cannot but end it, and who gains."""
    ends = False
    for seat in range(rules.players):
        work.answer[seat] = PASS
        if work.likely[seat] < 0:
            code = _best_by_points(rules, state, seat, chosen, number, True, work)
            work.answer[seat] = answer_of(seat, code, work)
            ends = True
    if ends:
        return True
    for seat in range(rules.players):
        code = _best_by_points(rules, state, seat, chosen, number, True, work)
        if code >= 0:
            hope = _answer_to_win(rules, state, seat, chosen, number, net, company, work)
            for other in range(rules.players):
                work.answer[other] = answer_of(other, work.likely[other], work)
            work.answer[seat] = answer_of(seat, code, work)
            answer_last(rules, state, chosen, number, work)
            find_places(rules, work)
            if work.result[0, seat] > hope:
                return True
    return False


@kernel
def find_places(rules: Rules, work: Work) -> None:
    """Turn the final points of all seats into 1 for a win, ½ for a tie, and 0."""
    best, winners = -np.inf, 0
    for seat in range(rules.players):
        if work.result[0, seat] > best:
            best, winners = work.result[0, seat], 1
        elif work.result[0, seat] == best:
            winners += 1
    for seat in range(rules.players):
        won = work.result[0, seat] == best
        work.result[0, seat] = (1.0 if winners == 1 else 0.5) if won else 0.0
        work.result[3, seat] = work.result[0, seat]
