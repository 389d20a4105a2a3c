"""The three games are in the registry for every test that asks for a parlour."""

from collections.abc import Iterator

import pytest

from tests.unit.table.games import three_games
from tests.unit.table.parlour import Parlour


@pytest.fixture
def parlour() -> Iterator[Parlour]:
    with three_games():
        house = Parlour()
        yield house
        assert house.replayed() == house.pit
