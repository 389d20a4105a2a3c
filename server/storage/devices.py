"""Enrolled devices: terminals, displays and gateways with a credential of their own."""

import hashlib
import hmac
import logging
import secrets
import time
from collections import deque
from enum import StrEnum
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, text

from server.storage.audit import AuditAction
from server.storage.database import Database
from server.storage.venue_audit import note, take_turn, utc_now
from server.table.values import SYSTEM, Actor, Refusal

TOKEN_BYTES = 32
REFUSALS_A_MINUTE = 30
COLUMNS = "id, kind, name, table_id, terminal, enabled, version, enrolled_at, token_hash"


log = logging.getLogger(__name__)


class DeviceKind(StrEnum):
    PLAYER_TERMINAL = "player_terminal"
    DEALER_TERMINAL = "dealer_terminal"
    DISPLAY = "display"
    GATEWAY = "gateway"


class Device(msgspec.Struct, frozen=True):
    """An enrolled device and what it is bound to."""

    id: str
    kind: DeviceKind
    name: str
    table: str | None
    terminal: str | None
    enabled: bool
    version: int
    enrolled_at: str


class Enrolled(msgspec.Struct, frozen=True):
    """A device with its credential, which is told this once and stored as a hash only."""

    device: Device
    token: str


class Checked(msgspec.Struct, frozen=True):
    """A device that proved who it is. `key` signs a gateway's readings: the hash of its token."""

    device: Device
    key: bytes


def device_of(row: Row[Any]) -> Device:
    return Device(
        row.id, DeviceKind(row.kind), row.name, row.table_id, row.terminal, bool(row.enabled), row.version,
        row.enrolled_at,
    )  # fmt: skip


class Devices:
    """The list of devices and their credentials."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._refused_at: deque[float] = deque()

    async def list_devices(self) -> list[Device]:
        query = text(f"SELECT {COLUMNS} FROM device ORDER BY kind, id")  # noqa: S608
        return await self._database.read(lambda connection: [device_of(row) for row in connection.execute(query)])

    async def find(self, device: str) -> Device | None:
        row = await self._database.read(partial(_row, device=device))
        return None if row is None else device_of(row)

    async def enrol(self, device: Device, by: Actor) -> Enrolled | Refusal:
        """Give a new device its credential. A known id is refused; `renew` gives a known device another one."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        return await self._database.write(partial(_enrol, device=device, token=token, by=by))

    async def renew(self, device: str, by: Actor) -> Enrolled | Refusal:
        """A new credential for a known device; the old one is worth nothing from now on."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        return await self._database.write(partial(_renew, device=device, token=token, by=by))

    async def set_enabled(self, device: str, version: int, enabled: bool, by: Actor) -> Device | Refusal:
        return await self._database.write(partial(_set_enabled, device=device, version=version, enabled=enabled, by=by))

    async def check(self, device: str, token: str) -> Checked | None:
        """The device this credential belongs to, if it is the right one and the device is enabled."""
        row = await self._database.read(partial(_row, device=device))
        given = hashlib.sha256(token.encode()).digest()
        stored = bytes.fromhex(row.token_hash) if row else bytes(len(given))
        if not hmac.compare_digest(given, stored) or row is None or not row.enabled:
            return None
        return Checked(device_of(row), stored)

    async def refused(self, device: str, kind: str, reason: str) -> None:
        """Put a refused credential into the audit trail. Whoever floods the door fills a log line, not the record."""
        now = time.monotonic()
        while self._refused_at and self._refused_at[0] <= now - 60:
            self._refused_at.popleft()
        if len(self._refused_at) >= REFUSALS_A_MINUTE:
            log.warning("more than %s refused credentials within a minute", REFUSALS_A_MINUTE)
            return
        self._refused_at.append(now)
        await self._database.write(partial(_refused, device=device, kind=kind, reason=reason))


def new_device(
    kind: DeviceKind, device: str, name: str, *, table: str | None = None, terminal: str | None = None
) -> Device:
    """A device to be enrolled, bound to a table or a player terminal."""
    return Device(device, kind, name, table, terminal, True, 1, utc_now())


def _refused(connection: Connection, device: str, kind: str, reason: str) -> None:
    take_turn(connection)
    note(connection, AuditAction.DEVICE_REFUSED, SYSTEM, device, kind=kind, reason=reason)


def _row(connection: Connection, device: str) -> Row[Any] | None:
    return connection.execute(text(f"SELECT {COLUMNS} FROM device WHERE id = :id"), {"id": device}).first()  # noqa: S608


def _enrol(connection: Connection, device: Device, token: str, by: Actor) -> Enrolled | Refusal:
    take_turn(connection)
    if _row(connection, device.id) is not None:
        return Refusal("device_exists", {"device": device.id})
    connection.execute(
        text("INSERT INTO device VALUES (:id, :kind, :name, :table, :terminal, :token_hash, 1, 1, :at)"),
        {
            "id": device.id,
            "kind": device.kind.value,
            "name": device.name,
            "table": device.table,
            "terminal": device.terminal,
            "token_hash": hashlib.sha256(token.encode()).hexdigest(),
            "at": device.enrolled_at,
        },
    )
    note(connection, AuditAction.DEVICE_ENROLLED, by, device.id, kind=device.kind, name=device.name)
    return Enrolled(device, token)


def _renew(connection: Connection, device: str, token: str, by: Actor) -> Enrolled | Refusal:
    take_turn(connection)
    renewed = connection.execute(
        text("UPDATE device SET token_hash = :token_hash, version = version + 1 WHERE id = :id"),
        {"id": device, "token_hash": hashlib.sha256(token.encode()).hexdigest()},
    )
    row = _row(connection, device)
    if renewed.rowcount != 1 or row is None:
        return Refusal("unknown_device", {"device": device})
    note(connection, AuditAction.DEVICE_ENROLLED, by, device, kind=row.kind, name=row.name, renewed=True)
    return Enrolled(device_of(row), token)


def _set_enabled(connection: Connection, device: str, version: int, enabled: bool, by: Actor) -> Device | Refusal:
    take_turn(connection)
    row = _row(connection, device)
    if row is None:
        return Refusal("unknown_device", {"device": device})
    if row.version != version:
        return Refusal("version_conflict", {"version": row.version})
    connection.execute(
        text("UPDATE device SET enabled = :enabled, version = version + 1 WHERE id = :id"),
        {"id": device, "enabled": int(enabled)},
    )
    action = AuditAction.DEVICE_ENABLED if enabled else AuditAction.DEVICE_DISABLED
    note(connection, action, by, device, kind=row.kind)
    after = _row(connection, device)
    return device_of(after if after is not None else row)
