"""A house for every test."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.integration.api.house import House, Staffed, house_like, staffed


@pytest.fixture(scope="session")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Staffed:
    return asyncio.run(staffed(tmp_path_factory.mktemp("house")))


@pytest.fixture
async def house(pattern: Staffed, tmp_path: Path) -> AsyncIterator[House]:
    async with house_like(pattern, tmp_path) as opened:
        yield opened


@pytest.fixture
async def floor(house: House) -> House:
    """The house with an open table and a player at it."""
    await house.furnish()
    return house
