"""The gateway's own durable memory: readings, device commands, money intents.

One SQLite file, one connection, one process. `synchronous=FULL` in WAL mode makes
a committed reading survive power loss; a reading leaves the gateway only after that.

JournalError
├── JournalLockedError   another process owns the file
└── JournalDamagedError  the file fails its integrity check
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Final

from hardware_gateway.drivers.base import Data, DeviceCommand, Reading
from hardware_gateway.messages import canonical

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS reading(
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  boot TEXT NOT NULL, counter INTEGER NOT NULL CHECK (counter > 0),
  device TEXT NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL, at TEXT NOT NULL,
  acknowledged INTEGER NOT NULL DEFAULT 0,
  UNIQUE (boot, counter)
) STRICT;
CREATE INDEX IF NOT EXISTS reading_waiting ON reading(seq) WHERE acknowledged = 0;
CREATE INDEX IF NOT EXISTS reading_device ON reading(device, seq);
CREATE TABLE IF NOT EXISTS command(
  id TEXT PRIMARY KEY, device TEXT NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL, at TEXT NOT NULL,
  answer INTEGER
) STRICT;
CREATE TABLE IF NOT EXISTS intent(
  device TEXT PRIMARY KEY, kind TEXT NOT NULL, data TEXT NOT NULL, at TEXT NOT NULL
) STRICT;
"""


class JournalError(Exception):
    """The journal cannot be used; the gateway must not run without it."""


class JournalLockedError(JournalError):
    pass


class JournalDamagedError(JournalError):
    pass


class Receipt(Enum):
    """What a command id turned out to be; only a new one is carried out."""

    NEW = "new"
    REPEATED = "repeated"
    REUSED = "reused"


@dataclass(frozen=True, slots=True)
class Entry:
    """A reading as it was recorded; `seq` orders it over all boots."""

    seq: int
    boot: str
    counter: int
    device: str
    kind: str
    data: dict[str, object]
    at: str


@dataclass(frozen=True, slots=True)
class Intent:
    """Something a device was about to do with money when it was noted."""

    device: str
    kind: str
    data: dict[str, object]


def utc_text(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def wall_clock() -> str:
    return utc_text(datetime.now(UTC))


class Journal:
    """All methods are synchronous; see `Recorder` for the asynchronous front."""

    def __init__(self, path: Path, boot: str, clock: Callable[[], str] = wall_clock) -> None:
        self.boot = boot
        self._clock = clock
        self._lock_fd = _lock(path)
        try:
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._prepare()
        except sqlite3.DatabaseError as error:
            os.close(self._lock_fd)
            raise JournalDamagedError(f"{path}: {error}") from error
        except JournalError:
            os.close(self._lock_fd)
            raise
        self._counter: int = self._one("SELECT coalesce(max(counter), 0) FROM reading WHERE boot = ?", boot)

    def _prepare(self) -> None:
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA foreign_keys = ON")
        verdict = self._db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if verdict != "ok":
            raise JournalDamagedError(str(verdict))
        self._db.executescript(_SCHEMA)

    def close(self) -> None:
        self._db.close()
        os.close(self._lock_fd)

    # Writing

    def append(self, batch: Iterable[tuple[str, Reading]]) -> int:
        """Record readings of any devices in one transaction; returns the last counter."""
        counter = self._counter
        with _Transaction(self._db):
            at = self._clock()
            for device, reading in batch:
                counter += 1
                self._insert(counter, device, reading, at)
        self._counter = counter
        return counter

    def _insert(self, counter: int, device: str, reading: Reading, at: str) -> None:
        row = (self.boot, counter, device, reading.kind, canonical(dict(reading.data)), at)
        cursor = self._db.execute(
            "INSERT INTO reading(boot, counter, device, kind, data, at) VALUES (?, ?, ?, ?, ?, ?)", row
        )
        if reading.answers is not None:
            self._db.execute(
                "UPDATE command SET answer = ? WHERE id = ? AND answer IS NULL", (cursor.lastrowid, reading.answers)
            )
        if reading.settles_intent:
            self._db.execute("DELETE FROM intent WHERE device = ?", (device,))

    def receive(self, command: DeviceCommand) -> Receipt:
        """Note a device command before it is carried out."""
        content = (command.device, command.kind, canonical(dict(command.data)))
        with _Transaction(self._db):
            known = self._db.execute("SELECT device, kind, data FROM command WHERE id = ?", (command.id,)).fetchone()
            if known is None:
                self._db.execute(
                    "INSERT INTO command(id, device, kind, data, at) VALUES (?, ?, ?, ?, ?)",
                    (command.id, *content, self._clock()),
                )
        if known is None:
            return Receipt.NEW
        return Receipt.REPEATED if tuple(known) == content else Receipt.REUSED

    def open_intent(self, device: str, kind: str, data: Data) -> None:
        with _Transaction(self._db):
            self._db.execute(
                "INSERT INTO intent(device, kind, data, at) VALUES (?, ?, ?, ?)",
                (device, kind, canonical(dict(data)), self._clock()),
            )

    def acknowledge(self, boot: str, counter: int) -> int:
        """Cumulative for that boot; returns how many readings it freed."""
        with _Transaction(self._db):
            return self._db.execute(
                "UPDATE reading SET acknowledged = 1 WHERE boot = ? AND counter <= ? AND acknowledged = 0",
                (boot, counter),
            ).rowcount

    def prune(self, keep: int) -> int:
        """Forget acknowledged readings older than the newest `keep`.

        Commands are kept for good: forgetting one could print a ticket twice.
        """
        with _Transaction(self._db):
            floor = self._one("SELECT coalesce(max(seq), 0) FROM reading") - keep
            return self._db.execute("DELETE FROM reading WHERE seq <= ? AND acknowledged = 1", (floor,)).rowcount

    # Reading

    def waiting(self, after_seq: int, limit: int) -> list[Entry]:
        """Unacknowledged readings in recording order: earlier boots come first by construction."""
        rows = self._db.execute(
            "SELECT seq, boot, counter, device, kind, data, at FROM reading"
            " WHERE acknowledged = 0 AND seq > ? ORDER BY seq LIMIT ?",
            (after_seq, limit),
        )
        return [_entry(row) for row in rows]

    def waiting_count(self) -> int:
        return int(self._one("SELECT count(*) FROM reading WHERE acknowledged = 0"))

    def unanswered(self) -> list[DeviceCommand]:
        """Commands noted but never concluded: after a restart their outcome is unknown."""
        rows = self._db.execute("SELECT id, device, kind, data FROM command WHERE answer IS NULL ORDER BY rowid")
        return [DeviceCommand(row[0], row[1], row[2], json.loads(row[3])) for row in rows]

    def intents(self) -> list[Intent]:
        rows = self._db.execute("SELECT device, kind, data FROM intent ORDER BY device")
        return [Intent(row[0], row[1], json.loads(row[2])) for row in rows]

    def last_of(self, device: str, kinds: Sequence[str]) -> Entry | None:
        """The newest reading of these kinds: what the device was doing when the gateway stopped."""
        row = self._db.execute(
            "SELECT seq, boot, counter, device, kind, data, at FROM reading"
            " WHERE device = ? AND kind IN (SELECT value FROM json_each(?)) ORDER BY seq DESC LIMIT 1",
            (device, canonical(list(kinds))),
        ).fetchone()
        return _entry(row) if row else None

    def _one(self, statement: str, *values: object) -> int:
        row = self._db.execute(statement, values).fetchone()
        return int(row[0])


class _Transaction:
    """BEGIN IMMEDIATE .. COMMIT, or nothing of it."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def __enter__(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: object) -> None:
        self._db.execute("COMMIT" if kind is None else "ROLLBACK")


def _entry(row: tuple[int, str, int, str, str, str, str]) -> Entry:
    return Entry(row[0], row[1], row[2], row[3], row[4], json.loads(row[5]), row[6])


def _lock(path: Path) -> int:
    """One writer: a second gateway on the same journal would interleave counters."""
    fd = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(fd)
        raise JournalLockedError(f"{path} is in use by another gateway") from error
    return fd
