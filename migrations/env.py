"""Alembic's entry point: on the connection it is handed, or on the address in CROUPIER_DATABASE for a developer."""

import os

from alembic import context
from sqlalchemy import Connection, create_engine
from sqlmodel import SQLModel

import server.storage.tables  # noqa: F401  (fills the metadata)


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=SQLModel.metadata,
        compare_type=True,
        transaction_per_migration=False,
    )
    with context.begin_transaction():
        context.run_migrations()


given: Connection | None = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with create_engine(os.environ["CROUPIER_DATABASE"]).connect() as opened:
        run(opened)
        opened.commit()
