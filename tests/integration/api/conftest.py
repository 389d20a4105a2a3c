"""A house for every test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.integration.api.house import House, open_house


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path) as opened:
        yield opened


@pytest.fixture
async def floor(house: House) -> House:
    """The house with an open table and a player at it."""
    await house.furnish()
    return house
