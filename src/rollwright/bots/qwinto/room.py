"""The records in which the expert's kernels work, and the rules as they read them."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from ...fast import qwinto as fast
from ...fast.compile import new_record
from ...fast.qwinto import FIELDS, LENGTH, MOST, ROWS, SEATS
from ...game import Game
from .company import FACTS, OUTLOOKS, OUTPUTS, PAIR_WIDTH
from .features import MOST_FEATURES, PENTAGONS
from .net import SECOND_WIDTH, WIDTH

Rules: TypeAlias = Any

DICE_SETS = len(fast.DICE_SETS)

KINDS = 4
"""Of values: the one that decides, the margin, the points, and the chance to win."""

REFUSAL = ROWS * (MOST + 1)
ANSWERS = REFUSAL + 1
"""Answers that need to be compared in company: the best entry of each row and sum, and none."""

RULES = np.dtype(
    [
        *((name, *fast.RULES.fields[name][:1]) for name in fast.RULES.names or ()),  # type: ignore[index]
        ("bonus", np.int64, FIELDS),  # the column with a pentagon that a field is in, or -1
    ]
)
"""The rules of the kernel, and where pentagons are."""

WORK = np.dtype(
    [
        *((name, *fast.WORK.fields[name][:1]) for name in fast.WORK.names or ()),  # type: ignore[index]
        # What entries are worth to each seat, by row and sum: the best one and its field, −inf and
        # -1 where there is none; then the same if the game ends with this turn, in points.
        ("entry", np.float64, (SEATS, ROWS, MOST + 1)),
        ("field", np.int64, (SEATS, ROWS, MOST + 1)),
        ("last_entry", np.float64, (SEATS, ROWS, MOST + 1)),
        ("last_field", np.int64, (SEATS, ROWS, MOST + 1)),
        ("passing", np.float64, SEATS),  # what writing nothing is worth to a seat
        ("misthrow", np.float64, SEATS),  # the same to the active seat
        ("points", np.int64, SEATS),  # what stands on the sheets now
        ("features", np.int64, (SEATS, MOST_FEATURES)),  # of the table, by seat
        ("table_features", np.int64, SEATS),  # how many of them
        ("sheet_features", np.int64, MOST_FEATURES),
        ("gap_first", np.int64, FIELDS),  # of the gap that an empty field is in
        ("gap_last", np.int64, FIELDS),
        ("gap", np.int64, FIELDS),  # its feature
        ("start", np.float32, WIDTH),  # sums of first weights: of the sheet as it is
        ("row", np.float32, WIDTH),  # with one more number in a row
        ("opened", np.float32, WIDTH),  # without the gap that the number goes into
        ("sums", np.float32, WIDTH),
        ("hidden", np.float32, SECOND_WIDTH),
        # The answers of seats in company: what each adds to the units that weigh seats. An answer
        # is known by its row and sum, as each row has one best entry; the last is to write nothing.
        ("own", np.float32, (SEATS, ANSWERS, PAIR_WIDTH)),
        ("other", np.float32, (SEATS, ANSWERS, PAIR_WIDTH)),
        # What the sheets have after these answers, and what a seat then sees of the others.
        ("sheet_sums", np.float32, (SEATS, ANSWERS, WIDTH)),
        ("code_facts", np.float32, (SEATS, ANSWERS, FACTS)),
        ("code_points", np.int64, (SEATS, ANSWERS)),
        ("code_misthrows", np.int64, (SEATS, ANSWERS)),
        ("need", np.int64, (SEATS, ANSWERS)),
        ("numbers", np.int64, (SEATS, ANSWERS)),
        ("away", np.int64, SEATS),  # turns until a seat is active
        ("table_seen", np.int64, 4),
        ("own_now", np.float32, (SEATS, PAIR_WIDTH)),
        ("other_now", np.float32, (SEATS, PAIR_WIDTH)),
        ("facts", np.float32, FACTS),
        ("pairs", np.float32, PAIR_WIDTH),
        ("layer", np.float32, PAIR_WIDTH),
        ("outputs", np.float32, (SEATS, OUTPUTS)),
        ("expected", np.float32, SEATS),
        ("outlook", np.float32, (OUTLOOKS, SEATS)),
        ("before", np.float32, SEATS),  # the points expected before the turn
        ("doubt", np.float32, SEATS),  # how open the game was before the turn, 1 for even chances
        ("denial", np.float32),  # how much it counts then to a seat what others lose by its answers
        ("codes", np.int64, SEATS),
        ("likely", np.int64, SEATS),  # the answer that is assumed of a seat, or -1
        ("chosen", np.int64, SEATS),  # the answer that is best against those
        ("chances", np.float64, FIELDS),  # of fields to be filled, for the planner
        ("rated", np.int64),  # twice the turn whose entries are rated, one more if to win
        ("planned", np.int64),  # the turn that is planned
        ("worth", np.float64),  # what the last decision is worth to its seat
        # The plan of a turn: what each sum of each set of dice is worth to each seat, in the unit
        # that decides and as a margin.
        ("kept", np.float64, (DICE_SETS, MOST + 1, KINDS, SEATS)),
        ("again", np.float64, (DICE_SETS, KINDS, SEATS)),  # what rolling the set again is worth
        ("choice", np.float64, (DICE_SETS, KINDS, SEATS)),  # what choosing it is worth
        ("answer", np.int64, SEATS),  # the answers that a sum would get
        ("result", np.float64, (KINDS, SEATS)),  # and what they are worth
        ("settled", np.int64, SEATS),  # answers of which no seat can better its own alone
    ]
)
"""Room to work in."""


def make_rules(game: Game[Any]) -> Rules:
    """The rules of a game of Qwinto as numbers."""
    known = fast.make_rules(game)
    rules = new_record(RULES)
    for name in fast.RULES.names or ():
        setattr(rules, name, getattr(known, name))
    rules.bonus[:] = -1
    for bonus in range(PENTAGONS):
        pentagon = rules.pentagons[bonus]
        rules.bonus[pentagon] = bonus
        for mate in rules.mates[pentagon]:
            rules.bonus[mate] = bonus
    return rules


def can_play(game: Game[Any]) -> bool:
    """Whether the printed sheet is of the size that the network knows."""
    columns = [column for column in game.sheet.columns.values() if len(column) == ROWS]
    return (
        fast.can_play(game)
        and len(game.sheet.lines[0].fields) == LENGTH
        and sum(field.bonus for field in game.sheet.fields) == PENTAGONS == len(columns)
    )
