"""Answers to REST requests that do not go through a pit: the same key and content is answered as before."""

from functools import partial

import msgspec
from sqlalchemy import Connection, text

from server.storage.database import Database
from server.storage.venue_audit import take_turn
from server.table.values import Refusal

KEPT = 10_000


class Remembered(msgspec.Struct, frozen=True):
    """An answer given before."""

    status: int
    body: str


class Idempotency:
    """Remembers the newest answers. A secret told once must not be part of a remembered body."""

    def __init__(self, database: Database, kept: int = KEPT) -> None:
        self._database = database
        self._kept = kept

    async def recall(self, actor: str, key: str, digest: str) -> Remembered | Refusal | None:
        """The answer given to this key before, `key_reused` if it was another request, or None if the key is new."""
        return await self._database.read(partial(_recall, actor=actor, key=key, digest=digest))

    async def remember(self, actor: str, key: str, digest: str, answer: Remembered) -> None:
        await self._database.write(
            partial(_remember, actor=actor, key=key, digest=digest, answer=answer, kept=self._kept)
        )


def _recall(connection: Connection, actor: str, key: str, digest: str) -> Remembered | Refusal | None:
    row = connection.execute(
        text("SELECT digest, status, body FROM idempotency WHERE actor = :actor AND key = :key"),
        {"actor": actor, "key": key},
    ).first()
    if row is None:
        return None
    return Remembered(row.status, row.body) if row.digest == digest else Refusal("key_reused")


def _remember(connection: Connection, actor: str, key: str, digest: str, answer: Remembered, kept: int) -> None:
    take_turn(connection)
    n = (connection.execute(text("SELECT MAX(n) FROM idempotency")).scalar() or 0) + 1
    connection.execute(text("DELETE FROM idempotency WHERE n <= :last"), {"last": n - kept})
    connection.execute(
        text(
            "INSERT INTO idempotency (actor, key, n, digest, status, body) "
            "VALUES (:actor, :key, :n, :digest, :status, :body) ON CONFLICT (actor, key) DO NOTHING"
        ),
        {"actor": actor, "key": key, "n": n, "digest": digest, "status": answer.status, "body": answer.body},
    )
