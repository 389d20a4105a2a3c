"""Make events state. Deterministic and total: whatever the journal holds can be applied, in order, again and again."""

from collections.abc import Callable
from typing import Any

from server.table import events as e
from server.table.apply_round import ROUND_APPLIERS
from server.table.state import (
    CashOut,
    Device,
    DeviceOrder,
    Notice,
    Pit,
    Session,
    Table,
    Terminal,
    Ticket,
)
from server.table.values import RUNNING, TableStatus, VenueSettings

Applier = Callable[[Pit, Any, e.Recorded], None]


def new_pit(pit: str, venue: VenueSettings) -> Pit:
    """A pit before its first event."""
    return Pit(pit, venue)


def apply(pit: Pit, recorded: e.Recorded) -> None:
    """Apply one event: ledger first, then the state it describes."""
    pit.book.post(e.transfers_of(recorded.event))
    APPLIERS[type(recorded.event)](pit, recorded.event, recorded)
    pit.seq = recorded.seq
    pit.now_ms = recorded.now_ms


def _venue_changed(pit: Pit, event: e.VenueChanged, _: e.Recorded) -> None:
    pit.venue = event.venue


def _resumed(pit: Pit, event: e.PitResumed, _: e.Recorded) -> None:
    pit.epoch = event.epoch
    for name, table in pit.tables.items():
        if table.closes_ms is not None:
            table.closes_ms += event.shift_ms
        if table.next_round_ms is not None:
            table.next_round_ms += event.shift_ms
        if table.round and table.round.deadline_ms is not None:
            table.round.deadline_ms = event.deadlines.get(name, table.round.deadline_ms + event.shift_ms)
        if table.round and table.round.spin_at_ms is not None:
            table.round.spin_at_ms += event.shift_ms
    for task in pit.tasks.values():
        if task.expires_ms is not None:
            task.expires_ms += event.shift_ms


def _configured(pit: Pit, event: e.TableConfigured, _: e.Recorded) -> None:
    table = pit.tables.get(event.config.table)
    if table is None:
        pit.tables[event.config.table] = Table(event.config)
    elif table.round and table.round.phase in RUNNING:
        table.pending_config = event.config
    else:
        table.config, table.pending_config = event.config, None


def _opened(pit: Pit, event: e.TableOpened, recorded: e.Recorded) -> None:
    table = pit.tables[event.table]
    table.status = TableStatus.OPEN
    table.notice = None
    if table.config.wheel == "automated":
        table.next_round_ms = recorded.now_ms


def _closed(pit: Pit, event: e.TableClosed, _: e.Recorded) -> None:
    table = pit.tables[event.table]
    table.status = TableStatus.CLOSED
    table.closes_at = table.closes_ms = table.next_round_ms = None


def _closure_announced(pit: Pit, event: e.ClosureAnnounced, _: e.Recorded) -> None:
    table = pit.tables[event.table]
    table.closes_at, table.closes_ms = event.closes_at, event.closes_ms


def _closure_cancelled(pit: Pit, event: e.ClosureCancelled, _: e.Recorded) -> None:
    table = pit.tables[event.table]
    table.closes_at = table.closes_ms = None


def _suspended(pit: Pit, event: e.TableSuspended, _: e.Recorded) -> None:
    table = pit.tables[event.table]
    table.status, table.suspended_reason = TableStatus.SUSPENDED, event.reason


def _table_resumed(pit: Pit, event: e.TableResumed, recorded: e.Recorded) -> None:
    table = pit.tables[event.table]
    table.status, table.suspended_reason = TableStatus.OPEN, None
    idle = table.round is None or table.round.phase not in RUNNING
    if table.config.wheel == "automated" and idle:
        table.next_round_ms = recorded.now_ms


def _terminal_added(pit: Pit, event: e.TerminalAdded, _: e.Recorded) -> None:
    pit.terminals[event.terminal] = Terminal(
        event.terminal, event.name, event.seat, acceptor=event.acceptor, printer=event.printer
    )


def _terminal_set(pit: Pit, event: e.TerminalSet, _: e.Recorded) -> None:
    pit.terminals[event.terminal].enabled = event.enabled


def _session_opened(pit: Pit, event: e.SessionOpened, recorded: e.Recorded) -> None:
    pit.counters["session"] = pit.counters.get("session", 0) + 1
    terminal = pit.terminals[event.terminal]
    if terminal.session:
        pit.sessions.pop(terminal.session, None)
    pit.sessions[event.session] = Session(event.session, event.terminal, recorded.at)
    terminal.session, terminal.result, terminal.notice, terminal.idle_rounds = event.session, None, None, 0
    if terminal.cash_out and terminal.cash_out.state == "printed":
        terminal.cash_out = None


def _session_ended(pit: Pit, event: e.SessionEnded, _: e.Recorded) -> None:
    pit.sessions[event.session].ended = True


def _credit_added(pit: Pit, event: e.CreditAdded, _: e.Recorded) -> None:
    pit.sessions[event.session].paid_in += event.amount
    if event.ticket:
        pit.tickets.pop(event.ticket, None)


def _seated(pit: Pit, event: e.Seated, _: e.Recorded) -> None:
    terminal = pit.terminals[event.terminal]
    terminal.table, terminal.result, terminal.idle_rounds = event.table, None, 0


def _cash_out_queued(pit: Pit, event: e.CashOutQueued, recorded: e.Recorded) -> None:
    pit.terminals[event.terminal].cash_out = CashOut("queued", event.amount, recorded.at)


def _cash_out_gone(pit: Pit, event: e.CashOutCancelled | e.CashOutDismissed, _: e.Recorded) -> None:
    pit.terminals[event.terminal].cash_out = None


def _ticket_ordered(pit: Pit, event: e.TicketOrdered, recorded: e.Recorded) -> None:
    pit.tickets[event.ticket] = Ticket(event.ticket, event.amount, "issuing", event.terminal, recorded.at)
    pit.terminals[event.terminal].cash_out = CashOut("printing", event.amount, recorded.at, event.ticket)
    pit.sessions[event.session].paid_out += event.amount


def _ticket_issued(pit: Pit, event: e.TicketIssued, recorded: e.Recorded) -> None:
    ticket = pit.tickets[event.ticket]
    ticket.state = "issued"
    terminal = pit.terminals[event.terminal]
    if terminal.cash_out and terminal.cash_out.ticket == event.ticket:
        terminal.cash_out = CashOut("printed", ticket.amount, recorded.at, event.ticket)


def _ticket_voided(pit: Pit, event: e.TicketVoided, recorded: e.Recorded) -> None:
    pit.tickets.pop(event.ticket)
    pit.terminals[event.terminal].cash_out = CashOut("hand_pay", event.amount, recorded.at)


def _ticket_held(pit: Pit, event: e.TicketHeld, _: e.Recorded) -> None:
    ticket = pit.tickets[event.ticket]
    ticket.state, ticket.pending_at = "pending", event.terminal


def _ticket_released(pit: Pit, event: e.TicketReleased, _: e.Recorded) -> None:
    ticket = pit.tickets[event.ticket]
    ticket.state, ticket.pending_at = "issued", None


def _ticket_refused(pit: Pit, event: e.TicketRefused, recorded: e.Recorded) -> None:
    pit.terminals[event.terminal].notice = Notice("ticket_refused", None, {"at": recorded.at})


def _hand_pay_due(pit: Pit, event: e.HandPayDue, recorded: e.Recorded) -> None:
    pit.terminals[event.terminal].cash_out = CashOut("hand_pay", event.amount, recorded.at)
    pit.sessions[event.session].paid_out += event.amount


def _hand_paid(pit: Pit, event: e.HandPaid, _: e.Recorded) -> None:
    pit.terminals[event.terminal].cash_out = None


def _attendant_called(pit: Pit, event: e.AttendantCalled, recorded: e.Recorded) -> None:
    pit.terminals[event.terminal].attendant_called_at = recorded.at


def _attendant_answered(pit: Pit, event: e.AttendantAnswered, _: e.Recorded) -> None:
    pit.terminals[event.terminal].attendant_called_at = None


BOOTS_KEPT = 8


def _reading_taken(pit: Pit, event: e.ReadingTaken, _: e.Recorded) -> None:
    boots = pit.readings.setdefault(event.gateway, {})
    boots.pop(event.boot, None)
    boots[event.boot] = event.counter
    while len(boots) > BOOTS_KEPT:
        boots.pop(next(iter(boots)))


def _device_changed(pit: Pit, event: e.DeviceChanged, _: e.Recorded) -> None:
    pit.devices[event.device] = Device(event.device, event.state, event.fault, event.spin, event.online)


def _printer_changed(pit: Pit, event: e.PrinterChanged, _: e.Recorded) -> None:
    pit.terminals[event.terminal].printer_fault = event.fault


def _device_ordered(pit: Pit, event: e.DeviceOrdered, _: e.Recorded) -> None:
    pit.orders[event.order] = DeviceOrder(event.order, event.device, event.kind, event.data)


def _order_done(pit: Pit, event: e.OrderDone, _: e.Recorded) -> None:
    pit.orders.pop(event.order, None)


APPLIERS: dict[type, Applier] = {
    e.VenueChanged: _venue_changed,
    e.PitResumed: _resumed,
    e.TableConfigured: _configured,
    e.TableOpened: _opened,
    e.TableClosed: _closed,
    e.ClosureAnnounced: _closure_announced,
    e.ClosureCancelled: _closure_cancelled,
    e.TableSuspended: _suspended,
    e.TableResumed: _table_resumed,
    e.TerminalAdded: _terminal_added,
    e.TerminalSet: _terminal_set,
    e.SessionOpened: _session_opened,
    e.SessionEnded: _session_ended,
    e.CreditAdded: _credit_added,
    e.Seated: _seated,
    e.CashOutQueued: _cash_out_queued,
    e.CashOutCancelled: _cash_out_gone,
    e.CashOutDismissed: _cash_out_gone,
    e.TicketOrdered: _ticket_ordered,
    e.TicketIssued: _ticket_issued,
    e.TicketVoided: _ticket_voided,
    e.TicketHeld: _ticket_held,
    e.TicketReleased: _ticket_released,
    e.TicketRefused: _ticket_refused,
    e.HandPayDue: _hand_pay_due,
    e.HandPaid: _hand_paid,
    e.AttendantCalled: _attendant_called,
    e.AttendantAnswered: _attendant_answered,
    e.ReadingTaken: _reading_taken,
    e.DeviceChanged: _device_changed,
    e.PrinterChanged: _printer_changed,
    e.DeviceOrdered: _device_ordered,
    e.OrderDone: _order_done,
    **ROUND_APPLIERS,
}
