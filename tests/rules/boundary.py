"""Wagers around the deadline, through the real pit owner, on a clock that is turned by hand.

Every wager received before the deadline must be accepted and lie on the layout at the close; none received at or after
it may. Timers fire late, commands pile up while a commit runs, and the wall clock jumps by an hour between rounds.

    python -m tests.rules.boundary 1000000
"""

import asyncio
import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from server.pit.answers import Reply
from server.pit.owner import PitOwner
from server.storage.memory import MemoryStore
from server.table import commands as c
from server.table import events as e
from server.table.state import Pit
from server.table.values import Actor, VenueSettings
from tests.rules.house import BOOT, DEALER, GATEWAY, OPERATOR, HandClock, flat_limits, player, table_config

PERIOD_MS = 5_000
TERMINALS = 8
WAGERS_PER_ROUND = 400
WAGERS_PER_FLOOR = 20_000
"""A fresh pit after so many, so that a long run stays small in memory."""

OFFSETS_MS = (-PERIOD_MS, -2_500, -1_000, -3, -2, -1, 0, 1, 2, 3, 1_000)
SPOTS = ("red", "black", "odd", "even", "straight:0", "straight:17", "split:17-20", "corner:0-1-2-3", "dozen:2")
LATE = ("late", "wagering_closed")


@dataclass(slots=True)
class Tally:
    """What the run saw. Anything but zero in the last two is a failure."""

    sent: int = 0
    accepted: int = 0
    refused: int = 0
    rounds: int = 0
    accepted_late: int = 0
    lost_early: int = 0
    codes: Counter[str] = field(default_factory=Counter)


class TurnedClock(HandClock):
    """Keeps timers until it is told to fire those that are due."""

    def __init__(self) -> None:
        super().__init__()
        self.timers: list[asyncio.TimerHandle] = []
        self.calls: dict[int, Callable[[], None]] = {}

    def call_at(self, when_ms: int, callback: Callable[[], None]) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(when_ms, callback, (), asyncio.get_running_loop())
        self.timers.append(handle)
        self.calls[id(handle)] = callback
        return handle

    def fire(self) -> None:
        due = [handle for handle in self.timers if handle.when() <= self.ms]
        self.timers = [handle for handle in self.timers if handle.when() > self.ms and not handle.cancelled()]
        for handle in due:
            callback = self.calls.pop(id(handle))
            if not handle.cancelled():
                callback()


class Floor:
    """One pit with a few terminals that bet at random moments around the deadline."""

    def __init__(self, source: random.Random, tally: Tally) -> None:
        self.source = source
        self.tally = tally
        self.clock = TurnedClock()
        self.owner = PitOwner("p1", VenueSettings("Boundary"), MemoryStore(), self.clock, lambda: "1")
        self.count = 0
        self.closed: dict[str, int] = {}
        """Stakes on the layout at the close, by session."""
        self.close_seen = asyncio.Event()

    async def submit(self, actor: Actor, command: c.Command) -> Reply:
        self.count += 1
        return await self.owner.submit(f"c{self.count}", actor, command)

    async def open(self) -> None:
        await self.owner.start()
        self.owner.subscribe(self._listen)
        await self.submit(OPERATOR, c.SetTable(table_config(period_ms=PERIOD_MS, limits=flat_limits(minimum=1))))
        for number in range(1, TERMINALS + 1):
            name = f"PT-{number}"
            await self.submit(OPERATOR, c.AddTerminal(name, name, number, f"acceptor-{name}"))
            await self.submit(player(name), c.Sit(name, "T1"))
            note = c.TakeReading("GW", BOOT, number, f"acceptor-{name}", "note_stacked", {"value": 1_000_000}, "")
            await self.submit(GATEWAY, note)
        await self.submit(DEALER, c.OpenTable("T1"))

    def _listen(self, events: list[e.Recorded], pit: Pit) -> None:
        for recorded in events:
            if isinstance(recorded.event, e.WageringClosed):
                self.close_seen.set()
                self.closed = {session: sum(layout.values()) for session, layout in recorded.event.layouts.items()}

    async def round(self, wagers: int) -> None:
        await self.submit(DEALER, c.NewGame("T1"))
        round_ = self.owner.state.tables["T1"].round
        assert round_ is not None
        self.close_seen.clear()
        deadline = self.clock.ms + PERIOD_MS
        moments = sorted(deadline + self.source.choice(OFFSETS_MS) for _ in range(wagers))
        self.clock.wall = timedelta(hours=self.source.choice((-1, 0, 1)))
        sent: list[tuple[int, str, asyncio.Task[Reply]]] = []
        for moment in moments:
            if moment > self.clock.ms:
                await asyncio.sleep(0)  # whoever was sent at the last moment is received at it
                self.clock.ms = moment
                await self._let_things_happen()
            name = f"PT-{self.source.randint(1, TERMINALS)}"
            place = c.Place(name, round_.id, (c.Chip(self.source.choice(SPOTS), 1),))
            sent.append((moment, name, asyncio.create_task(self.submit(player(name), place))))
        await asyncio.sleep(0)
        self.clock.ms = deadline + PERIOD_MS
        self.clock.fire()
        replies = [(moment, name, await task) for moment, name, task in sent]
        await self.close_seen.wait()
        self._check(deadline, replies)
        await self.submit(DEALER, c.EnterResult("T1", round_.id, "0"))
        await self.submit(DEALER, c.ConfirmResult("T1", round_.id, "0"))
        self.tally.rounds += 1

    async def _let_things_happen(self) -> None:
        """Sometimes the timer is on time and the owner gets a turn, sometimes everything piles up."""
        if self.source.random() < 0.5:
            self.clock.fire()
        for _ in range(self.source.choice((0, 0, 1, 5))):
            await asyncio.sleep(0)

    def _check(self, deadline: int, replies: list[tuple[int, str, Reply]]) -> None:
        tally, expected = self.tally, Counter[str]()
        for moment, name, reply in replies:
            tally.sent += 1
            if reply.refusal is None:
                tally.accepted += 1
                tally.accepted_late += moment >= deadline
                expected[self.owner.state.terminals[name].session or ""] += 1
                continue
            tally.refused += 1
            tally.codes[reply.refusal.code] += 1
            tally.lost_early += moment < deadline or reply.refusal.code not in LATE
        # What was accepted must be exactly what lay there at the close.
        tally.lost_early += abs(sum(expected.values()) - sum(self.closed.values()))
        tally.lost_early += self.closed != dict(expected)


async def run(count: int, seed: int = 1) -> Tally:
    source = random.Random(seed)
    tally = Tally()
    while tally.sent < count:
        floor = Floor(source, tally)
        await floor.open()
        target = min(count, tally.sent + WAGERS_PER_FLOOR)
        while tally.sent < target:
            await floor.round(min(WAGERS_PER_ROUND, target - tally.sent))
        await floor.owner.stop()
    return tally


def main(count: int, seed: int = 1) -> int:
    """Run, print what was seen, and return the exit status."""
    tally = asyncio.run(run(count, seed))
    print(f"{tally.sent:,} boundary wagers in {tally.rounds:,} rounds (seed {seed})")
    print(f"accepted {tally.accepted:,}, refused {tally.refused:,} {dict(tally.codes)}")
    print(f"accepted at or after the deadline: {tally.accepted_late}; lost although before it: {tally.lost_early}")
    return 1 if tally.accepted_late or tally.lost_early else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000))
