"""The drill: back up a floor that is playing, lose it, restore it, and let no old owner in."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from server.storage.backup import BackupRefused, Damaged, backup, restore
from server.storage.port import Fenced
from server.storage.sql import SqlStore
from server.storage.verify import verify
from tests.integration.storage.floor import Writer, note
from tests.integration.storage.test_verify import forge


@pytest.fixture
def second_url(request: pytest.FixtureRequest, url: str, tmp_path: Path) -> str:
    """An empty database of the same kind to restore into."""
    if url.startswith("sqlite"):
        return f"sqlite:///{tmp_path / 'restored.sqlite3'}"
    address: str = request.getfixturevalue("second_postgres_url")
    return address


async def test_a_live_floor_is_backed_up_and_restored(
    url: str, second_url: str, writer: Writer, tmp_path: Path
) -> None:
    stop = asyncio.Event()

    async def keep_playing() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            await writer.say(note(5_000))
            await writer.play(number)

    playing = asyncio.create_task(keep_playing())
    await asyncio.sleep(0.2)
    before = writer.durable
    copy = await asyncio.to_thread(backup, url, tmp_path / "floor.backup")
    after = writer.state.seq
    await asyncio.sleep(0.1)
    stop.set()
    await playing
    assert writer.state.seq > before
    report = await asyncio.to_thread(restore, copy, second_url)
    assert report.ok
    assert before <= report.events <= after
    restored = await SqlStore.open(second_url)
    returned = Writer(restored)
    returned.epoch = writer.epoch
    await returned.recover()
    assert returned.state.seq == report.events
    with pytest.raises(Fenced):
        await returned.say(note(1))
    await returned.recover()
    await returned.claim()
    await returned.say(note(1))
    await restored.close()
    assert verify(second_url).ok


async def test_a_restore_never_overwrites(url: str, writer: Writer, tmp_path: Path, store: SqlStore) -> None:
    await writer.say(note(100))
    copy = await asyncio.to_thread(backup, url, tmp_path / "copy")
    await store.close()
    with pytest.raises(BackupRefused, match="not empty"):
        restore(copy, url)
    with pytest.raises(BackupRefused, match="already there"):
        backup(url, copy)
    with pytest.raises(BackupRefused, match="not there"):
        restore(tmp_path / "nothing", url)


async def test_a_forged_record_is_not_restored(
    url: str, second_url: str, store: SqlStore, writer: Writer, tmp_path: Path
) -> None:
    await writer.say(note(100))
    await forge(store.database, "UPDATE account SET balance = balance + 1 WHERE kind = 'credit'")

    def drill() -> None:
        """SQLite notices while backing up, PostgreSQL while restoring."""
        copy = backup(url, tmp_path / "copy")
        restore(copy, second_url)

    with pytest.raises(Damaged):
        await asyncio.to_thread(drill)


async def test_a_restore_is_in_the_audit_trail(url: str, second_url: str, writer: Writer, tmp_path: Path) -> None:
    await writer.say(note(100))
    copy = await asyncio.to_thread(backup, url, tmp_path / "copy")
    await asyncio.to_thread(restore, copy, second_url)
    restored = await SqlStore.open(second_url)
    query = text("SELECT subject FROM audit WHERE action = 'database_restored'")
    found = await restored.database.read(lambda connection: connection.execute(query).scalars().all())
    assert found == ["copy"]
    await restored.close()
