"""The page of a table as a person uses it."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import TimeoutError

TOO_SOON = 350
"""The page ignores presses so soon, in milliseconds, after a button has changed."""

ASKED = {
    "qwixx": {"main", "field"},
    "qwinto": {"dice", "main", "field"},
    "qwingo": {"field", "call"},
}
"""What each game asks for in its phases; a roll and what is kept are the main action."""


class TablePage:
    """A tab that shows a table; `step` does one thing that can be done now."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self._turns = 0

    def wait_until_live(self) -> None:
        """Wait until the modules have drawn the first view."""
        self.page.wait_for_selector("body[data-phase]")

    @property
    def phase(self) -> str:
        """``lobby``, ``play`` or ``over``."""
        phase: str = self.page.get_attribute("body", "data-phase")
        return phase

    @property
    def sentence(self) -> str:
        """What the page says is asked."""
        text: str = self.page.text_content("#sentence")
        return text

    @property
    def spoken(self) -> str:
        """What the live region says to a screen reader."""
        text: str = self.page.text_content("#live")
        return text

    def is_shown(self, selector: str) -> bool:
        """Whether an element is there to be seen."""
        shown: bool = self.page.is_visible(selector)
        return shown

    def can_press(self, selector: str) -> bool:
        """Whether a button can be pressed."""
        return self.is_shown(selector) and bool(self.page.is_enabled(selector))

    def kind(self) -> str | None:
        """What can be done now, such as ``field``; None where the page waits for others."""
        possible = {
            "hand over": self.is_shown("#hand-over-go"),
            "main": self.can_press("#main-action"),
            "dice": self.is_shown("#dice-choice"),
            "call": self.is_shown("#call-pad"),
            "field": self.page.locator("#sheet .legal").count() > 0,
            "pass": self.can_press("#pass"),
        }
        return next((kind for kind, is_possible in possible.items() if is_possible), None)

    def step(self) -> str | None:
        """Do one thing that can be done now; gives what, None where the page waits for others."""
        kind = self.kind()
        if kind is None:
            return None
        targets = {
            "hand over": "#hand-over-go",
            "main": "#main-action",
            "pass": "#pass",
        }
        if kind == "call":
            self.choose_call()
        elif kind == "dice":
            self._turns += 1
            self._click(self.page.locator("#dice-choice .die").nth(self._turns % 3))
        elif kind == "field":
            self._click(self.good_field())
        else:
            self._click(self.page.locator(targets[kind]))
        return kind

    def _click(self, target: Any) -> None:
        """Click, unless the page has gone on meanwhile."""
        with suppress(TimeoutError):
            target.click(timeout=1_000)

    def press_main(self) -> None:
        """Press the main action as soon as it is there, with the care of a person."""
        self.wait_for(lambda: self.can_press("#main-action"), "the main action")
        self.page.wait_for_timeout(TOO_SOON)
        self.page.click("#main-action")

    def press_pass(self) -> None:
        """Press pass as soon as it is there."""
        self.wait_for(lambda: self.can_press("#pass"), "the pass")
        self.page.wait_for_timeout(TOO_SOON)
        self.page.click("#pass")

    def tap_faces(self, faces: list[int]) -> None:
        """Enter what real dice show."""
        rows = self.page.locator("#typed-dialog .typed-row")
        assert rows.count() == len(faces)
        for row, face in enumerate(faces):
            rows.nth(row).locator(".face-button").nth(face - 1).click()
        self.page.click("#typed-dialog .main")

    def choose_call(self) -> None:
        """Choose a number to call, another ten each time, one that fits where there is one."""
        self._turns += 1
        self.page.locator("#call-pad .ten").nth(3 * self._turns % 10).click()
        useful = self.page.locator("#call-pad .one.useful:visible")
        numbers = useful if useful.count() else self.page.locator("#call-pad .one:visible")
        numbers.nth(numbers.count() // 2).click()

    def good_field(self) -> Any:
        """A field that can be answered with, from the middle, without a warning if possible."""
        legal = self.page.locator("#sheet .legal:not(.warned)")
        if not legal.count():
            legal = self.page.locator("#sheet .legal")
        return legal.nth(legal.count() // 2)

    def wait_for(self, is_so: Callable[[], bool], what: str, seconds: float = 10.0) -> None:
        """Wait until something is so."""
        end = time.monotonic() + seconds
        while not is_so():
            assert time.monotonic() < end, f"waited in vain: {what}; {self.sentence!r}"
            self.page.wait_for_timeout(15)

    def marks(self) -> list[str]:
        """The fields of the own sheet in which something stands."""
        found: list[str] = self.page.eval_on_selector_all(
            "#sheet .field.marked:not(.pending), #sheet .field.written:not(.pending)",
            "nodes => nodes.map(node => node.dataset.field)",
        )
        return found

    def legal(self) -> list[str]:
        """The fields of the own sheet that can be answered with."""
        found: list[str] = self.page.eval_on_selector_all(
            "#sheet .legal", "nodes => nodes.map(node => node.dataset.field)"
        )
        return found

    def is_over(self) -> bool:
        """Whether the result is shown."""
        return self.phase == "over"


def play_on(*tables: TablePage, until: Callable[[], bool], seconds: float = 40.0) -> list[str]:
    """Let all tables take turns in doing what they can; gives the kinds of things done."""
    done: list[str] = []
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, [table.sentence for table in tables]
        kinds = [table.step() for table in tables if not table.is_over()]
        done += [kind for kind in kinds if kind]
        tables[0].page.wait_for_timeout(20)
    return done
