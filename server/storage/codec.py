"""Events and states as stored. Bodies are text, so that what was hashed is byte for byte what is kept."""

import hashlib
from typing import Protocol

import msgspec

from server.table.events import Event, Recorded
from server.table.state import Pit
from server.table.values import Actor, Role

GENESIS = "0" * 64
"""What the first link of every chain refers to."""

_events: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
_states = msgspec.json.Decoder(Pit)


def encode_event(event: Event) -> str:
    return msgspec.json.encode(event).decode()


def decode_event(body: str) -> Event:
    return _events.decode(body)


def encode_state(pit: Pit) -> bytes:
    """A snapshot's body."""
    return msgspec.json.encode(pit)


def decode_state(body: bytes) -> Pit:
    return _states.decode(body)


def encode_row(*values: object) -> bytes:
    """The canonical form of a row under a hash: its columns, in table order."""
    return msgspec.json.encode(values)


def link(previous: str, *values: object) -> str:
    """The next hash of a chain."""
    return hashlib.sha256(previous.encode() + encode_row(*values)).hexdigest()


def sha256(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


class JournalEntry(Protocol):
    """A journal row as read: these columns, whatever else was selected."""

    seq: int
    cmd: str
    actor_role: str
    actor_id: str
    actor_name: str
    at: str
    now_ms: int
    body: str


def recorded(row: JournalEntry) -> Recorded:
    actor = Actor(Role(row.actor_role), row.actor_id, row.actor_name)
    return Recorded(seq=row.seq, cmd=row.cmd, actor=actor, at=row.at, now_ms=row.now_ms, event=decode_event(row.body))
