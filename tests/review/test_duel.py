from __future__ import annotations

import statistics

import pytest

from rollwright import InputError, SeededDice, create_game, parse_spec
from rollwright.arena import play_match
from rollwright.bots import create_bot
from rollwright.review.duel import Duel, duel
from rollwright.review.statistics import SequentialTest, Verdict

QWIXX = parse_spec("qwixx")


def played_by_hand(
    spec: str, bots: tuple[str, ...], pairs: int, seed: str
) -> tuple[list[float], list[float]]:
    """Score and margin of the first bot in each pair, from matches of the readable rules."""
    game = create_game(spec)
    players = [create_bot(bot, game) for bot in bots]
    n = len(players)
    scores, margins = [], []
    for pair in range(pairs):
        score = margin = 0.0
        for rotation in range(n):
            turned = players[rotation:] + players[:rotation]
            state = play_match(game, turned, SeededDice(seed, pair), seed, pair).state
            totals = [result.total for result in game.scores(state)]
            places = game.places(state)
            seat = (n - rotation) % n
            others = [total for other, total in enumerate(totals) if other != seat]
            margin += totals[seat] - statistics.mean(others)
            if places[seat] == 1:
                score += 1.0 if places.count(1) == 1 else 0.5
        scores.append(score / n)
        margins.append(margin / n)
    return scores, margins


@pytest.mark.parametrize(
    ("spec", "bots"),
    [
        ("qwixx", ("ga", "greedy")),
        ("qwinto(players=3)", ("greedy", "random", "random")),
        ("qwingo(players=2, boxes=4)", ("random", "random")),
    ],
)
def test_duel_is_that_of_the_matches_played_one_by_one(spec: str, bots: tuple[str, ...]) -> None:
    scores, margins = played_by_hand(spec, bots, 12, "d")
    found = duel(parse_spec(spec), bots, 12, "d")
    assert found.pairs == 12
    assert found.games == 12 * len(bots) == found.wins + found.ties + found.losses
    assert found.score == pytest.approx(statistics.mean(scores))
    assert found.se == pytest.approx(statistics.stdev(scores) / 12**0.5)
    assert found.margin == pytest.approx(statistics.mean(margins))
    assert found.margin_se == pytest.approx(statistics.stdev(margins) / 12**0.5)


def test_bot_against_itself_is_even_in_every_pair() -> None:
    found = duel(QWIXX, ("ga", "ga"), 200, "m")
    assert (found.score, found.se, found.margin, found.margin_se) == (0.5, 0.0, 0.0, 0.0)
    assert found.wins == found.losses
    assert (found.elo, found.elo95) == (0.0, (0.0, 0.0))


def test_exchanged_bots_have_the_opposite_result() -> None:
    there, back = duel(QWIXX, ("ga", "greedy"), 300, "x"), duel(QWIXX, ("greedy", "ga"), 300, "x")
    assert there.score + back.score == pytest.approx(1.0)
    assert there.margin == pytest.approx(-back.margin)
    assert there.elo == pytest.approx(-(back.elo or 0))


def test_pairs_tell_more_than_as_many_games_with_dice_of_their_own() -> None:
    """The error of the pairs' score is below that of independent matches."""
    found = duel(QWIXX, ("ga", "greedy"), 2_000, "p")
    independent = (found.score * (1 - found.score) / found.games) ** 0.5
    assert found.se < 0.93 * independent


@pytest.mark.parametrize("workers", [2, 4])
def test_result_does_not_depend_on_the_workers(workers: int) -> None:
    alone = duel(QWIXX, ("ga", "random"), 700, "w")
    assert duel(QWIXX, ("ga", "random"), 700, "w", workers) == alone


def test_readable_bots_play_the_duel_of_the_kernel() -> None:
    readable = ("rollwright.bots.simple:GaQwixxBot", "random")
    found, expected = (duel(QWIXX, bots, 6, "r") for bots in (readable, ("ga", "random")))
    assert found.format() == expected.format()


def test_four_bots_change_all_seats() -> None:
    found = duel(parse_spec("qwixx", 4), ("ga", "greedy", "greedy", "random"), 50, "4")
    assert found.games == 200
    assert (found.elo, found.elo95) == (None, None)
    assert "elo" not in found.format()
    assert 0 < found.score < 1


def test_duel_ends_when_it_is_decided_and_only_then() -> None:
    test = SequentialTest(elo1=30.0)
    stronger = duel(QWIXX, ("ga", "random"), 10_000, "s", 2, test)
    weaker = duel(QWIXX, ("random", "ga"), 10_000, "s", 1, test)
    assert stronger.verdict is Verdict.STRONGER
    assert weaker.verdict is Verdict.NOT_STRONGER
    assert stronger.pairs == weaker.pairs == 500
    plain = duel(QWIXX, ("ga", "random"), 40, "s")
    assert plain.verdict is None
    assert "verdict" not in plain.format()


def test_duel_that_is_too_close_stays_open() -> None:
    found = duel(QWIXX, ("greedy", "greedy(skip=3)"), 500, "o", 1, SequentialTest(elo1=0.5))
    assert found.verdict is Verdict.OPEN
    assert found.format()["verdict"] == "open"


def test_progress_counts_pairs() -> None:
    seen: list[int] = []
    duel(QWIXX, ("ga", "random"), 90, "1", progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 90


def test_json_has_null_for_an_elo_difference_without_limit() -> None:
    all_won = Duel(("a", "b"), 3, 1.0, 0.0, (1.0, 1.0), 9.0, 1.0, 6, 0, 0, None, seconds=1.0)
    assert all_won.format()["elo"] is None
    assert all_won.format()["elo95"] == [None, None]


def test_one_bot_is_no_duel() -> None:
    with pytest.raises(InputError, match="at least two bots"):
        duel(parse_spec("qwixx", 1), ["ga"], 5, "1")


def test_sequential_test_is_for_two() -> None:
    with pytest.raises(InputError, match="for two bots"):
        duel(parse_spec("qwixx", 3), ["ga"] * 3, 5, "1", 1, SequentialTest())
