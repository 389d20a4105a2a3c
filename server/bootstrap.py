"""The only place that wires things together."""

import asyncio
import secrets
from contextlib import suppress

import uvicorn

from server.api.app import create_app
from server.api.edge import Edge
from server.api.gateway_socket import GatewayHub
from server.api.hub import Hub
from server.api.relay import Relay
from server.api.services import Services
from server.api.socket import FRAME_MAX
from server.pit.clock import LoopClock
from server.pit.owner import PitOwner
from server.settings import Settings
from server.staff import StaffRole
from server.storage.credentials import Credentials
from server.storage.devices import Devices
from server.storage.idempotency import Idempotency
from server.storage.outbox import Outbox
from server.storage.pins import read_pepper
from server.storage.port import StoreFault
from server.storage.queries import Queries
from server.storage.sql import SqlStore
from server.table.values import SYSTEM, Refusal, VenueSettings
from server.tickets import RANDOM_RANGE, number_from

CONCURRENCY_MAX = 5_000
GRACE_S = 3


def ticket_number() -> str:
    """From the operating system's generator, uniform over all numbers."""
    return number_from(secrets.randbelow(RANDOM_RANGE))


class Server:
    """A running server: the pit owner and everything around it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Open storage, take the pit, and publish its state before anybody may connect."""
        settings = self.settings
        settings.data.mkdir(parents=True, exist_ok=True)
        venue = VenueSettings(settings.venue)
        self.store = await SqlStore.open(settings.database_url, venue)
        self.credentials = Credentials(self.store.database, read_pepper(settings.pepper_file))
        self.devices = Devices(self.store.database)
        clock = LoopClock()
        self.owner = PitOwner(settings.pit, venue, self.store, clock, ticket_number)
        hub, gateways = Hub(lambda: self.owner.durable), GatewayHub()
        self.owner.subscribe(hub.on_events, hub.refresh)
        self.owner.subscribe(gateways.on_events, gateways.refresh)
        relay = Relay(Outbox(self.store.database, settings.pit))
        relay.subscribe("device", gateways.tell)
        self.owner.subscribe(relay.on_events, relay.refresh)
        await self.owner.start()
        await self.owner.read(hub.refresh)  # the owner's own first turn may still be to come
        self.edge = Edge(
            self.owner,
            self.credentials,
            self.devices,
            clock,
            hub,
            gateways,
            settings.data,
            settings.origins,
            settings.demo_devices_url,
        )
        self.services = Services(
            owner=self.owner,
            credentials=self.credentials,
            devices=self.devices,
            queries=Queries(self.store.database, settings.pit),
            idempotency=Idempotency(self.store.database),
            cut_off=self._cut_off,
        )
        self._tasks = [asyncio.create_task(work) for work in (hub.tick(), gateways.repeat(), relay.run())]

    def _cut_off(self, device: str) -> None:
        """A credential that is no longer good ends its connections at once."""
        gateway = self.edge.gateways.connections.get(device)
        for connection in (*self.edge.hub.connections_of(device), *([gateway] if gateway else [])):
            connection.cut()

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
        await self.owner.stop()
        self.credentials.close()
        await self.store.close()


async def add_staff(settings: Settings, card: str, name: str, role: str, pin: str) -> str | None:
    """Add a person before or beside a running server; returns what stands in the way, if anything."""
    if role not in set(StaffRole):
        return f"there is no role {role}"
    settings.data.mkdir(parents=True, exist_ok=True)
    try:
        store = await SqlStore.open(settings.database_url, VenueSettings(settings.venue))
    except StoreFault as fault:
        return str(fault)
    credentials = Credentials(store.database, read_pepper(settings.pepper_file))
    added = await credentials.people.add(card, name, StaffRole(role), pin, SYSTEM)
    credentials.close()
    await store.close()
    return added.code if isinstance(added, Refusal) else None


async def serve(settings: Settings) -> None:
    """Run until a signal ends it."""
    server = Server(settings)
    await server.start()
    try:
        config = uvicorn.Config(
            create_app(server.edge, server.services),
            host=settings.host,
            port=settings.port,
            ws="websockets-sansio",
            ws_max_size=FRAME_MAX,
            limit_concurrency=CONCURRENCY_MAX,
            timeout_graceful_shutdown=GRACE_S,
            log_level="warning",
            access_log=False,
            server_header=False,
        )
        await uvicorn.Server(config).serve()
    finally:
        await server.stop()
