"""The storage port. The pit owner knows only this; the simulator brings its own implementation."""

from collections.abc import Iterator
from typing import Protocol

import msgspec

from server.table.events import Recorded


class StoreFault(Exception):
    """The commit failed or its outcome is unknown: memory must be discarded and the journal replayed."""


class Fenced(StoreFault):
    """Another owner has taken the pit over; this one must stop at once."""


class StoredAnswer(msgspec.Struct, frozen=True):
    """A command's answer: the same id with the same digest is answered again, with another digest refused."""

    cmd: str
    digest: str
    body: bytes


class Batch(msgspec.Struct):
    """Everything one group commit makes durable. `snapshot` is the encoded state after the last event, when due."""

    pit: str
    epoch: int
    now_ms: int
    events: list[Recorded]
    answers: list[StoredAnswer]
    snapshot: bytes | None = None


class Loaded(msgspec.Struct):
    """What recovery starts from: the newest snapshot (if any), the events after it, in order, and the known answers.

    `now_ms` is the latest monotonic time the previous owner left behind (commit or heartbeat).
    """

    snapshot: bytes | None
    snapshot_seq: int
    events: Iterator[Recorded]
    answers: list[StoredAnswer]
    now_ms: int


class Store(Protocol):
    async def claim(self, pit: str) -> int:
        """Become the owner: raise the epoch and return it."""

    async def load(self, pit: str) -> Loaded: ...

    async def commit(self, batch: Batch) -> None:
        """One transaction: fence, journal, ledger rows, balances, audit, outbox, tickets, answers, snapshot."""

    async def heartbeat(self, pit: str, epoch: int, now_ms: int) -> None:
        """Note the owner's clock while wagering is open, so that a restart knows what time was left."""

    async def close(self) -> None: ...
