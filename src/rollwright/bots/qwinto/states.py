"""States of the readable rules as records of the kernels."""

from __future__ import annotations

from typing import Any

from ...fast import qwinto as fast
from ...fast.compile import new_record
from ...games import qwinto as readable
from ...games.qwinto import Qwinto, QwintoState

PHASES = {
    Qwinto.LOT: fast.LOT,
    readable.CHOOSE: fast.CHOOSE,
    readable.ROLL: fast.ROLL,
    readable.KEEP: fast.KEEP,
    readable.ENTRIES: fast.ENTRIES,
    Qwinto.OVER: fast.OVER,
}


def encode(view: QwintoState) -> Any:
    """The record of a state."""
    state = new_record(fast.STATE)
    state.phase, state.turn, state.active = PHASES[view.phase], view.turn, view.active
    state.rerolls = view.rerolls
    state.chosen = sum(1 << row for row, taken in enumerate(view.chosen) if taken)
    state.dice[: len(view.roll)] = view.roll
    for seat, sheet in enumerate(view.sheets):
        state.misthrows[seat] = sheet.misthrows
        for field, number in enumerate(sheet.numbers):
            if number is not None:
                state.numbers[seat, field] = number
                state.counts[seat, field // fast.LENGTH] += 1
    return state
