"""A PostgreSQL database of this run for the rigs that want one."""

from collections.abc import Iterator

import pytest

from tests.integration.storage.conftest import new_database, postgres

__all__ = ["postgres"]


@pytest.fixture
def postgres_url(postgres: str) -> Iterator[str]:
    yield from new_database(postgres)
