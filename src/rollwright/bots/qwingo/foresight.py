"""What may come of a call, a roll or an entry, by the network's chances, compiled.

All seats are assumed to enter where their own chance is best, each knowing the others' entries:
from even entries on, seat after seat improves its own until nothing changes.
"""

from __future__ import annotations

import numpy as np

from ...fast.compile import kernel
from ...fast.qwingo import (
    COLUMNS,
    EMPTY,
    FACES,
    LIGHTNING,
    NONE,
    PASS,
    Rules,
    State,
    has_room,
    neighbours,
    next_seat,
    places,
)
from .network import (
    Network,
    Thoughts,
    read_column,
    read_position,
    share,
    think,
    think_again,
    think_margins,
    think_others,
)
from .shapes import DEAD, EQUAL, PATIENCE, ROUNDS, SHORTLIST

# Entries


@kernel
def free_boxes(
    rules: Rules, state: State, seat: int, column: int, number: int
) -> tuple[int, int, int, int]:
    """The gap of a number that fits in a column: the boxes around it, and their numbers."""
    first = 0
    for box in range(rules.boxes):
        written = state.numbers[seat, column, box]
        if written > number:
            break
        if written != EMPTY:
            first = box + 1
    return neighbours(rules, state, seat, column, first)


@kernel
def even_box(rules: Rules, state: State, seat: int, column: int, number: int) -> int:
    """The box where a number that fits divides its gap as evenly as its value does.

    It leaves enough numbers for the boxes on both sides wherever one of the boxes does.
    """
    above, low, under, high = free_boxes(rules, state, seat, column, number)
    box = int(np.floor(above + (number - low) * (under - above) / (high - low) + 0.5))
    box = max(box, under - (high - number))
    box = min(box, above + (number - low))
    return max(above + 1, min(under - 1, box))


@kernel
def think_entry(
    rules: Rules, state: State, seat: int, column: int, box: int, number: int, thoughts: Thoughts
) -> None:
    """Let a seat enter a number in a column, or not where the column is NONE."""
    thoughts.entered[seat] = column
    if column != NONE:
        thoughts.box[seat, column] = box
        read_column(rules, state, seat, column, box, number, thoughts, COLUMNS + column)


@kernel
def prepare_entries(rules: Rules, state: State, number: int, thoughts: Thoughts) -> None:
    """Even entries of a number in every column of every sheet."""
    for seat in range(rules.players):
        for column in range(COLUMNS):
            thoughts.box[seat, column] = NONE
            if has_room(state, seat, column, number):
                box = even_box(rules, state, seat, column, number)
                think_entry(rules, state, seat, column, box, number, thoughts)
        thoughts.entered[seat] = NONE


@kernel
def assume_entries(
    rules: Rules, net: Network, state: State, face: int, caller: int, thoughts: Thoughts
) -> None:
    """What all seats enter when they take the even boxes, each alone, into `thoughts`."""
    if face == LIGHTNING:
        for seat in range(rules.players):
            thoughts.given[seat] = _best_column(rules, net, state, seat, caller, thoughts)
        for seat in range(rules.players):
            thoughts.entered[seat] = thoughts.given[seat]
        return
    for seat in range(rules.players):
        fits = thoughts.box[seat, face] != NONE
        spoils = thoughts.kind[seat, COLUMNS + face] == DEAD != thoughts.kind[seat, face]
        enters = fits and (rules.must_enter_symbol or not spoils)
        thoughts.entered[seat] = face if enters else NONE


@kernel
def _best_column(
    rules: Rules, net: Network, state: State, seat: int, caller: int, thoughts: Thoughts
) -> int:
    """The column of a seat's even entry on lightning, or NONE, when nobody else enters."""
    for other in range(rules.players):
        thoughts.entered[other] = NONE
    best, highest = NONE, -1.0
    if not rules.must_enter_lightning:
        foresee(rules, net, state, caller, thoughts)
        highest = thoughts.chances[seat]
    for column in range(COLUMNS):
        if thoughts.box[seat, column] != NONE:
            thoughts.entered[seat] = column
            foresee(rules, net, state, caller, thoughts)
            if thoughts.chances[seat] > highest + EQUAL:
                best, highest = column, thoughts.chances[seat]
    thoughts.entered[seat] = NONE
    return best


@kernel
def settle_entries(
    rules: Rules,
    net: Network,
    state: State,
    number: int,
    face: int,
    caller: int,
    thoughts: Thoughts,
) -> None:
    """What all seats enter when nobody would rather enter something else, into `thoughts`.

    The even entries must have been prepared; they are changed.
    """
    assume_entries(rules, net, state, face, caller, thoughts)
    # Whose turn it is to look again: nobody, once all have seen what the others enter now.
    unsettled, seat = rules.players, 0
    for _ in range(ROUNDS * rules.players):
        if unsettled == 0:
            break
        unsettled -= 1
        if _improve(rules, net, state, seat, number, face, caller, thoughts):
            unsettled = rules.players - 1
        seat = next_seat(rules, seat)


@kernel
def _improve(
    rules: Rules,
    net: Network,
    state: State,
    seat: int,
    number: int,
    face: int,
    caller: int,
    thoughts: Thoughts,
) -> bool:
    """Find the best entry of a seat while the others' stay; whether it is another one."""
    before, must = thoughts.entered[seat], rules.must_enter_symbol
    before_box = thoughts.box[seat, before] if before != NONE else NONE
    think_others(rules, net, thoughts, seat, caller)
    foresee_again(rules, net, state, seat, caller, thoughts)
    best, best_box, highest = before, before_box, thoughts.chances[seat]
    first, last = face, face + 1
    if face == LIGHTNING:
        first, last, must = 0, COLUMNS, rules.must_enter_lightning
    if not must and before != NONE:
        thoughts.entered[seat] = NONE
        foresee_again(rules, net, state, seat, caller, thoughts)
        if thoughts.chances[seat] > highest + EQUAL:
            best, best_box, highest = NONE, NONE, thoughts.chances[seat]
    for column in range(first, last):
        if not has_room(state, seat, column, number):
            continue
        above, _, under, _ = free_boxes(rules, state, seat, column, number)
        even = thoughts.box[seat, column]
        for box in range(above + 1, under):
            think_entry(rules, state, seat, column, box, number, thoughts)
            foresee_again(rules, net, state, seat, caller, thoughts)
            if thoughts.chances[seat] > highest + EQUAL:
                best, best_box, highest = column, box, thoughts.chances[seat]
        think_entry(rules, state, seat, column, even, number, thoughts)
    think_entry(rules, state, seat, best, best_box, number, thoughts)
    return best != before or best_box != before_box


# Chances


@kernel
def foresee(rules: Rules, net: Network, state: State, caller: int, thoughts: Thoughts) -> bool:
    """The chances of all seats when all have entered as in `thoughts`; whether the game is over.

    A game that is over then counts by its places. The sheets must have been worked out.
    """
    over = _ends(rules, state, thoughts)
    if over:
        _foresee_end(rules, state, thoughts)
    else:
        think(rules, net, thoughts, caller)
    return over


@kernel
def foresee_again(
    rules: Rules, net: Network, state: State, seat: int, caller: int, thoughts: Thoughts
) -> bool:
    """The same as `foresee`, where `think_others` has been asked about all but one seat."""
    over = _ends(rules, state, thoughts)
    if over:
        _foresee_end(rules, state, thoughts)
    else:
        think_again(rules, net, thoughts, seat, caller)
    return over


@kernel
def _ends(rules: Rules, state: State, thoughts: Thoughts) -> bool:
    """Whether the game is over when all have entered as in `thoughts`."""
    for seat in range(rules.players):
        column = thoughts.entered[seat]
        if column != NONE and thoughts.kind[seat, COLUMNS + column] == 0:
            return True
    return state.fillable <= rules.players and not _can_go_on(rules, thoughts)


@kernel
def foresee_margins(
    rules: Rules, net: Network, state: State, caller: int, over: bool, thoughts: Thoughts
) -> None:
    """The margins in filled boxes, after `foresee` has told whether the game is over."""
    if not over:
        think_margins(rules, net, thoughts, caller)
        return
    for seat in range(rules.players):
        thoughts.margins[seat] = np.inf
        for other in range(rules.players):
            if other != seat:
                lead = _filled(state, seat, thoughts) - _filled(state, other, thoughts)
                thoughts.margins[seat] = min(thoughts.margins[seat], lead)


@kernel
def _filled(state: State, seat: int, thoughts: Thoughts) -> int:
    filled = 1 if thoughts.entered[seat] != NONE else 0
    for column in range(COLUMNS):
        filled += state.counts[seat, column]
    return filled


@kernel
def _can_go_on(rules: Rules, thoughts: Thoughts) -> bool:
    for seat in range(rules.players):
        for column in range(COLUMNS):
            slot = column + COLUMNS if thoughts.entered[seat] == column else column
            if thoughts.kind[seat, slot] != DEAD:
                return True
    return False


@kernel
def _foresee_end(rules: Rules, state: State, thoughts: Thoughts) -> None:
    for seat in range(rules.players):
        if thoughts.entered[seat] != NONE:
            state.counts[seat, thoughts.entered[seat]] += 1
    places(rules, state, thoughts)
    share(rules, thoughts)
    for seat in range(rules.players):
        if thoughts.entered[seat] != NONE:
            state.counts[seat, thoughts.entered[seat]] -= 1


# Decisions


@kernel
def guess_call(
    rules: Rules, net: Network, state: State, seat: int, number: int, thoughts: Thoughts
) -> float:
    """The chance of a seat after a call, over the faces, by even entries alone."""
    caller = next_seat(rules, state.active)
    prepare_entries(rules, state, number, thoughts)
    value = 0.0
    for face in range(FACES):
        assume_entries(rules, net, state, face, caller, thoughts)
        foresee(rules, net, state, caller, thoughts)
        value += thoughts.chances[seat]
    return value / FACES


@kernel
def weigh_call(rules: Rules, net: Network, state: State, number: int, thoughts: Thoughts) -> None:
    """The chances and margins after a call, means over the faces, into `thoughts`."""
    caller = next_seat(rules, state.active)
    for seat in range(rules.players):
        thoughts.means[seat] = 0.0
        thoughts.mean_margins[seat] = 0.0
    for face in range(FACES):
        prepare_entries(rules, state, number, thoughts)
        settle_entries(rules, net, state, number, face, caller, thoughts)
        over = foresee(rules, net, state, caller, thoughts)
        foresee_margins(rules, net, state, caller, over, thoughts)
        for seat in range(rules.players):
            thoughts.means[seat] += thoughts.chances[seat] / FACES
            thoughts.mean_margins[seat] += thoughts.margins[seat] / FACES


@kernel
def goes_on(state: State, seat: int, number: int) -> bool:
    """Whether a number fits in a column of the seat that can be completed, or there is none."""
    lost = True
    for column in range(COLUMNS):
        if state.can_fill[seat, column]:
            if has_room(state, seat, column, number):
                return True
            lost = False
    return lost


@kernel
def best_call(
    rules: Rules, net: Network, state: State, seat: int, size: int, thoughts: Thoughts
) -> int:
    """The number, among `size` ones in `thoughts.room`, that gives a seat the best chance."""
    read_position(rules, net, state, next_seat(rules, state.active), thoughts)
    impatient = state.turn > PATIENCE
    for index in range(size):
        number = thoughts.room[index]
        thoughts.worth[index] = -1.0
        if not impatient or goes_on(state, seat, number):
            thoughts.worth[index] = guess_call(rules, net, state, seat, number, thoughts)
    best, highest = thoughts.room[0], -1.0
    for _ in range(min(size, SHORTLIST)):
        likely = 0
        for index in range(1, size):
            if thoughts.worth[index] > thoughts.worth[likely] + EQUAL:
                likely = index
        if thoughts.worth[likely] < 0.0:
            break
        thoughts.worth[likely] = -1.0
        weigh_call(rules, net, state, thoughts.room[likely], thoughts)
        if thoughts.means[seat] > highest + EQUAL:
            best, highest = thoughts.room[likely], thoughts.means[seat]
    return best


@kernel
def think_action(
    rules: Rules, state: State, seat: int, action: int, number: int, thoughts: Thoughts
) -> None:
    """Let a seat enter a number by an answer of the rules."""
    column = (action - 1) // rules.boxes if action != PASS else NONE
    think_entry(rules, state, seat, column, action - 1 - column * rules.boxes, number, thoughts)


@kernel
def prepare_answers(rules: Rules, net: Network, state: State, thoughts: Thoughts) -> None:
    """Work out the sheets after a roll, and what all seats are assumed to enter."""
    caller = next_seat(rules, state.active)
    read_position(rules, net, state, caller, thoughts)
    prepare_entries(rules, state, state.called, thoughts)
    settle_entries(rules, net, state, state.called, state.face, caller, thoughts)


@kernel
def settled_answer(rules: Rules, seat: int, thoughts: Thoughts) -> int:
    """What a seat is thought to enter, as an answer of the rules."""
    column = thoughts.entered[seat]
    return PASS if column == NONE else 1 + column * rules.boxes + thoughts.box[seat, column]


@kernel
def best_entry(
    rules: Rules, net: Network, state: State, seat: int, size: int, thoughts: Thoughts
) -> int:
    """The entry, among `size` legal answers in `thoughts.room`, with the best chance for a seat."""
    caller = next_seat(rules, state.active)
    prepare_answers(rules, net, state, thoughts)
    think_others(rules, net, thoughts, seat, caller)
    best, highest = thoughts.room[0], -1.0
    for index in range(size):
        action = thoughts.room[index]
        think_action(rules, state, seat, action, state.called, thoughts)
        foresee_again(rules, net, state, seat, caller, thoughts)
        if thoughts.chances[seat] > highest + EQUAL:
            best, highest = action, thoughts.chances[seat]
    return best
