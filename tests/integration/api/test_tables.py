"""Tables through the REST interface: settings with versions, opening, and the closing notice of 002 12.8."""

from typing import Any

import pytest

from server.api.models import LIMITS
from server.table import commands as c
from tests.integration.api.house import TABLE, House


async def test_a_new_table_starts_closed_and_can_be_read_back(house: House) -> None:
    made = await house.operator.post("/tables", TABLE)
    assert made.status_code == 201
    assert made.headers["location"] == "/api/v1/tables/T1"
    assert made.headers["etag"] == '"1"'
    read = await house.operator.get("/tables/T1")
    assert read.json() == made.json()
    assert read.json()["status"] == "closed"
    assert read.json()["phase"] == "idle"
    assert read.json()["limits"] == LIMITS
    assert (await house.operator.get("/tables")).json()["tables"] == [read.json()]


async def test_the_same_key_makes_one_table_and_another_request_with_it_is_refused(house: House) -> None:
    first = await house.operator.post("/tables", TABLE, key="make-t1")
    again = await house.operator.post("/tables", TABLE, key="make-t1")
    assert (again.status_code, again.json()) == (201, first.json())
    other = await house.operator.post("/tables", {**TABLE, "table": "T2"}, key="make-t1")
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")
    assert list(house.services.owner.state.tables) == ["T1"]


async def test_a_table_is_not_made_twice(house: House) -> None:
    await house.operator.post("/tables", TABLE)
    again = await house.operator.post("/tables", TABLE)
    assert (again.status_code, again.json()["code"]) == (409, "table_exists")


UNPLAYABLE: list[tuple[dict[str, Any], str]] = [
    ({"chips": [500, 100]}, "bad_chips"),
    ({"chips": []}, "invalid"),
    ({"period_ms": 4_999}, "invalid"),
    ({"period_ms": "30000"}, "invalid"),
    ({"period_ms": 30_000.5}, "invalid"),
    ({"game": "whist"}, "unknown_game"),
    ({"variant": "triple_zero"}, "unknown_variant"),
    ({"wheel": "automated"}, "device_missing"),
    ({"wheel": "automated", "device": "wheel-1", "period_ms": 9_000}, "bad_spin_lead"),
    ({"limits": {**LIMITS, "kinds": {}}}, "limits_missing"),
    ({"limits": {**LIMITS, "unit": 0}}, "bad_limits"),
    ({"limits": {**LIMITS, "total_maximum": -1}}, "invalid"),
    ({"limits": {**LIMITS, "kinds": {**LIMITS["kinds"], "moon": {"minimum": 1, "maximum": 2}}}}, "unknown_kind"),
    ({"table": "no spaces"}, "invalid"),
    ({"surprise": 1}, "invalid"),
]


async def test_settings_that_could_not_be_played_are_refused(house: House) -> None:
    for change, code in UNPLAYABLE:
        answer = await house.operator.post("/tables", {**TABLE, **change})
        assert (answer.status_code, answer.json()["code"]) == (422, code), change
    assert house.services.owner.state.tables == {}


async def test_a_change_needs_the_version_that_was_read(floor: House) -> None:
    missing = await floor.operator.call("PATCH", "/tables/T1", {"period_ms": 45_000})
    assert (missing.status_code, missing.json()["code"]) == (428, "version_missing")
    bad = await floor.operator.call("PATCH", "/tables/T1", {"period_ms": 45_000}, If_Match="*")
    assert (bad.status_code, bad.json()["code"]) == (400, "if_match_bad")
    first = await floor.operator.patch("/tables/T1", {"period_ms": 45_000}, 1)
    assert (first.status_code, first.headers["etag"]) == (200, '"2"')
    assert (first.json()["period_ms"], first.json()["effective"]) == (45_000, "now")
    late = await floor.operator.patch("/tables/T1", {"name": "Late"}, 1)
    assert (late.status_code, late.json()["code"], late.json()["data"]) == (412, "version_conflict", {"version": 2})
    assert (await floor.operator.get("/tables/T1")).json()["name"] == "Roulette 1"


async def test_a_change_while_a_round_runs_waits_for_the_next_one(floor: House) -> None:
    round_id = await floor.open_round()
    changed = await floor.operator.patch("/tables/T1", {"period_ms": 60_000, "after_no_spin": "reopen"}, 1)
    assert (changed.json()["effective"], changed.json()["version"]) == ("next_round", 2)
    state = floor.services.owner.state.tables["T1"]
    assert state.config.period_ms == 30_000
    again = await floor.operator.patch("/tables/T1", {"name": "Roulette One"}, 2)
    assert (again.json()["period_ms"], again.json()["name"]) == (60_000, "Roulette One")
    for command in (
        c.NoMoreBets("T1", round_id),
        c.EnterResult("T1", round_id, "4"),
        c.ConfirmResult("T1", round_id, "4"),
    ):
        await floor.do("dealer", command)
    await floor.open_round()
    now = (await floor.operator.get("/tables/T1")).json()
    assert (now["effective"], now["period_ms"], now["name"], now["version"]) == ("now", 60_000, "Roulette One", 3)


async def test_every_setting_can_be_changed_and_the_device_taken_away(floor: House) -> None:
    change = {
        "name": "Wheel of the house",
        "wheel": "automated",
        "device": "wheel-1",
        "limits": {**LIMITS, "unit": 500},
        "chips": [500, 1_000],
        "period_ms": 20_000,
        "pause_ms": 8_000,
        "spin_lead_ms": 7_000,
        "after_no_spin": "reopen",
    }
    changed = (await floor.operator.patch("/tables/T1", change, 1)).json()
    assert {name: changed[name] for name in change} == change
    alone = await floor.operator.patch("/tables/T1", {"device": None}, 2)
    assert alone.json()["code"] == "device_missing"
    live = (await floor.operator.patch("/tables/T1", {"device": None, "wheel": "live"}, 2)).json()
    assert (live["device"], live["wheel"]) == (None, "live")


@pytest.mark.rule("002 12.8")
async def test_a_table_with_players_closes_only_after_its_notice(floor: House) -> None:
    short = await floor.operator.post("/tables/T1/closure", {"minutes": 5})
    assert (short.status_code, short.json()["code"]) == (409, "notice_too_short")
    assert short.json()["data"] == {"minimum": 20, "players": 1}
    now = await floor.operator.post("/tables/T1/close")
    assert (now.status_code, now.json()["code"]) == (409, "notice_too_short")
    announced = await floor.operator.post("/tables/T1/closure", {"minutes": 20})
    assert announced.json()["closes_at"] is not None
    cancelled = await floor.operator.delete("/tables/T1/closure")
    assert (cancelled.status_code, cancelled.json()["closes_at"]) == (200, None)
    nothing = await floor.operator.delete("/tables/T1/closure")
    assert (nothing.status_code, nothing.json()["code"]) == (409, "nothing_to_cancel")


async def test_an_empty_table_closes_at_once_and_opens_again(house: House) -> None:
    await house.operator.post("/tables", TABLE)
    assert (await house.operator.post("/tables/T1/open", key="open")).json()["status"] == "open"
    assert (await house.operator.post("/tables/T1/open", key="open")).status_code == 200
    assert (await house.operator.post("/tables/T1/open")).json()["code"] == "table_open"
    assert (await house.supervisor.post("/tables/T1/close")).json()["status"] == "closed"
    assert (await house.supervisor.post("/tables/T1/open")).json()["status"] == "open"


async def test_what_is_unknown_is_not_found(house: House) -> None:
    for method, path in (("GET", "/tables/T9"), ("GET", "/tables/T9/rounds"), ("GET", "/tables/T9/results")):
        answer = await house.operator.call(method, path)
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown_table")
    for path in ("/tables/T9/open", "/tables/T9/close"):
        assert (await house.operator.post(path)).status_code == 404
    assert (await house.operator.patch("/tables/T9", {"name": "x"}, 1)).status_code == 404
    assert (await house.operator.get("/nowhere")).json()["code"] == "not_found"
    assert (await house.operator.call("PUT", "/tables")).json()["code"] == "method_not_allowed"
