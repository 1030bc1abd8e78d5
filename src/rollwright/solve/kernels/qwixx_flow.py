"""How likely every sheet of Qwixx is, and every score, when a fixed policy plays alone.

The chances flow from the empty sheet to those that have come further, one number of misthrows
after the other: what takes a misthrow stays where it is until the next round.

A policy BY_VALUE or BY_ROWS looks at the whole roll and takes the pair of answers with the
greatest key: its points with what the sheet is still worth, or a heuristic of the rows. GREEDY and
RANDOM decide about the white sum before they look at the coloured dice. Of equal answers the first
counts, in the order of the actions, as in the bots themselves.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ...fast.compile import kernel, new_record
from ..qwixx_model import FACES, LONGEST, MISTHROW_POINTS, ROWS, STATES, THROWS
from .qwixx_sheets import number_of, pair_with

Floats = npt.NDArray[np.float64]
Values = npt.NDArray[np.float32] | npt.NDArray[np.float64]

BY_VALUE, BY_ROWS, GREEDY, RANDOM = range(4)

SLOTS = ROWS * LONGEST
"""The fields, in the order of the actions."""

POLICY = np.dtype(
    [
        ("kind", np.int64),
        # GREEDY: the most numbers that it skips, and that it skips to avoid a misthrow.
        ("skip", np.int64),
        ("far_skip", np.int64),
        # BY_ROWS: two terms of each row by its state, and what one misthrow adds.
        ("first_term", np.float64, (ROWS, STATES)),
        ("second_term", np.float64, (ROWS, STATES)),
        ("misthrow", np.float64),
        # BY_VALUE: the pairs of the model in the numbering of the values.
        ("value_pair", np.int64, STATES * STATES),
    ]
)

OUTCOMES = THROWS * (ROWS + 1) * (SLOTS + 1)

ROOM = np.dtype(
    [
        ("rows", np.int64, ROWS),  # their states
        ("gone", np.int64),  # the dice that have left the game, as bits
        # By field: the pair after a cross there, -1 where it is not legal, and the key of that.
        ("single", np.int64, SLOTS),
        ("single_key", np.float64, SLOTS),
        # After the white answer.
        ("mark", np.int64),  # its row, -1 without one
        ("marked", np.int64, ROWS),
        ("left", np.int64),
        ("right", np.int64),
        ("shut", np.int64),  # the dice that have left the game then, as bits
        # What the turn may lead to: sheets by their pairs, each with its chance; and a misthrow.
        ("outcomes", np.int64),
        ("to_left", np.int64, OUTCOMES),
        ("to_right", np.int64, OUTCOMES),
        ("chance", np.float64, OUTCOMES),
        ("misthrow", np.float64),
        # By field that a coloured die may offer after a white sum: the best pair of answers with
        # it, by key and rank (of equal keys the lower one counts), and the sheet that it leads to.
        # The last one is the best pair without a coloured die; a misthrow leads to MISTHROW.
        ("fields", np.int64),
        ("field", np.int64, SLOTS),  # those that some roll offers
        ("key", np.float64, SLOTS + 1),
        ("rank", np.int64, SLOTS + 1),
        ("best_left", np.int64, SLOTS + 1),
        ("best_right", np.int64, SLOTS + 1),
        # The fields that are better than the last one, the best first.
        ("order", np.int64, SLOTS),
        # By die: its faces that are looked at as bits, and the chance that it shows none of them.
        ("seen", np.int64, ROWS),
        ("missed", np.float64, ROWS),
        # By die: how many fields each face offers; chances of how many several dice offer.
        ("offers", np.int64, (ROWS, FACES)),
        ("together", np.float64, SLOTS + 1),
    ]
)

LAST = SLOTS
MISTHROW = -1

TURNS, BY_LOCKS = range(2)
"""Indices of the totals: the mean number of turns, the chance of an end by closed rows."""


def new_room() -> Any:
    """A record of `ROOM`."""
    return new_record(ROOM)


def new_policy() -> Any:
    """A record of `POLICY`."""
    return new_record(POLICY)


@kernel
def flow(
    model: Any,
    policy: Any,
    base: Any,
    values: Values,
    room: Any,
    mass: Floats,
    scores: Floats,
    totals: Floats,
    misthrows: int,
    distance: int,
    first: int,
) -> None:
    """Let the chances of all sheets of one distance flow on, with that number of misthrows.

    `mass` holds the chances by thread and sheet, the sum over all threads being meant. A thread
    takes every n-th left pair, from its own number `first` on, and changes no other part but that
    of these sheets. `scores` collects those of finished games by points, from
    the fewest possible on, and `totals` what TURNS and BY_LOCKS say. `values` is what every sheet
    is still worth, by sheet of the model `base` and misthrows, for the policy BY_VALUE.
    """
    lowest = MISTHROW_POINTS * model.max_misthrows
    furthest, threads = model.furthest, mass.shape[0]
    for far in range(max(0, distance - furthest), min(distance, furthest) + 1):
        begin, end = model.first_pair[distance - far], model.first_pair[distance - far + 1]
        for left in range(model.first_pair[far] + first, model.first_pair[far + 1], threads):
            final = min(end, left + 1) if model.is_symmetric else end
            for right in range(begin, final):
                own = model.offset[left] + right
                share = 0.0
                for thread in range(threads):
                    share += mass[thread, own]
                    mass[thread, own] = 0.0
                if share == 0.0:
                    continue
                points = model.points[left] + model.points[right]
                if model.closed[left] + model.closed[right] >= model.rows_to_end:
                    scores[points + MISTHROW_POINTS * misthrows - lowest] += share
                    totals[BY_LOCKS] += share
                    continue
                totals[TURNS] += share
                _turn(model, policy, base, values, room, left, right, misthrows)
                for index in range(room.outcomes):
                    sheet = number_of(model, room.to_left[index], room.to_right[index])
                    mass[first, sheet] += share * room.chance[index]
                if misthrows + 1 < model.max_misthrows:
                    mass[first, own] = share * room.misthrow
                else:
                    scores[points] += share * room.misthrow


@kernel
def _turn(
    model: Any,
    policy: Any,
    base: Any,
    values: Values,
    room: Any,
    left: int,
    right: int,
    misthrows: int,
) -> None:
    """Fill in what a turn may lead to."""
    room.outcomes, room.misthrow = 0, 0.0
    _find_crosses(model, policy, base, values, room, left, right, misthrows)
    for total in range(model.sums):
        if policy.kind == RANDOM:
            _answer_at_random(model, room, left, right, total)
            continue
        room.fields = 0
        room.key[:] = -np.inf
        room.best_left[LAST] = MISTHROW
        if policy.kind == GREEDY:
            _answer_greedily(model, policy, room, left, right, total)
        else:
            _answer_by_key(model, policy, base, values, room, left, right, total, misthrows)
        _spread(model, room, total)


# What may be crossed


@kernel
def _find_crosses(
    model: Any,
    policy: Any,
    base: Any,
    values: Values,
    room: Any,
    left: int,
    right: int,
    misthrows: int,
) -> None:
    """Where each single cross leads."""
    room.rows[0], room.rows[1] = model.members[left, 0], model.members[left, 1]
    room.rows[2], room.rows[3] = model.members[right, 0], model.members[right, 1]
    room.gone = 0
    for row in range(ROWS):
        state = room.rows[row]
        if state >= model.open_rows:
            room.gone |= 1 << model.lock_die[row]
        for place in range(model.fields):
            slot = row * LONGEST + place
            after = model.after[state, place]
            room.single[slot] = -1
            if after < 0:
                continue
            pair = pair_with(model, row, after, room.rows[row ^ 1])
            room.single[slot] = pair
            if row < 2:
                key = _key(model, policy, base, values, pair, right, misthrows)
            else:
                key = _key(model, policy, base, values, left, pair, misthrows)
            room.single_key[slot] = key


@kernel
def _cross_white(model: Any, room: Any, left: int, right: int, mark: int, total: int) -> bool:
    """Fill in the sheet after a white cross in a row, -1 being none; whether it is legal."""
    place = model.position[mark, total] if mark >= 0 else 0
    if mark >= 0 and (place < 0 or room.single[mark * LONGEST + place] < 0):
        return False
    room.mark, room.left, room.right, room.shut = mark, left, right, room.gone
    room.marked[:] = room.rows
    if mark >= 0:
        room.marked[mark] = model.after[room.rows[mark], place]
        if mark < 2:
            room.left = room.single[mark * LONGEST + place]
        else:
            room.right = room.single[mark * LONGEST + place]
        if place == model.fields - 1 and not model.next_roll:
            room.shut |= 1 << model.lock_die[mark]
    return True


@kernel
def _first_place(model: Any, room: Any, row: int) -> int:
    """The first place of a row where a colour might be crossed after the white answer, if any."""
    if row == room.mark and not model.same_row_twice:
        return model.fields
    return model.reached[room.marked[row]]


@kernel
def _has_ended(model: Any, room: Any) -> bool:
    """Q6: whether the white answer has ended the game."""
    closed = model.closed[room.left] + model.closed[room.right]
    return room.mark >= 0 and closed >= model.rows_to_end and not model.finish_turn


@kernel
def _cross_colour(model: Any, room: Any, total: int, row: int, place: int) -> int:
    """The pair after a colour cross as well, -1 if no roll makes it legal."""
    if abs(model.number[row, place] - total) >= model.faces:
        return -1
    if room.shut >> model.die[row, place] & 1:
        return -1
    if room.mark < 0 or room.mark ^ row > 1:
        return room.single[row * LONGEST + place]
    after = model.after[room.marked[row], place]
    return pair_with(model, row, after, room.marked[row ^ 1]) if after >= 0 else -1


# Policies


@kernel
def _key(
    model: Any, policy: Any, base: Any, values: Values, left: int, right: int, misthrows: int
) -> float:
    """How good a sheet is in the eyes of a policy that chooses by keys."""
    if policy.kind == BY_VALUE:
        points = MISTHROW_POINTS * misthrows + model.points[left] + model.points[right]
        if misthrows == model.max_misthrows:
            return np.float64(points)
        sheet = number_of(base, policy.value_pair[left], policy.value_pair[right])
        return points + np.float64(values[sheet, misthrows])
    key = policy.misthrow * misthrows
    if policy.kind == BY_ROWS:
        for row in range(ROWS):
            state = model.members[left if row < 2 else right, row & 1]
            # One after the other, as the bot itself adds them, so that the last bit is the same.
            key += policy.first_term[row, state]
            key += policy.second_term[row, state]
    return key


@kernel
def _answer_by_key(
    model: Any,
    policy: Any,
    base: Any,
    values: Values,
    room: Any,
    left: int,
    right: int,
    total: int,
    misthrows: int,
) -> None:
    """The best pair of answers with each field that a coloured die may offer, and without one."""
    if model.voluntary_misthrow:
        key = _key(model, policy, base, values, left, right, misthrows + 1)
        _consider(room, LAST, key, 0, MISTHROW, MISTHROW)
    for mark in range(-1, ROWS):
        if not _cross_white(model, room, left, right, mark, total):
            continue
        rank = 0
        if mark >= 0:
            slot = mark * LONGEST + model.position[mark, total]
            rank = (1 + slot) * (SLOTS + 1)
            _consider(room, LAST, room.single_key[slot], rank, room.left, room.right)
        has_ended = _has_ended(model, room)
        if has_ended and policy.kind == BY_VALUE:
            continue
        for row in range(ROWS):
            for place in range(_first_place(model, room, row), model.fields):
                pair = _cross_colour(model, room, total, row, place)
                if pair < 0:
                    continue
                slot = row * LONGEST + place
                to_left = pair if row < 2 else room.left
                to_right = room.right if row < 2 else pair
                if mark < 0:
                    key = room.single_key[slot]
                else:
                    key = _key(model, policy, base, values, to_left, to_right, misthrows)
                if has_ended:
                    # A policy BY_ROWS does not see the end: it counts on a colour all the same.
                    to_left, to_right = room.left, room.right
                _consider(room, slot, key, rank + 1 + slot, to_left, to_right)


@kernel
def _consider(room: Any, slot: int, key: float, rank: int, left: int, right: int) -> None:
    """Take this pair of answers if it is better than the one so far."""
    known = room.key[slot]
    if key < known or (key == known and rank > room.rank[slot]):
        return
    if known == -np.inf and slot != LAST:
        room.field[room.fields] = slot
        room.fields += 1
    room.key[slot], room.rank[slot] = key, rank
    room.best_left[slot], room.best_right[slot] = left, right


@kernel
def _answer_greedily(model: Any, policy: Any, room: Any, left: int, right: int, total: int) -> None:
    """The nearest white field if it is near enough, and then all colours that are near enough."""
    best, fewest = -1, policy.skip + 1
    for row in range(ROWS):
        if _cross_white(model, room, left, right, row, total):
            skipped = _skipped(model, room.rows[row], model.position[row, total])
            if skipped < fewest:
                best, fewest = row, skipped
    _cross_white(model, room, left, right, best, total)
    if best < 0:
        _consider(room, LAST, -policy.far_skip - 0.5, 0, MISTHROW, MISTHROW)
    else:
        _consider(room, LAST, -policy.skip - 0.5, 0, room.left, room.right)
    if _has_ended(model, room):
        return
    for row in range(ROWS):
        for place in range(_first_place(model, room, row), model.fields):
            pair = _cross_colour(model, room, total, row, place)
            if pair >= 0:
                slot = row * LONGEST + place
                key = -float(_skipped(model, room.marked[row], place))
                if row < 2:
                    _consider(room, slot, key, slot, pair, room.right)
                else:
                    _consider(room, slot, key, slot, room.left, pair)


@kernel
def _skipped(model: Any, state: int, place: int) -> int:
    """How many numbers a cross skips; a lock counts as less than none."""
    return -1 if place == model.fields - 1 else place - model.reached[state]


@kernel
def _answer_at_random(model: Any, room: Any, left: int, right: int, total: int) -> None:
    """Any legal white answer, and then any legal colour answer, all equally likely."""
    answers = 1
    for mark in range(ROWS):
        answers += _cross_white(model, room, left, right, mark, total)
    for mark in range(-1, ROWS):
        if not _cross_white(model, room, left, right, mark, total):
            continue
        room.fields = 0
        room.key[:] = -np.inf
        room.best_left[LAST] = MISTHROW if mark < 0 else room.left
        room.best_right[LAST] = room.right
        for row in range(ROWS):
            if _has_ended(model, room):
                break
            for place in range(_first_place(model, room, row), model.fields):
                pair = _cross_colour(model, room, total, row, place)
                if pair >= 0:
                    to_left = pair if row < 2 else room.left
                    to_right = room.right if row < 2 else pair
                    _consider(room, row * LONGEST + place, 0.0, 0, to_left, to_right)
        for throw in range(model.first_throw[total], model.first_throw[total + 1]):
            _spread_evenly(model, room, throw, model.throw_chance[throw] / answers)


# Chances


@kernel
def _lead_to(room: Any, slot: int, chance: float) -> None:
    """Add an outcome of the turn."""
    if room.best_left[slot] == MISTHROW:
        room.misthrow += chance
        return
    room.to_left[room.outcomes] = room.best_left[slot]
    room.to_right[room.outcomes] = room.best_right[slot]
    room.chance[room.outcomes] = chance
    room.outcomes += 1


@kernel
def _spread(model: Any, room: Any, total: int) -> None:
    """Share the chance of a white sum among the pairs of answers, the best of each roll."""
    count = _sort(room)
    for throw in range(model.first_throw[total], model.first_throw[total + 1]):
        room.seen[:] = 0
        room.missed[:] = 1.0
        left = 1.0
        for index in range(count):
            slot = room.order[index]
            row, place = slot // LONGEST, slot % LONGEST
            faces = model.showing[throw, model.number[row, place]]
            if faces == 0:
                continue
            die = model.die[row, place]
            room.seen[die] |= faces
            room.missed[die] = model.missed[room.seen[die]]
            still = room.missed[0] * room.missed[1] * room.missed[2] * room.missed[3]
            if still < left:
                _lead_to(room, slot, model.throw_chance[throw] * (left - still))
            left = still
        if left > 0.0:
            _lead_to(room, LAST, model.throw_chance[throw] * left)


@kernel
def _sort(room: Any) -> int:
    """Put the fields that are better than the last pair of answers in order, the best first."""
    count = 0
    for index in range(room.fields):
        slot = room.field[index]
        if not _is_better(room, slot, LAST):
            continue
        index = count
        while index > 0 and _is_better(room, slot, room.order[index - 1]):
            room.order[index] = room.order[index - 1]
            index -= 1
        room.order[index] = slot
        count += 1
    return count


@kernel
def _is_better(room: Any, slot: int, other: int) -> bool:
    if room.key[slot] == room.key[other]:
        return room.rank[slot] < room.rank[other]
    return room.key[slot] > room.key[other]


@kernel
def _spread_evenly(model: Any, room: Any, throw: int, share: float) -> None:
    """Share a chance among all fields that a roll offers, and passing."""
    room.offers[:] = 0
    for index in range(room.fields):
        row, place = room.field[index] // LONGEST, room.field[index] % LONGEST
        faces = model.showing[throw, model.number[row, place]]
        for face in range(model.faces):
            room.offers[model.die[row, place], face] += faces >> face & 1
    _lead_to(room, LAST, share * _mean_share(model, room, -1, 0))
    for index in range(room.fields):
        slot = room.field[index]
        row, place = slot // LONGEST, slot % LONGEST
        faces, die = model.showing[throw, model.number[row, place]], model.die[row, place]
        chance = 0.0
        for face in range(model.faces):
            if faces >> face & 1:
                chance += _mean_share(model, room, die, room.offers[die, face]) / model.faces
        if chance > 0.0:
            _lead_to(room, slot, share * chance)


@kernel
def _mean_share(model: Any, room: Any, fixed: int, offered: int) -> float:
    """The mean of 1/(1 + fields offered), `offered` ones by the die `fixed`; -1 fixes none."""
    most = offered
    room.together[:] = 0.0
    room.together[offered] = 1.0
    for die in range(ROWS):
        if die == fixed:
            continue
        highest = most
        for face in range(model.faces):
            highest = max(highest, most + room.offers[die, face])
        # From above, so that what is read has not been changed.
        for fields in range(highest, -1, -1):
            chance = 0.0
            for face in range(model.faces):
                before = fields - room.offers[die, face]
                if 0 <= before <= most:
                    chance += room.together[before]
            room.together[fields] = chance / model.faces
        most = highest
    mean = 0.0
    for fields in range(most + 1):
        mean += room.together[fields] / (1 + fields)
    return mean
