"""The state of a pit: everything that replaying its journal rebuilds. Only `apply` changes it."""

from typing import Any

import msgspec

from server.games.contract import Fact, Settlement, Wager, WagerResult
from server.ledger import Book
from server.table.values import Phase, TableConfig, TableStatus, VenueSettings

UNDO_DEPTH_MAX = 50
RECALL_ROUNDS = 10
CORRECTABLE_ROUNDS = 10
HISTORY_VALUES = 500

Layout = dict[str, int]
"""Spot -> stake of one session on one table."""


class CreditedBack(msgspec.Struct, frozen=True, array_like=True):
    """A wager that did not stand: below a minimum at the close, or a void round."""

    spot: str
    stake: int
    reason: str


class Bets(msgspec.Struct):
    """One session's wagers in the current round and the actions that can be undone."""

    layout: Layout = {}
    actions: list[Layout] = []
    """Each action as spot -> change, newest last."""


class Proposal(msgspec.Struct):
    """Sensor against dealer (002 5.3.1.2, 7.5)."""

    sensor: str | None = None
    complete: bool = False
    reason: str | None = None
    dealer: str | None = None

    @property
    def mismatch(self) -> bool:
        return self.sensor is not None and self.dealer is not None and self.sensor != self.dealer


class Notice(msgspec.Struct, frozen=True):
    code: str
    clause: str | None = None
    data: dict[str, str | int | bool | None] = {}


class Round(msgspec.Struct):
    """One spin, from place your bets to settled or void."""

    id: str
    number: int
    rule_hash: str
    phase: Phase
    opened_at: str
    period_ms: int
    window: str | None = None
    deadline_ms: int | None = None
    facts: list[Fact] = []
    bets: dict[str, Bets] = {}
    in_action: dict[str, Layout] = {}
    """What stood when a further window opened: it can be raised there, not taken back."""
    credit_before: dict[str, int] = {}
    """Credit of each bettor with the stakes of this round added back: what recall shows as "before"."""
    credited_back: dict[str, list[CreditedBack]] = {}
    proposal: Proposal = msgspec.field(default_factory=Proposal)
    ball_spin: str | None = None
    """The device's spin number of the ball now in the track; None while no ball was seen."""
    awaiting_ball: bool = False
    """After a no spin the lost ball counts for nothing until the next one is seen (002 11.4.8)."""
    spin_at_ms: int | None = None
    """Automated wheels: when the launch is due; None once it was ordered."""
    spin_failures: int = 0
    spun: bool = False
    early: bool = False
    dummy: bool = False
    """Takes no wagers; its outcome changes the carry and nothing else."""
    entered: list[int] = []
    """Places in `facts` of the readings a dealer keyed in."""
    evidence_reason: str | None = None
    """What the evidence of the noted readings lacks; None while it is complete."""


class SeatRecord(msgspec.Struct, frozen=True):
    """What one round did to one session."""

    session: str
    terminal: str
    settlements: tuple[Settlement, ...]
    credited_back: tuple[CreditedBack, ...]
    credit_before: int
    credit_after: int

    @property
    def staked(self) -> int:
        """The stakes this round decided; a frozen one counts in the round that decides it."""
        return sum(item.stake for item in self.settlements if item.result is not WagerResult.FROZEN)

    @property
    def returned(self) -> int:
        return sum(item.returned for item in self.settlements)


class RoundRecord(msgspec.Struct):
    """A decided round, kept while it can be corrected and shown."""

    id: str
    number: int
    at: str
    status: str
    value: str | None
    original: str | None
    staked: int
    returned: int
    bettors: int
    seats: dict[str, SeatRecord] = {}
    """Emptied when the round is too old to be corrected from the dealer terminal."""
    game: str = ""
    variant: str = ""
    settings: dict[str, str] = {}
    """What was played, so that a correction judges by the rules of that round and not of today's table."""
    facts: tuple[Fact, ...] = ()
    carry: dict[str, str | int | bool] = {}
    """What the game was shown when the round was settled."""


class Carried(msgspec.Struct):
    """Wagers of one session that earlier rounds froze. They outlive the session."""

    terminal: str
    wagers: list[Wager]

    @property
    def total(self) -> int:
        return sum(wager.stake for wager in self.wagers)


class Table(msgspec.Struct):
    config: TableConfig
    pending_config: TableConfig | None = None
    status: TableStatus = TableStatus.CLOSED
    suspended_reason: str | None = None
    closes_at: str | None = None
    closes_ms: int | None = None
    round: Round | None = None
    number: int = 0
    next_round_ms: int | None = None
    carry: dict[str, str | int | bool] = {}
    records: list[RoundRecord] = []
    """Newest first."""
    values: list[str] = []
    """Outcome values, newest first."""
    notice: Notice | None = None
    last_ball: str | None = None
    """Spin number of the last ball seen in the track, in whichever round."""
    last_spin: str | None = None
    """Spin number of the last result taken: the same reading twice is no second result."""
    carried: dict[str, Carried] = {}
    """Session -> its frozen wagers. Their stakes stay held; they are no part of the layout that can be changed."""
    handle: int = 0
    paid: int = 0
    rounds_settled: int = 0


class RecallItem(msgspec.Struct):
    table: str
    table_name: str
    round: str
    number: int
    at: str
    value: str | None
    seat: SeatRecord
    corrected: bool = False


class Session(msgspec.Struct):
    """A player's stay at a terminal; owns the chip account, wagers and recall."""

    id: str
    terminal: str
    started_at: str
    paid_in: int = 0
    paid_out: int = 0
    ended: bool = False
    recall: list[RecallItem] = []
    rebet: dict[str, Layout] = {}
    """Table -> wagers of the last settled round with wagers there."""


class CashOut(msgspec.Struct):
    state: str
    amount: int
    at: str
    ticket: str | None = None


class Terminal(msgspec.Struct):
    """A player terminal as the floor knows it."""

    id: str
    name: str
    seat: int
    enabled: bool = True
    acceptor: str | None = None
    printer: str | None = None
    printer_fault: str | None = None
    table: str | None = None
    session: str | None = None
    attendant_called_at: str | None = None
    cash_out: CashOut | None = None
    result: RecallItem | None = None
    notice: Notice | None = None
    idle_rounds: int = 0


class Ticket(msgspec.Struct):
    number: str
    amount: int
    state: str
    terminal: str
    issued_at: str
    pending_at: str | None = None
    """The terminal holding it in escrow."""


class Task(msgspec.Struct):
    """Something that waits for a casino supervisor."""

    id: str
    kind: str
    table: str
    round: str | None
    clause: str | None
    requested_by: str | None
    requested_name: str | None
    options: tuple[str, ...]
    data: dict[str, str | int | bool | None]
    expires_ms: int | None


class Device(msgspec.Struct):
    """What the gateway last said of a device."""

    id: str
    state: str | None = None
    fault: str | None = None
    spin: str | None = None
    online: bool = False


class DeviceOrder(msgspec.Struct):
    """A command to a device that is not yet known to be carried out."""

    id: str
    device: str
    kind: str
    data: dict[str, Any]


class RegisterEntry(msgspec.Struct):
    """An over- or underpayment left by a correction."""

    id: str
    session: str
    terminal: str
    table: str
    round: str
    kind: str
    amount: int
    at: str


class Pit(msgspec.Struct):
    """All that one pit owner holds."""

    id: str
    venue: VenueSettings
    epoch: int = 0
    seq: int = 0
    now_ms: int = 0
    """Monotonic time of the latest event: what a restart counts on from."""
    counters: dict[str, int] = {}
    tables: dict[str, Table] = {}
    terminals: dict[str, Terminal] = {}
    sessions: dict[str, Session] = {}
    book: Book = msgspec.field(default_factory=Book)
    tasks: dict[str, Task] = {}
    tickets: dict[str, Ticket] = {}
    devices: dict[str, Device] = {}
    orders: dict[str, DeviceOrder] = {}
    readings: dict[str, dict[str, int]] = {}
    """Gateway -> boot -> last counter taken."""
    register: list[RegisterEntry] = []

    def session_of(self, terminal: str) -> Session | None:
        """The live session at a terminal."""
        session = self.sessions.get(self.terminals[terminal].session or "")
        return None if session is None or session.ended else session

    def staked(self, session: str) -> dict[str, int]:
        """Table -> stakes this session has in the round there."""
        totals = {}
        for name, table in self.tables.items():
            bets = table.round.bets.get(session) if table.round else None
            if bets and bets.layout:
                totals[name] = sum(bets.layout.values())
        return totals

    def carried(self, session: str) -> dict[str, int]:
        """Table -> stakes of this session that stay held over rounds."""
        return {name: t.carried[session].total for name, t in self.tables.items() if session in t.carried}
