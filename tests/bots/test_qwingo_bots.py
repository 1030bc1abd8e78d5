"""Qwingo's bots: the compiled ones play as the readable ones; the evaluator is one measure."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from rollwright import Seat, Stream, create_game
from rollwright.arena.job import Job, prepare_job
from rollwright.bots import create_bot
from rollwright.bots.qwingo.callers import even_box
from rollwright.bots.qwingo.compiled import CompiledMind
from rollwright.bots.qwingo.evaluator import SAMPLES, QwingoEvaluator, create_evaluator
from rollwright.bots.qwingo.layouts import Layouts
from rollwright.bots.qwingo.mind import Mind
from rollwright.bots.qwingo.shapes import WEIGHTS
from rollwright.bots.qwingo.weights import load_network, read_network, save_network
from rollwright.dice import Chance, bot_stream, seed_key
from rollwright.game import Action, Decision, Terminal
from rollwright.games.qwingo import CALL, ENTRIES, ROLL, SETUP, Qwingo, QwingoState
from rollwright.spec import parse_spec
from rollwright.testing import check_bot

SEED = "qwingo-bots"


def game_of(spec: str) -> Qwingo:
    game = create_game(spec)
    assert isinstance(game, Qwingo)
    return game


def course(
    game: Qwingo, seed: int, random_share: int = 4, steps: int = 150
) -> Iterator[QwingoState]:
    """The states of a game of the expert with itself, with some answers at random."""
    stream, state = Stream(seed_key(f"{SEED} {seed}")), game.initial()
    bots = [create_bot("expert", game) for _ in game.seats]
    for number in range(steps):
        yield state
        node = game.node(state)
        if isinstance(node, Chance):
            state = game.roll(state, tuple(1 + stream.below(die.sides) for die in node.dice))
        elif isinstance(node, Decision):
            joint = {}
            for seat in node.seats:
                legal = game.legal(state, seat)
                own = bot_stream(SEED, seed, number, seat)
                chosen = bots[seat].choose(game.view(state, seat), seat, legal, own).action
                joint[seat] = chosen if stream.below(random_share) else stream.choice(legal)
            state = game.play(state, joint)
        else:
            return


@pytest.mark.parametrize(
    "bots, games",
    [
        (("counter", "blocker"), 12),
        (("dreamer", "counter", "dreamer(top=1)"), 8),
        (("expert", "blocker"), 2),
        (("expert(calls=4)", "expert"), 2),
        (("expert", "dreamer", "expert(calls=2)"), 1),
    ],
)
@pytest.mark.parametrize("options", ["", "boxes=7, symbol_entry=may, lightning_entry=must"])
def test_compiled_bots_play_the_games_of_the_readable_ones(
    bots: tuple[str, ...], games: int, options: str
) -> None:
    spec = parse_spec(f"qwingo({options})", len(bots))
    job = prepare_job(spec, bots, SEED)
    assert job.compiled
    readable = Job(spec, bots, SEED, compiled=False)
    for rotation in range(2):
        expected = readable.play(range(games), rotation).rows
        assert job.play(range(games), rotation).rows.tolist() == expected.tolist()


@pytest.mark.parametrize("spec", ["qwingo(players=2)", "qwingo(boxes=5, players=3)"])
def test_the_network_thinks_the_same_by_numpy_and_compiled(spec: str) -> None:
    game = game_of(spec)
    plain, fast = Mind(game, load_network()), CompiledMind(game, load_network())
    entries = calls = 0
    for state in course(game, 1):
        if state.phase == CALL:
            calls += 1
            for own, other in zip(
                plain.before_call([state]), fast.before_call([state]), strict=True
            ):
                np.testing.assert_allclose(own, other, atol=1e-9)
            numbers = [3, 50, 98]
            found, expected = fast.after_calls(state, numbers), plain.after_calls(state, numbers)
            np.testing.assert_allclose(found.chances, expected.chances, atol=1e-9)
            np.testing.assert_allclose(found.margins, expected.margins, atol=1e-9)
            some = list(range(7, 100, 11))
            assert fast.call(state, state.active, some) == plain.call(state, state.active, some)
        if state.phase == ENTRIES:
            entries += 1
            assert fast.settled(state)[0] == plain.settled(state)[0]
            legal = game.legal(state, Seat(1))
            found = fast.after_entries(state, Seat(1), legal)
            np.testing.assert_allclose(
                found.chances, plain.after_entries(state, Seat(1), legal).chances, atol=1e-9
            )
    assert min(entries, calls) > 4


@pytest.mark.parametrize(
    "spec",
    [
        "qwingo(players=1)",
        "qwingo(players=2)",
        "qwingo(players=5, start=random)",
        "qwingo(boxes=20, players=2)",
        "qwingo(boxes=2, lowest=0, players=2, symbol_entry=may, tie_break=printed)",
        "qwingo(boxes=5, open_sheets=false, players=3)",
    ],
)
def test_the_expert_conforms(spec: str) -> None:
    game = game_of(spec)
    assert game.spec == parse_spec(spec)
    check_bot("expert", game, seeds=range(1), longest=40)


@pytest.mark.parametrize("bot", ["counter", "dreamer", "dreamer(top=1)", "blocker"])
@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_callers_conform(bot: str, players: int) -> None:
    game = game_of(f"qwingo(boxes=6, players={players})")
    assert game.players == players
    check_bot(bot, game, seeds=range(1), longest=150)


def test_the_expert_plays_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    from rollwright.bots.qwingo import expert
    from rollwright.fast import NoKernel
    from rollwright.i18n import T

    def refuse(family: str, module: str) -> None:
        raise NoKernel(T("no numba here"))

    monkeypatch.setattr(expert, "load_kernel", refuse)
    game = game_of("qwingo(boxes=3, players=2)")
    assert isinstance(expert.open_mind(game), Mind)
    check_bot("expert", game, seeds=range(1), longest=20)


# The evaluator


@pytest.fixture(scope="module")
def evaluator() -> QwingoEvaluator:
    return create_evaluator(game_of("qwingo(players=2)"))


def test_the_expected_value_of_a_roll_is_the_mean_over_the_six_faces(
    evaluator: QwingoEvaluator,
) -> None:
    game = game_of("qwingo(players=2)")
    seen = 0
    for state in course(game, 2):
        if state.phase == ROLL:
            seen += 1
            after = [evaluator.ahead(game, game.roll(state, (face,))).mean for face in range(1, 7)]
            np.testing.assert_allclose(evaluator.expected(game, state).mean, np.mean(after, axis=0))
    assert seen > 8


def test_what_a_seat_is_assumed_to_answer_is_its_best_answer(evaluator: QwingoEvaluator) -> None:
    game = game_of("qwingo(players=2)")
    decisions = kept = 0
    for state in course(game, 3):
        node = game.node(state)
        if state.phase == SETUP or not isinstance(node, Decision):
            continue
        ahead = evaluator.ahead(game, state).mean[0]
        for seat in node.seats:
            actions, values = evaluator.answers(game, state, seat)
            assert actions == game.legal(state, seat)
            decisions += 1
            kept += abs(values.mean[:, seat].max() - ahead[seat]) < 1e-9
    assert decisions > 30
    assert kept >= 0.97 * decisions


def test_chances_add_up_to_one_and_margins_are_opposite_for_two(evaluator: QwingoEvaluator) -> None:
    game = game_of("qwingo(players=2)")
    states = [state for state in course(game, 4) if state.phase in (CALL, ENTRIES)]
    values = evaluator.values(game, states)
    np.testing.assert_allclose(values.mean.sum(axis=1), 1.0)
    np.testing.assert_allclose(values.margin.sum(axis=1), 0.0, atol=1e-9)
    assert not values.error.any()


def test_a_finished_game_is_worth_its_result(evaluator: QwingoEvaluator) -> None:
    game = game_of("qwingo(players=2)")
    over = list(course(game, 5, random_share=50, steps=900))[-1]
    assert over.phase == game.OVER
    places = game.places(over)
    expected = [0.5 if places == (1, 1) else float(place == 1) for place in places]
    assert evaluator.values(game, [over]).mean.tolist() == [expected]


def test_in_the_set_up_others_are_not_looked_at_and_the_doubt_is_told(
    evaluator: QwingoEvaluator,
) -> None:
    game = game_of("qwingo(players=2)")
    state = game.initial()
    view = game.view(state, Seat(0))
    actions, values = evaluator.answers(game, view, Seat(0))
    assert len(actions) == 60
    assert (values.error > 0).all()
    bottom = [values.mean[index, 0] for index, action in enumerate(actions) if action % 12 == 0]
    assert max(bottom) < values.mean[:, 0].max()  # 10 in the lowest box spoils the column
    np.testing.assert_allclose(evaluator.values(game, [state]).mean, 0.5, atol=0.08)


def test_in_the_set_up_an_answer_is_worth_the_mean_over_sheets_drawn_from_the_layouts(
    evaluator: QwingoEvaluator,
) -> None:
    game = game_of("qwingo(players=2)")
    net = load_network()
    plain, layouts = Mind(game, net), Layouts(game, net)
    first = game.sheet.field(2, 3) + 1
    state = game.play(game.initial(), dict.fromkeys(game.seats, Action(first)))
    view = game.view(state, Seat(1))
    actions, values = evaluator.answers(game, view, Seat(1))
    for action in (actions[0], actions[17]):
        after = game.resolve(view, {Seat(1): action})
        tried = [
            after._replace(
                phase=CALL,
                sheets=tuple(
                    layouts.completed(sheet, Stream(seed_key(f"layouts {sample} {seat}")))
                    for seat, sheet in enumerate(after.sheets)
                ),
            )
            for sample in range(SAMPLES)
        ]
        chances = plain.before_call(tried).chances[:, 1]
        row = actions.index(action)
        assert values.mean[row, 1] == pytest.approx(chances.mean(), abs=1e-9)
        assert values.error[row, 1] == pytest.approx(chances.std(ddof=1) / SAMPLES**0.5, abs=1e-9)


def test_in_the_set_up_a_seat_is_worth_its_best_box_and_one_that_is_hidden_its_layouts(
    evaluator: QwingoEvaluator,
) -> None:
    game = game_of("qwingo(players=2)")
    state = game.play(game.initial(), dict.fromkeys(game.seats, Action(1)))
    view = game.view(state, Seat(1))
    ahead = evaluator.ahead(game, view).mean[0]
    assert ahead[1] == evaluator.answers(game, view, Seat(1))[1].mean[:, 1].max()
    assert ahead[0] == evaluator.values(game, [view]).mean[0, 0]


def test_a_completed_column_is_worth_the_win(evaluator: QwingoEvaluator) -> None:
    game = game_of("qwingo(players=2)")
    column = (*range(1, 12), None)
    rest: tuple[tuple[int | None, ...], ...] = ((None,) * 12,) * 4
    state = QwingoState(ENTRIES, 20, Seat(0), ((column, *rest), ((None,) * 12, *rest)), 5, 50, 0)
    actions, values = evaluator.answers(game, state, Seat(0))
    assert actions == (12,)
    assert values.mean[0].tolist() == [1.0, 0.0]


# Entries and layouts


@pytest.mark.parametrize(
    "column, number, box",
    [
        ((None,) * 12, 50, 5),
        ((None,) * 12, 1, 0),
        ((None,) * 12, 100, 11),
        ((None,) * 12, 8, 0),
        ((None,) * 12, 95, 11),
        ((None, 10, None, None, None, 14, None), 13, 4),
        ((None, 10, None, None, None, 14, None), 11, 2),
    ],
)
def test_the_even_box_leaves_enough_numbers_on_both_sides(
    column: tuple[int | None, ...], number: int, box: int
) -> None:
    game = game_of(f"qwingo(boxes={len(column)}, players=2)")
    assert even_box(game, column, number) == box
    after = (*column[:box], number, *column[box + 1 :])
    assert game.can_complete(after)


def test_layouts_are_drawn_whole_and_every_column_equally(evaluator: QwingoEvaluator) -> None:
    game = game_of("qwingo(players=2)")
    net = load_network()
    layouts = Layouts(game, net)
    known = {tuple(layout) for layout in net.layouts.tolist()}
    first = set()
    for match in range(40):
        state = game.initial()
        for number in range(5):
            entry = layouts.entry(state.sheets[0], bot_stream(SEED, match, number, 0))
            state = game.play(state, dict.fromkeys(game.seats, entry))
            first.add((number, game.field_of(entry)[0]))
        boxes = [
            next(c.index(number) for c in state.sheets[0] if number in c)
            for number in (10, 20, 30, 40, 50)
        ]
        assert tuple(boxes) in known
    assert {column for number, column in first if number == 0} == set(range(5))


def test_a_network_survives_its_file(tmp_path: Path) -> None:
    net = load_network()
    path = tmp_path / "copy.npz"
    save_network(net, path)
    again = read_network(path)
    assert all((again[name] == net[name]).all() for name in WEIGHTS.names or ())


def test_alone_the_expert_plays_the_exact_solution() -> None:
    game = game_of("qwingo(boxes=6, players=1)")
    state, stream = game.initial(), Stream(seed_key(SEED))
    while not isinstance(node := game.node(state), Terminal):
        if isinstance(node, Chance):
            state = game.roll(state, (1 + stream.below(6),))
            continue
        legal = game.legal(state, Seat(0))
        answers = {
            name: create_bot(name, game).choose(state, Seat(0), legal, Stream(1)).action
            for name in ("expert", "perfect", "strong")
        }
        assert len(set(answers.values())) == 1
        state = game.play(state, {Seat(0): answers["expert"]})
    assert state.turn >= 5
