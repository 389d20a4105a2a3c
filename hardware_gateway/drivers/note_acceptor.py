"""Note acceptor driver: money counts once it is stacked and the journal knows it."""

from __future__ import annotations

import asyncio
from typing import Final

from hardware_gateway.drivers.base import DeviceCommand, Reading, Sink, command_done, command_failed
from hardware_gateway.drivers.cash import Acceptor, AcceptorEvent, Escrowed, Note, Paper, Returned, Stacked, Ticket

_COMMANDS_MAX: Final = 16


class NoteAcceptor:
    """Disabled until the server says otherwise, and whenever the server cannot be reached."""

    def __init__(self, device_id: str, device: Acceptor, sink: Sink) -> None:
        self.id = device_id
        self._device = device
        self._sink = sink
        self._commands: asyncio.Queue[DeviceCommand] = asyncio.Queue(_COMMANDS_MAX)
        self._wanted = False
        self._online = False
        self._moving: DeviceCommand | None = None

    def ready_for_command(self) -> bool:
        return not self._commands.full()

    def submit(self, command: DeviceCommand) -> None:
        self._commands.put_nowait(command)

    def server_online(self, online: bool) -> None:
        """Paper money is not taken while nobody could credit it."""
        self._online = online
        self._device.enabled = self._wanted and online

    async def run(self) -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(self._serve_device())
            group.create_task(self._serve_commands())

    async def _serve_device(self) -> None:
        while True:
            await self._on_event(await self._device.events.get())

    async def _serve_commands(self) -> None:
        while True:
            await self._on_command(await self._commands.get())

    async def _on_event(self, event: AcceptorEvent) -> None:
        match event:
            case Escrowed(paper):
                await self._on_escrow(paper)
            case Stacked(paper):
                await self._record(self._stacked(paper))
                self._device.acknowledge()
            case Returned(paper, reason):
                await self._record(self._returned(paper, reason))

    async def _on_escrow(self, paper: Paper) -> None:
        if isinstance(paper, Ticket):
            await self._record(Reading("ticket_inserted", {"number": paper.number}))
            return
        # The intent outlives a crash between the stacker and the journal.
        await self._sink.open_intent(self.id, "note", {"value": paper.value, "currency": paper.currency})
        self._device.stack()

    def _stacked(self, paper: Paper) -> Reading:
        if isinstance(paper, Ticket):
            return self._conclude("ticket_stacked", paper.number)
        return Reading("note_stacked", {"value": paper.value, "currency": paper.currency}, settles_intent=True)

    def _returned(self, paper: Paper | None, reason: str) -> Reading:
        if isinstance(paper, Ticket):
            return self._conclude("ticket_returned", paper.number)
        return Reading("note_returned", {"reason": reason}, settles_intent=isinstance(paper, Note))

    async def _on_command(self, command: DeviceCommand) -> None:
        match command.kind:
            case "enable" | "disable":
                self._wanted = command.kind == "enable"
                self._device.enabled = self._wanted and self._online
                await self._record(command_done(command))
            case "accept_ticket" | "return_ticket":
                await self._move_ticket(command)
            case _:
                await self._record(command_failed(command, "unknown_kind"))

    async def _move_ticket(self, command: DeviceCommand) -> None:
        held = self._device.escrow
        if not isinstance(held, Ticket) or held.number != command.data.get("number") or self._moving:
            await self._record(command_failed(command, "not_in_escrow"))
            return
        self._moving = command
        if command.kind == "accept_ticket":
            self._device.stack()
        else:
            self._device.give_back("refused")

    def _conclude(self, kind: str, number: str) -> Reading:
        command, self._moving = self._moving, None
        if command is None:
            return Reading(kind, {"number": number})
        return Reading(kind, {"number": number, "command": command.id}, answers=command.id)

    async def _record(self, reading: Reading) -> None:
        await self._sink.record(self.id, [reading])
