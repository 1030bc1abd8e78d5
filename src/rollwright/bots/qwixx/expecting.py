"""The mean over all rolls: by the compiled `expectation`, or slower where numba is missing."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...fast import NoKernel, load_kernel
from ...game import PASS, Action, Seat
from ...games.qwixx import COLOUR, WHITE, QwixxState
from .estimates import judge
from .mind import Mind, Plan

Floats = npt.NDArray[np.float64]


class Expecting:
    """Means over all rolls of one game; the first one compiles or loads what it needs."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self._compiled: Any = None
        self._is_loaded = False

    def expect(self, state: QwixxState) -> tuple[Floats, Floats]:
        """The mean score and margin of all seats over the rolls of a state before one."""
        if not self._is_loaded:
            self._compiled, self._is_loaded = self._load(), True
        if self._compiled is None:
            return expect_readably(self._mind, state)
        score, margin = self._compiled.expect(state)
        return score, margin

    def _load(self) -> Any:
        try:
            compiled = load_kernel("qwixx", f"{__package__}.compiled")
        except NoKernel:
            return None
        game = self._mind.game
        return compiled.Compiled(game, self._mind.net) if compiled.can_play(game) else None


def expect_readably(mind: Mind, state: QwixxState) -> tuple[Floats, Floats]:
    """The same by the readable rules, in a second or two."""
    score, margin = np.zeros(mind.game.players), np.zeros(mind.game.players)
    faces = range(1, mind.game.sheet.faces + 1)
    for one in faces:
        for other in faces[one - 1 :]:
            chance = (1 if one == other else 2) / len(faces) ** 2
            white = _WhiteDice(mind, state, one, other)
            for index, share in white.chances():
                values = white.values(index)
                score += chance * share * values[:, 0]
                margin += chance * share * values[:, 1]
    return score, margin


class _Pair(NamedTuple):
    """Answers of the active seat, and what the die of the colour answer must show for it."""

    white: Action
    colour: Action
    die: int
    faces: frozenset[int]


class _WhiteDice:
    """What the active seat may do with one pair of white dice, whatever the colours show."""

    def __init__(self, mind: Mind, state: QwixxState, one: int, other: int) -> None:
        self.mind = mind
        self.game = mind.game
        self.faces = range(1, self.game.sheet.faces + 1)
        dice, _ = self.game.dice(state) or ((), 0)
        self.dice = [die.index for die in dice if die.index >= 2]
        self.rolled = [
            state._replace(phase=WHITE, roll=self._roll(one, other, face)) for face in self.faces
        ]
        self.replies = mind.expected_replies(self.rolled[0])
        self.pairs = list(self._pairs(state.active))
        ends = [
            mind.after_plan(
                self._rolled_for(pair),
                Plan({**self.replies, state.active: pair.white}, pair.colour),
            )
            for pair in self.pairs
        ]
        worth = judge(self.game, mind.net, ends)
        self.worth = worth.score[:, state.active], worth.margin[:, state.active]

    def _roll(self, one: int, other: int, face: int) -> tuple[int, ...]:
        """All coloured dice show the same."""
        colours = range(2, 2 + len(self.game.colours))
        return (one, other, *(face if die in self.dice else 0 for die in colours))

    def _rolled_for(self, pair: _Pair) -> QwixxState:
        return self.rolled[min(pair.faces) - 1]

    def _pairs(self, active: Seat) -> Iterator[_Pair]:
        whites = {PASS, *self.game.legal(self.rolled[0], active)}
        for white in whites:
            shown: dict[Action, set[int]] = {}
            for face, rolled in zip(self.faces, self.rolled, strict=True):
                middle = self.game.resolve(rolled, {**self.replies, active: white})
                if middle.phase == COLOUR:
                    for colour in self.game.legal(middle, active):
                        shown.setdefault(colour, set()).add(face)
            shown.pop(PASS, None)
            for colour, faces in shown.items():
                field = self.game.sheet.fields[colour - 1]
                die = 2 + self.game.colours.index(str(field.colour))
                yield _Pair(white, colour, die, frozenset(faces))
            if white != PASS or len(whites) == 1 or self.game.options["voluntary_misthrow"]:
                yield _Pair(white, PASS, 0, frozenset(self.faces))

    def chances(self) -> Iterator[tuple[int, float]]:
        """The indices of pairs with their chances to be the best of those that are possible."""
        left = {die: set(self.faces) for die in self.dice}
        rest = 1.0
        for index in sorted(range(len(self.pairs)), key=self._order):
            pair = self.pairs[index]
            if pair.colour == PASS:
                yield index, rest
                return
            left[pair.die] -= pair.faces
            after = prod(len(faces) / len(self.faces) for faces in left.values())
            if after < rest:
                yield index, rest - after
            rest = after

    def _order(self, index: int) -> tuple[float, ...]:
        white, colour = self.pairs[index][:2]
        if white == colour == PASS and not self.game.options["voluntary_misthrow"]:
            return (2.0,)  # only where nothing else is possible
        return (-self.worth[0][index], -self.worth[1][index], white, colour)

    def values(self, index: int) -> Floats:
        """What a pair is worth to each seat: its score and its margin."""
        pair = self.pairs[index]
        rolled = self._rolled_for(pair)
        plan = self.mind.complete_plan(rolled, self.replies, pair.white, pair.colour)
        end = [self.mind.after_plan(rolled, plan)]
        worth = judge(self.game, self.mind.net, end)
        return np.stack([worth.score[0], worth.margin[0]], axis=1)
