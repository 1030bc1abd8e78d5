"""Where games are kept: records, and the dice secrets of games that are not over."""

from __future__ import annotations

import shlex
from datetime import datetime
from itertools import count
from pathlib import Path

from platformdirs import user_data_path

from ..dice import CommittedDice, DiceSource
from ..errors import InputError
from ..i18n import T
from ..record import Record, write_record, write_text

COMMITTED = "sha256:"
"""What the label of committed dice begins with; the commitment follows."""


def data_folder() -> Path:
    """The folder of the user's own data."""
    return user_data_path("rollwright", appauthor=False)


def new_record_path(family: str) -> Path:
    """A file for a game that begins now, which is not there yet."""
    folder = data_folder() / "games"
    stem = f"{datetime.now():%Y-%m-%d-%H%M%S}-{family}"
    names = (f"{stem}-{number}.txt" if number > 1 else f"{stem}.txt" for number in count(1))
    return next(folder / name for name in names if not (folder / name).exists())


def check_new(path: Path) -> None:
    """Raise `InputError` where something is there already: it is never overwritten."""
    if path.exists():
        raise InputError(
            T(
                "{path} is there already; choose another name, or go on with that game: "
                "--resume {quoted}",
                path=path,
                quoted=shlex.quote(str(path)),
            )
        )


def save_record(record: Record, path: Path) -> None:
    """Write a record; `InputError` where that is not possible."""
    try:
        write_record(record, path)
    except OSError as error:
        raise InputError(
            T("{path} cannot be written: {reason}.", path=path, reason=error.strerror)
        ) from error


def _secret_path(label: str) -> Path:
    return data_folder() / "secrets" / label.removeprefix(COMMITTED)


def keep_secret(dice: DiceSource) -> None:
    """Keep the secret of committed dice, readable for the user alone, to resume the game."""
    if not isinstance(dice, CommittedDice):
        return
    path = _secret_path(dice.label)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_text(path, dice.secret + "\n", mode=0o600)
    except OSError as error:
        raise InputError(
            T("{path} cannot be written: {reason}.", path=path, reason=error.strerror)
        ) from error


def find_secret(label: str) -> str:
    """The kept secret of committed dice; `InputError` says what helps where it is not here."""
    path = _secret_path(label)
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            T(
                "The secret of this game's dice is not on this machine, so they cannot be rolled "
                "on. Go on where the game was begun, or copy this file from there: {path}",
                path=path,
            )
        ) from error


def forget_secret(label: str) -> None:
    """Delete a kept secret, once the record of the game reveals it."""
    _secret_path(label).unlink(missing_ok=True)
