"""The wire between gateway and server: one closed set of messages per direction."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

FEATURE_LEVEL: Final = 1
MESSAGE_BYTES_MAX: Final = 65_536

_Id = Annotated[str, Meta(min_length=1, max_length=120)]
_Text = Annotated[str, Meta(max_length=500)]
_Counter = Annotated[int, Meta(ge=1, le=2**53)]
_Boot = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class Hello(Struct, frozen=True, tag_field="type", tag="hello"):
    device: str
    token: str
    feature_level: int
    boot: str


class ReadingMessage(Struct, frozen=True, tag_field="type", tag="reading"):
    boot: str
    counter: int
    device: str
    kind: str
    data: dict[str, object]
    at: str
    mac: str


class Ping(Struct, frozen=True, tag_field="type", tag="ping"):
    t: int


class Welcome(Struct, frozen=True, tag_field="type", tag="welcome"):
    feature_level: int
    gateway: _Id


class Ack(Struct, frozen=True, tag_field="type", tag="ack"):
    """Everything of this boot up to this counter is durable at the server."""

    boot: _Boot
    counter: _Counter


class CommandMessage(Struct, frozen=True, tag_field="type", tag="device_command"):
    id: _Id
    device: _Id
    kind: _Id
    data: dict[str, object]


class PrintTicket(Struct, frozen=True):
    """Data of the command `print_ticket`; the amount is in minor units."""

    number: Annotated[str, Meta(pattern="^[0-9]{8,32}$")]
    amount: Annotated[int, Meta(gt=0, le=2**53)]
    currency: Annotated[str, Meta(pattern="^[A-Z]{3}$")]
    issued_at: Annotated[str, Meta(max_length=40)]
    terminal: Annotated[str, Meta(max_length=60)]
    table: Annotated[str, Meta(max_length=60)] = ""


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    t: float


class Refusal(Struct, frozen=True, tag_field="type", tag="refusal"):
    code: _Id
    detail: _Text = ""


class Junk(Struct, frozen=True):
    """A frame that is none of ours: a value to count and log, never an exception."""

    detail: str


ToServer = Hello | ReadingMessage | Ping
FromServer = Welcome | Ack | CommandMessage | Pong | Refusal

_from_server: Final[msgspec.json.Decoder[FromServer]] = msgspec.json.Decoder(FromServer)
_encoder: Final = msgspec.json.Encoder()


def encode(message: ToServer) -> str:
    return _encoder.encode(message).decode("utf-8")


def decode(frame: str | bytes) -> FromServer | Junk:
    try:
        return _from_server.decode(frame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return Junk(str(error)[:200])


def canonical(value: object) -> str:
    """The one JSON text of a value: what is signed, and what the journal keeps."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def mac_key(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8")).digest()


def reading_mac(
    key: bytes, *, gateway: str, boot: str, counter: int, device: str, kind: str, data: dict[str, object], at: str
) -> str:
    """(boot, counter) is the nonce: it never repeats, so no clock is trusted."""
    message = canonical([1, gateway, boot, counter, device, kind, data, at])
    return hmac.new(key, message.encode("utf-8"), hashlib.sha256).hexdigest()
