"""The trained bot of Qwinto: compiled and readable play alike, exact ends, consistent values."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from itertools import product

import numpy as np
import pytest

from rollwright import Chance, Seat, Terminal, create_game, parse_spec
from rollwright.arena import Job
from rollwright.bots import create_bot
from rollwright.bots.qwinto.entries import points_after
from rollwright.bots.qwinto.evaluator import QwintoEvaluator, create_evaluator
from rollwright.bots.qwinto.features import MOST_FEATURES, add_sheet
from rollwright.bots.qwinto.net import SECOND_WIDTH, WIDTH, add_features, group_of, output
from rollwright.bots.qwinto.room import WORK, make_rules
from rollwright.bots.qwinto.states import encode
from rollwright.bots.qwinto.turns import rate_table
from rollwright.bots.qwinto.weights import FILE, load_networks
from rollwright.dice import Stream, seed_key
from rollwright.errors import InputError
from rollwright.fast.compile import new_record
from rollwright.games.qwinto import CHOOSE, KEEP, ROLL, Qwinto, QwintoState
from rollwright.solve.qwinto_endgame import QwintoEndgame

SPECS = (
    "qwinto(players=1)",
    "qwinto(players=2)",
    "qwinto(players=3,start=random)",
    "qwinto(players=2,refuse=false)",
    "qwinto(players=2,last_turn=stop_at_once)",
    "qwinto(players=2,rerolls=0)",
    "qwinto(players=2,rerolls=2)",
    "qwinto(players=2,column_rule=three_field_columns)",
)


def make(spec: str) -> Qwinto:
    game = create_game(parse_spec(spec))
    assert isinstance(game, Qwinto)
    return game


def walk(game: Qwinto, seed: str) -> Iterator[QwintoState]:
    """All states of a game, whose seats answer at random or like `greedy`."""
    stream = Stream(seed_key(seed))
    greedy = create_bot("greedy", game)
    state = game.initial()
    while True:
        yield state
        node = game.node(state)
        if isinstance(node, Terminal):
            return
        if isinstance(node, Chance):
            state = game.roll(state, tuple(1 + stream.below(die.sides) for die in node.dice))
            continue
        joint = {}
        for seat in node.seats:
            legal = game.legal(state, seat)
            joint[seat] = (
                stream.choice(legal)
                if stream.below(5) == 0
                else greedy.choose(state, seat, legal, stream).action
            )
        state = game.play(state, joint)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("bot", ["expert", "expert(aim=points)", "planner"])
def test_kernel_and_readable_rules_play_the_same_games(spec: str, bot: str) -> None:
    players = make(spec).players
    bots = (bot, *("greedy",) * (players - 1))
    compiled = Job(parse_spec(spec), bots, "same", compiled=True).play(range(3), 0)
    readable = Job(parse_spec(spec), bots, "same", compiled=False).play(range(3), 0)
    assert compiled.rows.tolist() == readable.rows.tolist()


def test_experts_with_different_aims_at_one_table_play_the_same_compiled_and_readable() -> None:
    spec, bots = parse_spec("qwinto(players=3)"), ("expert", "expert(aim=points)", "planner")
    compiled = Job(spec, bots, "mixed", compiled=True).play(range(3), 1)
    readable = Job(spec, bots, "mixed", compiled=False).play(range(3), 1)
    assert compiled.rows.tolist() == readable.rows.tolist()


@pytest.mark.parametrize("spec", ["qwinto(players=1)", "qwinto(players=4)"])
def test_entries_are_worth_what_the_network_says_of_the_sheet_after_them(spec: str) -> None:
    game = make(spec)
    rules, work = make_rules(game), new_record(WORK)
    net = load_networks().net
    features, checked = np.zeros(MOST_FEATURES, np.int64), 0
    sums, hidden = np.zeros(WIDTH, np.float32), np.zeros(SECOND_WIDTH, np.float32)
    for view in list(walk(game, "entries"))[::7]:
        if view.phase != CHOOSE:
            continue
        state = encode(view)
        rate_table(rules, state, net, work)
        for row, number in np.argwhere(work.field[0] >= 0).tolist():
            field = int(work.field[0, row, number])
            points = points_after(rules, state, 0, field, number)
            state.numbers[0, field] = number
            state.counts[0, row] += 1
            known = int(work.table_features[0])
            features[:known] = work.features[0, :known]
            count = add_sheet(rules, state, 0, features, known)
            add_features(net, features, count, sums)
            value = points + output(net, group_of(game.players), sums, hidden)
            state.numbers[0, field] = 0
            state.counts[0, row] -= 1
            ended = work.entry[0, row, number] == points
            assert ended or work.entry[0, row, number] == pytest.approx(value, abs=1e-3)
            checked += not ended
    assert checked > 100


@pytest.fixture(scope="module", params=["qwinto(players=1)", "qwinto", "qwinto(players=3)"])
def judged(request: pytest.FixtureRequest) -> tuple[Qwinto, QwintoEvaluator, list[QwintoState]]:
    game = make(request.param)
    states = [state for seed in ("a", "b") for state in walk(game, seed)]
    return game, create_evaluator(game), states


Judged = tuple[Qwinto, QwintoEvaluator, list[QwintoState]]


def test_the_luck_of_a_roll_has_a_mean_of_0(judged: Judged) -> None:
    game, evaluator, states = judged
    for state in [state for state in states if state.phase == ROLL][::9]:
        node = game.node(state)
        assert isinstance(node, Chance)
        before = evaluator.expected(game, state)
        mean = np.zeros_like(before.mean)
        margin = np.zeros_like(before.margin)
        for roll in node.rolls():
            after = evaluator.ahead(game, game.roll(state, roll))
            mean += after.mean / node.total
            margin += after.margin / node.total
        assert mean == pytest.approx(before.mean, abs=1e-9)
        assert margin == pytest.approx(before.margin, abs=1e-7)


def test_the_value_ahead_is_that_of_the_best_answer_of_each_seat_where_answers_can_settle(
    judged: Judged,
) -> None:
    game, evaluator, states = judged
    checked = 0
    for state in states[::5]:
        gains = []
        for seat in game.seats:
            actions, rows = evaluator.answers(game, state, seat)
            assert actions == game.legal(state, seat)
            if actions:
                ahead = evaluator.ahead(game, state).mean[0, seat]
                gains.append(float(rows.mean[:, seat].max() - ahead))
        # A seat changes its assumed answer for a millionth only.
        if gains and max(gains) > 2e-6:
            assert max(gains) < 0.01
            assert not can_settle(game, evaluator, state)
        checked += len(gains)
    assert checked > 15


def can_settle(game: Qwinto, evaluator: QwintoEvaluator, state: QwintoState) -> bool:
    """Whether there are answers of all seats of which none can better its own alone."""
    answers = [game.legal(state, seat) for seat in game.seats]
    joint = list(product(*map(range, map(len, answers))))
    after = [
        game.play(state, {Seat(s): answers[s][index] for s, index in enumerate(indices)})
        for indices in joint
    ]
    worth = np.zeros((*map(len, answers), game.players))
    for indices, values in zip(joint, evaluator.values(game, after).mean, strict=True):
        worth[indices] = values
    at_rest = np.ones(worth.shape[:-1], np.bool_)
    for seat in range(game.players):
        best = worth[..., seat].max(axis=seat, keepdims=True)
        at_rest &= worth[..., seat] >= best - 1e-6
    return bool(at_rest.any())


def test_answers_are_measured_by_the_values_of_the_states_that_they_lead_to(
    judged: Judged,
) -> None:
    game, evaluator, states = judged
    for state in [state for state in states if state.phase in (CHOOSE, KEEP)][::11]:
        actions, rows = evaluator.answers(game, state, state.active)
        after = [game.play(state, {state.active: action}) for action in actions]
        assert rows.mean == pytest.approx(evaluator.values(game, after).mean, abs=1e-12)


def test_chances_to_win_add_up_to_1(judged: Judged) -> None:
    game, evaluator, states = judged
    running = [state for state in states if state.phase == CHOOSE]
    sums = evaluator.values(game, running).mean.sum(axis=1)
    if game.players > 1:
        assert sums == pytest.approx(np.ones(len(running)), abs=1e-5)
    else:
        assert (np.abs(sums) < 125).all()


def test_a_finished_game_is_worth_its_result(judged: Judged) -> None:
    game, evaluator, states = judged
    for state in states:
        if isinstance(game.node(state), Terminal):
            totals = [score.total for score in game.scores(state)]
            values = evaluator.values(game, [state])
            if game.players == 1:
                assert values.mean.tolist() == values.margin.tolist() == [totals]
            else:
                first = [place == 1 for place in game.places(state)]
                worth = 1.0 if sum(first) == 1 else 0.5
                assert values.mean[0].tolist() == [worth * won for won in first]
                best = max(totals)
                ahead = totals[0] - max(totals[1:])
                assert values.margin[0, 0] == ahead
                assert (values.margin[0] > 0).sum() == (totals.count(best) == 1)


def test_the_network_alone_is_near_the_exact_value_of_ends_of_games() -> None:
    """Sheets with few fields left, whose value can be worked out."""
    game = make("qwinto(players=1)")
    evaluator, exact = create_evaluator(game), QwintoEndgame(game)
    errors = []
    for seed in range(12):
        stream = Stream(seed_key(f"ends {seed}"))
        expert = create_bot("expert", game)
        state = game.initial()
        while not isinstance(game.node(state), Terminal):
            node = game.node(state)
            if isinstance(node, Chance):
                state = game.roll(state, tuple(1 + stream.below(6) for _ in node.dice))
                continue
            if state.phase == CHOOSE and exact.count_positions(state.sheets[0]) <= 1500:
                value = float(evaluator.values(game, [state]).mean[0, 0])
                errors.append(value - exact.value(state.sheets[0]))
            action = expert.choose(state, Seat(0), game.legal(state, Seat(0)), stream).action
            state = game.play(state, {Seat(0): action})
    assert len(errors) >= 15
    assert np.sqrt(np.mean(np.square(errors))) < 2.0


def test_expert_and_evaluator_agree_on_nearly_all_answers_alone() -> None:
    game = make("qwinto(players=1)")
    evaluator, expert = create_evaluator(game), create_bot("expert", game)
    stream = Stream(seed_key("agree"))
    for state in list(walk(game, "agree")):
        legal = game.legal(state, Seat(0))
        if len(legal) > 1:
            actions, rows = evaluator.answers(game, state, Seat(0))
            chosen = expert.choose(state, Seat(0), legal, stream).action
            loss = rows.mean.max() - rows.mean[actions.index(chosen), 0]
            assert loss == pytest.approx(0, abs=1e-3)


def test_unknown_aims_are_refused() -> None:
    with pytest.raises(InputError, match="win or points"):
        create_bot("expert(aim=glory)", make("qwinto"))


def test_the_weights_are_small_enough_for_the_package() -> None:
    path = files("rollwright.bots").joinpath("data", FILE)
    assert len(path.read_bytes()) < 1_500_000


DECIDE = """
import json
from rollwright import Seat, create_game, parse_spec
from rollwright.bots import create_bot
from rollwright.dice import Stream, seed_key
game = create_game(parse_spec("qwinto"))
bot, stream = create_bot("expert", game), Stream(seed_key("plain"))
state, answers = game.initial(), []
for _ in range(12):
    node = game.node(state)
    if hasattr(node, "seats"):
        joint = {
            seat: bot.choose(state, seat, game.legal(state, seat), stream).action
            for seat in node.seats
        }
        answers.append([joint[seat] for seat in sorted(joint)])
        state = game.play(state, joint)
    else:
        state = game.roll(state, tuple(1 + stream.below(6) for _ in node.dice))
print(json.dumps(answers))
"""


def test_without_compiling_the_expert_gives_the_same_answers_by_numpy() -> None:
    answers = []
    for switched_off in ("0", "1"):
        ran = subprocess.run(
            [sys.executable, "-c", DECIDE],
            env={**os.environ, "NUMBA_DISABLE_JIT": switched_off},
            capture_output=True,
            text=True,
            check=True,
        )
        answers.append(json.loads(ran.stdout))
    assert len(answers[0]) >= 6
    assert answers[0] == answers[1]
