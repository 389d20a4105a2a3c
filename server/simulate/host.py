"""The machine the owner runs on: it crashes, restarts, and is sometimes replaced while it still believes it rules."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random

from server.pit.owner import PitOwner
from server.simulate.chance import happens, stream
from server.simulate.faults import Faults
from server.simulate.store import SimStore
from server.storage.memory import MemoryStore
from server.storage.port import StoreFault
from server.table.values import VenueSettings

PIT = "pit"
DAWN = datetime(2026, 1, 1, tzinfo=UTC)

Owners = Callable[..., PitOwner]
Stores = Callable[[MemoryStore, Faults, Random], SimStore]


class SimClock:
    """Virtual time with an offset of its own per boot, as monotonic clocks have; the wall clock may jump at will."""

    def __init__(self, host: "Host", offset_ms: int) -> None:
        self._host = host
        self._loop = asyncio.get_running_loop()
        self._offset_ms = offset_ms

    def now_ms(self) -> int:
        return int(self._loop.time() * 1000) + self._offset_ms

    def utc(self) -> str:
        now = self._loop.time()
        wall = DAWN + timedelta(seconds=now + self._host.wall_error(now))
        return wall.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def call_at(self, when_ms: int, callback: Callable[[], None]) -> asyncio.TimerHandle:
        return self._loop.call_at((when_ms - self._offset_ms) / 1000 + 0.0005, callback)


class Boot:
    """One life of an owner. Replies of a life that is over reach nobody."""

    def __init__(self, number: int, owner: PitOwner, store: SimStore, clock: "SimClock") -> None:
        self.number = number
        self.clock = clock
        self.owner = owner
        self.store = store
        self.alive = True
        self.deliveries: set[asyncio.Task[None]] = set()

    def kill(self) -> None:
        """As kill -9 does: nothing of this life runs on, except what already reached the database."""
        self.alive = False
        self.store.cut()
        for task in self.owner._tasks:
            task.cancel()
        if self.owner._timer:
            self.owner._timer.cancel()
        for delivery in list(self.deliveries):
            delivery.cancel()


class Host:
    """Starts owners and takes them away."""

    def __init__(
        self,
        seed: int,
        kept: MemoryStore,
        faults: Faults,
        owners: Owners = PitOwner,
        stores: Stores = SimStore,
    ) -> None:
        self.kept = kept
        self.faults = faults
        self.boots: list[Boot] = []
        self.defects: list[str] = []
        self._attempts = 0
        self._wall: dict[float, float] = {}
        self._random = stream(seed, "host")
        self._tickets = stream(seed, "tickets")
        self._draws = stream(seed, "draws")
        self._seed = seed
        self._owners = owners
        self._stores = stores
        self.venue = VenueSettings("Simulated", multi_game_wagering=happens(self._random, 0.5), ticket_limit=60_000)

    @property
    def boot(self) -> Boot | None:
        return self.boots[-1] if self.boots and self.boots[-1].alive else None

    async def start(self) -> None:
        """Start an owner; a store that does not answer makes it try again, as a supervisor process would."""
        while True:
            self._attempts += 1
            clock = SimClock(self, self._random.randrange(0, 50_000_000))
            store = self._stores(self.kept, self.faults, stream(self._seed, f"store {self._attempts}"))
            every = self._random.choice((40, 400))
            draw = self._draws.sample
            owner = self._owners(PIT, self.venue, store, clock, self._ticket_number, every, draw)
            patience = self._random.expovariate(1 / self.faults.crash_every) if self.faults.crash_every else 60.0
            try:
                await asyncio.wait_for(owner.start(), patience)  # sometimes it dies while it recovers
            except (StoreFault, TimeoutError):
                await asyncio.sleep(0.2)
                continue
            self.boots.append(Boot(self._attempts, owner, store, clock))
            return

    def _ticket_number(self) -> str:
        return f"{self._tickets.randrange(10**18):018d}"

    async def crash(self) -> None:
        """Kill the owner at whatever await it stands, or let another take over beside it; then have one run again."""
        old = self.boot
        if old is None:
            return
        if happens(self._random, self.faults.usurp):
            await self.start()
            await asyncio.sleep(self._random.uniform(0.0, 1.0))
            self._inspect(old)
            old.kill()
            return
        self._inspect(old)
        old.kill()
        await asyncio.sleep(self._random.expovariate(1 / 0.5))
        await self.start()

    def _inspect(self, boot: Boot) -> None:
        for task in boot.owner._tasks:
            if task.done() and not task.cancelled():
                task.exception()  # told below
        fault = boot.owner.fault
        if fault is not None and not isinstance(fault, StoreFault):
            self.defects.append(f"boot {boot.number} stopped on {fault!r}")

    def wall_error(self, now: float) -> float:
        """How wrong the wall clock is. It depends on the moment alone, so that jumps can change nothing else."""
        if not self.faults.jump_every:
            return 0.0
        span = now // self.faults.jump_every
        if span not in self._wall:
            self._wall[span] = stream(self._seed, f"wall {span}").choice((-3600.0, 0.0, 3600.0))
        return self._wall[span]

    async def weather(self) -> None:
        """Crashes for as long as there are faults."""
        while self.faults.crash_every:
            await asyncio.sleep(self._random.expovariate(1 / self.faults.crash_every))
            if self.faults.crash_every:
                await self.crash()

    def finish(self) -> None:
        for boot in self.boots:
            self._inspect(boot)
