"""How much a bot's games surprise an evaluator: the drift of their reviews.

python bench/drift.py "qwinto(players=1)" --bot planner --games 30

Drift is what an evaluator is inconsistent by: zero where its values are exact, great where it
judges sheets that it does not know.
"""

from __future__ import annotations

import argparse
from statistics import fmean, pstdev

from rollwright import SeededDice, create_game
from rollwright.arena import play_match
from rollwright.bots import create_bot
from rollwright.review.coach import review_record
from rollwright.review.evaluators import evaluator_for


def main() -> None:
    parser = argparse.ArgumentParser(description="The drift of reviews of a bot")
    parser.add_argument("spec")
    parser.add_argument("--bot", default="planner", help="who sits in all seats")
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seed", default="drift")
    options = parser.parse_args()
    game = create_game(options.spec)
    evaluator, drifts = evaluator_for(game), list[float]()
    for number in range(options.games):
        bots = [create_bot(options.bot, game) for _ in range(game.spec.players)]
        dice = SeededDice(options.seed, number)
        record = play_match(game, bots, dice, options.seed, number).record
        drifts += [seat.account.drift.mean for seat in review_record(record, evaluator).seats]
    mean, spread, most = fmean(drifts), pstdev(drifts), max(map(abs, drifts))
    print(f"{options.spec}, {options.bot}, {len(drifts)} seats:", end=" ")
    print(f"mean {mean:.3f}, standard deviation {spread:.3f}, most {most:.3f}")


if __name__ == "__main__":
    main()
