"""Whatever is changed behind the product's back is found. Each row of the table is one forgery."""

from functools import partial

import pytest
from sqlalchemy import Connection, text

from server.storage.database import Database
from server.storage.port import StoreFault
from server.storage.recovery import Link
from server.storage.sql import SqlStore
from server.storage.verify import verify, verify_connection
from server.table import events as e
from tests.integration.storage.floor import DEALER, SUPERVISOR, TERMINAL, Writer, corrected, note, ticket_ordered

SHIFTED = (
    "UPDATE account SET balance = balance + CASE kind WHEN 'credit' THEN 100 ELSE -100 END "
    "WHERE kind IN ('credit', 'house')"
)
FORGERIES = {
    "an event's body": ("UPDATE journal SET body = replace(body, '5000', '6000') WHERE type = 'credit_added'", "chain"),
    "who did it": ("UPDATE journal SET actor_id = 'X' WHERE seq = 7", "chain"),
    "when it was": ("UPDATE journal SET at = '2026-01-01T00:00:00.000Z' WHERE seq = 7", "chain"),
    "an event removed": ("DELETE FROM journal WHERE seq = 7", "chain"),
    "the last event removed": ("DELETE FROM journal WHERE seq = (SELECT MAX(seq) FROM journal)", "replay"),
    "a transfer's amount": ("UPDATE transfer SET amount = amount + 1 WHERE kind = 'note_in'", "books"),
    "a transfer removed": ("DELETE FROM transfer WHERE kind = 'note_in'", "books"),
    "a transfer added": (
        "INSERT INTO transfer VALUES ('P1', 1, 0, 'house:R1', 'credit:P1-s1', 100, 'cash', 'winnings')",
        "books",
    ),
    "a balance": ("UPDATE account SET balance = balance + 100 WHERE kind = 'credit'", "books"),
    "two balances that still add up": (SHIFTED, "books"),
    "a ticket": ("UPDATE ticket SET amount = 99999", "books"),
    "an audit row": ("UPDATE audit SET actor_id = 'X' WHERE n = 3", "chain"),
    "an audit row removed": ("DELETE FROM audit WHERE n = 3", "chain"),
    "a snapshot": ("UPDATE snapshot SET hash = 'x'", "replay"),
}


def unguard(connection: Connection) -> None:
    """What somebody with the database's own rights would do first."""
    if connection.dialect.name == "postgresql":
        for table in ("journal", "transfer", "audit", "ticket", "account"):
            connection.execute(text(f"ALTER TABLE {table} DISABLE TRIGGER ALL"))
        return
    names = connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars().all()
    for name in names:
        connection.execute(text(f"DROP TRIGGER {name}"))


async def forge(database: Database, statement: str) -> None:
    def work(connection: Connection) -> None:
        unguard(connection)
        changed = connection.execute(text(statement))
        assert changed.rowcount > 0

    await database.write(work)


@pytest.fixture
async def played(writer: Writer) -> Writer:
    """An evening in short: rounds, a correction, a ticket, snapshots on the way."""
    await writer.say(note(5_000))
    await writer.play(1)
    await writer.play(2, "4")
    await writer.say(e.TableSuspended("R1", "test"), e.TableResumed("R1"), actor=DEALER, snapshot=True)
    await writer.play(3)
    await writer.say(corrected(3, 1_000, 500), actor=SUPERVISOR)
    await writer.say(ticket_ordered("123456789012345678", 2_000), e.TicketIssued("123456789012345678", TERMINAL))
    return writer


async def test_a_database_without_the_schema_is_not_in_order(url: str) -> None:
    database = Database(url)
    await database.open()
    assert verify(url).ok
    await database.write(lambda connection: connection.execute(text("DELETE FROM alembic_version")))
    assert [finding.check for finding in verify(url).findings] == ["schema"]
    await database.close()


async def test_an_honest_record_passes(url: str, played: Writer) -> None:
    report = verify(url)
    assert report.findings == []
    assert report.ok
    assert (report.pits, report.events) == (1, played.state.seq)
    assert report.transfers == 12
    assert report.heads["journal:P1"].seq == played.state.seq


class Undone(Exception):
    """Takes a forgery back after it was looked at."""


async def test_every_forgery_is_found(store: SqlStore, played: Writer) -> None:
    found: dict[str, set[str]] = {}

    def look(connection: Connection, name: str) -> None:
        unguard(connection)
        assert connection.execute(text(FORGERIES[name][0])).rowcount > 0
        found[name] = {finding.check for finding in verify_connection(connection, {}).findings}
        raise Undone

    for name in FORGERIES:
        with pytest.raises(StoreFault):
            await store.database.write(partial(look, name=name))
    assert {name: check for name, (_, check) in FORGERIES.items() if check not in found[name]} == {}


async def test_recovery_refuses_an_altered_journal(store: SqlStore, played: Writer) -> None:
    await forge(store.database, "DELETE FROM snapshot")
    await forge(store.database, "UPDATE journal SET actor_id = 'X' WHERE seq = 7")
    with pytest.raises(StoreFault, match="altered"):
        await played.recover()


async def test_an_anchor_kept_elsewhere_shows_a_record_cut_short_or_written_anew(
    url: str, store: SqlStore, played: Writer
) -> None:
    """Without the anchor a tail removed from every table at once would go unseen: the control comes first."""
    await played.say(e.AttendantCalled(TERMINAL))
    heads = verify(url).heads
    await forge(store.database, "DELETE FROM journal WHERE seq = (SELECT MAX(seq) FROM journal)")
    assert verify(url).ok
    assert [finding.check for finding in verify(url, heads).findings] == ["chain"]
    first = verify(url).heads["journal:P1"]
    rewritten = verify(url, {"journal:P1": Link(first.seq, "0" * 64)})
    assert "written anew" in rewritten.findings[0].detail
