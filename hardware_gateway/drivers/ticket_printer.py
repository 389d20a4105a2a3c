"""Ticket printer driver: one ticket per command, never a second try by itself."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec

from hardware_gateway.drivers.base import DeviceCommand, Reading, Sink, command_failed
from hardware_gateway.drivers.cash import PrintedTicket, Printer, PrinterState
from hardware_gateway.messages import PrintTicket

_COMMANDS_MAX: Final = 16


class TicketPrinter:
    def __init__(self, device_id: str, device: Printer, sink: Sink) -> None:
        self.id = device_id
        self._device = device
        self._sink = sink
        self._commands: asyncio.Queue[DeviceCommand] = asyncio.Queue(_COMMANDS_MAX)

    def ready_for_command(self) -> bool:
        return not self._commands.full()

    def submit(self, command: DeviceCommand) -> None:
        self._commands.put_nowait(command)

    async def run(self) -> None:
        await self._report(self._device.state)
        async with asyncio.TaskGroup() as group:
            group.create_task(self._serve_commands())
            group.create_task(self._serve_device())

    async def _serve_device(self) -> None:
        while True:
            await self._report(await self._device.changes.get())

    async def _serve_commands(self) -> None:
        while True:
            command = await self._commands.get()
            await self._sink.record(self.id, [await self._carry_out(command)])

    async def _carry_out(self, command: DeviceCommand) -> Reading:
        if command.kind != "print_ticket":
            return command_failed(command, "unknown_kind")
        try:
            job = msgspec.convert(dict(command.data), PrintTicket)
        except msgspec.ValidationError:
            return command_failed(command, "bad_request")
        ticket = PrintedTicket(job.number, job.amount, job.currency, job.issued_at, job.terminal, job.table)
        problem = await self._device.print(ticket)
        if problem:
            return command_failed(command, problem)
        return Reading("ticket_printed", {"command": command.id, "number": job.number}, answers=command.id)

    async def _report(self, state: PrinterState) -> None:
        await self._sink.record(self.id, [Reading("printer_state", {"ok": state.ok, "reason": state.reason})])
