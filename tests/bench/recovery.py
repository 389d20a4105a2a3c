"""How long a restart takes after many events: from the newest snapshot, and from event one."""

import asyncio
import os
import sqlite3
import time
from pathlib import Path

from server.storage.port import Batch
from server.storage.sql import SqlStore
from server.table import commands as c
from server.table.apply import apply
from server.table.events import Event, Recorded, WagersChanged
from server.table.values import Actor, Role
from tests.bench.figures import Figure, seconds
from tests.bench.floor import DEALER, TABLE, do, furnish, name_of, new_owner

EVENTS = int(os.environ.get("CROUPIER_BENCH_EVENTS", "1000000"))
TERMINALS = 20
GROUP = 20_000


async def _past(url: str) -> None:
    """A million wagers placed and taken back, written group by group as the owner would write them."""
    store = await SqlStore.open(url)
    owner = await new_owner(store)
    await furnish(owner, TERMINALS)
    await do(owner, DEALER, c.NewGame(TABLE))
    chip = (c.Chip("red", 500),)
    for number in range(TERMINALS):
        name = name_of(number)
        await do(owner, Actor(Role.PLAYER, name), c.Place(name, f"{TABLE}-1", chip))
        await do(owner, Actor(Role.PLAYER, name), c.Undo(name, f"{TABLE}-1"))
    pattern: list[tuple[Actor, Event]] = [
        (row.actor, row.event) for row in (await store.load("bench")).events if isinstance(row.event, WagersChanged)
    ]
    state, epoch = owner.state, owner.epoch
    await owner.stop()
    at, now_ms = "2026-01-01T00:00:00.000Z", state.now_ms
    while state.seq < EVENTS:
        rows = []
        for _ in range(min(GROUP, EVENTS - state.seq)):
            actor, event = pattern[state.seq % len(pattern)]
            row = Recorded(state.seq + 1, "past", actor, at, now_ms, event)
            apply(state, row)
            rows.append(row)
        await store.commit(Batch("bench", epoch, now_ms, rows, []))
    await store.close()


async def _recover(url: str, snapshot_every: int) -> float:
    start = time.perf_counter()
    store = await SqlStore.open(url)
    owner = await new_owner(store, snapshot_every)
    await owner.read(lambda pit: pit.seq)
    elapsed = time.perf_counter() - start
    if owner.state.seq < EVENTS:
        raise RuntimeError(f"only {owner.state.seq} events came back")
    await do(owner, Actor(Role.PLAYER, name_of(0)), c.CallAttendant(name_of(0), snapshot_every == 1))
    await owner.stop()
    await store.close()
    return elapsed


def _read_through(path: Path) -> float:
    """The floor of replay: every row read once, nothing decoded."""
    connection = sqlite3.connect(path)
    start = time.perf_counter()
    for _ in connection.execute("SELECT seq, body FROM journal ORDER BY seq"):
        pass
    elapsed = time.perf_counter() - start
    connection.close()
    return elapsed


def recovery(folder: Path) -> list[Figure]:
    path = folder / "past.db"
    url = f"sqlite:///{path}"
    asyncio.run(_past(url))
    without = asyncio.run(_recover(url, 1))  # the first commit after it writes a snapshot
    floor = _read_through(path)
    with_snapshot = asyncio.run(_recover(url, 10**9))
    name, what = f"recovery after {EVENTS:,} events", "reading every journal row once"
    return [
        Figure(f"{name}, no snapshot", seconds(without), seconds(floor), without / floor, what),
        Figure(f"{name}, snapshot", seconds(with_snapshot), seconds(floor), with_snapshot / floor, what),
    ]
