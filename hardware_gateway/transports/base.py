"""What a driver needs from a byte transport."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol


class Listener(Protocol):
    """Called from the event loop; `lost` is called at most once, after which the port is dead."""

    def received(self, data: bytes) -> None: ...

    def lost(self, reason: str) -> None: ...


class Port(Protocol):
    def write(self, data: bytes) -> None:
        """Queue bytes; a port that cannot take them reports itself lost."""

    def close(self) -> None: ...


# Opens the port or raises OSError.
OpenPort = Callable[[Listener], Awaitable[Port]]
