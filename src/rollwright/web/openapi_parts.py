"""What the OpenAPI document is put together from."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
BOOL: Schema = {"type": "boolean"}
NUMBER: Schema = {"type": "integer", "minimum": 0}
SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": 26}
NAME: Schema = {"type": "string", "minLength": 1, "maxLength": 24}
BOT: Schema = {"type": "string", "description": "the name of a bot, as in GET /"}
FACES: Schema = {
    "type": "array",
    "items": {"type": "integer"},
    "maxItems": 10,
    "description": "what real dice show, from 1, in the order of `roll.dice` of the view",
}
ROLL: Schema = {"type": "object", "description": "the same roll as in records"}


def optional(schema: Schema) -> Schema:
    """The same, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def object_of(properties: Schema, required: tuple[str, ...] = (), is_open: bool = False) -> Schema:
    """An object with these properties, and with others only where it `is_open`."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": is_open,
    }


def ref(name: str) -> Schema:
    """A named schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def list_of(items: Schema) -> Schema:
    """A list."""
    return {"type": "array", "items": items}


def answer_of(meaning: str, schema: Schema) -> Schema:
    """An answer in JSON."""
    return {"description": meaning, "content": {"application/json": {"schema": schema}}}


def refusals_of(*statuses: int) -> dict[str, Schema]:
    """The answers to what cannot be granted, by status."""
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
    return {str(status): answer_of(meanings[status], ref("Error")) for status in statuses}


CODE = {
    "name": "code",
    "in": "path",
    "required": True,
    "schema": {"type": "string"},
    "description": "the code of the table",
}
AFTER = {
    "name": "after",
    "in": "query",
    "required": False,
    "schema": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    "description": "the number of the newest event that was seen",
}


def get(
    name: str, meaning: str, answer: Schema, *parameters: Schema, refusals: tuple[int, ...] = ()
) -> Schema:
    """A GET, which has no body."""
    return {
        "get": {
            "operationId": name,
            "summary": meaning,
            "parameters": list(parameters),
            "responses": {"200": answer, **refusals_of(*refusals, 429, 503)},
        }
    }


def post(
    name: str,
    meaning: str,
    body: Schema,
    *parameters: Schema,
    answer: Schema | None = None,
    status: int = 200,
) -> Schema:
    """A POST with a JSON body; all of them may be refused in the same ways."""
    done = answer or answer_of("done; `number` is that of the newest event", ref("Done"))
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
                **refusals_of(400, 403, 404, 408, 409, 413, 415, 422, 429, 503),
            },
        }
    }
