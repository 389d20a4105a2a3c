"""What the websockets work with. The bootstrap builds it once; endpoints receive it."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from server.api.hub import Hub
from server.pit.clock import Clock
from server.pit.owner import PitOwner
from server.storage.credentials import Credentials
from server.storage.devices import Devices

if TYPE_CHECKING:
    from server.api.gateway_socket import GatewayHub


@dataclass(frozen=True, slots=True)
class Edge:
    """The pit owner, who may come in, and the screens to keep informed."""

    owner: PitOwner
    credentials: Credentials
    devices: Devices
    clock: Clock
    hub: Hub
    gateways: "GatewayHub"
    data: Path
    origins: tuple[str, ...] = ()
    demo_devices_url: str | None = None
    staff_at: dict[str, str] = field(default_factory=dict)
    """Dealer terminal -> token of the staff session there."""
