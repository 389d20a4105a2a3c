"""What happens to every request before its endpoint sees it: who is it, may they, is it well formed, is it small."""

import logging
import re
import secrets
from collections.abc import Callable, Coroutine
from typing import Annotated, Any

import msgspec
from fastapi import Depends, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.types import Message, Receive

from server.api.rest.errors import ApiError, from_http, invalid
from server.api.services import Services
from server.staff import allowed
from server.storage.people import Staff
from server.storage.port import StoreFault

log = logging.getLogger("croupier.rest")

BODY_MAX = 65_536
"""No request of this interface comes near it."""

KEY = re.compile(r"[A-Za-z0-9_.:\-]{1,64}")
MATCH = re.compile(r'"([1-9][0-9]{0,9})"')
BEARER = re.compile(r"[Bb]earer ([A-Za-z0-9_\-]{16,200})")
PERMISSION = "x-permission"


class Call(msgspec.Struct, frozen=True):
    """One admitted request. `key` is there on every POST and `version` on every PATCH."""

    services: Services
    staff: Staff
    token: str
    key: str
    version: int

    @property
    def cmd(self) -> str:
        """The pit's command id: the same person with the same key means the same command."""
        return f"rest:{self.staff.id}:{self.key}"


def _call(request: Request) -> Call:
    call: Call = request.state.call
    return call


def _services(request: Request) -> Services:
    services: Services = request.state.services
    return services


Admitted = Annotated[Call, Depends(_call)]
Floor = Annotated[Services, Depends(_services)]


def guarded(services: Services) -> type[APIRoute]:
    """A route class that denies by default: a route that names no permission cannot be built."""

    class Guarded(APIRoute):
        def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
            permission: str | None = (self.openapi_extra or {})[PERMISSION]
            inner = super().get_route_handler()

            async def handle(request: Request) -> Response:
                try:
                    request.state.services = services
                    if permission is not None:
                        request.state.call = await _admit(services, request, permission)
                    return await inner(Request(request.scope, _capped(request.receive)))
                except StarletteHTTPException as error:
                    return from_http(error).response()
                except RequestValidationError as error:
                    return invalid(error).response()
                except StoreFault as fault:
                    log.error("%s %s: storage does not answer: %s", request.method, request.url.path, fault)
                    return ApiError("storage_unavailable").response()

            return handle

    return Guarded


async def _admit(services: Services, request: Request, permission: str) -> Call:
    bearer = BEARER.fullmatch(request.headers.get("authorization", ""))
    staff = await services.credentials.session(bearer[1]) if bearer else None
    if bearer is None or staff is None:
        raise ApiError("not_signed_in")
    if not allowed(staff.role, permission):
        raise ApiError("wrong_role", {"permission": permission, "role": staff.role})
    return Call(services, staff, bearer[1], _key(request), _version(request))


def _key(request: Request) -> str:
    """Required on POST; on DELETE and PATCH a sender may leave it out, because repeating those changes nothing more."""
    key = request.headers.get("idempotency-key")
    if key is None:
        if request.method == "POST":
            raise ApiError("idempotency_key_missing")
        return f"once-{secrets.token_hex(12)}"
    if not KEY.fullmatch(key):
        raise ApiError("idempotency_key_bad")
    return key


def _version(request: Request) -> int:
    if request.method != "PATCH":
        return 0
    header = request.headers.get("if-match")
    if header is None:
        raise ApiError("version_missing")
    match = MATCH.fullmatch(header)
    if match is None:
        raise ApiError("if_match_bad")
    return int(match[1])


def _capped(receive: Receive) -> Receive:
    """The same stream, cut off with a refusal once the body is too long: declared lengths are not believed."""
    taken = 0

    async def capped() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > BODY_MAX:
            raise ApiError("too_large", {"maximum": BODY_MAX})
        return message

    return capped
