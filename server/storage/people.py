"""Members of staff: who they are, and changes to them. Signing in is in `credentials`."""

import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, text

from server.staff import StaffRole
from server.storage.audit import AuditAction
from server.storage.database import Database
from server.storage.pins import PIN, Pins
from server.storage.venue_audit import note, take_turn, utc_now
from server.table.values import Actor, Refusal, Role

COLUMNS = "id, card, name, role, enabled, version"


class Staff(msgspec.Struct, frozen=True):
    """A member of staff as others see them; the PIN's hash stays in the database."""

    id: str
    card: str
    name: str
    role: StaffRole
    enabled: bool
    version: int

    @property
    def actor(self) -> Actor:
        return Actor(Role(self.role.value), self.id, self.name)


class StaffChange(msgspec.Struct, frozen=True):
    """What to change; None leaves it as it is."""

    name: str | None = None
    role: StaffRole | None = None
    enabled: bool | None = None
    pin: str | None = None


def staff_of(row: Row[Any]) -> Staff:
    return Staff(row.id, row.card, row.name, StaffRole(row.role), bool(row.enabled), row.version)


class People:
    """The staff list. Every change is audited and bites at once: whoever loses a role loses their sessions."""

    def __init__(self, database: Database, pins: Pins) -> None:
        self._database = database
        self._pins = pins

    async def list_staff(self) -> list[Staff]:
        query = text(f"SELECT {COLUMNS} FROM staff ORDER BY name, id")  # noqa: S608
        return await self._database.read(lambda connection: [staff_of(row) for row in connection.execute(query)])

    async def find(self, staff: str) -> Staff | None:
        return await self._database.read(partial(find_staff, staff=staff))

    async def add(self, card: str, name: str, role: StaffRole, pin: str, by: Actor) -> Staff | Refusal:
        if not PIN.fullmatch(pin):
            return Refusal("weak_pin", {"digits": 6})
        pin_hash = await self._pins.hash(pin)
        new = Staff(f"staff-{secrets.token_hex(4)}", card, name, role, True, 1)
        return await self._database.write(partial(_add, new=new, pin_hash=pin_hash, by=by))

    async def change(self, staff: str, version: int, change: StaffChange, by: Actor) -> Staff | Refusal:
        """Change a member of staff whose row still has this version."""
        if change.pin is not None and not PIN.fullmatch(change.pin):
            return Refusal("weak_pin", {"digits": 6})
        pin_hash = None if change.pin is None else await self._pins.hash(change.pin)
        work: Callable[[Connection], Staff | Refusal] = partial(
            _change, staff=staff, version=version, change=change, pin_hash=pin_hash, by=by
        )
        return await self._database.write(work)


def find_staff(connection: Connection, staff: str) -> Staff | None:
    row = connection.execute(text(f"SELECT {COLUMNS} FROM staff WHERE id = :id"), {"id": staff}).first()  # noqa: S608
    return None if row is None else staff_of(row)


def _add(connection: Connection, new: Staff, pin_hash: str, by: Actor) -> Staff | Refusal:
    take_turn(connection)
    if connection.execute(text("SELECT 1 FROM staff WHERE card = :card"), {"card": new.card}).first():
        return Refusal("card_taken", {"card": new.card})
    connection.execute(
        text("INSERT INTO staff VALUES (:id, :card, :name, :role, :pin_hash, 1, 1, :at)"),
        {
            "id": new.id,
            "card": new.card,
            "name": new.name,
            "role": new.role.value,
            "pin_hash": pin_hash,
            "at": utc_now(),
        },
    )
    note(connection, AuditAction.STAFF_ADDED, by, new.id, name=new.name, role=new.role)
    return new


def _change(
    connection: Connection, staff: str, version: int, change: StaffChange, pin_hash: str | None, by: Actor
) -> Staff | Refusal:
    take_turn(connection)
    before = find_staff(connection, staff)
    if before is None:
        return Refusal("unknown_staff", {"staff": staff})
    if before.version != version:
        return Refusal("version_conflict", {"version": before.version})
    after = Staff(
        before.id,
        before.card,
        before.name if change.name is None else change.name,
        before.role if change.role is None else change.role,
        before.enabled if change.enabled is None else change.enabled,
        before.version + 1,
    )
    if _leaves_no_operator(connection, before, after):
        return Refusal("last_operator")
    connection.execute(
        text(
            "UPDATE staff SET name = :name, role = :role, enabled = :enabled, version = :version, "
            "pin_hash = COALESCE(:pin_hash, pin_hash) WHERE id = :id"
        ),
        {
            "id": staff,
            "name": after.name,
            "role": after.role.value,
            "enabled": int(after.enabled),
            "version": after.version,
            "pin_hash": pin_hash,
        },
    )
    if not after.enabled or after.role is not before.role or pin_hash is not None:
        connection.execute(text("DELETE FROM staff_session WHERE staff = :id"), {"id": staff})
    changed = {"name": after.name, "role": after.role, "enabled": after.enabled, "new_pin": pin_hash is not None}
    note(connection, AuditAction.STAFF_CHANGED, by, staff, **changed)
    return after


def _leaves_no_operator(connection: Connection, before: Staff, after: Staff) -> bool:
    """Nobody could undo a change that takes the last operator away."""
    if before.role is not StaffRole.OPERATOR or (after.enabled and after.role is StaffRole.OPERATOR):
        return False
    others = text("SELECT 1 FROM staff WHERE role = 'operator' AND enabled = 1 AND id <> :id")
    return connection.execute(others, {"id": before.id}).first() is None
