"""What was played and what it did: rounds, results, the books, the register and the audit trail."""

import asyncio
from typing import Annotated, Any

import msgspec
from fastapi import Path, Query
from fastapi.responses import Response

from server.api.rest.build import Builder, send
from server.api.rest.errors import ApiError
from server.api.rest.guard import Floor
from server.api.rest.records import (
    AccountTotal,
    Audit,
    AuditEntry,
    Books,
    Receivable,
    Receivables,
    Result,
    Results,
    RoundId,
    RoundLine,
    RoundRecord,
    Rounds,
)
from server.api.rest.story import told
from server.api.rest.tables import TableId
from server.api.services import Services
from server.storage import queries

Limit = Annotated[int, Query(ge=1, le=500, description="How many at most.")]
Before = Annotated[int | None, Query(ge=1, le=2**53, description="Only rounds with a smaller number.")]
RoundPath = Annotated[RoundId, Path(description="The round's id.", examples=["T1-118"])]


def add(build: Builder) -> None:
    build.add("GET", "/tables/{table}/rounds", "rounds.read", list_rounds, Rounds)
    build.add("GET", "/tables/{table}/results", "rounds.read", list_results, Results)
    build.add("GET", "/rounds/{round_id}", "rounds.read", read_round, RoundRecord)
    build.add("GET", "/receivables", "receivables.read", list_receivables, Receivables)
    build.add("GET", "/audit", "audit.read", list_audit, Audit)
    build.add("GET", "/books", "books.read", check_books, Books)


async def _known(floor: Services, table: str) -> None:
    if not await floor.owner.read(lambda pit: table in pit.tables):
        raise ApiError("unknown_table", {"table": table})


def line_fields(line: queries.RoundLine) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.structs.asdict(line)
    fields["round"] = fields.pop("id")
    del fields["rule_hash"]
    return fields


async def list_rounds(floor: Floor, table: TableId, limit: Limit = 50, before: Before = None) -> Response:
    """List a table's rounds, newest first."""
    await _known(floor, table)
    lines = await floor.queries.rounds(table, limit, before)
    # A full page may have more behind it; the number of its last round asks for them.
    following = lines[-1].number if len(lines) == limit and lines[-1].number > 1 else None
    return send(Rounds(rounds=[RoundLine(**line_fields(line)) for line in lines], before=following))


async def list_results(floor: Floor, table: TableId, limit: Limit = 50) -> Response:
    """List a table's results, newest first."""
    await _known(floor, table)
    lines = await floor.queries.results(table, limit)
    results = [
        Result(round=line.id, number=line.number, value=line.value or "", original=line.original, at=line.decided_at)
        for line in lines
    ]
    return send(Results(table=table, results=results))


async def read_round(floor: Floor, round_id: RoundPath) -> Response:
    """Read a round's full record: wagers per session, settlement, and every event."""
    story = await floor.queries.round(round_id)
    if story is None:
        raise ApiError("unknown_round", {"round": round_id})
    # A full house makes thousands of lines; they are put together beside the loop that runs the floor.
    return await asyncio.to_thread(lambda: send(told(story, line_fields(story.line))))


async def list_receivables(floor: Floor, limit: Limit = 500) -> Response:
    """List over- and underpayments left by corrections."""
    lines = await floor.queries.register(limit)
    totals: dict[str, int] = {}
    for line in lines:
        totals[line.kind] = totals.get(line.kind, 0) + line.amount
    return send(Receivables(receivables=[Receivable(**msgspec.structs.asdict(line)) for line in lines], totals=totals))


async def list_audit(floor: Floor, limit: Limit = 100) -> Response:
    """List the latest entries of the audit trail."""
    lines = await floor.queries.audit(limit)
    return send(Audit(audit=[AuditEntry(**msgspec.structs.asdict(line)) for line in lines]))


async def check_books(floor: Floor) -> Response:
    """Add up the books."""
    books = await floor.queries.books()
    kinds = [AccountTotal(**msgspec.structs.asdict(kind)) for kind in books.kinds]
    return send(
        Books(
            balanced=books.balanced,
            seq=books.seq,
            transfers=books.transfers,
            total=books.total,
            below_floor=books.below_floor,
            kinds=kinds,
        )
    )
