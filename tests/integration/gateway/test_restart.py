"""What an earlier run left open is reported as unknown, once."""

from __future__ import annotations

import asyncio
from pathlib import Path

from hardware_gateway.app import Gateway
from hardware_gateway.config import AcceptorDevice, AcceptorSimulator, Config
from hardware_gateway.drivers.base import DeviceCommand, Reading
from hardware_gateway.journal import Journal
from tests.integration.gateway.house import TOKEN, House, open_house
from tests.unit.gateway.support import until

ACCEPTOR = "acceptor-PT-1"
TICKET = "123456789012345678"


async def run_once(path: Path, house: House, seen: int) -> None:
    """Let the gateway run until the house has that many readings."""
    devices = [AcceptorDevice(id=ACCEPTOR, simulator=AcceptorSimulator())]
    config = Config(server=house.url, gateway="GW-1", journal=str(path), devices=list(devices))
    gateway = Gateway(config, TOKEN)
    task = asyncio.ensure_future(gateway.run())
    await until(lambda: len(house.readings) == seen and gateway.link.online)
    await asyncio.sleep(0.1)
    task.cancel()
    await asyncio.wait([task])


async def test_a_note_between_intent_and_stacker(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = Journal(path, "a" * 32)
    journal.open_intent(ACCEPTOR, "note", {"value": 2000, "currency": "AUD"})
    journal.close()
    async with open_house() as house:
        await run_once(path, house, seen=1)
        await run_once(path, house, seen=1)
    (fault,) = house.of_kind("fault")
    assert (fault["code"], fault["value"], fault["currency"]) == ("note_unresolved", 2000, "AUD")
    assert house.of_kind("note_stacked") == []


async def test_a_ticket_that_may_be_in_the_box_is_never_reported_as_returned(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = Journal(path, "a" * 32)
    journal.append([(ACCEPTOR, Reading("ticket_inserted", {"number": TICKET}))])
    journal.receive(DeviceCommand("a1", ACCEPTOR, "accept_ticket", {"number": TICKET}))
    journal.close()
    async with open_house() as house:
        await run_once(path, house, seen=3)
        await run_once(path, house, seen=3)
    assert [reading["kind"] for reading in house.readings] == ["ticket_inserted", "command_failed", "fault"]
    assert house.of_kind("command_failed") == [{"command": "a1", "reason": "unknown"}]
    assert house.of_kind("fault")[0]["number"] == TICKET


async def test_a_ticket_in_escrow_comes_back_at_power_up_once(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = Journal(path, "a" * 32)
    journal.append([(ACCEPTOR, Reading("ticket_inserted", {"number": TICKET}))])
    journal.close()
    async with open_house() as house:
        await run_once(path, house, seen=2)
        await run_once(path, house, seen=2)
    assert [reading["kind"] for reading in house.readings] == ["ticket_inserted", "ticket_returned"]
