"""Jumps of the wall clock by an hour change nothing but the times that are written down."""

import asyncio
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from server.pit.clock import LoopClock
from server.pit.owner import PitOwner
from server.simulate.chance import stream
from server.simulate.floor import furnish
from server.simulate.loop import run
from server.simulate.run import World
from server.simulate.staff import Staff
from server.simulate.store import SimStore
from server.storage.memory import MemoryStore
from server.table import commands as c
from server.table.values import Actor, Role, VenueSettings

TIME = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")


def _journal_without_times(rows: list[bytes]) -> list[str]:
    return [TIME.sub("T", row.decode()) for row in rows]


@pytest.mark.parametrize("seed", [4, 11])
def test_a_whole_evening_is_the_same_with_and_without_jumps(seed: int) -> None:
    journals = []
    for jump_every in (0.0, 1.0):
        world = World(seed, PitOwner, SimStore)
        world.faults.jump_every = jump_every
        report = run(world.run(), stream(seed, "loop"))
        assert report.good
        journals.append(world.kept.journal)
    assert journals[0] != journals[1]
    assert _journal_without_times(journals[0]) == _journal_without_times(journals[1])


def _steady() -> Callable[[], datetime]:
    return lambda: datetime(2026, 5, 1, tzinfo=UTC)


def _jumping() -> Callable[[], datetime]:
    hours = iter(range(10**6))
    return lambda: datetime(2026, 5, 1, tzinfo=UTC) + timedelta(hours=(-1) ** next(hours))


class _Direct(Staff):
    """Staff without a network: for one owner on the production clock."""

    def __init__(self, owner: PitOwner) -> None:
        self._owner = owner
        self._made = 0

    async def tell(self, actor: Actor, command: c.Command) -> bool:
        self._made += 1
        return (await self._owner.submit(f"c{self._made}", actor, command)).refusal is None


async def _round(wall: Callable[[], datetime]) -> list[str]:
    store = MemoryStore()
    owner = PitOwner("pit", VenueSettings("Hall"), store, LoopClock(wall), lambda: "1" * 18)
    await owner.start()
    staff = _Direct(owner)
    await furnish(staff, ["PT-1"], stream(5, "floor"))
    player = Actor(Role.PLAYER, "PT-1")
    await staff.tell(player, c.Sit("PT-1", "live"))
    note: dict[str, Any] = {"value": 5000}
    gateway = Actor(Role.GATEWAY, "GW")
    await staff.tell(gateway, c.TakeReading("GW", "b", 1, "acceptor-PT-1", "note_stacked", note, ""))
    await staff.tell(Actor(Role.DEALER, "dealer"), c.NewGame("live"))
    outcomes = []
    for _ in range(40):
        placed = await staff.tell(player, c.Place("PT-1", "live-1", (c.Chip("red", 100),)))
        outcomes.append(f"{asyncio.get_running_loop().time():.3f} {placed}")
        await asyncio.sleep(0.25)
    await owner.stop()
    return outcomes + _journal_without_times(store.journal)


def test_the_production_clock_decides_by_monotonic_time_alone() -> None:
    steady = run(_round(_steady()), stream(5, "loop"))
    jumping = run(_round(_jumping()), stream(5, "loop"))
    assert steady == jumping
    assert any(line.endswith("True") for line in steady)
    assert any(line.endswith("False") for line in steady[:40])
    assert msgspec.json.decode(steady[-1].encode())["seq"] > 20
