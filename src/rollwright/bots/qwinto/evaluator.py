"""The networks as the measure of hints, reviews and advice for Qwinto, alone and in company."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import InputError
from ...fast.compile import new_record
from ...fast.qwinto import DICE_SETS
from ...game import Action, Game, Json, Seat
from ...games.qwinto import CHOOSE, ENTRIES, ROLL, Qwinto, QwintoSheet, QwintoState
from ...i18n import T
from ..evaluator import Values
from .measure import estimate, find_result, measure_turn, rate_seats, settle, value_answers
from .room import WORK, can_play, make_rules
from .states import encode
from .turns import keeps, plan_dice
from .weights import load_networks, version

Floats = npt.NDArray[np.float64]

KEPT_TURNS = 64
"""Measures of turns are kept for the questions about one turn that follow each other."""


def create_evaluator(game: Game[Any]) -> QwintoEvaluator:
    """The evaluator of a game of Qwinto. Raises `InputError` for another game or sheet."""
    if not isinstance(game, Qwinto) or not can_play(game):
        raise InputError(T("The networks of Qwinto do not know this game."))
    return QwintoEvaluator(game)


class QwintoEvaluator:
    """`rollwright.bots.evaluator.Evaluator` by the networks of the bot `expert`.

    All seats are assumed to play to win; alone for points. A state before a turn is worth what the
    networks say of it, and all else the mean of these: exactly over the dice, and with answers of
    which no seat can better its own alone.
    """

    exact = False

    def __init__(self, game: Qwinto) -> None:
        self._game = game
        self._rules = make_rules(game)
        self._networks = load_networks()
        self._kept = lru_cache(KEPT_TURNS)(self._measured)
        self.settings: Json = {"name": "expert", "version": version(), "depth": 0}

    def values(self, game: Game[Any], states: Sequence[QwintoState]) -> Values:
        """What the networks say before a turn; the result at the end; else what lies ahead."""
        return _values(np.stack([self._value(state) for state in states]))

    def expected(self, game: Game[Any], state: QwintoState) -> Values:
        """The mean of `ahead` over all rolls."""
        return self.values(game, [state])

    def ahead(self, game: Game[Any], state: QwintoState) -> Values:
        """The value when all answer as is assumed."""
        if state.phase == CHOOSE:
            work = self._planned(state)
            best = plan_dice(self._rules, encode(state), work)
            return _values(self._columns(work.choice[best])[None])
        return self.values(game, [state])

    def answers(
        self, game: Game[Any], state: QwintoState, seat: Seat
    ) -> tuple[tuple[Action, ...], Values]:
        """The legal answers of a seat; about the dice, what the dice then lead to."""
        actions = self._game.legal(state, seat)
        if state.phase == ENTRIES:
            rows = self._entries(state, seat, actions)
        else:
            after = [self._game.resolve(state, {seat: action}) for action in actions]
            rows = [self._value(each) for each in after]
        empty = np.zeros((0, 2, self._game.players))
        return actions, _values(np.stack(rows) if rows else empty)

    def _value(self, state: QwintoState) -> Floats:
        """What a state is worth and its margin, by seat."""
        if state.phase == self._game.LOT:
            begun = [self._game.begin(state._replace(active=seat)) for seat in self._game.seats]
            return np.array(np.mean([self._value(each) for each in begun], axis=0))
        record, work = encode(state), new_record(WORK)
        if state.phase == self._game.OVER:
            find_result(self._rules, record, work)
        elif state.phase == CHOOSE:
            estimate(self._rules, record, *self._networks, work)
        elif state.phase == ENTRIES:
            return self._columns(self._settled(state).result)
        else:
            work = self._planned(state)
            index = DICE_SETS.tolist().index(record.chosen)
            number = sum(state.roll)
            plan_dice(self._rules, record, work)
            if state.phase == ROLL:
                return self._columns(work.choice[index])
            kept = keeps(record, index, number, work)
            return self._columns(work.kept[index, number] if kept else work.again[index])
        return self._columns(work.result)

    def _entries(self, state: QwintoState, seat: Seat, actions: Sequence[Action]) -> list[Floats]:
        """What each answer of a seat to a sum leads to, the others answering as is assumed."""
        work, record, rows = self._settled(state), encode(state), []
        for action in actions:
            work.settled[seat] = action
            value_answers(self._rules, record, sum(state.roll), *self._networks, work)
            rows.append(self._columns(work.result))
        return rows

    def _settled(self, state: QwintoState) -> Any:
        """Room to work in with the assumed answers to the sum, and what they lead to."""
        record, work = encode(state), new_record(WORK)
        rate_seats(self._rules, record, *self._networks, work)
        settle(self._rules, record, record.chosen, sum(state.roll), *self._networks, work)
        return work

    def _planned(self, state: QwintoState) -> Any:
        """Room to work in with the worth of all sums of this turn."""
        work = new_record(WORK)
        work.kept[:] = self._kept(state.sheets, state.active)
        return work

    def _measured(self, sheets: tuple[QwintoSheet, ...], active: Seat) -> Floats:
        """The worth of all sums of a turn."""
        record, work = encode(QwintoState(CHOOSE, 1, active, sheets)), new_record(WORK)
        measure_turn(self._rules, record, *self._networks, work)
        return np.array(work.kept)

    def _columns(self, result: Floats) -> Floats:
        """A copy with the columns of the seats that play."""
        return np.array(result[:, : self._game.players])


def _values(rows: Floats) -> Values:
    mean, margin = rows[:, 0], rows[:, 1]
    return Values(mean, margin, np.zeros_like(mean))
