"""Qwinto: the kernel is the same game as the readable rules, and the comparison finds faults."""

from __future__ import annotations

import pytest

from rollwright.fast import qwinto

from .planted import Planted, check_found, plain_copy
from .qwinto_twin import QwintoTwin
from .twins import compare_games

GAMES, MANY_GAMES = 2_000, 20_000
"""Games in the default suite, and those of a slow test after them."""

BLOCKS = 4
"""Parts of each, so that they can go on at the same time."""

FAULTS = (
    Planted(
        "an equal number to the right does not hinder",
        "                if other == number:\n                    found = 0\n",
        "",
    ),
    Planted(
        "an equal number counts as a smaller one",
        "elif other < number:",
        "elif other <= number:",
    ),
    Planted(
        "columns of two fields are always free",
        "if rules.three_field_columns and rules.mates",
        "if rules.mates",
    ),
    Planted(
        "columns of two fields are never free",
        "if rules.three_field_columns and rules.mates[field, COLUMN_MATES - 1] < 0:",
        "if False:",
        near=3,
    ),
    Planted(
        "only one other field of the column is looked at",
        "    for index in range(COLUMN_MATES):\n        mate",
        "    for index in range(1):\n        mate",
    ),
    Planted(
        "entries in rows whose die was not rolled",
        "        if state.dice[row] == 0:\n            continue\n",
        "",
    ),
    Planted(
        "a misthrow for passive seats",
        "        elif seat == state.active:",
        "        elif True:",
    ),
    Planted(
        "everybody writes although the game stops at once",
        "            if rules.stop_at_once:\n                break\n",
        "",
        near=15,
    ),
    Planted(
        "the game stops at once although everybody writes",
        "            if rules.stop_at_once:\n                break\n",
        "            break\n",
        near=7,
    ),
    Planted(
        "entries are taken in the order of the seats, not of play",
        "    seat = state.active\n    for _ in range(rules.players):\n        if work",
        "    seat = 0\n    for _ in range(rules.players):\n        if work",
        near=20,
    ),
    Planted(
        "one full row ends the game",
        "full >= FULL_ROWS_TO_END",
        "full >= 1",
    ),
    Planted(
        "five misthrows",
        "state.misthrows[seat] >= MAX_MISTHROWS",
        "state.misthrows[seat] > MAX_MISTHROWS",
    ),
    Planted(
        "passive seats may not refuse",
        "if fields and not rules.refuse and seat == state.active:",
        "if fields and not rules.refuse:",
    ),
    Planted(
        "one reroll more",
        "KEEP if state.rerolls < rules.rerolls else ENTRIES",
        "KEEP if state.rerolls <= rules.rerolls else ENTRIES",
    ),
    Planted(
        "rerolls of the turn before count",
        "    state.rerolls = 0\n    state.chosen = 0\n",
        "    state.chosen = 0\n",
    ),
    Planted(
        "a reroll shows the same dice",
        "rolled = chain(chain(key, state.turn), state.rerolls)",
        "rolled = chain(chain(key, state.turn), 0)",
    ),
    Planted(
        "two sets of dice are exchanged",
        "0b011, 0b101",
        "0b101, 0b011",
    ),
    Planted(
        "a full row is worth its greatest count",
        "state.numbers[seat, (row + 1) * LENGTH - 1] if count == LENGTH else count",
        "count",
    ),
    Planted(
        "a pentagon pays without its column",
        "        if not column_has(rules, state, seat, field, 0):\n            points",
        "        if True:\n            points",
    ),
    Planted(
        "greedy is glad of far entries",
        "highest < -far",
        "highest < -2 * far",
        near=19,
    ),
    Planted(
        "greedy rolls again for the same",
        "KEEP_ROLL if kept >= _mean_entry",
        "KEEP_ROLL if kept > 1.2 * _mean_entry",
        near=38,
    ),
    Planted(
        "greedy does not see the pentagon",
        "+ 0.3 * rules.pentagon[field]",
        "",
    ),
)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_every_step_of_2_000_steered_games_is_the_same(block: int) -> None:
    size = GAMES // BLOCKS
    events = compare_games(QwintoTwin, qwinto, range(block * size, (block + 1) * size))
    assert events["roll again 3"] > 70
    assert events["full row 2"] > 35
    assert events["4 full columns"] > 10
    assert events["misthrow 3"] > 70
    assert events["misthrow 4"] > 70


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
def test_every_step_of_20_000_steered_games_is_the_same(block: int) -> None:
    size = MANY_GAMES // BLOCKS
    first = GAMES + block * size
    assert compare_games(QwintoTwin, qwinto, range(first, first + size)).total() > size


def test_a_copy_without_a_fault_is_the_same() -> None:
    assert compare_games(QwintoTwin, plain_copy(qwinto), range(4), plain=True).total() > 0


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_planted_fault_is_found(fault: Planted) -> None:
    check_found(QwintoTwin, qwinto, fault)
