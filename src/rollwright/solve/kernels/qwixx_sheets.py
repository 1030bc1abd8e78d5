"""The numbering of sheets, compiled: see `rollwright.solve.qwixx_model`."""

from __future__ import annotations

from typing import Any

from ...fast.compile import kernel


@kernel
def number_of(model: Any, left: int, right: int) -> int:
    """The number of a sheet by its pairs."""
    if model.is_symmetric and left < right:
        return model.offset[right] + left
    return model.offset[left] + right


@kernel
def number_beside(model: Any, row: int, pair: int, other: int) -> int:
    """The sheet that has `pair` on the side of a row, and `other` on the other side."""
    if row < 2:
        return number_of(model, pair, other)
    return number_of(model, other, pair)


@kernel
def pair_with(model: Any, row: int, state: int, partner: int) -> int:
    """The pair of a row in some state and its neighbour."""
    return model.pair[partner, state] if row & 1 else model.pair[state, partner]
