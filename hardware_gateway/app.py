"""The gateway process: devices, journal, link and, for simulators, the control panel."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from hardware_gateway.config import Config
from hardware_gateway.devices import Equipment, build
from hardware_gateway.drivers.base import Data, DeviceCommand, Reading, command_failed
from hardware_gateway.drivers.note_acceptor import NoteAcceptor
from hardware_gateway.journal import Journal, Receipt
from hardware_gateway.link import Link
from hardware_gateway.panel.server import PanelServer
from hardware_gateway.recorder import Recorder

log = logging.getLogger(__name__)

_PRUNE_SECONDS: Final = 600.0


class Gateway:
    def __init__(self, config: Config, token: str) -> None:
        self._config = config
        self._journal = Journal(Path(config.journal), boot=secrets.token_hex(16))
        self.recorder = Recorder(self._journal)
        self.link = Link(
            self.recorder,
            url=config.websocket_url,
            gateway=config.gateway,
            token=token,
            on_command=self._on_command,
            on_online=self._on_online,
        )
        self.equipment = Equipment()
        self.panel: PanelServer | None = None

    async def run(self) -> None:
        """Until cancelled. Any failure of the journal or a driver ends the process: better none than a lying one."""
        with TemporaryDirectory(prefix="croupier-gateway-") as folder:
            try:
                self._conclude_the_past()
                self.equipment = build(self._config, self._journal, self.recorder, Path(folder))
                if self._config.panel:
                    self.panel = PanelServer(self._config, self.equipment, self.link)
                async with asyncio.TaskGroup() as group:
                    for coroutine in self._parts():
                        group.create_task(coroutine)
            finally:
                self.recorder.close()

    def _parts(self) -> list[Coroutine[None, None, None]]:
        parts = [self.recorder.run(), self.link.run(), self._prune()]
        parts += [simulator.run() for simulator in self.equipment.wheel_simulators.values()]
        parts += [device.run() for device in self.equipment.devices.values()]
        if self.panel:
            parts.append(self.panel.run())
        return parts

    def _conclude_the_past(self) -> None:
        """What an earlier run left open is reported as what it is: unknown, never assumed."""
        readings: list[tuple[str, Reading]] = []
        for command in self._journal.unanswered():
            readings.append((command.device, command_failed(command, "unknown")))
            if command.kind == "accept_ticket":
                # The paper may be in the box: it must not be reported as returned at power-up.
                readings.append((command.device, _unresolved("ticket", command.data)))
        readings += [(intent.device, _unresolved(intent.kind, intent.data)) for intent in self._journal.intents()]
        if readings:
            log.error("%d things were under way when the gateway last stopped; their outcome is unknown", len(readings))
            self._journal.append(readings)

    async def _on_command(self, command: DeviceCommand) -> None:
        device = self.equipment.devices.get(command.device)
        if device is not None and not device.ready_for_command():
            log.warning("%s has too many commands waiting; %s will have to be repeated", command.device, command.id)
            return
        receipt = await self.recorder.receive(command)
        if receipt is Receipt.REUSED:
            log.error("command id %s came again with other content and was ignored", command.id)
        elif receipt is Receipt.NEW and device is None:
            await self.recorder.record(command.device, [command_failed(command, "unknown_device")])
        elif receipt is Receipt.NEW and device is not None:
            device.submit(command)

    def _on_online(self, online: bool) -> None:
        for device in self.equipment.devices.values():
            if isinstance(device, NoteAcceptor):
                device.server_online(online)

    async def _prune(self) -> None:
        while True:
            await self.recorder.prune(self._config.keep_readings)
            await asyncio.sleep(_PRUNE_SECONDS)


def _unresolved(what: str, data: Data) -> Reading:
    """Paper that may be in the box without anybody having been credited; `data` says which."""
    detail = f"the gateway stopped while a {what} was being stacked"
    return Reading("fault", {**data, "code": f"{what}_unresolved", "detail": detail}, settles_intent=what == "note")
