"""The migrations make exactly the schema the tables describe, in the repository and wherever they are installed."""

import re
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text
from sqlmodel import SQLModel

from server.storage import tables
from server.storage.database import Database
from server.storage.migrate import SCHEMA, configuration, revision
from server.storage.port import StoreFault

GUARDED = {
    "sqlite": {
        *(f"{table}_no_{change}" for table in ("journal", "transfer", "audit") for change in ("update", "delete")),
        *("journal_fence", "ticket_moves", "ticket_no_delete", "round_moves", "round_no_delete"),
    },
    "postgresql": {
        *(f"{table}_no_{change}" for table in ("journal", "transfer", "audit") for change in ("change", "truncate")),
        *("journal_fence", "ticket_moves", "ticket_no_delete", "round_moves", "round_no_delete"),
    },
}


async def test_the_migrated_schema_is_what_the_tables_say(url: str) -> None:
    database = Database(url)
    await database.open()

    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, SQLModel.metadata))

    assert await database.read(differences) == []
    assert await database.read(revision) == SCHEMA
    await database.close()


async def test_the_guards_are_in_place(url: str) -> None:
    database = Database(url)
    await database.open()
    query = (
        "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        if database.dialect == "sqlite"
        else "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
    )
    found = await database.read(lambda connection: set(connection.execute(text(query)).scalars()))
    assert found == GUARDED[database.dialect]
    await database.close()


def statements(path: Path) -> dict[str, list[str]]:
    """Each table's and index's own statement, line by line; the order of constraints says nothing."""
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql <> ''")
    found = {name: sorted(line.strip(" \t,") for line in sql.splitlines()) for name, sql in rows}
    connection.close()
    found.pop("alembic_version", None)
    return found


async def test_checks_and_strictness_too(tmp_path: Path) -> None:
    """Autogeneration does not compare CHECK constraints or STRICT; the statements themselves do."""
    assert tables.STRICT
    made, migrated = tmp_path / "made.sqlite3", tmp_path / "migrated.sqlite3"
    engine = create_engine(f"sqlite:///{made}")
    SQLModel.metadata.create_all(engine)
    engine.dispose()
    database = Database(f"sqlite:///{migrated}")
    await database.open()
    await database.close()
    assert statements(migrated) == statements(made)


def test_the_newest_migration_is_the_one_the_code_names() -> None:
    assert ScriptDirectory.from_config(configuration()).get_current_head() == SCHEMA


def test_the_legal_moves_of_tickets_are_the_same_in_code_and_migration() -> None:
    source = Path(configuration().get_main_option("script_location") or "") / "versions" / "0002_guards.py"
    listed = set(re.findall(r"\('(\w+)', '(\w+)'\)", source.read_text()))
    assert set(tables.TICKET_MOVES) == {move for move in listed if move[0] in tables.TICKET_STATES}


async def test_a_database_of_a_newer_version_is_refused(url: str) -> None:
    database = Database(url)
    await database.open()
    await database.write(lambda c: c.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    await database.close()
    later = Database(url)
    with pytest.raises(StoreFault, match="9999"):
        await later.open()
