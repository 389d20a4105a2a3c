"""Storage takes what games other than roulette record: prepared and dummy rounds, draws, carried wagers."""

from sqlalchemy import text

from server.storage.port import Batch
from server.storage.sql import SqlStore
from server.table.apply import apply, new_pit
from tests.unit.table.parlour import parlour_evening


async def rows(store: SqlStore, query: str) -> list[tuple[object, ...]]:
    return await store.database.read(lambda connection: [tuple(row) for row in connection.execute(text(query))])


async def test_an_evening_of_other_games_is_stored_and_comes_back(store: SqlStore) -> None:
    house = parlour_evening()
    epoch = await store.claim("p1")
    await store.commit(Batch("p1", epoch, house.clock.ms, list(house.journal), []))
    loaded = await store.load("p1")
    pit = new_pit("p1", house.venue)
    for recorded in loaded.events:
        apply(pit, recorded)
    assert pit == house.pit
    assert await rows(store, "SELECT id, status, value FROM round ORDER BY id") == [
        ("T1-1", "settled", "3-4"),
        ("T1-2", "settled", "4-4"),
        ("T1-3", "settled", "1-2"),
        ("T1-4", "settled", "6-6"),
        ("T2-1", "settled", "2-9-5"),
        ("T3-1", "settled", "high"),
    ]
    assert await rows(store, "SELECT kind, amount FROM register") == [("underpayment", 400)]
