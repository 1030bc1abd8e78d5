"""Where numba cannot be imported, everything works but what would take hours without it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rollwright import Chance, Game, Seat, create_game, parse_spec
from rollwright.bots import create_bot
from rollwright.dice import Stream, seed_key
from rollwright.fast import compile
from rollwright.fast.streams import below, chain
from rollwright.game import Json
from rollwright.review.evaluators import evaluator_for
from rollwright.solve.store import Store
from rollwright.web import coaching, daily
from rollwright.web.bot_words import opponents
from rollwright.web.botroom import Botroom
from rollwright.web.coaching import evaluator_of
from rollwright.web.refusal import Refusal

from ..cli.command import rollwright

SOLO = "qwixx(players=1)"
GOLDEN = Path(__file__).parents[1] / "golden" / "records"


def call_without_numba(function: str, *arguments: Any) -> Any:
    """What a function of this module gives there; any warning is an error."""
    code = (
        "import json, sys\nsys.modules['numba'] = sys.modules['llvmlite'] = None\n"
        f"from tests.fast.test_without_numba import {function}\n"
        f"print(json.dumps({function}(*json.loads(sys.argv[1]))))"
    )
    outcome = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, json.dumps(arguments)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert (outcome.returncode, outcome.stderr) == (0, "")
    return json.loads(outcome.stdout)


def seats_of(game: Game[Any]) -> list[Seat]:
    return [Seat(number) for number in range(game.spec.players)]


def chosen(bot: str, spec: str, steps: int) -> list[list[int]]:
    """The legal answers of a bot in the first steps of a game, by decision and seat."""
    game = create_game(parse_spec(spec))
    player, stream = create_bot(bot, game), Stream(seed_key(spec))
    state, answers = game.initial(), []
    for _ in range(steps):
        node = game.node(state)
        if isinstance(node, Chance):
            state = game.roll(state, tuple(1 + stream.below(die.sides) for die in node.dice))
            continue
        joint = {}
        for seat in seats_of(game):
            legal = game.legal(state, seat)
            if legal:
                view = game.view(state, seat)
                joint[seat] = player.choose(view, seat, legal, stream).action
                assert joint[seat] in legal
        answers.append([int(answer) for answer in joint.values()])
        state = game.play(state, joint)
    return answers


def all_chosen(bots: Sequence[tuple[str, str]]) -> list[list[list[int]]]:
    """The first answers of bots, each in a game."""
    return [chosen(bot, spec, steps=8) for bot, spec in bots]


def values_after_first_roll(specs: Sequence[str]) -> list[list[list[float]]]:
    """What evaluators say there, by game and seat: the value ahead, then that of each answer."""
    values = []
    for spec in specs:
        game = create_game(parse_spec(spec))
        evaluator, state = evaluator_for(game), rolled(game)
        ahead, answers = evaluator.ahead(game, state), evaluator.answers(game, state, Seat(0))[1]
        values.append([*ahead.mean.tolist(), *answers.mean.tolist()])
    return values


def rolled(game: Game[Any]) -> Any:
    """The state after the first roll, all its dice showing 3."""
    state = game.initial()
    while not isinstance(node := game.node(state), Chance):
        asked = [seat for seat in seats_of(game) if game.legal(state, seat)]
        state = game.play(state, {seat: game.legal(state, seat)[0] for seat in asked})
    return game.roll(state, tuple(3 for _ in node.dice))


def run_commands(commands: Sequence[Sequence[str]]) -> list[list[Any]]:
    """The status of each command of the command line, what it printed, and what it complained."""
    outcomes = [rollwright(*words) for words in commands]
    return [[outcome.status, outcome.out, outcome.err] for outcome in outcomes]


def met_in_botroom() -> list[list[str]]:
    """The bots, with their games, that have answered for themselves in the browser game."""
    room = Botroom()
    room.warm_up().result(timeout=60)
    room.close()
    return sorted(map(list, room._met))


def drawn(bounds: Sequence[int]) -> list[int]:
    """Numbers of a random stream whose words run over all the time."""
    key = chain(np.uint64(2**64 - 1), 7)
    return [
        int(below(np.uint64(chain(np.uint64(key), number)), n)) for number, n in enumerate(bounds)
    ]


def test_bots_give_the_same_answers() -> None:
    bots = [
        *(("expert", f"qwinto(players={players})") for players in (1, 2, 4)),
        *(("strong", f"qwinto(players={players})") for players in (1, 3)),
        *(("expert", f"qwixx(players={players})") for players in (2, 4)),
        *(("expert", f"qwingo(players={players})") for players in (1, 2)),
    ]
    answers = all_chosen(bots)
    assert all(len(each) >= 4 for each in answers)
    assert call_without_numba("all_chosen", bots) == answers


def test_evaluators_give_the_same_values() -> None:
    specs = ("qwinto(players=1)", "qwinto(players=3)", "qwixx(players=2)", "qwingo(players=2)")
    values, there = (
        values_after_first_roll(specs),
        call_without_numba("values_after_first_roll", specs),
    )
    for spec, expected, found in zip(specs, values, there, strict=True):
        assert np.array(found) == pytest.approx(np.array(expected), abs=1e-5), spec


def test_the_bots_of_the_browser_game_answer_for_themselves() -> None:
    families = ("qwixx", "qwinto", "qwingo")
    offered = [[o.bot, family] for family in families for o in opponents(family)]
    assert call_without_numba("met_in_botroom") == sorted(offered)


def advise(spec: str, roll: Json) -> tuple[str, ...]:
    """The command that advises on a roll to empty sheets."""
    game = create_game(parse_spec(spec))
    sheets = [game.format_sheet(game.initial(), seat) for seat in seats_of(game)]
    return ("advise", spec, "--sheets", json.dumps(sheets), "--roll", json.dumps(roll))


def review(name: str, folder: Path) -> tuple[str, ...]:
    """The command that reviews the first turn of a stored game."""
    lines = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if line.startswith("1a "))
    path = folder / f"{name}.txt"
    path.write_text("".join(line for line in lines[: first + 1] if "[Result" not in line))
    return ("review", str(path))


def without_speed(printed: str) -> str:
    return re.sub(r'"games_per_second": [0-9.]+', "", printed)


def test_advise_review_and_simulate_print_the_same(tmp_path: Path) -> None:
    commands = [
        advise("qwixx(players=2)", {"white": [3, 4], "red": 2, "yellow": 5, "green": 6, "blue": 1}),
        advise("qwinto(players=3)", {"orange": 3, "purple": 4}),
        advise("qwingo(players=2)", {"called": 50, "face": "cup"}),
        review("qwixx_classic", tmp_path),
        review("qwinto", tmp_path),
        ("simulate", "qwixx", "--bots", "expert,ga", "--games", "2", "--seed", "1", "--json"),
    ]
    printed, there = run_commands(commands), call_without_numba("run_commands", commands)
    for words, here, elsewhere in zip(commands, printed, there, strict=True):
        assert without_speed(elsewhere[1]) == without_speed(here[1]), words
        assert elsewhere[0] == here[0] == 0
    assert "readable rules play" in there[-1][2]
    assert "numba cannot be loaded" in there[-1][2]


@pytest.mark.parametrize(
    "judge",
    [lambda: daily._judge("qwixx"), lambda: evaluator_of(create_game(parse_spec(SOLO)))],
    ids=["daily", "hints"],
)
def test_the_server_refuses_what_has_not_been_solved_before(
    judge: Callable[[], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compile, "numba_error", ImportError("there is none"))
    monkeypatch.setattr("rollwright.solve.qwixx.user_store", lambda: Store(tmp_path))
    monkeypatch.setattr(daily, "_judges", {})
    monkeypatch.setattr(coaching, "_evaluators", OrderedDict())
    with pytest.raises(Refusal, match=r"cannot be loaded here \(there is none\)") as refused:
        judge()
    assert refused.value.status == 409


def test_random_streams_give_the_same_numbers_and_numpy_does_not_warn() -> None:
    bounds = [2, 6, 7, 100, 2**62 + 1] * 20
    assert call_without_numba("drawn", bounds) == drawn(bounds)
