"""The sentence that tells why: what it says is so on the sheet."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from rollwright import PASS, Action, Decision, Game, Seat, create_game
from rollwright.i18n import LANGUAGES, use_language
from rollwright.review.explain import cost, explain, features_of
from rollwright.review.ranking import Candidate, Ranking, in_order, rank
from rollwright.review.reasons.spoken import spoken
from rollwright.review.worth import Worth
from rollwright.testing.walk import walk

from .judges import PointsJudge

OWN = Seat(0)


def judged(game: Game[Any], state: Any, seat: Seat = OWN, **values: float) -> Ranking:
    """A ranking of answers by their notation: `pass_` is passing, `call_37` a call."""
    candidates = []
    for name, value in values.items():
        notation = {"pass_": "-"}.get(name, name.replace("_", " "))
        action = game.parse_action(state, notation)
        assert action in game.legal(state, seat), notation
        candidates.append(Candidate(action, notation, Worth(value, value)))
    return in_order(state, seat, candidates)


def why(game: Game[Any], ranking: Ranking) -> str:
    """The sentence about the last answer of a ranking."""
    return str(explain(game, ranking, ranking.candidates[-1]))


QWIXX_SHEET = {"red": [2, 5], "yellow": [2], "green": [12, 9], "blue": [], "misthrows": 1,
               "closed": []}  # fmt: skip


def qwixx_position(roll: dict[str, Any], sheet: dict[str, Any] | None = None) -> tuple[Any, Any]:
    game = create_game("qwixx(players=1)")
    return game, game.position([sheet or QWIXX_SHEET], roll, OWN)


ROLL = {"white": [2, 3], "red": 5, "yellow": 1, "green": 6, "blue": 6}


def test_qwixx_features_of_a_cross() -> None:
    game, state = qwixx_position({**ROLL, "white": [4, 4]})
    found = features_of(game, state, OWN, game.parse_action(state, "r8"))
    assert found == {
        "row": "red",
        "skipped": [6, 7],
        "gone": pytest.approx(11 / 36),
        "points": 3,
        "locks": False,
        "misthrow": False,
        "missing": 2,
        "free": pytest.approx((4 + 2 + 5 + 1) / 36),  # r9, y3, g8 and b12
        "ends": False,
    }


def test_qwixx_features_of_a_misthrow_and_of_a_lock() -> None:
    sheet = {**QWIXX_SHEET, "red": [2, 3, 4, 5, 6]}
    game, state = qwixx_position({**ROLL, "white": [6, 6]}, sheet)
    lock = features_of(game, state, OWN, game.parse_action(state, "r12"))
    assert (lock["locks"], lock["points"], lock["skipped"]) == (True, 13, [7, 8, 9, 10, 11])
    colours = game.play(state, {OWN: PASS})
    misthrow = features_of(game, colours, OWN, PASS)
    assert (misthrow["misthrow"], misthrow["points"], misthrow["row"]) == (True, -5, None)


def test_qwixx_skipping_is_named_with_its_numbers_and_the_better_answer() -> None:
    game, state = qwixx_position({**ROLL, "white": [4, 4]})
    sentence = why(game, judged(game, state, g8=60.0, r8=57.9))
    assert sentence == "Skipping 6, 7 in red costs 2.1 points; green 8 skips nothing."


def test_qwixx_passing_is_better_than_skipping() -> None:
    game, state = qwixx_position({**ROLL, "white": [4, 4]})
    sentence = why(game, judged(game, state, pass_=60.0, b8=50.0))
    assert sentence == "Skipping 12, 11, 10, 9 in blue costs 10.0 points; passing keeps them."


def test_qwixx_passing_by_a_cross_that_skips_nothing() -> None:
    game, state = qwixx_position({**ROLL, "white": [4, 4]})
    sentence = why(game, judged(game, state, g8=60.0, pass_=57.0))
    assert sentence == "Passing costs 3.0 points: green 8 skips nothing and is worth 3 points now."


def test_qwixx_a_needless_misthrow() -> None:
    game, state = qwixx_position({"white": [1, 1], "red": 5, "yellow": 2, "green": 6, "blue": 6})
    state = game.play(state, {OWN: PASS})
    sentence = why(game, judged(game, state, r6=60.0, pass_=52.0))
    assert sentence == "The misthrow costs 8.0 points; red 6 would have skipped nothing."


def test_qwixx_the_numbers_skipped_are_weighed_by_how_often_they_come() -> None:
    game, state = qwixx_position(
        {"white": [4, 4], "red": 4, "yellow": 3, "green": 5, "blue": 5},
        {"red": [3, 4], "yellow": [], "green": [], "blue": []},
    )
    colours = game.play(state, {OWN: PASS})
    sentence = why(game, judged(game, colours, g9=60.0, r8=50.0))
    assert sentence.startswith("Skipping 5, 6, 7 in red costs 10.0 points: the white dice show one")
    assert "42% of all rolls" in sentence
    assert "green 9 skips in 17%" in sentence


def test_qwixx_in_company_the_cost_is_a_chance() -> None:
    game = create_game("qwixx(players=2)")
    state = game.position([QWIXX_SHEET, QWIXX_SHEET], {**ROLL, "white": [4, 4]}, OWN)
    assert str(cost(game, Worth(0.0213))) == "2.1% winning chance"
    assert str(cost(game, Worth(0.0213, 0.04))) == "2.1% winning chance"
    assert str(cost(game, Worth(0.0213, 1.26))) == "2.1% winning chance and 1.3 points"
    sentence = why(game, judged(game, state, g8=0.6, r8=0.579))
    assert sentence == "Skipping 6, 7 in red costs 2.1% winning chance; green 8 skips nothing."


def qwinto_position(roll: dict[str, int], **rows: list[int | None]) -> tuple[Any, Any]:
    game = create_game("qwinto(players=1)")
    sheet = {name: rows.get(name, [None] * 9) for name in ("orange", "yellow", "purple")}
    return game, game.position([{**sheet, "misthrows": 0}], roll, OWN)


def test_qwinto_fields_that_can_never_be_filled_are_counted() -> None:
    game, state = qwinto_position({"orange": 4}, orange=[2, *[None] * 8])
    found = features_of(game, state, OWN, game.parse_action(state, "o4"))
    assert found["dead"] == 1  # only the 3 for two fields
    assert features_of(game, state, OWN, game.parse_action(state, "o3"))["dead"] == 0
    sentence = why(game, judged(game, state, o3=60.0, o4=57.5))
    assert sentence == (
        "Field 4 in orange leaves one field more that can never be filled than field 3 in orange; "
        "that costs 2.5 points."
    )


def test_qwinto_dice_are_compared_by_how_often_their_sum_fits() -> None:
    game, entries = qwinto_position({"orange": 4}, orange=[1, 2, 3, 4, 5, 6, 7, 8, None],
                                    yellow=[1, 2, 3, 4, 5, 6, 7, 8, None])  # fmt: skip
    state = entries._replace(phase="choose", chosen=(), roll=())
    assert features_of(game, state, OWN, game.parse_action(state, "o")) == {"fits": 0.0}
    assert features_of(game, state, OWN, game.parse_action(state, "p")) == {"fits": 1.0}
    two = features_of(game, state, OWN, game.parse_action(state, "oy"))["fits"]
    assert two == pytest.approx(10 / 36)  # 9 and more
    sentence = why(game, judged(game, state, p=60.0, oy=55.0))
    assert sentence == (
        "A sum of purple alone fits in 100% of all rolls, of orange and yellow in 28%; that costs "
        "5.0 points."
    )


def test_qwinto_rolling_again_when_the_sum_fits_nowhere() -> None:
    game, entries = qwinto_position({"orange": 4}, orange=[4, *[None] * 8])
    state = entries._replace(phase="keep")
    assert features_of(game, state, OWN, game.keep) == {"sum": 4, "fits": 0.0}
    sentence = why(game, judged(game, state, reroll=60.0, keep=56.0))
    assert sentence == (
        "The 4 fits nowhere; rolling again fits in 33% of all cases and is worth 4.0 points."
    )
    assert why(game, judged(game, state, keep=60.0, reroll=56.0)) == (
        "Keeping the 4 was better by 4.0 points: a new roll fits in 33% of all cases."
    )


def qwingo_position(called: int, face: str, **columns: list[int | None]) -> tuple[Any, Any]:
    game = create_game("qwingo(players=1)")
    names = ("banana", "cup", "donut", "watermelon", "icecream")
    sheet = {name: columns.get(name, [10 * (n + 1), *[None] * 11]) for n, name in enumerate(names)}
    return game, game.position([sheet], {"called": called, "face": face}, OWN)


def test_qwingo_boxes_that_can_never_be_filled_are_counted() -> None:
    game, state = qwingo_position(52, "banana", banana=[10, 51, *[None] * 10])
    assert features_of(game, state, OWN, game.parse_action(state, "b4")) == {
        "column": "banana", "left": 9, "dead": 1, "open": 48,
    }  # fmt: skip
    sentence = why(game, judged(game, state, b3=-20.0, b4=-21.5))
    assert sentence == (
        "Box 4 (banana) leaves one box more that can never be filled than box 3 (banana); that "
        "costs 1.5 turns."
    )


def test_qwingo_lightning_goes_to_the_column_nearest_to_its_end() -> None:
    game, state = qwingo_position(52, "lightning", banana=[10, 51, *[None] * 10])
    sentence = why(game, judged(game, state, b3=-20.0, c2=-20.6))
    assert sentence == (
        "The banana column is nearer to its end; box 3 (banana) instead of box 2 (cup) is worth "
        "0.6 turns."
    )


def test_qwingo_a_call_is_compared_by_the_columns_it_fits() -> None:
    game, state = qwingo_position(52, "lightning", banana=[10, 51, *[None] * 10])
    state = state._replace(phase="call", called=None, face=None)
    features = features_of(game, state, OWN, game.parse_action(state, "call 30"))
    assert features == {"number": 30, "own": 1, "left": 11, "others": None}  # the cup only
    sentence = why(game, judged(game, state, call_52=-20.0, call_30=-20.5))
    assert sentence == "52 fits 5 of your columns, 30 only 1; that costs 0.5 turns."


def test_the_best_answer_is_called_the_best() -> None:
    game, state = qwixx_position({**ROLL, "white": [4, 4]})
    ranking = judged(game, state, pass_=60.0, b8=50.0)
    assert str(explain(game, ranking, ranking.best)) == "Passing is the best answer."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "spec", ["qwixx(players=2)", "qwinto(players=2)", "qwingo(players=2)", "qwixx(layout=mixx_a)"]
)
def test_every_answer_of_random_games_can_be_explained(spec: str, language: str) -> None:
    use_language(language)
    game, judge = create_game(spec), PointsJudge()
    explained = 0
    for number, (state, _) in enumerate(chain(*(walk(game, seed) for seed in range(3)))):
        node = game.node(state)
        if not isinstance(node, Decision) or number % 7:
            continue
        ranking = rank(game, judge, state, node.seats[-1])
        for candidate in ranking.candidates[:: max(1, len(ranking.candidates) // 6)]:
            sentence = str(explain(game, ranking, candidate))
            assert sentence.endswith(".")
            assert "{" not in sentence
            explained += 1
    use_language("en")
    assert explained > 20


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "2.1% winning chance"),
        ("de", "2,1\u00a0% Gewinnchance"),
        ("es", "2,1\u00a0% de probabilidad de ganar"),
    ],
)
def test_a_cost_is_written_in_the_way_of_the_readers_language(language: str, sentence: str) -> None:
    text = cost(create_game("qwixx(players=2)"), Worth(0.0213))
    use_language(language)
    assert str(text) == sentence
    use_language("en")


@pytest.mark.parametrize(
    ("phase", "answer", "words"),
    [
        ("entries", "o4", "field 4 in orange"),
        ("entries", "-", "passing"),
        ("choose", "p", "purple alone"),
        ("choose", "oy", "orange and yellow"),
        ("choose", "oyp", "all three dice"),
        ("keep", "keep", "keeping the 4"),
        ("keep", "reroll", "rolling again"),
    ],
)
def test_qwinto_answers_are_called_by_words_not_letters(
    phase: str, answer: str, words: str
) -> None:
    game, entries = qwinto_position({"orange": 4})
    state = entries._replace(phase=phase)
    assert str(spoken(game, state, game.parse_action(state, answer))) == words


def test_a_field_of_a_mixed_sheet_is_called_by_its_row_as_well() -> None:
    game = create_game("qwixx(layout=mixx_a)")
    state = game.initial()
    mixed = next(f for f in game.sheet.fields if f.colour != game.sheet.lines[f.line].name)
    row = game.sheet.lines[mixed.line].name
    action = Action(game.sheet.fields.index(mixed) + 1)
    assert str(spoken(game, state, action)) == f"{mixed.colour} {mixed.number} in the {row} row"


def test_a_call_is_called_by_its_number_and_a_box_by_its_column() -> None:
    game, state = qwingo_position(52, "banana")
    assert str(spoken(game, state, game.parse_action(state, "b4"))) == "box 4 (banana)"
    call = state._replace(phase="call", called=None, face=None)
    assert str(spoken(game, call, game.parse_action(call, "call 30"))) == "30"
