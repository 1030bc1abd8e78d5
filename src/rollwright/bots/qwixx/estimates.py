"""The value network of Qwixx with numpy, on states of the readable rules; no numba is needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...game import Seat, Terminal
from ...games.qwixx import Qwixx, QwixxSheet, QwixxState
from .inputs import (
    BIASES,
    CLOSED,
    FACTS,
    LEFT_AT,
    MARGIN,
    MARGIN_UNIT,
    OTHER_DISTANCE,
    OTHER_LEFT,
    OTHER_POINTS,
    OTHER_ROWS,
    OUTPUT_BIASES,
    OWN_DISTANCE,
    OWN_LEFT,
    OWN_POINTS,
    OWN_ROWS,
    PLAYERS,
    POINTS_AT,
    POINTS_UNIT,
    ROW_STATES,
    ROWS,
    SCORE,
)
from .weights import Net

Floats = npt.NDArray[np.float64]
Facts = npt.NDArray[np.int64]


_Look = tuple[Seat, tuple[tuple[int, ...], ...]]
"""All that the network sees: who rolls next, and the facts of the sheets."""


class Estimates(NamedTuple):
    """What states are worth: scores from 0 to 1 and margins in points, by state and seat."""

    score: Floats
    margin: Floats

    def best(self, seat: Seat) -> int:
        """The index of a seat's greatest score; of equal ones that of its greatest margin."""
        score, margin = self.score[:, seat], self.margin[:, seat]
        return max(range(len(score)), key=lambda index: (score[index], margin[index]))


def judge(game: Qwixx, net: Net, states: Sequence[QwixxState]) -> Estimates:
    """What states before a roll or after the end are worth, as the kernel says it.

    The network looks from every seat, so that the scores of all seats add up to 1.
    """
    score, margin = np.empty((2, len(states), game.players))
    looks: dict[_Look, list[int]] = {}
    for index, state in enumerate(states):
        if isinstance(game.node(state), Terminal):
            for seat in game.seats:
                score[index, seat], margin[index, seat] = result(game, state, seat)
        else:
            looks.setdefault((state.active, facts_of(game, state)), []).append(index)
    if looks:
        scores, margins = _look(net, list(looks))
        # What looks alike is looked at once: in a batch the last bits depend on the place.
        for place, indices in enumerate(looks.values()):
            score[indices], margin[indices] = scores[place], margins[place]
    return Estimates(score, margin)


def _look(net: Net, looks: Sequence[_Look]) -> tuple[Floats, Floats]:
    """Scores and margins by state and seat."""
    following = np.array([active for active, _ in looks])
    facts = np.array([facts for _, facts in looks])
    views = [estimate(net, facts, following, seat) for seat in range(facts.shape[1])]
    score, margin = (np.stack(part, axis=1) for part in zip(*views, strict=True))
    if len(views) == 2:
        margin = (margin - margin[:, ::-1]) / 2
    return score / score.sum(axis=1, keepdims=True), margin


def result(game: Qwixx, state: QwixxState, view: Seat) -> tuple[float, float]:
    """The score and the margin of a seat at the end of a game."""
    places = game.places(state)
    totals = [score.total for score in game.scores(state)]
    others = max(total for seat, total in enumerate(totals) if seat != view)
    score = 0.0 if places[view] > 1 else 1.0 if places.count(1) == 1 else 0.5
    return score, totals[view] - others


def facts_of(game: Qwixx, state: QwixxState) -> tuple[tuple[int, ...], ...]:
    """What the network is told about each sheet."""
    return tuple(_sheet_facts(game, sheet, state.closed) for sheet in state.sheets)


def _sheet_facts(game: Qwixx, sheet: QwixxSheet, closed: Sequence[bool]) -> tuple[int, ...]:
    facts = [0] * FACTS
    for row, crossed in enumerate(sheet.rows):
        if closed[row]:
            facts[row] = CLOSED
        elif crossed:
            facts[row] = crossed[-1] * (crossed[-1] + 1) // 2 + len(crossed)
    facts[LEFT_AT] = min(int(game.options["max_misthrows"]) - sheet.misthrows, 4)
    facts[POINTS_AT] = game.sheet_score(sheet).total
    return tuple(facts)


def estimate(
    net: Net, facts: Facts, following: npt.NDArray[np.int64], view: int
) -> tuple[Floats, Floats]:
    """Score and margin of a seat by facts ``[states, seats, facts]`` and who rolls next."""
    first, second, last = net
    players = facts.shape[1]
    distance = (np.arange(players) - following[:, None]) % players
    points = (facts[:, :, POINTS_AT] / POINTS_UNIT).astype(np.float32)[:, :, None]
    rows = facts[:, :, :ROWS] + ROW_STATES * np.arange(ROWS)
    own = (
        first[OWN_ROWS + rows[:, view]].sum(axis=1)
        + first[OWN_LEFT + facts[:, view, LEFT_AT]]
        + first[OWN_DISTANCE + distance[:, view]]
        + first[PLAYERS + players]
        + points[:, view] * first[OWN_POINTS]
    )
    pooled = np.zeros_like(own)
    for other in range(players):
        if other != view:
            unit = (
                own
                + first[OTHER_ROWS + rows[:, other]].sum(axis=1)
                + first[OTHER_LEFT + facts[:, other, LEFT_AT]]
                + first[OTHER_DISTANCE + distance[:, other]]
                + points[:, other] * first[OTHER_POINTS]
            )
            pooled += np.maximum(unit, 0)
    hidden = np.maximum(pooled @ second.T + last[BIASES + players], 0)
    outputs = (hidden @ last[[SCORE, MARGIN]].T + last[OUTPUT_BIASES, :2]).astype(np.float64)
    return 1 / (1 + np.exp(-outputs[:, 0])), MARGIN_UNIT * outputs[:, 1]
