"""Reading a pit back: where its record ends, its newest sound snapshot, and its events with their chain checked."""

import logging
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, text

from server.storage.audit import pit_chain
from server.storage.codec import GENESIS, link, recorded, sha256
from server.storage.port import StoredAnswer, StoreFault
from server.storage.rows import Head
from server.table.events import Recorded

PAGE_ROWS = 1_000
JOURNAL_COLUMNS = (
    "pit, seq, epoch, cmd, actor_role, actor_id, actor_name, at, gaming_day, now_ms, type, table_id, round_id, body, "
    "hash"
)

log = logging.getLogger(__name__)


class Link(msgspec.Struct, frozen=True):
    """A place in a chain."""

    seq: int
    hash: str


START = Link(0, GENESIS)


class Found(msgspec.Struct):
    """What recovery finds besides the events."""

    snapshot: bytes | None
    after: Link
    end: int
    answers: list[StoredAnswer]
    now_ms: int


def read_head(connection: Connection, pit: str) -> Head:
    """Where the record of a pit ends."""
    journal = last_link(connection, "SELECT seq, hash FROM journal WHERE pit = :of ORDER BY seq DESC LIMIT 1", pit)
    audit = last_audit(connection, pit_chain(pit))
    answered = connection.execute(text("SELECT MAX(n) FROM answer WHERE pit = :pit"), {"pit": pit}).scalar_one()
    time = connection.execute(
        text("SELECT time_zone, gaming_day_start FROM pit_time WHERE pit = :pit"), {"pit": pit}
    ).one()
    return Head(
        seq=journal.seq,
        hash=journal.hash,
        audit_n=audit.seq,
        audit_hash=audit.hash,
        answer_n=answered or 0,
        time_zone=time.time_zone,
        gaming_day_start=time.gaming_day_start,
    )


def last_audit(connection: Connection, chain: str) -> Link:
    return last_link(connection, "SELECT n AS seq, hash FROM audit WHERE chain = :of ORDER BY n DESC LIMIT 1", chain)


def last_link(connection: Connection, query: str, of: str) -> Link:
    row = connection.execute(text(query), {"of": of}).first()
    return START if row is None else Link(row.seq, row.hash)


def find(connection: Connection, pit: str) -> Found:
    """What `load` answers with, except that the events are read later, page by page."""
    snapshot, after = _snapshot(connection, pit)
    answers = connection.execute(text("SELECT cmd, digest, body FROM answer WHERE pit = :pit ORDER BY n"), {"pit": pit})
    now_ms = connection.execute(text("SELECT now_ms FROM pit_time WHERE pit = :pit"), {"pit": pit}).scalar()
    return Found(
        snapshot=snapshot,
        after=after,
        end=last_link(connection, "SELECT seq, hash FROM journal WHERE pit = :of ORDER BY seq DESC LIMIT 1", pit).seq,
        answers=[StoredAnswer(row.cmd, row.digest, row.body.encode()) for row in answers],
        now_ms=now_ms or 0,
    )


def _snapshot(connection: Connection, pit: str) -> tuple[bytes | None, Link]:
    """The newest snapshot that is still what was written; an older one or none at all only costs time."""
    rows = connection.execute(
        text(
            "SELECT s.seq, s.body, s.hash AS body_hash, j.hash FROM snapshot s "
            "JOIN journal j ON j.pit = s.pit AND j.seq = s.seq WHERE s.pit = :pit ORDER BY s.seq DESC"
        ),
        {"pit": pit},
    )
    for row in rows:
        if sha256(row.body) == row.body_hash:
            return bytes(row.body), Link(row.seq, row.hash)
        log.error("snapshot %s of pit %s is damaged and was passed over", row.seq, pit)
    return None, START


def read_rows(connection: Connection, pit: str, after: int) -> list[Row[Any]]:
    """The next page of the journal."""
    query = f"SELECT {JOURNAL_COLUMNS} FROM journal WHERE pit = :pit AND seq > :after ORDER BY seq LIMIT :page"  # noqa: S608
    return list(connection.execute(text(query), {"pit": pit, "after": after, "page": PAGE_ROWS}))


def follows(row: Row[Any], previous: Link) -> bool:
    """Whether a journal row is the next one and says what it said when it was written."""
    return bool(row.seq == previous.seq + 1 and row.hash == link(previous.hash, *row[:-1]))


def read_page(connection: Connection, pit: str, after: Link) -> tuple[list[Recorded], Link]:
    """The next events; a broken chain stops recovery rather than rebuilding a floor from altered records."""
    page = []
    for row in read_rows(connection, pit, after.seq):
        if not follows(row, after):
            raise StoreFault(f"the journal of pit {pit} was altered or is incomplete after {after.seq}")
        page.append(recorded(row))
        after = Link(row.seq, row.hash)
    return page, after
