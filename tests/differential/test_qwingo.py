"""Qwingo: the kernel is the same game as the readable rules, and the comparison finds faults."""

from __future__ import annotations

import pytest

from rollwright.fast import qwingo

from .planted import Planted, check_found, plain_copy
from .qwingo_twin import QwingoTwin
from .twins import compare_games

GAMES, MANY_GAMES = 2_000, 20_000
"""Games in the default suite, and those of a slow test after them."""

BLOCKS = 4
"""Parts of each, so that they can go on at the same time."""

FAULTS = (
    Planted(
        "the written number itself still fits",
        "first = low + 1 if box - above == 1 else number\n",
        "first = low + 1 if box - above == 1 else number + 1\n",
        near=0,
    ),
    Planted(
        "numbers still fit where no box is left above",
        "first = low + 1 if box - above == 1 else number\n",
        "first = number\n",
        near=11,
    ),
    Planted(
        "numbers still fit where no box is left below",
        "last = high - 1 if under - box == 1 else number\n",
        "last = number\n",
        near=11,
    ),
    Planted(
        "numbers from 51 on are not struck out",
        "~_span(max(first, WORD) - WORD, last - WORD)",
        "~0",
        near=1,
    ),
    Planted(
        "100 does not fit",
        "_span(0, HIGHEST - WORD)",
        "_span(0, HIGHEST - WORD - 1)",
        near=10,
    ),
    Planted(
        "0 never fits",
        "_span(rules.lowest, WORD - 1)",
        "_span(1, WORD - 1)",
        near=6,
    ),
    Planted(
        "a column counts as open one number too long",
        "(number - low < box - above or high - number < under - box)",
        "(number - low < box - above - 1 or high - number < under - box)",
    ),
    Planted(
        "a dead column is counted twice",
        "if state.can_fill[seat, column] and (number",
        "if (number",
        near=5,
    ),
    Planted(
        "the last turn counts although nobody could win in it",
        "        state.turn -= 1\n",
        "",
        near=8,
    ),
    Planted(
        "nobody ends a game without hope",
        "    if state.fillable == 0:  # G10",
        "    if False:",
        near=8,
    ),
    Planted(
        "the first full column stops the others",
        "            full = full or state.counts[seat, column] == rules.boxes\n",
        "            if state.counts[seat, column] == rules.boxes:\n"
        "                full = True\n                break\n",
    ),
    Planted(
        "a symbol is as free as lightning",
        "rules.must_enter_lightning if lightning else rules.must_enter_symbol",
        "rules.must_enter_lightning",
    ),
    Planted(
        "lightning binds like a symbol",
        "rules.must_enter_lightning if lightning else rules.must_enter_symbol",
        "rules.must_enter_symbol",
    ),
    Planted(
        "lightning is the last column",
        "if (lightning or column == state.face) and",
        "if (column == min(state.face, COLUMNS - 1)) and",
    ),
    Planted(
        "a box above a smaller number may be used",
        "            first = box + 1\n",
        "            first = box\n",
    ),
    Planted(
        "the first caller calls twice",
        "_next_turn(rules, state, next_seat(rules, state.active))",
        "_next_turn(rules, state, state.active if state.turn == 2 else "
        "next_seat(rules, state.active))",
    ),
    Planted(
        "boxes are counted alone too",
        "    if rules.players == 1:\n        return state.turn\n",
        "",
        near=8,
    ),
    Planted(
        "only the fullest column is compared",
        "    if rules.compare_fullest:\n        return rank\n",
        "",
        near=1,
    ),
    Planted(
        "printed columns are compared from the first on",
        "for column in range(1, COLUMNS):",
        "for column in range(COLUMNS):",
    ),
    Planted(
        "the die has the stream of the call before",
        "chain(chain(chain(key, state.turn), 0), 0), sides",
        "chain(chain(chain(key, state.turn - 1), 0), 0), sides",
    ),
    Planted(
        "greedy sees hidden sheets",
        "_welcome(rules, state, other, number, rules.open_sheets)",
        "_welcome(rules, state, other, number, True)",
        near=103,
    ),
    Planted(
        "greedy never refuses",
        "return PASS if highest < 0.0 and work.room[0] == PASS else best",
        "return best",
        near=10,
    ),
    Planted(
        "greedy cares for its own columns only",
        "- 0.5 * others",
        "- 0.0 * others",
        near=84,
    ),
)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_every_step_of_2_000_steered_games_is_the_same(block: int) -> None:
    size = GAMES // BLOCKS
    events = compare_games(QwingoTwin, qwingo, range(block * size, (block + 1) * size))
    assert events["one Qwingo"] > 150
    assert events["several Qwingos"] > 30
    assert events["dead column"] > 800
    assert events["over without a Qwingo"] > 8


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
def test_every_step_of_20_000_steered_games_is_the_same(block: int) -> None:
    size = MANY_GAMES // BLOCKS
    first = GAMES + block * size
    assert compare_games(QwingoTwin, qwingo, range(first, first + size)).total() > size


def test_a_copy_without_a_fault_is_the_same() -> None:
    assert compare_games(QwingoTwin, plain_copy(qwingo), range(4), plain=True).total() > 0


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_planted_fault_is_found(fault: Planted) -> None:
    check_found(QwingoTwin, qwingo, fault)
