"""Durable wagers a second through the pit owner, against the same rows written by hand in the same groups."""

import asyncio
import json
import sqlite3
import time
from pathlib import Path

import psycopg

from server.storage.sql import SqlStore
from server.table import commands as c
from server.table.values import Actor, Role, VenueSettings
from tests.bench.pit import DEALER, TABLE, seated
from tests.bench.report import Figure

PLAYERS = 500
WAGERS = 20_000
SPOTS = [f"straight:{n}" for n in range(37)]
GROUP = 500


async def through_owner(url: str) -> float:
    """Seconds for all wagers: each player has one under way and sends the next when it is answered."""
    store = await SqlStore.open(url, VenueSettings("Bench"))
    owner = await seated(store, PLAYERS)
    await owner.submit("new", DEALER, c.NewGame(TABLE))

    async def play(n: int) -> None:
        actor = Actor(Role.PLAYER, f"PT-{n}")
        for k in range(WAGERS // PLAYERS):
            chips = (c.Chip(SPOTS[(n + k) % 37], 100),)
            reply = await owner.submit(f"{n}.{k}", actor, c.Place(f"PT-{n}", f"{TABLE}-1", chips))
            if reply.refusal is not None:
                raise RuntimeError(reply.refusal.code)

    started = time.perf_counter()
    await asyncio.gather(*(play(n) for n in range(PLAYERS)))
    taken = time.perf_counter() - started
    await owner.stop()
    await store.close()
    return taken


def _rows() -> list[tuple[str, ...]]:
    body = json.dumps({"type": "wagers_changed", "table": TABLE, "round": "T-1", "session": "s", "changes": {"red": 1}})
    return [(str(n), body, "credit:s", "stake:s", "100", str(n), body[:60]) for n in range(WAGERS)]


STATEMENTS = (
    "CREATE TABLE j (seq INTEGER PRIMARY KEY, body TEXT)",
    "CREATE TABLE t (seq INTEGER PRIMARY KEY, debit TEXT, credit TEXT, amount INTEGER)",
    "CREATE TABLE a (cmd TEXT PRIMARY KEY, body TEXT)",
)


def raw_sqlite(path: Path) -> float:
    """The same count of journal, ledger and answer rows, as durable, with nothing decided and nothing checked."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    for statement in STATEMENTS:
        db.execute(statement)
    rows = _rows()
    started = time.perf_counter()
    for at in range(0, WAGERS, GROUP):
        group = rows[at : at + GROUP]
        db.execute("BEGIN IMMEDIATE")
        db.executemany("INSERT INTO j VALUES (?, ?)", [row[:2] for row in group])
        db.executemany("INSERT INTO t VALUES (?, ?, ?, ?)", [(row[0], *row[2:5]) for row in group])
        db.executemany("INSERT INTO a VALUES (?, ?)", [row[5:] for row in group])
        db.execute("COMMIT")
    taken = time.perf_counter() - started
    db.close()
    return taken


def raw_postgres(url: str) -> float:
    """The same with COPY, the fastest way in that PostgreSQL has."""
    rows = _rows()
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as db:
        db.execute("CREATE SCHEMA raw")
        db.execute("SET search_path TO raw")
        for statement in STATEMENTS:
            db.execute(statement.encode())
        started = time.perf_counter()
        for at in range(0, WAGERS, GROUP):
            group = rows[at : at + GROUP]
            with db.transaction(), db.cursor() as cursor:
                for copy, part in (
                    ("COPY j FROM STDIN", [row[:2] for row in group]),
                    ("COPY t FROM STDIN", [(row[0], *row[2:5]) for row in group]),
                    ("COPY a FROM STDIN", [row[5:] for row in group]),
                ):
                    with cursor.copy(copy.encode()) as stream:
                        for row in part:
                            stream.write_row(row)
        return time.perf_counter() - started


def figure(what: str, ours: float, floor: float, floor_is: str) -> Figure:
    return Figure(what, f"{WAGERS / ours:,.0f}/s", floor_is, f"{WAGERS / floor:,.0f}/s", ours / floor)
