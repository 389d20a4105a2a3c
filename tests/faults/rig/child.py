"""The process that is killed: one pit owner on a real database, driven over a loopback socket by lines of JSON."""

import asyncio
import logging
import secrets
from typing import Any

import msgspec

from server.pit.clock import LoopClock
from server.pit.owner import PitOwner
from server.storage.port import Batch, StoreFault
from server.storage.sql import SqlStore
from server.table.commands import Command
from server.table.values import Actor, VenueSettings

PIT = "pit"
VENUE = VenueSettings("Rig", ticket_limit=10**9)


class Order(msgspec.Struct, array_like=True):
    """What the parent sends."""

    cmd: str
    actor: Actor
    command: Command


class HastyStore(SqlStore):
    """The control that must fail: it says "kept" and writes a moment later."""

    async def commit(self, batch: Batch) -> None:
        self._later = asyncio.get_running_loop().create_task(self._write(batch))

    async def _write(self, batch: Batch) -> None:
        async with self._turn:
            await asyncio.sleep(0.01)
            await super().commit(batch)

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._turn = asyncio.Lock()


async def serve(url: str, port: int, hasty: bool) -> None:
    """Recover, tell the parent, then answer until killed."""
    store = await (HastyStore if hasty else SqlStore).open(url)
    owner = PitOwner(PIT, VENUE, store, LoopClock(), lambda: f"{secrets.randbelow(10**18):018d}", snapshot_every=300)
    await owner.start()
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    decoder = msgspec.json.Decoder(Order)
    running: set[asyncio.Task[None]] = set()

    async def answer(order: Order) -> None:
        reply = await owner.submit(order.cmd, order.actor, order.command)
        writer.write(msgspec.json.encode((order.cmd, reply)) + b"\n")

    while line := await reader.readline():
        task = asyncio.create_task(answer(decoder.decode(line)))
        running.add(task)
        task.add_done_callback(running.discard)
    await owner.stop()
    await store.close()


def main(url: str, port: int, hasty: bool) -> None:
    logging.disable(logging.CRITICAL)
    try:
        asyncio.run(serve(url, port, hasty))
    except (StoreFault, OSError) as fault:
        raise SystemExit(str(fault)) from fault
