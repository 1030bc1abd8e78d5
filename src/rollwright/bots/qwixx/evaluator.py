"""The network as the measure of hints, reviews and advice for Qwixx in company.

A state before a roll is worth what the network says of it, a finished game its result. All else
looks ahead to these: after a roll everybody answers as in the plan of `mind`, and before a roll
the values after it are averaged over all rolls, exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from ...errors import InputError
from ...game import Action, Game, Json, Seat
from ...games.qwixx import COLOUR, WHITE, Qwixx, QwixxState
from ...i18n import T
from ..evaluator import Values
from .estimates import judge
from .expecting import Expecting
from .mind import Mind
from .weights import load_weights, version_of

KEPT_PLANS = 64
"""Plans are kept for the seats that are asked one after the other."""


def create_evaluator(game: Game[Any]) -> NetEvaluator:
    """The evaluator of a game of Qwixx in company. Raises `InputError` for one player."""
    if not isinstance(game, Qwixx) or game.players < 2:
        raise InputError(T("The network of Qwixx judges games of two to five players."))
    return NetEvaluator(game)


class NetEvaluator:
    """`rollwright.bots.evaluator.Evaluator` by the network of the bot `expert`."""

    exact = False

    def __init__(self, game: Qwixx) -> None:
        net = load_weights()
        self._game = game
        self._mind = Mind(game, net)
        self._expecting = Expecting(self._mind)
        self._plan = lru_cache(KEPT_PLANS)(self._mind.plan)
        self.settings: Json = {"name": "expert", "version": version_of(net), "depth": 0}

    def values(self, game: Game[Any], states: Sequence[QwixxState]) -> Values:
        """What the network says before a roll; the result at the end; else what lies ahead."""
        leaves = [self._leaves(state) for state in states]
        direct = judge(self._game, self._mind.net, [leaf for some in leaves for leaf in some])
        counts = np.array([len(some) for some in leaves])
        begins = np.cumsum(counts) - counts
        return _values(
            np.add.reduceat(direct.score, begins) / counts[:, None],
            np.add.reduceat(direct.margin, begins) / counts[:, None],
        )

    def expected(self, game: Game[Any], state: QwixxState) -> Values:
        """The mean of `ahead` over all rolls, exact but for the last bits."""
        if state.phase == self._game.LOT:
            return self.values(game, [state])
        score, margin = self._expecting.expect(state)
        return _values(score[None], margin[None])

    def ahead(self, game: Game[Any], state: QwixxState) -> Values:
        """The value when all answer as the plan says."""
        return self.values(game, [state])

    def answers(
        self, game: Game[Any], state: QwixxState, seat: Seat
    ) -> tuple[tuple[Action, ...], Values]:
        """The legal answers of a seat; in action 2 all answers to the white sum are known."""
        actions = self._game.legal(state, seat)
        others = self._plan(state).white if state.phase == WHITE else {}
        after = [self._game.resolve(state, {**others, seat: action}) for action in actions]
        return actions, self.values(game, after)

    def _leaves(self, state: QwixxState) -> list[QwixxState]:
        """The state before the next roll, or the end, when all answer as is assumed.

        There are several of equal chance before the lot is drawn.
        """
        if state.phase == WHITE:
            return [self._mind.after_plan(state, self._plan(state))]
        if state.phase == COLOUR:
            return [self._mind.after_colours(state)[self._mind.best_colour(state).action]]
        if state.phase == self._game.LOT:
            return [self._game.begin(state._replace(active=seat)) for seat in self._game.seats]
        return [state]


def _values(mean: Any, margin: Any) -> Values:
    return Values(mean, margin, np.zeros_like(mean))
