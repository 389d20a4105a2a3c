"""A wheel on the bench: simulated device and driver joined in device time, without waiting."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterable

from hardware_gateway.codecs import slingshot2 as wire
from hardware_gateway.codecs.slingshot2 import Command, Decoder
from hardware_gateway.drivers.base import DeviceCommand, Reading
from hardware_gateway.drivers.slingshot2 import Output, SlingShot2Driver
from hardware_gateway.simulators.slingshot2 import Flavour, SlingShot2Machine
from hardware_gateway.simulators.slingshot2_faults import Hangup


class SeededSource:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, bound: int) -> int:
        return self._random.randrange(bound)


async def until(condition: Callable[[], bool], seconds: float = 5) -> None:
    """Wait for something that another task or process does and that has no event to wait on."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - the condition may depend on another process
            await asyncio.sleep(0.002)


def kinds(readings: Iterable[Reading]) -> list[str]:
    return [reading.kind for reading in readings]


class Bench:
    """Time moves only in `run`; `readings` collects what the driver reports, `lines` what the device said."""

    def __init__(self, seed: int = 1, *, flavour: Flavour = "automated", mode: int = 1159) -> None:
        self.now = 0
        self.machine = SlingShot2Machine(SeededSource(seed), now_ms=0, flavour=flavour, mode=mode)
        self.driver = SlingShot2Driver(now_ms=0, mode=mode)
        self.decoder = Decoder()
        self.readings: list[Reading] = []
        self.lines: list[tuple[int, bytes]] = []
        self._unplugged_until = -1
        self._orders = 0
        self._apply(self.driver.connected(0))

    def run(self, seconds: float, *, auto_start: bool = False) -> list[Reading]:
        """Let time pass in 10 ms steps; returns the readings of that time."""
        first = len(self.readings)
        for _ in range(round(seconds * 100)):
            self.now += 10
            self._listen()
            if self.now % 100 == 0:
                self._apply(self.driver.tick(self.now))
            if auto_start and self.readings and self.readings[-1].kind == "bets_open":
                self.order("start_game")
        return self.readings[first:]

    def run_until(self, kind: str, seconds_max: float = 120) -> Reading:
        first = len(self.readings)
        for _ in range(round(seconds_max * 10)):
            self.run(0.1)
            for reading in self.readings[first:]:
                if reading.kind == kind:
                    return reading
        raise AssertionError(f"no {kind} within {seconds_max} s, only {kinds(self.readings[first:])}")

    def order(self, kind: str) -> str:
        self._orders += 1
        command = DeviceCommand(f"order-{self._orders}", "wheel-1", kind)
        self._apply(self.driver.command(command, self.now))
        return command.id

    def open(self) -> None:
        self.run(1)
        self.order("open_wheel")
        self.run_until("bets_open")

    def _listen(self) -> None:
        for out in self.machine.advance(self.now):
            if isinstance(out, Hangup):
                self._unplugged_until = self.now + out.for_ms
                self._apply(self.driver.disconnected())
                continue
            if self.now <= self._unplugged_until:
                continue
            if self._unplugged_until >= 0:
                self._unplugged_until = -1
                self.decoder.reset()
                self._apply(self.driver.connected(self.now))
            self.lines.append((self.now, out))
            for event in self.decoder.feed(out):
                self._apply(self.driver.feed(event, self.now))

    def _apply(self, outputs: list[Output]) -> None:
        for output in outputs:
            if isinstance(output, Command):
                self.machine.receive(wire.render_command(output), self.now)
            else:
                self.readings.append(output)


class Script:
    """Feeds a transcript, line by line, to codec and driver."""

    def __init__(self, driver: SlingShot2Driver | None = None) -> None:
        self.now = 0
        self.driver = driver or SlingShot2Driver(now_ms=0)
        self.decoder = Decoder()
        self.sent: list[bytes] = []
        self._take(self.driver.connected(0))
        self.sent.clear()

    def says(self, line: str, times: int = 1, every_ms: int = 500) -> list[Reading]:
        readings: list[Reading] = []
        for _ in range(times):
            self.now += every_ms
            for event in self.decoder.feed(line.encode("ascii") + b"\r\n"):
                readings += self._take(self.driver.feed(event, self.now))
            readings += self._take(self.driver.tick(self.now))
        return readings

    def order(self, kind: str, order_id: str = "c") -> list[Reading]:
        return self._take(self.driver.command(DeviceCommand(order_id, "wheel-1", kind), self.now))

    def wait(self, ms: int) -> list[Reading]:
        self.now += ms
        return self._take(self.driver.tick(self.now))

    def _take(self, outputs: list[Output]) -> list[Reading]:
        self.sent += [wire.render_command(output) for output in outputs if isinstance(output, Command)]
        return [output for output in outputs if isinstance(output, Reading)]
