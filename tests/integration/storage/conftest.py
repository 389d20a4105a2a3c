"""Both databases for every test that asks for `url`: a SQLite file and a PostgreSQL database of its own."""

import os
import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import make_url

from server.storage.sql import SqlStore
from tests.integration.storage.floor import Writer
from tools.private_postgres import PostgresRefused
from tools.test_services import find_postgres


@pytest.fixture(scope="session")
def postgres() -> str:
    """The address of a server that lets us make databases; skips, with the reason, where there is none."""
    try:
        found = find_postgres()
    except PostgresRefused as refusal:
        pytest.skip(str(refusal))
    if found.value is None:
        pytest.skip(os.environ.get("CROUPIER_TEST_POSTGRES_REASON", found.reason))
    return found.value


def new_database(server: str) -> Iterator[str]:
    """A database of this run, dropped at its end."""
    name = f"croupier_test_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield make_url(server).set(database=name).render_as_string(hide_password=False)
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def emptied(url: str) -> str:
    """The database with nothing in it: far quicker than making one for every test."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return url


@pytest.fixture(scope="session")
def database_of_this_run(postgres: str) -> Iterator[str]:
    yield from new_database(postgres)


@pytest.fixture(scope="session")
def second_database_of_this_run(postgres: str) -> Iterator[str]:
    yield from new_database(postgres)


@pytest.fixture
def postgres_url(database_of_this_run: str) -> str:
    return emptied(database_of_this_run)


@pytest.fixture
def second_postgres_url(second_database_of_this_run: str) -> str:
    return emptied(second_database_of_this_run)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'floor.sqlite3'}"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest) -> str:
    address: str = request.getfixturevalue(f"{request.param}_url")
    return address


@pytest.fixture
async def store(url: str) -> AsyncIterator[SqlStore]:
    opened = await SqlStore.open(url)
    yield opened
    await opened.close()


@pytest.fixture
async def writer(store: SqlStore) -> Writer:
    """An owner of pit P1 with a table, a terminal and a session."""
    made = Writer(store)
    await made.claim()
    await made.furnish()
    return made
