"""What became true. Events carry results, so replaying them never runs the rules again."""

from typing import Any

import msgspec

from server.games.contract import Fact, Wager
from server.ledger import Transfer
from server.table.state import CreditedBack, Layout, RegisterEntry, SeatRecord
from server.table.values import Actor, TableConfig, VenueSettings


class Base(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Base of all events."""


# ---- floor ----


class VenueChanged(Base, tag="venue_changed", frozen=True):
    venue: VenueSettings


class PitResumed(Base, tag="pit_resumed", frozen=True):
    """A new owner took over: every pending time moves by `shift_ms`; open wagering gets its own new deadline."""

    epoch: int
    shift_ms: int
    deadlines: dict[str, int]


class TableConfigured(Base, tag="table_configured", frozen=True):
    config: TableConfig


class TableOpened(Base, tag="table_opened", frozen=True):
    table: str


class TableClosed(Base, tag="table_closed", frozen=True):
    table: str


class ClosureAnnounced(Base, tag="closure_announced", frozen=True):
    """The sign of 002 12.8 is up."""

    table: str
    closes_at: str
    closes_ms: int


class ClosureCancelled(Base, tag="closure_cancelled", frozen=True):
    table: str


class TableSuspended(Base, tag="table_suspended", frozen=True):
    table: str
    reason: str


class TableResumed(Base, tag="table_resumed", frozen=True):
    table: str


class TerminalAdded(Base, tag="terminal_added", frozen=True):
    terminal: str
    name: str
    seat: int
    acceptor: str | None = None
    printer: str | None = None


class TerminalSet(Base, tag="terminal_set", frozen=True):
    terminal: str
    enabled: bool


# ---- round ----


class RoundOpened(Base, tag="round_opened", frozen=True):
    table: str
    round: str
    number: int
    rule_hash: str
    window: str
    period_ms: int
    deadline_ms: int
    spin_at_ms: int | None = None


class RoundPrepared(Base, tag="round_prepared", frozen=True):
    """A round that does not start with wagering: a step comes first, or it is a dummy."""

    table: str
    round: str
    number: int
    rule_hash: str
    period_ms: int
    dummy: bool = False
    spin_at_ms: int | None = None


class StepRecorded(Base, tag="step_recorded", frozen=True):
    table: str
    round: str
    step: str
    value: str


class WageringOpened(Base, tag="wagering_opened", frozen=True):
    """The first window of a round that was prepared."""

    table: str
    round: str
    window: str
    deadline_ms: int
    spin_at_ms: int | None = None


class ReadingNoted(Base, tag="reading_noted", frozen=True):
    """A reading the game asked for, as the next fact of the round. `reason` says what its evidence lacks."""

    table: str
    round: str
    reading: str
    value: str
    dealer: bool = False
    reason: str | None = None


class ReadingWithdrawn(Base, tag="reading_withdrawn", frozen=True):
    """The dealer took his latest entry back; a window that only it had opened is gone with it."""

    table: str
    round: str
    reading: str
    value: str
    window: str | None = None


class NumbersDrawn(Base, tag="numbers_drawn", frozen=True):
    """Taken from the random source once, without any knowledge of the wagers."""

    table: str
    round: str
    draw: str
    values: tuple[str, ...]


class OutcomeProposed(Base, tag="outcome_proposed", frozen=True):
    """The facts of the round add up to an outcome, which waits to be confirmed."""

    table: str
    round: str
    value: str
    dealer: bool = False
    reason: str | None = None


class RoundReleased(Base, tag="round_released", frozen=True):
    """A supervisor lets a held round go on."""

    table: str
    round: str


class WagersVoided(Base, tag="wagers_voided", frozen=True):
    """An irregularity gives some kinds of wager back while the others stand. `lifted` are carried wagers among them."""

    table: str
    round: str
    code: str
    clause: str
    credited_back: dict[str, tuple[CreditedBack, ...]]
    transfers: tuple[Transfer, ...]
    lifted: dict[str, tuple[Wager, ...]] = {}
    cleared: tuple[str, ...] = ()
    register: tuple[RegisterEntry, ...] = ()


class DummyEnded(Base, tag="dummy_ended", frozen=True):
    """A round without wagers reached its outcome: the carry follows it, nothing is settled."""

    table: str
    round: str
    value: str
    facts: tuple[Fact, ...]
    carry: dict[str, str | int | bool]
    next_round_ms: int | None


class WageringReopened(Base, tag="wagering_reopened", frozen=True):
    """After a no spin on a table with that setting (reading B29), or a `further` window of the same round (003 5.4)."""

    table: str
    round: str
    deadline_ms: int
    spin_at_ms: int | None = None
    window: str = "main"
    further: bool = False


class WagersChanged(Base, tag="wagers_changed", frozen=True):
    """One action of a player: spot -> change of stake. `undone` marks the reversal of the latest action."""

    table: str
    round: str
    session: str
    changes: Layout
    transfers: tuple[Transfer, ...]
    undone: bool = False


class WageringClosed(Base, tag="wagering_closed", frozen=True):
    """The close carries every session's final layout; whatever is not in it does not stand (002 4.2.7)."""

    table: str
    round: str
    window: str
    cause: str
    layouts: dict[str, Layout]
    credited_back: dict[str, tuple[CreditedBack, ...]]
    transfers: tuple[Transfer, ...]


class SpinRequested(Base, tag="spin_requested", frozen=True):
    table: str
    round: str


class SpinFailed(Base, tag="spin_failed", frozen=True):
    """The wheel refused to launch; it is asked again."""

    table: str
    round: str
    retry_ms: int


class BallSeen(Base, tag="ball_seen", frozen=True):
    table: str
    round: str
    spin: str


class SensorRead(Base, tag="sensor_read", frozen=True):
    """The wheel's sensor reports a pocket: a proposal, nothing more."""

    table: str
    round: str
    value: str
    complete: bool
    reason: str | None
    spin: str
    evidence: dict[str, Any]
    early: bool = False


class DealerEntered(Base, tag="dealer_entered", frozen=True):
    table: str
    round: str
    value: str | None


class RoundHeld(Base, tag="round_held", frozen=True):
    table: str
    round: str
    reason: str


class NoSpinCalled(Base, tag="no_spin_called", frozen=True):
    """The spin is invalid wherever the ball lands (002 11.4.8); wagers stand."""

    table: str
    round: str
    code: str
    clause: str
    detail: str


class RoundSettled(Base, tag="round_settled", frozen=True):
    """Confirmed and paid in one transaction for all terminals (002 8.1, 8.2)."""

    table: str
    round: str
    value: str
    facts: tuple[Fact, ...]
    seats: dict[str, SeatRecord]
    transfers: tuple[Transfer, ...]
    carry: dict[str, str | int | bool]
    staked: int
    returned: int
    next_round_ms: int | None
    register: tuple[RegisterEntry, ...] = ()
    """What is owed to players who left before their carried wagers were decided."""


class RoundVoided(Base, tag="round_voided", frozen=True):
    table: str
    round: str
    reason: str
    clause: str
    detail: str
    seats: dict[str, SeatRecord]
    transfers: tuple[Transfer, ...]
    staked: int
    next_round_ms: int | None


class ResultCorrected(Base, tag="result_corrected", frozen=True):
    """Reversed and settled again as new ledger entries (002 11.4.10, 11.5)."""

    table: str
    round: str
    value: str
    original: str
    reason: str
    requested_by: str
    approved_by: str
    seats: dict[str, SeatRecord]
    transfers: tuple[Transfer, ...]
    register: tuple[RegisterEntry, ...]
    returned: int


class TaskRaised(Base, tag="task_raised", frozen=True):
    task: str
    kind: str
    table: str
    round: str | None
    clause: str | None
    requested_by: str | None
    requested_name: str | None
    options: tuple[str, ...]
    data: dict[str, str | int | bool | None]
    expires_ms: int | None


class TaskResolved(Base, tag="task_resolved", frozen=True):
    task: str
    kind: str
    table: str
    option: str
    by: str
    name: str
    data: dict[str, str | int | bool | None]


# ---- sessions and money ----


class SessionOpened(Base, tag="session_opened", frozen=True):
    session: str
    terminal: str


class SessionEnded(Base, tag="session_ended", frozen=True):
    session: str


class CreditAdded(Base, tag="credit_added", frozen=True):
    """A note or a ticket went into the chip account (002 4.2.2)."""

    session: str
    terminal: str
    source: str
    amount: int
    transfers: tuple[Transfer, ...]
    ticket: str | None = None


class Seated(Base, tag="seated", frozen=True):
    terminal: str
    table: str


class CashOutQueued(Base, tag="cash_out_queued", frozen=True):
    terminal: str
    amount: int


class CashOutCancelled(Base, tag="cash_out_cancelled", frozen=True):
    terminal: str


class CashOutDismissed(Base, tag="cash_out_dismissed", frozen=True):
    terminal: str


class TicketOrdered(Base, tag="ticket_ordered", frozen=True):
    """The credit became a ticket that the printer is to print (002 8.4)."""

    terminal: str
    session: str
    ticket: str
    amount: int
    transfers: tuple[Transfer, ...]


class TicketIssued(Base, tag="ticket_issued", frozen=True):
    ticket: str
    terminal: str


class TicketVoided(Base, tag="ticket_voided", frozen=True):
    """The printer could not print it; the amount waits to be paid by hand."""

    ticket: str
    terminal: str
    amount: int
    reason: str
    transfers: tuple[Transfer, ...]


class TicketHeld(Base, tag="ticket_held", frozen=True):
    """A presented ticket is in escrow at a terminal: nobody else can redeem it now."""

    ticket: str
    terminal: str


class TicketRefused(Base, tag="ticket_refused", frozen=True):
    """A presented ticket that cannot be redeemed goes back to the player, who is told so."""

    terminal: str


class TicketReleased(Base, tag="ticket_released", frozen=True):
    """The device proved that the paper went back to the player."""

    ticket: str
    terminal: str


class HandPayDue(Base, tag="hand_pay_due", frozen=True):
    terminal: str
    session: str
    amount: int
    transfers: tuple[Transfer, ...]


class HandPaid(Base, tag="hand_paid", frozen=True):
    terminal: str
    amount: int
    by: str
    transfers: tuple[Transfer, ...]


class AttendantCalled(Base, tag="attendant_called", frozen=True):
    terminal: str


class AttendantAnswered(Base, tag="attendant_answered", frozen=True):
    terminal: str


# ---- devices ----


class ReadingTaken(Base, tag="reading_taken", frozen=True):
    """A gateway's reading, taken once: (boot, counter) never counts twice."""

    gateway: str
    boot: str
    counter: int
    device: str
    kind: str
    data: dict[str, Any]
    at: str


class DeviceChanged(Base, tag="device_changed", frozen=True):
    device: str
    online: bool
    state: str | None
    fault: str | None
    spin: str | None


class PrinterChanged(Base, tag="printer_changed", frozen=True):
    terminal: str
    fault: str | None


class DeviceOrdered(Base, tag="device_ordered", frozen=True):
    order: str
    device: str
    kind: str
    data: dict[str, Any]


class OrderDone(Base, tag="order_done", frozen=True):
    order: str
    outcome: str


Event = (
    VenueChanged
    | PitResumed
    | TableConfigured
    | TableOpened
    | TableClosed
    | ClosureAnnounced
    | ClosureCancelled
    | TableSuspended
    | TableResumed
    | TerminalAdded
    | TerminalSet
    | RoundOpened
    | RoundPrepared
    | StepRecorded
    | WageringOpened
    | ReadingNoted
    | ReadingWithdrawn
    | NumbersDrawn
    | OutcomeProposed
    | RoundReleased
    | WagersVoided
    | DummyEnded
    | WageringReopened
    | WagersChanged
    | WageringClosed
    | SpinRequested
    | SpinFailed
    | BallSeen
    | SensorRead
    | DealerEntered
    | RoundHeld
    | NoSpinCalled
    | RoundSettled
    | RoundVoided
    | ResultCorrected
    | TaskRaised
    | TaskResolved
    | SessionOpened
    | SessionEnded
    | CreditAdded
    | Seated
    | CashOutQueued
    | CashOutCancelled
    | CashOutDismissed
    | TicketOrdered
    | TicketIssued
    | TicketVoided
    | TicketHeld
    | TicketReleased
    | TicketRefused
    | HandPayDue
    | HandPaid
    | AttendantCalled
    | AttendantAnswered
    | ReadingTaken
    | DeviceChanged
    | PrinterChanged
    | DeviceOrdered
    | OrderDone
)


class Recorded(msgspec.Struct, frozen=True):
    """An event in its place: the order of record, who caused it, and when."""

    seq: int
    cmd: str
    actor: Actor
    at: str
    now_ms: int
    event: Event


def transfers_of(event: Event) -> tuple[Transfer, ...]:
    """The ledger rows an event carries."""
    return getattr(event, "transfers", ())
