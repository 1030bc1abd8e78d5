"""A whole turn of Qwinto, exactly: what sums, rolls and sets of dice are worth to all seats."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from ...fast.compile import kernel
from ...fast.qwinto import (
    DICE_SETS,
    FACES,
    FULL_ROWS_TO_END,
    LENGTH,
    MAX_MISTHROWS,
    MISTHROW_POINTS,
    MOST,
    PASS,
    ROWS,
    next_seat,
)
from .entries import points_after, rate_entries
from .features import blocked, first_of_gap, high_bound, last_of_gap, low_bound
from .net import Net
from .room import KINDS

Rules: TypeAlias = Any
State: TypeAlias = Any
Work: TypeAlias = Any


def _sum_chances() -> np.ndarray[Any, np.dtype[np.float64]]:
    chances = np.zeros((ROWS + 1, MOST + 1))
    chances[0, 0] = 1
    for dice in range(ROWS):
        for face in range(1, FACES + 1):
            chances[dice + 1, face:] += chances[dice, :-face] / FACES
    return chances


CHANCES = _sum_chances()
"""The chance of each sum, by how many dice are rolled."""

DICE = np.array([sum(chosen >> row & 1 for row in range(ROWS)) for chosen in DICE_SETS.tolist()])
"""How many dice each set has."""


@kernel
def rate_table(rules: Rules, state: State, net: Net, work: Work) -> None:
    """Rate the entries of all seats, for this turn."""
    seat = state.active
    for distance in range(rules.players):
        # The active seat of this turn is the last to be active again.
        away = distance - 1 if distance else rules.players - 1
        rate_entries(rules, state, seat, away, net, work)
        seat = next_seat(rules, seat)
    if can_end(rules, state):
        for seat in range(rules.players):
            _rate_last_entries(rules, state, seat, work)


@kernel
def can_end(rules: Rules, state: State) -> bool:
    """Whether this turn can be the last."""
    possible = state.misthrows[state.active] + 1 >= MAX_MISTHROWS
    for seat in range(rules.players):
        possible |= _one_missing(state, seat)
    return bool(possible)


@kernel
def _one_missing(state: State, seat: int) -> bool:
    full, nearly = 0, 0
    for row in range(ROWS):
        full += state.counts[seat, row] == LENGTH
        nearly += state.counts[seat, row] == LENGTH - 1
    return full == FULL_ROWS_TO_END - 1 and nearly > 0


@kernel
def _rate_last_entries(rules: Rules, state: State, seat: int, work: Work) -> None:
    """Find the best entry for each row and sum if the game ends with this turn."""
    sheet = state.numbers[seat]
    for row in range(ROWS):
        for number in range(MOST + 1):
            work.last_entry[seat, row, number] = -np.inf
            work.last_field[seat, row, number] = -1
        for field in range(row * LENGTH, (row + 1) * LENGTH):
            if sheet[field]:
                continue
            low = low_bound(sheet, first_of_gap(sheet, field))
            high = high_bound(sheet, last_of_gap(sheet, field))
            for number in range(low + 1, high):
                if not blocked(rules, sheet, field, number):
                    points = points_after(rules, state, seat, field, number)
                    if points > work.last_entry[seat, row, number]:
                        work.last_entry[seat, row, number] = points
                        work.last_field[seat, row, number] = field


@kernel
def answer_sum(rules: Rules, state: State, chosen: int, number: int, work: Work) -> None:
    """Find how all seats answer a sum that play for points, and what they then expect.

    Nobody knows the answers of the others, but everybody sees which of them end the game.
    """
    ends = False
    for seat in range(rules.players):
        ends |= _answer(rules, state, seat, chosen, number, work)
    if ends:
        answer_last(rules, state, chosen, number, work)
    find_margins(rules, work)


@kernel
def find_margins(rules: Rules, work: Work) -> None:
    """Set the margins from the points of all seats; alone the points themselves."""
    for seat in range(rules.players):
        best = -np.inf if rules.players > 1 else 0.0
        for other in range(rules.players):
            if other != seat:
                best = max(best, work.result[0, other])
        work.result[1, seat] = work.result[0, seat] - best
        work.result[2, seat] = work.result[3, seat] = work.result[0, seat]


@kernel
def answer_last(rules: Rules, state: State, chosen: int, number: int, work: Work) -> None:
    """Answer with the most points where `work.answer` does not end the game itself.

    Leaves the final points of all seats as results.
    """
    stopped = False
    seat = state.active
    for _ in range(rules.players):
        if stopped:
            work.answer[seat], work.result[0, seat] = PASS, work.points[seat]
        else:
            _answer_last(rules, state, seat, chosen, number, work)
            stopped = rules.stop_at_once and ends_by(state, seat, work.answer[seat])
        seat = next_seat(rules, seat)


@kernel
def _answer(rules: Rules, state: State, seat: int, chosen: int, number: int, work: Work) -> bool:
    """Find the best answer of a seat by itself; whether it ends the game."""
    best, answer = -np.inf, PASS
    for row in range(ROWS):
        if chosen >> row & 1 and work.entry[seat, row, number] > best:
            best, answer = work.entry[seat, row, number], work.field[seat, row, number] + 1
    active = seat == state.active
    refusal = work.misthrow[seat] if active else work.passing[seat]
    if answer == PASS or (refusal > best and (rules.refuse or not active)):
        best, answer = refusal, PASS
    work.answer[seat], work.result[0, seat] = answer, best
    return ends_by(state, seat, answer)


@kernel
def ends_by(state: State, seat: int, answer: int) -> bool:
    """Whether the game ends by an answer of a seat."""
    if answer == PASS:
        return bool(seat == state.active and state.misthrows[seat] + 1 >= MAX_MISTHROWS)
    if state.counts[seat, (answer - 1) // LENGTH] + 1 < LENGTH:
        return False
    full = 1
    for row in range(ROWS):
        full += state.counts[seat, row] == LENGTH
    return full >= FULL_ROWS_TO_END


@kernel
def _answer_last(
    rules: Rules, state: State, seat: int, chosen: int, number: int, work: Work
) -> None:
    """Find the answer of a seat with the most points, if somebody else ends the game."""
    if ends_by(state, seat, work.answer[seat]):
        work.result[0, seat] = _points_by(rules, state, seat, work.answer[seat], number, work)
        return
    best, answer = -np.inf, PASS
    for row in range(ROWS):
        if chosen >> row & 1 and work.last_entry[seat, row, number] > best:
            best = work.last_entry[seat, row, number]
            answer = work.last_field[seat, row, number] + 1
    active = seat == state.active
    refusal = np.float64(work.points[seat] + (MISTHROW_POINTS if active else 0))
    if answer == PASS or (refusal > best and (rules.refuse or not active)):
        best, answer = refusal, PASS
    work.answer[seat], work.result[0, seat] = answer, best


@kernel
def _points_by(
    rules: Rules, state: State, seat: int, answer: int, number: int, work: Work
) -> float:
    """The points of a seat after its answer to a sum."""
    if answer != PASS:
        return np.float64(points_after(rules, state, seat, answer - 1, number))
    return np.float64(work.points[seat] + (MISTHROW_POINTS if seat == state.active else 0))


@kernel
def plan_turn(rules: Rules, state: State, work: Work) -> int:
    """Find what sums, rolls and sets are worth to all seats; the set that the active one takes."""
    for index in range(len(DICE_SETS)):
        for number in range(DICE[index], DICE[index] * FACES + 1):
            answer_sum(rules, state, DICE_SETS[index], number, work)
            keep_result(rules, index, number, work)
    return plan_dice(rules, state, work)


@kernel
def keep_result(rules: Rules, index: int, number: int, work: Work) -> None:
    """Note what a sum of a set of dice is worth to all seats."""
    for kind in range(KINDS):
        for seat in range(rules.players):
            work.kept[index, number, kind, seat] = work.result[kind, seat]


@kernel
def plan_dice(rules: Rules, state: State, work: Work) -> int:
    """Find what rolls and sets are worth, from what sums are; the set that the active one takes."""
    best = 0
    for index in range(len(DICE_SETS)):
        for kind in range(KINDS):
            for seat in range(rules.players):
                work.choice[index, kind, seat] = 0
                for number in range(DICE[index], DICE[index] * FACES + 1):
                    work.choice[index, kind, seat] += (
                        CHANCES[DICE[index], number] * work.kept[index, number, kind, seat]
                    )
        for _ in range(rules.rerolls - state.rerolls):
            _roll_before(rules, state, index, work)
        if work.choice[index, 0, state.active] > work.choice[best, 0, state.active]:
            best = index
    return best


@kernel
def keeps(state: State, index: int, number: int, work: Work) -> bool:
    """Whether the active seat keeps a sum of a set of dice rather than roll again."""
    active = state.active
    return bool(work.kept[index, number, 0, active] >= work.again[index, 0, active])


@kernel
def _roll_before(rules: Rules, state: State, index: int, work: Work) -> None:
    """Go from so many rolls of a set to one more."""
    for kind in range(KINDS):
        for seat in range(rules.players):
            work.again[index, kind, seat] = work.choice[index, kind, seat]
            work.choice[index, kind, seat] = 0
    for number in range(DICE[index], DICE[index] * FACES + 1):
        chance, kept = CHANCES[DICE[index], number], keeps(state, index, number, work)
        for kind in range(KINDS):
            for seat in range(rules.players):
                work.choice[index, kind, seat] += chance * (
                    work.kept[index, number, kind, seat] if kept else work.again[index, kind, seat]
                )
