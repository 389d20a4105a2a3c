"""Which faults of the wheel stand now; reports edges, never repeats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hardware_gateway.codecs import slingshot2 as wire
from hardware_gateway.codecs.slingshot2 import Status
from hardware_gateway.drivers.base import Reading

_WARNINGS: Final = {
    wire.WARN_BALL_NOT_SENSED: "ball_not_sensed",
    wire.WARN_WRONG_DIRECTION: "wrong_direction",
    wire.WARN_DRIVE_FAILURE: "drive_failure",
    wire.WARN_LAUNCH_FAILED: "launch_failed",
}


class FaultBoard:
    def __init__(self) -> None:
        self._standing: set[str] = set()

    def __contains__(self, code: str) -> bool:
        return code in self._standing

    def set(self, code: str, detail: str) -> Iterator[Reading]:
        if code not in self._standing:
            self._standing.add(code)
            yield Reading("fault", {"code": code, "detail": detail})

    def clear(self, code: str) -> Iterator[Reading]:
        if code in self._standing:
            self._standing.remove(code)
            yield Reading("fault_cleared", {"code": code})

    def compare_warnings(self, status: Status) -> Iterator[Reading]:
        for bit, code in _WARNINGS.items():
            if status.warning & bit:
                yield from self.set(code, f"warning {status.warning:X} in state {status.state}")
            elif not (bit == wire.WARN_BALL_NOT_SENSED and status.state == wire.NO_MORE_BETS):
                # The missing ball is reported in single pulses; in state 4 it is one fault, not many.
                yield from self.clear(code)
