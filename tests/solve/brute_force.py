"""The exact value of a small game for one player, by the readable rules alone: slow and plain."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from rollwright import Action, Chance, Decision, Game, Seat, Terminal
from rollwright.games.qwixx import Qwixx, QwixxState

OWN = Seat(0)


class BruteForce:
    """Goes through every roll and every answer, and remembers what it has been through.

    `merge` gives, for a state before a roll or a decision, what its future depends on. `better`
    is max or min, of the final totals.
    """

    def __init__(
        self,
        game: Game[Any],
        merge: Callable[[Any], Hashable],
        better: Callable[[list[float]], float] = max,
    ) -> None:
        self._game = game
        self._merge = merge
        self._better = better
        self._further: dict[Hashable, float] = {}

    def value(self, state: Any) -> float:
        """The mean of the final total under the best play from a state on."""
        node = self._game.node(state)
        points = self._game.scores(state)[OWN].total
        if not isinstance(node, Chance | Decision):
            return points
        key = self._merge(state)
        if key not in self._further:
            values = self._values(state, node)
            mean = sum(values) / len(values) if isinstance(node, Chance) else self._better(values)
            self._further[key] = mean - points
        return points + self._further[key]

    def _values(self, state: Any, node: Chance | Decision) -> list[float]:
        if isinstance(node, Chance):
            return [self.value(self._game.roll(state, roll)) for roll in node.rolls()]
        legal = self._game.legal(state, OWN)
        return [self.value(self._game.play(state, {OWN: action})) for action in legal]


class QwixxBruteForce:
    """The same for Qwixx, where one pair of answers is played once a sheet and not once a roll."""

    def __init__(self, game: Qwixx, merge: Callable[[QwixxState], Hashable]) -> None:
        self._game = game
        self._merge = merge
        self._further: dict[Hashable, float] = {}

    def value(self, state: QwixxState) -> float:
        """The mean of the final points under the best play, at the end or before a roll."""
        points = self._game.scores(state)[OWN].total
        if isinstance(self._game.node(state), Terminal):
            return points
        key = self._merge(state)
        if key not in self._further:
            self._further[key] = self._mean(state) - points
        return points + self._further[key]

    def _mean(self, state: QwixxState) -> float:
        node = self._game.node(state)
        assert isinstance(node, Chance)
        whites: dict[Action, QwixxState] = {}
        values: dict[tuple[Action, Action], float] = {}
        best = (self._best(self._game.roll(state, roll), whites, values) for roll in node.rolls())
        return sum(best) / node.total

    def _best(
        self,
        state: QwixxState,
        whites: dict[Action, QwixxState],
        values: dict[tuple[Action, Action], float],
    ) -> float:
        found = []
        for white in self._game.legal(state, OWN):
            if white not in whites:
                whites[white] = self._game.play(state, {OWN: white})
            marked = whites[white]
            if isinstance(self._game.node(marked), Terminal):
                found.append(self.value(marked))
                continue
            marked = marked._replace(roll=state.roll)
            for colour in self._game.legal(marked, OWN):
                if (white, colour) not in values:
                    after = self._game.play(marked, {OWN: colour})
                    values[white, colour] = self.value(after)
                found.append(values[white, colour])
        return max(found)
