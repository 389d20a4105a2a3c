"""A store that lives in memory: for the seeded simulator and for unit tests. It can be told to fail."""

import msgspec

from server.storage.port import Batch, Fenced, Loaded, StoredAnswer
from server.table.events import Recorded


class MemoryStore:
    """Keeps encoded rows, so that everything goes through the same encoding as on disk."""

    def __init__(self) -> None:
        self.epoch = 0
        self.journal: list[bytes] = []
        self.answers: dict[str, StoredAnswer] = {}
        self.snapshot: tuple[int, bytes] | None = None
        self.now_ms = 0

    async def claim(self, pit: str) -> int:
        self.epoch += 1
        return self.epoch

    async def load(self, pit: str) -> Loaded:
        seq, body = self.snapshot or (0, None)
        events = (msgspec.json.decode(row, type=Recorded) for row in self.journal[seq:])
        return Loaded(body, seq, events, list(self.answers.values()), self.now_ms)

    async def commit(self, batch: Batch) -> None:
        if batch.epoch != self.epoch:
            raise Fenced(f"epoch {batch.epoch} is over, {self.epoch} owns the pit")
        self.journal.extend(msgspec.json.encode(item) for item in batch.events)
        self.answers.update((item.cmd, item) for item in batch.answers)
        if batch.snapshot is not None:
            self.snapshot = (len(self.journal), batch.snapshot)
        self.now_ms = batch.now_ms

    async def heartbeat(self, pit: str, epoch: int, now_ms: int) -> None:
        if epoch == self.epoch:
            self.now_ms = now_ms

    async def close(self) -> None:
        return None
