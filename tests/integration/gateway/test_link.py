"""Journal and link against a real websocket server: nothing lost, nothing doubled."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from hardware_gateway.drivers.base import DeviceCommand, Reading
from hardware_gateway.journal import Journal
from hardware_gateway.link import WINDOW, Link
from hardware_gateway.recorder import Recorder
from tests.integration.gateway.house import GATEWAY, TOKEN, House, open_house
from tests.unit.gateway.support import until


class Desk:
    """Journal, recorder and link of one gateway run."""

    def __init__(self, path: Path, house: House, boot: str, token: str = TOKEN) -> None:
        self.journal = Journal(path, boot)
        self.recorder = Recorder(self.journal)
        self.commands: list[DeviceCommand] = []
        self.online: list[bool] = []
        self.link = Link(
            self.recorder,
            url=f"{house.url}/ws/gateway",
            gateway=GATEWAY,
            token=token,
            on_command=self._on_command,
            on_online=self.online.append,
        )

    async def _on_command(self, command: DeviceCommand) -> None:
        self.commands.append(command)

    async def record(self, start: int, count: int) -> None:
        for number in range(start, start + count):
            await self.recorder.record("acceptor-1", [Reading("note_stacked", {"value": number})])


@asynccontextmanager
async def desk(path: Path, house: House, boot: str = "a" * 32, token: str = TOKEN) -> AsyncIterator[Desk]:
    it = Desk(path, house, boot, token)
    tasks = [asyncio.ensure_future(it.recorder.run()), asyncio.ensure_future(it.link.run())]
    try:
        yield it
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        it.recorder.close()


def values(house: House) -> list[object]:
    return [data["value"] for data in house.of_kind("note_stacked")]


async def test_readings_arrive_signed_in_order_and_are_acknowledged(tmp_path: Path) -> None:
    async with open_house() as house, desk(tmp_path / "j", house) as gateway:
        await gateway.record(0, 50)
        await until(lambda: len(house.readings) == 50)
        await until(lambda: gateway.journal.waiting_count() == 0)
    assert values(house) == list(range(50))
    assert [reading["counter"] for reading in house.readings] == list(range(1, 51))
    assert (house.problems, house.duplicates) == ([], 0)
    assert gateway.online[0] is True


async def test_only_a_window_is_sent_unacknowledged(tmp_path: Path) -> None:
    async with open_house() as house, desk(tmp_path / "j", house) as gateway:
        house.acknowledging = False
        await asyncio.gather(*(gateway.record(start, 10) for start in range(0, 200, 10)))
        await until(lambda: len(house.readings) == WINDOW)
        await asyncio.sleep(0.05)
        assert len(house.readings) == WINDOW
        await house.acknowledge_all()
        await until(lambda: len(house.readings) == 200)
        await until(lambda: gateway.journal.waiting_count() == 0)
    assert house.unacknowledged_peak == WINDOW
    assert sorted(map(int, map(str, values(house)))) == list(range(200))


async def test_server_restart_and_lost_acknowledgements(tmp_path: Path) -> None:
    house = House()
    async with open_house(house), desk(tmp_path / "j", house) as first:
        house.acknowledging = False
        await first.record(0, 20)
        await until(lambda: len(house.readings) == 20)
    async with desk(tmp_path / "j", house, boot="b" * 32) as gateway:
        await gateway.record(20, 5)
        await asyncio.sleep(0.1)
        assert not gateway.link.online
        house.acknowledging = True
        async with open_house(house):
            await until(lambda: gateway.journal.waiting_count() == 0)
            await gateway.record(25, 5)
            await until(lambda: gateway.journal.waiting_count() == 0)
    assert values(house) == list(range(30))
    assert house.duplicates == 20, "the unacknowledged ones came again under their own numbers"
    assert [reading["boot"] for reading in house.readings] == ["a" * 32] * 20 + ["b" * 32] * 10
    assert house.problems == []


async def test_a_connection_that_keeps_breaking_loses_nothing(tmp_path: Path) -> None:
    async with open_house() as house, desk(tmp_path / "j", house) as gateway:
        for cut in range(4):
            house.hang_up_after = len(house.readings) + 3
            await gateway.record(cut * 10, 10)
        await until(lambda: gateway.journal.waiting_count() == 0)
    assert values(house) == list(range(40))
    assert house.hellos > 1
    assert house.problems == []


async def test_a_refused_reading_is_kept_and_sent_again_without_a_gap(tmp_path: Path) -> None:
    async with open_house() as house, desk(tmp_path / "j", house) as gateway:
        house.refuse_counter = 3
        await gateway.record(0, 8)
        await until(lambda: gateway.journal.waiting_count() == 0, seconds=8)
    assert values(house) == list(range(8))
    assert house.problems[0] == "unknown_device"
    assert gateway.link.last_refusal is not None


async def test_a_wrong_token_sends_nothing(tmp_path: Path) -> None:
    async with open_house() as house, desk(tmp_path / "j", house, token="another token, also long") as gateway:
        await gateway.record(0, 1)
        await until(lambda: gateway.link.last_refusal is not None)
        assert gateway.online == []
    assert house.readings == []
    assert gateway.link.last_refusal is not None
    assert gateway.link.last_refusal.code == "bad_credentials"


async def test_an_acknowledgement_of_the_future_frees_nothing(tmp_path: Path) -> None:
    async with open_house() as house, desk(tmp_path / "j", house) as gateway:
        house.acknowledging = False
        await gateway.record(0, 3)
        await until(lambda: len(house.readings) == 3)
        await house.send({"type": "ack", "boot": "a" * 32, "counter": 99})
        await until(lambda: house.hellos == 2)
        assert gateway.journal.waiting_count() == 3


async def test_junk_is_survived_and_commands_arrive(tmp_path: Path) -> None:
    async with open_house() as house, desk(tmp_path / "j", house) as gateway:
        await until(lambda: gateway.link.online)
        await house.send({"type": "nonsense"})
        await house.send({"type": "ack", "boot": 5, "counter": "many"})
        await house.command("c1", "printer-1", "print_ticket", amount=1)
        await until(lambda: bool(gateway.commands))
        assert gateway.commands == [DeviceCommand("c1", "printer-1", "print_ticket", {"amount": 1})]
        assert house.hellos == 1
