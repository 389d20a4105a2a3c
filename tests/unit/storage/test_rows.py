"""Small pure parts of storage."""

from typing import get_args

import pytest

from server.storage.audit import AuditAction, masked
from server.storage.codec import decode_event, encode_event, link
from server.storage.days import gaming_day
from server.storage.engines import AddressRefused, address
from server.storage.rows import FOLLOWS, waves
from server.table import events as e


def test_every_event_has_a_stable_audit_name() -> None:
    assert {event.__struct_config__.tag for event in get_args(e.Event)} <= set(AuditAction)


def test_everything_that_follows_is_an_event() -> None:
    assert set(FOLLOWS) <= set(get_args(e.Event))


@pytest.mark.parametrize(
    ("at", "day"),
    [
        ("2026-11-18T18:59:59.999Z", "2026-11-18"),  # 05:59 in Sydney, summer time
        ("2026-11-18T19:00:00.000Z", "2026-11-19"),
        ("2026-07-01T19:59:00.000Z", "2026-07-01"),  # winter: one hour later in UTC
        ("2026-07-01T20:00:00.000Z", "2026-07-02"),
        ("2027-01-01T00:00:00.000Z", "2027-01-01"),
    ],
)
def test_the_gaming_day_starts_at_six_local_time(at: str, day: str) -> None:
    assert gaming_day(at, "Australia/Sydney", "06:00") == day


def test_waves_keep_the_order_of_each_thing() -> None:
    moves = [("a", 1), ("b", 1), ("a", 2), ("a", 3), ("c", 1), ("b", 2)]
    assert waves(moves, key=lambda move: move[0]) == [
        [("a", 1), ("b", 1), ("c", 1)],
        [("a", 2), ("b", 2)],
        [("a", 3)],
    ]


def test_a_link_depends_on_every_column_and_on_what_came_before() -> None:
    base = link("0", "P1", 1, "body")
    assert base == link("0", "P1", 1, "body")
    assert len({base, link("1", "P1", 1, "body"), link("0", "P1", 2, "body"), link("0", "P1", 1, "bodx")}) == 4
    assert link("0", "ab", "c") != link("0", "a", "bc")


def test_events_survive_storage() -> None:
    event = e.WagersChanged("R1", "r", "s", {"straight:17": 100}, ())
    assert decode_event(encode_event(event)) == event


def test_masked_numbers_keep_their_end() -> None:
    assert masked("123456789012345678") == "**************5678"
    assert masked("12") == "12"


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "mysql://localhost/x"])
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(AddressRefused):
        address(url)


def test_postgresql_always_goes_through_psycopg() -> None:
    assert address("postgresql://u@h/d").drivername == "postgresql+psycopg"
