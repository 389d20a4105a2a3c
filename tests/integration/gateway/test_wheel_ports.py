"""The wheel driver on real ports: a pty that delivers bytes in pieces, and raw TCP."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from hardware_gateway.drivers.base import Data, DeviceCommand, Reading
from hardware_gateway.drivers.slingshot2 import SlingShot2Driver, Timing
from hardware_gateway.drivers.wheel import WheelDevice, now_ms
from hardware_gateway.simulators.ports import PtyWheel, TcpWheel
from hardware_gateway.simulators.slingshot2 import SlingShot2Machine
from hardware_gateway.simulators.slingshot2_faults import WheelFault
from hardware_gateway.transports.base import OpenPort
from hardware_gateway.transports.serial_port import open_serial
from hardware_gateway.transports.tcp import open_tcp
from tests.unit.gateway.support import SeededSource, kinds, until

SCALE = 0.03


class Tape:
    """A sink that starts a game whenever the wheel is ready for one."""

    def __init__(self) -> None:
        self.readings: list[Reading] = []
        self.wheel: WheelDevice | None = None
        self._orders = 0

    async def record(self, device: str, readings: list[Reading]) -> None:
        self.readings += readings
        for reading in readings:
            if reading.kind == "wheel_closed":
                self.order("open_wheel")
            elif reading.kind == "bets_open":
                self.order("start_game")

    async def open_intent(self, device: str, kind: str, data: Data) -> None:
        raise AssertionError("a wheel moves no money")

    def order(self, kind: str) -> None:
        self._orders += 1
        if self.wheel:
            self.wheel.submit(DeviceCommand(f"o{self._orders}", "wheel-1", kind))

    def results(self) -> list[Data]:
        return [reading.data for reading in self.readings if reading.kind == "result"]


def machine(seed: int) -> SlingShot2Machine:
    return SlingShot2Machine(SeededSource(seed), now_ms=now_ms(), time_scale=SCALE)


@asynccontextmanager
async def playing(simulator: PtyWheel | TcpWheel, open_port: OpenPort) -> AsyncIterator[Tape]:
    tape = Tape()
    driver = SlingShot2Driver(now_ms=now_ms(), timing=Timing().scaled(SCALE))
    tape.wheel = WheelDevice("wheel-1", driver, open_port, tape)
    tasks = [asyncio.ensure_future(simulator.run()), asyncio.ensure_future(tape.wheel.run())]
    try:
        yield tape
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


@pytest.mark.parametrize("seed", [1, 2])
async def test_games_over_a_pty_with_split_lines_and_noise(tmp_path: Path, seed: int) -> None:
    cutter = random.Random(seed)

    def chunks(data: bytes) -> list[bytes]:
        cut = cutter.randrange(len(data))
        return [part for part in (data[:cut], data[cut:]) if part]

    simulator = PtyWheel(machine(seed), tmp_path / "wheel", chunks)
    noise = [WheelFault.GARBAGE, WheelFault.MERGED_LINE, WheelFault.DROPPED_CRLF]
    async with playing(simulator, partial(open_serial, path=simulator.path)) as tape:
        for count in (1, 2):
            await until(lambda: "no_more_bets" in kinds(tape.readings))
            simulator.machine.inject(noise[cutter.randrange(3)], now_ms())
            await until(lambda count=count: len(tape.results()) == count, seconds=10)  # type: ignore[misc]
    assert [(result["complete"], result["reason"], result["spin"]) for result in tape.results()] == [
        (True, None, 1),
        (True, None, 2),
    ]
    assert "link_lost" not in kinds(tape.readings)[1:]
    assert not simulator.path.exists(), "the link to the pty goes with the simulator"


async def test_unplugging_in_the_spin_is_noticed_and_survived(tmp_path: Path) -> None:
    simulator = PtyWheel(machine(5), tmp_path / "wheel")
    async with playing(simulator, partial(open_serial, path=simulator.path)) as tape:
        await until(lambda: "no_more_bets" in kinds(tape.readings))
        simulator.machine.inject(WheelFault.HANGUP, now_ms())
        simulator.poke()
        await until(lambda: len(tape.results()) == 2, seconds=12)
    seen = kinds(tape.readings)
    assert seen.index("link_lost") < len(seen) - 1 - seen[::-1].index("link_restored")
    assert [result["complete"] for result in tape.results()] == [False, True]
    assert tape.results()[0]["reason"] == "unobserved_start"


async def test_raw_tcp(tmp_path: Path) -> None:
    simulator = TcpWheel(machine(8))

    async def open_when_listening(listener: object) -> object:
        await simulator.listening.wait()
        return await open_tcp(listener, host="127.0.0.1", port=simulator.port)  # type: ignore[arg-type]

    async with playing(simulator, open_when_listening) as tape:  # type: ignore[arg-type]
        await until(lambda: "ball_in_track" in kinds(tape.readings))
        simulator.machine.inject(WheelFault.HANGUP, now_ms())
        await until(lambda: len(tape.results()) == 2, seconds=12)
    assert [result["complete"] for result in tape.results()] == [False, True]


async def test_a_port_belongs_to_one_process(tmp_path: Path) -> None:
    simulator = PtyWheel(machine(1), tmp_path / "wheel")

    class Deaf:
        def received(self, data: bytes) -> None: ...

        def lost(self, reason: str) -> None: ...

    task = asyncio.ensure_future(simulator.run())
    await until(simulator.path.exists)
    port = await open_serial(Deaf(), path=simulator.path)
    with pytest.raises(OSError, match="unavailable"):
        await open_serial(Deaf(), path=simulator.path)
    port.close()
    task.cancel()
    await asyncio.wait([task])
    with pytest.raises(OSError, match="No such file"):
        await open_serial(Deaf(), path=simulator.path)


async def test_an_absent_wheel_is_reported_and_found_when_it_comes(tmp_path: Path) -> None:
    simulator = PtyWheel(machine(2), tmp_path / "wheel")
    tape = Tape()
    driver = SlingShot2Driver(now_ms=now_ms(), timing=Timing().scaled(SCALE))
    wheel = tape.wheel = WheelDevice("wheel-1", driver, partial(open_serial, path=simulator.path), tape)
    tasks = [asyncio.ensure_future(wheel.run())]
    await until(lambda: kinds(tape.readings) == ["link_lost"])
    tasks.append(asyncio.ensure_future(simulator.run()))
    await until(lambda: "wheel_closed" in kinds(tape.readings))
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    assert kinds(tape.readings)[:3] == ["link_lost", "link_restored", "wheel_closed"]
