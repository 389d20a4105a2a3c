"""A real pit owner on a real database: an evening with a correction and a ticket, a restart, a verification."""

from server.games.roulette import roulette
from server.pit.clock import LoopClock
from server.pit.owner import PitOwner
from server.storage.queries import Queries
from server.storage.sql import SqlStore
from server.storage.verify import verify
from server.table import commands as c
from server.table.values import Actor, Limit, Limits, Role, TableConfig, VenueSettings

OPERATOR = Actor(Role.OPERATOR, "o1", "Op")
DEALER = Actor(Role.DEALER, "d1", "Dee")
SUPERVISOR = Actor(Role.CASINO_SUPERVISOR, "s1", "Sue")
PLAYER = Actor(Role.PLAYER, "PT-1")
GATEWAY = Actor(Role.GATEWAY, "GW-1")
LIMITS = Limits({spot.kind: Limit(100, 100_000) for spot in roulette().spots.values() if not spot.pieces}, unit=100)
TABLE = TableConfig("T1", "One", "roulette", "single_zero", "live", LIMITS, (100, 500), device="wheel-1")


class Evening:
    """Submits commands and insists that they are accepted."""

    def __init__(self, owner: PitOwner) -> None:
        self.owner = owner
        self.commands = self.readings = 0

    async def do(self, actor: Actor, command: c.Command) -> None:
        self.commands += 1
        reply = await self.owner.submit(f"c{self.commands}", actor, command)
        assert reply.refusal is None, (command, reply)

    async def read(self, device: str, kind: str, **data: object) -> None:
        self.readings += 1
        reading = c.TakeReading("GW-1", "b" * 32, self.readings, device, kind, data, "2026-11-18T10:00:00.000Z")
        await self.do(GATEWAY, reading)

    async def furnish(self) -> None:
        await self.do(OPERATOR, c.SetTable(TABLE))
        await self.do(OPERATOR, c.AddTerminal("PT-1", "PT 1", 1, "acceptor-1", "printer-1"))
        await self.do(SUPERVISOR, c.OpenTable("T1"))
        await self.do(PLAYER, c.Sit("PT-1", "T1"))
        await self.read("acceptor-1", "note_stacked", value=10_000)

    async def play(self, pocket: str) -> None:
        await self.do(DEALER, c.NewGame("T1"))
        number = f"T1-{self.owner.state.tables['T1'].number}"
        await self.do(PLAYER, c.Place("PT-1", number, (c.Chip("straight:17", 500), c.Chip("red", 1_000))))
        await self.do(DEALER, c.NoMoreBets("T1", number))
        await self.read("wheel-1", "result", pocket=pocket, spin=f"{self.readings:03}", complete=True)
        await self.do(DEALER, c.ConfirmResult("T1", number, pocket))

    async def correct(self, round_id: str, value: str) -> None:
        await self.do(DEALER, c.RequestCorrection("T1", round_id, value, "misread"))
        task = next(iter(self.owner.state.tasks))
        await self.do(SUPERVISOR, c.ResolveTask("T1", task, "approve"))


def owner_of(store: SqlStore) -> PitOwner:
    numbers = iter(f"{number:018}" for number in range(1, 100))
    return PitOwner("P1", VenueSettings("Harbour"), store, LoopClock(), lambda: next(numbers), snapshot_every=10)


async def test_an_evening_verifies_and_comes_back_after_a_restart(url: str, store: SqlStore) -> None:
    owner = owner_of(store)
    await owner.start()
    evening = Evening(owner)
    await evening.furnish()
    await evening.play("17")
    await evening.play("16")
    await evening.correct("T1-1", "4")
    await evening.do(PLAYER, c.CashOut("PT-1"))
    await owner.stop()
    report = verify(url)
    assert report.findings == []
    assert report.events == owner.state.seq
    books = await Queries(store.database, "P1").books()
    assert books.balanced
    first, second = reversed(await Queries(store.database, "P1").rounds("T1"))
    assert (first.value, first.original, second.value) == ("4", "17", "16")

    again = owner_of(store)
    await again.start()
    reply = await again.submit("c1", OPERATOR, c.SetTable(TABLE))
    assert reply.refusal is None
    assert again.state.book == owner.state.book
    assert again.state.tables == owner.state.tables
    assert again.state.tickets == owner.state.tickets
    await again.stop()
    assert verify(url).ok
