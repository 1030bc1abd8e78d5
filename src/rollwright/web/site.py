"""The pages that are not about one table: home, rules, learning, languages, and for operators."""

from __future__ import annotations

import asyncio
import gzip
import time
from functools import lru_cache
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)

from ..i18n import LANGUAGES, T, Text, Tn, use_language
from ..spec import Family, families, parse_spec
from . import pages
from .bot_words import opponents
from .keys import parse_code
from .openapi import document
from .refusal import Refusal
from .store import TableRow
from .table import OVER, PLAY
from .tables import family_in, fields_in, house_of, reader_of, visitor_in
from .visitors import LANGUAGE_COOKIE, set_cookies, wants_json

LISTED_TABLES = 30
STATIC_SECONDS = 365 * 24 * 3600
COMPRESSIBLE = (".css", ".js", ".svg", ".json", ".html", ".txt", ".webmanifest")
MODULE_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}


# Reading


async def home(request: Request) -> Response:
    """GET /: the games, and the tables of whoever asks."""
    rows = await _own_tables(request)
    if wants_json(request):
        return JSONResponse(
            {
                "games": [_describe_family(family) for family in families()],
                "tables": [_describe_table(row) for row in rows],
            }
        )
    return _home_page(request, rows)


async def _own_tables(request: Request) -> list[TableRow]:
    keys = visitor_in(request).keys
    return await house_of(request).store.tables_of(keys, LISTED_TABLES) if keys else []


async def finished_cards(request: Request) -> list[pages.TableCard]:
    """The finished tables of whoever asks, the newest first."""
    rows = await _own_tables(request)
    return [_card(request, row) for row in rows if row.summary and row.phase == OVER]


def _home_page(
    request: Request, rows: list[TableRow], notice: Any = None, status: int = 200
) -> Response:
    cards = [(row, _card(request, row)) for row in rows if row.summary]
    running = [card for row, card in cards if row.phase != OVER]
    finished = [card for row, card in cards if row.phase == OVER]
    return HTMLResponse(pages.home(reader_of(request), running, finished, notice), status)


def _card(request: Request, row: TableRow) -> pages.TableCard:
    spec = parse_spec(row.summary["game"])
    title = next(family.title for family in families() if family.name == spec.family)
    totals = row.summary["totals"]
    return pages.TableCard(
        code=row.code,
        title=title,
        family=spec.family,
        names=tuple(name for name in row.summary["names"] if name),
        phase=row.phase,
        your_turn=row.phase == PLAY and _is_asked(request, row.code),
        ago=_ago(row.created),
        result=None if totals is None else " : ".join(str(total) for total in totals),
    )


def _ago(created: int) -> Text:
    """How long ago something was, `created` in milliseconds since 1970."""
    minutes = max(0, int(time.time() - created / 1000)) // 60
    if minutes < 1:
        return T("just now")
    if minutes < 60:
        return Tn("{n} minute ago", "{n} minutes ago", minutes)
    if minutes < 24 * 60:
        return Tn("{n} hour ago", "{n} hours ago", minutes // 60)
    return Tn("{n} day ago", "{n} days ago", minutes // (24 * 60))


def _is_asked(request: Request, code: str) -> bool:
    """Whether a table that is in memory waits for whoever asks."""
    room = house_of(request).rooms.get(code)
    if room is None:
        return False
    own = room.table.seats_of(visitor_in(request).keys)
    asked = (*room.table.waiting_people(), *room.table.rollers())
    return not set(own).isdisjoint(asked)


def _describe_family(family: Family) -> dict[str, Any]:
    return {
        "family": family.name,
        "title": family.title,
        "players": [family.seats.start, family.seats.stop - 1],
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "choices": list(option.choices),
                "meaning": str(option.meaning),
            }
            for option in family.options
        ],
        "bots": [
            {"name": opponent.bot, "level": opponent.level, "meaning": str(opponent.meaning)}
            for opponent in opponents(family.name)
        ],
    }


def _describe_table(row: TableRow) -> dict[str, Any]:
    return {
        "code": row.code,
        "url": f"/t/{row.code}",
        "created": row.created,
        "phase": row.phase,
        **row.summary,
    }


async def find_table(request: Request) -> Response:
    """GET /join?code=KQ7MX: the table with a code that somebody typed."""
    code = parse_code(request.query_params.get("code", "")[:20])
    if code is not None and await house_of(request).room(code) is not None:
        return RedirectResponse(f"/t/{code}", 303)
    notice = T("There is no table with this code. Look at it again: it has five letters.")
    if wants_json(request):
        raise Refusal(404, "unknown", notice)
    return _home_page(request, await _own_tables(request), notice, 404)


async def new(request: Request) -> Response:
    """GET /new/FAMILY: the page that sets up a table."""
    return HTMLResponse(pages.new_table(reader_of(request), family_in(request)))


async def rules(request: Request) -> Response:
    """GET /rules/FAMILY: the rules of a game."""
    return HTMLResponse(pages.rules(reader_of(request), family_in(request)))


async def learn(request: Request) -> Response:
    """GET /learn/FAMILY: the guided first game."""
    return HTMLResponse(pages.learn(reader_of(request), family_in(request)))


async def language(request: Request) -> Response:
    """POST /language: show all pages in another language."""
    fields = await fields_in(request)
    chosen = fields.choice("lang", LANGUAGES, LANGUAGES[0])
    onward = fields.text("next", "/", most=200)
    fields.done()
    if not onward.startswith("/") or onward.startswith(("//", "/\\")):
        onward = "/"
    use_language(chosen)
    response: Response = RedirectResponse(onward, 303)
    if wants_json(request):
        response = JSONResponse({"lang": chosen})
    set_cookies(response, {LANGUAGE_COOKIE: chosen}, house_of(request).settings)
    return response


# Files


@lru_cache(maxsize=256)
def _static_file(name: str) -> tuple[bytes, bytes, str] | None:
    """A static file as it is and compressed, with its type; None where there is none."""
    root = Path(str(files(__package__))) / "static"
    path = (root / name).resolve()
    if not path.is_relative_to(root.resolve()) or not path.is_file():
        return None
    content = path.read_bytes()
    kind = MODULE_TYPES.get(path.suffix) or guess_type(path.name)[0] or "application/octet-stream"
    small = gzip.compress(content, 9, mtime=0) if path.suffix in COMPRESSIBLE else b""
    return content, small, kind


async def static(request: Request) -> Response:
    """GET /static/VERSION/PATH: a file of the page, kept by browsers until the version changes."""
    name = request.path_params["path"]
    found = None
    if "\0" not in name and len(name) < 200:
        found = _static_file(name)
    if found is None or request.path_params["version"] != pages.STATIC_VERSION:
        raise Refusal(404, "unknown", T("There is no such file."))
    content, small, kind = found
    headers = {"Cache-Control": f"public, max-age={STATIC_SECONDS}, immutable"}
    if small and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        content = small
    return Response(content, media_type=kind, headers=headers)


async def favicon(request: Request) -> Response:
    """GET /favicon.ico: the icon, for browsers that ask without being told where it is."""
    return RedirectResponse(pages.static_url("icons/icon.svg"), 302)


async def manifest(request: Request) -> Response:
    """GET /manifest.webmanifest: makes the page installable."""
    return JSONResponse(pages.manifest(reader_of(request)), media_type="application/manifest+json")


async def robots(_: Request) -> Response:
    """GET /robots.txt: tables are nobody's search results."""
    return PlainTextResponse("User-agent: *\nDisallow: /t/\nDisallow: /s/\nDisallow: /review/\n")


# For programs and operators


async def openapi(_: Request) -> Response:
    """GET /openapi.json: what programs may ask for."""
    return JSONResponse(document())


async def health(request: Request) -> Response:
    """GET /healthz: whether this server and its database work."""
    house = house_of(request)
    try:
        async with asyncio.timeout(5):
            is_up = await house.store.is_up()
    except TimeoutError:
        is_up = False
    if house.is_closing or not is_up:
        return JSONResponse({"status": "down"}, 503)
    return JSONResponse({"status": "up"})


async def metrics(request: Request) -> Response:
    """GET /metrics: figures for Prometheus."""
    house = house_of(request)
    return PlainTextResponse(house.metrics.format(house))
