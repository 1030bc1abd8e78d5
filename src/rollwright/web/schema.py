"""The database: which tables there are, and whether an existing database fits this program."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    inspect,
    select,
)
from sqlalchemy.exc import SQLAlchemyError

from ..errors import InputError
from ..i18n import T
from .settings import hide_password

VERSION = 1

metadata = MetaData()

meta = Table("rollwright", metadata, Column("version", Integer, nullable=False))
"""One row: the version of the schema."""

games = Table(
    "tables",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("phase", String(8), nullable=False),
    Column("summary", Text, nullable=False),
)
"""One row a table: the secret of its dice, and a summary (JSON) for lists of tables."""

events = Table(
    "events",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("data", Text, nullable=False),
)
"""What happened at the tables, append-only."""

keys = Table(
    "keys",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("code", String(8), primary_key=True),
    Column("added", BigInteger, nullable=False),
)
"""Which tables a browser or a personal link belongs to, by its hash."""

sealed = Table(
    "sealed",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("secret", String(64), nullable=False),
)
"""Secrets of the house that stay the same for ever, such as the one behind the daily dice."""

records = Table(
    "records",
    metadata,
    Column("key", String(24), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("record", Text, nullable=False),
)
"""Records that somebody had reviewed, by their hash, so that reviews can be linked to.

`at` is when somebody last looked at one, to the day.
"""


def open_engine(url: str) -> Engine:
    """The engine for an SQLAlchemy URL, set up for many readers and one writer."""
    if url.startswith("sqlite"):
        engine = create_engine(url)
        event.listen(engine, "connect", _set_up_sqlite)
        return engine
    try:
        return create_engine(url, pool_pre_ping=True, pool_size=5)
    except ModuleNotFoundError as error:
        raise InputError(
            T("PostgreSQL needs one more package: pip install 'rollwright[postgres]'.")
        ) from error


def _set_up_sqlite(connection, _record) -> None:  # type: ignore[no-untyped-def]
    """WAL lets readers and the writer work at once; FULL lets no power cut take a commit back.

    Commits are shared by all answers that arrive meanwhile, so that FULL costs one sync a batch.
    """
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "busy_timeout=5000",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def prepare(engine: Engine) -> None:
    """Create the schema in an empty database; `InputError` for one of another version."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7261711)")
        version = _version(connection)
        if version is None or version <= VERSION:
            metadata.create_all(connection)
        if version is None:
            connection.execute(meta.insert().values(version=VERSION))
        elif version > VERSION:
            raise InputError(
                T(
                    "The database was written by a newer rollwright (version {found} of its "
                    "tables; this program knows {known}). Install the newer program, or name "
                    "another database with --db.",
                    found=version,
                    known=VERSION,
                )
            )


def check_database(url: str) -> None:
    """Open and prepare a database, and close it again; `InputError` says what is wrong with it."""
    engine = open_engine(url)
    try:
        prepare(engine)
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", error)).strip().splitlines()[0]
        raise InputError(
            T(
                "The database {url} cannot be opened: {reason}",
                url=hide_password(url),
                reason=reason,
            )
        ) from error
    finally:
        engine.dispose()


def _version(connection: Connection) -> int | None:
    if not inspect(connection).has_table(meta.name):
        return None
    return connection.execute(select(meta.c.version)).scalar()
