"""A table without a server, for tests: events get consecutive numbers and times."""

from __future__ import annotations

from typing import Any

from rollwright.web import plans
from rollwright.web.events import NewEvent, StoredEvent
from rollwright.web.plans import Person, Shown
from rollwright.web.table import LiveTable

SECRET = "5" * 64
ANN, BEN = Person(frozenset({"ann"}), is_host=True), Person(frozenset({"ben"}))
STRANGER = Person(frozenset({"zoe"}))

OPEN: dict[str, Any] = {"kind": "open"}
BOT: dict[str, Any] = {"kind": "bot", "name": "Greedy", "bot": "greedy"}


def seat(name: str, owner: str) -> dict[str, Any]:
    """A seat of a person in the first event of a table."""
    return {"kind": "person", "name": name, "avatar": "fox", "owners": [owner], "tokens": []}


class Desk:
    """A table; `game` is a family with options, such as ``qwingo boxes=4``."""

    def __init__(
        self, game: str, seats: list[dict[str, Any]], secret: str = SECRET, **more: Any
    ) -> None:
        self.table = LiveTable("ABCDE", secret)
        self.events: list[StoredEvent] = []
        family, _, options = game.partition(" ")
        data = {
            "family": family,
            "options": dict(pair.split("=") for pair in options.split()),
            "dice": "rolled",
            "timer": None,
            "hints": False,
            "hosts": ["ann"],
            "seats": seats,
        } | more
        self.take([NewEvent("create", data)])

    def take(self, events: list[NewEvent]) -> None:
        """Store and apply events, a second after those before."""
        for event in events:
            number = len(self.events) + 1
            stored = StoredEvent(number, 1000 * number, event.kind, event.data)
            self.events.append(stored)
            self.table.fold(stored)

    def roll(self, *faces: int) -> None:
        """Ann or Ben, whoever has the dice, enters a roll; without faces the server rolls."""
        if not faces:
            self.take(plans.server_roll(self.table))
            return
        person = ANN if 0 in self.table.rollers() else BEN
        turn = self.table.game.turn(self.table.state)
        self.take(plans.roll(self.table, person, turn, Shown(faces=list(faces))))

    def answer(self, number: int, action: str) -> None:
        """Ann (seat 0) or Ben (seat 1) answers the present decision."""
        match = self.table.match
        assert match is not None
        person = (ANN, BEN)[number]
        self.take(plans.answer(self.table, person, number, match.decision, action))


def running(game: str = "qwixx", **more: Any) -> Desk:
    """A game of Ann (seat 0, host) and Ben that has begun."""
    desk = Desk(game, [seat("Ann", "ann"), seat("Ben", "ben")], **more)
    desk.take(plans.start(desk.table, ANN))
    return desk
