"""How many joint answers and rolls there are at stored positions, and where they lead to.

A wrong count prints its split: the counts after each first move, to be compared with those of
another program. Each entry of `counts` holds the moves and the distinct positions of one step.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from rollwright import Seat, create_game
from rollwright.testing import Count, count_successors, format_split, split_count

FOLDER = Path(__file__).parent / "positions"
POSITIONS: list[dict[str, Any]] = [
    position
    for path in sorted(FOLDER.glob("*.json"))
    for position in json.loads(path.read_text(encoding="utf-8"))
]


def first_mismatch(position: dict[str, Any]) -> str | None:
    """The first step whose count differs from the stored one, with the split of that step."""
    game = create_game(position["game"])
    state = game.parse_state(position["state"])
    stored = [Count(*count) for count in position["counts"]]
    found = count_successors(game, state, len(stored))
    for depth, (expected, counted) in enumerate(zip(stored, found, strict=True), start=1):
        if expected != counted:
            split = format_split(split_count(game, state, depth))
            return (
                f"{position['game']}, {position['name']}: at step {depth} there are "
                f"{counted.moves} moves to {counted.positions} positions, not {expected.moves} "
                f"to {expected.positions}; after each first move:\n{split}"
            )
    return None


@pytest.mark.parametrize(
    "position", POSITIONS, ids=[f"{p['game']}: {p['name']}" for p in POSITIONS]
)
def test_counts_of_stored_positions(position: dict[str, Any]) -> None:
    mismatch = first_mismatch(position)
    assert mismatch is None, mismatch


def test_six_positions_are_stored_for_every_game() -> None:
    stored = Counter(create_game(position["game"]).spec.family for position in POSITIONS)
    assert set(stored) == {"qwixx", "qwinto", "qwingo"}
    assert all(count >= 6 for count in stored.values())


def test_a_wrong_count_shows_its_split() -> None:
    position = next(p for p in POSITIONS if p["name"] == "fresh sheets, white sum 7")
    position = json.loads(json.dumps(position))
    position["counts"][1][0] += 1
    mismatch = first_mismatch(position)
    assert mismatch is not None
    head, *lines = mismatch.splitlines()
    assert "at step 2" in head
    assert len(lines) == position["counts"][0][0]
    moves = [int(line.split()[-1].split("→")[0]) for line in lines]
    assert sum(moves) == position["counts"][1][0] - 1


def stored_counts(name: str) -> list[list[int]]:
    (counts,) = [position["counts"] for position in POSITIONS if position["name"] == name]
    return list(counts)


# What follows from the rules without a program


def test_q3_of_36_white_rolls_34_have_five_legal_answers_and_2_have_three() -> None:
    game = create_game("qwixx(players=1)")
    counted: Counter[int] = Counter()
    for white in product(range(1, 7), repeat=2):
        state = game.roll(game.initial(), (*white, 1, 1, 1, 1))
        counted[len(game.legal(state, Seat(0)))] += 1
    assert counted == {5: 34, 3: 2}


def test_q3_five_fresh_seats_have_five_to_the_fifth_joint_answers() -> None:
    assert stored_counts("five seats, all fresh")[0] == [5**5, 5**5]


def test_q5_of_sixteen_joint_answers_two_are_alike_where_only_the_first_closes() -> None:
    assert stored_counts("both may close red together")[0] == [4 * 4, 16]
    assert stored_counts("only the first may close red")[0] == [4 * 4, 15]


def test_q6_the_second_lock_ends_the_game_so_that_no_colour_answer_follows() -> None:
    ends = stored_counts("yellow is closed, red may be closed and end the game")
    goes_on = stored_counts("the same, but the turn is finished")
    assert ends[0] == goes_on[0]
    assert ends[1][0] < goes_on[1][0]


def test_w2_seven_sets_of_dice_and_342_rolls() -> None:
    rolls = 3 * 6 + 3 * 6**2 + 6**3
    assert stored_counts("before the first choice") == [[7, 7], [rolls, rolls], [2 * rolls, 349]]


def test_w3_27_fields_and_pass_on_each_fresh_sheet() -> None:
    assert stored_counts("all three dice on fresh sheets") == [[28 * 28, 28 * 28]]
    assert stored_counts("orange alone on fresh sheets")[0] == [10**3, 10**3]


def test_w3_the_two_column_rules_differ_by_one_field() -> None:
    """7 at y4 of seat 0 stands below the orange 7, in a column of two fields."""
    strict = stored_counts("a number that stands in the column")[0][0]
    loose = stored_counts("the same where only three fields count")[0][0]
    assert (strict, loose) == (13 * 10, 14 * 10)


def test_w5_stopping_at_once_drops_the_answers_after_the_entry_that_ends_the_game() -> None:
    """Seat 0 has 9 answers, of which one ends the game; seat 1 has 28, of which one does."""
    assert stored_counts("the last field of the second row") == [[9 * 28] * 2, [8 * 28 * 7] * 2]
    assert stored_counts("the same, but play stops at once") == [
        [9 * 28, 9 * 27 + 1],
        [8 * 27 * 7] * 2,
    ]


def test_g2_sixty_boxes_then_forty_eight() -> None:
    assert stored_counts("before the first number") == [[60 * 60, 60 * 60]]
    assert stored_counts("alone, the first two numbers") == [[60, 60], [60 * 48, 60 * 48]]
    assert stored_counts("two boxes a column") == [[10 * 10] * 2, [100 * 8 * 8] * 2]


def test_g3_a_hundred_calls_of_six_faces() -> None:
    assert stored_counts("before a call") == [[100, 100], [600, 600]]
    assert stored_counts("alone, from zero, before a call")[:2] == [[101, 101], [606, 606]]


def test_g4_seven_boxes_below_30_and_eight_for_the_other_with_or_without_passing() -> None:
    """35 goes below the 30 in box 5 for seat 0, below the 30 in box 4 for seat 1."""
    assert stored_counts("a symbol that must be entered") == [[7 * 8] * 2, [7 * 8 * 100] * 2]
    assert stored_counts("a symbol that may be entered") == [[8 * 9] * 2, [8 * 9 * 100] * 2]


def test_g5_lightning_may_be_declined_or_not() -> None:
    may, must = (stored_counts(f"lightning that {w} be entered")[0][0] for w in ("may", "must"))
    assert (may, must) == (42 * 37, 41 * 36)


def test_g7_the_last_box_ends_the_game() -> None:
    assert stored_counts("the last box of a column") == [[6, 6], [0, 0]]
