"""The SlingShot 2 line protocol: what counts as a line, and that nothing else ever does."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware_gateway.codecs import slingshot2 as wire
from hardware_gateway.codecs.slingshot2 import (
    Bonus,
    Command,
    CommandDecoder,
    Decoder,
    Event,
    Garbage,
    Reply,
    Status,
    WinningNumber,
)

LINES: list[tuple[str, Event]] = [
    ("*X;2;002;31;0;146;1", Status(2, 2, "31", 0, 146, 1)),
    ("*X;6;001;  ;0;000;0", Status(6, 1, None, 0, 0, 0)),
    ("*X;2;158; 0;0;149;1", Status(2, 158, "0", 0, 149, 1)),
    ("*X;5;007; 7;F;999;0", Status(5, 7, "7", 15, 999, 0)),
    ("*X;5;221;00;A;172;0", Status(5, 221, "00", 10, 172, 0)),
    ("28", WinningNumber("28")),
    (" 7", WinningNumber("7")),
    ("00", WinningNumber("00")),
    ("*Y;3;abc", Bonus(3, "abc")),
    ("*P OK", Reply("P", "OK")),
    ("*P NO", Reply("P", "NO")),
    ("*u OK", Reply("u", "OK")),
    ("*o BUSY", Reply("o", "BUSY")),
    ("*O 6 1 60 1158", Reply("O", "6 1 60 1158")),
    ("*T m 2.0|20000.0", Reply("T", "m 2.0|20000.0")),
    (
        "*V V2.50 Cammegh / Syoptic - SlingShot 2 Roulette Wheel (c) 03/12/18",
        Reply("V", "V2.50 Cammegh / Syoptic - SlingShot 2 Roulette Wheel (c) 03/12/18"),
    ),
    ("*) NO", Reply(")", "NO")),
]

JUNK = [
    "00;0",
    "*X;4;00*X;*X;4;001;  ;0;170;0",
    "*X;7;002;31;0;146;1",
    "*X;0;002;31;0;146;1",
    "*X;5;02;31;0;146;1",
    "*X;5;002;3 ;0;146;1",
    "*X;5;002;31;G;146;1",
    "*X;5;002;31;a;146;1",
    "*X;5;002;31;0;46;1",
    "*X;5;002;31;0;146;2",
    "*X;5;002;31;0;146;1 ",
    " *X;5;002;31;0;146;1",
    "*X;5;002;31;0;146",
    "28*X;5;002;28;0;172;0",
    "*P OK*X;2;002;31;0;146;1",
    "7",
    "128",
    "*Y;7;abc",
    "*",
    "hello",
]


@pytest.mark.parametrize(("text", "event"), LINES)
def test_line_is_read_and_written_back(text: str, event: Status | WinningNumber | Bonus | Reply) -> None:
    raw = text.encode("ascii") + b"\r\n"
    assert Decoder().feed(raw) == [event]
    assert wire.render_event(event) == raw


@pytest.mark.parametrize("text", JUNK)
def test_anything_but_a_whole_line_is_garbage_and_counted(text: str) -> None:
    decoder = Decoder()
    assert decoder.feed(text.encode("ascii") + b"\r\n") == [Garbage(text.encode("ascii"))]
    assert decoder.garbage_count == 1


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n", b"\n\r"])
def test_every_line_ending_is_accepted(end: bytes) -> None:
    assert Decoder().feed(b"28" + end + b"*u OK" + end) == [WinningNumber("28"), Reply("u", "OK")]


def test_a_line_without_end_takes_bounded_memory_and_ends_as_one_garbage() -> None:
    decoder = Decoder()
    for _ in range(1000):
        assert decoder.feed(b"x" * 1000) == []
    events = decoder.feed(b"\r\n28\r\n")
    assert [type(event) for event in events] == [Garbage, WinningNumber]
    assert isinstance(events[0], Garbage)
    assert len(events[0].raw) == 128


def test_half_a_line_is_forgotten_when_the_connection_changes() -> None:
    decoder = Decoder()
    decoder.feed(b"*X;5;002;28;0;17")
    decoder.reset()
    assert decoder.feed(b"28\r\n") == [WinningNumber("28")]


@given(st.binary(max_size=400), st.lists(st.integers(0, 400), max_size=12))
def test_any_bytes_in_any_chunks_give_the_same_events(data: bytes, cuts: list[int]) -> None:
    whole = Decoder().feed(data)
    chunked = Decoder()
    edges = [0, *sorted(cuts), len(data)]
    events = [event for start, stop in itertools.pairwise(edges) for event in chunked.feed(data[start:stop])]
    assert events == whole


@given(st.text(alphabet="*X;0123456 PYu\r\n", max_size=200))
def test_near_misses_never_become_a_different_line(text: str) -> None:
    """Whatever is understood is exactly what was on the line."""
    raw = text.encode("ascii")
    lines = [line for line in raw.replace(b"\r", b"\n").split(b"\n") if line]
    events = Decoder().feed(raw + b"\n")
    assert len(events) == len(lines)
    for line, event in zip(lines, events, strict=True):
        if isinstance(event, Status | WinningNumber | Bonus):
            assert wire.render_event(event) == line + b"\r\n"


@given(st.builds(Status, st.integers(1, 6), st.integers(0, 999),
                 st.none() | st.sampled_from(sorted(wire.pockets_of_wheel(38))), st.integers(0, 15),
                 st.integers(0, 999), st.integers(0, 1)))  # fmt: skip
def test_every_status_survives_the_wire(status: Status) -> None:
    assert Decoder().feed(wire.render_event(status)) == [status]


def test_commands_to_the_device_survive_the_wire() -> None:
    commands = [wire.OPEN_TABLE, wire.CLOSE_TABLE, wire.START_GAME, wire.QUERY_MODE, wire.set_mode(1159), Command(")")]
    raw = b"".join(wire.render_command(command) for command in commands)
    assert raw.startswith(b"*P 1\r\n*P 0\r\n*u 1\r\n*O\r\n*o 1159\r\n")
    assert CommandDecoder().feed(b"junk\r\n" + raw) == commands


def test_a_wheel_has_37_or_38_pockets() -> None:
    assert len(wire.pockets_of_wheel(37)) == 37
    assert wire.pockets_of_wheel(38) - wire.pockets_of_wheel(37) == {"00"}
    with pytest.raises(ValueError, match="36"):
        wire.pockets_of_wheel(36)
