"""Settlement of 30,000 wagers: rules, seats and ledger in memory, then durable; the floor is one lookup per wager."""

import asyncio
import time
from pathlib import Path

from server.games.roulette import roulette
from server.storage.sql import SqlStore
from server.table import commands as c
from server.table.context import Context
from server.table.decide import decide
from server.table.values import Actor, Refusal, Role
from tests.bench.figures import Figure, seconds
from tests.bench.floor import DEALER, SPOTS, TABLE, do, furnish, name_of, new_owner

TERMINALS = 1_000
EACH = 30
POCKET = "17"


def _bare(layouts: list[dict[str, int]]) -> float:
    """What must be done at the very least: look each wager up and add."""
    wins = {spot: 36 // len(data.numbers) for spot, data in roulette().spots.items() if POCKET in data.numbers}
    start = time.perf_counter()
    total = 0
    for layout in layouts:
        for spot, stake in layout.items():
            total += stake * wins.get(spot, 0)  # type: ignore[call-overload]
    return time.perf_counter() - start if total else 0.0


async def _settle(folder: Path) -> tuple[float, float, float]:
    store = await SqlStore.open(f"sqlite:///{folder / 'settling.db'}")
    owner = await new_owner(store)
    await furnish(owner, TERMINALS)
    await do(owner, DEALER, c.NewGame(TABLE))
    round_ = f"{TABLE}-1"
    chips = tuple(c.Chip(spot, 100) for spot in SPOTS[:EACH])
    replies = [
        owner.post(f"w{n}", Actor(Role.PLAYER, name_of(n)), c.Place(name_of(n), round_, chips))
        for n in range(TERMINALS)
    ]
    await asyncio.gather(*replies)
    await do(owner, DEALER, c.NoMoreBets(TABLE, round_))
    await do(owner, DEALER, c.EnterResult(TABLE, round_, POCKET))
    playing = owner.state.tables[TABLE].round
    layouts = [dict(bets.layout) for bets in playing.bets.values()] if playing else []
    start = time.perf_counter()
    verdict = decide(
        owner.state, c.ConfirmResult(TABLE, round_, POCKET), Context(0, "2026-01-01T00:00:00Z", DEALER, str)
    )
    decided = time.perf_counter() - start
    if isinstance(verdict, Refusal):
        raise RuntimeError(str(verdict))
    start = time.perf_counter()
    await do(owner, DEALER, c.ConfirmResult(TABLE, round_, POCKET))
    durable = time.perf_counter() - start
    await owner.stop()
    await store.close()
    return decided, durable, _bare(layouts)


def settling(folder: Path) -> list[Figure]:
    decided, durable, bare = asyncio.run(_settle(folder))
    name, floor = f"settling {TERMINALS * EACH:,} wagers", "one lookup and addition per wager in a loop"
    return [
        Figure(f"{name}: decided", seconds(decided), seconds(bare), decided / bare, floor),
        Figure(f"{name}: decided, applied, durable", seconds(durable), seconds(bare), durable / bare, floor),
    ]
