"""Questions of operators, asked on the reading connection: they can neither block nor change the floor."""

from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, text

from server.ledger.accounts import FLOORED
from server.storage.audit import VENUE_CHAIN, pit_chain
from server.storage.codec import recorded
from server.storage.database import Database
from server.storage.recovery import JOURNAL_COLUMNS
from server.table.events import Recorded

LIMIT_MAX = 1_000
"""No answer is longer, whatever was asked for."""


class RoundLine(msgspec.Struct, frozen=True):
    """A round as lists show it. `original` is the first confirmed value of a corrected round."""

    id: str
    table: str
    number: int
    status: str
    value: str | None
    original: str | None
    staked: int
    returned: int
    opened_at: str
    decided_at: str | None
    rule_hash: str


class RoundStory(msgspec.Struct, frozen=True):
    """Everything the journal says of a round, in order."""

    line: RoundLine
    gaming_day: str
    events: tuple[Recorded, ...]


class AuditLine(msgspec.Struct, frozen=True):
    chain: str
    n: int
    seq: int | None
    at: str
    actor: str
    name: str
    role: str
    action: str
    table: str | None
    subject: str | None
    detail: dict[str, Any]


class KindTotal(msgspec.Struct, frozen=True):
    """All accounts of one kind and unit together."""

    kind: str
    unit: str
    accounts: int
    balance: int


class Books(msgspec.Struct, frozen=True):
    """The balance check in short: `total` is zero and `below_floor` is zero, or somebody must be called."""

    seq: int
    transfers: int
    total: int
    below_floor: int
    kinds: tuple[KindTotal, ...]

    @property
    def balanced(self) -> bool:
        return self.total == 0 and self.below_floor == 0


class RegisterLine(msgspec.Struct, frozen=True):
    """An over- or underpayment that a correction left behind."""

    id: str
    session: str
    terminal: str
    table: str
    round: str
    kind: str
    amount: int
    at: str


class Queries:
    """Reports on one pit."""

    def __init__(self, database: Database, pit: str) -> None:
        self._database = database
        self._pit = pit

    async def rounds(self, table: str, limit: int = 50, before: int | None = None) -> list[RoundLine]:
        """Rounds of a table, newest first; `before` is the number of the last one already shown."""
        work = partial(_rounds, pit=self._pit, table=table, limit=_bounded(limit), before=before)
        return await self._database.read(work)

    async def results(self, table: str, limit: int = 50) -> list[RoundLine]:
        """Settled rounds of a table, newest first."""
        return await self._database.read(partial(_results, pit=self._pit, table=table, limit=_bounded(limit)))

    async def round(self, round_id: str) -> RoundStory | None:
        """The full record of a round (002 11.5: results can be worked out again from the records)."""
        return await self._database.read(partial(_round, pit=self._pit, round_id=round_id))

    async def audit(self, limit: int = 100) -> list[AuditLine]:
        """The latest audit rows of this pit and of the venue, newest first."""
        return await self._database.read(partial(_audit, pit=self._pit, limit=_bounded(limit)))

    async def books(self) -> Books:
        return await self._database.read(partial(_books, pit=self._pit))

    async def register(self, limit: int = LIMIT_MAX) -> list[RegisterLine]:
        """Over- and underpayments, newest first."""
        return await self._database.read(partial(_register, pit=self._pit, limit=_bounded(limit)))


def _bounded(limit: int) -> int:
    return max(1, min(limit, LIMIT_MAX))


ROUND_COLUMNS = "id, table_id, number, status, value, original, staked, returned, opened_at, decided_at, rule_hash"


def _line(row: Any) -> RoundLine:
    return RoundLine(*row)


def _rounds(connection: Connection, pit: str, table: str, limit: int, before: int | None) -> list[RoundLine]:
    query = (
        f"SELECT {ROUND_COLUMNS} FROM round WHERE pit = :pit AND table_id = :table_id "  # noqa: S608
        "AND number < :before ORDER BY number DESC LIMIT :limit"
    )
    newest = 2**62 if before is None else before
    values = {"pit": pit, "table_id": table, "before": newest, "limit": limit}
    return [_line(row) for row in connection.execute(text(query), values)]


def _results(connection: Connection, pit: str, table: str, limit: int) -> list[RoundLine]:
    query = (
        f"SELECT {ROUND_COLUMNS} FROM round WHERE pit = :pit AND table_id = :table_id "  # noqa: S608
        "AND status = 'settled' ORDER BY number DESC LIMIT :limit"
    )
    return [_line(row) for row in connection.execute(text(query), {"pit": pit, "table_id": table, "limit": limit})]


def _round(connection: Connection, pit: str, round_id: str) -> RoundStory | None:
    values = {"pit": pit, "id": round_id}
    line = connection.execute(
        text(f"SELECT {ROUND_COLUMNS} FROM round WHERE pit = :pit AND id = :id"),  # noqa: S608
        values,
    ).first()
    if line is None:
        return None
    query = f"SELECT {JOURNAL_COLUMNS} FROM journal WHERE pit = :pit AND round_id = :id ORDER BY seq"  # noqa: S608
    rows = connection.execute(text(query), values).all()
    return RoundStory(_line(line), rows[0].gaming_day, tuple(recorded(row) for row in rows))


def _audit(connection: Connection, pit: str, limit: int) -> list[AuditLine]:
    query = text(
        "SELECT chain, n, seq, at, actor_id, actor_name, role, action, table_id, subject, detail FROM audit "
        "WHERE chain = :chain ORDER BY n DESC LIMIT :limit"
    )
    lines = []
    for chain in (pit_chain(pit), VENUE_CHAIN):
        rows = connection.execute(query, {"chain": chain, "limit": limit})
        lines += [_audit_line(row) for row in rows]
    lines.sort(key=lambda line: (line.at, line.n), reverse=True)
    return lines[:limit]


def _audit_line(row: Any) -> AuditLine:
    columns: list[Any] = [*row[:-1], msgspec.json.decode(row.detail)]
    return AuditLine(*columns)


def _books(connection: Connection, pit: str) -> Books:
    rows = connection.execute(
        text(
            "SELECT kind, unit, COUNT(*) AS accounts, SUM(balance) AS balance, MIN(balance) AS lowest "
            "FROM account WHERE pit = :pit AND balance <> 0 GROUP BY kind, unit ORDER BY kind, unit"
        ),
        {"pit": pit},
    ).all()
    seq = connection.execute(text("SELECT MAX(seq) FROM journal WHERE pit = :pit"), {"pit": pit}).scalar()
    transfers = connection.execute(text("SELECT COUNT(*) FROM transfer WHERE pit = :pit"), {"pit": pit}).scalar_one()
    return Books(
        seq=seq or 0,
        transfers=transfers,
        total=int(sum(row.balance for row in rows)),
        below_floor=sum(1 for row in rows if row.kind in FLOORED and row.lowest < 0),
        kinds=tuple(KindTotal(row.kind, row.unit, row.accounts, int(row.balance)) for row in rows),
    )


def _register(connection: Connection, pit: str, limit: int) -> list[RegisterLine]:
    query = text(
        "SELECT id, session, terminal, table_id, round_id, kind, amount, at FROM register "
        "WHERE pit = :pit ORDER BY seq DESC, id LIMIT :limit"
    )
    return [RegisterLine(*row) for row in connection.execute(query, {"pit": pit, "limit": limit})]
