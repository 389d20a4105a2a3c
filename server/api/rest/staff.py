"""Members of staff. PINs come in and never go out."""

from typing import Annotated

from fastapi import Path
from fastapi.responses import Response

from server.api.models import Key
from server.api.rest.build import Builder, send
from server.api.rest.errors import ApiError, refused
from server.api.rest.guard import Admitted, Floor
from server.api.rest.once import Made, once
from server.api.rest.records import StaffChanged, StaffList, StaffNew, StaffRecord
from server.staff import StaffRole
from server.storage.people import Staff, StaffChange
from server.table.values import Refusal

StaffId = Annotated[Key, Path(description="The id of a member of staff.", examples=["staff-1a2b3c4d"])]


def add(build: Builder) -> None:
    build.add("GET", "/staff", "staff.read", list_staff, StaffList)
    build.add("POST", "/staff", "staff.write", add_staff, StaffRecord, status=201, versioned=True)
    build.add("GET", "/staff/{staff}", "staff.read", read_staff, StaffRecord, versioned=True)
    build.add("PATCH", "/staff/{staff}", "staff.write", change_staff, StaffRecord, versioned=True)


def _record(staff: Staff) -> StaffRecord:
    return StaffRecord(
        staff=staff.id,
        card=staff.card,
        name=staff.name,
        role=staff.role.value,
        enabled=staff.enabled,
        version=staff.version,
    )


async def list_staff(floor: Floor) -> Response:
    """List the members of staff."""
    people = await floor.credentials.people.list_staff()
    return send(StaffList(staff=[_record(person) for person in people]))


async def read_staff(floor: Floor, staff: StaffId) -> Response:
    """Read a member of staff."""
    person = await floor.credentials.people.find(staff)
    if person is None:
        raise ApiError("unknown_staff", {"staff": staff})
    return send(_record(person), version=person.version)


async def add_staff(call: Admitted, new: StaffNew) -> Response:
    """Add a member of staff with card and first PIN."""

    async def make() -> Made | Refusal:
        person = await call.services.credentials.people.add(
            new.card, new.name, StaffRole(new.role), new.pin, call.staff.actor
        )
        if isinstance(person, Refusal):
            return person
        record = _record(person)
        return Made(record, record, person.version)

    return await once(call, f"staff {new.model_dump_json(exclude={'pin'})}", make)


async def change_staff(call: Admitted, staff: StaffId, changed: StaffChanged) -> Response:
    """Change a member of staff; a new role or PIN, or being disabled, ends their sessions."""
    role = None if changed.role is None else StaffRole(changed.role)
    change = StaffChange(changed.name, role, changed.enabled, changed.pin)
    person = await call.services.credentials.people.change(staff, call.version, change, call.staff.actor)
    if isinstance(person, Refusal):
        raise refused(person)
    return send(_record(person), version=person.version)
