"""Positions of the readable rules on the compiled functions of the network."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...fast.compile import new_record
from ...fast.qwixx import (
    COLOUR,
    LOT,
    OVER,
    ROLL,
    ROWS,
    STATE,
    WHITE,
    Rules,
    State,
    can_play,
    cross,
    make_rules,
    start,
)
from ...games import qwixx as readable
from ...games.qwixx import Qwixx, QwixxState
from .expectation import EXPECTATION, expect
from .weights import Net

__all__ = ["Compiled", "can_play", "fill_state"]

Floats = npt.NDArray[np.float64]


class Compiled:
    """One game with its options fixed, and a network."""

    def __init__(self, game: Qwixx, net: Net) -> None:
        self._game = game
        self._rules = make_rules(game)
        self._net = (net.first, net.second, net.last)

    def expect(self, state: QwixxState) -> tuple[Floats, Floats]:
        """The mean score and margin of all seats over the rolls of a state before one."""
        record, room = new_record(STATE), new_record(EXPECTATION)
        fill_state(self._game, self._rules, state, record)
        expect(self._rules, record, self._net, room)
        seats = self._game.players
        return room.score[:seats].copy(), room.margin[:seats].copy()


def fill_state(game: Qwixx, rules: Rules, state: QwixxState, record: State) -> None:
    """Write a state of the readable rules into a record of the compiled ones."""
    phases = {game.LOT: LOT, readable.ROLL: ROLL, readable.WHITE: WHITE, readable.COLOUR: COLOUR}
    start(rules, record)
    for seat, sheet in enumerate(state.sheets):
        record.misthrows[seat] = sheet.misthrows
        for row, crossed in enumerate(sheet.rows):
            for position in crossed:
                cross(rules, record, seat, 1 + game.sheet.lines[row].fields[position])
    record.phase = phases.get(state.phase, OVER)
    record.turn = state.turn
    record.active = state.active
    record.white_mark = state.white_mark
    for die, face in enumerate(state.roll):
        record.dice[die] = face
    _close(rules, state, record)


def _close(rules: Rules, state: QwixxState, record: State) -> None:
    """Shut the closed rows, all but those that stay open until the next roll."""
    for row in range(ROWS):
        if not state.closed[row]:
            continue
        record.closed |= 1 << row
        stays_open = state.phase == readable.COLOUR and state.roll[rules.lock_die[row]]
        if rules.next_roll and stays_open:
            continue
        for seat in range(len(state.sheets)):
            record.opened[seat] &= ~rules.row_fields[row]
