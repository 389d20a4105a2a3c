"""What the REST interface works with. The bootstrap builds it once; endpoints receive it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from server.pit.owner import PitOwner
from server.storage.credentials import Credentials
from server.storage.devices import Devices
from server.storage.idempotency import Idempotency
from server.storage.queries import Queries


def _nobody_connected(_device: str) -> None:
    """Without websockets there is nothing to cut."""


@dataclass(frozen=True, slots=True)
class Services:
    """The pit owner, people and devices, and what can be looked up."""

    owner: PitOwner
    credentials: Credentials
    devices: Devices
    queries: Queries
    idempotency: Idempotency
    cut_off: Callable[[str], None] = _nobody_connected
    """Ends the connections of a device whose credential is no longer good."""
    changes: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Changes of people and devices go one after the other; they are rare enough to queue."""
