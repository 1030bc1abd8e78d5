"""The events of a table: all that ever happens to it, numbered from 1 and never changed.

The state of a table is the fold of its events (`table.LiveTable`). `data` holds plain JSON:

=========  ==========================================================================
create     family, options, dice, timer, hints, hosts, seats
join       seat, name, avatar, owner, token      a person takes an open seat
leave      seat                                  in the lobby: the seat is open again
fill       seat, bot, name                       in the lobby: a bot sits down; with bot null
                                                 the seat is free again
start      seats                                 the seats that play, in order
answer     seat, decision, action, by            by: null, "bot", "timer" or "host"
undo       seat
redo       seat
roll       roll, seat                            the faces, in the order of the dice; who typed them
                                                 in, null for the server's dice
correct    roll, seat                            what the last roll really was
hand       seat, bot                             the bot answers for a person
back       seat                                  the person answers again
hint       seat, decision                        the coach was asked what would be best
own        seat, owner                           another browser gets access to the seat
key        seat, token, most                     another personal link; the seat keeps so many
rematch    code                                  the table where the same people play again
=========  ==========================================================================

Owners and tokens are SHA-256 hashes. Dice secrets are never in an event.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

CREATE, JOIN, LEAVE, FILL, START = "create", "join", "leave", "fill", "start"
ANSWER, UNDO, REDO, ROLL, CORRECT = "answer", "undo", "redo", "roll", "correct"
HAND, BACK, OWN, KEY, REMATCH = "hand", "back", "own", "key", "rematch"
HINT = "hint"

BY_BOT, BY_TIMER, BY_HOST = "bot", "timer", "host"


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event that is about to be stored. `keys` are hashes that find the table from now on."""

    kind: str
    data: dict[str, Any]
    keys: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event with its number and its time in milliseconds since 1970."""

    number: int
    at: int
    kind: str
    data: dict[str, Any]


def encode(data: dict[str, Any]) -> str:
    """The text that is stored for the data of an event."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def decode(text: str) -> dict[str, Any]:
    """The inverse of `encode`."""
    data: dict[str, Any] = json.loads(text)
    return data
