"""Refusals: requests that are not carried out, each with a status, a short code and a reason."""

from __future__ import annotations

from ..errors import RollwrightError
from ..i18n import Text


class Refusal(RollwrightError):
    """A request that is refused: `status` for HTTP, `code` for programs, a text for people.

    `rule` is the number of the rule of the game that forbids an answer.
    """

    def __init__(self, status: int, code: str, text: Text, rule: str | None = None) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.rule = rule

    def format(self) -> dict[str, object]:
        """The refusal as JSON, in the current language."""
        return {"error": {"code": self.code, "message": str(self.text), "rule": self.rule}}
