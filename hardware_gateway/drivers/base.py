"""What every driver has in common: readings out, device commands in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

# JSON values only: a reading is stored, signed and sent as JSON.
Data = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Reading:
    """A vendor-neutral fact.

    `answers` names the device command it concludes; `settles_intent` says that
    the money the device was about to move has been accounted for.
    """

    kind: str
    data: Data = field(default_factory=dict)
    answers: str | None = None
    settles_intent: bool = False


@dataclass(frozen=True, slots=True)
class DeviceCommand:
    """An order from the server to one device; the id makes repeats harmless."""

    id: str
    device: str
    kind: str
    data: Data = field(default_factory=dict)


class Sink(Protocol):
    """Where readings go. Returning means they are durable in the journal."""

    async def record(self, device: str, readings: list[Reading]) -> None: ...

    async def open_intent(self, device: str, kind: str, data: Data) -> None:
        """Note durably that the device is about to do something with money."""


class Device(Protocol):
    """One configured device with its driver, run as a task by the gateway."""

    id: str

    async def run(self) -> None: ...

    def ready_for_command(self) -> bool:
        """False when too many wait already; the server repeats what was not answered."""

    def submit(self, command: DeviceCommand) -> None: ...


def command_done(command: DeviceCommand) -> Reading:
    return Reading("command_done", {"command": command.id}, answers=command.id)


def command_failed(command: DeviceCommand, reason: str) -> Reading:
    """The typed "no" of a device command. A print job has its own word for it."""
    kind = "print_failed" if command.kind == "print_ticket" else "command_failed"
    return Reading(kind, {"command": command.id, "reason": reason}, answers=command.id)
