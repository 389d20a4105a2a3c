"""Deliberately broken parts. The auditor must catch each of them, or it would be worth nothing."""

import asyncio
from random import Random

import msgspec

from server.pit.answers import Reply
from server.pit.owner import PitOwner, Submission
from server.pit.owner import _answer as answer
from server.simulate.faults import Faults
from server.simulate.store import SimStore
from server.storage.memory import MemoryStore
from server.storage.port import Batch
from server.table.values import Role


class ForgetfulStore(SimStore):
    """Says "kept" at once and writes later: a crash in between loses what was acknowledged."""

    def __init__(self, kept: MemoryStore, faults: Faults, random: Random) -> None:
        super().__init__(kept, faults, random)
        self._order = asyncio.Lock()

    async def commit(self, batch: Batch) -> None:
        write = asyncio.get_running_loop().create_task(self._later(batch))
        self._writes.add(write)
        write.add_done_callback(self._written)

    async def _later(self, batch: Batch) -> None:
        async with self._order:
            await asyncio.sleep(0.05)
            await self.kept.commit(batch)


class GenerousStore(SimStore):
    """Books one cent too much on every win."""

    async def _write(self, batch: Batch) -> None:
        await super()._write(batch)
        for index in range(len(self.kept.journal) - len(batch.events), len(self.kept.journal)):
            row = msgspec.json.decode(self.kept.journal[index])
            for move in row["event"].get("transfers", []):
                if move[3] == "winnings":
                    move[2] += 1
            self.kept.journal[index] = msgspec.json.encode(row)


class EagerOwner(PitOwner):
    """Answers before the commit."""

    def _decide(self, item: Submission, batch: Batch) -> Reply:
        reply = super()._decide(item, batch)
        answer(item, reply)
        return reply


class BackdatingOwner(PitOwner):
    """Lets wagers in that came just after the deadline by writing down an earlier moment of receipt."""

    def _decide(self, item: Submission, batch: Batch) -> Reply:
        if item.actor.role is Role.PLAYER:
            item.received_ms -= 400
        return super()._decide(item, batch)


class AmnesiacOwner(PitOwner):
    """Forgets which commands it has answered whenever it restarts."""

    async def _recover(self) -> int:
        last_ms = await super()._recover()
        self._answers = type(self._answers)([])
        return last_ms
