"""Bring a database to the schema this version needs."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

import migrations


def configuration(connection: Connection | None = None) -> Config:
    """Alembic's settings, with the migrations found wherever the package is installed."""
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.attributes["connection"] = connection
    return config


def migrate(connection: Connection) -> None:
    """Run what is missing, inside the caller's transaction: a half-migrated database cannot be left behind."""
    command.upgrade(configuration(connection), "head")


def revision(connection: Connection) -> str | None:
    """The revision the database stands at; None when it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def newest() -> str:
    head = ScriptDirectory.from_config(configuration()).get_current_head()
    if head is None:
        raise RuntimeError("the package holds no migrations")
    return head
