"""The exact value of every sheet of Qwixx, by backward induction over all of them.

What a sheet is still worth is the mean, over all rolls, of the best answers to it. The mean needs
no loop over the coloured dice: for a white sum, every number of every coloured die is worth what
is best together with it (no white cross, or one of up to four). Sorted by that worth, the chance
that a number is the best that was rolled is the chance that none before it was, times the chance
of it: the coloured dice are independent.

Every sheet is looked at once for all its numbers of misthrows together: what may be crossed is the
same for all of them. LANES of them lie side by side in the table.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ...fast.compile import kernel, new_record
from ..qwixx_model import LONGEST, MISTHROW_POINTS, ROWS, SUMS
from .qwixx_sheets import number_beside, pair_with

LANES = 4
"""Numbers of misthrows that are worked out together; the compiler wants to know it."""

Table = npt.NDArray[np.float32] | npt.NDArray[np.float64]
"""By seat, sheet, block of misthrows and lane: the points still to come. Seat 0 is to roll now,
seat k in k turns; alone there is seat 0 only."""

NONE = -1e30
"""The worth of what is not legal."""

PLACES = ROWS * LONGEST

ROOM = np.dtype(
    [
        ("rows", np.int64, ROWS),  # their states
        ("gone", np.int64),  # the dice that have left the game, as bits
        ("pair", np.int64, (ROWS, SUMS)),  # by row and number: the pair after a cross there
        ("sheet", np.int64, (ROWS, SUMS)),  # the sheet after it; -1: not legal
        ("single", np.float64, (ROWS, SUMS, LANES)),  # what that cross is worth
        ("white", np.float64, (SUMS, LANES)),  # by white sum: what its best cross is worth
        # By white sum: its crosses after which the colours are asked.
        ("marks", np.int64),
        ("mark", np.int64, ROWS),  # their rows
        ("marked", np.int64, ROWS),  # the states of these rows after them
        ("earned", np.int64, ROWS),  # their points
        ("shut", np.int64, ROWS),  # the dice that have left the game then, as bits
        # By white sum and place: a number of a coloured die that may be crossed.
        ("count", np.int64, SUMS),
        ("die", np.int64, (SUMS, PLACES)),
        ("number", np.int64, (SUMS, PLACES)),
        ("worth", np.float64, (SUMS, PLACES, LANES)),  # what is best together with it
        # The same of one white sum and lane, the best first.
        ("key", np.float64, PLACES),
        ("key_die", np.int64, PLACES),
        ("key_number", np.int64, PLACES),
        # By die: its faces that are looked at as bits, and the chance that it shows none of them.
        ("seen", np.int64, ROWS),
        ("missed", np.float64, ROWS),
    ]
)
"""Room to work in, for the sheet that is looked at."""


def new_room() -> Any:
    """A record of `ROOM`; every thread needs one of its own."""
    return new_record(ROOM)


@kernel
def sweep(model: Any, room: Any, tables: Table, distance: int, first: int, stride: int) -> int:
    """Work out all sheets that have come `distance` far, after all that have come further.

    Several threads may share the work: each takes every `stride`-th left pair, from the number
    `first` on. Returns the number of sheets.
    """
    sheets = 0
    furthest = model.furthest
    for far in range(max(0, distance - furthest), min(distance, furthest) + 1):
        begin, end = model.first_pair[distance - far], model.first_pair[distance - far + 1]
        for left in range(model.first_pair[far] + first, model.first_pair[far + 1], stride):
            final = min(end, left + 1) if model.is_symmetric else end
            for right in range(begin, final):
                if model.closed[left] + model.closed[right] < model.rows_to_end:
                    _work_out(model, room, tables, left, right)
                    sheets += 1
    return sheets


@kernel
def _work_out(model: Any, room: Any, tables: Table, left: int, right: int) -> None:
    """One sheet, for all seats and numbers of misthrows."""
    players, blocks = tables.shape[0], tables.shape[2]
    own = model.offset[left] + right
    _find_crosses(model, room, left, right)
    following = 0.0
    for block in range(blocks - 1, -1, -1):
        _weigh_white(model, room, tables, block)
        for total in range(model.sums):
            _find_marks(model, room, left, right, total)
            _weigh_colours(model, room, tables, block, left, right, total)
        most = min(LANES, model.max_misthrows - block * LANES)
        for lane in range(most - 1, -1, -1):
            following = _mean_active(model, room, lane, MISTHROW_POINTS + following)
            tables[0, own, block, lane] = following
            for seat in range(1, players):
                following = _mean_passive(model, room, tables, seat - 1, own, block, lane)
                tables[seat, own, block, lane] = following


@kernel
def _find_crosses(model: Any, room: Any, left: int, right: int) -> None:
    """Where each single cross leads."""
    room.rows[0], room.rows[1] = model.members[left, 0], model.members[left, 1]
    room.rows[2], room.rows[3] = model.members[right, 0], model.members[right, 1]
    room.gone = 0
    for row in range(ROWS):
        state, partner = room.rows[row], room.rows[row ^ 1]
        if state >= model.open_rows:
            room.gone |= 1 << model.lock_die[row]
        for number in range(model.sums):
            room.sheet[row, number] = -1
            place = model.position[row, number]
            after = model.after[state, place] if place >= 0 else -1
            if after >= 0:
                pair = pair_with(model, row, after, partner)
                room.pair[row, number] = pair
                other = right if row < 2 else left
                room.sheet[row, number] = number_beside(model, row, pair, other)


@kernel
def _weigh_white(model: Any, room: Any, tables: Table, block: int) -> None:
    """What each single cross, and the best white cross of each sum, is worth."""
    later = tables.shape[0] - 1
    room.white[:] = NONE
    for row in range(ROWS):
        for number in range(model.sums):
            sheet = room.sheet[row, number]
            if sheet >= 0:
                points = model.gain[room.rows[row], model.position[row, number]]
                for lane in range(LANES):
                    worth = points + np.float64(tables[later, sheet, block, lane])
                    room.single[row, number, lane] = worth
                    room.white[number, lane] = max(room.white[number, lane], worth)


@kernel
def _find_marks(model: Any, room: Any, left: int, right: int, total: int) -> None:
    """The white crosses of a sum after which the colours are asked."""
    last = model.fields - 1
    ends_next = model.closed[left] + model.closed[right] + 1 >= model.rows_to_end
    marks = 0
    for row in range(ROWS):
        place = model.position[row, total]
        if room.sheet[row, total] < 0 or (place == last and ends_next and not model.finish_turn):
            continue
        room.mark[marks] = row
        room.marked[marks] = model.after[room.rows[row], place]
        room.earned[marks] = model.gain[room.rows[row], place]
        room.shut[marks] = room.gone
        if place == last and not model.next_roll:
            room.shut[marks] |= 1 << model.lock_die[row]
        marks += 1
    room.marks = marks


@kernel
def _weigh_colours(
    model: Any, room: Any, tables: Table, block: int, left: int, right: int, total: int
) -> None:
    """What is best together with each number of a coloured die, after a white sum."""
    later = tables.shape[0] - 1
    count = 0
    for row in range(ROWS):
        for place in range(model.reached[room.rows[row]], model.fields):
            number, die = model.number[row, place], model.die[row, place]
            if abs(number - total) >= model.faces or room.gone >> die & 1:
                continue
            is_legal = room.sheet[row, number] >= 0
            best = room.worth[total, count]
            for lane in range(LANES):
                best[lane] = room.single[row, number, lane] if is_legal else NONE
            for index in range(room.marks):
                if room.shut[index] >> die & 1:
                    continue
                sheet, gain = _after_both(model, room, left, right, index, total, row, place)
                if sheet >= 0:
                    points = room.earned[index] + gain
                    is_legal = True
                    for lane in range(LANES):
                        worth = points + np.float64(tables[later, sheet, block, lane])
                        best[lane] = max(best[lane], worth)
            if is_legal:
                room.die[total, count], room.number[total, count] = die, number
                count += 1
    room.count[total] = count


@kernel
def _after_both(
    model: Any, room: Any, left: int, right: int, index: int, total: int, row: int, place: int
) -> tuple[int, int]:
    """The sheet after two crosses, -1 if that is not legal, and the points of the second."""
    mark, marked = room.mark[index], room.marked[index]
    other = right if row < 2 else left
    state, partner = room.rows[row], room.rows[row ^ 1]
    if mark == row:
        after = model.after[marked, place]
        if after < 0 or not model.same_row_twice:
            return -1, 0
        pair = pair_with(model, row, after, partner)
        return number_beside(model, row, pair, other), model.gain[marked, place]
    after = model.after[state, place]
    if after < 0:
        return -1, 0
    if mark == row ^ 1:
        pair = pair_with(model, row, after, marked)
    else:
        pair = room.pair[row, model.number[row, place]]
        other = room.pair[mark, total]
    return number_beside(model, row, pair, other), model.gain[state, place]


@kernel
def _mean_active(model: Any, room: Any, lane: int, misthrow: float) -> float:
    """The mean, over all rolls, of the best answers of the active player."""
    mean = 0.0
    for total in range(model.sums):
        floor = room.white[total, lane]
        rest = max(floor, misthrow)
        if model.voluntary_misthrow:
            floor = rest
        elif floor > NONE:
            # Q9: whoever can cross must; a misthrow is left only where nothing can be crossed.
            rest = floor
        count = _sort(room, total, lane, floor)
        for throw in range(model.first_throw[total], model.first_throw[total + 1]):
            mean += model.throw_chance[throw] * _mean_best(model, room, throw, count, rest)
    return mean


@kernel
def _sort(room: Any, total: int, lane: int, floor: float) -> int:
    """Sort what is worth more than `floor`, the best first; return how many."""
    count = 0
    for place in range(room.count[total]):
        worth = room.worth[total, place, lane]
        if worth > floor:
            index = count
            while index > 0 and room.key[index - 1] < worth:
                room.key[index] = room.key[index - 1]
                room.key_die[index] = room.key_die[index - 1]
                room.key_number[index] = room.key_number[index - 1]
                index -= 1
            room.key[index] = worth
            room.key_die[index] = room.die[total, place]
            room.key_number[index] = room.number[total, place]
            count += 1
    return count


@kernel
def _mean_best(model: Any, room: Any, throw: int, count: int, rest: float) -> float:
    """The mean of the best of the sorted numbers that the coloured dice show, or else `rest`."""
    for die in range(ROWS):
        room.seen[die] = 0
        room.missed[die] = 1.0
    left, mean = 1.0, 0.0
    for index in range(count):
        faces = model.showing[throw, room.key_number[index]]
        if faces == 0:
            continue
        die = room.key_die[index]
        room.seen[die] |= faces
        room.missed[die] = model.missed[room.seen[die]]
        still = room.missed[0] * room.missed[1] * room.missed[2] * room.missed[3]
        mean += room.key[index] * (left - still)
        left = still
        if left == 0.0:
            break
    return mean + left * rest


@kernel
def _mean_passive(
    model: Any, room: Any, tables: Table, later: int, own: int, block: int, lane: int
) -> float:
    """The mean, over all white sums, of the best answer of a player who is not active."""
    mean = 0.0
    for total in range(model.sums):
        best = np.float64(tables[later, own, block, lane])
        for row in range(ROWS):
            sheet = room.sheet[row, total]
            if sheet >= 0:
                points = model.gain[room.rows[row], model.position[row, total]]
                best = max(best, points + np.float64(tables[later, sheet, block, lane]))
        mean += model.sum_chance[total] * best
    return mean
