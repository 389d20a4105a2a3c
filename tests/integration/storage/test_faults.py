"""Kill, starve and race the store: nothing acknowledged is lost, and nobody writes who no longer may."""

import asyncio
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection, make_url, text

from server.storage.database import AlreadyOpen, Database
from server.storage.port import Fenced, StoreFault
from server.storage.sql import SqlStore
from server.storage.verify import verify
from tests.integration.storage.cut import CuttingProxy
from tests.integration.storage.floor import Writer, note

pytestmark = pytest.mark.fault

KILLS = 3


@contextmanager
def child(url: str, mode: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.integration.storage.child", url, mode]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def run_and_kill(url: str, mode: str, acks: int) -> int:
    """Let a writer work until it has acknowledged this many events, kill it there, return the last acknowledged."""
    last = 0
    with child(url, mode) as process:
        assert process.stdout is not None
        for line in process.stdout:
            word, _, number = line.strip().partition(" ")
            if word == "acked":
                last = int(number)
                acks -= 1
            if acks == 0:
                process.kill()
                break
        # What it still managed to say before it died counts as acknowledged as well.
        for line in process.stdout:
            if line.startswith("acked ") and line.endswith("\n"):
                last = int(line.split()[1])
    return last


def lost(url: str, acked: int) -> int:
    """Acknowledged events that are not in a record that otherwise verifies."""
    report = verify(url)
    assert report.ok, report.findings
    return max(0, acked - report.events)


def test_a_killed_writer_loses_nothing_it_acknowledged(url: str) -> None:
    source = random.Random(17)
    for _ in range(KILLS):
        acked = run_and_kill(url, "honest", source.randint(1, 60))
        assert lost(url, acked) == 0


def test_control_a_writer_that_acknowledges_too_early_is_caught(url: str) -> None:
    assert lost(url, run_and_kill(url, "early", 5)) > 0


def test_a_full_disk_is_a_fault_and_loses_nothing(sqlite_url: str) -> None:
    acked, faults = [], 0
    with child(sqlite_url, "full") as process:
        assert process.stdout is not None
        for line in process.stdout:
            word, _, rest = line.strip().partition(" ")
            if word == "acked":
                acked.append(int(rest))
            faults += word == "fault"
        assert process.wait() == 0
    assert faults == 2
    assert acked == list(range(6, 6 + len(acked)))
    report = verify(sqlite_url)
    assert report.ok
    assert report.events == acked[-1]


async def test_two_servers_cannot_open_one_file(sqlite_url: str) -> None:
    first = Database(sqlite_url)
    await first.open()
    second = Database(sqlite_url)
    with pytest.raises(AlreadyOpen):
        await second.open()
    await first.close()
    third = Database(sqlite_url)
    await third.open()
    await third.close()


# ---- the fence under contention (PostgreSQL: two servers on one database) --------------------------------------------


@pytest.mark.postgres
async def test_owners_that_keep_taking_over_never_write_side_by_side(postgres_url: str) -> None:
    stores = [await SqlStore.open(postgres_url) for _ in range(3)]
    first = Writer(stores[0])
    await first.claim()
    await first.furnish()
    acked: list[int] = []
    fenced = 0

    async def contend(store: SqlStore, seed: int) -> None:
        nonlocal fenced
        source = random.Random(seed)
        for _ in range(8):
            writer = Writer(store)
            await writer.claim()
            await writer.recover()
            try:
                for _ in range(source.randint(1, 6)):
                    await writer.say(note(100))
                    acked.append(writer.durable)
            except Fenced:
                fenced += 1
            except StoreFault:
                # Two owners met on one number: the second transaction is refused as a whole.
                fenced += 1

    await asyncio.gather(*(contend(store, seed) for seed, store in enumerate(stores)))
    assert fenced > 0
    assert len(acked) == len(set(acked))
    report = verify(postgres_url)
    assert report.ok
    assert report.events == 5 + len(acked)
    for store in stores:
        await store.close()


@pytest.mark.postgres
async def test_a_takeover_waits_for_a_commit_under_way_and_then_wins(postgres_url: str) -> None:
    old, new = await SqlStore.open(postgres_url), await SqlStore.open(postgres_url)
    writer = Writer(old)
    await writer.claim()
    await writer.furnish()
    inside, go_on = threading.Event(), threading.Event()

    def stalled(connection: Connection) -> None:
        query = text("SELECT 1 FROM pit_owner WHERE pit = 'P1' AND epoch = :epoch FOR SHARE")
        assert connection.execute(query, {"epoch": writer.epoch}).first() is not None
        inside.set()
        go_on.wait(1.5)

    holding = asyncio.create_task(old.database.write(stalled))
    await asyncio.to_thread(inside.wait, 5)
    takeover = asyncio.create_task(new.claim("P1"))
    await asyncio.sleep(0.2)
    assert not takeover.done()
    go_on.set()
    await holding
    assert await takeover == writer.epoch + 1
    with pytest.raises(Fenced):
        await writer.say(note(1))
    await old.close()
    await new.close()


@pytest.mark.postgres
async def test_control_a_weaker_lock_would_let_the_takeover_through(postgres_url: str) -> None:
    """FOR KEY SHARE does not make a takeover wait: the reason why the fence is FOR SHARE."""
    old, new = await SqlStore.open(postgres_url), await SqlStore.open(postgres_url)
    epoch = await old.claim("P1")
    inside, go_on = threading.Event(), threading.Event()

    def stalled(connection: Connection) -> None:
        connection.execute(text("SELECT 1 FROM pit_owner WHERE pit = 'P1' FOR KEY SHARE"))
        inside.set()
        go_on.wait(1.5)

    holding = asyncio.create_task(old.database.write(stalled))
    await asyncio.to_thread(inside.wait, 5)
    assert await asyncio.wait_for(new.claim("P1"), 1.0) == epoch + 1
    go_on.set()
    await holding
    await old.close()
    await new.close()


@pytest.mark.postgres
async def test_an_owner_that_stalls_inside_a_transaction_is_cut_off(postgres_url: str) -> None:
    old, new = await SqlStore.open(postgres_url), await SqlStore.open(postgres_url)
    epoch = await old.claim("P1")

    def stall(connection: Connection) -> None:
        connection.execute(text("SELECT 1 FROM pit_owner WHERE pit = 'P1' FOR SHARE"))
        time.sleep(2.5)

    stalled = asyncio.create_task(old.database.write(stall))
    await asyncio.sleep(0.1)
    started = time.monotonic()
    assert await new.claim("P1") == epoch + 1
    assert time.monotonic() - started < 2.4
    with pytest.raises(StoreFault):
        await stalled
    await old.close()
    await new.close()


@pytest.mark.postgres
async def test_a_commit_whose_answer_is_lost_is_a_fault_and_the_record_decides(postgres_url: str) -> None:
    """The commit reaches the server, its answer does not come back: the owner must replay, and finds it done."""
    parsed = make_url(postgres_url)
    with CuttingProxy(parsed.host or "127.0.0.1", parsed.port or 5432) as proxy:
        through = parsed.set(host="127.0.0.1", port=proxy.port).update_query_dict({"sslmode": "disable"})
        store = await SqlStore.open(through.render_as_string(hide_password=False))
        writer = Writer(store)
        await writer.claim()
        await writer.furnish()
        before = writer.durable
        proxy.cut_after(b"COMMIT")
        with pytest.raises(StoreFault):
            await writer.say(note(100))
        await writer.recover()
        assert writer.state.seq == before + 1
        await writer.say(note(100))
        await store.close()
    report = verify(postgres_url)
    assert report.ok
    assert report.events == before + 2


@pytest.mark.postgres
async def test_a_backend_that_is_killed_is_a_fault_and_the_store_comes_back(postgres_url: str) -> None:
    store = await SqlStore.open(postgres_url)
    writer = Writer(store)
    await writer.claim()
    await writer.furnish()
    kill = text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE pid <> pg_backend_pid() AND datname = current_database()"
    )
    await store.database.read(lambda connection: connection.execute(kill).all())
    with pytest.raises(StoreFault):
        await writer.say(note(100))
    await writer.recover()
    await writer.say(note(100))
    await store.close()
    assert verify(postgres_url).ok
