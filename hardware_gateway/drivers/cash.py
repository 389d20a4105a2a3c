"""The vendor-neutral faces of note acceptors and ticket printers.

A driver for a real protocol implements these; the simulators already do.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Note:
    value: int
    currency: str


@dataclass(frozen=True, slots=True)
class Ticket:
    number: str


Paper = Note | Ticket


@dataclass(frozen=True, slots=True)
class Escrowed:
    paper: Paper


@dataclass(frozen=True, slots=True)
class Stacked:
    """Repeated by the device until the host acknowledges it, like the real ones do."""

    paper: Paper


@dataclass(frozen=True, slots=True)
class Returned:
    """`paper` is None when it was refused at the mouth without being read."""

    paper: Paper | None
    reason: str


AcceptorEvent = Escrowed | Stacked | Returned


class Acceptor(Protocol):
    """One paper at a time: held in escrow until the host stacks it or gives it back."""

    enabled: bool
    escrow: Paper | None
    events: asyncio.Queue[AcceptorEvent]

    def stack(self) -> None: ...

    def give_back(self, reason: str) -> None: ...

    def acknowledge(self) -> None:
        """The stacked paper is durable with the host; only now may the next one come."""


@dataclass(frozen=True, slots=True)
class PrintedTicket:
    number: str
    amount: int
    currency: str
    issued_at: str
    terminal: str
    table: str


@dataclass(frozen=True, slots=True)
class PrinterState:
    ok: bool
    reason: str | None


class Printer(Protocol):
    changes: asyncio.Queue[PrinterState]

    @property
    def state(self) -> PrinterState: ...

    async def print(self, ticket: PrintedTicket) -> str | None:
        """None = printed; otherwise the reason, "unknown" when the paper may exist."""
