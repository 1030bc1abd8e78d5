"""The OpenAPI document of the JSON interface, as data; tests hold it against what happens."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..i18n import LANGUAGES
from ..spec import families
from ..version import __version__
from .creation import LONGEST_TIMER, MOST_SEATS, SEAT_KINDS, SHORTEST_TIMER
from .scoresheets import GREATEST_NUMBER, MOST_ENTRIES
from .table import ROLLED_DICE, TYPED_DICE
from .words import AVATARS

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_BOOL: Schema = {"type": "boolean"}
_NUMBER: Schema = {"type": "integer", "minimum": 0}
_SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": 26}
_NAME: Schema = {"type": "string", "minLength": 1, "maxLength": 24}
_BOT: Schema = {"type": "string", "description": "the name of a bot, as in GET /"}
_FACES: Schema = {
    "type": "array",
    "items": {"type": "integer"},
    "maxItems": 10,
    "description": "what real dice show, from 1, in the order of `roll.dice` of the view",
}
_ROLL: Schema = {"type": "object", "description": "the same roll as in records"}


def _optional(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _object(properties: Schema, required: tuple[str, ...] = (), is_open: bool = False) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": is_open,
    }


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _answer(meaning: str, schema: Schema) -> Schema:
    return {"description": meaning, "content": {"application/json": {"schema": schema}}}


def _refusals(*statuses: int) -> dict[str, Schema]:
    meanings = {
        400: "the request cannot be read",
        403: "not yours to do",
        404: "no such table",
        408: "the body did not arrive in time",
        409: "the game has gone on, or does not allow it now",
        413: "more than 16 kB",
        415: "neither JSON nor a form",
        422: "a field is wrong, or the rules forbid it",
        429: "too much; try again later",
        503: "the database does not answer",
    }
    return {str(status): _answer(meanings[status], _ref("Error")) for status in statuses}


_CODE = {
    "name": "code",
    "in": "path",
    "required": True,
    "schema": {"type": "string"},
    "description": "the code of the table",
}
_AFTER = {
    "name": "after",
    "in": "query",
    "required": False,
    "schema": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    "description": "the number of the newest event that was seen",
}


def _get(
    name: str, meaning: str, answer: Schema, *parameters: Schema, refusals: tuple[int, ...] = ()
) -> Schema:
    return {
        "get": {
            "operationId": name,
            "summary": meaning,
            "parameters": list(parameters),
            "responses": {"200": answer, **_refusals(*refusals, 429, 503)},
        }
    }


def _post(
    name: str,
    meaning: str,
    body: Schema,
    *parameters: Schema,
    answer: Schema | None = None,
    status: int = 200,
) -> Schema:
    """A POST with a JSON body; all of them may be refused in the same ways."""
    done = answer or _answer("done; `number` is that of the newest event", _ref("Done"))
    return {
        "post": {
            "operationId": name,
            "summary": meaning,
            "parameters": list(parameters),
            "requestBody": {
                "required": True,
                "content": {"application/json": {"schema": body}},
            },
            "responses": {
                str(status): done,
                **_refusals(400, 403, 404, 408, 409, 413, 415, 422, 429, 503),
            },
        }
    }


def _schemas() -> Schema:
    seat_link = {"seat": _SEAT, "token": _TEXT, "url": _TEXT}
    return {
        "Error": _object(
            {
                "error": _object(
                    {"code": _TEXT, "message": _TEXT, "rule": _optional(_TEXT)},
                    ("code", "message", "rule"),
                )
            },
            ("error",),
        ),
        "Done": _object({"number": _NUMBER}, ("number",)),
        "NewTable": _object(
            {
                "game": {"type": "string", "description": "such as qwixx(layout=mixx_a)"},
                "family": {"type": "string", "description": "instead of game, with options"},
                "options": {"type": "object", "additionalProperties": True},
                "seats": {**_list(_ref("NewSeat")), "maxItems": MOST_SEATS},
                "dice": {"enum": [ROLLED_DICE, TYPED_DICE]},
                "timer": _optional(
                    {"type": "integer", "minimum": SHORTEST_TIMER, "maximum": LONGEST_TIMER}
                ),
                "hints": _BOOL,
            }
        ),
        "NewSeat": _object(
            {
                "kind": {"enum": list(SEAT_KINDS)},
                "name": _optional(_NAME),
                "avatar": _optional({"enum": list(AVATARS)}),
                "bot": _optional(_BOT),
            }
        ),
        "SeatLink": _object(
            {**seat_link, "number": _NUMBER, "qr": _TEXT}, ("seat", "token", "url")
        ),
        "Table": _object(
            {"code": _TEXT, "url": _TEXT, "seats": _list(_ref("SeatLink"))},
            ("code", "url", "seats"),
        ),
        "Home": _object(
            {"games": _list({"type": "object"}), "tables": _list({"type": "object"})},
            ("games", "tables"),
        ),
        "News": {
            "description": "the view, or its number alone where nothing is new",
            "anyOf": [_ref("View"), _ref("Done")],
        },
        "View": _view_schema(),
        **_score_sheet_schemas(),
        "Ask": _object(
            {
                "seat": _SEAT,
                "decision": {**_NUMBER, "description": "to be sent back with the answer"},
                "phase": _TEXT,
                "sentence": _TEXT,
                "secret": _BOOL,
                "actions": _list(_ref("Action")),
                "pass": _optional(_ref("Pass")),
            },
            ("seat", "decision", "phase", "sentence", "secret", "actions", "pass"),
        ),
        "Action": _object(
            {
                "action": _TEXT,
                "kind": {"enum": ["mark", "dice", "keep", "reroll", "call"]},
                "label": _TEXT,
                "field": _optional(_TEXT),
                "number": _optional(_NUMBER),
                "dice": _list(_TEXT),
                "fits": _list(_TEXT),
                "short": _TEXT,
                "skips": _NUMBER,
                "skipped": _list(_TEXT),
                "gain": {"type": "integer"},
                "warning": _optional(_TEXT),
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
        "Pass": _object(
            {
                "action": _TEXT,
                "label": _TEXT,
                "kind": {"enum": ["pass", "misthrow"]},
                "gain": {"type": "integer"},
            },
            ("action", "label", "kind", "gain"),
        ),
    }


def _score_sheet_schemas() -> Schema:
    number: Schema = {"type": "integer", "minimum": 0, "maximum": GREATEST_NUMBER}
    row = {"type": "string", "description": "the name of a row"}
    field = {"field": _TEXT, "label": _TEXT, "number": _optional(number), "skipped": _list(_TEXT)}
    closable = {"line": _TEXT, "closed": _BOOL, "mine": _BOOL}
    misthrows = {"count": _NUMBER, "most": _NUMBER}
    sheet: Schema = {
        "game": _TEXT,
        "sheet": {"type": "object"},
        "score": {"type": "object", "description": "as in views, with `total`"},
        "fields": {
            **_list(_object(field, tuple(field))),
            "description": "what may be written now, or `number` where none is printed",
        },
        "lost": {**_list(_TEXT), "description": "empty fields that stay so"},
        "closable": _list(_object(closable, tuple(closable))),
        "misthrows": _object(misthrows, tuple(misthrows)),
        "over": _BOOL,
        "sentence": _TEXT,
    }
    return {
        "ScoreSheet": _object(sheet, tuple(sheet)),
        "ScoreSheetEntries": _object(
            {
                "options": {"type": "object", "additionalProperties": True},
                "entries": {**_list(_ref("ScoreSheetEntry")), "maxItems": MOST_ENTRIES},
                "number": _optional(number),
            }
        ),
        "ScoreSheetEntry": {
            "description": "one thing that was marked; `close` and `open` are somebody else's lock",
            "anyOf": [
                _object({"write": _TEXT, "number": _optional(number)}, ("write",)),
                _object({"misthrow": {"enum": [True]}}, ("misthrow",)),
                _object({"close": row}, ("close",)),
                _object({"open": row}, ("open",)),
            ],
        },
    }


def _view_schema() -> Schema:
    properties: Schema = {
        "number": {**_NUMBER, "description": "the number of the newest event in this view"},
        "code": _TEXT,
        "phase": {"enum": ["lobby", "play", "over"]},
        "kind": _TEXT,
        "game": _TEXT,
        "family": _TEXT,
        "title": _TEXT,
        "options": _list(_TEXT),
        "dice_source": {"enum": [ROLLED_DICE, TYPED_DICE]},
        "commitment": {
            **_optional(_TEXT),
            "description": "the SHA-256 of the secret that fixes all rolls",
        },
        "secret": {**_optional(_TEXT), "description": "that secret, after the game"},
        "timer": _optional(
            _object({"seconds": _NUMBER, "left": _optional({"type": "number"})}, ("seconds",))
        ),
        "spectators": _NUMBER,
        "seats": _list({"type": "object"}),
        "turn": _NUMBER,
        "node": _TEXT,
        "roll": _optional({"type": "object"}),
        "dice": _list({"type": "object"}),
        "dice_turn": _NUMBER,
        "called": _optional(_NUMBER),
        "announce": _optional(_TEXT),
        "hints": _BOOL,
        "rematch": _optional(_TEXT),
        "result": _optional({"type": "object"}),
        "log": _list({"type": "object"}),
        "you": _list(_SEAT),
        "host": _BOOL,
        "sentence": _TEXT,
        "asks": _list(_ref("Ask")),
        "pending": {"type": "object"},
        "join_url": _TEXT,
        "undo": {"type": "object", "additionalProperties": _BOOL},
        "redo": {"type": "object", "additionalProperties": _BOOL},
        "correct": _optional({"type": "object"}),
        "sheets": _list(_optional({"type": "object"})),
        "scores": _list(_optional({"type": "object"})),
        "fresh": _list(_list(_TEXT)),
        "lost": _list(_list(_TEXT)),
        "can_start": _BOOL,
        "why_not": _optional(_TEXT),
        "host_tools": _list({"type": "object"}),
        "bots": _list({"type": "object"}),
    }
    return _object(properties, tuple(properties))


def _paths() -> Schema:
    seat = _object({"seat": _SEAT}, ("seat",))
    nothing = _object({})
    number = {"name": "seat", "in": "path", "required": True, "schema": _SEAT}
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
    link = _answer("a link that is shown only once", _ref("SeatLink"))
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
        "/": _get("home", "games, bots and my tables", _answer("all of it", _ref("Home"))),
        "/tables": _post(
            "create_table",
            "make a table; it begins at once if no seat is open",
            _ref("NewTable"),
            answer=_answer("the table, with the token of each seat of a person", _ref("Table")),
            status=201,
        ),
        table: _get(
            "view",
            "what I may know of a table",
            _answer("the view", _ref("News")),
            _CODE,
            _AFTER,
            refusals=(404, 422),
        ),
        f"{table}/stream": _get(
            "stream", "the view whenever it changes", stream, _CODE, _AFTER, refusals=(404, 422)
        ),
        f"{table}/join": _post(
            "join",
            "take an open seat",
            _object({"name": _NAME, "avatar": {"enum": list(AVATARS)}, "seat": _SEAT}, ("name",)),
            _CODE,
            answer=_answer(
                "the seat; its token only when it was taken now",
                _object(
                    {"number": _NUMBER, "seat": _SEAT, "token": _TEXT, "url": _TEXT},
                    ("number", "seat"),
                ),
            ),
        ),
        f"{table}/leave": _post("leave", "give up a seat", seat, _CODE),
        f"{table}/start": _post("start", "begin the game (host)", nothing, _CODE),
        f"{table}/answer": _post(
            "answer",
            "answer a decision; the same answer again is fine",
            _object(
                {
                    "seat": _SEAT,
                    "decision": {"type": "integer", "minimum": 0, "maximum": 10**9},
                    "action": {"type": "string", "maxLength": 20},
                },
                ("seat", "decision", "action"),
            ),
            _CODE,
        ),
        f"{table}/undo": _post("undo", "take back the last answer", seat, _CODE),
        f"{table}/redo": _post("redo", "give it again", seat, _CODE),
        f"{table}/roll": _post(
            "roll",
            "roll the dice of a turn, or say what real dice show",
            _object(
                {
                    "turn": {"type": "integer", "minimum": 0, "maximum": 10**9},
                    "seat": _SEAT,
                    "faces": _FACES,
                    "roll": _ROLL,
                },
                ("turn",),
            ),
            _CODE,
        ),
        f"{table}/correct": _post(
            "correct",
            "correct the roll that was typed in last",
            _object({"faces": _FACES, "roll": _ROLL}),
            _CODE,
        ),
        f"{table}/seats/{{seat}}": _post(
            "seat",
            "one of: hand to a bot, free, let pass once (host), take back (owner)",
            _object({"bot": _BOT, "open": _BOOL, "pass": _BOOL, "mine": _BOOL}),
            _CODE,
            number,
        ),
        f"{table}/seats/{{seat}}/link": _post(
            "seat_link",
            "a personal link that moves my seat to another device",
            nothing,
            _CODE,
            number,
            answer=link,
            status=201,
        ),
        f"{table}/rematch": _post(
            "rematch",
            "the same people play again",
            nothing,
            _CODE,
            answer=_answer(
                "the new table", _object({"number": _NUMBER, "url": _TEXT}, ("number", "url"))
            ),
        ),
        f"{table}/record.{{form}}": _get(
            "record", "the record of the game", record, _CODE, form, refusals=(404, 409)
        ),
        "/score/{family}": _post(
            "score_sheet",
            "what a score sheet beside real dice looks like with these entries; nothing is kept",
            _ref("ScoreSheetEntries"),
            family,
            answer=_answer("the sheet", _ref("ScoreSheet")),
        ),
        "/language": _post(
            "language",
            "the language of all texts",
            _object({"lang": {"enum": list(LANGUAGES)}, "next": _TEXT}),
            answer=_answer("chosen", _object({"lang": _TEXT}, ("lang",))),
        ),
        "/healthz": _get(
            "health", "whether it works", _answer("it does", _object({"status": _TEXT}))
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
