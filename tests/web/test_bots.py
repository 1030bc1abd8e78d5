"""The bots at the tables: offered by level, asked in their own threads, never waited for."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rollwright import Action, Seat, create_game
from rollwright.bots import BotInfo, create_bot
from rollwright.bots.base import Choice
from rollwright.bots.levels import LEVELS
from rollwright.dice import bot_stream
from rollwright.i18n import T, use_language
from rollwright.web import bot_words, botroom
from rollwright.web.bot_words import bot_title, default_bot, easiest_bot, opponents
from rollwright.web.botroom import THREADS, Botroom, Question

from .serving import serving, settings_for, wait_until


@pytest.fixture
def known_bots(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The names of the bots that the registry has, for a test to change."""
    names = ["random", "greedy"]

    def infos(family: str) -> tuple[BotInfo, ...]:
        return tuple(BotInfo(name, T("plays"), {}) for name in names)

    monkeypatch.setattr(bot_words, "bot_infos", infos)
    opponents.cache_clear()
    yield names
    opponents.cache_clear()


# What is offered


def test_the_six_levels_come_first_from_beginner_to_expert_whatever_the_order_of_the_registry(
    known_bots: list[str],
) -> None:
    known_bots += [level.name for level in reversed(LEVELS)]
    offered = opponents("qwixx")
    assert [(o.level, o.bot) for o in offered] == [
        (1, "beginner"), (2, "learner"), (3, "casual"), (4, "club"), (5, "strong"), (6, "expert"),
        (None, "random"), (None, "greedy"),
    ]  # fmt: skip
    assert [o.label for o in offered[:2]] == ["1 · beginner", "2 · learner"]
    assert offered[-1].label == "Thrifty"
    assert len({o.title for o in offered}) == len(offered)
    assert (default_bot("qwixx"), easiest_bot("qwixx")) == ("casual", "beginner")


def test_without_levels_the_greedy_bot_plays(known_bots: list[str]) -> None:
    assert [o.level for o in opponents("qwixx")] == [None, None]
    assert (default_bot("qwixx"), easiest_bot("qwixx")) == ("greedy", "greedy")


def test_a_missing_level_does_not_change_the_numbers_of_the_others(known_bots: list[str]) -> None:
    known_bots += ["expert", "learner"]
    assert [(o.level, o.bot) for o in opponents("qwixx")][:2] == [(2, "learner"), (6, "expert")]
    assert easiest_bot("qwixx") == "greedy"


@pytest.mark.parametrize("family", ["qwixx", "qwinto", "qwingo"])
def test_pages_and_programs_are_offered_the_same_bots(tmp_path: Path, family: str) -> None:
    use_language("en")
    expected = [(o.bot, o.level, str(o.meaning)) for o in opponents(family)]
    with serving(settings_for(tmp_path)) as server:
        ann = server.client()
        games = ann.http.get("/", headers={"Accept": "application/json"}).json()["games"]
        offered = next(game["bots"] for game in games if game["family"] == family)
        page = ann.http.get(f"/new/{family}", headers={"Accept": "text/html"}).text
    assert [(bot["name"], bot["level"], bot["meaning"]) for bot in offered] == expected
    assert all(f'value="bot:{bot}"' in page and meaning in page for bot, _, meaning in expected)


# How they are asked


class Thinker:
    """A bot that does what a test tells it to."""

    made: list[str]

    def __init__(self, name: str, seconds: float = 0.0, action: Action | None = None) -> None:
        self._seconds, self._action = seconds, action
        self.made.append(f"{threading.current_thread().name} {name}")

    def choose(self, view: Any, seat: Seat, legal: Any, stream: Any, budget: Any) -> Choice:
        time.sleep(self._seconds)
        if self._action == -1:
            raise RuntimeError("no idea")
        return Choice(legal[-1] if self._action is None else self._action)


def let_bots_be(
    monkeypatch: pytest.MonkeyPatch, seconds: float = 0.0, action: Action | None = None
) -> list[str]:
    """Let every bot be a `Thinker`; gives the threads and names with which they are made."""
    Thinker.made = []
    monkeypatch.setattr(
        botroom, "create_bot", lambda name, game, **_: Thinker(name, seconds, action)
    )
    return Thinker.made


def question(bot: str = "greedy") -> Question:
    game = create_game("qwixx(players=2)")
    state = game.roll(game.initial(), (1, 1, 1, 1, 1, 1))
    legal = game.legal(state, Seat(0))
    return Question("CODE", bot, game, Seat(0), state, legal, legal[0], "seed", 0)


def ask(asked: Question, times: int = 1) -> list[int]:
    """The answers of a fresh room to the same question, the first of them alone."""

    async def all_answers() -> list[int]:
        room = Botroom()
        try:
            first = await room.ask(asked)
            others = await asyncio.gather(*(room.ask(asked) for _ in range(times - 1)))
            return [int(first), *map(int, others)]
        finally:
            room.close()

    return asyncio.run(all_answers())


def test_a_bot_answers_as_it_would_anywhere_else() -> None:
    asked = question()
    bot = create_bot("greedy", asked.game)
    stream = bot_stream("seed", 0, 0, Seat(0))
    expected = bot.choose(asked.view, asked.seat, asked.legal, stream).action
    assert ask(asked, 3) == [expected] * 3


@pytest.mark.parametrize("action", [Action(-1), Action(9999)], ids=["fails", "illegal"])
def test_where_even_the_simplest_bot_fails_or_cheats_the_harmless_answer_is_given(
    monkeypatch: pytest.MonkeyPatch, action: Action, caplog: pytest.LogCaptureFixture
) -> None:
    let_bots_be(monkeypatch, action=action)
    asked = question()
    assert ask(asked) == [asked.harmless]
    assert "greedy" in caplog.text
    assert "CODE" in caplog.text


def test_for_a_bot_that_fails_or_is_no_longer_known_the_simplest_one_answers() -> None:
    assert ask(question("retired")) == ask(question("greedy")) != [question().harmless]


def test_each_thread_makes_a_bot_once_and_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    made = let_bots_be(monkeypatch, seconds=0.01)
    ask(question("random"), 20)
    assert 1 < len(made) <= 1 + THREADS
    assert len(set(made)) == len(made)


def test_all_bots_are_met_before_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    made = let_bots_be(monkeypatch)
    room = Botroom()
    room.warm_up().result(timeout=30)
    room.close()
    offered = [o for family in ("qwixx", "qwinto", "qwingo") for o in opponents(family)]
    expected = [o.bot for o in sorted(offered, key=lambda o: o.level or 0)]
    assert [name.split()[1] for name in made] == expected, "the quick ones first"


def test_while_a_new_bot_gets_ready_others_answer_and_soon_one_answers_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    getting_ready = threading.Event()

    def make(name: str, game: Any, **_: Any) -> Any:
        if name == "expert":
            getting_ready.wait(10)
            return Thinker(name)
        return create_bot(name, game)

    Thinker.made = []
    monkeypatch.setattr(botroom, "create_bot", make)
    asked = question()

    async def answers() -> list[int]:
        room = Botroom(patience=0.5)
        began = time.monotonic()
        late = asyncio.create_task(room.ask(question("expert")))
        quick = [await room.ask(asked) for _ in range(3)]
        assert time.monotonic() - began < 0.4
        got = [*quick, await late]
        assert 0.5 <= time.monotonic() - began < 5
        getting_ready.set()
        end = time.monotonic() + 5
        while ("expert", "qwixx") not in room._met:
            assert time.monotonic() < end
            await asyncio.sleep(0.01)
        got.append(await room.ask(question("expert")))
        room.close()
        return [int(action) for action in got]

    *simple, expert = asyncio.run(answers())
    assert simple == ask(asked) * 4, "the greedy bot's answer"
    assert expert == asked.legal[-1]


def test_while_a_bot_thinks_everybody_else_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = let_bots_be(monkeypatch, seconds=1.5)
    with serving(settings_for(tmp_path)) as server:
        ann = server.client()
        code = ann.create("qwixx", "Ann", "bot:random")["code"]
        ann.do(code, "roll", turn=1)
        ask = ann.view(code)["asks"][0]
        began = time.monotonic()
        number = ann.do(code, "answer", seat=0, decision=ask["decision"], action="-")["number"]
        wait_until(lambda: bool(made))
        for _ in range(5):
            assert ann.view(code)["number"] == number
        assert time.monotonic() - began < 1.0
        wait_until(lambda: ann.view(code)["number"] > number)
        assert time.monotonic() - began >= 1.5
        assert all(name.startswith("new-bot_") for name in made)


def test_a_table_with_the_title_of_each_bot_can_be_made(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path)) as server:
        ann = server.client()
        for family in ("qwixx", "qwinto", "qwingo"):
            for opponent in opponents(family):
                code = ann.create(family, "Ann", f"bot:{opponent.bot}")["code"]
                seat = ann.view(code)["seats"][1]
                assert (seat["name"], seat["bot"]) == (bot_title(opponent.bot), opponent.bot)
