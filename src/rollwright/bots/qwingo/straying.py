"""Turns of training games that the expert would not play, compiled.

A network that sees only its own games misjudges sheets which they never reach, such as people
have. In half of the games some seats therefore write their starting numbers and play their first
turns, or single ones of them, as another bot does.
"""

from __future__ import annotations

import numpy as np

from ...fast import qwingo as base
from ...fast.compile import kernel
from ...fast.qwingo import SEATS, Rules
from ...fast.straying import Strays, draw_often, stray_fields
from ...fast.streams import below, chain
from .kernel import BLOCKER, COUNTER, DREAMER

MOST_TURNS = 32
"""A seat strays in fewer than so many of the first turns, evenly distributed."""

STYLES = np.array([base.RANDOM, base.GREEDY, COUNTER, DREAMER, BLOCKER])
"""Policies that are strayed into; their parameters, where they have one, are 0."""

STRAYS = np.dtype(
    [
        ("kind", np.int64, SEATS),  # this and the next as in `fast.qwingo.PLAYERS`
        ("parameter", np.float64, SEATS),
        *stray_fields(SEATS),
    ],
    align=True,
)
"""How the seats of a game stray."""


@kernel
def draw_strays(rules: Rules, key: np.uint64, strays: Strays) -> None:
    """Draw which seats of a game stray, how, and for how long."""
    astray = below(chain(key, 0), 2) == 1
    for seat in range(rules.players):
        stream = chain(chain(key, 1), seat)
        strays.kind[seat] = STYLES[below(chain(stream, 0), len(STYLES))]
        strays.parameter[seat] = 0.0
        strays.turns[seat] = below(chain(stream, 1), MOST_TURNS) if astray else 0
        strays.often[seat] = draw_often(chain(stream, 2))
