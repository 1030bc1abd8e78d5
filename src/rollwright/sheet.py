"""Printed sheets as data: fields on lines (rows or columns), read from small TOML files.

A sheet says where fields are and what is printed in them, not what may be written: that is the
game's. New sheets are added as files in `games/layouts`, without a change to the core.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

_TOKEN = re.compile(r"(?P<colour>[A-Z])?(?P<number>\d+)|(?P<mark>[o*])")


@dataclass(frozen=True, slots=True)
class Field:
    """A place of the sheet in which something can be written.

    `line` and `position` count from 0; `column` is its place across, which fields of other lines
    may share. `number` and `colour` are printed in it, where the game prints any; a `bonus` field
    is framed.
    """

    line: int
    position: int
    column: int
    number: int | None = None
    colour: str | None = None
    bonus: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A row, or a column of a sheet that is filled downwards, with the indices of its fields."""

    name: str
    letter: str
    fields: tuple[int, ...]


@dataclass(frozen=True)
class SheetSpec:
    """A printed sheet. Field indices count from 0, line after line."""

    name: str
    title: str
    faces: int
    lines: tuple[Line, ...]
    fields: tuple[Field, ...]

    @cached_property
    def checksum(self) -> str:
        """A digest of all that is printed, so that a test can pin a sheet to its source."""
        printed = repr((self.faces, self.lines, self.fields))
        return hashlib.blake2b(printed.encode(), digest_size=8).hexdigest()

    @cached_property
    def line_letters(self) -> dict[str, int]:
        """The index of each line by its letter."""
        return {line.letter: index for index, line in enumerate(self.lines)}

    @cached_property
    def columns(self) -> dict[int, tuple[int, ...]]:
        """The fields of each column, from the top."""
        found: dict[int, list[int]] = {}
        for index, field in enumerate(self.fields):
            found.setdefault(field.column, []).append(index)
        return {column: tuple(found[column]) for column in sorted(found)}

    def field(self, line: int, position: int) -> int:
        """The index of a field by its line and its position there."""
        return self.lines[line].fields[position]


def parse_sheet_spec(text: str) -> SheetSpec:
    """Read a sheet from TOML.

    The file has ``name``, ``title``, ``faces`` (of each die) and one ``[[line]]`` after the
    other, each with ``name``, ``letter`` and ``fields``: words for the columns from the left.
    ``.`` is no field; ``o`` a field and ``*`` a framed one; ``7`` a field with a printed number
    and ``R7`` one in a colour, by the letter of the line that the colour is named after.
    """
    data: dict[str, Any] = tomllib.loads(text)
    letters = {entry["letter"]: entry["name"] for entry in data["line"]}
    fields: list[Field] = []
    lines: list[Line] = []
    for line, entry in enumerate(data["line"]):
        first = len(fields)
        for column, token in enumerate(entry["fields"].split()):
            if token == ".":
                continue
            found = _TOKEN.fullmatch(token)
            if found is None:
                raise ValueError(f"{data['name']}, line {entry['name']}: unknown field {token!r}")
            number, colour = found["number"], found["colour"]
            fields.append(
                Field(
                    line,
                    len(fields) - first,
                    column,
                    int(number) if number else None,
                    letters[colour.lower()] if colour else None,
                    found["mark"] == "*",
                )
            )
        lines.append(Line(entry["name"], entry["letter"], tuple(range(first, len(fields)))))
    return SheetSpec(data["name"], data["title"], data["faces"], tuple(lines), tuple(fields))
