"""Runs a wheel driver on a port: opens it, reopens it, feeds it, records what it reports."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from typing import Final

from hardware_gateway.codecs import slingshot2 as wire
from hardware_gateway.drivers.base import DeviceCommand, Reading, Sink
from hardware_gateway.drivers.slingshot2 import Output, SlingShot2Driver
from hardware_gateway.transports.base import OpenPort, Port

log = logging.getLogger(__name__)

_INBOX_MAX: Final = 1024
_COMMANDS_MAX: Final = 16
_TICK_SECONDS: Final = 0.1
_REOPEN_SECONDS: Final = (0.1, 0.2, 0.5, 1.0, 2.0)


def now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class _Received:
    """Bytes with their time of arrival: a slow journal must not look like a silent wheel."""

    generation: int
    data: bytes
    at_ms: int


@dataclass(frozen=True, slots=True)
class _Lost:
    generation: int
    reason: str


class _Ear:
    """Listener of one opened port; what a closed port still says is ignored by its generation."""

    def __init__(self, wheel: WheelDevice, generation: int) -> None:
        self._wheel = wheel
        self._generation = generation

    def received(self, data: bytes) -> None:
        self._wheel.hear(_Received(self._generation, data, now_ms()))

    def lost(self, reason: str) -> None:
        self._wheel.hear(_Lost(self._generation, reason))


class WheelDevice:
    def __init__(self, device_id: str, driver: SlingShot2Driver, open_port: OpenPort, sink: Sink) -> None:
        self.id = device_id
        self.driver = driver
        self._open_port = open_port
        self._sink = sink
        self._decoder = wire.Decoder()
        self._inbox: asyncio.Queue[_Received | _Lost | DeviceCommand] = asyncio.Queue(_INBOX_MAX)
        self._commands_waiting = 0
        self._port: Port | None = None
        self._generation = 0
        self._failures = 0
        self._reopen_at_ms = 0

    def ready_for_command(self) -> bool:
        return self._commands_waiting < _COMMANDS_MAX

    def submit(self, command: DeviceCommand) -> None:
        self._commands_waiting += 1
        self._inbox.put_nowait(command)

    def hear(self, item: _Received | _Lost) -> None:
        """Bytes beyond the bound are dropped: the codec sees a cut line and counts it."""
        if self._inbox.qsize() < _INBOX_MAX - _COMMANDS_MAX - 1 or isinstance(item, _Lost):
            self._inbox.put_nowait(item)

    async def run(self) -> None:
        try:
            while True:
                if self._port is None and now_ms() >= self._reopen_at_ms:
                    await self._open()
                await self._step()
        finally:
            if self._port:
                self._port.close()

    async def _step(self) -> None:
        try:
            async with asyncio.timeout(_TICK_SECONDS):
                item = await self._inbox.get()
        except TimeoutError:
            await self._apply(self.driver.tick(now_ms()))
            return
        match item:
            case _Received(generation, data, at_ms) if generation == self._generation:
                for event in self._decoder.feed(data):
                    await self._apply(self.driver.feed(event, at_ms))
            case _Lost(generation, reason) if generation == self._generation:
                await self._drop(reason)
            case DeviceCommand():
                self._commands_waiting -= 1
                await self._apply(self.driver.command(item, now_ms()))
            case _:
                pass  # an echo of a port that is already closed
        if self._inbox.empty():
            await self._apply(self.driver.tick(now_ms()))

    async def _open(self) -> None:
        self._generation += 1
        self._decoder.reset()
        try:
            self._port = await self._open_port(_Ear(self, self._generation))
        except OSError as error:
            if self._failures == 0:
                log.warning("cannot open %s: %s", self.id, error)
            self._schedule_reopen()
            return
        self._failures = 0
        await self._apply(self.driver.connected(now_ms()))

    async def _drop(self, reason: str) -> None:
        log.warning("%s lost its port: %s", self.id, reason)
        if self._port:
            self._port.close()
        self._port = None
        self._schedule_reopen()
        await self._apply(self.driver.disconnected())

    def _schedule_reopen(self) -> None:
        delay = _REOPEN_SECONDS[min(self._failures, len(_REOPEN_SECONDS) - 1)]
        self._failures += 1
        self._reopen_at_ms = now_ms() + round(delay * 1000)

    async def _apply(self, outputs: list[Output]) -> None:
        readings = [output for output in outputs if isinstance(output, Reading)]
        if readings:
            await self._sink.record(self.id, readings)
        for output in outputs:
            if isinstance(output, wire.Command) and self._port:
                self._port.write(wire.render_command(output))
