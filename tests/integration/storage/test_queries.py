"""What operators can ask: rounds, one round in full, audit, books, register; and the outbox and remembered requests."""

from server.storage.idempotency import Idempotency, Remembered
from server.storage.outbox import Outbox
from server.storage.queries import Queries
from server.storage.sql import SqlStore
from server.table import events as e
from server.table.values import Refusal
from tests.integration.storage.floor import SUPERVISOR, Writer, corrected, note


async def test_rounds_are_listed_newest_first_in_pages(store: SqlStore, writer: Writer) -> None:
    await writer.say(note(5_000))
    for number in range(1, 6):
        await writer.play(number, "4" if number % 2 else "17")
    queries = Queries(store.database, "P1")
    page = await queries.rounds("R1", limit=2)
    assert [(line.number, line.value, line.status) for line in page] == [(5, "4", "settled"), (4, "17", "settled")]
    assert [line.number for line in await queries.rounds("R1", limit=2, before=4)] == [3, 2]
    assert [line.number for line in await queries.results("R1", limit=3)] == [5, 4, 3]
    assert await queries.rounds("R9") == []
    assert len(await queries.rounds("R1", limit=10**9)) == 5


async def test_a_round_is_told_in_full(store: SqlStore, writer: Writer) -> None:
    await writer.say(note(1_000))
    await writer.play(1)
    await writer.say(corrected(1, 1_000, 300), actor=SUPERVISOR)
    story = await Queries(store.database, "P1").round("R1-1")
    assert story is not None
    assert (story.line.value, story.line.original, story.gaming_day) == ("0", "17", "2026-11-18")
    assert [type(recorded.event) for recorded in story.events] == [
        e.RoundOpened,
        e.WagersChanged,
        e.WageringClosed,
        e.RoundSettled,
        e.ResultCorrected,
    ]
    assert await Queries(store.database, "P1").round("R1-9") is None
    register = await Queries(store.database, "P1").register()
    assert [(line.kind, line.amount, line.round) for line in register] == [("receivable", 300, "R1-1")]


async def test_the_books_add_up(store: SqlStore, writer: Writer) -> None:
    await writer.say(note(5_000))
    await writer.play(1)
    books = await Queries(store.database, "P1").books()
    assert books.balanced
    assert {(total.kind, total.balance) for total in books.kinds} == {
        ("credit", 40_000),
        ("house", -35_000),
        ("notes", -5_000),
    }


async def test_the_audit_is_read_newest_first(store: SqlStore, writer: Writer) -> None:
    await writer.say(e.TableSuspended("R1", "spill"), actor=SUPERVISOR)
    lines = await Queries(store.database, "P1").audit(limit=2)
    assert [line.action for line in lines] == ["table_suspended", "terminal_added"]
    assert lines[0].name == "Sue"
    assert lines[0].detail == {"table": "R1", "reason": "spill"}


async def test_messages_wait_until_they_were_told(store: SqlStore, writer: Writer) -> None:
    outbox = Outbox(store.database, "P1")
    for number in range(3):
        await writer.say(e.DeviceOrdered(f"o{number}", "wheel-1", "start_game", {}))
    waiting = await outbox.waiting(2)
    assert [message.topic for message in waiting] == ["device.wheel-1"] * 2
    await outbox.published(waiting[-1])
    assert [message.seq for message in await outbox.waiting()] == [writer.state.seq]


async def test_a_remembered_request_is_answered_again(store: SqlStore) -> None:
    memory = Idempotency(store.database, kept=3)
    assert await memory.recall("op", "k", "d") is None
    await memory.remember("op", "k", "d", Remembered(201, "{}"))
    assert await memory.recall("op", "k", "d") == Remembered(201, "{}")
    assert await memory.recall("op", "k", "other") == Refusal("key_reused")
    assert await memory.recall("somebody", "k", "d") is None
    for n in range(3):
        await memory.remember("op", f"k{n}", "d", Remembered(201, "{}"))
    assert await memory.recall("op", "k", "d") is None
