"""Note acceptor and ticket printer: escrow, stacking, and never a second ticket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from hardware_gateway.drivers.base import Data, Device, DeviceCommand, Reading
from hardware_gateway.drivers.cash import Note, Ticket
from hardware_gateway.drivers.note_acceptor import NoteAcceptor
from hardware_gateway.drivers.ticket_printer import TicketPrinter
from hardware_gateway.simulators.cash import SimulatedAcceptor, SimulatedPrinter
from tests.unit.gateway.support import until

NOTES = frozenset({500, 1000, 2000, 5000, 10000})
TICKET = "123456789012345678"


class Notebook:
    """A sink that remembers the order of everything, and can hold its breath like a slow disk."""

    def __init__(self) -> None:
        self.log: list[tuple[str, Data]] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def record(self, device: str, readings: list[Reading]) -> None:
        await self.gate.wait()
        self.log += [(reading.kind, reading.data) for reading in readings]

    async def open_intent(self, device: str, kind: str, data: Data) -> None:
        await self.gate.wait()
        self.log.append(("intent", data))


@asynccontextmanager
async def running(device: Device) -> AsyncIterator[None]:
    task = asyncio.ensure_future(device.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


def acceptor(notebook: Notebook, *, enabled: bool = True) -> tuple[SimulatedAcceptor, NoteAcceptor]:
    device = SimulatedAcceptor("AUD", NOTES)
    driver = NoteAcceptor("acceptor-1", device, notebook)
    driver.server_online(True)
    if enabled:
        driver.submit(DeviceCommand("on", "acceptor-1", "enable"))
    return device, driver


def command(kind: str, **data: object) -> DeviceCommand:
    return DeviceCommand(f"cmd-{kind}", "any", kind, data)


async def test_a_note_is_intended_stacked_recorded_and_only_then_acknowledged() -> None:
    notebook = Notebook()
    device, driver = acceptor(notebook)
    async with running(driver):
        await until(lambda: device.enabled)
        assert device.insert(Note(2000, "AUD")) is None
        await until(lambda: device.stacked_count == 1)
        notebook.gate.clear()
        await asyncio.sleep(0.01)
        notebook.gate.set()
        await until(lambda: len(notebook.log) == 3)
        await until(lambda: device.insert(Note(500, "AUD")) is None)
        await until(lambda: len(notebook.log) == 5 + len(device.returned))
    money = [(kind, data["value"]) for kind, data in notebook.log if kind in ("intent", "note_stacked")]
    assert money == [("intent", 2000), ("note_stacked", 2000), ("intent", 500), ("note_stacked", 500)]


async def test_no_second_note_before_the_first_is_durable() -> None:
    notebook = Notebook()
    device, driver = acceptor(notebook)
    async with running(driver):
        await until(lambda: device.enabled)
        notebook.gate.clear()
        device.insert(Note(2000, "AUD"))
        await asyncio.sleep(0.01)
        assert device.stacked_count == 0, "without a durable intent nothing is stacked"
        assert device.insert(Note(500, "AUD")) == "busy"
        notebook.gate.set()
        await until(lambda: device.stacked_count == 1)


async def test_what_is_returned_at_the_mouth() -> None:
    notebook = Notebook()
    device, driver = acceptor(notebook, enabled=False)
    async with running(driver):
        assert device.insert(Note(2000, "AUD")) == "disabled"
        driver.submit(command("enable"))
        await until(lambda: device.enabled)
        assert device.insert(Note(1234, "AUD")) == "not_recognised"
        assert device.insert(Note(2000, "EUR")) == "not_recognised"
        driver.server_online(False)
        assert device.insert(Note(2000, "AUD")) == "disabled", "nobody could credit it now"
        driver.server_online(True)
        driver.submit(command("disable"))
        await until(lambda: not device.enabled)
        assert device.insert(Ticket(TICKET)) == "disabled"
        await until(lambda: len(notebook.log) == 7)
    returned = [data["reason"] for kind, data in notebook.log if kind == "note_returned"]
    assert returned == ["disabled", "not_recognised", "not_recognised", "disabled", "disabled"]


async def test_a_ticket_waits_in_escrow_for_the_servers_word() -> None:
    notebook = Notebook()
    device, driver = acceptor(notebook)
    async with running(driver):
        await until(lambda: device.enabled)
        device.insert(Ticket(TICKET))
        await until(lambda: len(notebook.log) == 2)
        assert device.insert(Note(500, "AUD")) == "busy"
        driver.submit(command("accept_ticket", number="999999999999999999"))
        await until(lambda: len(notebook.log) == 4)
        assert device.escrow == Ticket(TICKET)
        driver.submit(DeviceCommand("take", "acceptor-1", "accept_ticket", {"number": TICKET}))
        await until(lambda: len(notebook.log) == 5)
    log = [(kind, dict(data)) for kind, data in notebook.log if kind != "note_returned"]
    assert log == [
        ("command_done", {"command": "on"}),
        ("ticket_inserted", {"number": TICKET}),
        ("command_failed", {"command": "cmd-accept_ticket", "reason": "not_in_escrow"}),
        ("ticket_stacked", {"number": TICKET, "command": "take"}),
    ]


async def test_a_refused_ticket_comes_back() -> None:
    notebook = Notebook()
    device, driver = acceptor(notebook)
    async with running(driver):
        await until(lambda: device.enabled)
        device.insert(Ticket(TICKET))
        await until(lambda: len(notebook.log) == 2)
        driver.submit(command("return_ticket", number=TICKET))
        driver.submit(command("sing"))
        await until(lambda: len(notebook.log) == 4)
    assert ("ticket_returned", {"number": TICKET, "command": "cmd-return_ticket"}) in notebook.log
    assert ("command_failed", {"command": "cmd-sing", "reason": "unknown_kind"}) in notebook.log


def job(command_id: str = "p1", **changes: object) -> DeviceCommand:
    data: dict[str, object] = {
        "number": TICKET,
        "amount": 12_550,
        "currency": "AUD",
        "issued_at": "2026-11-18T10:00:00Z",
        "terminal": "PT-1",
        "table": "R1",
    }
    return DeviceCommand(command_id, "printer-1", "print_ticket", data | changes)


async def test_a_ticket_is_printed_once_and_taken() -> None:
    notebook = Notebook()
    printer = SimulatedPrinter(0.01)
    driver = TicketPrinter("printer-1", printer, notebook)
    async with running(driver):
        driver.submit(job())
        await until(lambda: len(notebook.log) == 2)
    assert notebook.log == [
        ("printer_state", {"ok": True, "reason": None}),
        ("ticket_printed", {"command": "p1", "number": TICKET}),
    ]
    assert printer.take("000000000000000000") == []
    assert [ticket.amount for ticket in printer.take()] == [12_550]
    assert printer.take() == []


async def test_a_jam_before_and_during_a_ticket() -> None:
    notebook = Notebook()
    printer = SimulatedPrinter(0.05)
    driver = TicketPrinter("printer-1", printer, notebook)
    async with running(driver):
        await until(lambda: len(notebook.log) == 1)
        printer.jam(True)
        driver.submit(job("p1"))
        await until(lambda: len(notebook.log) == 3)
        printer.jam(False)
        driver.submit(job("p2"))
        await until(lambda: printer.printing)
        printer.jam(True)
        await until(lambda: len(notebook.log) == 6)
    assert ("print_failed", {"command": "p1", "reason": "jam"}) in notebook.log
    assert ("print_failed", {"command": "p2", "reason": "unknown"}) in notebook.log
    states = [data["ok"] for kind, data in notebook.log if kind == "printer_state"]
    assert states == [True, False, True, False]
    assert printer.tray == []


async def test_bad_print_jobs_are_refused() -> None:
    notebook = Notebook()
    printer = SimulatedPrinter(0)
    driver = TicketPrinter("printer-1", printer, notebook)
    bad = [
        job(amount=0),
        job(amount=1.5),
        job(amount="5"),
        job(number="x"),
        job(currency="dollars"),
        job(terminal=None),
    ]
    async with running(driver):
        for request in bad:
            driver.submit(request)
        driver.submit(command("fold"))
        await until(lambda: len(notebook.log) == 8)
    reasons = [data["reason"] for kind, data in notebook.log if kind.endswith("failed")]
    assert reasons == ["bad_request"] * 6 + ["unknown_kind"]
    assert printer.tray == []


async def test_a_full_tray_prints_no_more() -> None:
    printer = SimulatedPrinter(0)
    notebook = Notebook()
    driver = TicketPrinter("printer-1", printer, notebook)
    async with running(driver):
        for index in range(21):
            driver.submit(job(f"p{index}"))
            await until(lambda count=index + 2: len(notebook.log) == count)  # type: ignore[misc]
    assert notebook.log[-1] == ("print_failed", {"command": "p20", "reason": "tray_full"})
