"""One shape for every refusal, and never the sender's input in it."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from server.api.models import SessionRequest, TableChange, VenueChange
from server.api.rest.errors import STATUS, ApiError, from_http, invalid, refused
from server.api.rest.wording import SENTENCES, sentence
from server.table import floor
from server.table.values import Refusal


def problems(model: type[Any], **fields: Any) -> RequestValidationError:
    with pytest.raises(ValidationError) as caught:
        model(**fields)
    return RequestValidationError(caught.value.errors())


def test_a_refusal_of_the_pit_keeps_its_code_and_data() -> None:
    error = refused(Refusal("notice_too_short", {"minimum": 20, "players": 2}))
    response = error.response()
    assert response.status_code == 409
    assert json.loads(bytes(response.body)) == {
        "code": "notice_too_short",
        "detail": SENTENCES["notice_too_short"],
        "data": {"minimum": 20, "players": 2},
    }


def test_data_may_use_any_name() -> None:
    assert refused(Refusal("bad_limits", {"detail": "unit", "code": "x"})).data == {"detail": "unit", "code": "x"}


def test_what_was_wrong_is_named_but_not_repeated() -> None:
    error = invalid(problems(SessionRequest, card="9001", pin="12ab56"))
    assert (error.code, error.status_code, error.data) == ("invalid", 422, {"fields": ["pin"]})
    assert b"12ab56" not in bytes(error.response().body)


def test_names_of_fields_are_made_printable() -> None:
    error = invalid(problems(VenueChange, **{"na\x00me\n": "x"}))
    assert error.data == {"fields": ["na?me?"]}


def test_what_the_framework_refuses_has_the_same_shape() -> None:
    assert from_http(HTTPException(404)).code == "not_found"
    assert from_http(HTTPException(405)).code == "method_not_allowed"
    assert from_http(HTTPException(400)).code == "malformed"
    same = ApiError("busy")
    assert from_http(same) is same


def test_unauthorised_answers_say_how_and_locked_ones_say_when() -> None:
    assert ApiError("not_signed_in").response().headers["www-authenticate"] == "Bearer"
    assert ApiError("locked_out", {"retry_after_s": 12}).response().headers["retry-after"] == "12"


def test_every_code_an_operator_can_meet_has_a_sentence() -> None:
    tree = ast.parse(Path(floor.__file__).read_text())
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "refuse"]
    codes = {node.args[0].value for node in calls if isinstance(node.args[0], ast.Constant)}
    internal = {"stale_timer", "terminal_exists", "nothing_to_answer"}
    assert codes - internal - set(SENTENCES) == set()
    assert set(STATUS) - set(SENTENCES) == set()
    assert sentence("some_new_code") == "some new code"


@pytest.mark.parametrize(
    "change",
    [
        {"name": ""},
        {"name": "   "},
        {"name": "a\nb"},
        {"name": "x" * 61},
        {"chips": [0]},
        {"chips": [True]},
        {"chips": [10**13]},
        {"chips": list(range(1, 14))},
        {"pause_ms": 999},
        {"spin_lead_ms": 60_001},
        {"after_no_spin": "shrug"},
        {"wheel": "cards"},
        {"device": "a b"},
        {"version": 3},
    ],
)
def test_a_table_change_is_bounded(change: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TableChange(**change)


@pytest.mark.parametrize(
    "change",
    [
        {"time_zone": "Sydney"},
        {"gaming_day_start": "24:00"},
        {"gaming_day_start": "06:0x"},
        {"languages": []},
        {"languages": ["english!"]},
        {"multi_game_wagering": 1},
        {"ticket_limit": 1.0},
    ],
)
def test_a_venue_change_is_bounded(change: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        VenueChange(**change)
