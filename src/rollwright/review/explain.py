"""Why an answer is worse than the best one: one plain sentence, from what both do to the sheet."""

from __future__ import annotations

from typing import Any

from ..game import Action, Game, Json, Seat
from ..games.qwingo import Qwingo
from ..games.qwinto import Qwinto
from ..games.qwixx import Qwixx
from ..i18n import T, Text
from .ranking import Candidate, Ranking
from .reasons import Comparison, Sentence, qwingo, qwinto, qwixx, spoken
from .scale import CHANCE, POINTS, scale_for


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


def cost(game: Game[Any], loss: float) -> Text:
    """A loss in words, in the unit of the game."""
    unit = scale_for(game).unit
    if unit == CHANCE:
        return T("{percent} winning chance", percent=f"{100 * loss:.1f} %")
    if unit == POINTS:
        return T("{points} points", points=f"{loss:.1f}")
    return T("{turns} turns", turns=f"{loss:.1f}")


def explain(game: Game[Any], ranking: Ranking, chosen: Candidate) -> Sentence:
    """Why `chosen` is not the best answer; of the best one, that it is."""
    best = ranking.best
    if chosen.loss.mean <= 0:
        return Sentence(T("{answer} is the best answer.", answer=spoken(chosen.notation)))
    comparison = Comparison(
        ranking.state,
        ranking.seat,
        chosen.notation,
        best.notation,
        features_of(game, ranking.state, ranking.seat, chosen.action),
        features_of(game, ranking.state, ranking.seat, best.action),
        cost(game, chosen.loss.mean),
    )
    found = None
    if isinstance(game, Qwixx):
        found = qwixx.reason(game, comparison)
    elif isinstance(game, Qwinto):
        found = qwinto.reason(game, comparison)
    elif isinstance(game, Qwingo):
        found = qwingo.reason(game, comparison)
    return Sentence(found or T("{best} is worth {cost} more than {chosen}.", **comparison.words))
