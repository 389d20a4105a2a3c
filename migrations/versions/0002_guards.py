"""What the database itself refuses: changes to the record, stale owners, illegal moves of tickets and rounds."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

APPEND_ONLY = ("journal", "transfer", "audit")
TICKET_MOVES = (
    "('issuing', 'issued'), ('issuing', 'void'), ('issued', 'pending'), ('issued', 'void'), ('issued', 'expired'), "
    "('pending', 'redeemed'), ('pending', 'issued')"
)
TICKET_FIXED = "OLD.number <> NEW.number OR OLD.amount <> NEW.amount OR OLD.pit <> NEW.pit"
ROUND_MOVES = "('open', 'settled'), ('open', 'void'), ('settled', 'settled')"


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        guard_sqlite()
    else:
        guard_postgresql()


def downgrade() -> None:
    raise NotImplementedError("a journal is never left unguarded; the way back is a restore")


def sqlite_trigger(name: str, when: str, table: str, condition: str, message: str) -> None:
    op.execute(
        f"CREATE TRIGGER {name} BEFORE {when} ON {table} FOR EACH ROW WHEN {condition} "
        f"BEGIN SELECT RAISE(ABORT, '{message}'); END"
    )


def guard_sqlite() -> None:
    for table in APPEND_ONLY:
        for change in ("UPDATE", "DELETE"):
            sqlite_trigger(f"{table}_no_{change.lower()}", change, table, "true", f"{table} is append-only")
    stale = "NEW.epoch IS NOT (SELECT epoch FROM pit_owner WHERE pit = NEW.pit)"
    sqlite_trigger("journal_fence", "INSERT", "journal", stale, "fenced: another owner has the pit")
    moves = f"{TICKET_FIXED} OR (OLD.state, NEW.state) NOT IN (VALUES {TICKET_MOVES})"
    sqlite_trigger("ticket_moves", "UPDATE", "ticket", moves, "illegal move of a ticket")
    sqlite_trigger("ticket_no_delete", "DELETE", "ticket", "true", "tickets are never deleted")
    moves = f"(OLD.status, NEW.status) NOT IN (VALUES {ROUND_MOVES})"
    sqlite_trigger("round_moves", "UPDATE", "round", moves, "illegal move of a round")
    sqlite_trigger("round_no_delete", "DELETE", "round", "true", "rounds are never deleted")


def postgresql_refusal(name: str, message: str) -> None:
    op.execute(
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{message}' USING ERRCODE = 'check_violation'; END $$"
    )


def postgresql_trigger(name: str, when: str, table: str, condition: str, function: str) -> None:
    op.execute(
        f"CREATE TRIGGER {name} BEFORE {when} ON {table} FOR EACH ROW WHEN ({condition}) EXECUTE FUNCTION {function}()"
    )


def guard_postgresql() -> None:
    postgresql_refusal("refuse_change", "this record is append-only")
    postgresql_refusal("refuse_move", "illegal move")
    for table in APPEND_ONLY:
        postgresql_trigger(f"{table}_no_change", "UPDATE OR DELETE", table, "true", "refuse_change")
        op.execute(
            f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        )
    op.execute(
        "CREATE FUNCTION refuse_stale_owner() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF EXISTS (SELECT 1 FROM added a LEFT JOIN pit_owner o ON o.pit = a.pit AND o.epoch = a.epoch "
        "WHERE o.pit IS NULL) THEN RAISE EXCEPTION 'fenced: another owner has the pit'; END IF; RETURN NULL; END $$"
    )
    # Once per statement, not per row: a busy batch adds hundreds of events.
    op.execute(
        "CREATE TRIGGER journal_fence AFTER INSERT ON journal REFERENCING NEW TABLE AS added "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_stale_owner()"
    )
    moves = f"{TICKET_FIXED} OR (OLD.state, NEW.state) NOT IN ({TICKET_MOVES})"
    postgresql_trigger("ticket_moves", "UPDATE", "ticket", moves, "refuse_move")
    postgresql_trigger("ticket_no_delete", "DELETE", "ticket", "true", "refuse_change")
    moves = f"(OLD.status, NEW.status) NOT IN ({ROUND_MOVES})"
    postgresql_trigger("round_moves", "UPDATE", "round", moves, "refuse_move")
    postgresql_trigger("round_no_delete", "DELETE", "round", "true", "refuse_change")
