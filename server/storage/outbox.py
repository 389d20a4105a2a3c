"""What waits to be told to others. Written in the transaction of its event, told at least once afterwards."""

from functools import partial

import msgspec
from sqlalchemy import Connection, text

from server.storage.database import Database
from server.storage.venue_audit import utc_now


class Waiting(msgspec.Struct, frozen=True):
    """A message; receivers drop repeats by (pit, seq, n)."""

    pit: str
    seq: int
    n: int
    topic: str
    body: str


class Outbox:
    """The messages of one pit, in the order of its journal."""

    def __init__(self, database: Database, pit: str) -> None:
        self._database = database
        self._pit = pit

    async def waiting(self, limit: int = 100) -> list[Waiting]:
        return await self._database.read(partial(_waiting, pit=self._pit, limit=limit))

    async def published(self, last: Waiting) -> None:
        """Everything up to and including `last` was told."""
        await self._database.write(partial(_published, last=last))


def _waiting(connection: Connection, pit: str, limit: int) -> list[Waiting]:
    query = text(
        "SELECT pit, seq, n, topic, body FROM outbox WHERE pit = :pit AND published_at IS NULL "
        "ORDER BY seq, n LIMIT :limit"
    )
    return [Waiting(*row) for row in connection.execute(query, {"pit": pit, "limit": limit})]


def _published(connection: Connection, last: Waiting) -> None:
    connection.execute(
        text(
            "UPDATE outbox SET published_at = :at WHERE pit = :pit AND published_at IS NULL "
            "AND (seq < :seq OR (seq = :seq AND n <= :n))"
        ),
        {"at": utc_now(), "pit": last.pit, "seq": last.seq, "n": last.n},
    )
