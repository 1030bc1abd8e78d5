"""The bots of the house think here: in threads of their own, so that no table ever waits for them.

A bot is made by the thread that asks it, and kept there, since bots may keep notes while they
think. The first answer of a bot may take long (weights to load, kernels to compile, a table to be
worked out): it is given in a thread that no bot needs that has answered before.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from ..bots import Bot, create_bot
from ..bots.base import Budget
from ..dice import Chance, SeededDice, bot_stream
from ..game import Action, Game, Seat
from ..match import Match
from ..spec import GameSpec, families, make_spec
from .bot_words import ALWAYS_THERE, opponents
from .presenters import presenter_of
from .table import LiveTable

log = logging.getLogger("rollwright.web.bots")

THREADS = 2
KEPT_BOTS = 48
"""So many bots a thread keeps: one for each kind of bot and each set of options."""

BUDGET = Budget(seconds=2.0)
PATIENCE = 10.0
"""Seconds after which the simplest bot answers instead, once."""

TRIAL_SECONDS = 2.0
TRIAL_PLAYERS = 2


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot is asked: all that it may know, taken from a table at one moment."""

    code: str
    bot: str
    game: Game[Any]
    seat: Seat
    view: Any
    legal: Sequence[Action]
    harmless: Action
    seed: str
    resolved: int

    @property
    def kind(self) -> tuple[str, str]:
        """Which bot is asked, in which game: when it has answered once, it will answer quickly."""
        return self.bot, self.game.spec.family


def question_of(table: LiveTable, seat: Seat) -> Question:
    """What is asked of the bot that answers for a seat now."""
    match, bot = table.match, table.seats[seat].bot
    assert match is not None
    assert bot is not None
    return Question(
        table.code,
        bot,
        table.game,
        seat,
        table.game.view(match.state, seat),
        match.legal(seat),
        table.game.default(match.state, seat),
        table.bot_seed,
        match.resolved,
    )


class Botroom:
    """Threads in which bots think."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._threads = ThreadPoolExecutor(THREADS, "bot")
        self._newcomers = ThreadPoolExecutor(1, "new-bot")
        self._met: set[tuple[str, str]] = set()
        self._kept = threading.local()
        self._is_closing = False

    def close(self) -> None:
        """Wait for no bot any more."""
        self._is_closing = True
        for threads in (self._threads, self._newcomers):
            threads.shutdown(wait=False, cancel_futures=True)

    async def ask(self, question: Question) -> Action:
        """A bot's answer; the simplest bot's where this one fails or takes too long."""
        action = await self._ask(question)
        if action is None:
            action = await self._ask(replace(question, bot=ALWAYS_THERE))
        return question.harmless if action is None else action

    async def _ask(self, question: Question) -> Action | None:
        is_met = question.kind in self._met or question.bot == ALWAYS_THERE
        work = (self._threads if is_met else self._newcomers).submit(self._answer, question)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(work), self._patience)
        except TimeoutError:
            log.warning("bot %s thinks too long at %s", question.bot, question.code)
            return None

    def warm_up(self) -> Future[None]:
        """Meet all bots, so that nobody has to wait for what they need first."""
        return self._newcomers.submit(self._meet_all)

    # In a thread

    def _answer(self, question: Question) -> Action | None:
        """What the bot answers; None where it fails."""
        stream = bot_stream(question.seed, 0, question.resolved, question.seat)
        try:
            bot = self._bot(question.bot, question.game)
            choice = bot.choose(question.view, question.seat, question.legal, stream, BUDGET)
        except Exception:
            log.exception("bot %s failed at %s", question.bot, question.code)
            return None
        if choice.action not in question.legal:
            log.error("bot %s answered illegally at %s", question.bot, question.code)
            return None
        self._met.add(question.kind)
        return choice.action

    def _bot(self, name: str, game: Game[Any]) -> Bot:
        """The bot of this thread for a game with its options."""
        kept: OrderedDict[tuple[str, GameSpec], Bot] | None = getattr(self._kept, "bots", None)
        if kept is None:
            kept = self._kept.bots = OrderedDict()
        key = name, game.spec
        if key in kept:
            kept.move_to_end(key)
        else:
            kept[key] = create_bot(name, game, allow_import=False)
            if len(kept) > KEPT_BOTS:
                kept.popitem(last=False)
        return kept[key]

    def _meet_all(self) -> None:
        """Let each bot answer a few questions, those that need most at last."""
        games = [presenter_of(make_spec(f.name, {}, TRIAL_PLAYERS)).game for f in families()]
        bots = [(o.level or 0, o.bot, game) for game in games for o in opponents(game.spec.family)]
        for _, bot, game in sorted(bots, key=lambda entry: entry[0]):
            for question in _trial(bot, game):
                if self._is_closing:
                    return
                self._answer(question)


def _trial(bot: str, game: Game[Any]) -> Iterator[Question]:
    """Questions of the first turns of a game, one of each phase, for some seconds at most."""
    match = Match(game, SeededDice("trial"))
    met: set[str] = set()
    end = time.monotonic() + TRIAL_SECONDS
    while time.monotonic() < end and match.resolved < 4 * TRIAL_PLAYERS and not match.is_over:
        if isinstance(match.node, Chance):
            match.roll()
            continue
        seat, state = match.waiting[0], match.state
        legal, harmless = match.legal(seat), game.default(match.state, seat)
        phase = getattr(match.node, "phase", "")
        if phase not in met:
            met.add(phase)
            view = game.view(state, seat)
            yield Question("-", bot, game, seat, view, legal, harmless, "trial", match.resolved)
        match.submit(match.decision, seat, harmless)
