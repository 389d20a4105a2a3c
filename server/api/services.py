"""What the edge works with. Bootstrap builds it once; endpoints receive it."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from server.api.hub import Hub
from server.pit.clock import Clock
from server.pit.owner import PitOwner
from server.storage.credentials import Credentials
from server.storage.queries import Queries

if TYPE_CHECKING:
    from server.api.gateway_socket import GatewayHub


@dataclass(frozen=True, slots=True)
class Services:
    """The pit owner, who may do what, what can be looked up, and the screens to keep informed."""

    owner: PitOwner
    credentials: Credentials
    queries: Queries
    clock: Clock
    hub: Hub
    gateways: "GatewayHub"
    origins: tuple[str, ...] = ()
    demo_devices_url: str | None = None
    staff_at: dict[str, str] = field(default_factory=dict)
    """Dealer terminal -> token of the staff session there."""
