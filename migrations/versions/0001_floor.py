"""The tables of a floor."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def words(name: str, key: bool = False, null: bool = False, refers: str | None = None) -> sa.Column[Any]:
    foreign = [sa.ForeignKey(refers)] if refers else []
    return sa.Column(name, sa.Text(), *foreign, primary_key=key, nullable=null)


def whole(name: str, key: bool = False, null: bool = False) -> sa.Column[Any]:
    return sa.Column(name, BIG, primary_key=key, nullable=null)


def upgrade() -> None:
    create_record()
    create_follow()
    create_people()


def downgrade() -> None:
    raise NotImplementedError("a journal is never taken apart; the way back is a restore")


def create_record() -> None:
    """What happened: rows that are only ever added, and the fence before them."""
    op.create_table(
        "pit_owner",
        words("pit", key=True),
        whole("epoch"),
        words("taken_at"),
        sqlite_strict=True,
    )
    op.create_table(
        "pit_time",
        words("pit", key=True),
        whole("now_ms"),
        words("time_zone"),
        words("gaming_day_start"),
        sqlite_strict=True,
    )
    op.create_table(
        "journal",
        words("pit", key=True),
        whole("seq", key=True),
        whole("epoch"),
        words("cmd"),
        words("actor_role"),
        words("actor_id"),
        words("actor_name"),
        words("at"),
        words("gaming_day"),
        whole("now_ms"),
        words("type"),
        words("table_id", null=True),
        words("round_id", null=True),
        words("body"),
        words("hash"),
        sqlite_strict=True,
    )
    op.create_index(
        "journal_decided_once",
        "journal",
        ["pit", "round_id"],
        unique=True,
        sqlite_where=sa.text("type IN ('round_settled', 'round_voided')"),
        postgresql_where=sa.text("type IN ('round_settled', 'round_voided')"),
    )
    op.create_index("journal_round", "journal", ["pit", "round_id"], unique=False)
    op.create_table(
        "transfer",
        words("pit", key=True),
        whole("seq", key=True),
        whole("n", key=True),
        words("debit"),
        words("credit"),
        whole("amount"),
        words("unit"),
        words("kind"),
        sa.CheckConstraint("debit <> credit", name="transfer_two_accounts"),
        sa.CheckConstraint("amount > 0 AND amount <= 1000000000000000", name="transfer_amount"),
        sqlite_strict=True,
    )
    op.create_table(
        "audit",
        words("chain", key=True),
        whole("n", key=True),
        whole("seq", null=True),
        words("at"),
        words("actor_id"),
        words("actor_name"),
        words("role"),
        words("action"),
        words("table_id", null=True),
        words("subject", null=True),
        words("detail"),
        words("hash"),
        sqlite_strict=True,
    )


def create_follow() -> None:
    """What follows from the record: balances, lists, answers, and what waits to be told."""
    op.create_table(
        "account",
        words("pit", key=True),
        words("id", key=True),
        words("kind"),
        words("unit"),
        whole("balance"),
        sa.CheckConstraint(
            "balance >= 0 OR kind NOT IN ('credit', 'hand_pay', 'payable', 'stake', 'ticket')", name="account_floor"
        ),
        sa.CheckConstraint(
            "kind IN ('credit', 'stake', 'ticket', 'hand_pay', 'payable', 'receivable', 'house', 'notes', 'cage')",
            name="account_kind",
        ),
        sqlite_strict=True,
    )
    op.create_table(
        "outbox",
        words("pit", key=True),
        whole("seq", key=True),
        whole("n", key=True),
        words("topic"),
        words("body"),
        words("published_at", null=True),
        sqlite_strict=True,
    )
    op.create_index(
        "outbox_waiting",
        "outbox",
        ["pit", "seq", "n"],
        unique=False,
        sqlite_where=sa.text("published_at IS NULL"),
        postgresql_where=sa.text("published_at IS NULL"),
    )
    op.create_table(
        "answer",
        words("pit", key=True),
        words("cmd", key=True),
        whole("n"),
        words("digest"),
        words("body"),
        sqlite_strict=True,
    )
    op.create_index("answer_n", "answer", ["pit", "n"], unique=True)
    op.create_table(
        "snapshot",
        words("pit", key=True),
        whole("seq", key=True),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        words("hash"),
        sqlite_strict=True,
    )
    op.create_table(
        "ticket",
        words("number", key=True),
        words("pit"),
        words("terminal"),
        words("session"),
        words("state"),
        whole("amount"),
        words("ordered_at"),
        words("changed_at"),
        words("held_pit", null=True),
        words("held_terminal", null=True),
        sa.CheckConstraint(
            "state IN ('issuing', 'issued', 'pending', 'redeemed', 'void', 'expired')", name="ticket_state"
        ),
        sa.CheckConstraint("amount > 0", name="ticket_amount"),
        sqlite_strict=True,
    )
    op.create_table(
        "round",
        words("pit", key=True),
        words("id", key=True),
        words("table_id"),
        whole("number"),
        words("rule_hash"),
        words("status"),
        words("value", null=True),
        words("original", null=True),
        whole("staked"),
        whole("returned"),
        words("opened_at"),
        words("decided_at", null=True),
        sa.CheckConstraint("status IN ('open', 'settled', 'void')", name="round_status"),
        sqlite_strict=True,
    )
    op.create_index("round_number", "round", ["pit", "table_id", "number"], unique=True)
    op.create_table(
        "register",
        words("pit", key=True),
        words("id", key=True),
        whole("seq"),
        words("session"),
        words("terminal"),
        words("table_id"),
        words("round_id"),
        words("kind"),
        whole("amount"),
        words("at"),
        sqlite_strict=True,
    )


def create_people() -> None:
    """People, devices and requests."""
    op.create_table(
        "staff",
        words("id", key=True),
        words("card"),
        words("name"),
        words("role"),
        words("pin_hash"),
        whole("enabled"),
        whole("version"),
        words("created_at"),
        sa.CheckConstraint("role IN ('dealer', 'casino_supervisor', 'operator')", name="staff_role"),
        sqlite_strict=True,
    )
    op.create_index("staff_card", "staff", ["card"], unique=True)
    op.create_table(
        "staff_session",
        words("token_hash", key=True),
        words("staff", refers="staff.id"),
        words("device"),
        whole("started_ms"),
        whole("seen_ms"),
        sqlite_strict=True,
    )
    op.create_index("staff_session_staff", "staff_session", ["staff"], unique=False)
    op.create_table(
        "sign_in_failure",
        words("id", key=True),
        words("card"),
        words("device"),
        whole("at_ms"),
        sqlite_strict=True,
    )
    op.create_index("sign_in_failure_at", "sign_in_failure", ["at_ms"], unique=False)
    op.create_table(
        "staff_device",
        words("staff", key=True, refers="staff.id"),
        words("device", key=True),
        sqlite_strict=True,
    )
    op.create_table(
        "device",
        words("id", key=True),
        words("kind"),
        words("name"),
        words("table_id", null=True),
        words("terminal", null=True),
        words("token_hash"),
        whole("enabled"),
        whole("version"),
        words("enrolled_at"),
        sa.CheckConstraint("kind IN ('player_terminal', 'dealer_terminal', 'display', 'gateway')", name="device_kind"),
        sqlite_strict=True,
    )
    op.create_table(
        "idempotency",
        words("actor", key=True),
        words("key", key=True),
        whole("n"),
        words("digest"),
        whole("status"),
        words("body"),
        sqlite_strict=True,
    )
    op.create_index("idempotency_n", "idempotency", ["n"], unique=True)
