"""The audit trail: what staff did and what the house must be able to explain later."""

from enum import StrEnum

import msgspec

from server.table.events import (
    DeviceChanged,
    Event,
    PrinterChanged,
    Recorded,
    SensorRead,
    TableConfigured,
    TaskRaised,
    TaskResolved,
)
from server.table.values import Role

VENUE_CHAIN = "venue"
"""The chain of people and devices."""


def pit_chain(pit: str) -> str:
    """The chain of a pit's own events."""
    return f"pit:{pit}"


class AuditAction(StrEnum):
    """Stable names: reports and regulators refer to them, so none is ever renamed. The first group are events."""

    VENUE_CHANGED = "venue_changed"
    PIT_RESUMED = "pit_resumed"
    TABLE_CONFIGURED = "table_configured"
    TABLE_OPENED = "table_opened"
    TABLE_CLOSED = "table_closed"
    CLOSURE_ANNOUNCED = "closure_announced"
    CLOSURE_CANCELLED = "closure_cancelled"
    TABLE_SUSPENDED = "table_suspended"
    TABLE_RESUMED = "table_resumed"
    TERMINAL_ADDED = "terminal_added"
    TERMINAL_SET = "terminal_set"
    ROUND_OPENED = "round_opened"
    ROUND_PREPARED = "round_prepared"
    STEP_RECORDED = "step_recorded"
    WAGERING_OPENED = "wagering_opened"
    READING_NOTED = "reading_noted"
    READING_WITHDRAWN = "reading_withdrawn"
    NUMBERS_DRAWN = "numbers_drawn"
    OUTCOME_PROPOSED = "outcome_proposed"
    WAGERS_VOIDED = "wagers_voided"
    DUMMY_ENDED = "dummy_ended"
    WAGERING_REOPENED = "wagering_reopened"
    WAGERS_CHANGED = "wagers_changed"
    WAGERING_CLOSED = "wagering_closed"
    SPIN_REQUESTED = "spin_requested"
    SPIN_FAILED = "spin_failed"
    BALL_SEEN = "ball_seen"
    SENSOR_READ = "sensor_read"
    DEALER_ENTERED = "dealer_entered"
    ROUND_HELD = "round_held"
    ROUND_RELEASED = "round_released"
    NO_SPIN_CALLED = "no_spin_called"
    ROUND_SETTLED = "round_settled"
    ROUND_VOIDED = "round_voided"
    RESULT_CORRECTED = "result_corrected"
    TASK_RAISED = "task_raised"
    TASK_RESOLVED = "task_resolved"
    NOTICE_SHOWN = "notice_shown"
    SESSION_OPENED = "session_opened"
    SESSION_ENDED = "session_ended"
    CREDIT_ADDED = "credit_added"
    SEATED = "seated"
    CASH_OUT_QUEUED = "cash_out_queued"
    CASH_OUT_CANCELLED = "cash_out_cancelled"
    CASH_OUT_DISMISSED = "cash_out_dismissed"
    TICKET_ORDERED = "ticket_ordered"
    TICKET_ISSUED = "ticket_issued"
    TICKET_VOIDED = "ticket_voided"
    TICKET_HELD = "ticket_held"
    TICKET_RELEASED = "ticket_released"
    TICKET_REFUSED = "ticket_refused"
    HAND_PAY_DUE = "hand_pay_due"
    HAND_PAID = "hand_paid"
    ATTENDANT_CALLED = "attendant_called"
    ATTENDANT_ANSWERED = "attendant_answered"
    READING_TAKEN = "reading_taken"
    DEVICE_CHANGED = "device_changed"
    PRINTER_CHANGED = "printer_changed"
    DEVICE_ORDERED = "device_ordered"
    ORDER_DONE = "order_done"

    SIGNED_IN = "signed_in"
    SIGNED_OUT = "signed_out"
    SIGN_IN_REFUSED = "sign_in_refused"
    SIGN_IN_LOCKED = "sign_in_locked"
    STAFF_ADDED = "staff_added"
    STAFF_CHANGED = "staff_changed"
    DEVICE_ENROLLED = "device_enrolled"
    DEVICE_DISABLED = "device_disabled"
    DEVICE_ENABLED = "device_enabled"
    DEVICE_REFUSED = "device_refused"
    DATABASE_RESTORED = "database_restored"


STAFF = frozenset({Role.DEALER, Role.CASINO_SUPERVISOR, Role.OPERATOR})

SIGNIFICANT = frozenset(
    {
        AuditAction.VENUE_CHANGED,
        AuditAction.PIT_RESUMED,
        AuditAction.TABLE_CONFIGURED,
        AuditAction.TABLE_OPENED,
        AuditAction.TABLE_CLOSED,
        AuditAction.CLOSURE_ANNOUNCED,
        AuditAction.CLOSURE_CANCELLED,
        AuditAction.TABLE_SUSPENDED,
        AuditAction.TABLE_RESUMED,
        AuditAction.TERMINAL_ADDED,
        AuditAction.TERMINAL_SET,
        AuditAction.SPIN_FAILED,
        AuditAction.ROUND_HELD,
        AuditAction.ROUND_RELEASED,
        AuditAction.NO_SPIN_CALLED,
        AuditAction.NUMBERS_DRAWN,
        AuditAction.WAGERS_VOIDED,
        AuditAction.DUMMY_ENDED,
        AuditAction.ROUND_VOIDED,
        AuditAction.RESULT_CORRECTED,
        AuditAction.TASK_RAISED,
        AuditAction.TASK_RESOLVED,
        AuditAction.TICKET_VOIDED,
        AuditAction.HAND_PAY_DUE,
        AuditAction.HAND_PAID,
    }
)
"""Audited whoever caused them."""

SUBJECTS = ("ticket", "task", "round", "session", "terminal", "order", "device")
"""The field that names what an event is about, the most telling first."""


def tag_of(event: Event) -> str:
    return str(event.__struct_config__.tag)


def table_of(event: Event) -> str | None:
    """The table an event belongs to."""
    return event.config.table if isinstance(event, TableConfigured) else getattr(event, "table", None)


def is_audited(recorded: Recorded) -> bool:
    """Whether an event belongs in the audit trail: done by staff, or significant whoever did it."""
    event = recorded.event
    if recorded.actor.role in STAFF or tag_of(event) in SIGNIFICANT:
        return True
    if isinstance(event, DeviceChanged):
        return event.fault is not None or not event.online
    if isinstance(event, PrinterChanged):
        return event.fault is not None
    return isinstance(event, SensorRead) and event.early


def masked(ticket: str) -> str:
    """Enough of a ticket number to find it again, too little to redeem it."""
    return f"{'*' * max(len(ticket) - 4, 0)}{ticket[-4:]}"


def subject_of(event: Event) -> str | None:
    for name in SUBJECTS:
        value = getattr(event, name, None)
        if isinstance(value, str):
            return masked(value) if name == "ticket" else value
    return None


def detail_of(event: Event) -> str:
    """The plain fields of an event; layouts, seats and transfers stay in the journal under the same number."""
    plain: dict[str, object] = {}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if name == "ticket" and isinstance(value, str):
            plain[name] = masked(value)
        elif value is None or isinstance(value, str | int):
            plain[name] = value
    if isinstance(event, TaskRaised | TaskResolved):
        plain["data"] = event.data
    return msgspec.json.encode(plain).decode()
