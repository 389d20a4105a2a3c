"""Pits of any size to measure on."""

import itertools

from server.games.roulette import roulette
from server.pit.clock import LoopClock
from server.pit.owner import PitOwner
from server.storage.port import Store
from server.table import commands as c
from server.table.values import SYSTEM, Actor, Limit, Limits, Role, TableConfig, VenueSettings

TABLE = "T1"
VENUE = VenueSettings("Bench")
DEALER = Actor(Role.DEALER, "dealer")
GATEWAY = Actor(Role.GATEWAY, "GW")
BOOT = "d" * 32
_ids = itertools.count(1)

SPOTS = [spot for spot, data in roulette().spots.items() if not data.pieces]


def name_of(number: int) -> str:
    return f"PT-{number}"


def config() -> TableConfig:
    kinds = {spot.kind for spot in roulette().spots.values() if not spot.pieces}
    limits = Limits({kind: Limit(100, 10_000_000) for kind in kinds}, unit=100)
    return TableConfig(
        TABLE, "One", "roulette", "single_zero", "live", limits, (100, 500), device="wheel", period_ms=300_000
    )


async def do(owner: PitOwner, actor: Actor, command: c.Command) -> None:
    reply = await owner.submit(f"b{next(_ids)}", actor, command)
    if reply.refusal is not None:
        raise RuntimeError(f"{command}: {reply.refusal}")


async def furnish(owner: PitOwner, terminals: int, credit: int = 1_000_000) -> None:
    """A table, terminals at it, money in each."""
    await do(owner, SYSTEM, c.SetTable(config()))
    names = [name_of(number) for number in range(terminals)]
    replies = [
        owner.post(f"b{next(_ids)}", SYSTEM, command)
        for seat, name in enumerate(names)
        for command in (c.AddTerminal(name, name, seat + 1, f"acceptor-{name}", None), c.Sit(name, TABLE))
    ]
    for counter, name in enumerate(names, 1):
        note = {"value": credit}
        command = c.TakeReading("GW", BOOT, counter, f"acceptor-{name}", "note_stacked", note, "")
        replies.append(owner.post(f"b{next(_ids)}", GATEWAY, command))
    for reply in replies:
        await reply
    await do(owner, SYSTEM, c.OpenTable(TABLE))


async def new_owner(store: Store, snapshot_every: int = 20_000) -> PitOwner:
    owner = PitOwner("bench", VENUE, store, LoopClock(), lambda: "1" * 18, snapshot_every)
    await owner.start()
    return owner
