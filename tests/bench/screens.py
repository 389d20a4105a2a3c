"""A round with 1,000 connected terminals of 10 wagers each: from the dealer's confirmation to every screen."""

import asyncio
import json
import sys
import time
from pathlib import Path

import uvicorn
from websockets.asyncio.server import ServerConnection, broadcast
from websockets.asyncio.server import serve as serve_raw

from server.api.app import create_app
from server.bootstrap import Server
from server.demo.floor import free_port
from server.settings import Settings
from server.storage.devices import DeviceKind, new_device
from server.table import commands as c
from server.table.values import SYSTEM, Refusal
from tests.bench.crowd import WAGERS
from tests.bench.figures import Figure, seconds
from tests.bench.floor import DEALER, TABLE, furnish, name_of

PLAYERS = 1_000
ROUND = f"{TABLE}-1"
WAIT_S = 120


class Audience:
    """The crowd's process and what it says."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def gather(cls, address: str, tokens: str) -> "Audience":
        command = (sys.executable, "-m", "tests.bench.crowd", address, tokens)
        return cls(await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE))

    async def until(self, point: str) -> None:
        if self.process.stdout is None:
            raise RuntimeError("no crowd")
        async with asyncio.timeout(WAIT_S):
            while (await self.process.stdout.readline()).decode().strip() != point:
                if self.process.stdout.at_eof():
                    raise RuntimeError(f"the crowd left before {point}")


async def _measure(folder: Path) -> list[Figure]:
    port = free_port()
    settings = Settings(folder, f"sqlite:///{folder / 'round.db'}", folder / "pepper", port=port)
    server = Server(settings)
    await server.start()
    tokens = folder / "tokens.json"
    tokens.write_text(json.dumps(await _enrol(server)))
    await furnish(server.owner, PLAYERS)
    app = create_app(server.edge, server.services)
    web = uvicorn.Server(uvicorn.Config(app, port=port, ws="websockets-sansio", log_level="warning"))
    serving = asyncio.create_task(web.serve())
    while not web.started:  # noqa: ASYNC110 - uvicorn tells it only this way
        await asyncio.sleep(0.05)
    crowd = await Audience.gather(f"ws://127.0.0.1:{port}/ws/pt", str(tokens))
    try:
        times = await _play(server, crowd)
    finally:
        if crowd.process.returncode is None:
            await asyncio.wait_for(crowd.process.wait(), 30)
        web.should_exit = True
        await serving
        await server.stop()
    floor = await _floor()
    names = {
        "wagered": f"{PLAYERS * WAGERS:,} wagers of {PLAYERS:,} terminals: opened to all answered",
        "closed": "no more bets: pressed to shown on all",
        "settled": "result: confirmed to settled, durable and shown on all",
    }
    what = f"two raw frames to {PLAYERS:,} listeners"
    return [Figure(names[k], seconds(took), seconds(floor), took / floor, what) for k, took in times.items()]


def screens(folder: Path) -> list[Figure]:
    return asyncio.run(_measure(folder))


async def _play(server: Server, crowd: Audience) -> dict[str, float]:
    times: dict[str, float] = {}

    async def timed(command: c.Command, point: str) -> None:
        started = time.perf_counter()
        reply = await server.owner.submit(point, DEALER, command)
        if reply.refusal is not None:
            raise RuntimeError(reply.refusal.code)
        await crowd.until(point)
        times[point] = time.perf_counter() - started

    await crowd.until("connected")
    await timed(c.NewGame(TABLE), "wagered")
    await timed(c.NoMoreBets(TABLE, ROUND), "closed")
    await server.owner.submit("enter", DEALER, c.EnterResult(TABLE, ROUND, "17"))
    await timed(c.ConfirmResult(TABLE, ROUND, "17"), "settled")
    return times


async def _enrol(server: Server) -> dict[str, str]:
    tokens = {}
    for n in range(PLAYERS):
        name = name_of(n)
        device = new_device(DeviceKind.PLAYER_TERMINAL, name, name, terminal=name)
        enrolled = await server.devices.enrol(device, SYSTEM)
        if isinstance(enrolled, Refusal):
            raise RuntimeError(enrolled.code)
        tokens[name] = enrolled.token
    return tokens


async def _floor() -> float:
    """Two frames of the same size to as many listeners with nothing decided, stored or projected."""
    everyone: set[ServerConnection] = set()

    async def greet(socket: ServerConnection) -> None:
        everyone.add(socket)
        await socket.send("hello")
        await socket.wait_closed()

    port = free_port()
    async with serve_raw(greet, "127.0.0.1", port, ping_interval=None, compression=None):
        crowd = await Audience.gather(f"ws://127.0.0.1:{port}", f"-{PLAYERS}")
        await crowd.until("connected")
        shared, personal = "t" * 600, "s" * 900
        started = time.perf_counter()
        broadcast(everyone, shared)
        broadcast(everyone, personal)
        await crowd.until("settled")
        taken = time.perf_counter() - started
        await crowd.process.wait()
    return taken
