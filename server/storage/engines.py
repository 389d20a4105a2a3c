"""How a connection to either database is made, and with which settings."""

import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.pool import NullPool

IDLE_IN_TRANSACTION_MS = 2_000
"""A stalled owner inside a transaction holds the fence row; after this long the database frees it for the next one."""
STATEMENT_MS = 30_000
NETWORK_SILENCE_MS = 5_000
BUSY_MS = 5_000


class AddressRefused(ValueError):
    """Not the address of a database this product can use."""


def address(url: str) -> URL:
    """The database behind `url`: sqlite:///file or postgresql://..., the latter always through psycopg."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql":
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        raise AddressRefused("expected sqlite:///path/to/file or postgresql://host/database")
    return parsed


def sqlite_file(url: URL) -> Path:
    return Path(url.database or "").absolute()


def writer_engine(url: URL) -> Engine:
    """The one connection that changes anything: durable before it answers, and alone in checkpointing."""
    if url.get_backend_name() == "sqlite":
        path = sqlite_file(url)
        return _sqlite(f"file:{quote(str(path))}?mode=rwc", "BEGIN IMMEDIATE", _writer_pragmas)
    return create_engine(url, poolclass=NullPool, connect_args=_libpq(STATEMENT_MS))


def reader_engine(url: URL) -> Engine:
    """A connection for reports that can neither write nor checkpoint."""
    if url.get_backend_name() == "sqlite":
        return _sqlite(f"file:{quote(str(sqlite_file(url)))}?mode=ro", "BEGIN", _reader_pragmas)
    return create_engine(
        url,
        poolclass=NullPool,
        connect_args=_libpq(0),
        isolation_level="REPEATABLE READ",
        execution_options={"postgresql_readonly": True},
    )


def _libpq(statement_ms: int) -> dict[str, Any]:
    options = {
        "synchronous_commit": "on",
        "idle_in_transaction_session_timeout": IDLE_IN_TRANSACTION_MS,
        "statement_timeout": statement_ms,
        "timezone": "UTC",
    }
    return {
        "options": " ".join(f"-c {name}={value}" for name, value in options.items()),
        "application_name": "croupier",
        "connect_timeout": 5,
        # A peer that vanished without a word must not hang a commit for minutes.
        "keepalives": 1,
        "keepalives_idle": 2,
        "keepalives_interval": 1,
        "keepalives_count": 3,
        "tcp_user_timeout": NETWORK_SILENCE_MS,
    }


def _writer_pragmas(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _reader_pragmas(connection: sqlite3.Connection) -> None:
    # SQLite before 3.51.3 can corrupt a WAL when two connections checkpoint at once.
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("PRAGMA query_only = ON")


def _sqlite(uri: str, begin: str, pragmas: Any) -> Engine:
    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(uri, uri=True, timeout=BUSY_MS / 1000, check_same_thread=False)
        # The module must not open transactions by itself; `begin` below does.
        connection.isolation_level = None
        pragmas(connection)
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
