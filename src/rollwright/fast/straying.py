"""Seats that stray in training games: when, whatever the game and whatever they do then, compiled.

A seat strays in its first turns, in every one or now and then.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from .compile import kernel
from .streams import below, chain

Strays: TypeAlias = Any

OFTEN = 3
"""Half of the seats that stray do so in one turn of so many only, the others in every one."""


def stray_fields(seats: int) -> list[tuple[str, type, int]]:
    """The fields of a record that tell when each of so many seats strays."""
    return [
        ("turns", np.int64, seats),  # the first turn in which a seat strays no more
        ("often", np.int64, seats),  # it strays in one turn of so many
        ("now", np.uint8, seats),  # 1 if it does in this turn
    ]


@kernel
def draw_often(key: np.uint64) -> int:
    """Draw in one turn of how many a seat strays."""
    return 1 if below(key, 2) == 1 else OFTEN


@kernel
def draw_turn(players: int, turn: int, key: np.uint64, strays: Strays) -> bool:
    """Draw which seats stray in a turn; whether any does."""
    somebody = False
    for seat in range(players):
        now = turn < strays.turns[seat] and below(chain(key, seat), strays.often[seat]) == 0
        strays.now[seat] = now
        somebody = somebody or now
    return somebody
