"""How much more accurate rollouts get by taking the luck off: plain variance over adjusted one.

python bench/rollouts.py "qwixx(players=2)" --positions 20 --trials 72
"""

from __future__ import annotations

import argparse
import time
from statistics import variance
from typing import Any

from rollwright import Decision, create_game
from rollwright.review.evaluators import evaluator_for
from rollwright.review.ranking import Ranking, rank
from rollwright.review.rollout import Rollouts, StratifiedDice
from rollwright.testing.walk import walk


def positions(game: Any, evaluator: Any, count: int) -> list[Ranking]:
    """Decisions of random games with a choice, one of each game, the sooner and the later ones."""
    found: list[Ranking] = []
    seed = 0
    while len(found) < count:
        asked = [
            state
            for state, _ in walk(game, f"rollouts {seed}")
            if isinstance(node := game.node(state), Decision)
            and not node.secret
            and len(game.legal(state, node.seats[0])) > 1
        ]
        state = asked[seed * len(asked) // (2 * count) % len(asked)]
        found.append(rank(game, evaluator, state, game.node(state).seats[0]))
        seed += 1
    return found


def results(ranking: Ranking, rollouts: Rollouts) -> list[float]:
    """The results of all trials of the best answer."""
    replies = rollouts.replies(ranking)
    after = rollouts.game.play(ranking.state, {**replies, ranking.seat: ranking.best.action})
    trials = range(rollouts.trials)
    found = [rollouts.play_on(after, StratifiedDice("bench", trial)) for trial in trials]
    return [result[ranking.seat].mean for result in found]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("spec")
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--trials", type=int, default=72)
    options = parser.parse_args()
    game = create_game(options.spec)
    evaluator = evaluator_for(game)
    plain = adjusted = 0.0
    seconds = [0.0, 0.0]
    for ranking in positions(game, evaluator, options.positions):
        for index, is_adjusted in enumerate((False, True)):
            rollouts = Rollouts(game, evaluator, options.trials, is_adjusted=is_adjusted)
            begun = time.process_time()
            spread = variance(results(ranking, rollouts))
            seconds[index] += time.process_time() - begun
            if is_adjusted:
                adjusted += spread
            else:
                plain += spread
    trials = options.positions * options.trials
    each = [1000 * time_taken / trials for time_taken in seconds]
    print(f"{options.spec}: {plain / adjusted:.1f}-fold less variance with the luck taken off")
    print(f"a trial: {each[0]:.0f} ms plain, {each[1]:.0f} ms with the luck taken off")


if __name__ == "__main__":
    main()
