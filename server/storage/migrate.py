"""Bring a database to the schema this version needs."""

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

import migrations

if TYPE_CHECKING:
    from alembic.config import Config

SCHEMA = "0002"
"""The newest migration. Named here so that a server whose database is up to date need not load Alembic at all."""


class SchemaRefused(Exception):
    """The database was written by a newer version of the product."""


def configuration(connection: Connection | None = None) -> "Config":
    """Alembic's settings, with the migrations found wherever the package is installed."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.attributes["connection"] = connection
    return config


def revision(connection: Connection) -> str | None:
    """The migration the database stands at; None when it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def migrate(connection: Connection) -> None:
    """Run what is missing, inside the caller's transaction: a half-migrated database cannot be left behind."""
    found = revision(connection)
    if found == SCHEMA:
        return
    if found is not None and found > SCHEMA:
        raise SchemaRefused(f"the database is at {found}, this version knows up to {SCHEMA}")
    from alembic import command

    command.upgrade(configuration(connection), SCHEMA)
