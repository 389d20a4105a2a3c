"""Asynchronous front of the journal: one thread, group commit, news for the link.

Whatever gathered while the previous transaction was being synced goes into the
next one, so a burst of readings costs few syncs and nobody waits for a timer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

from hardware_gateway.drivers.base import Data, DeviceCommand, Reading
from hardware_gateway.journal import Entry, Journal, Receipt

P = ParamSpec("P")
R = TypeVar("R")
_BATCH_MAX: Final = 256
_QUEUE_MAX: Final = 1024

_Request = tuple[str, list[Reading], "asyncio.Future[None]"]


class Recorder:
    """The `Sink` of every driver. When the journal fails, so does everything that waits on it."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")
        self._queue: asyncio.Queue[_Request] = asyncio.Queue(_QUEUE_MAX)
        self.news = asyncio.Event()

    @property
    def boot(self) -> str:
        return self._journal.boot

    async def run(self) -> None:
        """Commit what gathers, for ever."""
        while True:
            batch = [await self._queue.get()]
            while len(batch) < _BATCH_MAX and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            await self._commit(batch)

    async def _commit(self, batch: list[_Request]) -> None:
        rows = [(device, reading) for device, readings, _ in batch for reading in readings]
        try:
            await self._call(self._journal.append, rows)
        except BaseException as error:
            for _, _, waiter in batch:
                if not waiter.done():
                    waiter.set_exception(error) if isinstance(error, Exception) else waiter.cancel()
            raise
        for _, _, waiter in batch:
            if not waiter.done():
                waiter.set_result(None)
        self.news.set()

    async def record(self, device: str, readings: list[Reading]) -> None:
        """Returns once the readings are durable."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._queue.put((device, readings, waiter))
        await waiter

    async def open_intent(self, device: str, kind: str, data: Data) -> None:
        await self._call(self._journal.open_intent, device, kind, data)

    async def receive(self, command: DeviceCommand) -> Receipt:
        return await self._call(self._journal.receive, command)

    async def acknowledge(self, boot: str, counter: int) -> int:
        return await self._call(self._journal.acknowledge, boot, counter)

    async def waiting(self, after_seq: int, limit: int) -> list[Entry]:
        return await self._call(self._journal.waiting, after_seq, limit)

    async def prune(self, keep: int) -> int:
        return await self._call(self._journal.prune, keep)

    def close(self) -> None:
        """Finish the transaction under way, then close the file."""
        self._thread.shutdown(wait=True)
        self._journal.close()

    async def _call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: function(*args, **kwargs))
