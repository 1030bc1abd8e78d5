"""Reviews: of a finished table by its own link, or of a record that somebody hands in.

Records that are handed in are kept under a hash of their text, so that a review has a link. The
review itself is worked out again when it is asked for, and remembered for a while.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from ..errors import InputError
from ..i18n import T, Text
from ..record import Record, format_record, parse_record, parse_record_json
from . import coach_pages, review_views
from .bodies import read_fields
from .coaching import evaluator_of
from .refusal import Refusal
from .review_views import RECORD_BYTES
from .site import finished_cards
from .table import OVER
from .tables import house_of, reader_of, room_in, visitor_in
from .visitors import wants_json
from .workroom import workroom_of

if TYPE_CHECKING:
    from ..review.report import Review

KEY_LENGTH = 20
MOST_STEPS = 2_000
KEPT_REVIEWS = 32

_reviews: OrderedDict[str, Review] = OrderedDict()
_keeping = Lock()


# The requests


async def review_front(request: Request) -> Response:
    """GET /review: where a record is handed in, and the finished tables of whoever asks."""
    cards = await finished_cards(request)
    return HTMLResponse(coach_pages.review_front(reader_of(request), cards))


async def review_record(request: Request) -> Response:
    """POST /review: keep a record, and say where its review is."""
    fields = await read_fields(request, RECORD_BYTES)
    text = fields.text("record", "", most=RECORD_BYTES)
    fields.done()
    try:
        record = await workroom_of(request).run(visitor_in(request).address, read_text, text)
    except InputError as error:
        if wants_json(request):
            raise Refusal(422, "record", error.text) from error
        return await _front_again(request, text, error.text)
    except Refusal as refusal:
        if wants_json(request) or refusal.status != 422:
            raise
        return await _front_again(request, text, refusal.text)
    kept = format_record(record)
    key = hashlib.sha256(kept.encode()).hexdigest()[:KEY_LENGTH]
    store = house_of(request).store
    if await store.record(key) is None:
        if request.app.state.table_rates.take(visitor_in(request).address):
            raise Refusal(
                429, "records", T("Too many new records from your address; try again later.")
            )
        await store.keep_record(key, kept)
    url = f"/review/{key}"
    if wants_json(request):
        return JSONResponse({"key": key, "url": url}, 201)
    return RedirectResponse(url, 303)


async def _front_again(request: Request, text: str, notice: Text) -> Response:
    cards = await finished_cards(request)
    page = coach_pages.review_front(reader_of(request), cards, text, notice)
    return HTMLResponse(page, 422)


async def review(request: Request) -> Response:
    """GET /review/KEY: the review of a record that was handed in, as a page or as JSON."""
    key = request.path_params["key"]
    text = None
    if re.fullmatch(rf"[0-9a-f]{{{KEY_LENGTH}}}", key):
        text = await house_of(request).store.record(key)
    if text is None:
        raise Refusal(404, "unknown", T("There is no such review."))
    return await _answer(request, key, parse_record(text))


async def table_review(request: Request) -> Response:
    """GET /t/CODE/review: the review of a finished table, for everybody who has its link."""
    room = await room_in(request)
    table = room.table
    if table.match is None or table.phase != OVER:
        raise Refusal(409, "running", T("A game is reviewed when it is over."))
    record = table.match.record
    kept = format_record(record)
    return await _answer(request, hashlib.sha256(kept.encode()).hexdigest()[:KEY_LENGTH], record)


async def _answer(request: Request, key: str, record: Record) -> Response:
    if not wants_json(request):
        page = coach_pages.review(reader_of(request), record.game, review_views.seat_names(record))
        return HTMLResponse(page)
    found = await workroom_of(request).run(
        visitor_in(request).address,
        lambda: review_views.describe(record, reviewed(key, record)),
        key=f"review {key} {request.state.language}",
    )
    return JSONResponse(found)


# The work


def read_text(text: str) -> Record:
    """A record in either form; raises `InputError`, or a `Refusal` of one that is too long."""
    stripped = text.strip()
    if not stripped:
        raise InputError(T("Paste a record here, or choose a file with one."))
    if stripped.startswith("{"):
        try:
            record = parse_record_json(json.loads(stripped))
        except (ValueError, RecursionError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(T("This is not a record: the JSON cannot be read.")) from None
    else:
        record = parse_record(stripped + "\n")
    if not record.steps:
        raise InputError(T("Nothing has been played in this record."))
    if len(record.steps) > MOST_STEPS:
        raise Refusal(422, "record", T("This record is too long to be reviewed here."))
    return record


def reviewed(key: str, record: Record) -> Review:
    """The review of a record, remembered by its key."""
    from ..review import coach

    with _keeping:
        if key in _reviews:
            _reviews.move_to_end(key)
            return _reviews[key]
    made = coach.review_record(record, evaluator_of(record.game))
    with _keeping:
        _reviews[key] = made
        if len(_reviews) > KEPT_REVIEWS:
            _reviews.popitem(last=False)
    return made
