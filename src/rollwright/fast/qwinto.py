"""Qwinto compiled. The readable rules are in `rollwright.games.qwinto`; rule numbers are the same.

A state is one record of `STATE`, and the options with the printed sheet are one record of `RULES`:
numba passes records as plain pointers. Sets of answers are bits of a whole number, as in
`rollwright.fast.qwixx`, where more is said about steps and policies of one's own.
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

SEATS, ROWS, LENGTH, FACES = 6, 3, 9, 6
"""The most seats; rows of a sheet, each with a die of its own; fields of a row; faces of a die."""

FIELDS, MOST = ROWS * LENGTH, ROWS * FACES
"""Fields of a sheet; the greatest sum."""

COLUMN_MATES, BONUSES = ROWS - 1, 9
"""The most other fields in a column; the most columns with a pentagon."""

LOT, CHOOSE, ROLL, KEEP, ENTRIES, OVER = range(6)
"""Phases, as in the readable rules."""

PASS, FIRST_SET, KEEP_ROLL, ROLL_AGAIN = 0, 1 + FIELDS, 8 + FIELDS, 9 + FIELDS
"""Actions: PASS, the fields from 1 on, the seven sets of dice, and what is asked after a roll."""

DICE_SETS = np.array([0b001, 0b010, 0b100, 0b011, 0b101, 0b110, 0b111])
"""The rows whose dice each set takes, as bits."""

MISTHROW_POINTS, MAX_MISTHROWS, FULL_ROWS_TO_END = -5, 4, 2

STATE = np.dtype(
    [
        ("phase", np.int64),
        ("turn", np.int64),
        ("active", np.int64),
        ("decisions", np.int64),  # how many have been resolved
        ("rerolls", np.int64),
        ("chosen", np.int64),  # the rows whose dice are rolled, as bits
        ("dice", np.int64, ROWS),  # 0 for one that is not rolled
        ("misthrows", np.int64, SEATS),
        ("counts", np.int64, (SEATS, ROWS)),  # numbers in a row
        ("numbers", np.int64, (SEATS, FIELDS)),  # 0 in an empty field
    ]
)

RULES = np.dtype(
    [
        ("players", np.int64),
        ("random_start", np.bool_),
        ("refuse", np.bool_),
        ("stop_at_once", np.bool_),
        ("three_field_columns", np.bool_),
        ("rerolls", np.int64),
        ("mates", np.int64, (FIELDS, COLUMN_MATES)),  # other fields of the column, then -1
        ("pentagon", np.int64, FIELDS),  # 1 for the field of a pentagon
        ("pentagons", np.int64, BONUSES),  # the same as a list, then -1
    ]
)

WORK = np.dtype(
    [
        ("faces", np.int64, ROWS),  # what `draw` drew and `roll` takes
        ("answers", np.int64, SEATS),  # what `play` takes: an answer a seat
        ("places", np.int64, SEATS),  # what `places` found
        ("values", np.float64, (ROWS, MOST + 1)),  # of the best entries, for `greedy`
    ]
)
"""Room to work in."""

PLAYERS = np.dtype([("kind", np.int64, SEATS), ("parameter", np.float64, SEATS)])
"""The policy of each seat: its kind and its parameter; see `POLICIES`."""

State: TypeAlias = Any
Rules: TypeAlias = Any
Work: TypeAlias = Any
Players: TypeAlias = Any
Gap: TypeAlias = tuple[int, int, int, int]

RANDOM, GREEDY = range(2)
"""Kinds of policies that `choose` knows."""

POLICIES: dict[str, tuple[int, dict[str, float]]] = {
    "random": (RANDOM, {}),
    "greedy": (GREEDY, {"far": 2.0}),
}
"""The bots of `rollwright.bots.simple` by name: kind, and parameters with their defaults."""

GREEDY_MISTHROW = -6.0
ALL_DICE = (1 << ROWS) - 1


def can_play(game: Game[Any]) -> bool:
    """Whether the printed sheet is of the size that the kernel knows."""
    sheet = game.sheet
    return (
        game.spec.players <= SEATS
        and [len(line.fields) for line in sheet.lines] == [LENGTH] * ROWS
        and sum(field.bonus for field in sheet.fields) <= BONUSES
        and sheet.faces == FACES
    )


def make_rules(game: Game[Any]) -> Rules:
    """The rules of a game of Qwinto as numbers."""
    rules = new_record(RULES)
    option = game.spec.__getitem__
    rules.players = game.spec.players
    rules.random_start = option("start") == "random"
    rules.refuse = option("refuse")
    rules.stop_at_once = option("last_turn") == "stop_at_once"
    rules.three_field_columns = option("column_rule") == "three_field_columns"
    rules.rerolls = option("rerolls")
    _set_sheet(rules, game.sheet)
    return rules


def _set_sheet(rules: Rules, sheet: SheetSpec) -> None:
    rules.mates[:] = -1
    rules.pentagons[:] = -1
    bonuses = 0
    for index, field in enumerate(sheet.fields):
        mates = [other for other in sheet.columns[field.column] if other != index]
        rules.mates[index, : len(mates)] = mates
        if field.bonus:
            rules.pentagon[index] = 1
            rules.pentagons[bonuses] = index
            bonuses += 1


# The course of the game


@kernel
def start(rules: Rules, state: State) -> None:
    """Empty sheets."""
    for seat in range(SEATS):
        state.misthrows[seat] = 0
        for row in range(ROWS):
            state.counts[seat, row] = 0
        for field in range(FIELDS):
            state.numbers[seat, field] = 0
    state.active = 0
    state.decisions = 0
    _clear_dice(state)
    state.turn = 0 if rules.random_start else 1
    state.phase = LOT if rules.random_start else CHOOSE


@kernel
def _clear_dice(state: State) -> None:
    state.rerolls = 0
    state.chosen = 0
    for row in range(ROWS):
        state.dice[row] = 0


@kernel
def draw(rules: Rules, state: State, key: np.uint64, work: Work) -> None:
    """Draw what is rolled next, from the dice stream of a match: a face a die, 0 for one left."""
    if state.phase == LOT:
        work.faces[0] = 1 + below(chain(chain(chain(key, 0), 0), 0), rules.players)
        return
    rolled = chain(chain(key, state.turn), state.rerolls)
    for row in range(ROWS):
        work.faces[row] = 1 + below(chain(rolled, row), FACES) if state.chosen >> row & 1 else 0


@kernel
def roll(rules: Rules, state: State, work: Work) -> None:
    """W2: what the dice show."""
    if state.phase == LOT:
        state.active = work.faces[0] - 1
        state.turn = 1
        state.phase = CHOOSE
        return
    for row in range(ROWS):
        state.dice[row] = work.faces[row]
    state.phase = KEEP if state.rerolls < rules.rerolls else ENTRIES


@kernel
def play(rules: Rules, state: State, work: Work) -> None:
    """W2–W5: the answers of all seats that are asked, at their places in `work.answers`."""
    state.decisions += 1
    action = work.answers[state.active]
    if state.phase == CHOOSE:
        state.chosen = DICE_SETS[action - FIRST_SET]
        state.phase = ROLL
    elif state.phase == KEEP and action == KEEP_ROLL:
        state.phase = ENTRIES
    elif state.phase == KEEP:
        for row in range(ROWS):
            state.dice[row] = 0
        state.rerolls += 1
        state.phase = ROLL
    else:
        _play_entries(rules, state, work)


@kernel
def _play_entries(rules: Rules, state: State, work: Work) -> None:
    number = rolled_sum(state)
    ended = False
    seat = state.active
    for _ in range(rules.players):
        if work.answers[seat] != PASS:
            enter(state, seat, work.answers[seat], number)
        elif seat == state.active:  # W4
            state.misthrows[seat] += 1
        if _ends(state, seat):
            ended = True
            if rules.stop_at_once:
                break
        seat = next_seat(rules, seat)
    if ended:  # W5
        state.phase = OVER
        return
    _clear_dice(state)
    state.turn += 1
    state.active = next_seat(rules, state.active)
    state.phase = CHOOSE


@kernel
def next_seat(rules: Rules, seat: int) -> int:
    """The seat to the left; a remainder would be much slower."""
    return seat + 1 if seat + 1 < rules.players else 0


@kernel
def enter(state: State, seat: int, action: int, number: int) -> None:
    """Enter a number on a sheet, whoever may or may not."""
    field = action - 1
    state.numbers[seat, field] = number
    state.counts[seat, field // LENGTH] += 1


@kernel
def _ends(state: State, seat: int) -> bool:
    """W5: whether the sheet of this seat ends the game."""
    full = 0
    for row in range(ROWS):
        full += state.counts[seat, row] == LENGTH
    return full >= FULL_ROWS_TO_END or state.misthrows[seat] >= MAX_MISTHROWS


@kernel
def rolled_sum(state: State) -> int:
    """The sum of the rolled dice."""
    return state.dice[0] + state.dice[1] + state.dice[2]


# What may be answered


@kernel
def legal(rules: Rules, state: State, seat: int) -> int:
    """The legal answers of a seat as bits; 0 if it is not asked."""
    if state.phase == ENTRIES:
        fields = open_fields(rules, state, seat)
        if fields and not rules.refuse and seat == state.active:
            return fields
        return fields | 1
    if seat != state.active:
        return 0
    if state.phase == CHOOSE:
        return ((1 << len(DICE_SETS)) - 1) << FIRST_SET
    if state.phase == KEEP:
        return (1 << KEEP_ROLL) | (1 << ROLL_AGAIN)
    return 0


@kernel
def open_fields(rules: Rules, state: State, seat: int) -> int:
    """W3: the fields in which a seat may enter the sum."""
    number = rolled_sum(state)
    fields = 0
    for row in range(ROWS):
        if state.dice[row] == 0:
            continue
        found = 0
        for place in range(LENGTH):
            field = row * LENGTH + place
            other = state.numbers[seat, field]
            if other == 0:
                if not _in_column(rules, state, seat, field, number):
                    found |= 1 << (field + 1)
            elif other < number:
                found = 0
            else:
                if other == number:
                    found = 0
                break
        fields |= found
    return fields


@kernel
def _in_column(rules: Rules, state: State, seat: int, field: int, number: int) -> bool:
    """W3: whether the column has the number already, where that matters."""
    if rules.three_field_columns and rules.mates[field, COLUMN_MATES - 1] < 0:
        return False
    return column_has(rules, state, seat, field, number)


@kernel
def column_has(rules: Rules, state: State, seat: int, field: int, number: int) -> bool:
    """Whether another field of the column holds the number."""
    for index in range(COLUMN_MATES):
        mate = rules.mates[field, index]
        if mate >= 0 and state.numbers[seat, mate] == number:
            return True
    return False


# Points


@kernel
def total(rules: Rules, state: State, seat: int) -> int:
    """W6: the points of a sheet."""
    points = MISTHROW_POINTS * state.misthrows[seat]
    for row in range(ROWS):
        count = state.counts[seat, row]
        points += state.numbers[seat, (row + 1) * LENGTH - 1] if count == LENGTH else count
    for index in range(BONUSES):
        field = rules.pentagons[index]
        if field < 0:
            break
        if not column_has(rules, state, seat, field, 0):
            points += state.numbers[seat, field]
    return points


@kernel
def places(rules: Rules, state: State, work: Work) -> None:
    """W6: the place of each seat, equal seats sharing the better one."""
    for seat in range(rules.players):
        work.places[seat] = 1
        for other in range(rules.players):
            if total(rules, state, other) > total(rules, state, seat):
                work.places[seat] += 1


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
    if state.phase == CHOOSE:
        return _greedy_dice(rules, state, seat, work)
    if state.phase == KEEP:
        return _greedy_keep(rules, state, seat, work)
    return _greedy_entry(rules, state, seat, answers, players.parameter[seat])


@kernel
def _greedy_dice(rules: Rules, state: State, seat: int, work: Work) -> int:
    best, highest = 0, -np.inf
    _set_entry_values(rules, state, seat, ALL_DICE, work)
    for index in range(len(DICE_SETS)):
        value = _mean_entry(work, DICE_SETS[index])
        if value > highest:
            best, highest = index, value
    return FIRST_SET + best


@kernel
def _greedy_keep(rules: Rules, state: State, seat: int, work: Work) -> int:
    _set_entry_values(rules, state, seat, state.chosen, work)
    kept = _best_entry(work, state.chosen, rolled_sum(state))
    return KEEP_ROLL if kept >= _mean_entry(work, state.chosen) else ROLL_AGAIN


@kernel
def _greedy_entry(rules: Rules, state: State, seat: int, answers: int, far: float) -> int:
    best, highest = PASS, GREEDY_MISTHROW
    number = rolled_sum(state)
    for field in range(FIELDS):
        if state.chosen >> (field // LENGTH) & 1 and state.numbers[seat, field] == 0:
            gap = _gap(state, seat, field)
            if gap[1] < number < gap[3] and not column_has(rules, state, seat, field, number):
                value = _entry_value(rules, field, number, gap)
                if value > highest:
                    best, highest = field + 1, value
    unwelcome = seat != state.active and highest < -far and answers & 1
    if unwelcome or not answers >> best & 1:
        return PASS if answers & 1 else lowest_bit(answers)
    return best


@kernel
def _set_entry_values(rules: Rules, state: State, seat: int, chosen: int, work: Work) -> None:
    """The value of the best entry by chosen row and sum, a misthrow's where there is none."""
    for row in range(ROWS):
        if chosen >> row & 1:
            for number in range(1, MOST + 1):
                work.values[row, number] = GREEDY_MISTHROW
            for field in range(row * LENGTH, (row + 1) * LENGTH):
                if state.numbers[seat, field] == 0:
                    _set_field_values(rules, state, seat, field, work)


@kernel
def _set_field_values(rules: Rules, state: State, seat: int, field: int, work: Work) -> None:
    """Improve the values of a row by the entries in one of its empty fields."""
    row = field // LENGTH
    gap = _gap(state, seat, field)
    for number in range(gap[1] + 1, gap[3]):
        if not column_has(rules, state, seat, field, number):
            value = _entry_value(rules, field, number, gap)
            work.values[row, number] = max(work.values[row, number], value)


@kernel
def _best_entry(work: Work, chosen: int, number: int) -> float:
    best = GREEDY_MISTHROW
    for row in range(ROWS):
        if chosen >> row & 1:
            best = max(best, work.values[row, number])
    return best


@kernel
def _mean_entry(work: Work, chosen: int) -> float:
    """The mean value of the best entry over the sums of the chosen dice."""
    dice = count_bits(chosen)
    weighted, ways = 0.0, 0
    for number in range(dice, dice * FACES + 1):
        weight = _ways(dice, number)
        weighted += _best_entry(work, chosen, number) * weight
        ways += weight
    return weighted / ways


@kernel
def _ways(dice: int, number: int) -> int:
    """In how many ways up to three dice show a sum."""
    if dice == 1:
        return 1
    if dice == 2:
        return FACES - abs(FACES + 1 - number)
    ways = 0
    for face in range(1, FACES + 1):
        if 2 <= number - face <= 2 * FACES:
            ways += FACES - abs(FACES + 1 - (number - face))
    return ways


@kernel
def _entry_value(rules: Rules, field: int, number: int, gap: Gap) -> float:
    """How near to its ideal place a number would stand in a gap, minus what it blocks."""
    place = field % LENGTH
    left_place, left, right_place, right = gap
    ideal = (number - 1) * (LENGTH - 1) / (MOST - 1)
    lost_left = max(0, place - left_place - (number - left))
    lost_right = max(0, right_place - place - (right - number))
    return -abs(place - ideal) - 2.0 * (lost_left + lost_right) + 0.3 * rules.pentagon[field]


@kernel
def _gap(state: State, seat: int, field: int) -> Gap:
    """The next filled place to the left with its number, and the next one to the right."""
    place = field % LENGTH
    first = field - place
    left, right = place - 1, place + 1
    while left >= 0 and state.numbers[seat, first + left] == 0:
        left -= 1
    while right < LENGTH and state.numbers[seat, first + right] == 0:
        right += 1
    low = state.numbers[seat, first + left] if left >= 0 else 0
    high = state.numbers[seat, first + right] if right < LENGTH else MOST + 1
    return left, low, right, high


# Whole games


@kernel
def play_game(
    rules: Rules, players: Players, dice: np.uint64, bots: np.uint64, state: State, work: Work
) -> None:
    """Play a match to its end, `dice` and `bots` being its streams."""
    start(rules, state)
    while state.phase != OVER:
        if state.phase == ENTRIES:
            for seat in range(rules.players):
                work.answers[seat] = choose(rules, state, seat, players, bots, work)
            play(rules, state, work)
        elif state.phase == CHOOSE or state.phase == KEEP:
            work.answers[state.active] = choose(rules, state, state.active, players, bots, work)
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
