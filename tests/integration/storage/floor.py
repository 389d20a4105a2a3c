"""A small floor for storage tests: real events, applied to a real state, committed through the port."""

from server.games.contract import Settlement, SpotId, WagerResult
from server.ledger import Transfer, TransferKind
from server.ledger import accounts as account
from server.storage.codec import decode_state, encode_state
from server.storage.port import Batch, Store, StoredAnswer
from server.table import events as e
from server.table.apply import apply, new_pit
from server.table.state import RegisterEntry, SeatRecord
from server.table.values import SYSTEM, Actor, Limit, Limits, Role, TableConfig, VenueSettings

VENUE = VenueSettings(name="Harbour")
TABLE = TableConfig(
    table="R1",
    name="Roulette 1",
    game="roulette",
    variant="single_zero",
    wheel="live",
    limits=Limits(kinds={"straight": Limit(100, 10_000)}),
    chips=(100, 500),
)
DEALER = Actor(Role.DEALER, "D1", "Dee")
SUPERVISOR = Actor(Role.CASINO_SUPERVISOR, "S1", "Sue")
PLAYER = Actor(Role.PLAYER, "PT-1")
GATEWAY = Actor(Role.GATEWAY, "GW-1")
SESSION, TERMINAL = "P1-s1", "PT-1"


class Writer:
    """An owner reduced to what storage sees of it."""

    def __init__(self, store: Store, pit: str = "P1") -> None:
        self.store, self.pit = store, pit
        self.epoch = 0
        self.durable = 0
        self.state = new_pit(pit, VENUE)
        self.at = "2026-11-18T10:00:00.000Z"

    async def claim(self) -> None:
        self.epoch = await self.store.claim(self.pit)

    def record(self, *happened: e.Event, actor: Actor = SYSTEM, cmd: str = "c") -> list[e.Recorded]:
        records = []
        for event in happened:
            recorded = e.Recorded(self.state.seq + 1, cmd, actor, self.at, self.state.seq * 10, event)
            apply(self.state, recorded)
            records.append(recorded)
        return records

    async def commit(
        self, events: list[e.Recorded], answers: list[StoredAnswer] | None = None, snapshot: bool = False
    ) -> None:
        body = encode_state(self.state) if snapshot else None
        await self.store.commit(Batch(self.pit, self.epoch, self.state.now_ms, events, answers or [], body))
        self.durable = events[-1].seq if events else self.durable

    async def say(self, *happened: e.Event, actor: Actor = SYSTEM, snapshot: bool = False) -> None:
        await self.commit(self.record(*happened, actor=actor), snapshot=snapshot)

    async def furnish(self) -> None:
        await self.say(
            e.VenueChanged(VENUE),
            e.TableConfigured(TABLE),
            e.TableOpened("R1"),
            e.TerminalAdded(TERMINAL, "Seat 1", 1),
            e.SessionOpened(SESSION, TERMINAL),
        )

    async def recover(self) -> int:
        """Rebuild the state as an owner would; returns the time the record knows."""
        loaded = await self.store.load(self.pit)
        self.state = new_pit(self.pit, VENUE) if loaded.snapshot is None else decode_state(loaded.snapshot)
        for recorded in loaded.events:
            apply(self.state, recorded)
        return loaded.now_ms

    async def play(self, number: int, value: str = "17", stake: int = 1_000) -> None:
        """One whole round with a straight bet on 17."""
        await self.say(opened(number), actor=DEALER)
        await self.say(wagered(number, stake), actor=PLAYER)
        await self.say(closed(number, stake))
        await self.say(settled(number, stake, value), actor=DEALER)


def note(amount: int) -> e.CreditAdded:
    move = Transfer(account.notes(TERMINAL), account.credit(SESSION), amount, TransferKind.NOTE_IN)
    return e.CreditAdded(SESSION, TERMINAL, "note", amount, (move,))


def opened(number: int) -> e.RoundOpened:
    return e.RoundOpened("R1", f"R1-{number}", number, "rules", "main", 30_000, 30_000)


def wagered(number: int, stake: int) -> e.WagersChanged:
    move = Transfer(account.credit(SESSION), account.stake("R1", SESSION), stake, TransferKind.STAKE_HELD)
    return e.WagersChanged("R1", f"R1-{number}", SESSION, {"straight:17": stake}, (move,))


def closed(number: int, stake: int) -> e.WageringClosed:
    return e.WageringClosed("R1", f"R1-{number}", "main", "deadline", {SESSION: {"straight:17": stake}}, {}, ())


def seat(stake: int, returned: int) -> SeatRecord:
    result = WagerResult.WIN if returned else WagerResult.LOSE
    return SeatRecord(SESSION, TERMINAL, (Settlement(SpotId("straight:17"), stake, result, returned),), (), 0, returned)


def settled(number: int, stake: int, value: str) -> e.RoundSettled:
    held, chips, house = account.stake("R1", SESSION), account.credit(SESSION), account.house("R1")
    won = stake * 35 if value == "17" else 0
    moves = (
        (
            Transfer(held, chips, stake, TransferKind.STAKE_RETURNED),
            Transfer(house, chips, won, TransferKind.WINNINGS),
        )
        if won
        else (Transfer(held, house, stake, TransferKind.STAKE_LOST),)
    )
    returned = stake + won if won else 0
    seats = {SESSION: seat(stake, returned)}
    return e.RoundSettled("R1", f"R1-{number}", value, (), seats, moves, {}, stake, returned, None)


def corrected(number: int, stake: int, shortfall: int) -> e.ResultCorrected:
    """The 17 that was paid was a 0: what the credit cannot cover becomes a receivable."""
    chips, house = account.credit(SESSION), account.house("R1")
    back = stake * 36 - shortfall
    moves = (
        Transfer(chips, house, back, TransferKind.SETTLEMENT_REVERSED),
        Transfer(account.receivable(SESSION), house, shortfall, TransferKind.SHORTFALL),
    )
    entry = RegisterEntry(
        f"reg-{number}", SESSION, TERMINAL, "R1", f"R1-{number}", "receivable", shortfall, "2026-11-18T10:00:00.000Z"
    )
    seats = {SESSION: seat(stake, 0)}
    return e.ResultCorrected("R1", f"R1-{number}", "0", "17", "misread", "D1", "S1", seats, moves, (entry,), 0)


def ticket_ordered(number: str, amount: int) -> e.TicketOrdered:
    move = Transfer(account.credit(SESSION), account.ticket(number), amount, TransferKind.TICKET_OUT)
    return e.TicketOrdered(TERMINAL, SESSION, number, amount, (move,))


def ticket_redeemed(number: str, amount: int) -> e.CreditAdded:
    move = Transfer(account.ticket(number), account.credit(SESSION), amount, TransferKind.TICKET_IN)
    return e.CreditAdded(SESSION, TERMINAL, "ticket", amount, (move,), number)
