"""Junk at every operation: a typed refusal, never a 5xx, and nothing changed."""

import json
from typing import Any
from urllib.parse import quote

import httpx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from server.api.rest.guard import BODY_MAX
from tests.integration.api.house import House
from tests.integration.api.operations import Operation, document_of, example_body, operations

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=-(10**40), max_value=10**40)
    | st.floats()
    | st.text(max_size=40)
    | st.sampled_from(
        ["", "\x00", "\ud800", "T1", "-1", "1e9", "'; DROP TABLE staff; --", "../../etc", "💰" * 40, "A" * 5_000]
    )
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=8,
)
HEADERS = st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=80)
QUERIES = st.dictionaries(st.sampled_from(["limit", "before", "x"]), st.text(max_size=30) | st.integers(), max_size=3)


@st.composite
def bodies(draw: st.DrawFn, example: Any) -> bytes:
    """Raw bytes, any JSON, or the documented example with something wrong in it."""
    kind = draw(st.sampled_from(["bytes", "json", "mutant", "mutant", "mutant", "deep", "huge"]))
    if kind == "bytes":
        return draw(st.binary(max_size=300))
    if kind == "deep":
        return b"[" * draw(st.integers(1, BODY_MAX - 1))
    if kind == "huge":
        return b" " * (BODY_MAX + 1)
    if kind == "json" or not isinstance(example, dict):
        return json.dumps(draw(VALUES)).encode()
    mutant = dict(example)
    field = draw(st.sampled_from([*sorted(mutant), "surprise"]))
    if draw(st.booleans()):
        mutant[field] = draw(VALUES)
    else:
        mutant.pop(field, None)
    return json.dumps(mutant).encode()


def fuzzed(house: House) -> list[tuple[Operation, Any]]:
    """Everything but signing out, which works whatever comes with it."""
    document = document_of(house.app)
    found = [op for op in operations(document) if op.path != "/staff/sessions/current"]
    weighted = [op for op in found for _ in range(4 if op.takes_body else 1)]
    return [(op, example_body(document, op)) for op in weighted]


def expect_typed(op: Operation, answer: httpx.Response) -> None:
    assert answer.status_code < 500, (op.method, op.path, answer.text)
    if answer.status_code >= 400:
        assert set(answer.json()) == {"code", "detail", "data"}
        assert answer.headers["content-type"] == "application/json"


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
async def test_junk_gets_a_typed_refusal_and_moves_nothing(house: House, data: st.DataObject) -> None:
    op, example = data.draw(st.sampled_from(fuzzed(house)))
    before = await house.traces()
    headers = {"Authorization": f"Bearer {house.tokens['operator']}", "Content-Type": "application/json"}
    if data.draw(st.integers(0, 9)):
        headers |= {"Idempotency-Key": data.draw(st.uuids()).hex, "If-Match": '"1"'}
    else:
        headers |= {"Idempotency-Key": data.draw(HEADERS), "If-Match": data.draw(HEADERS)}
    answer = await house.http.request(
        op.method,
        f"/api/v1{op.address}",
        params=data.draw(QUERIES),
        headers=headers,
        content=data.draw(bodies(example)) if op.takes_body else None,
    )
    expect_typed(op, answer)
    if answer.status_code >= 400:
        assert await house.traces() == before


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
async def test_junk_addresses_and_tokens_are_refused(house: House, data: st.DataObject) -> None:
    op, _ = data.draw(st.sampled_from([pair for pair in fuzzed(house) if "{" in pair[0].path]))
    before = await house.traces()
    junk = data.draw(st.text(min_size=1, max_size=60))
    path = f"/api/v1{op.path}".replace(op.path[op.path.index("{") : op.path.index("}") + 1], quote(junk, safe=""))
    token = data.draw(st.sampled_from([house.tokens["operator"], "x" * 22]) | HEADERS)
    answer = await house.http.request(
        op.method,
        path,
        headers={"Authorization": f"Bearer {token}", "Idempotency-Key": "k", "If-Match": '"1"'},
    )
    expect_typed(op, answer)
    assert await house.traces() == before


async def test_a_body_without_an_end_is_cut_off(house: House) -> None:
    """Declared lengths are not believed: the limit counts what arrives."""
    sent = 0

    async def endless() -> Any:
        nonlocal sent
        while sent < 100 * BODY_MAX:
            sent += 4_096
            yield b" " * 4_096

    headers = {"Authorization": f"Bearer {house.tokens['operator']}", "Idempotency-Key": "k"}
    answer = await house.http.post("/api/v1/tables", content=endless(), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
