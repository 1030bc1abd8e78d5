"""What bots lose on their decisions: the data behind review/scale.toml.

python bench/review_scale.py "qwixx(players=2)" --bots beginner,learner,casual,club --games 50

In company each bot meets each of the other levels in turn (`rollwright.review.measuring`).
"""

from __future__ import annotations

import argparse
from math import sqrt

from rollwright import create_game
from rollwright.game import Seat
from rollwright.review.evaluators import evaluator_for
from rollwright.review.measuring import measured_games
from rollwright.review.report import Review
from rollwright.review.scale import MARKS, Scale, scale_for

SHARES = (0.75, 0.9, 0.97)
"""Shares of the decisions that lose no more than what is shown."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("spec")
    parser.add_argument("--bots", required=True)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", default="scale")
    options = parser.parse_args()
    game = create_game(options.spec)
    evaluator, scale = evaluator_for(game), scale_for(game)
    print(f"{options.spec}: {options.games} games each")
    print("bot, counted decisions a game, error rate with its standard error, loss at 75, 90 and")
    print("97 %, accuracy, loss of margin, and in each game:", *MARKS)
    for name in options.bots.split(","):
        found = list(measured_games(game, evaluator, name, options.seed, options.games))
        print(f"{name:10}", summary(scale, found), flush=True)


def summary(scale: Scale, found: list[tuple[Review, Seat]]) -> str:
    """One line about the decisions of a bot."""
    counted = [
        [slip.answer.loss for slip in review.answers(seat) if slip.answer.is_counted]
        for review, seat in found
    ]
    losses = sorted(loss.mean for game in counted for loss in game)
    count, games = len(losses), len(found)
    rate = sum(losses) / count
    # The decisions of one game are not independent of each other; games are.
    strays = (sum(loss.mean - rate for loss in game) for game in counted)
    error = sqrt(sum(stray**2 for stray in strays)) / count
    shown = " ".join(f"{losses[int(share * count)]:.4f}" for share in SHARES)
    margin = sum(loss.margin for game in counted for loss in game) / count
    accuracy = scale.accuracy(losses) or 0.0
    marks = [sum(review.seats[seat].marks[mark] for review, seat in found) for mark in MARKS]
    per_game = " ".join(f"{number / games:6.2f}" for number in marks)
    return (f"{count / games:6.1f} {rate:.5f} ± {error:.5f} {shown} {accuracy:6.1f} {margin:7.3f}"
            f" {per_game}")  # fmt: skip


if __name__ == "__main__":
    main()
