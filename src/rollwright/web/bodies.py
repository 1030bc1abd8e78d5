"""Reading what a request sends: a form or JSON, both of them small and checked field by field."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request

from ..i18n import T
from .refusal import Refusal

JSON_TYPE, FORM_TYPE = "application/json", "application/x-www-form-urlencoded"
BODY_SECONDS = 10.0
MAX_FIELDS = 200
MAX_DEPTH = 6
MAX_TEXT = 200


class Fields:
    """The fields of a request, or of an object in it, read one by one.

    Numbers and switches of forms arrive as text and are understood as such. `done` refuses fields
    that nobody asked for, so that a misspelt one does not go unnoticed.
    """

    def __init__(self, data: Mapping[str, Any], where: str = "", is_form: bool = False) -> None:
        self._data = dict(data)
        self.is_form = is_form
        self._where = where
        self._known: list[str] = []

    def _take(self, name: str) -> Any:
        self._known.append(name)
        value = self._data.pop(name, None)
        return None if self.is_form and value == "" else value

    def _wrong(self, name: str, right: object) -> Refusal:
        return Refusal(
            422, "field", T("“{name}” must be {right}.", name=self._where + name, right=right)
        )

    def text(self, name: str, default: str | None = None, most: int = MAX_TEXT) -> str:
        """A text; the default where the field is missing, or a refusal where there is none."""
        value = self.optional_text(name, most)
        if value is not None:
            return value
        if default is None:
            raise self._wrong(name, T("a text"))
        return default

    def optional_text(self, name: str, most: int = MAX_TEXT) -> str | None:
        """A text, or None where the field is missing."""
        value = self._take(name)
        if value is not None and not isinstance(value, str):
            raise self._wrong(name, T("a text"))
        if value is not None and len(value) > most:
            raise self._wrong(name, T("a text of at most {most} characters", most=most))
        return value

    def choice(self, name: str, choices: tuple[str, ...], default: str) -> str:
        """One of some words."""
        value = self.text(name, default)
        if value not in choices:
            raise self._wrong(name, T("one of: {choices}", choices=", ".join(choices)))
        return value

    def integer(self, name: str, least: int, most: int) -> int:
        """A whole number."""
        value = self.optional_integer(name, least, most)
        if value is None:
            raise self._wrong(name, _range(least, most))
        return value

    def optional_integer(self, name: str, least: int, most: int) -> int | None:
        """A whole number, or None where the field is missing."""
        value = self._take(name)
        if value is None:
            return None
        if self.is_form and isinstance(value, str) and value.isascii() and value.isdigit():
            value = int(value[:20])
        if type(value) is not int or not least <= value <= most:
            raise self._wrong(name, _range(least, most))
        return value

    def switch(self, name: str) -> bool:
        """Yes or no; no where the field is missing. A ticked box of a form sends ``on``."""
        value = self._take(name)
        if self.is_form and value in ("on", "true", "1"):
            return True
        if value is None or value is False or (self.is_form and value in ("off", "false", "0")):
            return False
        if value is True:
            return True
        raise self._wrong(name, T("true or false"))

    def object(self, name: str) -> dict[str, Any] | None:
        """An object, or None where the field is missing."""
        value = self._take(name)
        if value is not None and not isinstance(value, dict):
            raise self._wrong(name, T("an object"))
        return value

    def faces(self, name: str) -> list[int] | None:
        """A short list of whole numbers, or None where the field is missing."""
        value = self._take(name)
        if value is None:
            return None
        if not isinstance(value, list) or len(value) > 10 or any(type(n) is not int for n in value):
            raise self._wrong(name, T("a list of faces, such as [3, 4]"))
        return value

    def rows(self, name: str, most: int) -> list[Fields] | None:
        """A list of objects; None where the field is missing."""
        value = self._take(name)
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
            raise self._wrong(name, T("a list of objects"))
        if len(value) > most:
            raise self._wrong(name, T("a list of at most {most} objects", most=most))
        where = self._where + name
        return [Fields(row, f"{where}.{n}.") for n, row in enumerate(value)]

    def texts(self, name: str, most: int, longest: int) -> list[str]:
        """A list of short texts; none where the field is missing."""
        value = self._take(name)
        if value is None:
            return []
        if not isinstance(value, list) or not all(
            isinstance(item, str) and len(item) <= longest for item in value
        ):
            raise self._wrong(name, T("a list of texts of at most {n} characters", n=longest))
        if len(value) > most:
            raise self._wrong(name, T("at most {most} values", most=most))
        return value

    def repeated(self, name: str, most: int) -> list[str]:
        """The values of a form's field that may be there several times."""
        value = self._take(name)
        values = value if isinstance(value, list) else [] if value is None else [value]
        if not all(isinstance(item, str) and len(item) <= MAX_TEXT for item in values):
            raise self._wrong(name, T("a text"))
        if len(values) > most:
            raise self._wrong(name, T("at most {most} values", most=most))
        return values

    def prefixed(self, prefix: str) -> dict[str, Any]:
        """All fields whose names begin so, without that beginning."""
        names = [name for name in self._data if name.startswith(prefix)]
        return {name.removeprefix(prefix): self._take(name) for name in names}

    def given(self) -> dict[str, Any]:
        """All fields that were sent and are not read yet."""
        return dict(self._data)

    def done(self) -> None:
        """Refuse whatever was not asked for."""
        for name in self._data:
            raise Refusal(
                422,
                "field",
                T("“{name}” is not known here; possible are: {known}.",
                  name=self._where + name[:40], known=", ".join(self._known) or "–"),
            )  # fmt: skip


def _range(least: int, most: int) -> object:
    return T("a whole number from {least} to {most}", least=least, most=most)


async def read_fields(request: Request, most: int) -> Fields:
    """The fields of the body of a request: JSON or a form, of at most `most` bytes."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            body = await _read_body(request, most)
    except TimeoutError:
        raise Refusal(408, "slow", T("The request took too long to arrive.")) from None
    if kind == JSON_TYPE:
        return Fields(_parse_json(body))
    if kind == FORM_TYPE:
        return Fields(_parse_form(body), is_form=True)
    if not body:
        return Fields({})
    raise Refusal(415, "type", T("Send {json} or {form}.", json=JSON_TYPE, form=FORM_TYPE))


async def _read_body(request: Request, most: int) -> bytes:
    too_long = Refusal(413, "size", T("A request may have {most} bytes at most.", most=most))
    length = request.headers.get("content-length", "0")
    if length.isdigit() and int(length[:20]) > most:
        raise too_long
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise too_long
    return bytes(body)


def _parse_json(body: bytes) -> dict[str, Any]:
    problem = Refusal(400, "json", T("The body must be a JSON object."))
    try:
        data = json.loads(body.decode(), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise problem from None
    if not isinstance(data, dict):
        raise problem
    _check_tree(data, MAX_DEPTH, problem)
    return data


def _no_constant(name: str) -> float:
    raise ValueError(name)


def _check_tree(data: object, depth: int, problem: Refusal) -> None:
    """Refuse deep nesting, and texts that UTF-8 cannot hold."""
    if depth == 0:
        raise problem
    if isinstance(data, dict):
        for key, value in data.items():
            _check_tree(key, depth, problem)
            _check_tree(value, depth - 1, problem)
    elif isinstance(data, list):
        for value in data:
            _check_tree(value, depth - 1, problem)
    elif isinstance(data, str) and any("\ud800" <= letter <= "\udfff" for letter in data):
        raise problem


def _parse_form(body: bytes) -> dict[str, Any]:
    """A form; a field that is there several times is a list."""
    problem = Refusal(400, "form", T("The form cannot be read."))
    try:
        pairs = parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            max_num_fields=MAX_FIELDS,
            errors="strict",
        )
    except ValueError:
        raise problem from None
    data: dict[str, Any] = {}
    for name, value in pairs:
        if name in data:
            known = data[name]
            data[name] = [*known, value] if isinstance(known, list) else [known, value]
        else:
            data[name] = value
    return data
