"""The store on SQLite or PostgreSQL."""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial

from sqlalchemy import Connection, text

from server.storage.codec import sha256
from server.storage.database import Database
from server.storage.port import Batch, Fenced, Loaded, StoreFault
from server.storage.recovery import Link, find, read_head, read_page
from server.storage.rows import Head, project
from server.storage.statements import Statements
from server.table.events import Recorded
from server.table.values import VenueSettings

ANSWERS_KEPT = 100_000
SNAPSHOTS_KEPT = 2
UNNAMED = VenueSettings(name="")


class SqlStore:
    """Storage for the pits of one server. All writing happens on the database's one writing connection."""

    def __init__(self, database: Database, venue: VenueSettings = UNNAMED, answers_kept: int = ANSWERS_KEPT) -> None:
        self.database = database
        self._venue = venue
        self._answers_kept = answers_kept
        self._statements = Statements(database.dialect)
        self._heads: dict[str, Head] = {}

    @classmethod
    async def open(cls, url: str, venue: VenueSettings = UNNAMED) -> "SqlStore":
        """Open the database at `url`, migrated to this version. `venue` dates the events of a new pit until the pit
        itself records its venue."""
        database = Database(url)
        await database.open()
        return cls(database, venue)

    async def close(self) -> None:
        await self.database.close()

    # ---- ownership ---------------------------------------------------------------------------------------------------

    async def claim(self, pit: str) -> int:
        """Become the owner: raise the epoch and return it. Waits for a transaction of the old owner to be decided."""
        self._heads.pop(pit, None)
        return await self.database.write(partial(self._claim, pit=pit))

    async def heartbeat(self, pit: str, epoch: int, now_ms: int) -> None:
        """Note the owner's clock."""

        def note(connection: Connection) -> None:
            self._fence(connection, pit, epoch)
            connection.execute(
                text("UPDATE pit_time SET now_ms = :now_ms WHERE pit = :pit"), {"pit": pit, "now_ms": now_ms}
            )

        await self.database.write(note)

    def _claim(self, connection: Connection, pit: str) -> int:
        connection.execute(
            text("INSERT INTO pit_time VALUES (:pit, 0, :zone, :start) ON CONFLICT (pit) DO NOTHING"),
            {"pit": pit, "zone": self._venue.time_zone, "start": self._venue.gaming_day_start},
        )
        epoch: int = connection.execute(
            text(
                "INSERT INTO pit_owner (pit, epoch, taken_at) VALUES (:pit, 1, :at) ON CONFLICT (pit) "
                "DO UPDATE SET epoch = pit_owner.epoch + 1, taken_at = excluded.taken_at RETURNING epoch"
            ),
            {"pit": pit, "at": datetime.now(UTC).isoformat(timespec="milliseconds")},
        ).scalar_one()
        return epoch

    def _fence(self, connection: Connection, pit: str, epoch: int) -> None:
        if connection.execute(self._statements.fence, {"pit": pit, "epoch": epoch}).first() is None:
            raise Fenced(f"epoch {epoch} no longer owns pit {pit}")

    # ---- commit ------------------------------------------------------------------------------------------------------

    async def commit(self, batch: Batch) -> None:
        """One transaction for all of it. After any fault the head is forgotten and read again from the database."""
        head = self._heads.pop(batch.pit, None)
        self._heads[batch.pit] = await self.database.write(partial(self._commit, batch=batch, head=head))

    def _commit(self, connection: Connection, batch: Batch, head: Head | None) -> Head:
        self._fence(connection, batch.pit, batch.epoch)
        if head is None:
            head = read_head(connection, batch.pit)
        rows, end = project(batch, head)
        if batch.answers:
            connection.execute(
                text("DELETE FROM answer WHERE pit = :pit AND n <= :last"),
                {"pit": batch.pit, "last": end.answer_n - self._answers_kept},
            )
        self._statements.write(connection, rows)
        if batch.snapshot is not None:
            self._snapshot(connection, batch.pit, end.seq, batch.snapshot)
        self._time(connection, batch, end)
        return end

    @staticmethod
    def _snapshot(connection: Connection, pit: str, seq: int, body: bytes) -> None:
        connection.execute(
            text(
                "INSERT INTO snapshot (pit, seq, body, hash) VALUES (:pit, :seq, :body, :hash) "
                "ON CONFLICT (pit, seq) DO UPDATE SET body = excluded.body, hash = excluded.hash"
            ),
            {"pit": pit, "seq": seq, "body": body, "hash": sha256(body)},
        )
        connection.execute(
            text(
                "DELETE FROM snapshot WHERE pit = :pit AND seq NOT IN "
                "(SELECT seq FROM snapshot WHERE pit = :pit ORDER BY seq DESC LIMIT :kept)"
            ),
            {"pit": pit, "kept": SNAPSHOTS_KEPT},
        )

    @staticmethod
    def _time(connection: Connection, batch: Batch, end: Head) -> None:
        connection.execute(
            text("UPDATE pit_time SET now_ms = :now_ms, time_zone = :zone, gaming_day_start = :start WHERE pit = :pit"),
            {"pit": batch.pit, "now_ms": batch.now_ms, "zone": end.time_zone, "start": end.gaming_day_start},
        )

    # ---- recovery ----------------------------------------------------------------------------------------------------

    async def load(self, pit: str) -> Loaded:
        """The newest sound snapshot, the events after it (read page by page as they are consumed) and the answers."""
        found = await self.database.write(partial(find, pit=pit))
        return Loaded(
            snapshot=found.snapshot,
            snapshot_seq=found.after.seq,
            events=self._events(pit, found.after, found.end),
            answers=found.answers,
            now_ms=found.now_ms,
        )

    def _events(self, pit: str, after: Link, end: int) -> Iterator[Recorded]:
        while after.seq < end:
            page, after = self.database.write_blocking(partial(read_page, pit=pit, after=after))
            if not page:
                raise StoreFault(f"the journal of pit {pit} ends at {after.seq}, not at {end}")
            yield from page
