"""Signing in with card and PIN, and the sessions that follow from it."""

import hashlib
import secrets
import time
from collections.abc import Callable
from functools import partial

import msgspec
from sqlalchemy import Connection, text

from server.staff.lockout import TRIES, WINDOW_MS, Failure, locked_until
from server.storage.audit import AuditAction, masked
from server.storage.database import Database
from server.storage.people import People, Staff, find_staff, staff_of
from server.storage.pins import Pins
from server.storage.venue_audit import note, take_turn
from server.table.values import SYSTEM, Refusal

TOKEN_BYTES = 16
IDLE_MS = 30 * 60 * 1000
ABSOLUTE_MS = 12 * 60 * 60 * 1000
SEEN_EVERY_MS = 30_000
"""A session's last use is written at most this often."""

BAD_CREDENTIALS = Refusal("bad_credentials")


class SignedIn(msgspec.Struct, frozen=True):
    """A member of staff with a session. The token is told once and kept nowhere."""

    staff: Staff
    token: str
    expires_ms: int


class Attempt(msgspec.Struct, frozen=True):
    """A try that was counted before it is judged."""

    id: str
    card: str
    device: str
    staff: str | None
    pin_hash: str | None


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Credentials:
    """Staff credentials. Refusals: `bad_credentials` for whatever was wrong, `locked_out` with `until_ms`."""

    def __init__(self, database: Database, pepper: bytes, now_ms: Callable[[], int] = wall_ms) -> None:
        self._database = database
        self._pins = Pins(pepper)
        self._now_ms = now_ms
        self.people = People(database, self._pins)

    def close(self) -> None:
        self._pins.close()

    async def authenticate(self, card: str, pin: str, device: str) -> Staff | Refusal:
        """Check card and PIN on this very request, without a session: how a supervisor approves."""
        done = await self._try(card, pin, device, with_session=False)
        return done.staff if isinstance(done, SignedIn) else done

    async def sign_in(self, card: str, pin: str, device: str) -> SignedIn | Refusal:
        """Check card and PIN and open a session on this device."""
        return await self._try(card, pin, device, with_session=True)

    async def session(self, token: str) -> Staff | None:
        """Who holds this token now; None once it has run out, was ended, or its holder was disabled."""
        now, token_hash = self._now_ms(), hashed(token)
        found = await self._database.read(partial(_find_session, token_hash=token_hash, now_ms=now))
        if found is None:
            return None
        staff, seen_ms = found
        if now - seen_ms >= SEEN_EVERY_MS:
            await self._database.write(partial(_mark_seen, token_hash=token_hash, now_ms=now))
        return staff

    async def sign_out(self, token: str) -> None:
        await self._database.write(partial(_sign_out, token_hash=hashed(token)))

    async def _try(self, card: str, pin: str, device: str, with_session: bool) -> SignedIn | Refusal:
        now = self._now_ms()
        attempt = await self._database.write(partial(_count, card=card, device=device, now_ms=now))
        if isinstance(attempt, Refusal):
            return attempt
        if not await self._pins.check(pin, attempt.pin_hash):
            await self._database.write(partial(_refused, attempt=attempt, now_ms=now))
            return BAD_CREDENTIALS
        token = secrets.token_urlsafe(TOKEN_BYTES) if with_session else ""
        return await self._database.write(partial(_admitted, attempt=attempt, token=token, now_ms=now))


def _count(connection: Connection, card: str, device: str, now_ms: int) -> Attempt | Refusal:
    """Count the try as failed before the PIN is looked at: tries made at the same moment cannot pass together."""
    take_turn(connection)
    connection.execute(text("DELETE FROM sign_in_failure WHERE at_ms <= :old"), {"old": now_ms - WINDOW_MS})
    staff = connection.execute(
        text("SELECT id, pin_hash FROM staff WHERE card = :card AND enabled = 1"), {"card": card}
    ).first()
    known = connection.execute(
        text("SELECT device FROM staff_device WHERE staff = :id"), {"id": staff.id if staff else ""}
    ).scalars()
    failures = _failures(connection, card, device)
    until = locked_until(failures, card=card, device=device, known_devices=set(known), now_ms=now_ms)
    if until is not None:
        return Refusal("locked_out", {"until_ms": until})
    attempt = Attempt(
        secrets.token_hex(16), card, device, staff.id if staff else None, staff.pin_hash if staff else None
    )
    connection.execute(
        text("INSERT INTO sign_in_failure VALUES (:id, :card, :device, :at_ms)"),
        {"id": attempt.id, "card": card, "device": device, "at_ms": now_ms},
    )
    return attempt


def _failures(connection: Connection, card: str, device: str) -> list[Failure]:
    rows = connection.execute(
        text("SELECT card, device, at_ms FROM sign_in_failure WHERE card = :card OR device = :device"),
        {"card": card, "device": device},
    )
    return [Failure(row.card, row.device, row.at_ms) for row in rows]


def _refused(connection: Connection, attempt: Attempt, now_ms: int) -> None:
    take_turn(connection)
    who = attempt.staff or masked(attempt.card)
    note(connection, AuditAction.SIGN_IN_REFUSED, SYSTEM, who, device=attempt.device)
    here = [f for f in _failures(connection, attempt.card, attempt.device) if f.device == attempt.device]
    if len(here) == TRIES:
        until = locked_until(here, card="", device=attempt.device, known_devices=(), now_ms=now_ms)
        note(connection, AuditAction.SIGN_IN_LOCKED, SYSTEM, attempt.device, until_ms=until)


def _admitted(connection: Connection, attempt: Attempt, token: str, now_ms: int) -> SignedIn | Refusal:
    take_turn(connection)
    staff = find_staff(connection, attempt.staff or "")
    current = connection.execute(
        text("SELECT 1 FROM staff WHERE id = :id AND pin_hash = :pin_hash AND enabled = 1"),
        {"id": attempt.staff, "pin_hash": attempt.pin_hash},
    ).first()
    if staff is None or current is None:
        # Disabled, or given a new PIN, while the old one was being checked.
        return BAD_CREDENTIALS
    where = {"card": attempt.card, "device": attempt.device, "staff": staff.id}
    connection.execute(text("DELETE FROM sign_in_failure WHERE card = :card AND device = :device"), where)
    connection.execute(
        text("INSERT INTO staff_device (staff, device) VALUES (:staff, :device) ON CONFLICT DO NOTHING"), where
    )
    note(connection, AuditAction.SIGNED_IN, staff.actor, staff.id, device=attempt.device, session=bool(token))
    if token:
        _open_session(connection, staff, attempt.device, token, now_ms)
    return SignedIn(staff, token, now_ms + ABSOLUTE_MS)


def _open_session(connection: Connection, staff: Staff, device: str, token: str, now_ms: int) -> None:
    connection.execute(
        text("DELETE FROM staff_session WHERE started_ms <= :oldest OR seen_ms <= :idle"),
        {"oldest": now_ms - ABSOLUTE_MS, "idle": now_ms - IDLE_MS},
    )
    connection.execute(
        text("INSERT INTO staff_session VALUES (:token_hash, :staff, :device, :now_ms, :now_ms)"),
        {"token_hash": hashed(token), "staff": staff.id, "device": device, "now_ms": now_ms},
    )


def _find_session(connection: Connection, token_hash: str, now_ms: int) -> tuple[Staff, int] | None:
    row = connection.execute(
        text(
            "SELECT s.id, s.card, s.name, s.role, s.enabled, s.version, x.seen_ms FROM staff_session x "
            "JOIN staff s ON s.id = x.staff WHERE x.token_hash = :token_hash AND s.enabled = 1 "
            "AND x.started_ms > :oldest AND x.seen_ms > :idle"
        ),
        {"token_hash": token_hash, "oldest": now_ms - ABSOLUTE_MS, "idle": now_ms - IDLE_MS},
    ).first()
    return None if row is None else (staff_of(row), row.seen_ms)


def _mark_seen(connection: Connection, token_hash: str, now_ms: int) -> None:
    connection.execute(
        text("UPDATE staff_session SET seen_ms = :now_ms WHERE token_hash = :token_hash"),
        {"now_ms": now_ms, "token_hash": token_hash},
    )


def _sign_out(connection: Connection, token_hash: str) -> None:
    take_turn(connection)
    gone = connection.execute(
        text("DELETE FROM staff_session WHERE token_hash = :token_hash RETURNING staff, device"),
        {"token_hash": token_hash},
    ).first()
    staff = None if gone is None else find_staff(connection, gone.staff)
    if gone is not None and staff is not None:
        note(connection, AuditAction.SIGNED_OUT, staff.actor, staff.id, device=gone.device)
