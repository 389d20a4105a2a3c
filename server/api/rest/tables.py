"""Tables: their settings, and opening and closing them with the notice of 002 12.8."""

from typing import Annotated

import msgspec
from fastapi import Path
from fastapi.responses import Response

from server.api.models import Closure, Key, TableChange, TableNew, TableRecord, Tables
from server.api.rest.build import Builder, send
from server.api.rest.errors import ApiError, refused
from server.api.rest.guard import Admitted, Call, Floor
from server.pit.owner import PitOwner
from server.protocol.views import LimitsView
from server.table import commands as c
from server.table.state import Pit, Table
from server.table.values import Limits, Phase, TableConfig

TableId = Annotated[Key, Path(description="The table's id.", examples=["T1"])]


def add(build: Builder) -> None:
    table = "/tables/{table}"
    build.add("GET", "/tables", "tables.read", list_tables, Tables)
    build.add("POST", "/tables", "tables.write", create_table, TableRecord, status=201, versioned=True)
    build.add("GET", table, "tables.read", read_table, TableRecord, versioned=True)
    build.add("PATCH", table, "tables.write", change_table, TableRecord, versioned=True)
    build.add("POST", f"{table}/open", "open_table", open_table, TableRecord)
    build.add("POST", f"{table}/closure", "announce_closure", announce_closure, TableRecord)
    build.add("DELETE", f"{table}/closure", "cancel_closure", cancel_closure, TableRecord)
    build.add("POST", f"{table}/close", "close_table", close_table, TableRecord)


# ---- reading ----


def _find(state: Pit, table: str) -> Table:
    found = state.tables.get(table)
    if found is None:
        raise ApiError("unknown_table", {"table": table})
    return found


def settings_of(table: Table) -> TableConfig:
    """The newest settings, whether or not a running round still holds them back."""
    return table.pending_config or table.config


def table_record(state: Pit, table: Table) -> TableRecord:
    config = settings_of(table)
    settings = msgspec.to_builtins(config)
    settings["chips"] = list(config.chips)
    settings["limits"] = LimitsView.model_validate(msgspec.to_builtins(config.limits))
    players = sum(1 for t in state.terminals.values() if t.table == config.table and state.session_of(t.id))
    return TableRecord(
        **settings,
        pit=state.id,
        effective="next_round" if table.pending_config else "now",
        status=table.status.value,
        suspended_reason=table.suspended_reason,
        closes_at=table.closes_at,
        phase=(table.round.phase if table.round else Phase.IDLE).value,
        round=table.round.id if table.round else None,
        number=table.number,
        players=players,
        last=table.values[:8],
        rounds_settled=table.rounds_settled,
        handle=table.handle,
        paid=table.paid,
    )


async def list_tables(floor: Floor) -> Response:
    """List the tables."""
    tables = await floor.owner.read(lambda pit: [table_record(pit, table) for _, table in sorted(pit.tables.items())])
    return send(Tables(tables=tables))


async def read_table(floor: Floor, table: TableId) -> Response:
    """Read a table. The ETag is the version of its settings."""
    return await _send(floor.owner, table)


async def _send(owner: PitOwner, name: str, status: int = 200, at: str | None = None) -> Response:
    record = await owner.read(lambda pit: table_record(pit, _find(pit, name)))
    return send(record, status, version=record.version, at=at)


# ---- changing ----


async def create_table(call: Admitted, new: TableNew) -> Response:
    """Create a table; it starts closed."""
    fields = new.model_dump(exclude={"limits", "chips"})
    config = TableConfig(**fields, limits=_limits(new.limits), chips=tuple(new.chips), version=1)
    _playable(config)
    reply = await call.services.owner.submit(call.cmd, call.staff.actor, c.SetTable(config))
    if reply.refusal and reply.refusal.code == "version_conflict":
        # The only version a new table conflicts with is that of a table which is there already.
        raise ApiError("table_exists", {"table": new.table})
    if reply.refusal:
        raise refused(reply.refusal)
    return await _send(call.services.owner, new.table, 201, f"/api/v1/tables/{new.table}")


async def change_table(call: Admitted, table: TableId, change: TableChange) -> Response:
    """Change a table's settings; while a round runs they wait for the next one (`effective`)."""
    owner = call.services.owner
    current = await owner.read(lambda pit: settings_of(_find(pit, table)))
    if call.version != current.version:
        raise ApiError("version_conflict", {"version": current.version})
    named = change.model_dump(exclude_none=True, exclude={"limits"})
    if change.device is None and "device" in change.model_fields_set:
        named["device"] = None
    if change.limits is not None:
        named["limits"] = _limits(change.limits)
    if change.chips is not None:
        named["chips"] = tuple(change.chips)
    config = msgspec.structs.replace(current, **named, version=call.version + 1)
    _playable(config)
    await _submit(call, c.SetTable(config))
    return await _send(owner, table)


def _limits(view: LimitsView) -> Limits:
    return msgspec.convert(view.model_dump(), Limits)


def _playable(config: TableConfig) -> None:
    """What only concerns the outcome source; everything about the game is the pit's to check."""
    if config.wheel == "automated" and config.device is None:
        raise ApiError("device_missing")
    if config.wheel == "automated" and config.spin_lead_ms >= config.period_ms:
        raise ApiError("bad_spin_lead", {"period_ms": config.period_ms})


async def _submit(call: Call, command: c.Command) -> None:
    reply = await call.services.owner.submit(call.cmd, call.staff.actor, command)
    if reply.refusal:
        raise refused(reply.refusal)


async def open_table(call: Admitted, table: TableId) -> Response:
    """Open a table."""
    await _submit(call, c.OpenTable(table))
    return await _send(call.services.owner, table)


async def announce_closure(call: Admitted, table: TableId, closure: Closure) -> Response:
    """Put up the closing notice."""
    await _submit(call, c.AnnounceClosure(table, closure.minutes))
    return await _send(call.services.owner, table)


async def cancel_closure(call: Admitted, table: TableId) -> Response:
    """Take the closing notice down."""
    await _submit(call, c.CancelClosure(table))
    return await _send(call.services.owner, table)


async def close_table(call: Admitted, table: TableId) -> Response:
    """Close a table now, if nobody is playing or the notice has stood long enough."""
    await _submit(call, c.CloseTable(table))
    return await _send(call.services.owner, table)
