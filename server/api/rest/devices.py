"""Enrolling terminals, displays and gateways."""

from typing import Annotated

from fastapi import Path
from fastapi.responses import Response

from server.api.models import Key
from server.api.rest.build import Builder, send
from server.api.rest.errors import ApiError, refused
from server.api.rest.guard import Admitted, Call, Floor
from server.api.rest.once import Made, once
from server.api.rest.records import DeviceChanged, DeviceCredential, DeviceList, DeviceNew, DeviceRecord
from server.storage.devices import Device, DeviceKind, Enrolled, new_device
from server.table import commands as c
from server.table.state import Pit
from server.table.values import Refusal

DeviceId = Annotated[Key, Path(description="The device's id.", examples=["PT-5"])]


def add(build: Builder) -> None:
    device = "/devices/{device}"
    build.add("GET", "/devices", "devices.read", list_devices, DeviceList)
    build.add("POST", "/devices", "devices.write", enrol_device, DeviceCredential, status=201, versioned=True)
    build.add("GET", device, "devices.read", read_device, DeviceRecord, versioned=True)
    build.add("PATCH", device, "devices.write", change_device, DeviceRecord, versioned=True)
    build.add("POST", f"{device}/credential", "devices.write", renew_credential, DeviceCredential, versioned=True)


def _record(device: Device) -> DeviceRecord:
    return DeviceRecord(
        device=device.id,
        kind=device.kind.value,
        name=device.name,
        table=device.table,
        terminal=device.terminal,
        enabled=device.enabled,
        enrolled_at=device.enrolled_at,
        version=device.version,
    )


def _made(enrolled: Enrolled | Refusal) -> Made | Refusal:
    """The credential is told once; what is remembered for a repeated request has none."""
    if isinstance(enrolled, Refusal):
        return enrolled
    record = _record(enrolled.device).model_dump()
    return Made(
        DeviceCredential(**record, token=enrolled.token),
        DeviceCredential(**record, token=None),
        enrolled.device.version,
    )


async def list_devices(floor: Floor) -> Response:
    """List the enrolled devices."""
    return send(DeviceList(devices=[_record(device) for device in await floor.devices.list_devices()]))


async def read_device(floor: Floor, device: DeviceId) -> Response:
    """Read an enrolled device."""
    found = await floor.devices.find(device)
    if found is None:
        raise ApiError("unknown_device", {"device": device})
    return send(_record(found), version=found.version)


async def enrol_device(call: Admitted, new: DeviceNew) -> Response:
    """Enrol a device; its credential is in this answer and nowhere else."""

    async def make() -> Made | Refusal:
        if await call.services.devices.find(new.device) is not None:
            return Refusal("device_exists", {"device": new.device})
        bound = await _bind(call, new)
        if isinstance(bound, Refusal):
            return bound
        return _made(await call.services.devices.enrol(bound, call.staff.actor))

    return await once(call, f"device {new.model_dump_json()}", make)


async def _bind(call: Call, new: DeviceNew) -> Device | Refusal:
    kind = DeviceKind(new.kind)
    if kind is DeviceKind.PLAYER_TERMINAL:
        terminal = new.terminal or new.device
        problem = await _seat(call, terminal, new)
        return problem or new_device(kind, new.device, new.name, terminal=terminal)
    if kind is DeviceKind.GATEWAY:
        return new_device(kind, new.device, new.name)
    if new.table is None:
        return Refusal("binding_missing", {"kind": new.kind})
    table = new.table
    if not await call.services.owner.read(lambda pit: table in pit.tables):
        return Refusal("binding_unknown", {"table": table})
    return new_device(kind, new.device, new.name, table=table)


async def _seat(call: Call, terminal: str, new: DeviceNew) -> Refusal | None:
    """A player terminal the floor does not know yet is added to it before anything can call in its name."""

    def missing(pit: Pit) -> int | None:
        """The seat to give it, unless it is there."""
        return None if terminal in pit.terminals else 1 + max((t.seat for t in pit.terminals.values()), default=0)

    seat = await call.services.owner.read(missing)
    if seat is None:
        return None
    command = c.AddTerminal(terminal, new.name, new.seat or seat, new.acceptor, new.printer)
    return (await call.services.owner.submit(call.cmd, call.staff.actor, command)).refusal


async def renew_credential(call: Admitted, device: DeviceId) -> Response:
    """Give a device another credential; the old one is worth nothing from now on."""

    async def make() -> Made | Refusal:
        made = _made(await call.services.devices.renew(device, call.staff.actor))
        call.services.cut_off(device)
        return made

    return await once(call, f"credential {device}", make, status=200)


async def change_device(call: Admitted, device: DeviceId, changed: DeviceChanged) -> Response:
    """Disable a device or enable it again."""
    result = await call.services.devices.set_enabled(device, call.version, changed.enabled, call.staff.actor)
    if isinstance(result, Refusal):
        raise refused(result)
    if not result.enabled:
        call.services.cut_off(device)
    return send(_record(result), version=result.version)
