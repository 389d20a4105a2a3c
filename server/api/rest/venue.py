"""The venue's settings and the pits that run in it."""

import msgspec
from fastapi.responses import Response

from server.api.models import FloorDevice, PitRecord, Pits, TerminalRecord, VenueChange, VenueRecord
from server.api.rest.build import Builder, send
from server.api.rest.errors import ApiError, refused
from server.api.rest.guard import Admitted, Floor
from server.ledger import accounts as account
from server.table import commands as c
from server.table.state import Pit, Terminal
from server.table.values import VenueSettings


def add(build: Builder) -> None:
    build.add("GET", "/venue", "venue.read", read_venue, VenueRecord, versioned=True)
    build.add("PATCH", "/venue", "venue.write", change_venue, VenueRecord, versioned=True)
    build.add("GET", "/pits", "tables.read", list_pits, Pits)


def venue_record(venue: VenueSettings) -> VenueRecord:
    return VenueRecord.model_validate(msgspec.to_builtins(venue), strict=False)


async def read_venue(floor: Floor) -> Response:
    """Read the venue's settings."""
    venue = await floor.owner.read(lambda pit: pit.venue)
    return send(venue_record(venue), version=venue.version)


async def change_venue(call: Admitted, change: VenueChange) -> Response:
    """Change the venue's settings."""
    owner = call.services.owner
    current = await owner.read(lambda pit: pit.venue)
    if call.version != current.version:
        raise ApiError("version_conflict", {"version": current.version})
    named = change.model_dump(exclude_none=True)
    if "languages" in named:
        named["languages"] = tuple(dict.fromkeys(named["languages"]))
    venue = msgspec.structs.replace(current, **named, version=call.version + 1)
    reply = await owner.submit(call.cmd, call.staff.actor, c.SetVenue(venue))
    if reply.refusal:
        raise refused(reply.refusal)
    return send(venue_record(venue), version=venue.version)


async def list_pits(floor: Floor) -> Response:
    """List the pits with their terminals and devices."""
    running = floor.owner.running
    return send(await floor.owner.read(lambda pit: Pits(pits=[_pit(pit, running)])))


def _pit(state: Pit, running: bool) -> PitRecord:
    return PitRecord(
        pit=state.id,
        running=running,
        epoch=state.epoch,
        seq=state.seq,
        tables=sorted(state.tables),
        tasks=len(state.tasks),
        terminals=[_terminal(state, item) for item in sorted(state.terminals.values(), key=lambda t: (t.seat, t.id))],
        devices=[
            FloorDevice(device=item.id, online=item.online, state=item.state, fault=item.fault)
            for _, item in sorted(state.devices.items())
        ],
    )


def _terminal(state: Pit, terminal: Terminal) -> TerminalRecord:
    session = state.session_of(terminal.id)
    return TerminalRecord(
        terminal=terminal.id,
        name=terminal.name,
        seat=terminal.seat,
        enabled=terminal.enabled,
        table=terminal.table,
        session=session.id if session else None,
        credit=state.book.balance(account.credit(session.id)) if session else 0,
        staked=sum(state.staked(session.id).values()) if session else 0,
        attendant_called_at=terminal.attendant_called_at,
        printer_fault=terminal.printer_fault,
        cash_out=terminal.cash_out.state if terminal.cash_out else None,
    )
