"""The sizes of the network, and its weights as one record: what needs no compiler."""

from __future__ import annotations

import numpy as np

from ...games.qwingo import STARTING_NUMBERS

SEATS, COLUMNS = 5, 5
"""The most seats; the columns of a sheet."""

HIDDEN, JOINT = 24, 24
"""The hidden vector of a column, and the layer above their sum."""

MOST_FREE = 13
"""Columns with more free boxes count as having so many."""

DEAD = MOST_FREE + 1
"""The kind of a column that cannot be completed; else its free boxes are its kind."""

KINDS = DEAD + 1

OWN_TRAITS = 3
"""Of a column: how many numbers fit, the narrowest gap, the tightest gap."""

TRAITS = 2 * OWN_TRAITS + 2
"""Of a pair of columns: those of both, and the numbers that fit in one of them only."""

SHARE = 0.01
"""Counts of numbers enter the network as shares of a hundred."""

TENS = 10.0
"""Margins leave the network in tens."""

LAYOUTS, STARTING = 8, len(STARTING_NUMBERS)
"""Layouts of the starting numbers; starting numbers."""

PRINTED = 12
"""Boxes of the columns that layouts are made for."""

EQUAL = 1e-9
"""Chances that differ by less count as equal, and the first of equal ones is taken."""

ROUNDS = 3
"""So often all seats look again for a better entry."""

SHORTLIST = 8
"""Calls that are looked at more closely."""

PATIENCE = 100
"""After so many turns a bot calls only numbers that bring its own sheet on, so that games end."""

WEIGHTS = np.dtype(
    [
        ("kinds", np.float64, (KINDS, KINDS, HIDDEN)),
        ("traits", np.float64, (TRAITS, HIDDEN)),
        ("joint", np.float64, (HIDDEN, JOINT)),
        ("near", np.float64, (SEATS + 1, SEATS, JOINT)),  # players; turns until the own call
        ("far", np.float64, (SEATS + 1, SEATS, JOINT)),  # the same for the opponent's call
        ("output", np.float64, (JOINT,)),
        ("margin", np.float64, (JOINT,)),  # of filled boxes at the end, in tens
        ("layouts", np.int64, (LAYOUTS, STARTING)),  # the box of each starting number, of twelve
        ("shares", np.int64, (LAYOUTS,)),  # how often each layout is chosen
    ],
    align=True,
)
"""The network, and the layouts that go with it."""

LEARNED = sum(WEIGHTS[name].itemsize for name in WEIGHTS.names[:-2]) // 8 if WEIGHTS.names else 0
"""How many numbers are learned; they come before the layouts."""
