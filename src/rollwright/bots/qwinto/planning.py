"""The planner compiled. The readable bot is in `.planner`; the same numbers in the same order."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from ...fast.compile import kernel
from ...fast.qwinto import (
    CHOOSE,
    DICE_SETS,
    FACES,
    FIRST_SET,
    KEEP,
    KEEP_ROLL,
    LENGTH,
    MOST,
    PASS,
    ROLL_AGAIN,
    ROWS,
    legal,
    rolled_sum,
)
from . import planner
from .features import (
    PENTAGONS,
    Sheet,
    blocked,
    first_of_gap,
    high_bound,
    last_of_gap,
    low_bound,
)

Rules: TypeAlias = Any
State: TypeAlias = Any
Work: TypeAlias = Any

PLANNER_FILL = planner.FILL
CHANCES, REACH = np.array(planner.CHANCES), np.array(planner.REACH)
MISTHROW = planner.MISTHROW


@kernel
def plan_answer(rules: Rules, state: State, seat: int, fill: float, work: Work) -> int:
    """The planner's answer for a seat that is asked."""
    sheet = state.numbers[seat]
    now = _value(rules, sheet, fill, work)
    if state.phase == CHOOSE:
        _rate(rules, sheet, fill, work)
        best, highest = 0, -np.inf
        for index in range(len(DICE_SETS)):
            value = _outlook(DICE_SETS[index], now + MISTHROW, rules.rerolls, work)
            if value > highest:
                best, highest = index, value
        return FIRST_SET + best
    number = rolled_sum(state)
    if state.phase == KEEP:
        _rate(rules, sheet, fill, work)
        kept = _kept(state.chosen, number, now + MISTHROW, work)
        rolls = rules.rerolls - state.rerolls - 1
        again = _outlook(state.chosen, now + MISTHROW, rolls, work)
        return KEEP_ROLL if kept >= again else ROLL_AGAIN
    return _entry(rules, state, seat, number, now, fill, work)


@kernel
def _entry(
    rules: Rules, state: State, seat: int, number: int, now: float, fill: float, work: Work
) -> int:
    """The best entry of a sum, or PASS."""
    answers = legal(rules, state, seat)
    best, highest = PASS, -np.inf
    if answers & 1:
        highest = now + MISTHROW if seat == state.active else now
    for field in range(ROWS * LENGTH):
        if answers >> (field + 1) & 1:
            value = _after(rules, state.numbers[seat], field, number, fill, work)
            if value > highest:
                best, highest = field + 1, value
    return best


@kernel
def _rate(rules: Rules, sheet: Sheet, fill: float, work: Work) -> None:
    """Find the value of the best entry for each row and sum."""
    for row in range(ROWS):
        for number in range(MOST + 1):
            work.values[row, number] = -np.inf
        for field in range(row * LENGTH, (row + 1) * LENGTH):
            if sheet[field] == 0:
                low = low_bound(sheet, first_of_gap(sheet, field))
                high = high_bound(sheet, last_of_gap(sheet, field))
                for number in range(low + 1, high):
                    if not blocked(rules, sheet, field, number):
                        value = _after(rules, sheet, field, number, fill, work)
                        work.values[row, number] = max(work.values[row, number], value)


@kernel
def _kept(chosen: int, number: int, refusal: float, work: Work) -> float:
    best = refusal
    for row in range(ROWS):
        if chosen >> row & 1:
            best = max(best, work.values[row, number])
    return best


@kernel
def _outlook(chosen: int, refusal: float, rolls: int, work: Work) -> float:
    dice = (chosen & 1) + (chosen >> 1 & 1) + (chosen >> 2 & 1)
    value = -np.inf
    for _ in range(rolls + 1):
        mean = 0.0
        for number in range(dice, dice * FACES + 1):
            mean += CHANCES[dice, number] * max(_kept(chosen, number, refusal, work), value)
        value = mean
    return value


@kernel
def _after(rules: Rules, sheet: Sheet, field: int, number: int, fill: float, work: Work) -> float:
    sheet[field] = number
    value = _value(rules, sheet, fill, work)
    sheet[field] = 0
    return value


@kernel
def _value(rules: Rules, sheet: Sheet, fill: float, work: Work) -> float:
    value = 0.0
    for row in range(ROWS):
        value += _row_value(sheet, row, fill, work)
    for bonus in range(PENTAGONS):
        chance = 1.0
        pentagon = rules.pentagons[bonus]
        for row in range(ROWS):
            for field in range(row * LENGTH, (row + 1) * LENGTH):
                if rules.bonus[field] == bonus:
                    chance *= work.chances[field]
        value += chance * _expected_number(sheet, pentagon)
    return value


@kernel
def _row_value(sheet: Sheet, row: int, fill: float, work: Work) -> float:
    expected, full = 0.0, 1.0
    end = (row + 1) * LENGTH
    for field in range(row * LENGTH, end):
        work.chances[field] = 1.0
        if sheet[field] == 0:
            first, last = first_of_gap(sheet, field), last_of_gap(sheet, field)
            low, high = low_bound(sheet, first), high_bound(sheet, last)
            fields, room = last - first + 1, high - low - 1
            chance = min(1.0, fill * (REACH[high] - REACH[low + 1]) / fields)
            work.chances[field] = chance if room >= fields else chance * room / fields
            if room < fields:
                full = 0.0
        full *= work.chances[field]
        expected += work.chances[field]
    return expected + full * (_expected_number(sheet, end - 1) - LENGTH)


@kernel
def _expected_number(sheet: Sheet, field: int) -> float:
    if sheet[field]:
        return np.float64(sheet[field])
    first, last = first_of_gap(sheet, field), last_of_gap(sheet, field)
    low, high = low_bound(sheet, first), high_bound(sheet, last)
    return low + (high - low) * (field - first + 1) / (last - first + 2)
