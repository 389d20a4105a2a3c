"""The wire to the server: shapes, signature, and junk as a value."""

from __future__ import annotations

import hashlib
import hmac
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware_gateway import messages
from hardware_gateway.messages import Ack, CommandMessage, Hello, Junk, Ping, Pong, ReadingMessage, Refusal, Welcome

BOOT = "ab" * 16


def test_what_the_gateway_sends() -> None:
    hello = json.loads(messages.encode(Hello("GW-1", "secret", 1, BOOT)))
    assert hello == {"type": "hello", "device": "GW-1", "token": "secret", "feature_level": 1, "boot": BOOT}
    reading = ReadingMessage(BOOT, 7, "wheel-1", "result", {"pocket": "17"}, "2026-11-18T10:00:00.123Z", "00")
    assert json.loads(messages.encode(reading)) == {
        "type": "reading",
        "boot": BOOT,
        "counter": 7,
        "device": "wheel-1",
        "kind": "result",
        "data": {"pocket": "17"},
        "at": "2026-11-18T10:00:00.123Z",
        "mac": "00",
    }
    assert json.loads(messages.encode(Ping(5))) == {"type": "ping", "t": 5}


UNDERSTOOD = [
    ('{"type":"welcome","feature_level":1,"gateway":"GW-1"}', Welcome(1, "GW-1")),
    (f'{{"type":"ack","boot":"{BOOT}","counter":3}}', Ack(BOOT, 3)),
    (
        '{"type":"device_command","id":"c","device":"p","kind":"k","data":{"a":1}}',
        CommandMessage("c", "p", "k", {"a": 1}),
    ),
    ('{"type":"pong","t":5.0,"server_ms":9}', Pong(5)),
    ('{"type":"refusal","code":"gap","detail":"3"}', Refusal("gap", "3")),
]


@pytest.mark.parametrize(("frame", "message"), UNDERSTOOD)
def test_what_the_gateway_understands(frame: str, message: messages.FromServer) -> None:
    assert messages.decode(frame) == message


JUNK = [
    "",
    "{}",
    "[]",
    "null",
    '{"type":"nonsense"}',
    '{"type":"ack","boot":"xyz","counter":3}',
    f'{{"type":"ack","boot":"{BOOT}","counter":0}}',
    f'{{"type":"ack","boot":"{BOOT}","counter":"3"}}',
    f'{{"type":"ack","boot":"{BOOT}","counter":{2**60}}}',
    '{"type":"device_command","id":"","device":"p","kind":"k","data":{}}',
    '{"type":"device_command","id":"c","device":"p","kind":"k","data":[]}',
    "[" * 100_000,
]


@pytest.mark.parametrize("frame", JUNK)
def test_anything_else_is_junk(frame: str) -> None:
    assert isinstance(messages.decode(frame), Junk)


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_no_frame_raises(frame: bytes | str) -> None:
    messages.decode(frame)


def test_signature_is_hmac_over_the_canonical_list() -> None:
    key = messages.mac_key("a secret of some length")
    assert key == hashlib.sha256(b"a secret of some length").digest()
    data: dict[str, object] = {"pocket": "17", "café": 1, "a": None}
    at = "2026-11-18T10:00:00.123Z"
    mac = messages.reading_mac(
        key, gateway="GW-1", boot=BOOT, counter=7, device="wheel-1", kind="result", data=data, at=at
    )
    text = f'[1,"GW-1","{BOOT}",7,"wheel-1","result",{{"a":null,"caf\\u00e9":1,"pocket":"17"}},"{at}"]'
    assert mac == hmac.new(key, text.encode("ascii"), "sha256").hexdigest()
    other = messages.reading_mac(
        key, gateway="GW-1", boot=BOOT, counter=8, device="wheel-1", kind="result", data=data, at=at
    )
    assert other != mac
