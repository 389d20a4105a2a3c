"""Staff and devices: versions, credentials told once, and changes that are all in the audit trail."""

from typing import Any

from server.storage.devices import Checked
from tests.integration.api.house import TABLE, House

DANA = {"card": "7001", "name": "Dana", "role": "dealer", "pin": "582016"}
PT5 = {"device": "PT-5", "kind": "player_terminal", "name": "Seat 5", "acceptor": "notes-5"}


async def actions(house: House) -> list[str]:
    return [entry["action"] for entry in (await house.operator.get("/audit")).json()["audit"]]


async def test_adding_and_changing_a_member_of_staff(house: House) -> None:
    added = await house.operator.post("/staff", DANA)
    assert (added.status_code, added.headers["etag"]) == (201, '"1"')
    dana = added.json()["staff"]
    assert "pin" not in added.text
    path = f"/staff/{dana}"
    assert (await house.operator.get(path)).json() == added.json()
    renamed = await house.operator.patch(path, {"name": "Dana D."}, 1)
    assert (renamed.json()["name"], renamed.json()["version"]) == ("Dana D.", 2)
    late = await house.operator.patch(path, {"enabled": False}, 1)
    assert (late.status_code, late.json()["code"], late.json()["data"]) == (412, "version_conflict", {"version": 2})
    assert renamed.json() in (await house.operator.get("/staff")).json()["staff"]
    assert {"staff_added", "staff_changed"} <= set(await actions(house))


async def test_the_same_key_adds_one_person(house: House) -> None:
    first = await house.operator.post("/staff", DANA, key="dana")
    again = await house.operator.post("/staff", DANA, key="dana")
    assert (again.status_code, again.json()) == (201, first.json())
    other = await house.operator.post("/staff", {**DANA, "card": "7002"}, key="dana")
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")
    taken = await house.operator.post("/staff", DANA, key="dana-2")
    assert (taken.status_code, taken.json()["code"]) == (409, "card_taken")
    assert (await house.operator.post("/staff", DANA, key="dana-2")).json() == taken.json()


async def test_the_last_operator_stays(house: House) -> None:
    me = house.people["operator"]
    answer = await house.operator.patch(f"/staff/{me.id}", {"enabled": False}, 1)
    assert (answer.status_code, answer.json()["code"]) == (409, "last_operator")
    nobody = await house.operator.patch("/staff/staff-0", {"enabled": False}, 1)
    assert (nobody.status_code, nobody.json()["code"]) == (404, "unknown_staff")


async def test_a_player_terminal_is_enrolled_and_stands_on_the_floor(house: House) -> None:
    made = await house.operator.post("/devices", PT5, key="pt5")
    assert made.status_code == 201
    token = made.json()["token"]
    checked = await house.services.devices.check("PT-5", token)
    assert isinstance(checked, Checked)
    assert checked.device.terminal == "PT-5"
    terminal = house.services.owner.state.terminals["PT-5"]
    assert (terminal.seat, terminal.acceptor) == (1, "notes-5")
    again = await house.operator.post("/devices", PT5, key="pt5")
    assert (again.status_code, again.json()) == (201, {**made.json(), "token": None})
    assert (await house.operator.post("/devices", PT5)).json()["code"] == "device_exists"
    listed = (await house.operator.get("/devices")).json()["devices"]
    assert listed == [{name: value for name, value in made.json().items() if name != "token"}]
    assert token not in (await house.operator.get("/audit")).text


async def test_a_disabled_device_is_refused_and_a_new_credential_replaces_the_old(house: House) -> None:
    old = (await house.operator.post("/devices", PT5)).json()["token"]
    disabled = await house.operator.patch("/devices/PT-5", {"enabled": False}, 1)
    assert (disabled.json()["enabled"], disabled.headers["etag"]) == (False, '"2"')
    assert house.cut_off == ["PT-5"]
    assert await house.services.devices.check("PT-5", old) is None
    assert (await house.operator.patch("/devices/PT-5", {"enabled": True}, 1)).status_code == 412
    assert (await house.operator.patch("/devices/PT-5", {"enabled": True}, 2)).status_code == 200
    renewed = await house.operator.post("/devices/PT-5/credential", key="renew")
    assert (renewed.status_code, renewed.headers["etag"]) == (200, '"4"')
    assert house.cut_off == ["PT-5", "PT-5"]
    assert (await house.operator.post("/devices/PT-5/credential", key="renew")).json()["token"] is None
    assert await house.services.devices.check("PT-5", old) is None
    assert await house.services.devices.check("PT-5", renewed.json()["token"]) is not None
    assert {"device_enrolled", "device_disabled", "device_enabled"} <= set(await actions(house))
    assert (await house.operator.get("/devices/PT-9")).json()["code"] == "unknown_device"
    assert (await house.operator.post("/devices/PT-9/credential")).json()["code"] == "unknown_device"


async def test_a_dealer_terminal_and_a_display_belong_to_a_table(house: House) -> None:
    device: dict[str, Any] = {"device": "DT-1", "kind": "dealer_terminal", "name": "Dealer 1"}
    missing = await house.operator.post("/devices", device)
    assert (missing.status_code, missing.json()["code"]) == (422, "binding_missing")
    unknown = await house.operator.post("/devices", {**device, "table": "T1"})
    assert (unknown.status_code, unknown.json()["code"]) == (422, "binding_unknown")
    await house.operator.post("/tables", TABLE)
    assert (await house.operator.post("/devices", {**device, "table": "T1"})).json()["table"] == "T1"
    gateway = await house.operator.post("/devices", {"device": "GW-1", "kind": "gateway", "name": "Gateway"})
    assert (gateway.status_code, gateway.json()["table"]) == (201, None)


async def test_the_venue_changes_with_its_version(house: House) -> None:
    read = await house.operator.get("/venue")
    assert (read.json()["name"], read.headers["etag"]) == ("Harbour", '"1"')
    change = {"ticket_limit": 250_000, "languages": ["en", "zh-Hans", "en"], "time_zone": "Europe/Vienna"}
    changed = await house.operator.patch("/venue", change, 1)
    assert changed.json() == {**read.json(), **change, "languages": ["en", "zh-Hans"], "version": 2}
    assert (await house.operator.get("/venue")).json() == changed.json()
    assert (await house.operator.patch("/venue", {"name": "Late"}, 1)).status_code == 412
    for wrong in (
        {"time_zone": "Mars/Olympus"},
        {"gaming_day_start": "6:00"},
        {"ticket_limit": 0},
        {"currency": "EUR"},
    ):
        answer = await house.operator.patch("/venue", wrong, 2)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid"), wrong
    assert "venue_changed" in await actions(house)
