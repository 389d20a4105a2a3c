"""Races, restarts and faults: one effect per key, one winner per version, an honest answer when something is down."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.integration.api.house import TABLE, House, Staffed, house_like, open_house
from tests.integration.api.test_people_and_devices import DANA, PT5


async def test_of_two_changes_to_one_version_one_wins(floor: House) -> None:
    names = ["Left", "Right", "Middle"]
    answers = await asyncio.gather(*(floor.operator.patch("/tables/T1", {"name": name}, 1) for name in names))
    assert sorted(answer.status_code for answer in answers) == [200, 412, 412]
    people = await asyncio.gather(
        *(floor.operator.patch(f"/staff/{floor.people['dealer'].id}", {"name": name}, 1) for name in names)
    )
    assert sorted(answer.status_code for answer in people) == [200, 412, 412]


async def test_requests_with_one_key_that_arrive_together_act_once(house: House) -> None:
    added = await asyncio.gather(*(house.operator.post("/staff", DANA, key="dana") for _ in range(5)))
    assert len({answer.text for answer in added}) == 1
    enrolled = await asyncio.gather(*(house.operator.post("/devices", PT5, key="pt5") for _ in range(5)))
    assert {answer.status_code for answer in enrolled} == {201}
    assert sum(answer.json()["token"] is not None for answer in enrolled) == 1
    made = await asyncio.gather(*(house.operator.post("/tables", TABLE, key="t1") for _ in range(5)))
    assert {answer.status_code for answer in made} == {201}
    assert house.services.owner.state.tables["T1"].config.version == 1


async def test_a_key_is_remembered_across_a_restart(pattern: Staffed, tmp_path: Path) -> None:
    async with house_like(pattern, tmp_path) as house:
        await house.operator.post("/tables", TABLE, key="make")
        first = await house.operator.post("/tables/T1/open", key="open")
        refused = await house.operator.post("/tables/T1/open", key="open-again")
        person = await house.operator.post("/staff", DANA, key="dana")
    async with open_house(tmp_path / pattern.file.name) as house:
        house.tokens = dict(pattern.tokens)
        before = await house.traces()
        assert (await house.operator.post("/tables/T1/open", key="open")).json() == first.json()
        assert (await house.operator.post("/tables/T1/open", key="open-again")).json() == refused.json()
        assert (await house.operator.post("/staff", DANA, key="dana")).json() == person.json()
        assert (await house.operator.post("/tables/T1/close", key="open")).json()["code"] == "key_reused"
        assert await house.traces() == before


@pytest.mark.fault
async def test_a_pit_that_has_stopped_says_so(floor: House) -> None:
    await floor.services.owner.stop()
    answer = await floor.operator.post("/tables/T1/close")
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert (await floor.operator.get("/pits")).json()["pits"][0]["running"] is False


@pytest.mark.fault
async def test_storage_that_does_not_answer_is_a_typed_refusal(floor: House) -> None:
    await floor.store.database.write(lambda connection: connection.execute(text("ALTER TABLE register RENAME TO gone")))
    answer = await floor.operator.get("/receivables")
    assert (answer.status_code, answer.json()["code"]) == (503, "storage_unavailable")
    assert "register" not in answer.text
    assert (await floor.operator.get("/books")).status_code == 200
