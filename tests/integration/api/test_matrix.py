"""Every operation x every role: what is not granted here is refused, and refusing changes nothing."""

from tests.integration.api.house import House
from tests.integration.api.operations import Operation, document_of, example_body, operations

EVERYBODY = frozenset({"dealer", "casino_supervisor", "operator"})
TABLE_STAFF = frozenset({"casino_supervisor", "operator"})
OPERATOR = frozenset({"operator"})

GRANTED = {
    ("DELETE", "/staff/sessions/current"): EVERYBODY,
    ("GET", "/venue"): TABLE_STAFF,
    ("PATCH", "/venue"): OPERATOR,
    ("GET", "/pits"): TABLE_STAFF,
    ("GET", "/tables"): TABLE_STAFF,
    ("POST", "/tables"): OPERATOR,
    ("GET", "/tables/{table}"): TABLE_STAFF,
    ("PATCH", "/tables/{table}"): OPERATOR,
    ("POST", "/tables/{table}/open"): TABLE_STAFF,
    ("POST", "/tables/{table}/closure"): TABLE_STAFF,
    ("DELETE", "/tables/{table}/closure"): TABLE_STAFF,
    ("POST", "/tables/{table}/close"): TABLE_STAFF,
    ("GET", "/tables/{table}/rounds"): TABLE_STAFF,
    ("GET", "/tables/{table}/results"): TABLE_STAFF,
    ("GET", "/rounds/{round_id}"): TABLE_STAFF,
    ("GET", "/receivables"): TABLE_STAFF,
    ("GET", "/audit"): TABLE_STAFF,
    ("GET", "/books"): TABLE_STAFF,
    ("GET", "/devices"): OPERATOR,
    ("POST", "/devices"): OPERATOR,
    ("GET", "/devices/{device}"): OPERATOR,
    ("PATCH", "/devices/{device}"): OPERATOR,
    ("POST", "/devices/{device}/credential"): OPERATOR,
    ("GET", "/staff"): OPERATOR,
    ("POST", "/staff"): OPERATOR,
    ("GET", "/staff/{staff}"): OPERATOR,
    ("PATCH", "/staff/{staff}"): OPERATOR,
}
PUBLIC = {("POST", "/staff/sessions")}


def listed(house: House) -> list[Operation]:
    """All operations but the public one; signing out comes last, because the caller is gone afterwards."""
    found = [op for op in operations(document_of(house.app)) if (op.method, op.path) not in PUBLIC]
    return sorted(found, key=lambda op: op.path == "/staff/sessions/current")


def test_the_matrix_names_every_operation(house: House) -> None:
    found = {(op.method, op.path) for op in operations(document_of(house.app))}
    assert found == set(GRANTED) | PUBLIC


async def test_what_is_not_granted_is_refused_and_changes_nothing(floor: House) -> None:
    document = document_of(floor.app)
    before = await floor.traces()
    for op in listed(floor):
        for role in {"nobody", *EVERYBODY} - GRANTED[op.method, op.path]:
            body = example_body(document, op)
            answer = await floor.client(role).call(op.method, op.address, body, Idempotency_Key="k", If_Match='"1"')
            expected = (401, "not_signed_in") if role == "nobody" else (403, "wrong_role")
            assert (answer.status_code, answer.json()["code"]) == expected, (op.method, op.path, role)
    assert await floor.traces() == before


async def test_what_is_granted_gets_past_the_door(floor: House) -> None:
    document = document_of(floor.app)
    for op in listed(floor):
        for role in GRANTED[op.method, op.path]:
            key = f"{op.method}{op.path.replace('/', '.').replace('{', '').replace('}', '')}"
            body = example_body(document, op)
            answer = await floor.client(role).call(op.method, op.address, body, Idempotency_Key=key, If_Match='"1"')
            # The examples are what a reader would send first: none of them may be called malformed or invalid.
            assert answer.status_code in {200, 201, 204, 404, 409, 412}, (op.method, op.path, role, answer.text)


async def test_every_post_needs_a_key_and_every_patch_a_version(floor: House) -> None:
    document = document_of(floor.app)
    before = await floor.traces()
    for op in listed(floor):
        answer = None
        if op.method == "POST":
            answer = await floor.operator.call(op.method, op.address, example_body(document, op))
            assert (answer.status_code, answer.json()["code"]) == (400, "idempotency_key_missing")
        if op.method == "PATCH":
            answer = await floor.operator.call(op.method, op.address, example_body(document, op))
            assert (answer.status_code, answer.json()["code"]) == (428, "version_missing")
    assert await floor.traces() == before
