"""What the expert thinks, compiled: the answers of `mind.Mind`, many times faster."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ...fast.compile import new_record
from ...fast.qwingo import EMPTY, STATE, can_play, make_rules
from ...game import Action, Seat
from ...games.qwingo import Qwingo, QwingoState
from .foresight import best_call
from .kernel import WORK
from .mind import Outlook
from .questions import ask_calls, ask_entries, ask_positions, ask_settled, fill_sheets
from .weights import Net

__all__ = ["CompiledMind", "can_play"]


class CompiledMind:
    """The network's view of one game with its options fixed, in company."""

    def __init__(self, game: Qwingo, net: Net) -> None:
        self.game = game
        self._net = net
        self._rules = make_rules(game)

    def before_call(self, states: Sequence[QwingoState]) -> Outlook:
        """What states before a call are worth as they stand."""
        outlook, record, work = self._rows(len(states)), new_record(STATE), new_record(WORK)
        sheets, callers = _numbers(states), np.array([state.active for state in states])
        ask_positions(self._rules, self._net, sheets, callers, record, work, *outlook)
        return outlook

    def call(self, state: QwingoState, seat: Seat, numbers: Sequence[int]) -> int:
        """The number, among some, that gives a seat the best chance."""
        record, work = self._records(state)
        work.room[: len(numbers)] = numbers
        return int(best_call(self._rules, self._net, record, seat, len(numbers), work))

    def after_calls(self, state: QwingoState, numbers: Sequence[int]) -> Outlook:
        """What each of some calls is worth, the mean over the faces of the die."""
        record, work = self._records(state)
        outlook = self._rows(len(numbers))
        ask_calls(self._rules, self._net, record, np.array(numbers), work, *outlook)
        return outlook

    def settled(self, state: QwingoState) -> tuple[dict[Seat, Action], Outlook]:
        """After a roll: what all seats are assumed to answer, and what comes of it."""
        record, work = self._records(state)
        ask_settled(self._rules, self._net, record, work)
        seats = self.game.players
        answers = {seat: Action(int(work.answers[seat])) for seat in self.game.seats}
        return answers, Outlook(
            work.chances[None, :seats].copy(), work.margins[None, :seats].copy()
        )

    def after_entries(self, state: QwingoState, seat: Seat, actions: Sequence[Action]) -> Outlook:
        """After a roll: what each of some answers of a seat is worth, the others as assumed."""
        record, work = self._records(state)
        outlook = self._rows(len(actions))
        ask_entries(self._rules, self._net, record, seat, np.array(actions), work, *outlook)
        return outlook

    def _rows(self, size: int) -> Outlook:
        shape = (size, self.game.players)
        return Outlook(np.zeros(shape), np.zeros(shape))

    def _records(self, state: QwingoState) -> tuple[Any, Any]:
        """A state of the readable rules as a compiled one, and room to work in."""
        record, work = new_record(STATE), new_record(WORK)
        fill_sheets(self._rules, record, _numbers([state])[0])
        record.turn = state.turn
        record.active = state.active
        if state.called is not None and state.face is not None:
            record.called, record.face = state.called, state.face
        return record, work


def _numbers(states: Sequence[QwingoState]) -> npt.NDArray[np.int64]:
    """What is written, indexed by state, seat, column and box."""
    return np.array(
        [
            [[[EMPTY if n is None else n for n in column] for column in sheet] for sheet in sheets]
            for sheets in (state.sheets for state in states)
        ]
    )
