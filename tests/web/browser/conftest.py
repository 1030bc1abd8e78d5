"""A real Chromium for the tests, and pages whose troubles fail the test that opened them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ..serving import LiveServer
from .table import TablePage

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
MISSING = "the browser tests need Debian's chromium: apt-get install chromium"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

PHONE, SMALL, SIDEWAYS, DESK = (390, 844), (320, 640), (844, 390), (1280, 800)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Debian's Chromium; without it the tests are skipped, and fail under CI.

    Not for the whole session: Playwright keeps an event loop running, which asynchronous tests
    of other modules in the same process must not meet.
    """
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


class Visitor:
    """One person's browser: keeps its cookies, and remembers what its pages complained about."""

    def __init__(
        self, browser: Any, server: LiveServer, size: tuple[int, int], **more: Any
    ) -> None:
        self.server = server
        self.complaints: list[str] = []
        self.context = browser.new_context(
            base_url=server.url,
            viewport={"width": size[0], "height": size[1]},
            **{"locale": "en-GB", **more},
        )
        self.context.set_default_timeout(10_000)

    def page(self) -> Any:
        """A new tab."""
        page = self.context.new_page()
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error}"))
        return page

    def _on_console(self, message: Any) -> None:
        is_refusal = "Failed to load resource" in message.text
        if message.type in ("error", "warning") and not is_refusal:
            self.complaints.append(f"{message.location.get('url')}: {message.text}")

    def open(self, path: str) -> Any:
        """A tab that shows a path."""
        page = self.page()
        page.goto(path)
        return page

    def table(self, path: str) -> TablePage:
        """A tab that shows a table."""
        table = TablePage(self.open(path))
        table.wait_until_live()
        return table

    def create(self, game: str, *seats: str, **more: Any) -> str:
        """A new table of this person, by the JSON interface; gives its path.

        Seats are names of people at this device, ``bot`` or ``open``.
        """
        rows = [
            {"kind": seat} if seat == "open" else
            {"kind": "bot", "bot": "greedy"} if seat == "bot" else
            {"kind": "person", "name": seat}
            for seat in seats
        ]  # fmt: skip
        answer = self.context.request.post(
            "/tables",
            data={"game": game, "seats": rows, **more},
            headers={"Accept": "application/json"},
        )
        assert answer.status == 201, answer.text()
        return f"/t/{answer.json()['code']}"

    def post(self, path: str, **data: Any) -> Any:
        """Something done by the JSON interface with this person's cookies."""
        answer = self.context.request.post(path, data=data, headers={"Accept": "application/json"})
        assert answer.ok, answer.text()
        return answer.json()


NewVisitor = Callable[..., Visitor]


@pytest.fixture
def new_visitor(browser: Any, server: LiveServer) -> Iterator[NewVisitor]:
    """Makes visitors; a script error, a console error or a CSP violation fails the test."""
    visitors: list[Visitor] = []

    def make(size: tuple[int, int] = DESK, **more: Any) -> Visitor:
        visitors.append(Visitor(browser, server, size, **more))
        return visitors[-1]

    yield make
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    for visitor in visitors:
        visitor.context.close()
    assert complaints == []


@pytest.fixture
def visitor(new_visitor: NewVisitor) -> Visitor:
    """A person at a desk."""
    return new_visitor()
