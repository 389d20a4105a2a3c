"""State = snapshot + events, wherever the snapshot was taken, for every kind of event there is."""

from typing import get_args

import msgspec
import pytest

from server.storage.codec import decode_event, decode_state, encode_event, encode_state
from server.table import events as e
from server.table.apply import APPLIERS, apply, new_pit
from server.table.commands import Command
from server.table.decide import DECIDERS
from tests.rules.evening import evening
from tests.rules.house import House, replay
from tests.unit.table.parlour import parlour_evening


@pytest.fixture(scope="module", params=[evening, parlour_evening])
def house(request: pytest.FixtureRequest) -> House:
    made: House = request.param()
    return made


def test_the_evenings_record_every_kind_of_event() -> None:
    kinds = {type(item.event) for item in (*evening().journal, *parlour_evening().journal)}
    assert kinds == set(get_args(e.Event)) == set(APPLIERS)


def test_every_command_has_somebody_who_decides_it() -> None:
    assert set(DECIDERS) == set(get_args(Command))


def test_events_survive_storage(house: House) -> None:
    for recorded in house.journal:
        body = encode_event(recorded.event)
        assert decode_event(body) == recorded.event
        assert encode_event(decode_event(body)) == body


def test_a_replay_equals_the_state_that_was_lived_through(house: House) -> None:
    assert house.replayed() == house.pit
    assert msgspec.json.encode(house.replayed()) == msgspec.json.encode(house.pit)


def test_a_snapshot_at_any_event_plus_the_rest_equals_the_whole(house: House) -> None:
    whole = encode_state(replay(house.journal, house.venue))
    pit = new_pit("p1", house.venue)
    for place, recorded in enumerate(house.journal, 1):
        apply(pit, recorded)
        again = decode_state(encode_state(pit))
        assert again == pit
        for later in house.journal[place:]:
            apply(again, later)
        assert encode_state(again) == whole, f"snapshot after {place}: {type(recorded.event).__name__}"


def test_the_journal_counts_without_a_gap(house: House) -> None:
    assert [item.seq for item in house.journal] == list(range(1, len(house.journal) + 1))


def test_an_event_of_a_round_that_is_not_there_is_a_defect() -> None:
    house = evening()
    stray = e.BallSeen("T1", "T1-99", "1")
    with pytest.raises(RuntimeError, match="T1-99"):
        apply(house.pit, e.Recorded(1, "x", house.journal[0].actor, "", 0, stray))
