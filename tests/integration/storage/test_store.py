"""The store behind its port: what a commit leaves behind and what recovery finds, on both databases."""

from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, text

from server.ledger import Transfer, TransferKind
from server.ledger import accounts as account
from server.storage.port import Batch, Fenced, StoredAnswer, StoreFault
from server.storage.sql import SqlStore
from server.table import events as e
from tests.integration.storage.floor import (
    DEALER,
    GATEWAY,
    PLAYER,
    SESSION,
    SUPERVISOR,
    TERMINAL,
    Writer,
    closed,
    corrected,
    note,
    opened,
    settled,
    ticket_ordered,
    ticket_redeemed,
    wagered,
)


async def rows(store: SqlStore, query: str) -> list[tuple[Any, ...]]:
    return await store.database.read(lambda connection: [tuple(row) for row in connection.execute(text(query))])


async def test_an_empty_database_loads_as_nothing(store: SqlStore) -> None:
    assert await store.claim("P1") == 1
    loaded = await store.load("P1")
    assert (loaded.snapshot, loaded.snapshot_seq, list(loaded.events), loaded.answers) == (None, 0, [], [])


async def test_recovery_rebuilds_exactly_the_state_that_was_committed(writer: Writer) -> None:
    await writer.say(note(50_000))
    await writer.play(1)
    await writer.say(opened(2), wagered(2, 2_000), snapshot=True)
    await writer.say(closed(2, 2_000))
    before, now_ms = writer.state, writer.state.now_ms
    assert await writer.recover() == now_ms
    assert writer.state == before


async def test_events_after_the_snapshot_are_all_that_is_replayed(writer: Writer) -> None:
    await writer.say(note(1_000), snapshot=True)
    seq = writer.state.seq
    await writer.say(note(2_000))
    loaded = await writer.store.load("P1")
    assert loaded.snapshot_seq == seq
    assert [recorded.seq for recorded in loaded.events] == [seq + 1]


async def test_long_journals_come_back_page_by_page(writer: Writer) -> None:
    await writer.commit([recorded for _ in range(2_500) for recorded in writer.record(note(100))])
    loaded = await writer.store.load("P1")
    assert [recorded.seq for recorded in loaded.events] == list(range(1, 2_506))


async def test_only_two_snapshots_are_kept_and_a_damaged_one_is_passed_over(store: SqlStore, writer: Writer) -> None:
    for _ in range(3):
        await writer.say(note(100), snapshot=True)
    kept = [seq for (seq,) in await rows(store, "SELECT seq FROM snapshot ORDER BY seq")]
    assert kept == [writer.state.seq - 1, writer.state.seq]
    await store.database.write(
        lambda c: c.execute(text("UPDATE snapshot SET hash = 'x' WHERE seq = :s"), {"s": kept[1]})
    )
    before = writer.state
    assert (await store.load("P1")).snapshot_seq == kept[0]
    await writer.recover()
    assert writer.state == before


async def test_the_journal_names_actor_time_gaming_day_table_and_round(store: SqlStore, writer: Writer) -> None:
    writer.at = "2026-11-18T18:30:00.000Z"  # 05:30 of the 19th in Sydney: still the gaming day of the 18th
    await writer.say(opened(1), actor=DEALER)
    writer.at = "2026-11-18T19:00:00.000Z"
    await writer.say(note(100), actor=PLAYER)
    found = await rows(
        store,
        "SELECT actor_role, actor_id, actor_name, gaming_day, type, table_id, round_id FROM journal "
        "WHERE seq > 5 ORDER BY seq",
    )
    assert found == [
        ("dealer", "D1", "Dee", "2026-11-18", "round_opened", "R1", "R1-1"),
        ("player", "PT-1", "", "2026-11-19", "credit_added", None, None),
    ]


async def test_balances_follow_the_transfers(store: SqlStore, writer: Writer) -> None:
    await writer.say(note(50_000))
    await writer.play(1)
    found = dict(await rows(store, "SELECT id, balance FROM account WHERE balance <> 0"))
    assert found == writer.state.book.balances
    assert sum(found.values()) == 0


async def test_the_database_itself_refuses_a_negative_player_balance(store: SqlStore, writer: Writer) -> None:
    await writer.say(note(1_000))
    overdraft = Transfer(account.credit(SESSION), account.house("R1"), 1_001, TransferKind.STAKE_LOST)
    event = e.CreditAdded(SESSION, TERMINAL, "note", 1, (overdraft,))
    recorded = e.Recorded(writer.state.seq + 1, "c", PLAYER, writer.at, 0, event)
    with pytest.raises(StoreFault, match="account_floor"):
        await writer.commit([recorded])
    assert await rows(store, "SELECT balance FROM account WHERE kind = 'credit'") == [(1_000,)]
    await writer.say(note(1))
    assert await rows(store, "SELECT balance FROM account WHERE kind = 'credit'") == [(1_001,)]


async def test_an_account_has_one_unit(writer: Writer) -> None:
    await writer.say(note(1_000))
    mixed = Transfer(account.notes(TERMINAL), account.credit(SESSION), 5, TransferKind.NOTE_IN, "promo")
    event = e.CreditAdded(SESSION, TERMINAL, "note", 5, (mixed,))
    with pytest.raises(StoreFault, match="balance rows"):
        await writer.commit([e.Recorded(writer.state.seq + 1, "c", PLAYER, writer.at, 0, event)])


# ---- fence -----------------------------------------------------------------------------------------------------------


async def test_a_stale_owner_can_neither_commit_nor_beat(store: SqlStore, writer: Writer) -> None:
    old = writer.epoch
    assert await store.claim("P1") == old + 1
    with pytest.raises(Fenced):
        await writer.say(note(100))
    with pytest.raises(Fenced):
        await store.heartbeat("P1", old, 99)
    assert await rows(store, "SELECT COUNT(*) FROM journal WHERE type = 'credit_added'") == [(0,)]


async def test_the_heartbeat_is_what_a_restart_counts_from(store: SqlStore, writer: Writer) -> None:
    await store.heartbeat("P1", writer.epoch, 123_456)
    assert (await store.load("P1")).now_ms == 123_456


async def test_events_must_follow_each_other(writer: Writer) -> None:
    late = e.Recorded(writer.state.seq + 2, "c", PLAYER, writer.at, 0, note(1))
    with pytest.raises(StoreFault, match="cannot follow"):
        await writer.commit([late])


async def test_two_pits_share_a_database_and_nothing_else(store: SqlStore, writer: Writer) -> None:
    other = Writer(store, "P2")
    await other.claim()
    await other.furnish()
    await other.say(note(700))
    await writer.say(note(300))
    await writer.recover()
    assert writer.state.book.balance(account.credit(SESSION)) == 300
    found = await rows(store, "SELECT pit, balance FROM account WHERE kind = 'credit' ORDER BY pit")
    assert found == [("P1", 300), ("P2", 700)]


# ---- answers ---------------------------------------------------------------------------------------------------------


async def test_answers_come_back_refusals_included(writer: Writer) -> None:
    answers = [StoredAnswer("a", "d1", b'{"refusal":{"code":"late"}}'), StoredAnswer("b", "d2", b"{}")]
    await writer.commit([], answers)
    assert (await writer.store.load("P1")).answers == answers


async def test_the_oldest_answers_go(store: SqlStore, writer: Writer) -> None:
    small = SqlStore(store.database, answers_kept=10)
    for n in range(7):
        batch = [StoredAnswer(f"{n}-{m}", "d", b"{}") for m in range(3)]
        await small.commit(Batch("P1", writer.epoch, 0, [], batch))
    kept = [answer.cmd for answer in (await small.load("P1")).answers]
    assert kept == ["3-2", "4-0", "4-1", "4-2", "5-0", "5-1", "5-2", "6-0", "6-1", "6-2"]


async def test_one_command_has_one_answer(writer: Writer) -> None:
    await writer.commit([], [StoredAnswer("a", "d", b"1")])
    with pytest.raises(StoreFault):
        await writer.commit([], [StoredAnswer("a", "d", b"2")])
    assert [answer.body for answer in (await writer.store.load("P1")).answers] == [b"1"]


# ---- rounds and tickets ----------------------------------------------------------------------------------------------


async def test_a_round_is_listed_settled_and_corrected(store: SqlStore, writer: Writer) -> None:
    query = "SELECT status, value, original, staked, returned FROM round WHERE id = 'R1-1'"
    await writer.say(note(1_000))
    await writer.say(opened(1))
    assert await rows(store, query) == [("open", None, None, 0, 0)]
    await writer.say(wagered(1, 1_000), closed(1, 1_000), settled(1, 1_000, "17"))
    assert await rows(store, query) == [("settled", "17", None, 1_000, 36_000)]
    await writer.say(corrected(1, 1_000, 400), actor=SUPERVISOR)
    assert await rows(store, query) == [("settled", "0", "17", 1_000, 0)]
    assert await rows(store, "SELECT session, kind, amount FROM register") == [(SESSION, "receivable", 400)]


async def test_a_round_is_decided_once(writer: Writer) -> None:
    await writer.say(note(5_000))
    await writer.play(1)
    again = e.Recorded(writer.state.seq + 1, "c", DEALER, writer.at, 0, settled(1, 1_000, "18"))
    with pytest.raises(StoreFault):
        await writer.commit([again])


async def test_a_ticket_moves_only_along_its_states(store: SqlStore, writer: Writer) -> None:
    query = "SELECT state, held_terminal FROM ticket"
    await writer.say(note(2_000))
    await writer.say(ticket_ordered("123456789012345678", 2_000), e.TicketIssued("123456789012345678", TERMINAL))
    assert await rows(store, query) == [("issued", None)]
    await writer.say(e.TicketHeld("123456789012345678", TERMINAL))
    await writer.say(e.TicketReleased("123456789012345678", TERMINAL), e.TicketHeld("123456789012345678", TERMINAL))
    assert await rows(store, query) == [("pending", TERMINAL)]
    await writer.say(ticket_redeemed("123456789012345678", 2_000))
    assert await rows(store, query) == [("redeemed", TERMINAL)]
    second = e.Recorded(writer.state.seq + 1, "c", GATEWAY, writer.at, 0, e.TicketHeld("123456789012345678", TERMINAL))
    with pytest.raises(StoreFault, match="ticket"):
        await writer.commit([second])


async def test_a_ticket_pays_exactly_its_amount(writer: Writer) -> None:
    await writer.say(note(2_000))
    await writer.say(ticket_ordered("5", 2_000), e.TicketIssued("5", TERMINAL), e.TicketHeld("5", TERMINAL))
    less = e.Recorded(writer.state.seq + 1, "c", GATEWAY, writer.at, 0, ticket_redeemed("5", 1_999))
    with pytest.raises(StoreFault, match="ticket"):
        await writer.commit([less])


STALE_INSERT = (
    "INSERT INTO journal SELECT pit, seq + 1000, epoch - 1, cmd, actor_role, actor_id, actor_name, at, gaming_day, "
    "now_ms, type, table_id, NULL, body, hash FROM journal WHERE seq = 1"
)


REFUSED = (
    "UPDATE ticket SET state = 'issued' WHERE number = '5'",
    "UPDATE ticket SET amount = 9999 WHERE number = '5'",
    "DELETE FROM ticket",
    "UPDATE round SET status = 'open' WHERE id = 'R1-1'",
    "DELETE FROM round",
    "UPDATE journal SET body = '{}'",
    "DELETE FROM journal",
    "UPDATE transfer SET amount = 1",
    "DELETE FROM transfer",
    "UPDATE audit SET detail = ''",
    "DELETE FROM audit",
    "UPDATE account SET balance = -1 WHERE kind = 'credit'",
    STALE_INSERT,
)


async def test_the_database_itself_refuses(store: SqlStore, writer: Writer) -> None:
    await writer.say(note(5_000))
    await writer.play(1)
    await writer.say(ticket_ordered("5", 500), e.TicketVoided("5", TERMINAL, 500, "jam", (_back(500),)))
    for statement in REFUSED:
        with pytest.raises(StoreFault):
            await store.database.write(partial(_execute, statement=statement))


def _execute(connection: Connection, statement: str) -> None:
    connection.execute(text(statement))


def _back(amount: int) -> Transfer:
    return Transfer(account.ticket("5"), account.hand_pay(TERMINAL), amount, TransferKind.TICKET_VOIDED)


# ---- audit and outbox ------------------------------------------------------------------------------------------------


async def test_the_audit_names_what_staff_did_and_what_was_significant(store: SqlStore, writer: Writer) -> None:
    await writer.say(note(5_000), actor=GATEWAY)
    await writer.play(1)
    await writer.say(e.DeviceChanged("wheel-1", True, "idle", None, None), actor=GATEWAY)
    await writer.say(e.DeviceChanged("wheel-1", True, None, "no_ball", None), actor=GATEWAY)
    found = await rows(
        store,
        "SELECT role, actor_id, action, subject FROM audit WHERE chain = 'pit:P1' AND n > 4 ORDER BY n",
    )
    assert found == [
        ("dealer", "D1", "round_opened", "R1-1"),
        ("dealer", "D1", "round_settled", "R1-1"),
        ("gateway", "GW-1", "device_changed", "wheel-1"),
    ]


async def test_ticket_numbers_are_masked_in_the_audit(store: SqlStore, writer: Writer) -> None:
    await writer.say(note(500))
    await writer.say(ticket_ordered("123456789012345678", 500), actor=SUPERVISOR)
    found = await rows(store, "SELECT subject, detail FROM audit WHERE action = 'ticket_ordered'")
    assert found[0][0] == "**************5678"
    assert "123456789012345678" not in found[0][1]


async def test_orders_and_results_wait_in_the_outbox(store: SqlStore, writer: Writer) -> None:
    await writer.say(note(5_000))
    await writer.play(1)
    await writer.say(e.DeviceOrdered("o1", "wheel-1", "start_game", {}))
    found = await rows(store, "SELECT topic, published_at FROM outbox ORDER BY seq")
    assert found == [("result.R1", None), ("device.wheel-1", None)]


async def test_a_fault_leaves_nothing_of_the_batch_and_the_store_goes_on(store: SqlStore, writer: Writer) -> None:
    seq = writer.state.seq
    broken = [
        e.Recorded(seq + 1, "c", PLAYER, writer.at, 0, note(100)),
        e.Recorded(seq + 2, "c", GATEWAY, writer.at, 0, e.TicketHeld("unknown", TERMINAL)),
    ]
    with pytest.raises(StoreFault):
        await writer.commit(broken, [StoredAnswer("a", "d", b"{}")])
    loaded = await store.load("P1")
    assert [recorded.seq for recorded in loaded.events] == list(range(1, seq + 1))
    assert loaded.answers == []
    await writer.recover()
    await writer.say(note(200))
    assert writer.state.book.balance(account.credit(SESSION)) == 200
