"""Device commands to the wheel: what is asked, what was answered, what never was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from hardware_gateway.codecs import slingshot2 as wire
from hardware_gateway.drivers.base import DeviceCommand, Reading, command_done, command_failed

ORDERS: Final = {
    "open_wheel": wire.OPEN_TABLE,
    "close_wheel": wire.CLOSE_TABLE,
    "start_game": wire.START_GAME,
}


@dataclass(frozen=True, slots=True)
class _Pending:
    command: DeviceCommand
    deadline_ms: int


class PendingOrders:
    """At most one order per command letter: the device answers by letter, in any order."""

    def __init__(self, reply_ms: int) -> None:
        self._reply_ms = reply_ms
        self._by_letter: dict[str, _Pending] = {}

    def busy(self, letter: str) -> bool:
        return letter in self._by_letter

    def waits_for(self, kind: str) -> bool:
        return any(pending.command.kind == kind for pending in self._by_letter.values())

    def add(self, command: DeviceCommand, now_ms: int) -> wire.Command:
        order = ORDERS[command.kind]
        self._by_letter[order.letter] = _Pending(command, now_ms + self._reply_ms)
        return order

    def answer(self, reply: wire.Reply) -> Iterator[Reading]:
        pending = self._by_letter.pop(reply.command, None)
        if pending:
            accepted = reply.text == "OK"
            yield command_done(pending.command) if accepted else command_failed(pending.command, "refused_by_device")

    def expire(self, now_ms: int) -> Iterator[Reading]:
        for letter, pending in list(self._by_letter.items()):
            if now_ms >= pending.deadline_ms:
                del self._by_letter[letter]
                yield command_failed(pending.command, "no_reply")

    def abandon(self, reason: str) -> Iterator[Reading]:
        for pending in self._by_letter.values():
            yield command_failed(pending.command, reason)
        self._by_letter.clear()
