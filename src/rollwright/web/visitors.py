"""Who sends a request: a browser by its cookie, a program by the token of a seat."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from ..i18n import LANGUAGES, T
from .keys import hash_secret, is_secret, new_secret
from .limits import address_group
from .refusal import Refusal
from .settings import Settings

PLAYER_COOKIE, LANGUAGE_COOKIE = "player", "lang"
YEAR_SECONDS = 365 * 24 * 3600

_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(:\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?")
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who sends a request: the hashes of the secrets in it, and the address it came from.

    `secret` is the browser's own, None where it has none yet.
    """

    keys: frozenset[str]
    address: str
    secret: str | None


def visitor_of(connection: HTTPConnection) -> Visitor:
    """Who sends this request."""
    keys = set()
    secret = connection.cookies.get(PLAYER_COOKIE, "")
    if is_secret(secret):
        keys.add(hash_secret(secret))
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and is_secret(token.strip()):
        keys.add(hash_secret(token.strip()))
    host = connection.client.host if connection.client else ""
    return Visitor(frozenset(keys), address_group(host), secret if is_secret(secret) else None)


def welcome(visitor: Visitor, response_cookies: dict[str, str]) -> str:
    """The browser's secret, a fresh one (noted in `response_cookies`) where it has none."""
    if visitor.secret is not None:
        return visitor.secret
    return response_cookies.setdefault(PLAYER_COOKIE, new_secret())


def set_cookies(response: Response, cookies: dict[str, str], settings: Settings) -> None:
    """Send cookies for a year; scripts cannot read them, and other sites cannot send them."""
    for name, value in cookies.items():
        response.set_cookie(
            name,
            value,
            max_age=YEAR_SECONDS,
            httponly=True,
            samesite="lax",
            secure=settings.is_secure,
        )


def language_of(connection: HTTPConnection) -> str:
    """The language of the switch, else the first of the browser's that there is, else English."""
    chosen = connection.cookies.get(LANGUAGE_COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    wishes = []
    for place, part in enumerate(connection.headers.get("accept-language", "")[:500].split(",")):
        tag, _, weight = part.strip().partition(";q=")
        try:
            wishes.append((-float(weight or 1), place, tag[:2].lower()))
        except ValueError:
            continue
    return next((code for _, _, code in sorted(wishes) if code in LANGUAGES), "en")


def base_url(request: Request, settings: Settings) -> str:
    """Where people reach this server, without a slash at the end."""
    if settings.base_url:
        return settings.base_url
    host = request.headers.get("host", "")
    if not _HOST.fullmatch(host):
        raise Refusal(400, "host", T("The request does not say which host it wants."))
    if settings.lan_url and urlsplit(f"//{host}").hostname in _LOOPBACK:
        return settings.lan_url
    return f"{request.url.scheme}://{host}"


def wants_json(connection: HTTPConnection) -> bool:
    """Whether the answer should be JSON: because it is asked for, or because JSON was sent."""
    accept = connection.headers.get("accept", "")
    if "text/html" in accept:
        return False
    if "application/json" in accept or connection.url.path.endswith(".json"):
        return True
    return connection.headers.get("content-type", "").startswith("application/json")
