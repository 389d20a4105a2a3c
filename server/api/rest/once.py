"""Once and only once for requests that do not go through a pit."""

import hashlib
from collections.abc import Awaitable, Callable

import msgspec
from fastapi.responses import Response
from pydantic import BaseModel

from server.api.rest.build import send
from server.api.rest.errors import NO_STORE, refused
from server.api.rest.guard import Call
from server.storage.idempotency import Remembered
from server.table.values import Refusal


class Made(msgspec.Struct, frozen=True):
    """What was made: the answer, and the part of it that may be remembered (a credential is told once)."""

    told: BaseModel
    kept: BaseModel
    version: int


async def once(
    call: Call, request: str, make: Callable[[], Awaitable[Made | Refusal]], *, status: int = 201
) -> Response:
    """Do it unless this key did it before; refusals are remembered too.

    `request` is what a repeated request must agree with. It is stored as a plain hash, so it must not contain a PIN:
    six digits are guessed from such a hash in a moment.
    """
    digest = hashlib.sha256(request.encode()).hexdigest()
    memory, who = call.services.idempotency, call.staff.id
    # Two requests with one key that arrive together must not both find it unused.
    async with call.services.changes:
        known = await memory.recall(who, call.key, digest)
        if isinstance(known, Refusal):
            raise refused(known)
        if known is not None:
            return Response(known.body, known.status, NO_STORE, "application/json")
        made = await make()
        if isinstance(made, Refusal):
            error = refused(made)
            answer = error.response()
            await memory.remember(who, call.key, digest, Remembered(error.status_code, bytes(answer.body).decode()))
            return answer
        await memory.remember(who, call.key, digest, Remembered(status, made.kept.model_dump_json()))
    return send(made.told, status, version=made.version)
