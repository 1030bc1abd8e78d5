"""Why an answer is worse than the best one: one plain sentence, from what both do to the sheet."""

from __future__ import annotations

from typing import Any

from ..game import Action, Game, Json, Seat
from ..games.qwingo import Qwingo
from ..games.qwinto import Qwinto
from ..games.qwixx import Qwixx
from ..i18n import T, Text, decimal, percent
from .ranking import Candidate, Ranking
from .reasons import Comparison, Sentence, qwingo, qwinto, qwixx
from .reasons.spoken import spoken
from .scale import CHANCE, POINTS, scale_for
from .worth import Worth

LEAST_POINTS = 0.05
"""Fewer points than these are not worth a word beside a chance."""


def features_of(game: Game[Any], state: Any, seat: Seat, action: Action) -> Json:
    """What an answer does to the sheet and to the coming turns, as facts; {} for other games.

    The keys are those of docs/design/review.md.
    """
    if isinstance(game, Qwixx):
        return qwixx.features(game, state, seat, action)
    if isinstance(game, Qwinto):
        return qwinto.features(game, state, seat, action)
    if isinstance(game, Qwingo):
        return qwingo.features(game, state, seat, action)
    return {}


def cost(game: Game[Any], loss: Worth) -> Text:
    """A loss in words, in the unit of the game; in company also the points, where some are lost."""
    unit = scale_for(game).unit
    if unit == CHANCE:
        chance, points = percent(loss.mean), decimal(loss.margin)
        if game.result_unit != "points" or loss.margin < LEAST_POINTS:
            return T("{percent} winning chance", percent=chance)
        return T("{percent} winning chance and {points} points", percent=chance, points=points)
    if unit == POINTS:
        return T("{points} points", points=decimal(loss.mean))
    return T("{turns} turns", turns=decimal(loss.mean))


def explain(game: Game[Any], ranking: Ranking, chosen: Candidate) -> Sentence:
    """Why `chosen` is not the best answer; of the best one, that it is."""
    best = ranking.best
    if chosen.loss.mean <= 0:
        answer = spoken(game, ranking.state, chosen.action)
        return Sentence(T("{answer} is the best answer.", answer=answer))
    comparison = Comparison(
        ranking.state,
        ranking.seat,
        spoken(game, ranking.state, chosen.action),
        spoken(game, ranking.state, best.action),
        features_of(game, ranking.state, ranking.seat, chosen.action),
        features_of(game, ranking.state, ranking.seat, best.action),
        cost(game, chosen.loss),
    )
    found = None
    if isinstance(game, Qwixx):
        found = qwixx.reason(game, comparison)
    elif isinstance(game, Qwinto):
        found = qwinto.reason(game, comparison)
    elif isinstance(game, Qwingo):
        found = qwingo.reason(game, comparison)
    return Sentence(found or T("{best} is worth {cost} more than {chosen}.", **comparison.words))
