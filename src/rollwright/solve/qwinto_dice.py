"""The dice of a turn of Qwinto: which to roll, and when again, given what sums are worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from ..dice import Distribution
from ..game import Action, Seat
from ..games.qwinto import Qwinto, QwintoState

OWN = Seat(0)

DiceSet = tuple[bool, ...]
"""Which dice are rolled, in the order of the rows."""

Worth = Callable[[DiceSet, int], float]
"""What the best answer is worth when these dice show that sum."""


@cache
def sum_chances(dice: int, faces: int) -> Mapping[int, float]:
    """The chance of every sum of so many dice."""
    sums = Distribution({0: 1})
    for _ in range(dice):
        weights: dict[int, int] = {}
        for total, weight in sums.weights.items():
            for face in range(1, faces + 1):
                weights[total + face] = weights.get(total + face, 0) + weight
        sums = Distribution(weights)
    return {total: float(sums.probability(total)) for total in sums.weights}


def dice_sets(game: Qwinto) -> dict[Action, DiceSet]:
    """The dice that may be rolled, by the answer that chooses them."""
    first_turn = game.begin(game.initial())
    return {action: game.dice_set(action) for action in game.legal(first_turn, OWN)}


@dataclass(frozen=True)
class DicePlan:
    """What every choice of dice is worth, and every roll of them, with perfect choices after it.

    `sums` has, for each dice set, the worth of every sum if it is kept. `turns` has, for each dice
    set, what its roll is worth with 0, 1, … rolls left after it.
    """

    game: Qwinto
    sums: Mapping[DiceSet, Mapping[int, float]]
    turns: Mapping[DiceSet, tuple[float, ...]]

    @property
    def value(self) -> float:
        """What the turn is worth with the best dice."""
        return max(turns[-1] for turns in self.turns.values())

    def choices(self) -> dict[Action, float]:
        """What each choice of dice is worth."""
        return {action: self.turns[dice][-1] for action, dice in dice_sets(self.game).items()}

    def keeping(self, state: QwintoState) -> dict[Action, float]:
        """What keeping a roll is worth, and rolling again."""
        left = int(self.game.options["rerolls"]) - state.rerolls
        return {
            self.game.keep: self.sums[state.chosen][sum(state.roll)],
            self.game.reroll: self.turns[state.chosen][left - 1],
        }


def plan_dice(game: Qwinto, worth: Worth) -> DicePlan:
    """The exact worth of all dice sets and rolls, from what each sum of each dice set is worth.

    It is a plain expectation over the sums. `worth` may count what a sum does for other players.
    """
    sums: dict[DiceSet, dict[int, float]] = {}
    turns: dict[DiceSet, tuple[float, ...]] = {}
    for dice_set in dice_sets(game).values():
        chances = sum_chances(sum(dice_set), game.sheet.faces)
        kept = {total: worth(dice_set, total) for total in chances}
        means = [sum(chances[total] * value for total, value in kept.items())]
        for _ in range(int(game.options["rerolls"])):
            again = means[-1]
            means.append(sum(chances[t] * max(value, again) for t, value in kept.items()))
        sums[dice_set], turns[dice_set] = kept, tuple(means)
    return DicePlan(game, sums, turns)
