"""A round's record is read off its events: standing wagers, settlement, and the correction on top."""

from server.api.rest.story import told
from server.games.contract import Settlement, SpotId, WagerResult
from server.storage.queries import RoundLine, RoundStory
from server.table import events as e
from server.table.state import CreditedBack, SeatRecord
from server.table.values import Actor, Role

DEALER = Actor(Role.DEALER, "staff-1", "Dana")
LINE = {
    "round": "T1-1",
    "table": "T1",
    "number": 1,
    "status": "settled",
    "value": "17",
    "original": None,
    "staked": 0,
    "returned": 0,
    "opened_at": "2026-01-01T00:00:00.000Z",
    "decided_at": None,
}


def story(*events: e.Event) -> RoundStory:
    line = RoundLine("T1-1", "T1", 1, "open", None, None, 0, 0, "2026-01-01T00:00:00.000Z", None, "hash")
    recorded = tuple(
        e.Recorded(n, f"c{n}", DEALER, "2026-01-01T00:00:00.000Z", n, event) for n, event in enumerate(events)
    )
    return RoundStory(line, "2026-01-01", recorded)


def wagers(session: str, **changes: int) -> e.WagersChanged:
    return e.WagersChanged("T1", "T1-1", session, dict(changes), ())


def seat(session: str, result: WagerResult, returned: int) -> SeatRecord:
    settled = (Settlement(SpotId("red"), 500, result, returned),)
    return SeatRecord(
        session, f"PT-{session}", settled, (CreditedBack("odd", 10, "below_minimum"),), 1_000, 500 + returned
    )


def settled(value: str, seats: dict[str, SeatRecord]) -> e.RoundSettled:
    return e.RoundSettled("T1", "T1-1", value, (), seats, (), {}, 500, 0, None)


def test_wagers_add_up_while_the_round_is_open() -> None:
    record = told(story(wagers("b", red=500), wagers("a", odd=100), wagers("b", red=-500, low=200)), LINE)
    assert [(s.session, s.staked, [(w.spot, w.stake, w.result) for w in s.wagers]) for s in record.seats] == [
        ("a", 100, [("odd", 100, None)]),
        ("b", 200, [("low", 200, None)]),
    ]


def test_the_close_says_what_stands() -> None:
    closed = e.WageringClosed("T1", "T1-1", "main", "deadline", {"a": {"red": 500}}, {}, ())
    record = told(story(wagers("a", red=500, odd=10), wagers("b", odd=10), closed), LINE)
    assert [(s.session, s.staked) for s in record.seats] == [("a", 500)]


def test_a_correction_replaces_what_the_settlement_said() -> None:
    first = settled("17", {"a": seat("a", WagerResult.LOSE, 0), "b": seat("b", WagerResult.LOSE, 0)})
    corrected = e.ResultCorrected(
        "T1",
        "T1-1",
        "18",
        "17",
        "misread",
        "staff-1",
        "staff-2",
        {"a": seat("a", WagerResult.WIN, 1_000)},
        (),
        (),
        1_000,
    )
    record = told(story(first, corrected), LINE)
    assert [(s.session, s.returned, s.wagers[0].result) for s in record.seats] == [
        ("a", 1_000, "win"),
        ("b", 0, "lose"),
    ]
    assert [item.reason for item in record.seats[0].credited_back] == ["below_minimum"]
    assert [event.type for event in record.events] == ["round_settled", "result_corrected"]
    assert record.events[1].data["approved_by"] == "staff-2"
    assert "seats" not in record.events[1].data
