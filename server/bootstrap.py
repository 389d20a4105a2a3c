"""The only place that wires things together."""

import asyncio
import secrets
from contextlib import suppress

import uvicorn

from server.api.app import create_app
from server.api.edge import Edge
from server.api.gateway_socket import GatewayHub
from server.api.hub import Hub
from server.api.services import Services
from server.api.socket import FRAME_MAX
from server.pit.clock import LoopClock
from server.pit.owner import PitOwner
from server.settings import Settings
from server.storage.credentials import Credentials
from server.storage.devices import Devices
from server.storage.idempotency import Idempotency
from server.storage.queries import Queries
from server.storage.sql import SqlStore
from server.table.values import VenueSettings
from server.tickets import RANDOM_RANGE, number_from

PEPPER_BYTES = 32
CONCURRENCY_MAX = 5_000
GRACE_S = 3


def ticket_number() -> str:
    """From the operating system's generator, uniform over all numbers."""
    return number_from(secrets.randbelow(RANDOM_RANGE))


def pepper(settings: Settings) -> bytes:
    """The key that PINs are mixed with. It lives outside the database; a new installation makes its own."""
    path = settings.pepper_file
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_bytes(secrets.token_bytes(PEPPER_BYTES))
    return path.read_bytes()


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
        self.credentials = Credentials(self.store.database, pepper(settings))
        self.devices = Devices(self.store.database)
        clock = LoopClock()
        self.owner = PitOwner(settings.pit, venue, self.store, clock, ticket_number)
        hub, gateways = Hub(lambda: self.owner.durable), GatewayHub()
        self.owner.subscribe(hub.on_events)
        self.owner.subscribe(gateways.on_events)
        await self.owner.start()
        await self.owner.read(lambda pit: pit.seq)
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
        )
        self._tasks = [asyncio.create_task(hub.tick()), asyncio.create_task(gateways.repeat())]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
        await self.owner.stop()
        self.credentials.close()
        await self.store.close()


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
