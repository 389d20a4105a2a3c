"""Every table of the database. The migrations create them; a test keeps both the same.

SQLite tables are STRICT and money is a 64-bit integer on both databases, so no other type can slip into an amount.
Rows that record what happened (journal, transfer, audit) can only be added: triggers refuse anything else.
"""

from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, LargeBinary, Text, text
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.types import TypeEngine
from sqlmodel import Field, SQLModel

from server.ledger.accounts import FLOORED, AccountKind
from server.ledger.book import AMOUNT_MAX


class Big(BigInteger):
    """A 64-bit integer: BIGINT, and INTEGER where SQLite's STRICT tables know no other name for it."""


@compiles(Big, "sqlite")
def _integer_on_sqlite(_type: TypeEngine[int], _compiler: Any, **_options: Any) -> str:
    return "INTEGER"


STRICT = {"sqlite_strict": True}
TICKET_STATES = ("issuing", "issued", "pending", "redeemed", "void", "expired")
TICKET_MOVES = (
    ("issuing", "issued"),
    ("issuing", "void"),
    ("issued", "pending"),
    ("issued", "void"),
    ("issued", "expired"),
    ("pending", "redeemed"),
    ("pending", "issued"),
)
ROUND_STATES = ("open", "settled", "void")


def words(key: bool = False, **options: Any) -> Any:
    """A text column."""
    return Field(primary_key=key, sa_type=Text, **options)


def whole(key: bool = False, **options: Any) -> Any:
    """A whole number of 64 bits."""
    return Field(primary_key=key, sa_type=Big, **options)


def one_of(column: str, values: tuple[str, ...], name: str) -> CheckConstraint:
    listed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({listed})", name=name)


# ---- ownership and time ----------------------------------------------------------------------------------------------


class PitOwner(SQLModel, table=True):
    """The fence: only the owner with this epoch may write."""

    __tablename__ = "pit_owner"
    __table_args__ = (STRICT,)

    pit: str = words(key=True)
    epoch: int = whole()
    taken_at: str = words()


class PitTime(SQLModel, table=True):
    """The owner's clock as last heard, and what turns a moment into a gaming day. Apart from the fence row because
    heartbeats must not wait for it."""

    __tablename__ = "pit_time"
    __table_args__ = (STRICT,)

    pit: str = words(key=True)
    now_ms: int = whole()
    time_zone: str = words()
    gaming_day_start: str = words()


# ---- what happened ---------------------------------------------------------------------------------------------------


class JournalRow(SQLModel, table=True):
    """One event. `hash` covers the previous hash and every other column."""

    __tablename__ = "journal"
    __table_args__ = (
        Index("journal_round", "pit", "round_id"),
        # A round is decided once: a second settlement of it cannot even be written.
        Index(
            "journal_decided_once",
            "pit",
            "round_id",
            unique=True,
            sqlite_where=text("type IN ('round_settled', 'round_voided')"),
            postgresql_where=text("type IN ('round_settled', 'round_voided')"),
        ),
        STRICT,
    )

    pit: str = words(key=True)
    seq: int = whole(key=True)
    epoch: int = whole()
    cmd: str = words()
    actor_role: str = words()
    actor_id: str = words()
    actor_name: str = words()
    at: str = words()
    gaming_day: str = words()
    now_ms: int = whole()
    type: str = words()
    table_id: str | None = words()
    round_id: str | None = words()
    body: str = words()
    hash: str = words()


class TransferRow(SQLModel, table=True):
    """One row of the ledger."""

    __tablename__ = "transfer"
    __table_args__ = (
        CheckConstraint(f"amount > 0 AND amount <= {AMOUNT_MAX}", name="transfer_amount"),
        CheckConstraint("debit <> credit", name="transfer_two_accounts"),
        STRICT,
    )

    pit: str = words(key=True)
    seq: int = whole(key=True)
    n: int = whole(key=True)
    debit: str = words()
    credit: str = words()
    amount: int = whole()
    unit: str = words()
    kind: str = words()


class AuditRow(SQLModel, table=True):
    """Who did what. Chains: one per pit (its events) and `venue` (people and devices)."""

    __tablename__ = "audit"
    __table_args__ = (STRICT,)

    chain: str = words(key=True)
    n: int = whole(key=True)
    seq: int | None = whole()
    at: str = words()
    actor_id: str = words()
    actor_name: str = words()
    role: str = words()
    action: str = words()
    table_id: str | None = words()
    subject: str | None = words()
    detail: str = words()
    hash: str = words()


# ---- what follows from it --------------------------------------------------------------------------------------------


class AccountRow(SQLModel, table=True):
    """The balance of an account: a sum of transfers kept ready. The floor is the database's own."""

    __tablename__ = "account"
    __table_args__ = (
        one_of("kind", tuple(kind.value for kind in AccountKind), "account_kind"),
        CheckConstraint(
            "balance >= 0 OR kind NOT IN ({})".format(", ".join(f"'{kind}'" for kind in sorted(FLOORED))),
            name="account_floor",
        ),
        STRICT,
    )

    pit: str = words(key=True)
    id: str = words(key=True)
    kind: str = words()
    unit: str = words()
    balance: int = whole()


class OutboxRow(SQLModel, table=True):
    """What others must hear at least once; they drop repeats by (pit, seq, n)."""

    __tablename__ = "outbox"
    __table_args__ = (
        Index(
            "outbox_waiting",
            "pit",
            "seq",
            "n",
            sqlite_where=text("published_at IS NULL"),
            postgresql_where=text("published_at IS NULL"),
        ),
        STRICT,
    )

    pit: str = words(key=True)
    seq: int = whole(key=True)
    n: int = whole(key=True)
    topic: str = words()
    body: str = words()
    published_at: str | None = words()


class AnswerRow(SQLModel, table=True):
    """The answer of a command, refusals included. `n` counts answers, so that the oldest can go."""

    __tablename__ = "answer"
    __table_args__ = (Index("answer_n", "pit", "n", unique=True), STRICT)

    pit: str = words(key=True)
    cmd: str = words(key=True)
    n: int = whole()
    digest: str = words()
    body: str = words()


class SnapshotRow(SQLModel, table=True):
    """The state after `seq`, so that recovery replays only what came later."""

    __tablename__ = "snapshot"
    __table_args__ = (STRICT,)

    pit: str = words(key=True)
    seq: int = whole(key=True)
    body: bytes = Field(sa_type=LargeBinary)
    hash: str = words()


class TicketRow(SQLModel, table=True):
    """A ticket belongs to the venue: any pit may redeem it, and a trigger lists its legal moves."""

    __tablename__ = "ticket"
    __table_args__ = (
        one_of("state", TICKET_STATES, "ticket_state"),
        CheckConstraint("amount > 0", name="ticket_amount"),
        STRICT,
    )

    number: str = words(key=True)
    pit: str = words()
    terminal: str = words()
    session: str = words()
    state: str = words()
    amount: int = whole()
    ordered_at: str = words()
    changed_at: str = words()
    held_pit: str | None = words()
    held_terminal: str | None = words()


class RoundRow(SQLModel, table=True):
    """A round for the lists; its full record is in the journal. `original` is set when a result was corrected."""

    __tablename__ = "round"
    __table_args__ = (
        one_of("status", ROUND_STATES, "round_status"),
        Index("round_number", "pit", "table_id", "number", unique=True),
        STRICT,
    )

    pit: str = words(key=True)
    id: str = words(key=True)
    table_id: str = words()
    number: int = whole()
    rule_hash: str = words()
    status: str = words()
    value: str | None = words()
    original: str | None = words()
    staked: int = whole()
    returned: int = whole()
    opened_at: str = words()
    decided_at: str | None = words()


class RegisterRow(SQLModel, table=True):
    """An over- or underpayment that a correction left behind (002 11.5)."""

    __tablename__ = "register"
    __table_args__ = (STRICT,)

    pit: str = words(key=True)
    id: str = words(key=True)
    seq: int = whole()
    session: str = words()
    terminal: str = words()
    table_id: str = words()
    round_id: str = words()
    kind: str = words()
    amount: int = whole()
    at: str = words()


# ---- people and devices ----------------------------------------------------------------------------------------------


class StaffRow(SQLModel, table=True):
    __tablename__ = "staff"
    __table_args__ = (
        one_of("role", ("dealer", "casino_supervisor", "operator"), "staff_role"),
        Index("staff_card", "card", unique=True),
        STRICT,
    )

    id: str = words(key=True)
    card: str = words()
    name: str = words()
    role: str = words()
    pin_hash: str = words()
    enabled: int = whole()
    version: int = whole()
    created_at: str = words()


class StaffSessionRow(SQLModel, table=True):
    """A signed-in member of staff; the token itself is never stored."""

    __tablename__ = "staff_session"
    __table_args__ = (Index("staff_session_staff", "staff"), STRICT)

    token_hash: str = words(key=True)
    staff: str = Field(sa_type=Text, sa_column_args=[ForeignKey("staff.id")])
    device: str = words()
    started_ms: int = whole()
    seen_ms: int = whole()


class SignInFailureRow(SQLModel, table=True):
    """A try that did not lead to a sign-in, counted before the PIN is even looked at."""

    __tablename__ = "sign_in_failure"
    __table_args__ = (Index("sign_in_failure_at", "at_ms"), STRICT)

    id: str = words(key=True)
    card: str = words()
    device: str = words()
    at_ms: int = whole()


class StaffDeviceRow(SQLModel, table=True):
    """A device on which a member of staff has signed in: tries made elsewhere cannot lock them out of it."""

    __tablename__ = "staff_device"
    __table_args__ = (STRICT,)

    staff: str = Field(primary_key=True, sa_type=Text, sa_column_args=[ForeignKey("staff.id")])
    device: str = words(key=True)


class DeviceRow(SQLModel, table=True):
    """An enrolled terminal, display or gateway and what it is bound to."""

    __tablename__ = "device"
    __table_args__ = (
        one_of("kind", ("player_terminal", "dealer_terminal", "display", "gateway"), "device_kind"),
        STRICT,
    )

    id: str = words(key=True)
    kind: str = words()
    name: str = words()
    table_id: str | None = words()
    terminal: str | None = words()
    token_hash: str = words()
    enabled: int = whole()
    version: int = whole()
    enrolled_at: str = words()


class IdempotencyRow(SQLModel, table=True):
    """The answer to a REST request with an Idempotency-Key that did not go through a pit."""

    __tablename__ = "idempotency"
    __table_args__ = (Index("idempotency_n", "n", unique=True), STRICT)

    actor: str = words(key=True)
    key: str = words(key=True)
    n: int = whole()
    digest: str = words()
    status: int = whole()
    body: str = words()
