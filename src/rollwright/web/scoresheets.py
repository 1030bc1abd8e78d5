"""Score sheets: one person marks what really happens at a table with real dice and people.

The server keeps nothing of them: a page sends all its entries each time, and learns what stands
on the sheet, what it is worth and what may be written now. The rules are those of `ScoreSheet`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from ..errors import IllegalAction, InputError
from ..game import Action, Json, Seat
from ..i18n import T, Text, Tn
from ..scoresheet import Closing, Entry, Misthrow, ScoreSheet, Write
from ..spec import GameSpec, create_game, find_family, format_value, make_spec
from . import pages
from .bodies import MAX_TEXT, Fields
from .presenters import Presenter, presenter_of
from .refusal import Refusal
from .tables import family_in, fields_in, reader_of

MOST_ENTRIES = 200
GREATEST_NUMBER = 100
ENTRY_KINDS = ("write", "misthrow", "close", "open")
OWNER = Seat(0)


# The requests


async def score_page(request: Request) -> Response:
    """GET /score/FAMILY?layout=…: the page with an empty sheet, for the browser to fill in."""
    spec = _spec(family_in(request), _query_options(request))
    reader = replace(reader_of(request), path=_path(spec))
    sheet = ScoreSheet(_game(spec))
    differences = [str(line) for line in presenter_of(spec).option_lines()]
    page = pages.score_sheet(reader, sheet.game, view(sheet), _numbers(spec), differences)
    return HTMLResponse(page)


async def score_sheet(request: Request) -> Response:
    """POST /score/FAMILY: what a sheet with these entries looks like."""
    family = family_in(request)
    fields = await fields_in(request)
    spec = _spec(family, fields.object("options") or {})
    rows = fields.rows("entries", MOST_ENTRIES) or []
    number = fields.optional_integer("number", 0, GREATEST_NUMBER)
    fields.done()
    sheet = ScoreSheet(_game(spec))
    names = presenter_of(spec).field_ids
    for row in rows:
        try:
            sheet.enter(_entry(sheet, names, row))
        except IllegalAction as error:
            raise Refusal(422, "illegal", error.text, error.rule) from error
    return JSONResponse(view(sheet, number))


def _query_options(request: Request) -> dict[str, str]:
    options: dict[str, str] = {}
    for name, value in request.query_params.multi_items():
        if name in options:
            raise InputError(T("The option {name} is given twice.", name=name[:40]))
        options[name] = value
    return options


def _spec(family: str, options: Mapping[str, Any]) -> GameSpec:
    """The game that is played; a score sheet is always for one."""
    for name, value in options.items():
        is_short = len(name) <= MAX_TEXT and len(str(value)[: MAX_TEXT + 1]) <= MAX_TEXT
        if not isinstance(value, str | int | bool) or not is_short:
            raise Refusal(
                422, "game", T("The option {name} must be a word, a number or true or false.",
                               name=name[:40])
            )  # fmt: skip
    return make_spec(family, options, 1)


def _path(spec: GameSpec) -> str:
    """The path of the page of a game."""
    family = find_family(spec.family)
    query = {
        name: format_value(value)
        for name, value in spec.options
        if value != family.option(name).default
    }
    return f"/score/{spec.family}" + (f"?{urlencode(query)}" if query else "")


def _game(spec: GameSpec) -> Any:
    return create_game(spec)


@lru_cache(maxsize=64)
def _numbers(spec: GameSpec) -> tuple[int, ...]:
    """The numbers that people may write, for the pad; none where they cross printed ones."""
    sheet = ScoreSheet(_game(spec))
    if sheet.writable():
        return ()
    return tuple(n for n in range(GREATEST_NUMBER + 1) if sheet.writable(n))


def _entry(sheet: ScoreSheet, names: tuple[str, ...], row: Fields) -> Entry:
    """One entry of a request."""
    kinds = [kind for kind in ENTRY_KINDS if kind in row.given()]
    if len(kinds) != 1:
        kinds_text = ", ".join(ENTRY_KINDS)
        raise Refusal(422, "field", T("Each entry has exactly one of: {kinds}.", kinds=kinds_text))
    entry: Entry
    if kinds == ["write"]:
        entry = _write(sheet, names, row)
    elif kinds == ["misthrow"]:
        if not row.switch("misthrow"):
            raise Refusal(422, "field", T("A misthrow is entered as true."))
        entry = Misthrow()
    else:
        lines = tuple(line.name for line in sheet.game.sheet.lines)
        entry = Closing(lines.index(row.choice(kinds[0], lines, "")), closed=kinds == ["close"])
    row.done()
    return entry


def _write(sheet: ScoreSheet, names: tuple[str, ...], row: Fields) -> Write:
    name = row.text("write")
    if name not in names:
        raise Refusal(422, "field", T("There is no field “{name}” on this sheet.", name=name[:20]))
    index = names.index(name)
    number = row.optional_integer("number", 0, GREATEST_NUMBER)
    if number is None:
        number = sheet.game.sheet.fields[index].number
    if number is None:
        raise Refusal(422, "field", T("Which number is written in {name}?", name=name))
    return Write(Action(index + 1), number)


# The view


def view(sheet: ScoreSheet, number: int | None = None) -> Json:
    """What stands on a sheet, what it is worth, and what may be written now.

    `number` is the one that is to be written, where the fields have no printed ones.
    """
    presenter = presenter_of(sheet.game.spec)
    data = sheet.format()
    score = presenter.score(sheet.state, OWNER)
    fields = sheet.writable(number)
    has_locks = sheet.game.sheet.fields[0].number is not None
    return {
        "game": str(sheet.game.spec),
        "sheet": data,
        "score": {**score.format(), "total": score.total},
        "fields": [_describe_field(sheet, presenter, action, number) for action in fields],
        "lost": presenter.lost_fields(sheet.state, OWNER),
        "closable": list(_closable(sheet, data)) if has_locks else [],
        "misthrows": {
            "count": data.get("misthrows", 0),
            "most": pages.most_misthrows(sheet.game),
        },
        "over": sheet.is_over,
        "sentence": str(_sentence(sheet, score.total, number, bool(fields))),
    }


def _describe_field(
    sheet: ScoreSheet, presenter: Presenter[Any], action: Action, number: int | None
) -> Json:
    """A field that may be written in; `number` is None for a cross."""
    field = sheet.game.sheet.fields[action - 1]
    is_cross = field.number is not None
    if is_cross:
        label = presenter.action_label(sheet.state, OWNER, action)
    else:
        label = T("{number} in {field}", number=number, field=presenter.field_labels[action - 1])
    return {
        "field": presenter.field_ids[action - 1],
        "label": str(label),
        "number": None if is_cross else number,
        "skipped": presenter.skipped_fields(sheet.state, OWNER, action) if is_cross else [],
    }


def _closable(sheet: ScoreSheet, data: Json) -> Iterable[Json]:
    """The rows with their locks; `mine` is one that was locked on this sheet."""
    fields = sheet.game.sheet.fields
    for line in sheet.game.sheet.lines:
        last = fields[line.fields[-1]].number
        yield {
            "line": line.name,
            "closed": line.name in data["closed"],
            "mine": last in data[line.name],
        }


def _sentence(sheet: ScoreSheet, total: int, number: int | None, fits: bool) -> Text:
    """What can be done now, or that the game is over."""
    has_printed = sheet.game.sheet.fields[0].number is not None
    if sheet.is_over and sheet.game.spec.family == "qwingo":
        return T("A column is full: call “Qwingo!”")
    if sheet.is_over:
        return Tn("The game is over: {n} point.", "The game is over: {n} points.", total)
    if has_printed:
        return T("Tap what you cross. Has somebody else closed a row? Tap its lock.")
    if number is None:
        return T("Choose the number, then tap the field it goes into.")
    if not fits:
        return T("The {number} fits nowhere on your sheet.", number=number)
    return T("Where does the {number} go? Tap a glowing field.", number=number)
