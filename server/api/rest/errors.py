"""Every "no" of the REST interface has one shape: a stable code, a sentence for people, and data.

The endpoints raise ApiError; what FastAPI would answer in its own words is turned into the same shape here.
"""

from collections.abc import Mapping

import msgspec
from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException as StarletteHTTPException

from server.api.models import ErrorData
from server.api.rest.wording import sentence
from server.table.values import Refusal

NO_STORE = {"Cache-Control": "no-store"}

STATUS = {
    "idempotency_key_missing": 400,
    "idempotency_key_bad": 400,
    "if_match_bad": 400,
    "malformed": 400,
    "not_signed_in": 401,
    "bad_credentials": 401,
    "wrong_role": 403,
    "not_found": 404,
    "unknown_table": 404,
    "unknown_terminal": 404,
    "unknown_device": 404,
    "unknown_staff": 404,
    "unknown_round": 404,
    "method_not_allowed": 405,
    "version_conflict": 412,
    "too_large": 413,
    "invalid": 422,
    "bad_period": 422,
    "bad_chips": 422,
    "bad_limits": 422,
    "limits_missing": 422,
    "unknown_kind": 422,
    "unknown_game": 422,
    "unknown_variant": 422,
    "unknown_setting": 422,
    "unknown_rules": 422,
    "bad_spin_lead": 422,
    "device_missing": 422,
    "binding_missing": 422,
    "binding_unknown": 422,
    "version_missing": 428,
    "locked_out": 429,
    "busy": 503,
    "internal_fault": 503,
    "storage_unavailable": 503,
}
"""Codes with a status of their own; any other refusal is a conflict with the state of the floor (409)."""


class ApiError(HTTPException):
    """A typed "no". It is an HTTPException so that FastAPI lets it through while a body is being read."""

    def __init__(self, code: str, data: Mapping[str, ErrorData] | None = None, detail: str = "") -> None:
        super().__init__(STATUS.get(code, 409), detail or sentence(code))
        self.code = code
        self.data = dict(data or {})

    def response(self) -> Response:
        headers = dict(NO_STORE)
        if self.status_code == 401:
            headers["WWW-Authenticate"] = "Bearer"
        retry = self.data.get("retry_after_s")
        if isinstance(retry, int):
            headers["Retry-After"] = str(retry)
        body = msgspec.json.encode({"code": self.code, "detail": self.detail, "data": self.data})
        return Response(body, self.status_code, headers, "application/json")


def refused(refusal: Refusal) -> ApiError:
    """A refusal of the pit as an answer to a request."""
    return ApiError(refusal.code, refusal.data)


def invalid(error: RequestValidationError) -> ApiError:
    """What was wrong where. The offending input is not sent back: it may be a PIN, and it may be unprintable."""
    problems = error.errors()
    if any(problem["type"] == "json_invalid" for problem in problems):
        return ApiError("malformed")
    fields = [".".join(_printable(str(part)) for part in problem["loc"]) for problem in problems]
    first = f"{fields[0]}: {_printable(problems[0]['msg'])}" if problems else ""
    return ApiError("invalid", {"fields": fields[:20]}, first)


def _printable(text: str) -> str:
    return "".join(ch if ch.isprintable() else "?" for ch in text[:200])


def from_http(error: StarletteHTTPException) -> ApiError:
    """What the framework refused before an endpoint was reached."""
    if isinstance(error, ApiError):
        return error
    return ApiError({404: "not_found", 405: "method_not_allowed", 413: "too_large"}.get(error.status_code, "malformed"))


def install(app: FastAPI) -> None:
    """Answer unknown paths and methods in the same shape as everything else."""

    async def answer(_request: Request, error: Exception) -> Response:
        if isinstance(error, RequestValidationError):
            return invalid(error).response()
        assert isinstance(error, StarletteHTTPException)  # noqa: S101 - these two kinds are all it is registered for
        response = from_http(error).response()
        response.headers.update(error.headers or {})
        return response

    app.add_exception_handler(StarletteHTTPException, answer)
    app.add_exception_handler(RequestValidationError, answer)
