"""The highest and lowest scores: each is reached by a legal game, and none goes beyond it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from rollwright import Match, ScriptedDice, Seat, create_game
from rollwright.game import PASS, Game

TURN = Seat(0)


def answer(match: Match, text: str) -> None:
    action = match.game.parse_action(match.state, text)
    match.submit(match.decision, TURN, action)


# Qwixx

RED, YELLOW, GREEN, BLUE = range(2, 13), range(2, 13), range(12, 1, -1), range(12, 1, -1)
ALL_BUT_LAST = [
    *(f"r{n}" for n in RED[:-1]),
    *(f"y{n}" for n in YELLOW[:-1]),
    *(f"g{n}" for n in GREEN[:-1]),
    *(f"b{n}" for n in BLUE[:-1]),
]


def roll_for(number: int, dice: int) -> tuple[int, ...]:
    """Two white dice with this sum, and ones on the coloured dice."""
    first = max(1, number - 6)
    return (first, number - first, *(1,) * (dice - 2))


def play_qwixx(spec: str, fields: Sequence[str], last: tuple[str, str] | None = None) -> Match:
    """A game alone that crosses these fields with the white dice, one a turn.

    `last` are the two crosses, white and colour, of one more turn.
    """
    whites = [*fields, *([last[0]] if last else [])]
    dice = 6
    rolls = []
    for field in whites:
        rolls.append(roll_for(int(field[1:]), dice))
        dice -= field in ("r12", "y12", "g2", "b2")
    source = ScriptedDice(rolls)
    match = Match(create_game(spec), source)
    for field in whites:
        match.roll()
        answer(match, field)
        if match.waiting:
            answer(match, last[1] if last and field == last[0] else "-")
    source.finish()
    return match


def test_q11_the_maximum_of_qwixx_is_266() -> None:
    match = play_qwixx("qwixx(players=1)", [*ALL_BUT_LAST, "r12", "g2"])
    (score,) = match.game.scores(match.state)
    assert match.is_over
    assert dict(score.lines) == {"red": 78, "yellow": 55, "green": 78, "blue": 55}
    assert score.total == 266


def test_q11_the_maximum_of_qwixx_is_289_where_the_turn_is_finished() -> None:
    spec = "qwixx(players=1, second_lock=finish_turn)"
    match = play_qwixx(spec, [*ALL_BUT_LAST, "r12"], ("g2", "b2"))
    (score,) = match.game.scores(match.state)
    assert match.is_over
    assert dict(score.lines) == {"red": 78, "yellow": 55, "green": 78, "blue": 78}
    assert score.total == 289


def test_q9_the_minimum_of_qwixx_is_minus_20() -> None:
    source = ScriptedDice([(1, 2, 3, 4, 5, 6)] * 4)
    match = Match(create_game("qwixx(players=1)"), source)
    while not match.is_over:
        match.roll()
        answer(match, "-")
        answer(match, "-")
    source.finish()
    assert match.game.scores(match.state)[0].total == -20


def results_of_a_turn(game: Game[Any], state: Any) -> Iterator[Any]:
    """The states after every way to play a turn alone."""
    for white in game.legal(state, TURN):
        following = game.play(state, {TURN: white})
        colours = game.legal(following, TURN)
        if not colours:
            yield following
        for colour in colours:
            yield game.play(following, {TURN: colour})


@pytest.mark.parametrize("second_lock, most", [("end_now", 266), ("finish_turn", 289)])
def test_q6_no_turn_leads_beyond_the_maximum_of_qwixx(second_lock: str, most: int) -> None:
    """More crosses never score less, so the last turn is best begun on the fullest open sheets.

    These have no row closed, or one, and all other fields crossed but the last ones. In company
    others can only close more rows.
    """
    game = create_game(f"qwixx(players=1, second_lock={second_lock})")
    names = ("red", "yellow", "green", "blue")
    rows = dict(zip(names, map(list, (RED, YELLOW, GREEN, BLUE)), strict=True))
    best = 0
    for locked in (None, *names):
        sheet = {name: row if name == locked else row[:-1] for name, row in rows.items()}
        for white1, white2, *colours in product((1, 6), (1, 6), *[(1, 6)] * 4):
            faces = dict(zip(names, colours, strict=True))
            roll = {"white": [white1, white2]} | {n: f for n, f in faces.items() if n != locked}
            state = game.position([sheet], roll, TURN)
            best = max(best, *(game.scores(end)[0].total for end in results_of_a_turn(game, state)))
    assert best == most


# Qwinto

BEST_QWINTO: dict[str, list[int | None]] = {
    "orange": [10, 11, 12, 13, 14, 15, 16, 17, 18],
    "yellow": [10, 11, 12, 13, 14, 15, 16, 17, 18],
    "purple": [1, 2, 14, 15, None, None, 16, 17, 18],
}


def faces_for(number: int) -> tuple[int, ...]:
    """Three faces with this sum, or one die for what three cannot show."""
    return tuple(number // 3 + (die < number % 3) for die in range(3)) if number > 2 else (number,)


def test_w6_the_maximum_of_qwinto_is_116() -> None:
    game = create_game("qwinto(players=1)")
    entries = [
        (f"{name[0]}{place}", number)
        for name in ("purple", "orange", "yellow")
        for place, number in enumerate(BEST_QWINTO[name], start=1)
        if number is not None
    ]
    source = ScriptedDice([faces_for(number) for _, number in entries])
    match = Match(game, source)
    for field, number in entries:
        answer(match, "oyp" if number > 2 else field[0])
        match.roll()
        answer(match, "keep")
        answer(match, field)
    source.finish()
    (score,) = game.scores(match.state)
    assert match.is_over
    assert score.total == 116
    assert game.score_sheet(BEST_QWINTO).total == 116


Numbers = npt.NDArray[np.int64]

HIGHEST = 18
IMPOSSIBLE = -(10**6)


def shifted_best(values: Numbers, axis: int) -> Numbers:
    """For each number the best value over all smaller last numbers on this axis."""
    best = np.maximum.accumulate(values, axis=axis)
    moved = np.roll(best, 1, axis=axis)
    moved[(slice(None),) * axis + (0,)] = IMPOSSIBLE
    return moved


def best_sheet(full: frozenset[int]) -> int:
    """The best score of a sheet on which exactly the rows in `full` are full.

    Goes through the columns from the left. A value belongs to the last number of each row (0
    where there is none) and to the rows that have an empty field.
    """
    sheet = create_game("qwinto(players=1)").sheet
    size = HIGHEST + 1
    numbers = np.indices((size,) * 3)
    start = np.full((size,) * 3, IMPOSSIBLE)
    start[0, 0, 0] = 0
    tables: dict[frozenset[int], Numbers] = {frozenset(): start}
    for fields in sheet.columns.values():
        rows = {sheet.fields[index].line: index for index in fields}
        following: dict[frozenset[int], Numbers] = {}
        for written in product((True, False), repeat=len(rows)):
            chosen = [row for row, taken in zip(rows, written, strict=True) if taken]
            empty = frozenset(rows) - frozenset(chosen)
            if empty & full:
                continue
            gain = np.full((size,) * 3, sum(row not in full for row in chosen))
            for row in chosen:
                if len(chosen) == 3 and sheet.fields[rows[row]].bonus:
                    gain += numbers[row]
            for first, second in ((0, 1), (0, 2), (1, 2)):
                if first in chosen and second in chosen:
                    gain[numbers[first] == numbers[second]] = IMPOSSIBLE
            for gaps, values in tables.items():
                for row in chosen:
                    values = shifted_best(values, row)
                key = gaps | empty
                old = following.get(key, np.full((size,) * 3, IMPOSSIBLE))
                following[key] = np.maximum(old, values + gain)
        tables = following
    others = frozenset(range(3)) - full
    last = sum(numbers[row] for row in full)
    return int((tables[others] + last).max())


def test_w5_w6_no_sheet_of_qwinto_scores_more_than_116() -> None:
    """Two full rows end the game, and one number is entered a turn, so three are never full."""
    best = {
        full: best_sheet(frozenset(full)) for full in [(), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2)]
    }
    assert max(best.values()) == 116
    assert best_sheet(frozenset({0, 1, 2})) == 125


def test_w4_the_minimum_of_qwinto_is_minus_20() -> None:
    match = Match(create_game("qwinto(players=1)"), ScriptedDice([(1,)] * 4))
    for _ in range(4):
        answer(match, "o")
        match.roll()
        answer(match, "keep")
        match.submit(match.decision, TURN, PASS)
    assert match.is_over
    assert match.game.scores(match.state)[0].total == -20
