"""Time as the owner sees it. Deadlines live on the loop's monotonic clock; UTC is for the record only."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    def now_ms(self) -> int:
        """Monotonic milliseconds."""

    def utc(self) -> str:
        """UTC as ISO text with milliseconds. It may jump; nothing is decided by it."""

    def call_at(self, when_ms: int, callback: Callable[[], None]) -> asyncio.TimerHandle: ...


class LoopClock:
    """The running event loop's own clock: real time in the server, virtual time in the simulator."""

    def __init__(self, wall: Callable[[], datetime] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        self._wall = wall or (lambda: datetime.now(UTC))

    def now_ms(self) -> int:
        return int(self._loop.time() * 1000)

    def utc(self) -> str:
        return self._wall().isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def call_at(self, when_ms: int, callback: Callable[[], None]) -> asyncio.TimerHandle:
        # Half a millisecond later, so that the clock has surely reached `when_ms` when the callback runs.
        return self._loop.call_at(when_ms / 1000 + 0.0005, callback)
