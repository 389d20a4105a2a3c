"""The audit chain of people and devices: what happens outside any pit."""

from datetime import UTC, datetime

import msgspec
from sqlalchemy import Connection, text

from server.storage.audit import VENUE_CHAIN, AuditAction
from server.storage.codec import link
from server.storage.recovery import last_audit
from server.storage.statements import insertion, parameter
from server.storage.tables import AuditRow
from server.table.values import Actor


def utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def take_turn(connection: Connection) -> None:
    """Writers of venue rows go one after the other; SQLite's transactions do so by themselves."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('croupier.venue'))"))


def note(
    connection: Connection, action: AuditAction, actor: Actor, subject: str | None = None, **detail: object
) -> None:
    """Add a row to the venue's chain, in the transaction of what it describes. The caller has taken its turn."""
    last = last_audit(connection, VENUE_CHAIN)
    columns = (
        VENUE_CHAIN,
        last.seq + 1,
        None,
        utc_now(),
        actor.id,
        actor.name,
        actor.role.value,
        action.value,
        None,
        subject,
        msgspec.json.encode(detail).decode(),
    )
    row = (*columns, link(last.hash, *columns))
    connection.execute(insertion(connection.dialect.name, AuditRow), parameter([row]))
