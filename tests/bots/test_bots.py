"""The bots of the package play every game that they say: legally, repeatably, from views."""

from __future__ import annotations

from pathlib import Path

import pytest

from rollwright import InputError, Seat, SeededDice, Stream, create_game, families
from rollwright.bots import Choice, bot_infos, create_bot
from rollwright.testing import check_bot

PAIRS = [
    (info.name, family.name)
    for family in families()
    for info in bot_infos(family.name)
    if info.name in ("random", "greedy", "ga")
]


@pytest.mark.parametrize("name, family", PAIRS)
@pytest.mark.parametrize("options", ["players=1", "players=3", "players=2, start=random"])
def test_a_bot_conforms(name: str, family: str, options: str) -> None:
    game = create_game(f"{family}({options})")
    assert create_bot(name, game) is not create_bot(name, game)
    check_bot(name, game, seeds=range(1), longest=150)


@pytest.mark.parametrize(
    "spec",
    [
        "qwixx(layout=mixx_a, players=2)",
        "qwixx(layout=mixx_b, players=2, voluntary_misthrow=false)",
        "qwixx(lock_effect=next_roll, players=3, same_row_twice=false, second_lock=finish_turn)",
        "qwinto(players=2, refuse=false, rerolls=0)",
        "qwinto(column_rule=three_field_columns, players=2, last_turn=stop_at_once, rerolls=3)",
        "qwingo(boxes=5, lightning_entry=must, open_sheets=false, players=2, symbol_entry=may)",
        "qwingo(boxes=7, lowest=0, players=2, tie_break=printed)",
    ],
)
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_bot_conforms_under_other_rules(name: str, spec: str) -> None:
    game = create_game(spec)
    assert game.spec.players > 1
    check_bot(name, game, seeds=range(1), longest=400)


def test_the_random_bot_gives_every_legal_answer() -> None:
    game = create_game("qwixx")
    state = game.roll(game.initial(), SeededDice(1).draw(game.node(game.initial())))  # type: ignore[arg-type]
    legal = game.legal(state, Seat(0))
    bot = create_bot("random", game)
    chosen = {bot.choose(state, Seat(0), legal, Stream(seed)).action for seed in range(100)}
    assert chosen == set(legal)
    assert isinstance(bot.choose(state, Seat(0), legal, Stream(1)), Choice)


@pytest.mark.parametrize(
    "text, message",
    [
        ("greedi", "There is no bot “greedi” for qwixx; there are: greedy"),
        ("greedy(skips=1)", "The bot greedy has no parameter “skips”; it has: skip"),
        ("greedy(skip=x)", "The bot greedy.skip=x. cannot be set up"),
        ("random(a=1)", "it has: –"),
        ("greedy(", "cannot be read"),
        ("no.such.module:Bot", "cannot be loaded"),
        ("rollwright.bots.base:Nothing", "cannot be loaded"),
        ("rollwright.game:PASS", "is no bot"),
        (":", "cannot be loaded"),
        ("..:x", "cannot be loaded"),
        ("\ud800:x", "cannot be loaded"),
    ],
)
def test_a_wrong_bot_says_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        create_bot(text, create_game("qwixx"))


def test_names_from_elsewhere_cannot_import_code() -> None:
    with pytest.raises(InputError, match="There is no bot"):
        create_bot("rollwright.bots.simple:RandomBot", create_game("qwixx"), allow_import=False)


def test_a_module_that_fails_gives_one_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_bot_module.py").write_text("1 / 0\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(
        InputError, match="broken_bot_module:Bot cannot be loaded: division by zero"
    ):
        create_bot("broken_bot_module:Bot", create_game("qwixx"))
