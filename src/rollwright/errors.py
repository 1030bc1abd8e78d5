"""Errors that people see: each says what was wrong and what would be right, in their language."""

from __future__ import annotations

from .i18n import T, Text


class RollwrightError(Exception):
    """An error with a translatable text; `str()` shows it in the current language."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return str(self.text)


class InputError(RollwrightError, ValueError):
    """Something that was typed, sent or read from a file cannot be used."""


class IllegalAction(RollwrightError):
    """An answer that the rules forbid. `rule` is the number in docs/rules, such as ``Q4``."""

    def __init__(self, rule: str, text: Text) -> None:
        super().__init__(text)
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[str, Text]]:
        return type(self), (self.rule, self.text)  # so that it passes between processes


class StaleAnswer(RollwrightError):
    """An answer to a question that is no longer, or not yet, asked of this seat."""


class DiceError(RollwrightError):
    """A dice source that cannot give the roll that is needed."""


class UndoError(RollwrightError):
    """Something that cannot be taken back, or done again, now."""


class RecordError(InputError):
    """A record whose text or whose steps are wrong.

    `turn` is the number of the turn, 0 before the first and None in the header; `rule` is the
    number of the rule that a step breaks, None where the text itself cannot be read.
    """

    def __init__(self, text: Text, turn: int | None = None, rule: str | None = None) -> None:
        super().__init__(text)
        self.turn = turn
        self.rule = rule

    def __reduce__(self) -> tuple[type[RecordError], tuple[Text, int | None, str | None]]:
        return type(self), (self.text, self.turn, self.rule)

    def __str__(self) -> str:
        where = "" if self.turn is None else str(T("Turn {turn}:", turn=self.turn)) + " "
        return where + str(self.text) + (f" [{self.rule}]" if self.rule else "")
