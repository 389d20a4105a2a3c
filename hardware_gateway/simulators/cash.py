"""Simulated note acceptor and ticket printer.

They model what matters for money (escrow, stacking, acknowledgement, an unknown
print outcome) in process. They speak no vendor protocol.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from hardware_gateway.drivers.cash import (
    AcceptorEvent,
    Escrowed,
    Note,
    Paper,
    PrintedTicket,
    PrinterState,
    Returned,
    Stacked,
    Ticket,
)

_TRAY_MAX: Final = 20


class SimulatedAcceptor:
    """One paper at a time: mouth, escrow, stacker."""

    def __init__(self, currency: str, note_values: frozenset[int]) -> None:
        self.currency = currency
        self.note_values = note_values
        self.enabled = False
        self.escrow: Paper | None = None
        self.stacked_count = 0
        self.returned: deque[Returned] = deque(maxlen=20)
        self.events: asyncio.Queue[AcceptorEvent] = asyncio.Queue(64)
        self._unacknowledged: Stacked | None = None

    def insert(self, paper: Paper) -> str | None:
        """A person offers paper; a text says why it comes straight back, None that it is being held."""
        reason = self._why_not(paper)
        if reason:
            self._give_back(Returned(None, reason))
            return reason
        self.escrow = paper
        self.events.put_nowait(Escrowed(paper))
        return None

    def power_up_with_ticket(self, number: str) -> None:
        """A ticket was in escrow when the power went: it comes back out of the mouth."""
        self._give_back(Returned(Ticket(number), "power_up"))

    def _why_not(self, paper: Paper) -> str | None:
        if not self.enabled:
            return "disabled"
        if self.escrow is not None or self._unacknowledged or self.events.qsize() > 32:
            return "busy"
        if isinstance(paper, Note) and (paper.value not in self.note_values or paper.currency != self.currency):
            return "not_recognised"
        return None

    def stack(self) -> None:
        """Host order: the paper falls into the box; from here on it cannot come back."""
        if self.escrow is not None:
            self._unacknowledged = Stacked(self.escrow)
            self.escrow = None
            self.stacked_count += 1
            self.events.put_nowait(self._unacknowledged)

    def give_back(self, reason: str) -> None:
        if self.escrow is not None:
            paper, self.escrow = self.escrow, None
            self._give_back(Returned(paper, reason))

    def acknowledge(self) -> None:
        """Host took note of the stacked paper; the device is ready for the next one."""
        self._unacknowledged = None

    def _give_back(self, returned: Returned) -> None:
        self.returned.append(returned)
        if not self.events.full():
            self.events.put_nowait(returned)


@dataclass(slots=True)
class SimulatedPrinter:
    """Prints into a tray; `jam` breaks it, also in the middle of a ticket."""

    print_seconds: float
    tray: list[PrintedTicket] = field(default_factory=list)
    jammed: bool = False
    printing: bool = False
    changes: asyncio.Queue[PrinterState] = field(default_factory=lambda: asyncio.Queue(64))
    _spoiled: bool = False

    @property
    def state(self) -> PrinterState:
        return PrinterState(not self.jammed, "jam" if self.jammed else None)

    def jam(self, on: bool) -> None:
        if on == self.jammed:
            return
        self.jammed = on
        self._spoiled = self._spoiled or (on and self.printing)
        if not self.changes.full():
            self.changes.put_nowait(self.state)

    async def print(self, ticket: PrintedTicket) -> str | None:
        """None = the paper is in the tray; "unknown" = it may or may not be readable."""
        if self.jammed:
            return "jam"
        if len(self.tray) >= _TRAY_MAX:
            return "tray_full"
        self.printing, self._spoiled = True, False
        try:
            await asyncio.sleep(self.print_seconds)
        finally:
            self.printing = False
        if self._spoiled:
            return "unknown"
        self.tray.append(ticket)
        return None

    def take(self, number: str | None = None) -> list[PrintedTicket]:
        """A person takes one ticket, or all of them, out of the tray."""
        taken = [ticket for ticket in self.tray if number in (None, ticket.number)]
        self.tray = [ticket for ticket in self.tray if ticket not in taken]
        return taken
