"""Qwingo compiled. The readable rules are in `rollwright.games.qwingo`; rule numbers are the same.

A state is one record of `STATE`, and the options with the printed sheet are one record of `RULES`:
numba passes records as plain pointers. The numbers that fit in a column are the bits of two words.
Legal answers are a list, since there may be more of them than bits; `rollwright.fast.qwixx` says
more about steps and policies of one's own.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..game import Game
from .compile import kernel, new_record
from .streams import BOT_STREAM, DICE_STREAM, below, chain

Results: TypeAlias = npt.NDArray[np.int32]

SEATS, COLUMNS, LONGEST, HIGHEST = 5, 5, 20, 100
"""The most seats; columns of a sheet; the most boxes of a column; the highest number."""

LIGHTNING, FACES = COLUMNS, COLUMNS + 1
"""The face that leaves the column open, after the faces of the columns; faces of the die."""

ANSWERS = max(COLUMNS * LONGEST, HIGHEST) + 1
"""The most legal answers."""

WORD = 51
"""Numbers in a word: those from 0 in the first, the others in the second."""

LOT, SETUP, CALL, ROLL, ENTRIES, OVER = range(6)
"""Phases, as in the readable rules."""

PASS, EMPTY, NONE = 0, -1, -1
STARTING_NUMBERS = np.array([10, 20, 30, 40, 50])

STATE = np.dtype(
    [
        ("phase", np.int64),
        ("turn", np.int64),
        ("active", np.int64),
        ("decisions", np.int64),  # how many have been resolved
        ("entered", np.int64),  # starting numbers that are written
        ("called", np.int64),  # or NONE
        ("face", np.int64),  # from 0, or NONE
        ("fillable", np.int64),  # columns, of all seats, that can still be completed
        ("counts", np.int64, (SEATS, COLUMNS)),  # numbers in a column
        ("can_fill", np.int64, (SEATS, COLUMNS)),  # 1 if it can still be completed
        ("fits", np.int64, (SEATS, FACES, 2)),  # the numbers that have room, by face of the die
        ("numbers", np.int64, (SEATS, COLUMNS, LONGEST)),  # from the top, or EMPTY
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("players", np.int64),
        ("random_start", np.bool_),
        ("must_enter_symbol", np.bool_),
        ("must_enter_lightning", np.bool_),
        ("open_sheets", np.bool_),
        ("compare_printed", np.bool_),
        ("compare_fullest", np.bool_),
        ("lowest", np.int64),
        ("boxes", np.int64),
    ],
    align=True,
)

WORK = np.dtype(
    [
        ("faces", np.int64, (1,)),  # what `draw` drew and `roll` takes
        ("answers", np.int64, SEATS),  # what `play` takes: an answer a seat
        ("ranks", np.int64, SEATS),  # what `places` compares
        ("places", np.int64, SEATS),  # what `places` found
        ("room", np.int64, ANSWERS),  # legal answers
    ]
)
"""Room to work in."""

PLAYERS = np.dtype([("kind", np.int64, SEATS), ("parameter", np.float64, SEATS)])
"""The policy of each seat: its kind and its parameter; see `POLICIES`."""

State: TypeAlias = Any
Rules: TypeAlias = Any
Work: TypeAlias = Any
Players: TypeAlias = Any

RANDOM, GREEDY = range(2)
"""Kinds of policies that `choose` knows."""

POLICIES: dict[str, tuple[int, dict[str, float]]] = {"random": (RANDOM, {}), "greedy": (GREEDY, {})}
"""The bots of `rollwright.bots.simple` by name: kind, and parameters with their defaults."""


def can_play(game: Game[Any]) -> bool:
    """Whether the printed sheet is of the size that the kernel knows."""
    lines = game.sheet.lines
    return (
        game.spec.players <= SEATS
        and len(lines) == COLUMNS
        and all(len(line.fields) <= LONGEST for line in lines)
    )


def make_rules(game: Game[Any]) -> Rules:
    """The rules of a game of Qwingo as numbers."""
    rules = new_record(RULES)
    option = game.spec.__getitem__
    rules.players = game.spec.players
    rules.random_start = option("start") == "random"
    rules.must_enter_symbol = option("symbol_entry") == "must"
    rules.must_enter_lightning = option("lightning_entry") == "must"
    rules.open_sheets = option("open_sheets")
    rules.compare_printed = option("tie_break") == "printed"
    rules.compare_fullest = option("tie_break") == "fullest"
    rules.lowest = option("lowest")
    rules.boxes = option("boxes")
    return rules


# The course of the game


@kernel
def start(rules: Rules, state: State) -> None:
    """Empty sheets."""
    state.fillable = COLUMNS * rules.players
    for seat in range(rules.players):
        for column in range(COLUMNS):
            for box in range(LONGEST):
                state.numbers[seat, column, box] = EMPTY
            state.counts[seat, column] = 0
            state.can_fill[seat, column] = 1
        for face in range(FACES):
            state.fits[seat, face, 0] = _span(rules.lowest, WORD - 1)
            state.fits[seat, face, 1] = _span(0, HIGHEST - WORD)
    state.active = 0
    state.decisions = 0
    state.entered = 0
    state.called = NONE
    state.face = NONE
    state.turn = 0
    state.phase = LOT if rules.random_start else SETUP


@kernel
def draw(rules: Rules, state: State, key: np.uint64, work: Work) -> None:
    """Draw what is rolled next, from the dice stream of a match."""
    sides = rules.players if state.phase == LOT else FACES
    work.faces[0] = 1 + below(chain(chain(chain(key, state.turn), 0), 0), sides)


@kernel
def roll(rules: Rules, state: State, work: Work) -> None:
    """G4, G5: what the die shows."""
    if state.phase == LOT:
        state.active = work.faces[0] - 1
        state.phase = SETUP
    else:
        state.face = work.faces[0] - 1
        state.phase = ENTRIES


@kernel
def play(rules: Rules, state: State, work: Work) -> None:
    """G2–G8, G10: the answers of all seats that are asked, at their places in `work.answers`."""
    state.decisions += 1
    if state.phase == CALL:
        state.called = work.answers[state.active] - first_call(rules)
        state.phase = ROLL
    elif state.phase == SETUP:
        for seat in range(rules.players):
            enter(rules, state, seat, work.answers[seat], STARTING_NUMBERS[state.entered])
        state.entered += 1
        if state.entered == len(STARTING_NUMBERS):
            state.turn = 1
            _next_turn(rules, state, state.active)
    else:
        _play_entries(rules, state, work)


@kernel
def _play_entries(rules: Rules, state: State, work: Work) -> None:
    full = False
    for seat in range(rules.players):
        if work.answers[seat] != PASS:
            enter(rules, state, seat, work.answers[seat], state.called)
            column = (work.answers[seat] - 1) // rules.boxes
            full = full or state.counts[seat, column] == rules.boxes
    if full:
        state.phase = OVER
    else:
        _end_turn(rules, state)


@kernel
def pass_all(rules: Rules, state: State) -> None:
    """What `play` does when nobody enters anything, which is most turns of most games."""
    state.decisions += 1
    _end_turn(rules, state)


@kernel
def _end_turn(rules: Rules, state: State) -> None:
    state.turn += 1
    _next_turn(rules, state, next_seat(rules, state.active))


@kernel
def next_seat(rules: Rules, seat: int) -> int:
    """G8: the seat to the left; a remainder would be much slower."""
    return seat + 1 if seat + 1 < rules.players else 0


@kernel
def _next_turn(rules: Rules, state: State, caller: int) -> None:
    if state.fillable == 0:  # G10
        state.turn -= 1
        state.phase = OVER
        return
    state.active = caller
    state.called = NONE
    state.face = NONE
    state.phase = CALL


@kernel
def enter(rules: Rules, state: State, seat: int, action: int, number: int) -> None:
    """Write a number in a box, whoever may or may not."""
    column = (action - 1) // rules.boxes
    box = (action - 1) - column * rules.boxes
    above, low, under, high = neighbours(rules, state, seat, column, box)
    state.numbers[seat, column, box] = number
    state.counts[seat, column] += 1
    first = low + 1 if box - above == 1 else number
    last = high - 1 if under - box == 1 else number
    state.fits[seat, column, 0] &= ~_span(first, min(last, WORD - 1))
    state.fits[seat, column, 1] &= ~_span(max(first, WORD) - WORD, last - WORD)
    for word in range(2):
        anywhere = 0
        for other in range(COLUMNS):
            anywhere |= state.fits[seat, other, word]
        state.fits[seat, LIGHTNING, word] = anywhere
    if state.can_fill[seat, column] and (number - low < box - above or high - number < under - box):
        state.can_fill[seat, column] = 0
        state.fillable -= 1


@kernel
def neighbours(
    rules: Rules, state: State, seat: int, column: int, box: int
) -> tuple[int, int, int, int]:
    """The next written box above with its number, and the next one below; else the edges."""
    above, under = box - 1, box + 1
    while above >= 0 and state.numbers[seat, column, above] == EMPTY:
        above -= 1
    while under < rules.boxes and state.numbers[seat, column, under] == EMPTY:
        under += 1
    low = state.numbers[seat, column, above] if above >= 0 else rules.lowest - 1
    high = state.numbers[seat, column, under] if under < rules.boxes else HIGHEST + 1
    return above, low, under, high


@kernel
def _span(first: int, last: int) -> int:
    """The bits from `first` to `last`, none where it is smaller."""
    return ((1 << (last + 1 - first)) - 1) << first if first <= last else 0


# What may be answered


@kernel
def first_call(rules: Rules) -> int:
    """The action that calls 0."""
    return 1 + COLUMNS * rules.boxes


@kernel
def has_room(state: State, seat: int, face: int, number: int) -> bool:
    """G6: whether a number fits in a column, or anywhere where the face is LIGHTNING."""
    word = number // WORD
    return state.fits[seat, face, word] >> (number - word * WORD) & 1 == 1


@kernel
def can_enter(rules: Rules, state: State) -> bool:
    """Whether the called number fits for anybody where the die allows it; mostly it does not."""
    found = False
    for seat in range(rules.players):
        found |= has_room(state, seat, state.face, state.called)
    return found


@kernel
def legal(rules: Rules, state: State, seat: int, work: Work) -> int:
    """Write the legal answers of a seat into `work.room`, sorted; returns how many there are."""
    if state.phase == CALL and seat == state.active:
        size = HIGHEST + 1 - rules.lowest
        for index in range(size):
            work.room[index] = first_call(rules) + rules.lowest + index
        return size
    if state.phase == SETUP:
        return _free_columns(rules, state, seat, work)
    if state.phase == ENTRIES:
        return _entries(rules, state, seat, work)
    return 0


@kernel
def _free_columns(rules: Rules, state: State, seat: int, work: Work) -> int:
    size = 0
    for column in range(COLUMNS):
        if state.counts[seat, column] == 0:
            for box in range(rules.boxes):
                work.room[size] = 1 + column * rules.boxes + box
                size += 1
    return size


@kernel
def _entries(rules: Rules, state: State, seat: int, work: Work) -> int:
    """G4, G5: PASS where it is legal, and the boxes that the die and the numbers allow."""
    lightning = state.face == LIGHTNING
    work.room[0] = PASS
    size = 1
    for column in range(COLUMNS):
        if (lightning or column == state.face) and has_room(state, seat, column, state.called):
            size = _add_boxes(rules, state, seat, column, work, size)
    must = rules.must_enter_lightning if lightning else rules.must_enter_symbol
    if must and size > 1:
        size -= 1
        for index in range(size):
            work.room[index] = work.room[index + 1]
    return size


@kernel
def _add_boxes(rules: Rules, state: State, seat: int, column: int, work: Work, size: int) -> int:
    """The boxes between the next smaller and the next greater number."""
    first = 0
    for box in range(rules.boxes):
        number = state.numbers[seat, column, box]
        if number > state.called:
            break
        if number != EMPTY:
            first = box + 1
    for box in range(first, rules.boxes):
        if state.numbers[seat, column, box] != EMPTY:
            break
        work.room[size] = 1 + column * rules.boxes + box
        size += 1
    return size


# Result


@kernel
def total(rules: Rules, state: State, seat: int) -> int:
    """The filled boxes; G9: alone, the number of turns."""
    if rules.players == 1:
        return state.turn
    filled = 0
    for column in range(COLUMNS):
        filled += state.counts[seat, column]
    return filled


@kernel
def places(rules: Rules, state: State, work: Work) -> None:
    """G7: the place of each seat, equal seats sharing the better one."""
    for seat in range(rules.players):
        work.ranks[seat] = _rank(rules, state, seat)
    for seat in range(rules.players):
        work.places[seat] = 1
        for other in range(rules.players):
            if work.ranks[other] > work.ranks[seat]:
                work.places[seat] += 1


@kernel
def _rank(rules: Rules, state: State, seat: int) -> int:
    """What the players are compared by, the fullest column before the option tie_break."""
    rank, fullest = 0, 0
    for filled in range(rules.boxes, -1, -1):
        for column in range(COLUMNS):
            if state.counts[seat, column] == filled:
                rank = rank * (LONGEST + 1) + filled
                fullest = max(fullest, filled)
    if rules.compare_fullest:
        return rank
    if rules.compare_printed:
        for column in range(1, COLUMNS):
            fullest = fullest * (LONGEST + 1) + state.counts[seat, column]
    return fullest


# Policies


@kernel
def choose(
    rules: Rules, state: State, seat: int, players: Players, key: np.uint64, work: Work
) -> int:
    """The answer of a seat's policy, `key` being the bots' stream of the match."""
    if state.phase == CALL:
        if players.kind[seat] == RANDOM:
            stream = chain(chain(key, state.decisions), seat)
            return first_call(rules) + rules.lowest + below(stream, HIGHEST + 1 - rules.lowest)
        return first_call(rules) + _greedy_call(rules, state, seat)
    if state.phase == ENTRIES and not has_room(state, seat, state.face, state.called):
        return PASS
    size = legal(rules, state, seat, work)
    if size == 1:
        return work.room[0]
    if players.kind[seat] == RANDOM:
        return work.room[below(chain(chain(key, state.decisions), seat), size)]
    return _greedy_entry(rules, state, seat, work, size)


@kernel
def _greedy_call(rules: Rules, state: State, seat: int) -> int:
    best, highest = 0, -np.inf
    for number in range(rules.lowest, HIGHEST + 1):
        others = 0.0
        for other in range(rules.players):
            if other != seat:
                others = max(others, _welcome(rules, state, other, number, rules.open_sheets))
        value = _welcome(rules, state, seat, number, True) - 0.5 * others
        if value > highest:
            best, highest = number, value
    return best


@kernel
def _welcome(rules: Rules, state: State, seat: int, number: int, seen: bool) -> float:
    """How welcome a number is on a sheet: the fuller the columns that it fits, the more.

    A sheet that is not seen counts as empty.
    """
    value = 0.0
    for column in range(COLUMNS):
        if not seen:
            value += 1.0
        elif state.can_fill[seat, column] and has_room(state, seat, column, number):
            value += 1.0 + state.counts[seat, column] ** 2
    return value


@kernel
def _greedy_entry(rules: Rules, state: State, seat: int, work: Work, size: int) -> int:
    number = STARTING_NUMBERS[state.entered] if state.phase == SETUP else state.called
    best, highest = PASS, -np.inf
    for index in range(size):
        action = work.room[index]
        if action != PASS:
            value = _entry_value(rules, state, seat, action, number)
            if value > highest:
                best, highest = action, value
    return PASS if highest < 0.0 and work.room[0] == PASS else best


@kernel
def _entry_value(rules: Rules, state: State, seat: int, action: int, number: int) -> float:
    """Great near the even place of a number in a full column; negative if it blocks the column."""
    column, box = (action - 1) // rules.boxes, (action - 1) % rules.boxes
    above, low, under, high = neighbours(rules, state, seat, column, box)
    weight = 1 + state.counts[seat, column]
    harmful = number - low < box - above or high - number < under - box
    if harmful or not state.can_fill[seat, column]:
        return -1.0 * weight
    ideal = above + (number - low) * (under - above) / (high - low)
    return 1.0 / (1.0 + abs(box - ideal)) * weight


# Whole games


@kernel
def play_game(
    rules: Rules, players: Players, dice: np.uint64, bots: np.uint64, state: State, work: Work
) -> None:
    """Play a match to its end, `dice` and `bots` being its streams."""
    start(rules, state)
    while state.phase != OVER:
        if state.phase == CALL:
            work.answers[state.active] = choose(rules, state, state.active, players, bots, work)
            play(rules, state, work)
        elif state.phase == ENTRIES and not can_enter(rules, state):
            pass_all(rules, state)
        elif state.phase == ENTRIES or state.phase == SETUP:
            for seat in range(rules.players):
                work.answers[seat] = choose(rules, state, seat, players, bots, work)
            play(rules, state, work)
        else:
            draw(rules, state, dice, work)
            roll(rules, state, work)


@kernel
def play_batch(
    rules: Rules,
    players: Players,
    key: np.uint64,
    first: int,
    state: State,
    work: Work,
    results: Results,
) -> None:
    """Play the matches from number `first` on, of the seed with this key.

    Each row of `results` gets the number of turns, the total of each seat, and their places.
    """
    dice, bots = chain(key, DICE_STREAM), chain(key, BOT_STREAM)
    for game in range(results.shape[0]):
        number = first + game
        play_game(rules, players, chain(dice, number), chain(bots, number), state, work)
        places(rules, state, work)
        results[game, 0] = state.turn
        for seat in range(rules.players):
            results[game, 1 + seat] = total(rules, state, seat)
            results[game, 1 + rules.players + seat] = work.places[seat]
