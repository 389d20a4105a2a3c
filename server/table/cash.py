"""Money into and out of a session: notes, tickets, cash-out, hand-pay (002 4.2, 4.3, 8.3, 8.4, 9.1)."""

from typing import Any

from server.ledger import Transfer, TransferKind
from server.ledger import accounts as account
from server.table import commands as c
from server.table.context import Context, Decision, Verdict, decided, refuse, terminal_of
from server.table.events import (
    AttendantAnswered,
    AttendantCalled,
    CashOutCancelled,
    CashOutDismissed,
    CashOutQueued,
    CreditAdded,
    DeviceOrdered,
    Event,
    HandPaid,
    HandPayDue,
    PrinterChanged,
    SessionEnded,
    SessionOpened,
    TicketHeld,
    TicketIssued,
    TicketOrdered,
    TicketRefused,
    TicketReleased,
    TicketVoided,
)
from server.table.state import Pit, Terminal, Ticket
from server.table.values import Phase, Refusal

NOTE_MAX = 1_000_000
"""No banknote is worth more; a larger value is a broken reading."""

BLOCKING = (Phase.CLOSED, Phase.PROPOSED, Phase.HELD, Phase.PREPARING)
"""Phases of the shown table in which the literal rule 8.3 lets nobody cash out; the request is queued (reading B36)."""


def cash_reading(pit: Pit, cmd: c.TakeReading, ctx: Context) -> list[Event]:
    """Readings of a terminal's note acceptor and ticket printer."""
    for terminal in pit.terminals.values():
        if cmd.device == terminal.acceptor:
            return _acceptor(pit, terminal, cmd, ctx)
        if cmd.device == terminal.printer:
            return _printer(pit, terminal, cmd)
    return []


def _acceptor(pit: Pit, terminal: Terminal, cmd: c.TakeReading, ctx: Context) -> list[Event]:
    if cmd.kind == "note_stacked":
        value = cmd.data.get("value")
        if not isinstance(value, int) or isinstance(value, bool) or not 0 < value <= NOTE_MAX:
            return []
        session, events = _session(pit, terminal)
        move = Transfer(account.notes(terminal.id), account.credit(session), value, TransferKind.NOTE_IN)
        return [*events, CreditAdded(session, terminal.id, "note", value, (move,))]
    if cmd.kind == "ticket_inserted":
        return _ticket_inserted(pit, terminal, cmd)
    if cmd.kind == "fault" and not terminal.attendant_called_at:
        return [AttendantCalled(terminal.id)]  # a note or ticket whose fate the acceptor does not know
    number = str(cmd.data.get("number", ""))
    ticket = pit.tickets.get(number)
    if ticket is None or ticket.state != "pending" or ticket.pending_at != terminal.id:
        return []
    if cmd.kind == "ticket_returned":
        return [TicketReleased(number, terminal.id)]
    if cmd.kind == "ticket_stacked":
        session, events = _session(pit, terminal)
        move = Transfer(account.ticket(number), account.credit(session), ticket.amount, TransferKind.TICKET_IN)
        return [*events, CreditAdded(session, terminal.id, "ticket", ticket.amount, (move,), number)]
    return []


def _session(pit: Pit, terminal: Terminal) -> tuple[str, list[Event]]:
    """The session the money belongs to; the first credit opens one (002 4.2)."""
    session = pit.session_of(terminal.id)
    if session is not None:
        return session.id, []
    name = f"{pit.id}-s{pit.counters.get('session', 0) + 1}"
    return name, [SessionOpened(name, terminal.id)]


def _ticket_inserted(pit: Pit, terminal: Terminal, cmd: c.TakeReading) -> list[Event]:
    """Hold a good ticket and have it stacked; send anything else back to the player."""
    number = str(cmd.data.get("number", ""))[:32]
    ticket: Ticket | None = pit.tickets.get(number)
    good = ticket is not None and ticket.state in ("issuing", "issued") and terminal.enabled
    order = f"ticket:{cmd.gateway}:{cmd.boot[:8]}:{cmd.counter}"
    kind = "accept_ticket" if good else "return_ticket"
    events: list[Event] = []
    if good and ticket and ticket.state == "issuing":
        events.append(TicketIssued(number, ticket.terminal))  # paper that is presented was printed
    events.append(TicketHeld(number, terminal.id) if good else TicketRefused(terminal.id))
    return [*events, DeviceOrdered(order, cmd.device, kind, {"number": number})]


def _printer(pit: Pit, terminal: Terminal, cmd: c.TakeReading) -> list[Event]:
    number = str(cmd.data.get("number") or _ordered_ticket(pit, cmd.data))
    ticket = pit.tickets.get(number)
    if cmd.kind == "printer_state":
        fault = None if cmd.data.get("ok") else str(cmd.data.get("reason") or "fault")
        return [] if fault == terminal.printer_fault else [PrinterChanged(terminal.id, fault)]
    if ticket is None or ticket.state != "issuing":
        return []
    if cmd.kind == "ticket_printed":
        return [TicketIssued(number, terminal.id)]
    if cmd.kind == "print_failed":
        # The paper of a voided number is refused later, so paying by hand cannot pay twice.
        move = Transfer(
            account.ticket(number), account.hand_pay(terminal.id), ticket.amount, TransferKind.TICKET_VOIDED
        )
        reason = str(cmd.data.get("reason") or "unknown")
        events: list[Event] = [TicketVoided(number, terminal.id, ticket.amount, reason, (move,))]
        return events if terminal.attendant_called_at else [*events, AttendantCalled(terminal.id)]
    return []


def _ordered_ticket(pit: Pit, data: dict[str, Any]) -> str:
    order = pit.orders.get(str(data.get("command", "")))
    return str(order.data.get("number", "")) if order else ""


def cash_out_allowed(pit: Pit, terminal: Terminal) -> bool:
    """Reading B36: inside a wagering period with nothing staked, or when no round runs at the table shown.

    Carried wagers do not stand in the way (reading D7): they stay, and what they return is held for the player.
    """
    session = pit.session_of(terminal.id)
    if session is None or pit.staked(session.id):
        return False
    table = pit.tables.get(terminal.table or "")
    return table is None or table.round is None or table.round.phase not in BLOCKING


def has_stake_in_play(pit: Pit, session: str) -> bool:
    """Whether a stay goes on: there is credit, a wager, or a wager that was carried over."""
    return bool(pit.book.balance(account.credit(session)) or pit.staked(session) or pit.carried(session))


def cash_out(pit: Pit, cmd: c.CashOut, ctx: Context) -> Verdict:
    """Pay the whole credit out, now or as soon as it is allowed. Money is never locked in."""
    terminal = pit.terminals.get(cmd.terminal)
    if terminal is None:
        return refuse("unknown_terminal", terminal=cmd.terminal)
    if terminal.cash_out and terminal.cash_out.state in ("queued", "printing", "hand_pay"):
        return refuse("cash_out_running", state=terminal.cash_out.state)
    session = pit.session_of(cmd.terminal)
    if session is None:
        return refuse("nothing_to_cash_out")
    credit = pit.book.balance(account.credit(session.id))
    if not cash_out_allowed(pit, terminal):
        return decided(CashOutQueued(terminal.id, credit), queued=True)
    if not credit:
        return refuse("nothing_to_cash_out")
    return _pay(pit, terminal, session.id, credit, ctx)


def _pay(pit: Pit, terminal: Terminal, session: str, credit: int, ctx: Context) -> Decision:
    """A ticket, or a hand-pay when the printer cannot or the amount is above the ticket limit."""
    if terminal.printer is None or terminal.printer_fault or credit > pit.venue.ticket_limit:
        due = Transfer(account.credit(session), account.hand_pay(terminal.id), credit, TransferKind.HAND_PAY_OUT)
        events: list[Event] = [HandPayDue(terminal.id, session, credit, (due,))]
        if not terminal.attendant_called_at:
            events.append(AttendantCalled(terminal.id))
        return Decision((*events, SessionEnded(session)), {"hand_pay": credit})
    number = ctx.ticket_number()
    move = Transfer(account.credit(session), account.ticket(number), credit, TransferKind.TICKET_OUT)
    data = {
        "number": number,
        "amount": credit,
        "currency": pit.venue.currency,
        "issued_at": ctx.at,
        "terminal": terminal.id,
        "table": terminal.table or "",
    }
    return decided(
        TicketOrdered(terminal.id, session, number, credit, (move,)),
        DeviceOrdered(f"print:{number}", terminal.printer, "print_ticket", data),
        SessionEnded(session),
        ticket=credit,
    )


def cancel_cash_out(pit: Pit, cmd: c.CancelCashOut, ctx: Context) -> Verdict:
    terminal = terminal_of(pit, cmd.terminal)
    if isinstance(terminal, Refusal):
        return terminal
    if terminal.cash_out is None or terminal.cash_out.state != "queued":
        return refuse("nothing_to_cancel")
    return decided(CashOutCancelled(terminal.id))


def dismiss_cash_out(pit: Pit, cmd: c.DismissCashOut, ctx: Context) -> Verdict:
    terminal = pit.terminals.get(cmd.terminal)
    if terminal is None:
        return refuse("unknown_terminal", terminal=cmd.terminal)
    if terminal.cash_out is None or terminal.cash_out.state != "printed":
        return refuse("nothing_to_dismiss")
    return decided(CashOutDismissed(terminal.id))


def run_cash_out(pit: Pit, cmd: c.RunCashOut, ctx: Context) -> Verdict:
    """A queued cash-out whose moment has come; with nothing left to pay it simply ends."""
    terminal = pit.terminals[cmd.terminal]
    session = pit.session_of(cmd.terminal)
    if terminal.cash_out is None or terminal.cash_out.state != "queued":
        return refuse("nothing_to_cash_out")
    if session is None:
        return decided(CashOutCancelled(terminal.id))
    if not cash_out_allowed(pit, terminal):
        return refuse("cash_out_not_allowed")
    credit = pit.book.balance(account.credit(session.id))
    if not credit:
        ended = () if pit.carried(session.id) else (SessionEnded(session.id),)
        return decided(CashOutCancelled(terminal.id), *ended)
    return _pay(pit, terminal, session.id, credit, ctx)


def end_session(pit: Pit, cmd: c.EndSession, ctx: Context) -> Verdict:
    """The credit is gone and nothing is staked: the stay is over."""
    session = pit.session_of(cmd.terminal)
    if session is None or has_stake_in_play(pit, session.id):
        return refuse("session_running")
    return decided(SessionEnded(session.id))


def pay_by_hand(pit: Pit, cmd: c.PayByHand, ctx: Context) -> Verdict:
    """Staff paid the amount and the player signed for it (002 9.1)."""
    terminal = pit.terminals.get(cmd.terminal)
    if terminal is None:
        return refuse("unknown_terminal", terminal=cmd.terminal)
    due = pit.book.balance(account.hand_pay(terminal.id))
    if not due:
        return refuse("nothing_to_pay")
    move = Transfer(account.hand_pay(terminal.id), account.cage(pit.id), due, TransferKind.HAND_PAID)
    events: list[Event] = [HandPaid(terminal.id, due, ctx.actor.id, (move,))]
    if terminal.attendant_called_at:
        events.append(AttendantAnswered(terminal.id))  # whoever paid was there
    return Decision(tuple(events), {"paid": due})
