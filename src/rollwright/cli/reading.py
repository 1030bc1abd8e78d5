"""Records from files, for the commands that look at them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import RecordError

if TYPE_CHECKING:
    from ..record import Record


def read_checked(file: str, as_json: bool) -> Record:
    """The record in a file, every step of it checked.

    Raises `RecordError` with the turn and the rule of the first wrong step, which `as_json` prints
    as JSON before.
    """
    from ..record import read_record
    from .console import print_json

    path = Path(file)
    try:
        return read_record(path)
    except RecordError as error:
        if as_json and path.is_file():
            print_json(
                {
                    "valid": False,
                    "turn": error.turn,
                    "rule": error.rule,
                    "message": str(error.text),
                }
            )
        raise
