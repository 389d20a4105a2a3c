"""Signing in to the operators' interface and out of it."""

from datetime import UTC, datetime

from fastapi import Request
from fastapi.responses import Response

from server.api.models import SessionOpened, SessionRequest, StaffName
from server.api.rest.build import Builder, send
from server.api.rest.errors import NO_STORE, ApiError, refused
from server.api.rest.guard import Admitted, Floor
from server.storage.credentials import wall_ms
from server.table.values import Refusal


def add(build: Builder) -> None:
    build.public("/staff/sessions", open_session, SessionOpened, status=201)
    build.add("DELETE", "/staff/sessions/current", "sign_out", close_session, None, status=204)


async def open_session(floor: Floor, request: Request, body: SessionRequest) -> Response:
    """Sign in with card and PIN.

    No Idempotency-Key: an answer with a token is not kept, and another session does no harm.
    """
    # Wrong PINs are counted per place as well as per card; a browser's place is the address it calls from.
    place = f"rest:{request.client.host if request.client else 'unknown'}"
    done = await floor.credentials.sign_in(body.card, body.pin, place)
    if isinstance(done, Refusal):
        raise _refused(done)
    expires = datetime.fromtimestamp(done.expires_ms / 1000, UTC).isoformat(timespec="milliseconds")
    staff = StaffName(staff=done.staff.id, name=done.staff.name, role=done.staff.role.value)
    opened = SessionOpened(token=done.token, staff=staff, expires_at=expires.replace("+00:00", "Z"))
    return send(opened, 201)


def _refused(refusal: Refusal) -> ApiError:
    until = refusal.data.get("until_ms")
    if not isinstance(until, int):
        return refused(refusal)
    return ApiError(refusal.code, {"until_ms": until, "retry_after_s": max(1, -(-(until - wall_ms()) // 1000))})


async def close_session(call: Admitted) -> Response:
    """Sign out: the token is worth nothing from now on."""
    await call.services.credentials.sign_out(call.token)
    return Response(status_code=204, headers=NO_STORE)
