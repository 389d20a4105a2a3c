"""Tells the outbox to whom it may concern: at least once, in order, after the commit that wrote it."""

import asyncio
import logging
from collections.abc import Callable

from server.storage.outbox import Outbox, Waiting
from server.storage.port import StoreFault
from server.table import events as e
from server.table.state import Pit

log = logging.getLogger("croupier.relay")

PAUSE_S = 1.0
TOLD = (e.DeviceOrdered, e.RoundSettled, e.RoundVoided, e.ResultCorrected)

Subscriber = Callable[[Waiting], None]


class Relay:
    """Messages by the first part of their topic: `device` orders, `result` announcements."""

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox
        self._subscribers: dict[str, list[Subscriber]] = {}
        self._wake = asyncio.Event()

    def subscribe(self, topic: str, subscriber: Subscriber) -> None:
        self._subscribers.setdefault(topic, []).append(subscriber)

    def on_events(self, recorded: list[e.Recorded], _: Pit) -> None:
        if any(isinstance(item.event, TOLD) for item in recorded):
            self._wake.set()

    def refresh(self, _: Pit) -> None:
        self._wake.set()

    async def run(self) -> None:
        """Runs for the life of the server; what a crash left untold is told first."""
        self._wake.set()
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._tell_all()
            except StoreFault:
                log.warning("the outbox cannot be read; trying again")
                await asyncio.sleep(PAUSE_S)
                self._wake.set()

    async def _tell_all(self) -> None:
        while messages := await self._outbox.waiting():
            for message in messages:
                for subscriber in self._subscribers.get(message.topic.partition(".")[0], ()):
                    subscriber(message)
            await self._outbox.published(messages[-1])
