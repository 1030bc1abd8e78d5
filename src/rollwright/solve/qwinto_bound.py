"""An upper bound on what Qwinto can bring alone, by relaxation.

Qwinto has far too many sheets to be solved. But no play is better than the best play of an easier
game, and this one falls apart into its rows:

* a framed number counts as soon as it is written, and no column forbids a number;
* each row plays by itself, with dice of its own in every turn, and may stop when it likes.

What holds the rows together is paid for instead. A turn that enters nothing costs 5 points, and at
most four do; so for any price p on a turn and prize p on an entry, the score is at most the sum of
what the rows make of it, each paying a third of the price, plus 4(p - 5) where p is above 5. And as
two full rows end the game, every row may be charged q for being completed if 2q is added. The bound
holds for all p and q; those that are used make it small.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np

from ..games.qwinto import FULL_ROWS_TO_END, MAX_MISTHROWS, MISTHROW_POINTS, Qwinto
from ..i18n import T
from .compiled import load_kernels, processors
from .progress import Report, silent
from .qwinto_dice import sum_chances
from .store import Store, user_store

VERSION = 1

ENTRY_PRICE, FULL_PRICE = 0.4, 6.0
"""Found by trying; the bound holds for any other ones too."""


@dataclass(frozen=True)
class QwintoBound:
    """No play for one player gives more than `value` points on average."""

    value: float
    rows: tuple[float, ...]
    seconds: float
    cached: bool


def bound_qwinto(
    game: Qwinto,
    report: Report = silent,
    store: Store | None = None,
    entry_price: float = ENTRY_PRICE,
    full_price: float = FULL_PRICE,
) -> QwintoBound:
    """The bound for a game for one player, from the store or worked out."""
    store = store or user_store()
    lines = range(len(game.sheet.lines))
    key = (
        f"qwinto-bound version={VERSION} rules={game.rules_version} sheet={game.sheet.checksum} "
        f"rerolls={game.options['rerolls']} prices={entry_price},{full_price}"
    )
    excess = MAX_MISTHROWS * max(0.0, entry_price + MISTHROW_POINTS)
    added = FULL_ROWS_TO_END * full_price + excess
    stored = store.load(key)
    if stored is not None:
        rows = tuple(float(value) for value in stored.table)
        return QwintoBound(sum(rows) + added, rows, stored.facts["seconds"], True)
    report(T("Loading the compiled solver; the first time it is compiled."), 0.0)
    kernels = load_kernels("qwinto_rows")
    begun = time.perf_counter()
    rows = ()
    with ThreadPoolExecutor(processors()) as pool:
        for value in pool.map(
            lambda line: _row_value(game, kernels, line, entry_price, full_price), lines
        ):
            rows = (*rows, value)
            report(T("Working out the rows by themselves."), len(rows) / len(lines))
    seconds = time.perf_counter() - begun
    store.save(key, np.array(rows), {"spec": str(game.spec), "seconds": seconds})
    return QwintoBound(sum(rows) + added, rows, seconds, False)


def _row_value(
    game: Qwinto, kernels: Any, line: int, entry_price: float, full_price: float
) -> float:
    row = kernels.new_row()
    fields = [game.sheet.fields[index] for index in game.sheet.lines[line].fields]
    lines = len(game.sheet.lines)
    row.places, row.numbers = len(fields), lines * game.sheet.faces
    row.framed = sum(1 << field.position for field in fields if field.bonus)
    row.rerolls = game.options["rerolls"]
    row.entry_prize, row.turn_price = entry_price, entry_price / lines
    row.full_price = full_price
    for dice in range(1, lines + 1):
        for total, chance in sum_chances(dice, game.sheet.faces).items():
            row.chance[dice, total] = chance
    first, rank, sets = _numbering(int(row.places), int(row.numbers))
    values = np.zeros(int(first[-1]))
    kernels.work_out(row, first, rank, sets, values)
    return float(values[0])


def _numbering(places: int, numbers: int) -> tuple[Any, Any, Any]:
    """The first row by places, the rank of each set of numbers, and the sets by size and rank."""
    members = np.arange(1 << numbers)
    sizes = np.zeros(1 << numbers, np.int64)
    for number in range(numbers):
        sizes += members >> number & 1
    rank = np.zeros(1 << numbers, np.int64)
    most = max(comb(numbers, size) for size in range(places + 1))
    sets = np.full((places + 1, most), -1, np.int64)
    for size in range(places + 1):
        chosen = np.flatnonzero(sizes == size)
        rank[chosen] = np.arange(len(chosen))
        sets[size, : len(chosen)] = chosen
    counts = [comb(numbers, filled.bit_count()) for filled in range(1 << places)]
    return np.concatenate(([0], np.cumsum(counts))), rank, sets
