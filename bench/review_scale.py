"""What bots lose on their decisions: the data behind review/scale.toml.

python bench/review_scale.py "qwixx(players=2)" --bots beginner,learner,casual,club --games 50
"""

from __future__ import annotations

import argparse
from math import exp

from rollwright import SeededDice, create_game
from rollwright.arena import play_match
from rollwright.bots import create_bot
from rollwright.review.coach import review_record
from rollwright.review.evaluators import evaluator_for
from rollwright.review.scale import MARKS, scale_for


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("spec")
    parser.add_argument("--bots", required=True)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", default="scale")
    options = parser.parse_args()
    game = create_game(options.spec)
    evaluator, scale = evaluator_for(game), scale_for(game)
    print(f"{options.spec}: {options.games} games each, all seats the same bot")
    print(
        "bot, decisions that count, error rate with its spread, loss at 75, 90 and 97 %, accuracy,"
    )
    print("and in each game:", *MARKS, "; at the end the mean loss of margin")
    for name in options.bots.split(","):
        losses: list[float] = []
        margins: list[float] = []
        rates: list[float] = []
        marks = dict.fromkeys(MARKS, 0)
        for number in range(options.games):
            seats = [create_bot(name, game) for _ in range(game.spec.players)]
            dice = SeededDice(options.seed, number)
            record = play_match(game, seats, dice, options.seed, number).record
            review = review_record(record, evaluator)
            for seat in review.seats:
                for mark in MARKS:
                    marks[mark] += seat.marks[mark]
                if seat.error_rate is not None:
                    rates.append(seat.error_rate)
            counted = [slip.answer.loss for slip in review.answers() if slip.answer.is_counted]
            losses += [loss.mean for loss in counted]
            margins += [loss.margin for loss in counted]
        losses.sort()
        count = options.games * game.spec.players
        mean = sum(losses) / len(losses)
        middle = sum(rates) / len(rates)
        sd = (sum((rate - middle) ** 2 for rate in rates) / max(1, len(rates) - 1)) ** 0.5
        accuracy = 100 * sum(exp(-loss / scale.tolerance) for loss in losses) / len(losses)
        shown = " ".join(f"{losses[int(q * len(losses))]:8.4f}" for q in (0.75, 0.9, 0.97))
        per_game = "  ".join(f"{marks[mark] / count:10.2f}" for mark in MARKS)
        rate = f"{mean:9.5f} {sd:8.5f}"
        print(f"{name:10} {len(losses) / count:6.1f} {rate} {shown} {accuracy:6.1f} {per_game}"
              f" {sum(margins) / len(margins):8.3f}")  # fmt: skip


if __name__ == "__main__":
    main()
