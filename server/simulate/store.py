"""The memory store behind a slow and treacherous disk."""

import asyncio
from random import Random

from server.simulate.chance import happens
from server.simulate.faults import Faults
from server.storage.memory import MemoryStore
from server.storage.port import Batch, Loaded, StoreFault

FAULTS_IN_A_ROW = 3
"""A store that fails more often than that without a pause is broken for good, not unreliable."""


class SimStore:
    """One owner's connection to the database. The database outlives it: a commit under way may land after a crash."""

    def __init__(self, kept: MemoryStore, faults: Faults, random: Random) -> None:
        self.kept = kept
        self._faults = faults
        self._random = random
        self._failed = 0
        self._writes: set[asyncio.Task[None]] = set()

    async def _pause(self) -> None:
        await asyncio.sleep(self._random.expovariate(1 / self._faults.commit_delay))

    async def _reach(self) -> None:
        await self._pause()
        if happens(self._random, self._faults.store_down):
            raise StoreFault("the storage does not answer")

    async def claim(self, pit: str) -> int:
        await self._reach()
        return await self.kept.claim(pit)

    async def load(self, pit: str) -> Loaded:
        await self._reach()
        return await self.kept.load(pit)

    async def commit(self, batch: Batch) -> None:
        """Fails before it is durable, after it, or not at all; the caller cannot tell the first two apart."""
        write = asyncio.get_running_loop().create_task(self._write(batch))
        self._writes.add(write)
        write.add_done_callback(self._written)
        await asyncio.shield(write)
        self._fault(self._faults.commit_unknown, "the reply to the commit was lost")
        self._failed = 0

    def _fault(self, probability: float, text: str) -> None:
        if happens(self._random, probability) and self._failed < FAULTS_IN_A_ROW:
            self._failed += 1
            raise StoreFault(text)

    def _written(self, write: asyncio.Task[None]) -> None:
        self._writes.discard(write)
        if not write.cancelled():
            write.exception()  # a dead owner's commit has nobody left to be told

    async def _write(self, batch: Batch) -> None:
        await self._pause()
        self._fault(self._faults.commit_fails, "the commit failed")
        await self.kept.commit(batch)
        await self._pause()

    def cut(self) -> None:
        """The process died: some commits under way never reach the database, others do."""
        for write in list(self._writes):
            if happens(self._random, 0.5):
                write.cancel()

    async def heartbeat(self, pit: str, epoch: int, now_ms: int) -> None:
        await self._reach()
        await self.kept.heartbeat(pit, epoch, now_ms)

    async def close(self) -> None:
        return None
