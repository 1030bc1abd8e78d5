"""Qwixx: the kernel is the same game as the readable rules, and the comparison finds faults."""

from __future__ import annotations

import pytest

from rollwright.fast import qwixx

from .planted import Planted, check_found, plain_copy
from .qwixx_twin import QwixxTwin
from .twins import compare_games

GAMES, MANY_GAMES = 2_000, 20_000
"""Games in the default suite, and those of a slow test after them."""

BLOCKS = 4
"""Parts of each, so that they can go on at the same time."""

FAULTS = (
    Planted(
        "one cross fewer is needed for the last number",
        "state.counts[seat, row] + 1 >= rules.marks_to_lock",
        "state.counts[seat, row] + 2 >= rules.marks_to_lock",
    ),
    Planted(
        "the last number is open from the beginning",
        "rules.row_fields[row] & ~rules.last_field[row]",
        "rules.row_fields[row]",
    ),
    Planted(
        "the fields that were skipped may still be crossed",
        "return opened & ~rules.lost[action]",
        "return opened & ~(1 << action)",
    ),
    Planted(
        "the second white die is not used with a coloured one",
        "rules.die_fields[die, state.dice[1] + face]",
        "rules.die_fields[die, state.dice[0] + face]",
    ),
    Planted(
        "a closed row is shut for the roller only",
        "state.opened[seat] &= ~shut",
        "state.opened[state.active] &= ~shut",
        near=9,
    ),
    Planted(
        "a row closed in action 1 is always shut at once",
        "    if not rules.next_roll:\n        _shut(rules, state)\n",
        "    _shut(rules, state)\n",
        near=19,
    ),
    Planted(
        "the die of a row closed in action 1 may still be used",
        "gone |= 1 << rules.lock_die[row]",
        "gone |= 0",
        near=36,
    ),
    Planted(
        "two closers of a row are never too late",
        "if rules.simultaneous_lock or not closed_by_other:",
        "if True:",
        near=85,
    ),
    Planted(
        "closers are taken in the order of the seats, not of play",
        "    seat = state.active\n    for _ in range(rules.players):\n        action",
        "    seat = 0\n    for _ in range(rules.players):\n        action",
        near=259,
    ),
    Planted(
        "the game ends in action 1 although the turn is to be finished",
        "rules.rows_to_end and not rules.finish_turn",
        "rules.rows_to_end",
        near=19,
    ),
    Planted(
        "two closers of one row count as two closed rows",
        "ended = count_bits(state.closed) >= rules.rows_to_end",
        "ended = count_bits(state.closed) + (count_bits(state.closed) > 1) >= rules.rows_to_end",
        near=13,
    ),
    Planted(
        "a misthrow although the white sum was crossed",
        "if action == PASS and state.white_mark == PASS:",
        "if action == PASS:",
    ),
    Planted(
        "one misthrow more does not end the game",
        "state.misthrows[seat] >= rules.max_misthrows",
        "state.misthrows[seat] > rules.max_misthrows",
    ),
    Planted(
        "the same row twice is never forbidden",
        "if mark != PASS and not rules.same_row_twice:",
        "if False:",
    ),
    Planted(
        "a misthrow on purpose is forbidden to passive seats too",
        "            and seat == state.active\n            and fields",
        "            and fields",
    ),
    Planted(
        "the white sum must be crossed although a colour could be",
        "            and not colour_fields(rules, state, seat)\n",
        "",
    ),
    Planted(
        "the lock is no cross",
        "            count += 1\n        points",
        "            count += 0\n        points",
    ),
    Planted(
        "fewer misthrows never break a tie",
        "rank - state.misthrows[seat] if rules.fewer_misthrows else rank",
        "rank",
    ),
    Planted(
        "the roll of a turn has another stream",
        "turn = chain(chain(key, state.turn), 0)",
        "turn = chain(chain(key, state.turn), 1)",
    ),
    Planted(
        "a closed row's die is drawn as another",
        "work.faces[rules.lock_die[row]] = 0",
        "work.faces[2 + ROWS - 1 - row] = 0",
    ),
    Planted(
        "greedy skips as much without a threat",
        "limit = 2 * skip if threatened else skip",
        "limit = 2 * skip",
    ),
    Planted(
        "ga forgets that its white cross saves it from the misthrow",
        "misthrow = action == PASS and state.white_mark == PASS",
        "misthrow = action == PASS",
    ),
    Planted(
        "ga takes the last of equal answers",
        "        if value > highest:",
        "        if value >= highest:",
    ),
    Planted(
        "random counts its decisions from 1",
        "stream = chain(chain(key, state.decisions), seat)",
        "stream = chain(chain(key, state.decisions + 1), seat)",
    ),
)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_every_step_of_2_000_steered_games_is_the_same(block: int) -> None:
    size = GAMES // BLOCKS
    events = compare_games(QwixxTwin, qwixx, range(block * size, (block + 1) * size))
    assert events["2 closed in action 1"] > 5
    assert events["a row closed by several"] > 10
    assert events["action 2 after a second closing"] > 10
    assert events["over in action 1"] > 10
    assert events["misthrow 3"] > 50
    assert events["misthrow 4"] > 50
    assert events["eight crosses or more in a row"] > 2


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
def test_every_step_of_20_000_steered_games_is_the_same(block: int) -> None:
    size = MANY_GAMES // BLOCKS
    first = GAMES + block * size
    assert compare_games(QwixxTwin, qwixx, range(first, first + size)).total() > size


def test_a_copy_without_a_fault_is_the_same() -> None:
    assert compare_games(QwixxTwin, plain_copy(qwixx), range(4), plain=True).total() > 0


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_planted_fault_is_found(fault: Planted) -> None:
    check_found(QwixxTwin, qwixx, fault)
