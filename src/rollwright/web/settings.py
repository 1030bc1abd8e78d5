"""What can be set about the server, with the limits that protect it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from math import inf
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from platformdirs import user_data_path

from ..errors import InputError
from ..i18n import T


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one address, one seat and one table may ask for. Every limit answers with a 4xx.

    Rates are requests a second with a burst on top; an address is what the proxy or socket names.
    """

    body_bytes: int = 16_384
    requests_per_second: float = 20.0
    request_burst: int = 120
    tables_per_hour: int = 60
    live_tables: int = 2_000
    streams_per_viewer: int = 12
    streams_per_address: int = 100
    streams_per_table: int = 100
    events_per_table: int = 20_000
    links_per_seat: int = 5
    name_length: int = 24
    connections: int = 4_000


@dataclass(frozen=True, slots=True)
class Pace:
    """How long the server waits for what, in seconds."""

    bot: float = 0.8
    """Bots answer this long after the last person did, so that there is time to undo."""
    presence: float = 30.0
    """A person without an open page counts as present this long after acting."""
    farewell: float = 3.0
    """A closed stream counts as open this long, since a reloading page opens another."""
    look: float = 10.0
    """A hidden page, which looks now and then instead of listening, counts as open this long."""
    ping: float = 15.0
    """An idle stream gets a comment this often."""
    stalled: float = 20.0
    """A stream that takes nothing for so long is ended; its page connects again."""
    warm_up: float = 1.0
    """The bots are made ready this long after the start; with 0, when they are asked first."""
    unload: float = 600.0
    """A table where nobody is present leaves the memory after this long."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """After how many days a table or record is removed from the store; 0 means never.

    Tables count from their last event, records from the day on which somebody last looked at them.
    """

    keep_lobby: float = 30.0
    """A game that never began."""
    keep_finished: float = 365.0
    """A game that is over."""
    keep_unfinished: float = 730.0
    """A game that somebody may come back to."""
    keep_review: float = 365.0
    """A record that was handed in for a review."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that `create_app` needs to know. `database` is an SQLAlchemy URL.

    `base_url` is where people reach the server, such as ``https://dice.example``; without it the
    address of each request is used, or `lan_url` where that is the machine itself, which a phone
    could not open.
    """

    database: str = ""
    base_url: str = ""
    lan_url: str = ""
    limits: Limits = field(default_factory=Limits)
    pace: Pace = field(default_factory=Pace)
    keeping: Keeping = field(default_factory=Keeping)

    def __post_init__(self) -> None:
        if self.base_url:
            parts = urlsplit(self.base_url)
            if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
                raise InputError(
                    T("--base-url is an address such as https://dice.example, without a path.")
                )
            object.__setattr__(self, "base_url", self.base_url.rstrip("/"))
        object.__setattr__(self, "database", database_url(self.database))

    @property
    def is_secure(self) -> bool:
        """Whether people reach the server by https, so that cookies may insist on it."""
        return self.base_url.startswith("https://")


def changed_settings(settings: Settings, changes: Iterable[str]) -> Settings:
    """Settings with limits, waiting and keeping times changed, each as ``NAME=VALUE``."""
    parts: dict[str, Any] = {
        "limits": settings.limits,
        "pace": settings.pace,
        "keeping": settings.keeping,
    }
    for change in changes:
        name, _, value = change.partition("=")
        owner = next((key for key, part in parts.items() if name in _field_names(part)), None)
        if owner is None:
            names = ", ".join(name for part in parts.values() for name in _field_names(part))
            raise InputError(
                T("There is nothing called “{name}” to set; there are: {names}.",
                  name=name, names=names)
            )  # fmt: skip
        try:
            number = type(getattr(parts[owner], name))(value)
        except ValueError:
            number = -1
        if not 0 <= number < inf:
            raise InputError(T("“{change}” should be NAME=NUMBER.", change=change))
        parts[owner] = replace(parts[owner], **{name: number})
    return replace(settings, **parts)


def _field_names(part: Any) -> list[str]:
    return [known.name for known in fields(part)]


def default_database() -> str:
    """The SQLite file in the user's data folder, which is created where it is missing."""
    folder = user_data_path("rollwright", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.db'}"


def database_url(url: str) -> str:
    """The SQLAlchemy URL for what people write: ``sqlite:///FILE`` or ``postgresql://…``."""
    if not url:
        return default_database()
    scheme, colon, rest = url.partition("://")
    if not colon or scheme not in ("sqlite", "postgresql", "postgres", "postgresql+psycopg"):
        raise InputError(
            T("--db is sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME, not {text}.",
              text=hide_password(url))
        )  # fmt: skip
    if scheme != "sqlite":
        return f"postgresql+psycopg://{rest}"
    file = rest.removeprefix("/")
    if not file:
        raise InputError(T("--db=sqlite:///FILE needs a file."))
    if not Path(file).absolute().parent.is_dir():
        raise InputError(T("The folder of the database {file} does not exist.", file=file))
    return url


def hide_password(url: str) -> str:
    """A URL that may be shown: the password in it replaced by dots."""
    scheme, colon, rest = url.partition("://")
    user, at, host = rest.rpartition("@")
    if not (colon and at):
        return url
    return f"{scheme}://{user.partition(':')[0]}:…@{host}"
