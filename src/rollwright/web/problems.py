"""Answers to requests that cannot be granted, as JSON or as a page."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from ..errors import InputError
from ..i18n import T, Text
from . import pages
from .refusal import Refusal
from .visitors import wants_json

RETRY_SECONDS = "2"


def problem(request: Request, refusal: Refusal) -> Response:
    """The answer to a request that is refused."""
    if wants_json(request):
        response: Response = JSONResponse(refusal.format(), refusal.status)
    else:
        response = HTMLResponse(_page(request, refusal), refusal.status)
    if refusal.status in (429, 503):
        response.headers["Retry-After"] = RETRY_SECONDS
    return response


def _page(request: Request, refusal: Refusal) -> str:
    titles = {
        404: T("Not found"),
        429: T("One moment, please"),
        500: T("Sorry"),
        503: T("One moment, please"),
    }
    reader = pages.Reader(request.state.language, request.url.path)
    title = titles.get(refusal.status, T("That did not work"))
    return pages.error(reader, refusal.status, title, refusal.text)


async def on_refusal(request: Request, error: Exception) -> Response:
    """A `Refusal` that a route raised."""
    assert isinstance(error, Refusal)
    return problem(request, error)


async def on_input_error(request: Request, error: Exception) -> Response:
    """An `InputError` of the core that a route let through."""
    assert isinstance(error, InputError)
    return problem(request, Refusal(422, "input", error.text))


async def on_store_down(request: Request, _: Exception) -> Response:
    """The database does not answer."""
    text = T("Your move could not be stored just now; please try again in a moment.")
    return problem(request, Refusal(503, "store", text))


async def on_http_error(request: Request, error: Exception) -> Response:
    """No such page, or a method that a page does not have."""
    assert isinstance(error, HTTPException)
    texts: dict[int, tuple[str, Text]] = {
        404: ("unknown", T("There is no such page.")),
        405: ("method", T("This page cannot be used in that way.")),
    }
    code, text = texts.get(error.status_code, ("request", T("The request cannot be understood.")))
    response = problem(request, Refusal(error.status_code, code, text))
    response.headers.update(error.headers or {})
    return response
