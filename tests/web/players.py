"""Scripted players that answer what their view asks, and play games to the end."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

from .serving import Client, Json

DEADLINE_SECONDS = 60


class Player:
    """Somebody who always has an answer: a mark that skips little, else a pass."""

    def __init__(self, client: Client, code: str, seed: int = 0) -> None:
        self.client = client
        self.code = code
        self._random = random.Random(seed)

    def choose(self, ask: Json) -> str:
        """An answer to a question of the view."""
        marks = [action for action in ask["actions"] if action["skips"] <= 2]
        if ask["pass"] is not None and not marks:
            return "-"
        action: str = self._random.choice(marks or ask["actions"])["action"]
        return action

    def act(self, view: Json) -> bool:
        """Do one thing that is asked of this player; whether there was any."""
        if view["roll"] is not None and set(view["roll"]["seats"]) & set(view["you"]):
            self.client.do(self.code, "roll", turn=view["roll"]["turn"])
            return True
        for ask in view["asks"]:
            self.client.do(
                self.code,
                "answer",
                seat=ask["seat"],
                decision=ask["decision"],
                action=self.choose(ask),
            )
            return True
        return False


def play_to_the_end(players: Sequence[Player]) -> Json:
    """Let the players act in changing order until the game is over; the last view."""
    order = random.Random(1)
    until = time.monotonic() + DEADLINE_SECONDS
    while time.monotonic() < until:
        acted = False
        for player in order.sample(players, len(players)):
            view = player.client.view(player.code)
            if view["phase"] == "over":
                return view
            acted = player.act(view) or acted
        if not acted:
            time.sleep(0.01)
    raise AssertionError("the game does not end")
