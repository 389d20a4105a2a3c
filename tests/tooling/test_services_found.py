"""The tests' own services: what is given is used, what is missing is started or named, nothing is left behind."""

import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from tools import test_services
from tools.private_postgres import PostgresRefused, can_create_databases, find_binaries, private_server

ROOT = Path(__file__).parents[2]
NOWHERE = "postgresql://nobody@127.0.0.1:1/postgres"


@pytest.mark.postgres
@pytest.mark.skipif(find_binaries() is None, reason="PostgreSQL's programs are not installed")
def test_a_private_server_lives_as_long_as_it_is_needed() -> None:
    with private_server() as url:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("CREATE DATABASE croupier_private_probe")
            checksums = connection.execute("SHOW data_checksums").fetchone()
        assert checksums == ("on",)
    with pytest.raises(PostgresRefused):
        can_create_databases(url)


def test_an_address_given_but_dead_is_an_error_and_not_a_skip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(test_services.POSTGRES, NOWHERE)
    with pytest.raises(PostgresRefused):
        test_services.find_postgres()


def test_without_a_server_the_reason_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(test_services.POSTGRES, raising=False)
    monkeypatch.setattr(test_services, "LOCAL_URLS", (NOWHERE,))
    service = test_services.find_postgres()
    assert service.assignments() == {"CROUPIER_TEST_POSTGRES_REASON": service.reason}
    assert "PostgreSQL" in service.reason


def test_the_status_of_the_command_is_the_status_of_the_run() -> None:
    command = [sys.executable, "-m", "tools.test_services", "run", "--", sys.executable, "-c", "raise SystemExit(7)"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 7, done.stderr
    assert done.stdout == ""
