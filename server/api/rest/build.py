"""Adds endpoints to the router, so that each of them names its permission and documents itself the same way."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, Security
from fastapi.responses import Response
from fastapi.security import HTTPBearer
from pydantic import BaseModel

from server.api.models import ErrorBody
from server.api.rest.errors import NO_STORE
from server.api.rest.guard import PERMISSION

BEARER = HTTPBearer(
    scheme_name="staff_session",
    description="The token of `POST /staff/sessions`.",
    bearerFormat="opaque",
    auto_error=False,
)

KEY_HEADER = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": True,
    "description": "Made by the sender. The same key with the same request acts once and is answered again.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[A-Za-z0-9_.:\\-]+$"},
    "example": "7f0c2f0e-open-T1",
}
MATCH_HEADER = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "description": "The version that was read, quoted, as the ETag of the GET gives it.",
    "schema": {"type": "string", "pattern": '^"[1-9][0-9]{0,9}"$'},
    "example": '"3"',
}
ETAG = {"ETag": {"description": "The version, quoted: what If-Match wants.", "schema": {"type": "string"}}}

COMMON = {401: "Not signed in", 403: "The role does not allow it", 503: "The pit or its storage does not answer"}
BY_METHOD: dict[str, dict[int, str]] = {
    "GET": {},
    "POST": {
        400: "Malformed, or no Idempotency-Key",
        409: "Refused, or the key was used for something else",
        413: "Too large",
    },
    "PATCH": {400: "Malformed", 409: "Refused", 412: "Changed in the meantime", 413: "Too large", 428: "No If-Match"},
    "DELETE": {409: "Refused"},
}


class Builder:
    """`public` routes are the only ones without a permission, and there is one of them."""

    def __init__(self, router: APIRouter) -> None:
        self._router = router

    def public(self, path: str, endpoint: Callable[..., Any], answer: type[BaseModel], *, status: int = 200) -> None:
        self._router.add_api_route(
            path,
            endpoint,
            methods=["POST"],
            response_model=answer,
            status_code=status,
            summary=_summary(endpoint),
            responses=_errors(
                {400: "Malformed", 401: "Refused", 413: "Too large", 422: "Not valid", 429: "Locked out"}
            ),
            openapi_extra={PERMISSION: None},
        )

    def add(
        self,
        method: str,
        path: str,
        permission: str,
        endpoint: Callable[..., Any],
        answer: type[BaseModel] | None,
        *,
        status: int = 200,
        versioned: bool = False,
    ) -> None:
        errors = {**COMMON, **BY_METHOD[method]}
        if "{" in path:
            errors[404] = "Unknown"
        if method != "DELETE" or "{" in path:
            errors[422] = "Not valid"
        responses = _errors(errors)
        if versioned:
            responses[status] = {"headers": ETAG}
        self._router.add_api_route(
            path,
            endpoint,
            methods=[method],
            response_model=answer,
            status_code=status,
            summary=_summary(endpoint),
            responses=responses,
            dependencies=[Security(BEARER)],
            openapi_extra={PERMISSION: permission, "parameters": _headers(method)},
        )


def _headers(method: str) -> list[dict[str, Any]]:
    return {"POST": [KEY_HEADER], "PATCH": [MATCH_HEADER]}.get(method, [])


def _errors(errors: dict[int, str]) -> dict[int | str, dict[str, Any]]:
    return {status: {"model": ErrorBody, "description": text} for status, text in sorted(errors.items())}


def _summary(endpoint: Callable[..., Any]) -> str:
    return (endpoint.__doc__ or endpoint.__name__).splitlines()[0].partition(". ")[0].rstrip(".")


def send(
    body: BaseModel, status: int = HTTPStatus.OK, *, version: int | None = None, at: str | None = None
) -> Response:
    """A record as the answer, with its version as the ETag and, when it is new, where it lives."""
    headers = dict(NO_STORE)
    if version is not None:
        headers["ETag"] = f'"{version}"'
    if at is not None:
        headers["Location"] = at
    return Response(body.model_dump_json(), status, headers, "application/json")
