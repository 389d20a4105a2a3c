"""One database, one writing connection on one thread, one reading connection on another."""

import asyncio
import fcntl
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from server.storage.engines import address, reader_engine, sqlite_file, writer_engine
from server.storage.migrate import migrate
from server.storage.port import StoreFault

T = TypeVar("T")
Work = Callable[[Connection], T]

log = logging.getLogger(__name__)


class AlreadyOpen(StoreFault):
    """Another server has this database file open."""


class Lane:
    """A thread with a connection of its own. After any failure the connection is thrown away: what it knows of the
    transaction is no longer certain."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._closed = False

    async def run(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transact, work)

    def run_blocking(self, work: Work[T]) -> T:
        """For callers that are not on the event loop, or that recover before anything else may run."""
        return self._thread.submit(self._transact, work).result()

    async def close(self) -> None:
        """Closing twice is harmless: a failed start and its cleanup may both try."""
        if not self._closed:
            self._closed = True
            await asyncio.get_running_loop().run_in_executor(self._thread, self._discard)
            self._thread.shutdown()

    def _transact(self, work: Work[T]) -> T:
        try:
            if self._connection is None:
                self._connection = self._engine.connect()
            with self._connection.begin():
                return work(self._connection)
        except StoreFault:
            self._discard()
            raise
        except Exception as error:
            self._discard()
            raise StoreFault(str(error)) from error

    def _discard(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.close()
            except SQLAlchemyError as error:
                log.warning("closing a failed connection: %s", error)


class Database:
    """What stores, credentials and queries share. Open it before use; only one process can open a SQLite file."""

    def __init__(self, url: str) -> None:
        self.url = address(url)
        self.dialect = self.url.get_backend_name()
        self._lock: IO[str] | None = None
        self._writer = Lane(writer_engine(self.url), "store-writer")
        self._reader = Lane(reader_engine(self.url), "store-reader")

    async def open(self) -> None:
        """Take the file for this process alone and bring the schema up to date."""
        if self.dialect == "sqlite":
            self._lock = lock_file(sqlite_file(self.url))
        try:
            await self.write(self._prepare)
        except StoreFault:
            await self.close()
            raise

    async def write(self, work: Work[T]) -> T:
        """Run `work` in one transaction on the writing connection. Whatever goes wrong becomes a StoreFault."""
        return await self._writer.run(work)

    def write_blocking(self, work: Work[T]) -> T:
        return self._writer.run_blocking(work)

    async def read(self, work: Work[T]) -> T:
        """Run `work` on one consistent view of the data, beside the writer and unable to change anything."""
        return await self._reader.run(work)

    async def close(self) -> None:
        # The reader goes first: whoever closes a SQLite file last would checkpoint it, and that is the writer's work.
        await self._reader.close()
        await self._writer.close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _prepare(self, connection: Connection) -> None:
        if self.dialect == "postgresql":
            # Two servers that start together must not migrate at the same time.
            connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('croupier.migrate'))"))
            for setting in ("fsync", "full_page_writes"):
                if connection.execute(text(f"SHOW {setting}")).scalar_one() != "on":
                    log.error("PostgreSQL runs with %s off: a power cut can lose acknowledged wagers", setting)
        migrate(connection)


def lock_file(database: Path) -> IO[str]:
    """Hold the lock beside a database file for as long as the returned file stays open."""
    database.parent.mkdir(parents=True, exist_ok=True)
    held = Path(f"{database}.lock").open("w")  # noqa: SIM115  (open for the life of the server)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        held.close()
        raise AlreadyOpen(f"{database} is open in another server") from error
    return held
