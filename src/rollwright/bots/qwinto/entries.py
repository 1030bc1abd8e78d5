"""What every entry is worth to a player by the network: all rows and sums at once."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from ...fast.compile import kernel
from ...fast.qwinto import (
    FIELDS,
    FULL_ROWS_TO_END,
    LENGTH,
    MAX_MISTHROWS,
    MISTHROW_POINTS,
    MOST,
    ROWS,
    total,
)
from .features import (
    Sheet,
    add_sheet,
    add_table,
    blocked,
    column_feature,
    end_feature,
    filled_feature,
    first_of_gap,
    gap_feature,
    high_bound,
    last_of_gap,
    low_bound,
)
from .net import Net, add_feature, add_features, group_of, output, replace_feature, without_feature

Rules: TypeAlias = Any
State: TypeAlias = Any
Work: TypeAlias = Any


@kernel
def rate_entries(
    rules: Rules, state: State, seat: int, distance: int, net: Net, work: Work
) -> None:
    """Find the best entry of a seat for each row and sum, and what it is worth, in `work`.

    `distance` counts the turns until the seat is active, after this one.
    """
    work.points[seat] = total(rules, state, seat)
    for row in range(ROWS):
        for number in range(MOST + 1):
            work.entry[seat, row, number] = -np.inf
            work.field[seat, row, number] = -1
    features = work.features[seat]
    known = add_table(rules, state, seat, distance, features, 0)
    work.table_features[seat] = known
    n = add_sheet(rules, state, seat, features, known)
    add_features(net, features, n, work.start)
    group = group_of(rules.players)
    work.passing[seat] = work.points[seat] + output(net, group, work.start, work.hidden)
    _rate_misthrow(rules, state, seat, net, work)
    for row in range(ROWS):
        _rate_row(rules, state, seat, row, net, work)


@kernel
def filled(state: State, seat: int) -> int:
    """How many numbers a sheet has."""
    count = 0
    for row in range(ROWS):
        count += state.counts[seat, row]
    return count


@kernel
def _rate_misthrow(rules: Rules, state: State, seat: int, net: Net, work: Work) -> None:
    misthrows, numbers = state.misthrows[seat], filled(state, seat)
    value = np.float64(work.points[seat] + MISTHROW_POINTS)
    if misthrows + 1 < MAX_MISTHROWS:
        before = filled_feature(misthrows, numbers)
        after = filled_feature(misthrows + 1, numbers)
        replace_feature(net, before, after, work.start, work.sums)
        value += output(net, group_of(rules.players), work.sums, work.hidden)
    work.misthrow[seat] = value


@kernel
def _rate_row(rules: Rules, state: State, seat: int, row: int, net: Net, work: Work) -> None:
    """Rate all entries in a row."""
    sheet = state.numbers[seat]
    misthrows, numbers = state.misthrows[seat], filled(state, seat)
    count, last_number = state.counts[seat, row], sheet[(row + 1) * LENGTH - 1]
    if count == LENGTH:
        return
    for field in range(FIELDS):
        if sheet[field] == 0:
            work.gap_first[field] = first_of_gap(sheet, field)
            work.gap_last[field] = last_of_gap(sheet, field)
            first, last = work.gap_first[field], work.gap_last[field]
            work.gap[field] = gap_feature(rules, sheet, first, last)
    before, after = filled_feature(misthrows, numbers), filled_feature(misthrows, numbers + 1)
    replace_feature(net, before, after, work.start, work.row)
    before, after = end_feature(row, last_number, count), end_feature(row, last_number, count + 1)
    replace_feature(net, before, after, work.row, work.row)
    ends = count + 1 == LENGTH and full_rows(state, seat) + 1 >= FULL_ROWS_TO_END
    for field in range(row * LENGTH, (row + 1) * LENGTH):
        if sheet[field] == 0:
            if field == work.gap_first[field]:
                without_feature(net, work.gap[field], work.row, work.opened)
            low = low_bound(sheet, work.gap_first[field])
            high = high_bound(sheet, work.gap_last[field])
            for number in range(low + 1, high):
                if not blocked(rules, sheet, field, number):
                    value = _value_after(rules, state, seat, field, number, ends, net, work)
                    if value > work.entry[seat, row, number]:
                        work.entry[seat, row, number] = value
                        work.field[seat, row, number] = field


@kernel
def full_rows(state: State, seat: int) -> int:
    """How many rows of a sheet are full."""
    full = 0
    for row in range(ROWS):
        full += state.counts[seat, row] == LENGTH
    return full


@kernel
def points_after(rules: Rules, state: State, seat: int, field: int, number: int) -> int:
    """The points of a sheet with one more number."""
    return total(rules, state, seat) + _gain(rules, state, seat, field, number)


@kernel
def _gain(rules: Rules, state: State, seat: int, field: int, number: int) -> int:
    """W6: the points that an entry brings at once."""
    sheet, row = state.numbers[seat], field // LENGTH
    last = (row + 1) * LENGTH - 1
    points = 1
    if state.counts[seat, row] + 1 == LENGTH:
        points = (number if field == last else sheet[last]) - (LENGTH - 1)
    bonus = rules.bonus[field]
    if bonus >= 0:
        pentagon = rules.pentagons[bonus]
        if sheet[rules.mates[field, 0]] and sheet[rules.mates[field, 1]]:
            points += number if field == pentagon else sheet[pentagon]
    return points


@kernel
def _value_after(
    rules: Rules,
    state: State,
    seat: int,
    field: int,
    number: int,
    ends: bool,
    net: Net,
    work: Work,
) -> float:
    """The final points expected after an entry."""
    points = np.float64(work.points[seat] + _gain(rules, state, seat, field, number))
    if ends:
        return points
    sheet = state.numbers[seat]
    bonus = rules.bonus[field]
    before = column_feature(rules, sheet, bonus) if bonus >= 0 else 0
    sheet[field] = number
    after = column_feature(rules, sheet, bonus) if bonus >= 0 else 0
    replace_feature(net, before, after, work.opened, work.sums)
    _split_gap(rules, sheet, field, net, work)
    if field % LENGTH == LENGTH - 1:
        row = field // LENGTH
        count = state.counts[seat, row] + 1
        before, after = end_feature(row, 0, count), end_feature(row, number, count)
        replace_feature(net, before, after, work.sums, work.sums)
    sheet[field] = 0
    return points + output(net, group_of(rules.players), work.sums, work.hidden)


@kernel
def _split_gap(rules: Rules, sheet: Sheet, field: int, net: Net, work: Work) -> None:
    """Add the gaps on both sides of a new number, and narrow those that its column limits."""
    first, last = work.gap_first[field], work.gap_last[field]
    if field > first:
        add_feature(net, gap_feature(rules, sheet, first, field - 1), work.sums)
    if field < last:
        add_feature(net, gap_feature(rules, sheet, field + 1, last), work.sums)
    for index in range(2):
        mate = rules.mates[field, index]
        if mate >= 0 and sheet[mate] == 0:
            first, last = work.gap_first[mate], work.gap_last[mate]
            if mate in (first, last):
                feature = gap_feature(rules, sheet, first, last)
                if feature != work.gap[mate]:
                    replace_feature(net, work.gap[mate], feature, work.sums, work.sums)
