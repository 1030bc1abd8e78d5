"""The exact value of a small game for one player, by the readable rules alone: slow and plain."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from rollwright import Action, Chance, Decision, Game, Seat, Stream, Terminal
from rollwright.bots import Bot
from rollwright.games.qwixx import Qwixx, QwixxSheet, QwixxState

OWN = Seat(0)


class BruteForce:
    """Goes through every roll and every answer, and remembers what it has been through.

    `merge` gives, for a state before a roll or a decision, what its future depends on.
    """

    def __init__(self, game: Game[Any], merge: Callable[[Any], Hashable]) -> None:
        self._game = game
        self._merge = merge
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
            mean = sum(values) / len(values) if isinstance(node, Chance) else max(values)
            self._further[key] = mean - points
        return points + self._further[key]

    def _values(self, state: Any, node: Chance | Decision) -> list[float]:
        if isinstance(node, Chance):
            return [self.value(self._game.roll(state, roll)) for roll in node.rolls()]
        legal = self._game.legal(state, OWN)
        return [self.value(self._game.play(state, {OWN: action})) for action in legal]


class QwixxBruteForce:
    """The same for Qwixx, where a pair of answers is played once a sheet and not once a roll.

    The first sheet is the one that counts. Where there are other seats they cross nothing, and
    their sheets are empty again after every turn.
    """

    def __init__(self, game: Qwixx, merge: Callable[[QwixxState], Hashable]) -> None:
        self._game = game
        self._merge = merge
        self._further: dict[Hashable, float] = {}

    def value(self, state: QwixxState) -> float:
        """The mean of the final points under the best play, at the end or before a roll."""
        points = self._game.scores(state)[OWN].total
        if isinstance(self._game.node(state), Terminal):
            return points
        key = (self._merge(state), state.active)
        if key not in self._further:
            self._further[key] = self.mean(state, self.value) - points
        return points + self._further[key]

    def mean(self, state: QwixxState, value: Callable[[QwixxState], float]) -> float:
        """The mean over all rolls of the best that the answers lead to, by `value`."""
        node = self._game.node(state)
        assert isinstance(node, Chance)
        whites: dict[Action, QwixxState] = {}
        values: dict[tuple[Action, Action], float] = {}
        total = 0.0
        for roll in node.rolls():
            rolled = self._game.roll(state, roll)
            total += max(self._best(rolled, white, whites, values, value)
                         for white in self._game.legal(rolled, OWN))  # fmt: skip
        return total / node.total

    def _best(
        self,
        state: QwixxState,
        white: Action,
        whites: dict[Action, QwixxState],
        values: dict[tuple[Action, Action], float],
        value: Callable[[QwixxState], float],
    ) -> float:
        if white not in whites:
            passing = dict.fromkeys(self._game.seats, Action(0))
            whites[white] = self._game.play(state, passing | {OWN: white})
        marked = whites[white]
        if isinstance(self._game.node(marked), Terminal):
            return value(marked)
        marked = marked._replace(roll=state.roll)
        found = []
        for colour in self._game.legal(marked, marked.active) if marked.active == OWN else (0,):
            pair = (white, Action(colour))
            if pair not in values:
                after = self._game.play(marked, {marked.active: pair[1]})
                values[pair] = value(self._forget_others(after))
            found.append(values[pair])
        return max(found)

    def _forget_others(self, state: QwixxState) -> QwixxState:
        empty = QwixxSheet(((),) * len(self._game.sheet.lines))
        own, *others = state.sheets
        return state._replace(sheets=(own, *(empty for _ in others)))


class PolicyBruteForce:
    """The exact mean of the final total, and of its square, of a bot that uses no random numbers.

    A bot of None answers at random.
    """

    def __init__(self, game: Game[Any], bot: Bot | None, merge: Callable[[Any], Hashable]) -> None:
        self._game = game
        self._bot = bot
        self._merge = merge
        self._further: dict[Hashable, tuple[float, float]] = {}

    def moments(self, state: Any) -> tuple[float, float]:
        """The mean of the final total from a state on, and of its square."""
        node = self._game.node(state)
        points = self._game.scores(state)[OWN].total
        if isinstance(node, Terminal):
            return points, points**2
        key = self._merge(state) if isinstance(node, Chance) else None
        if key is None or key not in self._further:
            found = [self.moments(after) for after in self._afters(state, node)]
            mean = sum(first for first, _ in found) / len(found)
            square = sum(second for _, second in found) / len(found)
            if key is None:
                return mean, square
            self._further[key] = (mean - points, square - 2 * points * mean + points**2)
        first, second = self._further[key]
        return points + first, points**2 + 2 * points * first + second

    def _afters(self, state: Any, node: Chance | Decision) -> list[Any]:
        if isinstance(node, Chance):
            return [self._game.roll(state, roll) for roll in node.rolls()]
        return [self._game.play(state, {OWN: action}) for action in self._answers(state)]

    def _answers(self, state: Any) -> Sequence[Action]:
        legal = self._game.legal(state, OWN)
        if self._bot is None:
            return legal
        return [self._bot.choose(state, OWN, legal, Stream(0)).action]
