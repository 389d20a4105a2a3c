"""Wagers made durable per second, against rows of the same size put into a bare table in groups of the same size."""

import asyncio
import sqlite3
import time
from pathlib import Path

import psycopg
from sqlalchemy import make_url

from server.storage.sql import SqlStore
from server.table import commands as c
from server.table.values import Actor, Role
from tests.bench.figures import Figure, rate
from tests.bench.floor import DEALER, SPOTS, TABLE, do, furnish, name_of, new_owner

WAGERS = 12_000
TERMINALS = 400
GROUP = 4_000
ROW = "x" * 420
"""As long as the journal row of one wager."""


async def _wagers(url: str) -> float:
    store = await SqlStore.open(url)
    owner = await new_owner(store)
    await furnish(owner, TERMINALS)
    await do(owner, DEALER, c.NewGame(TABLE))
    players = [Actor(Role.PLAYER, name_of(number)) for number in range(TERMINALS)]
    start = time.perf_counter()
    replies = []
    for number in range(WAGERS):
        player = players[number % TERMINALS]
        chip = c.Chip(SPOTS[number // TERMINALS % len(SPOTS)], 100)
        replies.append(owner.post(f"w{number}", player, c.Place(player.id, f"{TABLE}-1", (chip,))))
    good = sum(1 for reply in await asyncio.gather(*replies) if reply.refusal is None)
    elapsed = time.perf_counter() - start
    await owner.stop()
    await store.close()
    if good != WAGERS:
        raise RuntimeError(f"{WAGERS - good} wagers were refused")
    return elapsed


def _raw_sqlite(path: Path) -> float:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE t (n INTEGER PRIMARY KEY, b TEXT)"
    )
    start = time.perf_counter()
    for first in range(0, WAGERS, GROUP):
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO t VALUES (?, ?)", [(n, ROW) for n in range(first, first + GROUP)])
        connection.execute("COMMIT")
    elapsed = time.perf_counter() - start
    connection.close()
    return elapsed


def _raw_postgres(url: str) -> float:
    address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CREATE TABLE t (n bigint PRIMARY KEY, b text)")
        start = time.perf_counter()
        for first in range(0, WAGERS, GROUP):
            numbers = list(range(first, first + GROUP))
            connection.execute("INSERT INTO t SELECT * FROM unnest(%s::bigint[], %s::text[])", (numbers, [ROW] * GROUP))
        return time.perf_counter() - start


def sqlite(folder: Path) -> Figure:
    elapsed = asyncio.run(_wagers(f"sqlite:///{folder / 'wagers.db'}"))
    floor = _raw_sqlite(folder / "raw.db")
    return _figure("SQLite", elapsed, floor)


def postgres(url: str) -> Figure:
    elapsed = asyncio.run(_wagers(url))
    return _figure("PostgreSQL", elapsed, _raw_postgres(url))


def _figure(database: str, elapsed: float, floor: float) -> Figure:
    return Figure(
        f"durable wagers through the pit owner, {database}",
        rate(WAGERS, elapsed),
        rate(WAGERS, floor),
        elapsed / floor,
        f"one bare row per wager, {GROUP:,} per commit",
    )
