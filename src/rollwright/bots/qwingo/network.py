"""The network that tells each seat's chance to win a game of Qwingo, compiled.

It compares sheets two by two, column by column: for seat A against seat B each column gives a
hidden vector that depends on how that column stands on both sheets, which numbers only one of
them can take, and how tight it is. The sum over the columns, with who calls next, gives how A
stands against B. A seat's strength is the mean over its opponents, and the chances are in
proportion to the exponentials of the strengths. One network so serves any number of players.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from ...fast.bits import count_bits
from ...fast.compile import kernel
from ...fast.qwingo import (
    ANSWERS,
    COLUMNS,
    EMPTY,
    HIGHEST,
    NONE,
    SEATS,
    WORD,
    Rules,
    State,
)
from .shapes import DEAD, HIDDEN, JOINT, MOST_FREE, OWN_TRAITS, SHARE, TENS

SLOTS = 2 * COLUMNS
"""Columns as they are; then each with the called number entered."""

THOUGHTS = np.dtype(
    [
        ("kind", np.int64, (SEATS, SLOTS)),
        ("fits", np.int64, (SEATS, SLOTS, 2)),
        ("traits", np.float64, (SEATS, SLOTS, OWN_TRAITS)),
        ("box", np.int64, (SEATS, COLUMNS)),  # where the number goes in a column, or NONE
        ("entered", np.int64, (SEATS,)),  # the column in which a seat is thought to enter, or NONE
        ("hidden", np.float64, (SEATS, SEATS, COLUMNS, HIDDEN)),
        ("pool", np.float64, (SEATS, SEATS, HIDDEN)),
        ("trial", np.float64, (HIDDEN,)),
        ("kept", np.float64, (HIDDEN,)),
        ("joint", np.float64, (JOINT,)),
        ("given", np.int64, (SEATS,)),  # answers, until all seats have answered
        ("standing", np.float64, (SEATS, SEATS)),  # of one seat against another
        ("changed", np.float64, (SEATS, SEATS)),  # the same after what is thought to be entered
        ("ahead", np.float64, (SEATS, SEATS)),  # what a seat's columns make of the margin
        ("chances", np.float64, (SEATS,)),
        ("margins", np.float64, (SEATS,)),
        ("means", np.float64, (SEATS,)),  # of chances over the faces of the die
        ("mean_margins", np.float64, (SEATS,)),
        ("worth", np.float64, (ANSWERS,)),  # of the answers that are considered
    ],
    align=True,
)
"""What is worked out about a position."""

Network: TypeAlias = Any
Thoughts: TypeAlias = Any


# Columns


@kernel
def read_column(
    rules: Rules,
    state: State,
    seat: int,
    column: int,
    box: int,
    number: int,
    thoughts: Thoughts,
    slot: int,
) -> None:
    """Describe a column of a sheet in a slot, as it is or with `number` in `box`."""
    low, run, free, room = rules.lowest - 1, 0, 0, 0
    narrowest, tightest = HIGHEST, 0.0
    first_word, second_word = 0, 0
    dead = False
    for place in range(rules.boxes + 1):
        if place == rules.boxes:
            written = HIGHEST + 1
        elif place == box:
            written = number
        else:
            written = state.numbers[seat, column, place]
        if written == EMPTY:
            run += 1
            continue
        if run > 0:
            width = written - low - 1
            dead = dead or width < run
            free += run
            room += width
            narrowest = min(narrowest, width)
            tightest = max(tightest, run / max(width, 1))
            first_word |= span(low + 1, min(written - 1, WORD - 1))
            second_word |= span(max(low + 1, WORD) - WORD, written - 1 - WORD)
            run = 0
        low = written
    if dead:
        free, room, narrowest, tightest, first_word, second_word = DEAD, 0, 0, 0.0, 0, 0
    thoughts.kind[seat, slot] = free if dead else min(free, MOST_FREE)
    thoughts.fits[seat, slot, 0] = first_word
    thoughts.fits[seat, slot, 1] = second_word
    thoughts.traits[seat, slot, 0] = room * SHARE
    thoughts.traits[seat, slot, 1] = narrowest * SHARE
    thoughts.traits[seat, slot, 2] = tightest


@kernel
def span(first: int, last: int) -> int:
    """The bits from `first` to `last`, none where it is smaller."""
    return ((1 << (last + 1 - first)) - 1) << first if first <= last else 0


# The network


@kernel
def read_pair(
    net: Network, thoughts: Thoughts, own: int, slot: int, other: int, other_slot: int
) -> None:
    """The hidden vector of a pair of columns, into `thoughts.trial`."""
    kind, other_kind = thoughts.kind[own, slot], thoughts.kind[other, other_slot]
    both = count_bits(
        thoughts.fits[own, slot, 0] & thoughts.fits[other, other_slot, 0]
    ) + count_bits(thoughts.fits[own, slot, 1] & thoughts.fits[other, other_slot, 1])
    shared = both * SHARE
    a0, a1, a2 = (
        thoughts.traits[own, slot, 0],
        thoughts.traits[own, slot, 1],
        thoughts.traits[own, slot, 2],
    )
    b0, b1, b2 = (
        thoughts.traits[other, other_slot, 0],
        thoughts.traits[other, other_slot, 1],
        thoughts.traits[other, other_slot, 2],
    )
    only, other_only = a0 - shared, b0 - shared
    for h in range(HIDDEN):
        x = net.kinds[kind, other_kind, h]
        x += a0 * net.traits[0, h] + a1 * net.traits[1, h] + a2 * net.traits[2, h]
        x += b0 * net.traits[3, h] + b1 * net.traits[4, h] + b2 * net.traits[5, h]
        x += only * net.traits[6, h] + other_only * net.traits[7, h]
        thoughts.trial[h] = max(x, 0.0)


@kernel
def stand(
    rules: Rules, net: Network, thoughts: Thoughts, own: int, other: int, caller: int
) -> float:
    """How a seat stands against another, the sum of their columns being in `thoughts.trial`."""
    players = rules.players
    near = (own - caller + players) % players
    far = (other - caller + players) % players
    for j in range(JOINT):
        thoughts.joint[j] = net.near[players, near, j] + net.far[players, far, j]
    for h in range(HIDDEN):
        x = thoughts.trial[h]
        for j in range(JOINT):
            thoughts.joint[j] += x * net.joint[h, j]
    standing = 0.0
    for j in range(JOINT):
        standing += max(thoughts.joint[j], 0.0) * net.output[j]
    return standing


@kernel
def read_position(
    rules: Rules, net: Network, state: State, caller: int, thoughts: Thoughts
) -> None:
    """Work out the sheets as they are, `caller` calling next."""
    for seat in range(rules.players):
        thoughts.entered[seat] = NONE
        for column in range(COLUMNS):
            read_column(rules, state, seat, column, NONE, NONE, thoughts, column)
    for own in range(rules.players):
        for other in range(rules.players):
            if own != other:
                pool_columns(net, thoughts, own, other)
                thoughts.standing[own, other] = stand(rules, net, thoughts, own, other, caller)


@kernel
def pool_columns(net: Network, thoughts: Thoughts, own: int, other: int) -> None:
    """Compare all columns of two sheets, and add up what comes of it, in `thoughts.trial` too."""
    for h in range(HIDDEN):
        thoughts.pool[own, other, h] = 0.0
    for column in range(COLUMNS):
        read_pair(net, thoughts, own, column, other, column)
        for h in range(HIDDEN):
            thoughts.hidden[own, other, column, h] = thoughts.trial[h]
            thoughts.pool[own, other, h] += thoughts.trial[h]
    for h in range(HIDDEN):
        thoughts.trial[h] = thoughts.pool[own, other, h]


@kernel
def think(rules: Rules, net: Network, thoughts: Thoughts, caller: int) -> None:
    """The chances when every seat has entered in its column `thoughts.entered`.

    The sheets must have been worked out with the same caller.
    """
    for seat in range(rules.players):
        for other in range(seat):
            _compare(rules, net, thoughts, seat, other, caller)
    _share(rules, thoughts)


@kernel
def think_again(rules: Rules, net: Network, thoughts: Thoughts, seat: int, caller: int) -> None:
    """The chances when only the entry of one seat is another than in `think` or `think_others`."""
    for other in range(rules.players):
        if other != seat:
            _compare(rules, net, thoughts, seat, other, caller)
    _share(rules, thoughts)


@kernel
def think_others(rules: Rules, net: Network, thoughts: Thoughts, seat: int, caller: int) -> None:
    """Compare all seats but one after their entries, so that `think_again` can be asked of it."""
    for own in range(rules.players):
        for other in range(own):
            if seat not in (own, other):
                _compare(rules, net, thoughts, own, other, caller)


@kernel
def _compare(
    rules: Rules, net: Network, thoughts: Thoughts, one: int, other: int, caller: int
) -> None:
    """How two seats stand against each other after their entries, in `thoughts.changed`."""
    thoughts.changed[one, other] = thoughts.standing[one, other]
    thoughts.changed[other, one] = thoughts.standing[other, one]
    if thoughts.entered[one] != NONE or thoughts.entered[other] != NONE:
        _pool_after(net, thoughts, one, other)
        thoughts.changed[one, other] = stand(rules, net, thoughts, one, other, caller)
        _pool_after(net, thoughts, other, one)
        thoughts.changed[other, one] = stand(rules, net, thoughts, other, one, caller)


@kernel
def think_margins(rules: Rules, net: Network, thoughts: Thoughts, caller: int) -> None:
    """The margins in filled boxes at the end, when every seat has entered as in `thoughts`."""
    for own in range(rules.players):
        for other in range(rules.players):
            if own != other:
                _pool_after(net, thoughts, own, other)
                stand(rules, net, thoughts, own, other, caller)
                thoughts.ahead[own, other] = 0.0
                for j in range(JOINT):
                    thoughts.ahead[own, other] += max(thoughts.joint[j], 0.0) * net.margin[j]
    for own in range(rules.players):
        margin = np.inf
        for other in range(rules.players):
            if own != other:
                lead = thoughts.ahead[own, other] - thoughts.ahead[other, own]
                margin = min(margin, TENS * lead)
        thoughts.margins[own] = margin


@kernel
def _pool_after(net: Network, thoughts: Thoughts, own: int, other: int) -> None:
    """The sum of the hidden vectors after what both have entered, into `thoughts.trial`."""
    mine, theirs = thoughts.entered[own], thoughts.entered[other]
    for h in range(HIDDEN):
        thoughts.kept[h] = thoughts.pool[own, other, h]
    if mine != NONE:
        slot = mine + COLUMNS if theirs == mine else mine
        _exchange(net, thoughts, own, mine, mine + COLUMNS, other, slot)
    if theirs not in (NONE, mine):
        _exchange(net, thoughts, own, theirs, theirs, other, theirs + COLUMNS)
    for h in range(HIDDEN):
        thoughts.trial[h] = thoughts.kept[h]


@kernel
def _exchange(
    net: Network, thoughts: Thoughts, own: int, column: int, slot: int, other: int, other_slot: int
) -> None:
    """Put other slots in the place of a column, in the sum `thoughts.kept`."""
    read_pair(net, thoughts, own, slot, other, other_slot)
    for h in range(HIDDEN):
        thoughts.kept[h] += thoughts.trial[h] - thoughts.hidden[own, other, column, h]


@kernel
def _share(rules: Rules, thoughts: Thoughts) -> None:
    """The chances of all seats from how they stand against each other."""
    greatest = -np.inf
    for own in range(rules.players):
        strength = 0.0
        for other in range(rules.players):
            if own != other:
                strength += thoughts.changed[own, other] - thoughts.changed[other, own]
        strength /= rules.players - 1
        thoughts.chances[own] = strength
        greatest = max(greatest, strength)
    total = 0.0
    for own in range(rules.players):
        thoughts.chances[own] = np.exp(thoughts.chances[own] - greatest)
        total += thoughts.chances[own]
    for own in range(rules.players):
        thoughts.chances[own] /= total


@kernel
def share(rules: Rules, thoughts: Thoughts) -> None:
    """What the places that were found are worth: 1 for the first place, ½ where it is shared."""
    first = 0
    for seat in range(rules.players):
        first += thoughts.places[seat] == 1
    for seat in range(rules.players):
        is_first = thoughts.places[seat] == 1
        thoughts.chances[seat] = (1.0 if first == 1 else 0.5) if is_first else 0.0
