"""Requests that follow the OpenAPI document, then are spoilt a little: seeded, so repeatable."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

Json = dict[str, Any]

ODD_VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 2, 10**9, 10**30, -(2**63), 0.5, 1e308, "", " ", "-", "0", "r7",
    "keep", "call 50", "b1=10", "os:system", "greedy", "x" * 300, "\u202e", "\x00", "é💥", "Ann",
    "../..", "{name}", "%s", "'; DROP TABLE events; --", "<script>", [], [None], [1] * 20, {},
    {"a": 1}, {"white": [1, 2]}, {"face": "banana"},
]  # fmt: skip
ODD_BODIES = [
    b"", b"{", b"[]", b"nul", b"\xff\xfe", b'{"a":NaN}', b'{"a":1e999}', b"[" * 2000, b'"\\ud800"',
    b'{"seat":' + b"1" * 5000 + b"}", b"a=b&a=c", b"seat=0&decision=1&action=-", b"%ff=%fe",
]  # fmt: skip
CONTENT_TYPES = [
    "application/json", "application/json; charset=utf-16", "application/x-www-form-urlencoded",
    "text/plain", "multipart/form-data; boundary=x", "",
]  # fmt: skip
ODD_HEADERS = [
    ("Accept", "text/html"), ("Accept", "*/*"), ("Accept", "\u00ff"), ("Accept-Language", "es"),
    ("Accept-Language", "de;q=x,,;"), ("Origin", "null"), ("Origin", "https://evil.example"),
    ("Sec-Fetch-Site", "cross-site"), ("Cookie", "player=x; player=y; lang=zz"),
    ("Authorization", "Bearer " + "a" * 43), ("Authorization", "Basic !"), ("Host", "a b"),
    ("Last-Event-ID", "x"), ("Content-Length", "5"), ("X-Forwarded-For", "1.2.3.4, x"),
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shot:
    """One request."""

    method: str
    path: str
    operation: str
    headers: tuple[tuple[str, str], ...]
    body: bytes | None


class Fuzzer:
    """Makes requests for the operations of a document, about tables of given codes."""

    def __init__(self, document: Json, codes: list[str], seed: int) -> None:
        self._document = document
        self._codes = codes
        self._random = random.Random(seed)
        self._operations = [
            (path, method, operation)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
        ]

    def shot(self) -> Shot:
        """The next request."""
        path, method, operation = self._random.choice(self._operations)
        headers = [("Accept", "application/json")]
        body = None
        if "requestBody" in operation:
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            body, kind = self._body(schema)
            headers.append(("Content-Type", kind))
        if self._random.random() < 0.1:
            headers.append(self._random.choice(ODD_HEADERS))
        verb = method.upper()
        if operation["operationId"] == "stream":
            verb = "HEAD"  # the body of a stream has no end
        elif self._random.random() < 0.02:
            verb = self._random.choice(["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD"])
            if path.endswith("/stream"):
                verb = "HEAD"
        return Shot(verb, self._path(path), operation["operationId"], tuple(headers), body)

    def _path(self, path: str) -> str:
        code = self._random.choice(self._codes)
        if self._random.random() < 0.05:
            code = str(self._random.choice([c for c in ODD_VALUES if isinstance(c, str)]))
        seat = self._random.choice(["0", "1", "2", "26", "-1", "x", "99999999999999999999"])
        form = self._random.choice(["txt", "json", "exe", ".."])
        filled = path.replace("{code}", quote(code or "-", safe=""))
        filled = filled.replace("{seat}", seat).replace("{form}", form)
        family = self._random.choice(["qwixx", "qwinto", "qwingo", "chess"])
        filled = filled.replace("{family}", family)
        if self._random.random() < 0.1:
            filled += f"?after={self._random.choice(['0', '3', '-1', 'x', '9' * 20])}"
        return filled

    def _body(self, schema: Json) -> tuple[bytes, str]:
        if self._random.random() < 0.05:
            return self._random.choice(ODD_BODIES), self._random.choice(CONTENT_TYPES)
        value = self._value(schema)
        for _ in range(self._random.choice([0, 0, 1, 1, 2])):
            value = self._spoil(value)
        body = json.dumps(value).encode()
        kind = "application/json"
        if self._random.random() < 0.03:
            kind = self._random.choice(CONTENT_TYPES)
        if self._random.random() < 0.02:
            body = body[: self._random.randrange(len(body))]
        return body, kind

    def _value(self, schema: Json) -> Any:
        """Something that fits the schema."""
        if "$ref" in schema:
            schema = self._document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        if "anyOf" in schema:
            return self._value(self._random.choice(schema["anyOf"]))
        if "enum" in schema:
            return self._random.choice(schema["enum"])
        kind = schema.get("type")
        if kind == "object":
            required = schema.get("required", [])
            return {
                name: self._value(part)
                for name, part in schema.get("properties", {}).items()
                if name in required or self._random.random() < 0.5
            }
        if kind == "array":
            return [self._value(schema["items"]) for _ in range(self._random.randrange(7))]
        if kind == "integer":
            return self._random.randrange(0, 7)
        if kind == "boolean":
            return self._random.random() < 0.5
        if kind == "null":
            return None
        return self._random.choice(
            ["qwixx", "qwinto(players=3)", "qwingo", "Ann", "Ben", "-", "r7", "o4", "greedy", "/"]
        )

    def _spoil(self, value: Any) -> Any:
        """Change one thing in it."""
        if isinstance(value, dict) and value and self._random.random() < 0.9:
            key = self._random.choice(list(value))
            chance = self._random.random()
            if chance < 0.2:
                return {k: v for k, v in value.items() if k != key}
            if chance < 0.3:
                return value | {"extra" + key: self._random.choice(ODD_VALUES)}
            return value | {key: self._spoil(value[key])}
        if isinstance(value, list) and value and self._random.random() < 0.5:
            place = self._random.randrange(len(value))
            return [*value[:place], self._spoil(value[place]), *value[place + 1 :]]
        return self._random.choice(ODD_VALUES)
