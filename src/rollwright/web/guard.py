"""What every request passes: language, rate, origin, and the headers that protect a page."""

from __future__ import annotations

import logging
import time
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..i18n import T, use_language
from .limits import Rates
from .metrics import Metrics
from .problems import problem
from .refusal import Refusal
from .settings import Settings
from .visitors import language_of, visitor_of

log = logging.getLogger("rollwright.web.access")

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; media-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

PROTECTION = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    # Not no-referrer: browsers would then send the origin "null" with our own forms.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
HTTPS_ONLY = {"strict-transport-security": "max-age=31536000"}
VARY = (b"vary", b"Accept, Accept-Language, Cookie")

FAULT = Refusal(
    500, "fault", T("Something went wrong here; the game itself is safe. Please try again.")
)

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
UNMETERED = ("/static/", "/healthz", "/metrics")


class Guard:
    """Middleware around all routes."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        headers = PROTECTION | (HTTPS_ONLY if settings.is_secure else {})
        self._headers = [(name.encode(), value.encode()) for name, value in headers.items()]
        limits = settings.limits
        self._rates = Rates(limits.requests_per_second, limits.request_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 0

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._protect(message)
            await send(message)

        try:
            await self._answer(scope, receive, send_guarded)
            stream = scope["state"].get("stream")
            if stream is not None:
                await stream.run(receive, send_guarded)
        except ClientDisconnect:
            log.debug("a client has gone")
        except Exception:
            if status:
                raise
            log.exception("request failed")
            response = problem(Request(scope, receive), FAULT)
            await response(scope, receive, send_guarded)
        finally:
            self._note(scope, status, time.perf_counter() - began)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        visitor = visitor_of(connection)
        language = language_of(connection)
        use_language(language)
        scope["state"] = {**scope.get("state", {}), "visitor": visitor, "language": language}
        refusal = self._check(connection, visitor.address)
        if refusal is None:
            await self._app(scope, receive, send)
        else:
            response = problem(Request(scope, receive), refusal)
            await response(scope, receive, send)

    def _check(self, connection: HTTPConnection, address: str) -> Refusal | None:
        path, method = connection.url.path, connection.scope["method"]
        if not path.startswith(UNMETERED):
            wait = self._rates.take(address)
            if wait:
                return Refusal(
                    429, "rate", T("Too many requests from your address; wait a moment.")
                )
        if method not in SAFE_METHODS and not self._is_own_page(connection):
            return Refusal(403, "origin", T("This request was sent by a page of another site."))
        return None

    def _is_own_page(self, connection: HTTPConnection) -> bool:
        """Whether a page of ours sent this, or a program, which sends neither header."""
        site = connection.headers.get("sec-fetch-site")
        if site is not None:
            return site in ("same-origin", "none")
        origin = connection.headers.get("origin")
        if origin is None:
            return True
        own = {connection.headers.get("host", ""), urlsplit(self._settings.base_url).netloc}
        try:
            return bool(origin) and urlsplit(origin).netloc in own - {""}
        except ValueError:
            return False

    def _protect(self, message: Message) -> None:
        """Add the headers that a route has not set itself."""
        headers = list(message.get("headers", ()))
        known = {name for name, _ in headers}
        headers += [header for header in self._headers if header[0] not in known]
        headers.append(VARY)
        message["headers"] = headers

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        """Count and log the request by its route; paths and queries may hold secrets."""
        endpoint = scope.get("endpoint")
        route = getattr(endpoint, "__name__", type(endpoint).__name__) if endpoint else "none"
        self._metrics.count_response(route, status, seconds)
        log.info("%s %s %d %.1f ms", scope["method"], route, status, 1000 * seconds)
