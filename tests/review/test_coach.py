"""What the coach says adds up: start + luck - loss + others + drift = result."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings

from rollwright import Match, Record, Seat, SeededDice, Terminal, create_game
from rollwright.arena import play_match
from rollwright.bots import create_bot
from rollwright.review.coach import review_record
from rollwright.review.exact import ExactQwingo, ExactQwixx
from rollwright.review.report import AnswerStep, Review, RollStep
from rollwright.review.scale import RATING_WORDS, scale_for
from rollwright.review.worth import Account
from rollwright.testing.strategies import matches
from rollwright.testing.walk import walk

from .judges import AgainstRandom, PointsJudge, grab_at_random, played

TERMS = ("start", "luck", "loss", "others", "drift")


def bots_play(spec: str, bots: tuple[str, ...], seed: int) -> Record:
    game = create_game(spec)
    players = [create_bot(bot, game) for bot in bots]
    return play_match(game, players, SeededDice(seed), seed).record


def check_sums(review: Review, evaluator: Any, final: Any) -> None:
    """The account of each seat ends with what the last state is worth, in both measures."""
    game = review.game
    node = game.node(final)
    for seat, account in enumerate(review.accounts):
        look = evaluator.expected if hasattr(node, "dice") else evaluator.ahead
        view = game.view(final, Seat(seat))
        values = evaluator.values(game, [view]) if isinstance(node, Terminal) else look(game, view)
        data = account.format()
        for found, measure in ((data, "mean"), (data["margin"], "margin")):
            start, luck, loss, others, drift = (found[term] for term in TERMS)
            assert start + luck - loss + others + drift == pytest.approx(found["result"], abs=1e-9)
            assert found["result"] == pytest.approx(
                float(getattr(values, measure)[0, seat]), abs=1e-9
            )


@settings(max_examples=50, deadline=None, derandomize=True)
@given(matches(most_events=150))
def test_the_account_adds_up_for_any_game_players_and_length(match: Match) -> None:
    judge = PointsJudge()
    review = review_record(match.record, judge)
    check_sums(review, judge, match.state)
    for step in review.steps:
        if isinstance(step, AnswerStep):
            assert all(answer.loss.mean >= 0 for answer in step.answers)
    assert review.is_finished == match.is_over


@pytest.mark.parametrize("spec", ["qwixx(players=5)", "qwinto(players=6)", "qwingo(players=5)"])
def test_the_account_of_whole_games_ends_with_the_result(spec: str) -> None:
    game = create_game(spec)
    moves = list(walk(game, 1))
    judge = PointsJudge()
    review = review_record(played(moves, game), judge)
    check_sums(review, judge, moves[-1][0])
    places = game.places(moves[-1][0])
    for account, place in zip(review.accounts, places, strict=True):
        won = (place == 1) * (1.0 if places.count(1) == 1 else 0.5)
        assert account.result.mean == pytest.approx(won, abs=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_exact_values_of_qwixx_alone_do_not_drift(qwixx_alone: ExactQwixx, seed: int) -> None:
    game = qwixx_alone.solution.game
    moves = list(walk(game, seed))
    review = review_record(played(moves, game), qwixx_alone)
    check_sums(review, qwixx_alone, moves[-1][0])
    (account,) = review.accounts
    assert account.result.mean == pytest.approx(game.scores(moves[-1][0])[0].total, abs=1e-9)
    assert abs(account.drift.mean) < 1e-3
    assert account.others.mean == 0.0
    assert review.is_exact


@pytest.mark.parametrize("seed", range(4))
def test_perfect_qwixx_loses_nothing(qwixx_alone: ExactQwixx, seed: int) -> None:
    review = review_record(bots_play("qwixx(players=1)", ("perfect",), seed), qwixx_alone)
    (account,) = review.accounts
    assert account.loss.mean == 0.0
    assert abs(account.drift.mean) < 1e-3
    assert review.slips == ()
    (seat,) = review.seats
    assert (seat.accuracy, seat.error_rate, seat.rating) == (100.0, 0.0, "flawless")


@pytest.mark.parametrize("seed", range(4))
def test_perfect_qwingo_loses_nothing_and_does_not_drift(
    qwingo_alone: ExactQwingo, seed: int
) -> None:
    record = bots_play("qwingo(players=1)", ("perfect",), seed)
    review = review_record(record, qwingo_alone)
    (account,) = review.accounts
    assert abs(account.loss.mean) < 1e-4
    assert abs(account.drift.mean) < 1e-3
    assert account.start.mean == pytest.approx(-28.42675, abs=1e-4)
    assert account.result.mean == -record.result()[0]  # type: ignore[index]
    assert review.is_exact


def test_a_sheet_of_qwingo_with_gaps_is_not_called_exact(qwingo_alone: ExactQwingo) -> None:
    record = bots_play("qwingo(players=1)", ("greedy",), 1)
    review = review_record(record, qwingo_alone)
    assert not review.is_exact
    check_sums(review, qwingo_alone, record.final())


def test_a_game_of_qwingo_that_ended_without_a_full_column_counts_72_turns_more(
    qwingo_alone: ExactQwingo,
) -> None:
    game = qwingo_alone.game
    lost = game.initial()._replace(phase="over", turn=7)
    assert qwingo_alone.values(game, [lost]).mean[0, 0] == -(7 + 72)
    column = tuple(range(1, 13))
    won = lost._replace(sheets=((column, *lost.sheets[0][1:]),))
    assert qwingo_alone.values(game, [won]).mean[0, 0] == -7


# A solved game in company


@pytest.mark.parametrize("players", [2, 3])
def test_nothing_drifts_in_company_where_the_values_are_exact(players: int) -> None:
    judge = AgainstRandom()
    for seed in range(50):
        record = grab_at_random(players, seed)
        review = review_record(record, judge)
        check_sums(review, judge, record.path[-1])
        for account in review.accounts:
            assert abs(account.drift.mean) < 1e-12
            assert abs(account.drift.margin) < 1e-12
            assert account.loss.mean >= 0


def test_luck_and_the_others_have_mean_zero_when_they_answer_as_assumed() -> None:
    judge = AgainstRandom()
    accounts: list[Account] = []
    for seed in range(1500):
        _, clever = review_record(grab_at_random(2, seed, judge), judge).accounts
        assert clever.loss.mean == pytest.approx(0.0, abs=1e-12)
        accounts.append(clever)
    for term in ("luck", "others"):
        for measure in ("mean", "margin"):
            numbers = [getattr(getattr(account, term), measure) for account in accounts]
            mean = sum(numbers) / len(numbers)
            spread = sqrt(sum((n - mean) ** 2 for n in numbers)) / len(numbers)
            assert spread > 0
            assert abs(mean) < 3 * spread


def test_an_answer_of_one_seat_alone_is_no_concern_of_its_own_others() -> None:
    review = review_record(grab_at_random(2, 5), AgainstRandom())
    taken = [s for s in review.steps if isinstance(s, AnswerStep) and s.phase == "take"]
    assert len(taken) == 3
    for step in taken:
        (answer,) = step.answers
        assert step.others[answer.seat].mean == 0.0


# What is counted and how it is called


def test_forced_answers_are_not_counted_and_have_no_candidates() -> None:
    review = review_record(bots_play("qwixx(players=2)", ("greedy", "random"), 2), PointsJudge())
    answers = [slip.answer for slip in review.answers()]
    forced = [answer for answer in answers if answer.ranking is None]
    assert forced
    assert not any(answer.is_counted or answer.mark for answer in forced)
    for answer in answers:
        if answer.ranking is not None:
            assert len(answer.ranking.candidates) > 1
            assert answer.is_counted == (answer.ranking.spread > 0.001)


def test_the_slips_of_all_seats_come_in_order_of_cost(qwixx_alone: ExactQwixx) -> None:
    review = review_record(bots_play("qwixx(players=1)", ("random",), 3), qwixx_alone)
    losses = [slip.answer.loss.mean for slip in review.slips]
    assert losses == sorted(losses, reverse=True)
    scale = scale_for(review.game)
    assert losses[-1] >= scale.inaccuracy
    (seat,) = review.seats
    assert sum(seat.marks.values()) == len(losses)
    assert seat.marks["blunder"] == sum(loss >= scale.blunder for loss in losses) > 0
    assert seat.rating == "beginner"


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("family", ["qwixx", "qwinto", "qwingo"])
def test_limits_and_ratings_ascend(family: str, players: int) -> None:
    scale = scale_for(create_game(f"{family}(players={players})"))
    limits = (scale.obvious, scale.inaccuracy, scale.mistake, scale.blunder)
    assert list(limits) == sorted(limits)
    assert [word for word, _ in scale.rates] == list(RATING_WORDS)[:-1]
    rates = [rate for _, rate in scale.rates]
    assert rates == sorted(rates)
    assert scale.rating([rates[-1] + 1.0]) == "beginner"
    assert scale.rating([0.0]) == "flawless"
    assert scale.mark(scale.inaccuracy * 0.99) is None
    assert scale.mark(scale.blunder) == "blunder"


def test_error_rate_is_the_mean_loss_of_counted_decisions(qwixx_alone: ExactQwixx) -> None:
    review = review_record(bots_play("qwixx(players=1)", ("greedy",), 1), qwixx_alone)
    (seat,) = review.seats
    losses = [s.answer.loss.mean for s in review.answers() if s.answer.is_counted]
    assert seat.decisions == len(losses)
    assert seat.error_rate == pytest.approx(sum(losses) / len(losses))


def test_a_game_that_has_not_begun_is_worth_its_start(qwixx_alone: ExactQwixx) -> None:
    record = Record(qwixx_alone.solution.game.spec, ("ann",))
    review = review_record(record, qwixx_alone)
    (seat,) = review.seats
    assert seat.account.result.mean == pytest.approx(115.4831, abs=1e-4)
    assert (seat.decisions, seat.accuracy, seat.error_rate, seat.rating) == (0, None, None, None)
    assert not review.is_finished


def test_an_unfinished_game_ends_with_what_is_expected(qwixx_alone: ExactQwixx) -> None:
    whole = bots_play("qwixx(players=1)", ("greedy",), 4)
    cut = replace(whole, steps=whole.steps[:10])
    review = review_record(cut, qwixx_alone)
    check_sums(review, qwixx_alone, cut.final())
    assert not review.is_finished


def test_decisions_are_numbered_as_in_a_match() -> None:
    record = bots_play("qwinto(players=2)", ("greedy", "greedy"), 1)
    review = review_record(record, PointsJudge())
    numbers = [step.number for step in review.steps if isinstance(step, AnswerStep)]
    assert numbers == list(range(1, len(numbers) + 1))
    match = Match.resume(replace(record, steps=record.steps[:7]), SeededDice(1))
    resolved = [step for step in review.steps[:7] if isinstance(step, AnswerStep)]
    assert match.resolved == resolved[-1].number


def test_progress_is_told_for_every_step() -> None:
    record = bots_play("qwixx(players=2)", ("random", "random"), 1)
    told: list[tuple[int, int]] = []
    review_record(record, PointsJudge(), lambda done, total: told.append((done, total)))
    assert told == [(n + 1, len(record.steps)) for n in range(len(record.steps))]


def test_the_secret_set_up_is_judged_by_what_a_seat_knows() -> None:
    """What the others write in secret is news when it is shown, and not before."""

    class Peeking(PointsJudge):
        """Values a sheet by the boxes that the others have filled."""

        def _value(self, game: Any, state: Any) -> tuple[list[float], list[float]]:
            filled = [float(score.total) for score in game.scores(state)]
            seen = [sum(filled) - own for own in filled]
            return seen, seen

    review = review_record(bots_play("qwingo(players=2)", ("greedy", "greedy"), 1), Peeking())
    setup = [s for s in review.steps if isinstance(s, AnswerStep) and s.phase == "setup"]
    assumed_next = 1.0
    assert [step.values[0].mean for step in setup[:4]] == [assumed_next] * 4
    assert setup[4].values[0].mean >= 5.0
    assert [step.others[0].mean for step in setup] == [0.0, 0.0, 0.0, 0.0, 4.0]


def test_the_json_has_the_promised_shape(qwixx_alone: ExactQwixx) -> None:
    review = review_record(bots_play("qwixx(players=1)", ("greedy",), 1), qwixx_alone)
    data = review.format()
    assert list(data) == ["game", "evaluator", "finished", "seats", "turns"]
    assert data["game"] == "qwixx(players=1)"
    assert data["evaluator"] == {"name": "exact", "version": 1, "exact": True, "unit": "points"}
    (seat,) = data["seats"]
    assert {"name", "start", "luck", "loss", "others", "drift", "result", "accuracy",
            "rating"} <= set(seat)  # fmt: skip
    steps = [step for turn in data["turns"] for step in turn["steps"]]
    assert [step["step"] for step in steps] == list(range(len(steps)))
    luck = sum(step["luck"][0][0] for step in steps if "luck" in step)
    assert luck == pytest.approx(seat["luck"])
    answers = [answer for step in steps for answer in step.get("answers", [])]
    assert sum(answer["loss"] for answer in answers) == pytest.approx(seat["loss"])
    for answer in answers:
        for candidate in answer.get("candidates", []):
            assert {"action", "value", "margin", "loss", "features"} <= set(candidate)
        assert ("why" in answer) == (answer["mark"] is not None)


def test_a_roll_names_its_luck_and_the_value_after_it(qwixx_alone: ExactQwixx) -> None:
    review = review_record(bots_play("qwixx(players=1)", ("greedy",), 1), qwixx_alone)
    before = review.accounts[0].start.mean
    for step in review.steps:
        if isinstance(step, RollStep):
            assert step.luck[0].mean == pytest.approx(step.values[0].mean - before)
        before = step.values[0].mean
