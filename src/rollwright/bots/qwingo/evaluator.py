"""What Qwingo positions are worth in company, by the expert's network."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt

import numpy as np

from ...dice import Stream, seed_key
from ...game import Action, Game, Json, Seat
from ...games.qwingo import CALL, ENTRIES, ROLL, SETUP, Qwingo, QwingoState
from ..evaluator import Values
from .callers import filled
from .expert import open_mind
from .layouts import Layouts
from .mind import Mind as PlainMind
from .mind import Outlook, Sheet
from .weights import load_network, version_of

SAMPLES = 16
"""Layouts that are tried where starting numbers are not known yet."""


class QwingoEvaluator:
    """The network of the expert, looking one roll ahead.

    The six faces of the die are counted exactly. In the set-up what is not written, or not to be
    seen, is drawn from the expert's layouts, the same for all answers; `error` is that of the
    draws. With hidden sheets a sheet that is empty is taken for a copy of one that is not.
    """

    exact = False

    def __init__(self, game: Qwingo) -> None:
        self._net = load_network()
        self._game = game
        self._mind = open_mind(game)
        self._layouts = Layouts(game, self._net)
        self._results = PlainMind(game, self._net)
        # A review asks for what may be called and written, and then for the best of it.
        self._answered = lru_cache(maxsize=2 * game.players)(self._judged)
        self._completed = lru_cache(maxsize=4096)(self._drawn)

    @property
    def settings(self) -> Json:
        """The name and version of the network, and how far it looks."""
        return {
            "name": "qwingo expert",
            "version": version_of(self._net),
            "depth": 1,
            "samples": SAMPLES,
        }

    def values(self, game: Game[QwingoState], states: Sequence[QwingoState]) -> Values:
        """The values before calls as the network sees them; a roll or set-up by what follows."""
        return _joined([self._value(state) for state in states])

    def expected(self, game: Game[QwingoState], state: QwingoState) -> Values:
        """The mean over the six faces, or over who begins."""
        if state.phase == ROLL:
            return _exact(self._mind.after_calls(self._seen(state), [state.called or 0]))
        begun = [
            self.ahead(game, self._game.begin(state._replace(active=seat)))
            for seat in self._game.seats
        ]
        mean, margin, error = (np.mean([getattr(v, name) for v in begun], axis=0) for name in
                               ("mean", "margin", "error"))  # fmt: skip
        return Values(mean, margin, error)

    def ahead(self, game: Game[QwingoState], state: QwingoState) -> Values:
        """After the answers that all seats are assumed to give.

        In the set-up each seat's value is that of its own best box, the others being unknown;
        that of a seat whose numbers may not be seen is what the expert's layouts have.
        """
        if state.phase == ENTRIES:
            return _exact(self._mind.settled(self._seen(state))[1])
        if state.phase == CALL:
            return self._best_row(game, state, state.active)
        if state.phase == SETUP:
            return self._each_best(game, state)
        return self._value(state)

    def answers(
        self, game: Game[QwingoState], state: QwingoState, seat: Seat
    ) -> tuple[tuple[Action, ...], Values]:
        """The legal answers of a seat and their values, the others answering as assumed."""
        return self._answered(state, seat)

    def _judged(self, state: QwingoState, seat: Seat) -> tuple[tuple[Action, ...], Values]:
        actions = self._game.legal(state, seat)
        if state.phase == ENTRIES:
            return actions, _exact(self._mind.after_entries(self._seen(state), seat, actions))
        if state.phase == CALL:
            numbers = [self._game.called_number(action) for action in actions]
            return actions, _exact(self._mind.after_calls(self._seen(state), numbers))
        after = [self._game.resolve(state, {seat: action}) for action in actions]
        return actions, self._in_set_up(after)

    def _each_best(self, game: Game[QwingoState], state: QwingoState) -> Values:
        seen = [sum(map(filled, sheet)) == state.entered for sheet in state.sheets]
        drawn = self._in_set_up([state])
        rows = [
            self._best_row(game, state, seat) if seen[seat] else drawn for seat in self._game.seats
        ]
        mean, margin, error = (
            np.array([[getattr(row, name)[0, seat] for seat, row in enumerate(rows)]])
            for name in ("mean", "margin", "error")
        )
        return Values(mean, margin, error)

    def _best_row(self, game: Game[QwingoState], state: QwingoState, seat: Seat) -> Values:
        _, values = self.answers(game, state, seat)
        best = int(values.mean[:, seat].argmax())
        row = slice(best, best + 1)
        return Values(values.mean[row], values.margin[row], values.error[row])

    def _value(self, state: QwingoState) -> Values:
        if state.phase == self._game.OVER:
            chances, margins = self._results.result(state.sheets)
            return _exact(Outlook(np.array([chances]), np.array([margins])))
        if state.phase in (ROLL, self._game.LOT):
            return self.expected(self._game, state)
        if state.phase == ENTRIES:
            return self.ahead(self._game, state)
        if state.phase == SETUP:
            return self._in_set_up([state])
        return _exact(self._mind.before_call([self._seen(state)]))

    def _in_set_up(self, states: Sequence[QwingoState]) -> Values:
        """The means over sheets whose missing starting numbers are drawn, a row for each state."""
        tried = [
            state._replace(
                phase=CALL,
                turn=1,
                sheets=tuple(
                    self._completed(sheet, seat, sample) for seat, sheet in enumerate(state.sheets)
                ),
            )
            for state in states
            for sample in range(SAMPLES)
        ]
        chances, margins = (
            found.reshape(len(states), SAMPLES, self._game.players)
            for found in self._mind.before_call(tried)
        )
        error = chances.std(axis=1, ddof=1) / sqrt(SAMPLES)
        return Values(chances.mean(axis=1), margins.mean(axis=1), error)

    def _drawn(self, sheet: Sheet, seat: int, sample: int) -> Sheet:
        return self._layouts.completed(sheet, Stream(seed_key(f"layouts {sample} {seat}")))

    def _seen(self, state: QwingoState) -> QwingoState:
        """The state with sheets that are hidden taken for copies of the one that is not."""
        shown = [sheet for sheet in state.sheets if any(set(c) != {None} for c in sheet)]
        if self._game.options["open_sheets"] or not shown:
            return state
        return state._replace(
            sheets=tuple(sheet if sheet in shown else shown[0] for sheet in state.sheets)
        )


def create_evaluator(game: Qwingo) -> QwingoEvaluator:
    """The evaluator of a game in company."""
    return QwingoEvaluator(game)


def _exact(outlook: Outlook) -> Values:
    """Values without a sampling error."""
    return Values(outlook.chances, outlook.margins, np.zeros_like(outlook.chances))


def _joined(rows: Sequence[Values]) -> Values:
    mean, margin, error = (
        np.concatenate([getattr(row, name) for row in rows]) for name in ("mean", "margin", "error")
    )
    return Values(mean, margin, error)
