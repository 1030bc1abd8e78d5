"""What is asked for when a table is made: game, seats and settings, from JSON or a form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..errors import InputError
from ..i18n import T
from ..spec import GameSpec, find_family, make_spec, parse_call
from . import events as kinds
from .bodies import Fields
from .bot_words import default_bot
from .events import NewEvent
from .keys import hash_secret, new_secret
from .names import bot_name, check_avatar, check_bot, check_name
from .refusal import Refusal
from .settings import Limits
from .table import BOT, OPEN, PERSON, ROLLED_DICE, TYPED_DICE

SEAT_KINDS = (PERSON, BOT, OPEN)
SHORTEST_TIMER, LONGEST_TIMER = 5, 600
MOST_SEATS = 6


@dataclass(frozen=True, slots=True)
class Wish:
    """A table to be made. Seats are ready to be stored, but for their owners."""

    spec: GameSpec
    seats: list[dict[str, Any]]
    dice: str
    timer: int | None
    hints: bool

    def event(self, owner: str) -> tuple[NewEvent, dict[int, str]]:
        """The first event of the table, and the token of each seat of a person.

        All persons sit at the device of the `owner`, who is the host.
        """
        tokens = {
            seat: new_secret() for seat, row in enumerate(self.seats) if row["kind"] == PERSON
        }
        seats = [
            {**row, "owners": [owner], "tokens": [hash_secret(tokens[seat])]}
            if seat in tokens
            else row
            for seat, row in enumerate(self.seats)
        ]
        hashes = [hash_secret(token) for token in tokens.values()]
        options = dict(self.spec.options)
        family = find_family(self.spec.family)
        data = {
            "family": self.spec.family,
            "options": {k: v for k, v in options.items() if v != family.option(k).default},
            "dice": self.dice,
            "timer": self.timer,
            "hints": self.hints,
            "hosts": [owner, *hashes[:1]],
            "seats": seats,
        }
        return NewEvent(kinds.CREATE, data, (owner, *hashes)), tokens


def read_wish(fields: Fields, limits: Limits) -> Wish:
    """What somebody asks for; a `Refusal` says what is wrong with it."""
    try:
        family, options = _read_game(fields)
        players = options.pop("players", None)
        rows = _read_seats(fields, family, players)
        if players is not None and str(players) != str(len(rows)):
            raise Refusal(
                422,
                "seats",
                T("The game has {players} players, but {seats} seats were given.",
                  players=players, seats=len(rows)),
            )  # fmt: skip
        spec = make_spec(family, options, len(rows))
    except InputError as error:
        raise Refusal(422, "game", error.text) from error
    seats = _complete(rows, family, limits)
    dice = fields.choice("dice", (ROLLED_DICE, TYPED_DICE), ROLLED_DICE)
    timer = fields.optional_integer("timer", SHORTEST_TIMER, LONGEST_TIMER)
    hints = fields.switch("hints")
    if dice == TYPED_DICE and all(row["kind"] == BOT for row in seats):
        raise Refusal(422, "seats", T("Somebody must be there to roll the real dice."))
    return Wish(spec, seats, dice, timer, hints)


def _read_game(fields: Fields) -> tuple[str, dict[str, Any]]:
    """The family and the options: ``qwixx(layout=mixx_a)``, or a family and its options."""
    text = fields.optional_text("game") or fields.text("family")
    name, parameters = parse_call(text)
    find_family(name)
    options: dict[str, Any] = dict(parameters)
    given = fields.prefixed("option.") if fields.is_form else fields.object("options") or {}
    for key, value in given.items():
        if not isinstance(value, str | int | bool):
            raise Refusal(
                422, "game", T("The option {name} must be a word, a number or true or false.",
                               name=key[:40])
            )  # fmt: skip
        options[key] = value
    return name, options


def _read_seats(fields: Fields, family: str, players: object) -> list[dict[str, Any]]:
    """Who sits where; one person and bots, where nothing is said."""
    rows = _read_form_seats(fields) if fields.is_form else _read_json_seats(fields)
    if rows:
        return rows
    count = int(str(players)) if players is not None and str(players).isdigit() else 2
    bots = [{"kind": BOT, "bot": None} for _ in range(min(count, MOST_SEATS) - 1)]
    return [{"kind": PERSON}, *bots]


def _read_json_seats(fields: Fields) -> list[dict[str, Any]]:
    rows = []
    for row in fields.rows("seats", MOST_SEATS) or ():
        rows.append(
            {
                "kind": row.choice("kind", SEAT_KINDS, PERSON),
                "name": row.optional_text("name"),
                "avatar": row.optional_text("avatar"),
                "bot": row.optional_text("bot"),
            }
        )
        row.done()
    return rows


def _read_form_seats(fields: Fields) -> list[dict[str, Any]]:
    """``seat=person|open|bot:NAME|none`` and ``seat_name=…``, repeated; one ``avatar``."""
    words = fields.repeated("seat", MOST_SEATS)
    names = fields.repeated("seat_name", MOST_SEATS)
    avatar = fields.optional_text("avatar")
    names += [""] * (len(words) - len(names))
    rows: list[dict[str, Any]] = []
    for word, name in zip(words, names, strict=False):
        kind, _, bot = word.partition(":")
        if kind == "none":
            continue
        if kind not in SEAT_KINDS:
            raise Refusal(
                422, "field", T("“seat” must be one of: {choices}.",
                                choices="person, open, bot:NAME, none")
            )  # fmt: skip
        rows.append({"kind": kind, "name": name or None, "bot": bot or None})
    for row in rows:
        if row["kind"] == PERSON:
            row["avatar"] = avatar
            break
    return rows


def _complete(rows: list[dict[str, Any]], family: str, limits: Limits) -> list[dict[str, Any]]:
    """The seats with their names, avatars and bots checked, or chosen where nothing was said."""
    seats: list[dict[str, Any]] = []
    names: list[str] = []
    avatars: list[str | None] = []
    for index, row in enumerate(rows):
        if row["kind"] == OPEN:
            seats.append({"kind": OPEN})
            continue
        if row["kind"] == BOT:
            bot = check_bot(row.get("bot") or default_bot(family), family)
            name = bot_name(bot, names)
            seats.append({"kind": BOT, "name": name, "bot": bot})
        else:
            wish = row.get("name") or str(T("Player {n}", n=index + 1))
            name = check_name(wish, limits)
            avatar = check_avatar(row.get("avatar"), avatars)
            avatars.append(avatar)
            seats.append({"kind": PERSON, "name": name, "avatar": avatar})
        if name.casefold() in (other.casefold() for other in names):
            raise Refusal(422, "name", T("Two seats are called {name}.", name=name))
        names.append(name)
    return seats
