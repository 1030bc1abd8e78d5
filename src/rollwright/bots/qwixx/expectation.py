"""What a state of Qwixx before a roll is worth on average over all rolls, exactly, compiled.

The white dice decide what the others are assumed to answer and what each field is worth to the
active seat together with the best white answer. The coloured dice are independent of each other:
of the options that they offer, sorted by what they are worth to the active seat, each is the best
one with a chance that follows from the product of the dice's distribution functions. The values of
all seats are carried along.
"""

from __future__ import annotations

import numpy as np

from ...fast.bits import lowest_bit
from ...fast.compile import kernel
from ...fast.qwixx import (
    COLOUR,
    DICE,
    FACES,
    FIELDS,
    OVER,
    PASS,
    SEATS,
    STATE,
    WHITE,
    Rules,
    State,
    play,
    white_fields,
)
from .network import Net, Room, judge
from .plan import (
    PLAN,
    choose_replies,
    copy_state,
    expect_replies,
    play_colour,
    play_white,
    possible_colour,
)

OFFERS = (DICE - 2) * FACES
"""Faces of the coloured dice."""

EXPECTATION = np.dtype(
    [
        ("score", np.float64, SEATS),  # the mean of all seats' scores and margins
        ("margin", np.float64, SEATS),
        # What the active seat's best pair with a field as colour answer is worth to it, and the
        # white answer of that pair; -1 for a field that is not possible.
        ("worth", np.float64, FIELDS),
        ("worth_margin", np.float64, FIELDS),
        ("white", np.int64, FIELDS),
        # What that pair is worth to all seats, once it is known.
        ("is_known", np.int64, FIELDS),
        ("scores", np.float64, (FIELDS, SEATS)),
        ("margins", np.float64, (FIELDS, SEATS)),
        # What the faces of the coloured dice offer: die and field, the best first.
        ("offer_die", np.int64, OFFERS),
        ("offer_field", np.int64, OFFERS),
        ("left", np.int64, DICE),  # faces of each die that offer nothing better
        ("rolled", STATE),
        ("plan", PLAN),
    ]
)
"""The result, and room to work it out."""

IMPOSSIBLE, LAST_RESORT = -2.0, -1.0
"""Below all scores."""


@kernel
def expect(rules: Rules, state: State, net: Net, room: Room) -> None:
    """Fill in the mean over all rolls of a state before one."""
    for seat in range(SEATS):
        room.score[seat] = 0.0
        room.margin[seat] = 0.0
    for white_sum in range(2, 2 * FACES + 1):
        low = max(1, white_sum - FACES)
        copy_state(state, room.rolled)
        room.rolled.phase = WHITE
        room.rolled.dice[0] = low
        room.rolled.dice[1] = white_sum - low
        _find_worths(rules, low, net, room)
        for one in range(low, white_sum // 2 + 1):
            other = white_sum - one
            ways = 1 if one == other else 2
            _add_pair(rules, one, other, ways / FACES**2, net, room)


@kernel
def _find_worths(rules: Rules, low: int, net: Net, room: Room) -> None:
    """Fill in what each field is worth with this white sum; `low` is its lowest possible die."""
    plan, active = room.plan, room.rolled.active
    expect_replies(rules, room.rolled, net, plan)
    for field in range(FIELDS):
        room.worth[field] = IMPOSSIBLE
        room.is_known[field] = 0
    whites = white_fields(rules, room.rolled, active) | 1
    forced = not rules.voluntary_misthrow
    has_white = whites != 1
    while whites:
        white = lowest_bit(whites)
        whites &= whites - 1
        play_white(rules, room.rolled, active, white, plan)
        if plan.after_white.phase == OVER:
            copy_state(plan.after_white, plan.trial)
            _compare(rules, white, PASS, False, net, room)
            continue
        colours = _all_colours(rules, low, white, room)
        if not (forced and white == PASS and has_white):
            colours |= 1
        while colours:
            colour = lowest_bit(colours)
            colours &= colours - 1
            play_colour(rules, colour, plan)
            is_last_resort = forced and white == PASS and colour == PASS
            _compare(rules, white, colour, is_last_resort, net, room)


@kernel
def _all_colours(rules: Rules, low: int, white: int, room: Room) -> int:
    """The fields that some roll of the coloured dice offers after this white answer."""
    after = room.plan.after_white
    fields = 0
    for die in range(2, DICE):
        if not _is_rolled(rules, room.rolled, die):
            continue
        if not rules.next_roll and not _is_rolled(rules, after, die):
            continue
        for number in range(low + 1, room.rolled.dice[1] + FACES + 1):
            fields |= rules.die_fields[die, number]
    fields &= after.opened[after.active]
    if white != PASS and not rules.same_row_twice:
        fields &= ~rules.row_fields[rules.row_of[white]]
    return fields


@kernel
def _is_rolled(rules: Rules, state: State, die: int) -> bool:
    for row in range(DICE - 2):
        if state.closed >> row & 1 and rules.lock_die[row] == die:
            return False
    return True


@kernel
def _compare(
    rules: Rules, white: int, colour: int, is_last_resort: bool, net: Net, room: Room
) -> None:
    """Note a pair that leads to `trial`, if it is the best so far with its colour answer."""
    worth = judge(rules, room.plan.trial, room.rolled.active, net, room.plan.room)
    margin = room.plan.room.margin
    if is_last_resort:
        worth = LAST_RESORT
    if worth > room.worth[colour] or (
        worth == room.worth[colour] and margin > room.worth_margin[colour]
    ):
        room.worth[colour] = worth
        room.worth_margin[colour] = margin
        room.white[colour] = white


@kernel
def _add_pair(rules: Rules, one: int, other: int, chance: float, net: Net, room: Room) -> None:
    """Add the mean over the coloured dice for one pair of white dice."""
    offers = 0
    for die in range(2, DICE):
        room.left[die] = 0
        if not _is_rolled(rules, room.rolled, die):
            continue
        room.left[die] = FACES
        for face in range(1, FACES + 1):
            fields = rules.die_fields[die, one + face] | rules.die_fields[die, other + face]
            best = PASS
            while fields:
                field = lowest_bit(fields)
                fields &= fields - 1
                if _is_better(room, field, best):
                    best = field
            if best != PASS:
                offers = _insert(room, offers, die, best)
    rest = 1.0
    for index in range(offers):
        room.left[room.offer_die[index]] -= 1
        after = 1.0
        for die in range(2, DICE):
            if _is_rolled(rules, room.rolled, die):
                after *= room.left[die] / FACES
        _add_values(rules, room.offer_field[index], chance * (rest - after), net, room)
        rest = after
    _add_values(rules, PASS, chance * rest, net, room)


@kernel
def _is_better(room: Room, field: int, than: int) -> bool:
    """Whether the pair with one colour answer comes before that with another."""
    if room.worth[field] == IMPOSSIBLE or room.worth[than] == IMPOSSIBLE:
        return room.worth[field] > room.worth[than]
    if room.worth[field] != room.worth[than]:
        return room.worth[field] > room.worth[than]
    if room.worth_margin[field] != room.worth_margin[than]:
        return room.worth_margin[field] > room.worth_margin[than]
    if room.white[field] != room.white[than]:
        return room.white[field] < room.white[than]
    return field < than


@kernel
def _insert(room: Room, offers: int, die: int, field: int) -> int:
    """Put an offer in its place; the new number of offers."""
    place = offers
    while place > 0 and _is_better(room, field, room.offer_field[place - 1]):
        room.offer_die[place] = room.offer_die[place - 1]
        room.offer_field[place] = room.offer_field[place - 1]
        place -= 1
    room.offer_die[place] = die
    room.offer_field[place] = field
    return offers + 1


@kernel
def _add_values(rules: Rules, colour: int, chance: float, net: Net, room: Room) -> None:
    """Add what the best pair with this colour answer is worth to all seats."""
    if chance <= 0.0:
        return
    if not room.is_known[colour]:
        _find_values(rules, colour, net, room)
        room.is_known[colour] = 1
    for seat in range(rules.players):
        room.score[seat] += chance * room.scores[colour, seat]
        room.margin[seat] += chance * room.margins[colour, seat]


@kernel
def _find_values(rules: Rules, colour: int, net: Net, room: Room) -> None:
    plan = room.plan
    plan.white[room.rolled.active] = room.white[colour]
    plan.colour = colour
    choose_replies(rules, room.rolled, net, plan)
    for seat in range(rules.players):
        plan.table.answers[seat] = plan.white[seat]
    copy_state(room.rolled, plan.after_white)
    play(rules, plan.after_white, plan.table)
    if plan.after_white.phase == COLOUR:
        play_colour(rules, possible_colour(rules, plan), plan)
    else:
        copy_state(plan.after_white, plan.trial)
    for seat in range(rules.players):
        room.scores[colour, seat] = judge(rules, plan.trial, seat, net, plan.room)
        room.margins[colour, seat] = plan.room.margin
