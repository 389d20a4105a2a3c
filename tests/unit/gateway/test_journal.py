"""The gateway's durable memory."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from hardware_gateway.drivers.base import DeviceCommand, Reading
from hardware_gateway.journal import Journal, JournalDamagedError, JournalLockedError, Receipt

BOOT_1 = "1" * 32
BOOT_2 = "2" * 32
AT = "2026-11-18T10:00:00.123Z"


def open_journal(path: Path, boot: str = BOOT_1) -> Journal:
    return Journal(path, boot, clock=lambda: AT)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


def notes(count: int) -> list[tuple[str, Reading]]:
    return [("acceptor-1", Reading("note_stacked", {"value": 500 + index})) for index in range(count)]


def test_counters_rise_from_one_and_start_again_with_each_boot(path: Path) -> None:
    journal = open_journal(path)
    assert journal.append(notes(3)) == 3
    assert journal.append(notes(1)) == 4
    journal.close()
    again = open_journal(path, BOOT_2)
    again.append(notes(2))
    assert [(entry.boot, entry.counter) for entry in again.waiting(0, 99)] == [
        *((BOOT_1, counter) for counter in (1, 2, 3, 4)),
        *((BOOT_2, counter) for counter in (1, 2)),
    ]
    assert again.waiting(0, 1)[0].at == AT
    again.close()


def test_acknowledgement_is_cumulative_per_boot(path: Path) -> None:
    journal = open_journal(path)
    journal.append(notes(5))
    journal.close()
    journal = open_journal(path, BOOT_2)
    journal.append(notes(5))
    assert journal.acknowledge(BOOT_2, 3) == 3
    assert journal.acknowledge(BOOT_2, 3) == 0
    assert journal.acknowledge("f" * 32, 9) == 0
    waiting = [(entry.boot[0], entry.counter) for entry in journal.waiting(0, 99)]
    assert waiting == [("1", 1), ("1", 2), ("1", 3), ("1", 4), ("1", 5), ("2", 4), ("2", 5)]
    journal.close()


def test_a_failed_batch_leaves_no_trace_and_no_gap(path: Path) -> None:
    journal = open_journal(path)
    journal.append(notes(1))
    with pytest.raises(ValueError, match="JSON"):
        journal.append([*notes(2), ("acceptor-1", Reading("note_stacked", {"value": float("nan")}))])
    journal.append(notes(1))
    assert [entry.counter for entry in journal.waiting(0, 99)] == [1, 2]
    journal.close()


def test_a_command_id_is_new_once(path: Path) -> None:
    journal = open_journal(path)
    command = DeviceCommand("c1", "printer-1", "print_ticket", {"amount": 500, "number": "1"})
    assert journal.receive(command) is Receipt.NEW
    assert journal.receive(DeviceCommand("c1", "printer-1", "print_ticket", {"number": "1", "amount": 500})) is (
        Receipt.REPEATED
    )
    assert journal.receive(DeviceCommand("c1", "printer-1", "print_ticket", {"amount": 501, "number": "1"})) is (
        Receipt.REUSED
    )
    assert journal.unanswered() == [command]
    journal.append([("printer-1", Reading("ticket_printed", {"command": "c1"}, answers="c1"))])
    assert journal.unanswered() == []
    journal.close()
    journal = open_journal(path, BOOT_2)
    assert journal.receive(command) is Receipt.REPEATED
    journal.close()


def test_an_intent_ends_with_the_reading_that_settles_it(path: Path) -> None:
    journal = open_journal(path)
    journal.open_intent("acceptor-1", "note", {"value": 500})
    journal.append([("acceptor-2", Reading("note_stacked", {}, settles_intent=True))])
    assert [intent.device for intent in journal.intents()] == ["acceptor-1"]
    journal.append([("acceptor-1", Reading("note_stacked", {}, settles_intent=True))])
    assert journal.intents() == []
    journal.close()


def test_pruning_never_touches_what_waits(path: Path) -> None:
    journal = open_journal(path)
    journal.append(notes(10))
    journal.acknowledge(BOOT_1, 6)
    assert journal.prune(keep=7) == 3
    assert journal.prune(keep=0) == 3
    assert [entry.counter for entry in journal.waiting(0, 99)] == [7, 8, 9, 10]
    journal.append(notes(1))
    assert journal.waiting(0, 99)[-1].counter == 11
    journal.close()


def test_last_of(path: Path) -> None:
    journal = open_journal(path)
    journal.append([("w", Reading("bets_open", {"spin": 1})), ("w", Reading("fault")), ("x", Reading("bets_open"))])
    last = journal.last_of("w", ("bets_open", "result"))
    assert last is not None
    assert last.data == {"spin": 1}
    assert journal.last_of("w", ("result",)) is None
    journal.close()


def test_one_gateway_per_journal(path: Path) -> None:
    journal = open_journal(path)
    with pytest.raises(JournalLockedError):
        open_journal(path, BOOT_2)
    journal.close()
    open_journal(path, BOOT_2).close()


def test_a_damaged_file_is_refused(path: Path) -> None:
    path.write_bytes(b"this is no journal at all" * 100)
    with pytest.raises(JournalDamagedError):
        open_journal(path)


def test_durability_settings(path: Path) -> None:
    journal = open_journal(path)
    db: sqlite3.Connection = journal._db
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert db.execute("PRAGMA synchronous").fetchone() == (2,)
    journal.close()
