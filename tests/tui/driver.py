"""Plays at a table that nobody looks at: presses keys, and reads what the screen shows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from textual import events
from textual.pilot import Pilot

from rollwright import Match, SeededDice, create_game
from rollwright.dice import DiceSource
from rollwright.render.segments import plain
from rollwright.tui.app import TableApp
from rollwright.tui.drawing import Drawing
from rollwright.tui.session import Session, Wait
from rollwright.tui.table import Pace, TableScreen

AT_ONCE = Pace(roll=0, answer=0, guard=0)
NEVER = Pace(roll=3600, answer=3600, guard=0)
"""Bots that take so long that they never answer in a test."""


def session_of(
    spec: str,
    seats: Sequence[str],
    dice: DiceSource | None = None,
    save: Path | None = None,
) -> Session:
    """A new match at this terminal; people are named after the colon, bots by their text."""
    names = [text.partition(":")[2] or text for text in seats]
    match = Match(create_game(spec, len(seats)), dice or SeededDice(5), names)
    return Session(match, seats, seed=1, save=save)


class Table:
    """A running app, driven by keys. Every press waits until nothing happens by itself."""

    def __init__(self, app: TableApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot
        self.session = app.session

    @property
    def screen(self) -> TableScreen:
        screen = self.app.screen
        assert isinstance(screen, TableScreen)
        return screen

    async def press(self, *keys: str) -> None:
        """Press keys one after the other; a text of several letters is a named key."""
        for key in keys:
            character = key if len(key) == 1 else None
            names = {"?": "question_mark", "-": "minus", " ": "space", "=": "equals_sign"}
            names["]"] = "right_square_bracket"
            self.app.post_message(events.Key(names.get(key, key), character))
            await self.settle()

    async def type(self, text: str) -> None:
        """Type a text and press Enter."""
        await self.press(*text, "enter")

    async def settle(self) -> None:
        """Wait until all messages are handled and no bot is thinking or about to act."""
        while self.app.is_running:
            await self._drain()
            await self.app.workers.wait_for_complete()
            await self._drain()
            if self.screen_pace.answer or self.session.wait not in (Wait.BOTS, Wait.BOT_ROLL):
                return

    @property
    def screen_pace(self) -> Pace:
        screen = self.app.screen
        return screen.pace if isinstance(screen, TableScreen) else NEVER

    async def _drain(self) -> None:
        for pump in (self.app, self.app.screen, self.app.screen):
            if self.app.is_running:
                done = asyncio.Event()
                if not pump.call_later(done.set):
                    return
                await done.wait()

    def part(self, name: str) -> str:
        """The text of one part of the screen; empty where it is not shown."""
        drawing = self.app.screen.query_one(f"#{name}", Drawing)
        is_shown = all(node.display for node in drawing.ancestors_with_self if node.is_attached)
        return plain(drawing.block) if is_shown else ""

    def text(self) -> str:
        """All text of the screen."""
        drawings = self.app.screen.query(Drawing)
        return "\n".join(self.part(str(drawing.id)) for drawing in drawings)


@asynccontextmanager
async def sit_down(
    session: Session, pace: Pace = AT_ONCE, size: tuple[int, int] = (100, 30)
) -> AsyncIterator[Table]:
    """A table with this session, on a screen of this size."""
    app = TableApp(session, pace)
    async with app.run_test(size=size) as pilot:
        table = Table(app, pilot)
        await table.settle()
        yield table
