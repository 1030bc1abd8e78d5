"""Lets bots and timers act at a table, while somebody is there.

Nothing here has a state of its own: after each change the next act and its time follow from the
table, so that a restarted server, or another one, goes on in the same place.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..dice import Chance
from . import plans
from .botroom import Botroom, question_of
from .events import BY_TIMER, NewEvent
from .refusal import Refusal
from .room import Room
from .store import StoreDown
from .table import PLAY, LiveTable

if TYPE_CHECKING:
    from .house import House

log = logging.getLogger("rollwright.web.driver")

RETRY_SECONDS = 2.0


class Driver:
    """Sets an alarm for each table at which bots or a timer act next."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._botroom = Botroom()

    def close(self) -> None:
        """Wait for no bot any more."""
        self._botroom.close()

    async def warm_up(self, seconds: float) -> None:
        """Let the bots get ready some seconds after the start, when the first page is served."""
        await asyncio.sleep(seconds)
        began = time.monotonic()
        await asyncio.wrap_future(self._botroom.warm_up())
        log.info("bots are ready after %.1f s", time.monotonic() - began)

    def arm(self, room: Room) -> None:
        """Set the alarm for what happens next by itself, if anything does."""
        self.disarm(room)
        if self._house.is_closing or room.is_driving or not room.is_attended():
            return
        due = self._due(room)
        if due is not None:
            delay = max(0.0, due / 1000 - time.time())
            room.alarm = asyncio.get_running_loop().call_later(delay, self._ring, room)

    def disarm(self, room: Room) -> None:
        """Set no alarm."""
        if room.alarm is not None:
            room.alarm.cancel()
            room.alarm = None

    def _due(self, room: Room) -> float | None:
        """When bots or the timer act next, in milliseconds since 1970; None if they do not."""
        table = room.table
        if _bots_act(table):
            paused = max(table.asked_at, table.people_answered_at, room.presence.resumed_at)
            return paused + 1000 * self._house.settings.pace.bot
        return table.deadline(room.presence.resumed_at)

    def _ring(self, room: Room) -> None:
        room.alarm = None
        if not room.is_driving and not self._house.is_closing:
            room.is_driving = True
            self._house.spawn(self._drive(room))

    async def _drive(self, room: Room) -> None:
        try:
            if _bots_act(room.table):
                await self._let_bots_act(room)
            else:
                await self._house.act(room, lambda table: _overdue(table, room))
        except (Refusal, StoreDown):
            await asyncio.sleep(RETRY_SECONDS)
        finally:
            room.is_driving = False
            self.arm(room)

    async def _let_bots_act(self, room: Room) -> None:
        table = room.table
        match = table.match
        assert match is not None
        if isinstance(match.node, Chance):
            await self._house.act(room, lambda t: plans.server_roll(t) if _bots_act(t) else [])
            return
        decision = match.decision
        questions = [question_of(table, seat) for seat in table.waiting_bots()]
        actions = await asyncio.gather(*map(self._botroom.ask, questions))
        answers = {q.seat: action for q, action in zip(questions, actions, strict=True)}
        await self._house.act(room, lambda t: plans.bot_answers(t, decision, answers))


def _bots_act(table: LiveTable) -> bool:
    """Whether it is up to bots: they answer when all persons have, and roll the server's dice."""
    match = table.match
    if match is None or table.phase != PLAY:
        return False
    if isinstance(match.node, Chance):
        return bool(plans.server_roll(table)) and not table.rollers()
    return bool(table.waiting_bots()) and not table.waiting_people()


def _overdue(table: LiveTable, room: Room) -> Sequence[NewEvent]:
    """The answers of those whose time is up."""
    deadline = table.deadline(room.presence.resumed_at)
    if deadline is None or deadline > time.time() * 1000:
        return []
    if table.rollers():
        return plans.server_roll(table)
    return plans.default_answers(table, table.waiting_people(), BY_TIMER)
