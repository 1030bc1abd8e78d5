"""Qwixx compiled. The readable rules are in `rollwright.games.qwixx`; rule numbers are the same.

A state is one record of `STATE`, and the options with the printed sheet are one record of `RULES`:
numba passes records as plain pointers. Sets of fields are bits of a whole number: bit *a* is the
field of action *a*, bit 0 is PASS.

Every step is a function that other kernels may call too: `start`, `draw` and `roll`, `legal`,
`play`, `total`, `places`. A policy of another kind (a table, a net) is a `choose` of one's own and
the dozen lines of `play_game` around it; `cross` and `opened_after` give the sheet after an answer.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..game import Game
from ..sheet import SheetSpec
from .bits import count_bits, lowest_bit, nth_bit
from .compile import kernel, new_record
from .streams import BOT_STREAM, DICE_STREAM, below, chain

Results: TypeAlias = npt.NDArray[np.int32]

SEATS, ROWS, LONGEST, FACES = 5, 4, 11, 6
"""The most seats; rows of a sheet; the most fields in a row; faces of each die."""

FIELDS, DICE, MOST = 1 + ROWS * LONGEST, 2 + ROWS, 2 * FACES
"""Actions that name a field, with PASS; dice; the greatest sum of two."""

LOT, ROLL, WHITE, COLOUR, OVER = range(5)
"""Phases, as in the readable rules."""

PASS = 0
MISTHROW_POINTS = -5
MISTHROWS_BELOW = 16
"""More misthrows than any sheet has."""

STATE = np.dtype(
    [
        ("phase", np.int64),
        ("turn", np.int64),
        ("active", np.int64),
        ("decisions", np.int64),  # how many have been resolved
        ("closed", np.int64),  # a bit for each row
        ("white_mark", np.int64),  # the active seat's answer to action 1, during action 2
        ("dice", np.int64, DICE),  # 0 for one that is not in the game or not rolled
        ("crosses", np.int64, SEATS),  # the fields crossed
        ("opened", np.int64, SEATS),  # the fields that may be crossed when they are rolled
        ("misthrows", np.int64, SEATS),
        ("counts", np.int64, (SEATS, ROWS)),  # crosses in a row
        ("reached", np.int64, (SEATS, ROWS)),  # fields of a row up to the last cross
    ]
)

RULES = np.dtype(
    [
        ("players", np.int64),
        ("random_start", np.bool_),
        ("next_roll", np.bool_),
        ("finish_turn", np.bool_),
        ("simultaneous_lock", np.bool_),
        ("voluntary_misthrow", np.bool_),
        ("same_row_twice", np.bool_),
        ("fewer_misthrows", np.bool_),
        ("marks_to_lock", np.int64),
        ("rows_to_end", np.int64),
        ("max_misthrows", np.int64),
        ("row_of", np.int64, FIELDS),  # by action
        ("position_of", np.int64, FIELDS),
        ("lost", np.int64, FIELDS),  # the fields of its row up to and including it
        ("row_fields", np.int64, ROWS),
        ("last_field", np.int64, ROWS),
        ("lock_die", np.int64, ROWS),
        ("number_fields", np.int64, MOST + 1),  # the fields that show a number
        ("die_fields", np.int64, (DICE, MOST + 1)),  # those in the colour of a die
        # What `ga` thinks of a row, by row, fields up to the last cross, and crosses: of its next
        # number or its lock, and of its crosses and gaps.
        ("ga_next", np.float64, (ROWS, LONGEST + 1, LONGEST + 1)),
        ("ga_rest", np.float64, (LONGEST + 1, LONGEST + 1)),
    ]
)

WORK = np.dtype(
    [
        ("faces", np.int64, DICE),  # what `draw` drew and `roll` takes
        ("answers", np.int64, SEATS),  # what `play` takes: an answer a seat
        ("places", np.int64, SEATS),  # what `places` found
    ]
)
"""Room to work in."""

PLAYERS = np.dtype([("kind", np.int64, SEATS), ("parameter", np.float64, SEATS)])
"""The policy of each seat: its kind and its parameter; see `POLICIES`."""

State: TypeAlias = Any
Rules: TypeAlias = Any
Work: TypeAlias = Any
Players: TypeAlias = Any

RANDOM, GREEDY, GA = range(3)
"""Kinds of policies that `choose` knows."""

POLICIES: dict[str, tuple[int, dict[str, float]]] = {
    "random": (RANDOM, {}),
    "greedy": (GREEDY, {"skip": 2.0}),
    "ga": (GA, {}),
}
"""The bots of `rollwright.bots.simple` by name: kind, and parameters with their defaults."""

GA_NEXT, GA_MISTHROW, GA_SQUARES, GA_SKIPPED, GA_LOCK = 0.4909, -0.8692, 0.0185, -0.0560, 100.0


def can_play(game: Game[Any]) -> bool:
    """Whether the printed sheet is of the size that the kernel knows."""
    lines = game.sheet.lines
    return (
        game.spec.players <= SEATS
        and len(lines) == ROWS
        and all(len(line.fields) <= LONGEST for line in lines)
        and game.sheet.faces == FACES
    )


def make_rules(game: Game[Any]) -> Rules:
    """The rules of a game of Qwixx as numbers."""
    rules = new_record(RULES)
    option = game.spec.__getitem__
    rules.players = game.spec.players
    rules.random_start = option("start") == "random"
    rules.next_roll = option("lock_effect") == "next_roll"
    rules.finish_turn = option("second_lock") == "finish_turn"
    rules.fewer_misthrows = option("tie") == "fewer_misthrows"
    for name in (
        "simultaneous_lock",
        "voluntary_misthrow",
        "same_row_twice",
        "marks_to_lock",
        "rows_to_end",
        "max_misthrows",
    ):
        setattr(rules, name, option(name))
    _set_sheet(rules, game.sheet)
    _set_ga(rules, game.sheet)
    return rules


def _set_sheet(rules: Rules, sheet: SheetSpec) -> None:
    colours = [line.name for line in sheet.lines]
    number_fields, die_fields, row_fields = rules.number_fields, rules.die_fields, rules.row_fields
    for index, field in enumerate(sheet.fields):
        action, number = index + 1, int(field.number or 0)
        number_fields[number] |= 1 << action
        die_fields[2 + colours.index(str(field.colour)), number] |= 1 << action
        row_fields[field.line] |= 1 << action
    lost = [row_fields[f.line] & ((2 << index + 1) - 1) for index, f in enumerate(sheet.fields)]
    rules.row_of[1 : 1 + len(lost)] = [field.line for field in sheet.fields]
    rules.position_of[1 : 1 + len(lost)] = [field.position for field in sheet.fields]
    rules.lost[1 : 1 + len(lost)] = lost
    lasts = [line.fields[-1] for line in sheet.lines]
    rules.last_field[:] = [1 << (index + 1) for index in lasts]
    rules.lock_die[:] = [2 + colours.index(str(sheet.fields[index].colour)) for index in lasts]


def _set_ga(rules: Rules, sheet: SheetSpec) -> None:
    crosses = range(LONGEST + 1)
    ga_next = rules.ga_next
    for row, line in enumerate(sheet.lines):
        for reached, index in enumerate(line.fields):
            ways = sheet.faces - abs(sheet.faces + 1 - int(sheet.fields[index].number or 0))
            chance = ways / sheet.faces**2
            ga_next[row, reached] = [GA_NEXT * chance * (count + 1) for count in crosses]
        ga_next[row, len(line.fields)] = GA_LOCK
    rules.ga_rest[:] = [
        [GA_SQUARES * count**2 + GA_SKIPPED * (reached - count) for count in crosses]
        for reached in range(LONGEST + 1)
    ]


# The course of the game


@kernel
def start(rules: Rules, state: State) -> None:
    """Empty sheets."""
    opened = 0
    for row in range(ROWS):
        opened |= rules.row_fields[row] & ~rules.last_field[row]
    for seat in range(SEATS):
        state.crosses[seat] = 0
        state.opened[seat] = opened
        state.misthrows[seat] = 0
        for row in range(ROWS):
            state.counts[seat, row] = 0
            state.reached[seat, row] = 0
    for die in range(DICE):
        state.dice[die] = 0
    state.active = 0
    state.decisions = 0
    state.closed = 0
    state.white_mark = PASS
    state.turn = 0 if rules.random_start else 1
    state.phase = LOT if rules.random_start else ROLL


@kernel
def draw(rules: Rules, state: State, key: np.uint64, work: Work) -> None:
    """Draw what is rolled next, from the dice stream of a match: a face a die, 0 for one gone."""
    if state.phase == LOT:
        work.faces[0] = 1 + below(chain(chain(chain(key, 0), 0), 0), rules.players)
        return
    turn = chain(chain(key, state.turn), 0)
    for die in range(DICE):
        work.faces[die] = 1 + below(chain(turn, die), FACES)
    for row in range(ROWS):
        if state.closed >> row & 1:
            work.faces[rules.lock_die[row]] = 0


@kernel
def roll(rules: Rules, state: State, work: Work) -> None:
    """Q2: what the dice show."""
    if state.phase == LOT:
        state.active = work.faces[0] - 1
        state.phase = ROLL
        state.turn = 1
        return
    for die in range(DICE):
        state.dice[die] = work.faces[die]
    state.phase = WHITE


@kernel
def play(rules: Rules, state: State, work: Work) -> None:
    """Q5–Q9: the answers of all seats that are asked, at their places in `work.answers`."""
    state.decisions += 1
    if state.phase == WHITE:
        _play_white(rules, state, work)
    else:
        _play_colour(rules, state, work)


@kernel
def _play_white(rules: Rules, state: State, work: Work) -> None:
    seat = state.active
    for _ in range(rules.players):
        action = work.answers[seat]
        closed_by_other = state.closed >> rules.row_of[action] & 1 and _is_last(rules, action)
        if rules.simultaneous_lock or not closed_by_other:  # Q5
            _cross_and_close(rules, state, seat, action)
        seat = next_seat(rules, seat)
    state.white_mark = work.answers[state.active]
    if not rules.next_roll:
        _shut(rules, state)
    ended = count_bits(state.closed) >= rules.rows_to_end and not rules.finish_turn  # Q6
    state.phase = OVER if ended else COLOUR


@kernel
def _play_colour(rules: Rules, state: State, work: Work) -> None:
    seat = state.active
    action = work.answers[seat]
    _cross_and_close(rules, state, seat, action)
    if action == PASS and state.white_mark == PASS:  # Q9
        state.misthrows[seat] += 1
    _shut(rules, state)
    if (
        count_bits(state.closed) >= rules.rows_to_end
        or state.misthrows[seat] >= rules.max_misthrows
    ):
        state.phase = OVER
        return
    state.phase = ROLL
    state.turn += 1
    state.active = next_seat(rules, seat)
    state.white_mark = PASS
    for die in range(DICE):
        state.dice[die] = 0


@kernel
def next_seat(rules: Rules, seat: int) -> int:
    """Q10: the seat to the left; a remainder would be much slower."""
    return seat + 1 if seat + 1 < rules.players else 0


@kernel
def _is_last(rules: Rules, action: int) -> bool:
    return rules.last_field[rules.row_of[action]] >> action & 1 == 1


@kernel
def _cross_and_close(rules: Rules, state: State, seat: int, action: int) -> None:
    if action != PASS:
        cross(rules, state, seat, action)
        if _is_last(rules, action):
            state.closed |= 1 << rules.row_of[action]


@kernel
def cross(rules: Rules, state: State, seat: int, action: int) -> None:
    """Cross a field on a sheet, whoever may or may not."""
    row = rules.row_of[action]
    state.opened[seat] = opened_after(rules, state, seat, action)
    state.crosses[seat] |= 1 << action
    state.counts[seat, row] += 1
    state.reached[seat, row] = rules.position_of[action] + 1


@kernel
def opened_after(rules: Rules, state: State, seat: int, action: int) -> int:
    """Q3, Q4: the fields that may be crossed after an answer, when they are rolled."""
    opened = state.opened[seat]
    if action == PASS:
        return opened
    row = rules.row_of[action]
    if state.counts[seat, row] + 1 >= rules.marks_to_lock:
        opened |= rules.last_field[row]
    return opened & ~rules.lost[action]


@kernel
def _shut(rules: Rules, state: State) -> None:
    """Q5: what is closed is closed for everybody."""
    if state.closed == 0:
        return
    shut = 0
    for row in range(ROWS):
        if state.closed >> row & 1:
            shut |= rules.row_fields[row]
    for seat in range(rules.players):
        state.opened[seat] &= ~shut


# What may be crossed


@kernel
def legal(rules: Rules, state: State, seat: int) -> int:
    """The legal answers of a seat as bits; 0 if it is not asked."""
    if state.phase == WHITE:
        fields = white_fields(rules, state, seat)
        if (
            not rules.voluntary_misthrow
            and seat == state.active
            and fields
            and not colour_fields(rules, state, seat)
        ):
            return fields
        return fields | 1
    if state.phase == COLOUR and seat == state.active:
        fields = colour_fields(rules, state, seat)
        mark = state.white_mark
        if mark != PASS and not rules.same_row_twice:
            fields &= ~rules.row_fields[rules.row_of[mark]]
        if not rules.voluntary_misthrow and mark == PASS and fields:
            return fields
        return fields | 1
    return 0


@kernel
def white_fields(rules: Rules, state: State, seat: int) -> int:
    """Q3: the fields that a seat may cross with the white sum."""
    return state.opened[seat] & rules.number_fields[state.dice[0] + state.dice[1]]


@kernel
def colour_fields(rules: Rules, state: State, seat: int) -> int:
    """Q7: the fields that a seat may cross with a white and a coloured die."""
    return state.opened[seat] & rolled_fields(rules, state)


@kernel
def rolled_fields(rules: Rules, state: State) -> int:
    """The fields that show a sum of a white and a coloured die in its colour."""
    gone = 0
    if not rules.next_roll:
        for row in range(ROWS):
            if state.closed >> row & 1:
                gone |= 1 << rules.lock_die[row]
    fields = 0
    for die in range(2, DICE):
        face = state.dice[die]
        if face and not gone >> die & 1:
            fields |= rules.die_fields[die, state.dice[0] + face]
            fields |= rules.die_fields[die, state.dice[1] + face]
    return fields


# Points


@kernel
def total(rules: Rules, state: State, seat: int) -> int:
    """Q11: the points of a sheet."""
    points = MISTHROW_POINTS * state.misthrows[seat]
    for row in range(ROWS):
        count = state.counts[seat, row]
        if state.crosses[seat] & rules.last_field[row]:
            count += 1
        points += count * (count + 1) // 2
    return points


@kernel
def places(rules: Rules, state: State, work: Work) -> None:
    """Q11: the place of each seat, equal seats sharing the better one."""
    for seat in range(rules.players):
        work.places[seat] = 1
        for other in range(rules.players):
            if _rank(rules, state, other) > _rank(rules, state, seat):
                work.places[seat] += 1


@kernel
def _rank(rules: Rules, state: State, seat: int) -> int:
    rank = total(rules, state, seat) * MISTHROWS_BELOW
    return rank - state.misthrows[seat] if rules.fewer_misthrows else rank


# Policies


@kernel
def choose(
    rules: Rules, state: State, seat: int, players: Players, key: np.uint64, work: Work
) -> int:
    """The answer of a seat's policy, `key` being the bots' stream of the match."""
    answers = legal(rules, state, seat)
    if answers & (answers - 1) == 0:
        return lowest_bit(answers)
    if players.kind[seat] == RANDOM:
        stream = chain(chain(key, state.decisions), seat)
        return nth_bit(answers, below(stream, count_bits(answers)))
    if players.kind[seat] == GREEDY:
        return _choose_greedy(rules, state, seat, answers, int(players.parameter[seat]))
    return _choose_ga(rules, state, seat, answers)


@kernel
def _choose_greedy(rules: Rules, state: State, seat: int, answers: int, skip: int) -> int:
    best, fewest = PASS, 1000
    fields = answers & ~1
    while fields:
        action = lowest_bit(fields)
        fields &= fields - 1
        row = rules.row_of[action]
        skipped = rules.position_of[action] - state.reached[seat, row]
        if _is_last(rules, action):
            skipped = -1
        if skipped < fewest:
            best, fewest = action, skipped
    threatened = state.phase == COLOUR and state.white_mark == PASS
    limit = 2 * skip if threatened else skip
    return PASS if fewest > limit and answers & 1 else best


@kernel
def _choose_ga(rules: Rules, state: State, seat: int, answers: int) -> int:
    best, highest = PASS, -np.inf
    while answers:
        action = lowest_bit(answers)
        answers &= answers - 1
        value = _ga_value_after(rules, state, seat, action)
        if value > highest:
            best, highest = action, value
    return best


@kernel
def _ga_value_after(rules: Rules, state: State, seat: int, action: int) -> float:
    """What the sheet is worth after an answer, in action 1 with the best colour answer after it."""
    if state.phase == COLOUR:
        misthrow = action == PASS and state.white_mark == PASS
        return _ga_value(rules, state, seat, action, PASS, misthrow)
    if seat != state.active:
        return _ga_value(rules, state, seat, action, PASS, False)
    fields = rolled_fields(rules, state) & opened_after(rules, state, seat, action)
    if action != PASS and not rules.same_row_twice:
        fields &= ~rules.row_fields[rules.row_of[action]]
    best = -np.inf
    if action != PASS or rules.voluntary_misthrow or not fields:
        best = _ga_value(rules, state, seat, action, PASS, action == PASS)
    while fields:
        colour = lowest_bit(fields)
        fields &= fields - 1
        best = max(best, _ga_value(rules, state, seat, action, colour, False))
    return best


@kernel
def _ga_value(
    rules: Rules, state: State, seat: int, first: int, second: int, misthrow: bool
) -> float:
    """What a sheet is worth after up to two crosses, the second further right than the first."""
    value = GA_MISTHROW * (state.misthrows[seat] + misthrow)
    for row in range(ROWS):
        count = state.counts[seat, row]
        reached = state.reached[seat, row]
        if first != PASS and rules.row_of[first] == row:
            count += 1
            reached = rules.position_of[first] + 1
        if second != PASS and rules.row_of[second] == row:
            count += 1
            reached = rules.position_of[second] + 1
        # Added one by one, as in the readable bot, so that the last bit is the same.
        value += rules.ga_next[row, reached, count]
        value += rules.ga_rest[reached, count]
    return value


# Whole games


@kernel
def play_game(
    rules: Rules, players: Players, dice: np.uint64, bots: np.uint64, state: State, work: Work
) -> None:
    """Play a match to its end, `dice` and `bots` being its streams."""
    start(rules, state)
    while state.phase != OVER:
        if state.phase == WHITE:
            for seat in range(rules.players):
                work.answers[seat] = choose(rules, state, seat, players, bots, work)
            play(rules, state, work)
        elif state.phase == COLOUR:
            seat = state.active
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
