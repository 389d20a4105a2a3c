"""A pit with many seated players, for measurements."""

import asyncio

from server.demo.plan import CHIPS, limits
from server.pit.clock import LoopClock
from server.pit.owner import PitOwner
from server.storage.port import Store
from server.table import commands as c
from server.table.values import SYSTEM, Actor, Role, TableConfig, VenueSettings

TABLE = "T"
DEALER = Actor(Role.DEALER, "dealer", "Dealer")
GATEWAY = Actor(Role.GATEWAY, "GW")
PERIOD_MS = 300_000


def config() -> TableConfig:
    return TableConfig(TABLE, "Bench", "roulette", "single_zero", "live", limits(), CHIPS, period_ms=PERIOD_MS)


async def seated(store: Store, players: int, note: int = 1_000_000) -> PitOwner:
    """An owner with one open table and `players` terminals, each with credit."""
    owner = PitOwner("main", VenueSettings("Bench"), store, LoopClock(), lambda: "0" * 18)
    await owner.start()
    await fill(owner, players, note)
    return owner


async def fill(owner: PitOwner, players: int, note: int = 1_000_000) -> None:
    futures = [
        owner.post("table", SYSTEM, c.SetTable(config())),
        owner.post("open", SYSTEM, c.OpenTable(TABLE)),
    ]
    for n in range(players):
        name = f"PT-{n}"
        reading = c.TakeReading("GW", "b" * 32, n + 1, f"acceptor-{name}", "note_stacked", {"value": note}, "")
        futures += [
            owner.post(f"add {n}", SYSTEM, c.AddTerminal(name, name, n, f"acceptor-{name}", None)),
            owner.post(f"sit {n}", SYSTEM, c.Sit(name, TABLE)),
            owner.post(f"note {n}", GATEWAY, reading),
        ]
    for reply in await asyncio.gather(*futures):
        if reply.refusal is not None:
            raise RuntimeError(reply.refusal.code)
