"""What screens see. Every view is a projection of the pit's state; nothing in it decides anything."""

from typing import Literal

from server.protocol.base import Money, SignedMoney, Wire

Phase = Literal["idle", "preparing", "wagering", "closed", "proposed", "held", "settled", "void"]
"""Where the round stands: `closed` waits for readings, `proposed` for the dealer, `held` for a supervisor."""

TableStatus = Literal["closed", "open", "suspended"]
WheelKind = Literal["live", "automated"]
WagerResult = Literal["win", "lose", "push", "void", "frozen"]


class SpotView(Wire):
    """One place on the layout that can be wagered on."""

    id: str
    kind: str
    numbers: list[str]
    odds: tuple[int, int]
    pieces: list[tuple[str, int]]
    """Announced bets: the spots and how many pieces each takes. Empty for an ordinary spot."""


class GameView(Wire):
    """The static side of a table: the game, its spots and its wheel. Sent once per snapshot."""

    game: str
    variant: str
    rules: str
    rule_hash: str
    values: list[str]
    """All outcome values in wheel order (clockwise from zero)."""
    spots: list[SpotView]


class LimitView(Wire):
    minimum: Money
    maximum: Money


class LimitsView(Wire):
    """Rule 002 6.1: what the sign at the terminal shows."""

    kinds: dict[str, LimitView]
    unit: Money
    total_minimum: Money
    total_maximum: Money


class NoticeView(Wire):
    """Something players and staff must be told about the table: a code, its clause and data for the sentence."""

    code: str
    clause: str | None = None
    data: dict[str, str | int | bool | None] = {}


class HistoryItem(Wire):
    round: str
    number: int
    value: str | None
    """None for a void round."""
    corrected: bool = False


class OutcomeView(Wire):
    value: str
    round: str
    corrected: bool = False


class TableView(Wire):
    """One table as every player and display may see it."""

    table: str
    name: str
    game: str
    variant: str
    wheel: WheelKind
    status: TableStatus
    closes_at: str | None
    """UTC time of an announced closure (002 12.8)."""
    phase: Phase
    window: str | None
    round: str | None
    number: int
    deadline_ms: int | None
    """End of the wagering period on the server's monotonic clock; screens count down, the server decides."""
    period_ms: int
    limits: LimitsView
    chips: list[int]
    outcome: OutcomeView | None
    """Only a confirmed outcome ever stands here."""
    notice: NoticeView | None
    history: list[HistoryItem]
    """The latest 20 rounds, newest first."""
    values: list[str]
    """Up to 500 latest outcome values, newest first, for statistics."""


class WagerView(Wire):
    spot: str
    stake: Money


class SettledWagerView(Wire):
    spot: str
    stake: Money
    result: WagerResult
    returned: Money


class ReturnedWagerView(Wire):
    """A wager credited back at the close (002 6.2, 6.3.4) or with a void round."""

    spot: str
    stake: Money
    reason: str


class SeatResultView(Wire):
    """What the last round did to this seat."""

    round: str
    number: int
    table: str
    value: str | None
    staked: Money
    returned: Money
    win: Money
    """Winnings without the returned stakes: what the win meter shows."""
    wagers: list[SettledWagerView]
    credited_back: list[ReturnedWagerView]
    corrected: bool = False


class CashOutView(Wire):
    state: Literal["queued", "printing", "printed", "hand_pay"]
    amount: Money
    ticket: str | None
    """Masked ticket number."""
    at: str


class SeatView(Wire):
    """One terminal and the session on it: private to that terminal (and summarised for staff)."""

    terminal: str
    name: str
    state: Literal["active", "disabled"]
    table: str | None
    session: str | None
    started_at: str | None
    credit: Money
    bet: Money
    """All stakes now on layouts."""
    win: Money
    paid_in: Money
    paid_out: Money
    staked_elsewhere: dict[str, Money]
    """Open stakes on tables other than the one shown."""
    wagers: list[WagerView]
    undo_depth: int
    rebet_total: Money
    result: SeatResultView | None
    attendant_called_at: str | None
    cash_out: CashOutView | None
    cash_out_allowed: bool
    acceptor: Literal["ready", "disabled", "absent"]
    printer: Literal["ready", "fault", "absent"]
    notice: NoticeView | None


class LobbyTile(Wire):
    table: str
    name: str
    game: str
    variant: str
    wheel: WheelKind
    status: TableStatus
    phase: Phase
    deadline_ms: int | None
    last: list[str]
    """The latest 8 values, newest first."""
    minimum: Money
    maximum: Money


class RecallRound(Wire):
    """One past game of this session with its layout and the credit before and after (last 10)."""

    round: str
    number: int
    table: str
    table_name: str
    at: str
    value: str | None
    credit_before: Money
    credit_after: Money
    staked: Money
    returned: Money
    wagers: list[SettledWagerView]
    credited_back: list[ReturnedWagerView]
    corrected: bool


# ---- staff ----


class StaffView(Wire):
    staff: str
    name: str
    role: Literal["dealer", "casino_supervisor", "operator"]


class ExposureItem(Wire):
    value: str
    returned: Money
    net: SignedMoney
    """House result if this value comes: positive = the house wins."""


class WagersSummary(Wire):
    terminals: int
    betting: int
    disconnected: int
    total: Money
    exposure: list[ExposureItem]
    """The five values that cost the house most."""


class ProposalView(Wire):
    """Sensor against dealer (002 5.3.1.2, 7.5)."""

    sensor: str | None
    sensor_complete: bool
    sensor_reason: str | None
    dealer: str | None
    mismatch: bool


class IrregularityView(Wire):
    """One line of the "what happened?" menu, from the game's catalogue."""

    code: str
    clause: str
    effect: Literal["stand", "void"]
    authority: Literal["dealer", "casino_supervisor"]


class TaskView(Wire):
    """Something that waits for a supervisor, or a dealer's request that needs approval."""

    task: str
    kind: Literal["correction", "void", "relief", "early_ball", "mismatch", "incomplete_evidence", "device_fault"]
    round: str | None
    clause: str | None
    requested_by: str | None
    """Name of the person who asked; null when the system raised it."""
    options: list[Literal["approve", "decline", "accept_value", "void", "no_spin", "acknowledge"]]
    data: dict[str, str | int | bool | None]
    expires_ms: int | None


class TerminalView(Wire):
    terminal: str
    name: str
    seat: int
    connected: bool
    state: Literal["free", "idle", "betting", "disabled"]
    attendant_called_at: str | None
    fault: str | None
    hand_pay: Money
    """Amount waiting to be paid by hand at this terminal."""
    idle_rounds: int
    """Settled rounds in a row without a wager (002 12.9)."""
    wagers: list[WagerView]
    """Only between the close and the result, when a supervisor may relieve a player of one (002 4.2.8)."""


class DealerRound(Wire):
    """One line of the dealer's round history."""

    round: str
    number: int
    at: str
    value: str | None
    original: str | None
    """The first confirmed value if it was corrected."""
    status: Literal["settled", "void"]
    staked: Money
    returned: Money
    bettors: int
    correctable: bool


class DeviceView(Wire):
    device: str
    online: bool
    state: str | None
    fault: str | None
    spin: str | None


class TableMeters(Wire):
    rounds: int
    handle: Money
    paid: Money
    win: SignedMoney
    rounds_per_hour: int


PrimaryAction = Literal[
    "open_table", "new_game", "no_more_bets", "enter_result", "confirm_result", "resolve_task", "resume_table", "wait"
]


class DealerTableView(TableView):
    """One table as its dealer terminal sees it."""

    primary: PrimaryAction
    actions: list[str]
    """Command types that are legal now; everything else is absent from the screen."""
    proposal: ProposalView | None
    irregularities: list[IrregularityView]
    summary: WagersSummary
    tasks: list[TaskView]
    terminals: list[TerminalView]
    rounds: list[DealerRound]
    device: DeviceView | None
    meters: TableMeters
    signed_in: list[str]
    """Names of the people signed in at this table's dealer terminals."""
