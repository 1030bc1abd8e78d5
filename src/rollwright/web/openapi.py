"""The OpenAPI document of the JSON interface, as data; tests hold it against what happens."""

from __future__ import annotations

from functools import cache

from ..i18n import LANGUAGES
from ..spec import families
from ..version import __version__
from .creation import LONGEST_TIMER, MOST_SEATS, SEAT_KINDS, SHORTEST_TIMER
from .openapi_coach import coach_paths, coach_schemas
from .openapi_parts import (
    AFTER,
    BOOL,
    BOT,
    CODE,
    FACES,
    NAME,
    NUMBER,
    ROLL,
    SEAT,
    TEXT,
    Schema,
    answer_of,
    get,
    list_of,
    object_of,
    optional,
    post,
    ref,
)
from .scoresheets import GREATEST_NUMBER, MOST_ENTRIES
from .table import ROLLED_DICE, TYPED_DICE
from .words import AVATARS


def _schemas() -> Schema:
    seat_link = {"seat": SEAT, "token": TEXT, "url": TEXT}
    return {
        "Error": object_of(
            {
                "error": object_of(
                    {"code": TEXT, "message": TEXT, "rule": optional(TEXT)},
                    ("code", "message", "rule"),
                )
            },
            ("error",),
        ),
        "Done": object_of({"number": NUMBER}, ("number",)),
        "NewTable": object_of(
            {
                "game": {"type": "string", "description": "such as qwixx(layout=mixx_a)"},
                "family": {"type": "string", "description": "instead of game, with options"},
                "options": {"type": "object", "additionalProperties": True},
                "seats": {**list_of(ref("NewSeat")), "maxItems": MOST_SEATS},
                "dice": {"enum": [ROLLED_DICE, TYPED_DICE]},
                "timer": optional(
                    {"type": "integer", "minimum": SHORTEST_TIMER, "maximum": LONGEST_TIMER}
                ),
                "hints": BOOL,
            }
        ),
        "NewSeat": object_of(
            {
                "kind": {"enum": list(SEAT_KINDS)},
                "name": optional(NAME),
                "avatar": optional({"enum": list(AVATARS)}),
                "bot": optional(BOT),
            }
        ),
        "SeatLink": object_of(
            {**seat_link, "number": NUMBER, "qr": TEXT}, ("seat", "token", "url")
        ),
        "Table": object_of(
            {"code": TEXT, "url": TEXT, "seats": list_of(ref("SeatLink"))},
            ("code", "url", "seats"),
        ),
        "Home": object_of(
            {"games": list_of({"type": "object"}), "tables": list_of({"type": "object"})},
            ("games", "tables"),
        ),
        "News": {
            "description": "the view, or its number alone where nothing is new",
            "anyOf": [ref("View"), ref("Done")],
        },
        "View": _view_schema(),
        **_score_sheet_schemas(),
        **coach_schemas(),
        "Ask": object_of(
            {
                "seat": SEAT,
                "decision": {**NUMBER, "description": "to be sent back with the answer"},
                "phase": TEXT,
                "sentence": TEXT,
                "secret": BOOL,
                "actions": list_of(ref("Action")),
                "pass": optional(ref("Pass")),
            },
            ("seat", "decision", "phase", "sentence", "secret", "actions", "pass"),
        ),
        "Action": object_of(
            {
                "action": TEXT,
                "kind": {"enum": ["mark", "dice", "keep", "reroll", "call"]},
                "label": TEXT,
                "field": optional(TEXT),
                "number": optional(NUMBER),
                "dice": list_of(TEXT),
                "fits": list_of(TEXT),
                "short": TEXT,
                "skips": NUMBER,
                "skipped": list_of(TEXT),
                "gain": {"type": "integer"},
                "warning": optional(TEXT),
            },
            (
                "action",
                "kind",
                "label",
                "field",
                "number",
                "dice",
                "fits",
                "short",
                "skips",
                "skipped",
                "gain",
                "warning",
            ),
        ),
        "Pass": object_of(
            {
                "action": TEXT,
                "label": TEXT,
                "kind": {"enum": ["pass", "misthrow"]},
                "gain": {"type": "integer"},
            },
            ("action", "label", "kind", "gain"),
        ),
    }


def _score_sheet_schemas() -> Schema:
    number: Schema = {"type": "integer", "minimum": 0, "maximum": GREATEST_NUMBER}
    row = {"type": "string", "description": "the name of a row"}
    field = {"field": TEXT, "label": TEXT, "number": optional(number), "skipped": list_of(TEXT)}
    closable = {"line": TEXT, "closed": BOOL, "mine": BOOL}
    misthrows = {"count": NUMBER, "most": NUMBER}
    sheet: Schema = {
        "game": TEXT,
        "sheet": {"type": "object"},
        "score": {"type": "object", "description": "as in views, with `total`"},
        "fields": {
            **list_of(object_of(field, tuple(field))),
            "description": "what may be written now, or `number` where none is printed",
        },
        "lost": {**list_of(TEXT), "description": "empty fields that stay so"},
        "closable": list_of(object_of(closable, tuple(closable))),
        "misthrows": object_of(misthrows, tuple(misthrows)),
        "over": BOOL,
        "sentence": TEXT,
    }
    return {
        "ScoreSheet": object_of(sheet, tuple(sheet)),
        "ScoreSheetEntries": object_of(
            {
                "options": {"type": "object", "additionalProperties": True},
                "entries": {**list_of(ref("ScoreSheetEntry")), "maxItems": MOST_ENTRIES},
                "number": optional(number),
            }
        ),
        "ScoreSheetEntry": {
            "description": "one thing that was marked; `close` and `open` are somebody else's lock",
            "anyOf": [
                object_of({"write": TEXT, "number": optional(number)}, ("write",)),
                object_of({"misthrow": {"enum": [True]}}, ("misthrow",)),
                object_of({"close": row}, ("close",)),
                object_of({"open": row}, ("open",)),
            ],
        },
    }


def _view_schema() -> Schema:
    properties: Schema = {
        "number": {**NUMBER, "description": "the number of the newest event in this view"},
        "code": TEXT,
        "phase": {"enum": ["lobby", "play", "over"]},
        "kind": TEXT,
        "game": TEXT,
        "family": TEXT,
        "title": TEXT,
        "options": list_of(TEXT),
        "dice_source": {"enum": [ROLLED_DICE, TYPED_DICE]},
        "commitment": {
            **optional(TEXT),
            "description": "the SHA-256 of the secret that fixes all rolls",
        },
        "secret": {**optional(TEXT), "description": "that secret, after the game"},
        "timer": optional(
            object_of({"seconds": NUMBER, "left": optional({"type": "number"})}, ("seconds",))
        ),
        "spectators": NUMBER,
        "seats": list_of({"type": "object"}),
        "turn": NUMBER,
        "node": TEXT,
        "roll": optional({"type": "object"}),
        "dice": list_of({"type": "object"}),
        "dice_turn": NUMBER,
        "called": optional(NUMBER),
        "announce": optional(TEXT),
        "hints": BOOL,
        "rematch": optional(TEXT),
        "result": optional({"type": "object"}),
        "log": list_of({"type": "object"}),
        "you": list_of(SEAT),
        "host": BOOL,
        "sentence": TEXT,
        "asks": list_of(ref("Ask")),
        "pending": {"type": "object"},
        "join_url": TEXT,
        "undo": {"type": "object", "additionalProperties": BOOL},
        "redo": {"type": "object", "additionalProperties": BOOL},
        "correct": optional({"type": "object"}),
        "sheets": list_of(optional({"type": "object"})),
        "scores": list_of(optional({"type": "object"})),
        "fresh": list_of(list_of(TEXT)),
        "lost": list_of(list_of(TEXT)),
        "can_start": BOOL,
        "why_not": optional(TEXT),
        "host_tools": list_of({"type": "object"}),
        "bots": list_of({"type": "object"}),
    }
    return object_of(properties, tuple(properties))


def _paths() -> Schema:
    seat = object_of({"seat": SEAT}, ("seat",))
    nothing = object_of({})
    number = {"name": "seat", "in": "path", "required": True, "schema": SEAT}
    form = {
        "name": "form",
        "in": "path",
        "required": True,
        "schema": {"enum": ["txt", "json"]},
    }
    family = {
        "name": "family",
        "in": "path",
        "required": True,
        "schema": {"enum": [family.name for family in families()]},
    }
    link = answer_of("a link that is shown only once", ref("SeatLink"))
    text = {"schema": {"type": "string"}}
    stream = {
        "description": "events `view` with a View as data and its number as id, and `ping`",
        "content": {"text/event-stream": text},
    }
    record = {
        "description": "the record",
        "content": {"text/plain": text, "application/json": {"schema": {"type": "object"}}},
    }
    table = "/t/{code}"
    return {
        "/": get("home", "games, bots and my tables", answer_of("all of it", ref("Home"))),
        "/tables": post(
            "create_table",
            "make a table; it begins at once if no seat is open",
            ref("NewTable"),
            answer=answer_of("the table, with the token of each seat of a person", ref("Table")),
            status=201,
        ),
        table: get(
            "view",
            "what I may know of a table",
            answer_of("the view", ref("News")),
            CODE,
            AFTER,
            refusals=(404, 422),
        ),
        f"{table}/stream": get(
            "stream", "the view whenever it changes", stream, CODE, AFTER, refusals=(404, 422)
        ),
        f"{table}/join": post(
            "join",
            "take an open seat",
            object_of({"name": NAME, "avatar": {"enum": list(AVATARS)}, "seat": SEAT}, ("name",)),
            CODE,
            answer=answer_of(
                "the seat; its token only when it was taken now",
                object_of(
                    {"number": NUMBER, "seat": SEAT, "token": TEXT, "url": TEXT},
                    ("number", "seat"),
                ),
            ),
        ),
        f"{table}/leave": post("leave", "give up a seat", seat, CODE),
        f"{table}/start": post("start", "begin the game (host)", nothing, CODE),
        f"{table}/answer": post(
            "answer",
            "answer a decision; the same answer again is fine",
            object_of(
                {
                    "seat": SEAT,
                    "decision": {"type": "integer", "minimum": 0, "maximum": 10**9},
                    "action": {"type": "string", "maxLength": 20},
                },
                ("seat", "decision", "action"),
            ),
            CODE,
        ),
        f"{table}/undo": post("undo", "take back the last answer", seat, CODE),
        f"{table}/redo": post("redo", "give it again", seat, CODE),
        f"{table}/roll": post(
            "roll",
            "roll the dice of a turn, or say what real dice show",
            object_of(
                {
                    "turn": {"type": "integer", "minimum": 0, "maximum": 10**9},
                    "seat": SEAT,
                    "faces": FACES,
                    "roll": ROLL,
                },
                ("turn",),
            ),
            CODE,
        ),
        f"{table}/correct": post(
            "correct",
            "correct the roll that was typed in last",
            object_of({"faces": FACES, "roll": ROLL}),
            CODE,
        ),
        f"{table}/seats/{{seat}}": post(
            "seat",
            "one of: hand to a bot, free, let pass once (host), take back (owner)",
            object_of({"bot": BOT, "open": BOOL, "pass": BOOL, "mine": BOOL}),
            CODE,
            number,
        ),
        f"{table}/seats/{{seat}}/link": post(
            "seat_link",
            "a personal link that moves my seat to another device",
            nothing,
            CODE,
            number,
            answer=link,
            status=201,
        ),
        f"{table}/rematch": post(
            "rematch",
            "the same people play again",
            nothing,
            CODE,
            answer=answer_of(
                "the new table", object_of({"number": NUMBER, "url": TEXT}, ("number", "url"))
            ),
        ),
        f"{table}/record.{{form}}": get(
            "record", "the record of the game", record, CODE, form, refusals=(404, 409)
        ),
        "/score/{family}": post(
            "score_sheet",
            "what a score sheet beside real dice looks like with these entries; nothing is kept",
            ref("ScoreSheetEntries"),
            family,
            answer=answer_of("the sheet", ref("ScoreSheet")),
        ),
        **coach_paths(family),
        "/language": post(
            "language",
            "the language of all texts",
            object_of({"lang": {"enum": list(LANGUAGES)}, "next": TEXT}),
            answer=answer_of("chosen", object_of({"lang": TEXT}, ("lang",))),
        ),
        "/healthz": get(
            "health", "whether it works", answer_of("it does", object_of({"status": TEXT}))
        ),
    }


@cache
def document() -> Schema:
    """The document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "rollwright",
            "version": __version__,
            "description": (
                "Tables of Qwixx, Qwinto and Qwingo for programs. Send `Accept: application/json`. "
                "A seat is answered for with its token (`Authorization: Bearer …`) or with the "
                "cookie of the browser that sat down."
            ),
        },
        "paths": _paths(),
        "components": {
            "schemas": _schemas(),
            "securitySchemes": {
                "seat": {"type": "http", "scheme": "bearer"},
                "browser": {"type": "apiKey", "in": "cookie", "name": "player"},
            },
        },
        "security": [{}, {"seat": []}, {"browser": []}],
    }
