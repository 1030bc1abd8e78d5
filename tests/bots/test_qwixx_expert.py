"""The trained bot of Qwixx: compiled and readable play alike, exact ends, consistent values."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from itertools import product

import numpy as np
import pytest

import rollwright
from rollwright import Chance, Seat, Terminal, create_game, parse_spec
from rollwright.arena import Job
from rollwright.bots import create_bot
from rollwright.bots.qwixx.compiled import Compiled, fill_state
from rollwright.bots.qwixx.estimates import facts_of
from rollwright.bots.qwixx.estimates import judge as numpy_judge
from rollwright.bots.qwixx.evaluator import NetEvaluator, create_evaluator
from rollwright.bots.qwixx.expecting import expect_readably
from rollwright.bots.qwixx.inputs import FACTS
from rollwright.bots.qwixx.mind import Mind
from rollwright.bots.qwixx.network import ROOM, judge, look
from rollwright.bots.qwixx.weights import load_weights
from rollwright.dice import Stream, seed_key
from rollwright.errors import InputError
from rollwright.fast.compile import new_record
from rollwright.fast.qwixx import STATE, make_rules
from rollwright.game import Json
from rollwright.games.qwixx import COLOUR, ROLL, WHITE, Qwixx, QwixxState
from rollwright.review.duel import duel

SPECS = (
    "qwixx",
    "qwixx(players=3)",
    "qwixx(players=5,start=random)",
    "qwixx(players=2,second_lock=finish_turn,lock_effect=next_roll)",
    "qwixx(players=3,voluntary_misthrow=false,same_row_twice=false)",
    "qwixx(players=4,simultaneous_lock=false,marks_to_lock=3,rows_to_end=3)",
    "qwixx(players=2,max_misthrows=2,tie=fewer_misthrows)",
    "qwixx(players=2,layout=mixx_a)",
    "qwixx(players=3,layout=mixx_b)",
)

PAIRS, SCORE_AGAINST_GA = 2000, 0.644
"""The stored strength: a duel of so many pairs, and its score."""


def make(spec: str) -> Qwixx:
    game = create_game(parse_spec(spec))
    assert isinstance(game, Qwixx)
    return game


def walk(game: Qwixx, seed: str, games: int = 1) -> Iterator[QwixxState]:
    """All states of some games, whose seats answer at random or like `ga`."""
    stream = Stream(seed_key(seed))
    ga = create_bot("ga", game)
    for _ in range(games):
        state = game.initial()
        while True:
            yield state
            node = game.node(state)
            if isinstance(node, Terminal):
                break
            if isinstance(node, Chance):
                state = game.roll(state, tuple(1 + stream.below(die.sides) for die in node.dice))
                continue
            joint = {}
            for seat in node.seats:
                legal = game.legal(state, seat)
                is_random = stream.below(4) == 0
                joint[seat] = (
                    stream.choice(legal)
                    if is_random
                    else ga.choose(state, seat, legal, stream).action
                )
            state = game.play(state, joint)


def before_rolls(game: Qwixx, seed: str, every: int) -> list[QwixxState]:
    return [state for state in walk(game, seed, 2) if state.phase == ROLL][::every]


@pytest.mark.parametrize("spec", SPECS)
def test_kernel_and_readable_bot_play_the_same_games(spec: str) -> None:
    game = make(spec)
    bots = ("expert", "expert", "ga", "random", "expert")[: game.players]
    compiled, readable = (
        Job(game.spec, bots, "expert", compiled).play(range(4)).rows.tolist()
        for compiled in (True, False)
    )
    assert compiled == readable


@pytest.mark.parametrize("spec", SPECS)
def test_numpy_and_numba_say_the_same_of_states_before_a_roll(spec: str) -> None:
    game, net = make(spec), load_weights()
    rules, record, room = make_rules(game), new_record(STATE), new_record(ROOM)
    for state in before_rolls(game, spec, 3):
        fill_state(game, rules, state, record)
        look(rules, record, room)
        assert room.facts[: game.players].tolist() == [list(f) for f in facts_of(game, state)]
        worth = numpy_judge(game, net, [state])
        for seat in game.seats:
            score = judge(rules, record, seat, net[:], room)
            assert score == pytest.approx(worth.score[0, seat], abs=1e-5)
            assert room.margin == pytest.approx(worth.margin[0, seat], abs=1e-3)


def test_only_the_order_of_the_seats_matters_not_their_numbers() -> None:
    game, net = make("qwixx(players=4)"), load_weights()
    for state in before_rolls(game, "turned", 5):
        turned = state._replace(
            sheets=state.sheets[1:] + state.sheets[:1], active=Seat((state.active - 1) % 4)
        )
        here, there = numpy_judge(game, net, [state, turned]).score
        assert np.roll(here, -1) == pytest.approx(there, abs=1e-5)
        assert here.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("spec", SPECS)
def test_finished_games_are_judged_by_their_result(spec: str) -> None:
    game, net = make(spec), load_weights()
    rules, record, room = make_rules(game), new_record(STATE), new_record(ROOM)
    for state in walk(game, spec, 6):
        if not isinstance(game.node(state), Terminal):
            continue
        totals = [score.total for score in game.scores(state)]
        places = game.places(state)
        worth = numpy_judge(game, net, [state])
        won = 1.0 if places.count(1) == 1 else 0.5
        fill_state(game, rules, state, record)
        for seat in game.seats:
            score, margin = worth.score[0, seat], worth.margin[0, seat]
            assert score == (won if places[seat] == 1 else 0.0)
            assert margin == totals[seat] - max(totals[:seat] + totals[seat + 1 :])
            assert judge(rules, record, seat, net[:], room) == score
            assert room.margin == margin


def test_expert_ends_a_game_that_it_wins() -> None:
    game = make("qwixx")
    red, blue = list(range(2, 9)), [12, 11, 10, 9, 8]
    empty: Json = {colour: [] for colour in game.colours} | {"closed": ["yellow"]}
    sheets = [{**empty, "red": red, "blue": blue, "misthrows": 0}, {**empty, "misthrows": 3}]
    state = game.position(sheets, {"white": [6, 6], "red": 1, "green": 1, "blue": 1}, Seat(0))
    bot = create_bot("expert", game)
    choice = bot.choose(state, Seat(0), game.legal(state, Seat(0)), Stream(1))
    assert game.format_action(state, choice.action) == "r12"


@pytest.mark.parametrize("spec", SPECS)
def test_compiled_mean_over_all_rolls_equals_the_readable_one(spec: str) -> None:
    game = make(spec)
    mind = Mind(game, load_weights())
    compiled = Compiled(game, mind.net)
    for state in before_rolls(game, spec, 12):
        score, margin = expect_readably(mind, state)
        found = compiled.expect(state)
        assert found[0] == pytest.approx(score, abs=1e-5)
        assert found[1] == pytest.approx(margin, abs=1e-3)


@pytest.mark.parametrize(
    "options",
    ["", ",lock_effect=next_roll", ",voluntary_misthrow=false", ",second_lock=finish_turn"],
)
def test_mean_over_all_rolls_is_that_of_all_rolls_one_by_one(options: str) -> None:
    game = make(f"qwixx(players=2,rows_to_end=4{options})")
    evaluator = create_evaluator(game)
    closed = ["red", "yellow", "blue"]
    sheets = (
        {"red": [], "yellow": [3], "green": [12, 11, 9, 8, 7, 5], "blue": [], "misthrows": 3},
        {"red": [2], "yellow": [], "green": [10, 8, 6, 5, 3], "blue": [9], "misthrows": 1},
    )
    after = game.position(
        [sheet | {"closed": closed} for sheet in sheets], {"white": [1, 1], "green": 1}, Seat(1)
    )
    state = after._replace(phase=ROLL, roll=())
    node = game.node(state)
    assert isinstance(node, Chance)
    rolls = [
        evaluator.ahead(game, game.roll(state, roll))
        for roll in product(range(1, 7), repeat=len(node.dice))
    ]
    assert len(rolls) == 216
    mean = np.mean([values.mean[0] for values in rolls], axis=0)
    margin = np.mean([values.margin[0] for values in rolls], axis=0)
    expected = evaluator.expected(game, state)
    assert expected.mean[0] == pytest.approx(mean, abs=1e-5)
    assert expected.margin[0] == pytest.approx(margin, abs=1e-3)


def decisions(game: Qwixx, evaluator: NetEvaluator) -> Iterator[tuple[float, float]]:
    """The greatest row of a seat's answers, and what lies ahead of it."""
    for state in walk(game, "consistent", 2):
        if state.phase in (WHITE, COLOUR):
            ahead = evaluator.ahead(game, state).mean[0]
            for seat in game.seats if state.phase == WHITE else (state.active,):
                actions, values = evaluator.answers(game, state, seat)
                assert actions == game.legal(state, seat)
                yield values.mean[:, seat].max(), ahead[seat]


def test_best_answers_are_worth_what_lies_ahead() -> None:
    game = make("qwixx")
    greatest, ahead = np.array(list(decisions(game, create_evaluator(game)))).T
    assert len(ahead) > 100
    # The others' answers and one's own depend on each other; the plan looks at that twice only.
    assert (greatest >= ahead - 1e-6).all()
    assert (greatest <= ahead + 1e-6).mean() > 0.97
    assert (greatest - ahead).max() < 0.05


def test_values_of_any_state_can_be_asked_for_at_once() -> None:
    game = make("qwixx(players=3,start=random)")
    evaluator = create_evaluator(game)
    states = list(walk(game, "values"))
    values = evaluator.values(game, states)
    assert values.mean.shape == values.margin.shape == (len(states), 3)
    for index in (0, 1, 2, 3, len(states) - 1):
        alone = evaluator.values(game, [states[index]])
        assert values.mean[index] == pytest.approx(alone.mean[0], abs=1e-6)
    begun = [game.roll(states[0], (start,)) for start in (1, 2, 3)]
    lot = evaluator.values(game, begun).mean.mean(axis=0)
    assert evaluator.expected(game, states[0]).mean[0] == pytest.approx(lot, abs=1e-6)


def test_network_judges_no_game_for_one() -> None:
    with pytest.raises(InputError, match="two to five players"):
        create_evaluator(make("qwixx(players=1)"))


def test_weights_are_small_and_fit() -> None:
    path = files(rollwright).joinpath("bots", "data", "qwixx.npz")
    assert len(path.read_bytes()) < 1_500_000
    net = load_weights()
    assert all(np.isfinite(layer).all() for layer in net)
    assert FACTS == 6


def test_first_decision_of_a_process_needs_no_numba_and_little_time() -> None:
    code = (
        "import sys, time\n"
        "from rollwright import create_game, parse_spec\n"
        "from rollwright.bots import create_bot\n"
        "from rollwright.dice import Stream\n"
        "game = create_game(parse_spec('qwixx'))\n"
        "state = game.roll(game.initial(), (2, 4, 1, 2, 3, 6))\n"
        "bot = create_bot('expert', game)\n"
        "legal = game.legal(state, 0)\n"
        "assert bot.choose(state, 0, legal, Stream(1)).action in legal\n"
        "print('numba' in sys.modules, time.process_time())"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    has_numba, seconds = run.stdout.split()
    assert has_numba == "False"
    assert float(seconds) < 3.0


def test_without_numba_the_mean_over_all_rolls_is_the_same() -> None:
    code = (
        "import sys\n"
        "sys.modules['numba'] = None\n"
        "from rollwright import create_game, parse_spec\n"
        "from rollwright.bots.qwixx.evaluator import create_evaluator\n"
        "game = create_game(parse_spec('qwixx'))\n"
        "print(*create_evaluator(game).expected(game, game.initial()).mean[0])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    game = make("qwixx")
    expected = create_evaluator(game).expected(game, game.initial()).mean[0]
    assert [float(word) for word in run.stdout.split()] == pytest.approx(expected, abs=1e-5)


def test_expert_is_as_strong_against_ga_as_it_was_measured() -> None:
    found = duel(parse_spec("qwixx"), ["expert", "ga"], PAIRS, "gate")
    assert found.score > SCORE_AGAINST_GA - 3 * found.se
