"""Qwinto on a small sheet, solved completely: a yardstick for what learns to play the real one."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import InputError
from ..game import Action
from ..games.qwinto import (
    FULL_ROWS_TO_END,
    MAX_MISTHROWS,
    MISTHROW_POINTS,
    Qwinto,
    QwintoSheet,
    QwintoState,
)
from ..i18n import T
from ..sheet import SheetSpec, parse_sheet_spec
from ..spec import parse_spec
from .compiled import load_kernels, processors
from .progress import Report, silent
from .qwinto_dice import OWN, sum_chances
from .qwinto_endgame import SumValues, column_mates, has_ended

SMALL_SHEET = """
name = "small"
title = "small Qwinto"
faces = 3

[[line]]
name = "orange"
letter = "o"
fields = ". o * o"

[[line]]
name = "yellow"
letter = "y"
fields = ". * o o"

[[line]]
name = "purple"
letter = "p"
fields = "o o o ."
"""
"""Rows of three fields for dice with the faces 1 to 3: two full columns with a bonus each."""

Row = tuple[int | None, ...]


def small_qwinto(spec: str = "qwinto(players=1)", sheet: SheetSpec | None = None) -> Qwinto:
    """A game of Qwinto for one player on the small sheet, or another one of its kind."""
    return Qwinto(parse_spec(spec), sheet or parse_sheet_spec(SMALL_SHEET))


@dataclass(frozen=True)
class SmallQwintoSolution:
    """The exact value of every sheet of a small game of Qwinto for one player.

    `table` holds the mean of the points still to come by misthrows and the states of the three
    rows. `states` counts the sheets, with all numbers of misthrows.
    """

    game: Qwinto
    table: npt.NDArray[Any]
    states: int
    seconds: float

    @property
    def value(self) -> float:
        """The mean of the final points under perfect play."""
        return self.expected(self.game.initial().sheets[OWN])

    def expected(self, sheet: QwintoSheet) -> float:
        """The mean of the final points before a turn, under perfect play."""
        points = self.game.sheet_score(sheet).total
        if has_ended(self.game, sheet):
            return points
        rows = (
            self.row_number[tuple(sheet.numbers[index] for index in line.fields)]
            for line in self.game.sheet.lines
        )
        return points + float(self.table[(sheet.misthrows, *rows)])

    def answers(self, state: QwintoState) -> dict[Action, float]:
        """The mean of the final points after each legal answer, in every phase."""
        values = SumValues(
            self.game, state.sheets[OWN], lambda sheets: [self.expected(each) for each in sheets]
        )
        return values.answers_at(state)

    @cached_property
    def row_number(self) -> dict[Row, int]:
        """The number of each row state."""
        return {row: number for number, row in enumerate(row_states(self.game))}


def row_states(game: Qwinto) -> tuple[Row, ...]:
    """All that a row can look like: ascending numbers in some of its fields."""
    fields = len(game.sheet.lines[0].fields)
    numbers = range(1, len(game.sheet.lines) * game.sheet.faces + 1)
    states: list[Row] = []
    for count in range(fields + 1):
        for places in combinations(range(fields), count):
            for chosen in combinations(numbers, count):
                row: list[int | None] = [None] * fields
                for place, number in zip(places, chosen, strict=True):
                    row[place] = number
                states.append(tuple(row))
    return tuple(states)


def solve_small_qwinto(
    game: Qwinto, report: Report = silent, kind: npt.DTypeLike = np.float32
) -> SmallQwintoSolution:
    """The complete solution of a small game of Qwinto for one player.

    With the small sheet it takes about a minute and 170 MB. Raises `InputError` for a sheet that is
    too large, and `NotCompiled` where numba cannot be loaded.
    """
    report(T("Loading the compiled solver; the first time it is compiled."), 0.0)
    kernels = load_kernels("qwinto_small")
    _check(game, kernels)
    small = _small(game, kernels)
    begun = time.perf_counter()
    states = int(small.states)
    table = np.zeros((MAX_MISTHROWS + 1, states, states, states), kind)
    workers = processors()
    records = [small.copy() for _ in range(workers)]
    most = len(game.sheet.fields)
    done, sheets = 0, 0
    with ThreadPoolExecutor(workers) as pool:
        for misthrows in range(MAX_MISTHROWS - 1, -1, -1):
            for filled in range(most, -1, -1):

                def work(first: int, misthrows: int = misthrows, filled: int = filled) -> int:
                    later, values = table[misthrows + 1], table[misthrows]
                    record = records[first]
                    return int(kernels.work_out(record, filled, first, workers, later, values))

                sheets += sum(pool.map(work, range(workers)))
                done += 1
                report(T("Working out all sheets."), done / (MAX_MISTHROWS * (most + 1)))
    return SmallQwintoSolution(game, table[:MAX_MISTHROWS], sheets, time.perf_counter() - begun)


def _check(game: Qwinto, kernels: Any) -> None:
    """Raise `InputError` where the kernel has no room for a game."""
    lengths = {len(line.fields) for line in game.sheet.lines}
    if (
        game.players != 1
        or len(game.sheet.lines) != kernels.ROWS
        or len(lengths) != 1
        or max(lengths) > kernels.FIELDS
        or game.sheet.faces > kernels.FACES
    ):
        raise InputError(
            T(
                "Only a game for one player on a sheet of three rows, up to {fields} fields each, "
                "with dice of up to {faces} faces can be solved completely.",
                fields=kernels.FIELDS,
                faces=kernels.FACES,
            )
        )


def _small(game: Qwinto, kernels: Any) -> Any:
    """A record of `SMALL`."""
    small = kernels.new_small()
    lines = game.sheet.lines
    small.fields = len(lines[0].fields)
    small.most = len(lines) * game.sheet.faces
    small.rerolls, small.refuse = game.options["rerolls"], game.options["refuse"]
    small.misthrow_points, small.full_rows_to_end = MISTHROW_POINTS, FULL_ROWS_TO_END
    rows = row_states(game)
    numbers = {row: number for number, row in enumerate(rows)}
    small.states = len(rows)
    small.after[:] = -1
    for state, row in enumerate(rows):
        small.filled[state] = len(row) - row.count(None)
        small.number[state, : small.fields] = [number or 0 for number in row]
        for field in range(len(row)):
            for total in range(1, int(small.most) + 1):
                after = (*row[:field], total, *row[field + 1 :])
                if row[field] is None and after in numbers:
                    small.after[state, field, total] = numbers[after]
    small.column[:] = -1
    for index, printed in enumerate(game.sheet.fields):
        if column_mates(game, index):
            small.column[printed.line, printed.position] = printed.column
    small.bonuses = len(game.pentagons)
    for bonus, (column, framed) in enumerate(game.pentagons.items()):
        members = [game.sheet.fields[index] for index in game.sheet.columns[column]]
        small.bonus_fields[bonus] = len(members)
        small.bonus_row[bonus, : len(members)] = [field.line for field in members]
        small.bonus_field[bonus, : len(members)] = [field.position for field in members]
        small.framed_row[bonus] = game.sheet.fields[framed].line
        small.framed_field[bonus] = game.sheet.fields[framed].position
    for dice in range(1, len(lines) + 1):
        for total, chance in sum_chances(dice, game.sheet.faces).items():
            small.chance[dice, total] = chance
    return small
