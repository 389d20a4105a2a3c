"""The link to the server: journaled readings out, acknowledgements and device commands in.

Readings go out in recording order with a bounded number unacknowledged. After any
break everything unacknowledged goes again under its original (boot, counter); the
server drops what it has, so nothing is lost and nothing counts twice.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from hardware_gateway import messages
from hardware_gateway.drivers.base import DeviceCommand
from hardware_gateway.journal import Entry
from hardware_gateway.messages import Ack, CommandMessage, Hello, Junk, Ping, Pong, ReadingMessage, Refusal, Welcome
from hardware_gateway.recorder import Recorder

log = logging.getLogger(__name__)

WINDOW: Final = 64
_BACKOFF_SECONDS: Final = (0.2, 0.5, 1.0, 2.0, 5.0)
_WELCOME_SECONDS: Final = 5.0
_PING_SECONDS: Final = 5.0
_PONGS_MISSED_MAX: Final = 3


class LinkBrokenError(Exception):
    """This connection is of no further use; a new one is made after a pause."""


class Link:
    def __init__(
        self,
        recorder: Recorder,
        *,
        url: str,
        gateway: str,
        token: str,
        on_command: Callable[[DeviceCommand], Awaitable[None]],
        on_online: Callable[[bool], None],
    ) -> None:
        self._url = url
        self._gateway = gateway
        self._token = token
        self._key = messages.mac_key(token)
        self._recorder = recorder
        self._on_command = on_command
        self._on_online = on_online
        self._failures = 0
        self._pings_unanswered = 0
        # What this connection has sent and not seen acknowledged, by (boot, counter).
        self._in_flight: list[tuple[str, int]] = []
        self._sent_max = 0
        self._room = asyncio.Event()
        self.online = False
        self.last_refusal: Refusal | None = None

    async def run(self) -> None:
        while True:
            try:
                async with self._connect() as socket:
                    await self._serve(socket)
            except* (OSError, WebSocketException, TimeoutError, LinkBrokenError) as group:
                self._log_break(group)
            finally:
                self._set_online(False)
            await asyncio.sleep(self._pause())

    def _connect(self) -> connect:
        return connect(
            self._url,
            max_size=messages.MESSAGE_BYTES_MAX,
            compression=None,
            proxy=None,
            open_timeout=5,
            close_timeout=1,
        )

    def _pause(self) -> float:
        base = _BACKOFF_SECONDS[min(self._failures, len(_BACKOFF_SECONDS) - 1)]
        self._failures += 1
        # Jitter: the gateways of a floor should not all knock at the same instant.
        return base * (0.75 + secrets.randbelow(500) / 1000)

    def _log_break(self, group: BaseExceptionGroup[Exception]) -> None:
        log.warning("server link down: %s", "; ".join(_reasons(group)))

    def _set_online(self, online: bool) -> None:
        if online != self.online:
            self.online = online
            self._on_online(online)

    async def _serve(self, socket: ClientConnection) -> None:
        await self._greet(socket)
        log.info("server link up")
        self._in_flight.clear()
        self._pings_unanswered = 0
        self._set_online(True)
        async with asyncio.TaskGroup() as group:
            group.create_task(self._send_readings(socket))
            group.create_task(self._receive(socket))
            group.create_task(self._keep_alive(socket))

    async def _greet(self, socket: ClientConnection) -> None:
        hello = Hello(self._gateway, self._token, messages.FEATURE_LEVEL, self._recorder.boot)
        await socket.send(messages.encode(hello))
        async with asyncio.timeout(_WELCOME_SECONDS):
            answer = messages.decode(await socket.recv())
        match answer:
            case Welcome(feature_level=messages.FEATURE_LEVEL, gateway=self._gateway):
                return
            case Refusal():
                self._refused(answer)
            case _:
                raise LinkBrokenError(f"no welcome from the server but {type(answer).__name__}")

    # Out

    async def _send_readings(self, socket: ClientConnection) -> None:
        cursor = 0
        while True:
            self._recorder.news.clear()
            self._room.clear()
            free = WINDOW - len(self._in_flight)
            entries = await self._recorder.waiting(cursor, free) if free else []
            for entry in entries:
                cursor = entry.seq
                if entry.boot == self._recorder.boot:
                    self._sent_max = max(self._sent_max, entry.counter)
                self._in_flight.append((entry.boot, entry.counter))
                await socket.send(messages.encode(self._signed(entry)))
            if not free:
                await self._room.wait()
            elif not entries:
                await self._recorder.news.wait()

    def _signed(self, entry: Entry) -> ReadingMessage:
        mac = messages.reading_mac(
            self._key,
            gateway=self._gateway,
            boot=entry.boot,
            counter=entry.counter,
            device=entry.device,
            kind=entry.kind,
            data=entry.data,
            at=entry.at,
        )
        return ReadingMessage(entry.boot, entry.counter, entry.device, entry.kind, entry.data, entry.at, mac)

    async def _keep_alive(self, socket: ClientConnection) -> None:
        while True:
            await asyncio.sleep(_PING_SECONDS)
            if self._pings_unanswered >= _PONGS_MISSED_MAX:
                raise LinkBrokenError("the server stopped answering")
            self._pings_unanswered += 1
            await socket.send(messages.encode(Ping(time.monotonic_ns() // 1_000_000)))

    # In

    async def _receive(self, socket: ClientConnection) -> None:
        async for frame in socket:
            await self._on_message(messages.decode(frame))
        raise LinkBrokenError("closed by the server")

    async def _on_message(self, message: messages.FromServer | Junk) -> None:
        match message:
            case Ack(boot, counter):
                await self._on_ack(boot, counter)
            case CommandMessage(command_id, device, kind, data):
                await self._on_command(DeviceCommand(command_id, device, kind, data))
            case Pong():
                self._pings_unanswered = 0
                self._failures = 0
            case Refusal():
                self._refused(message)
            case Junk(detail):
                log.error("the server sent a frame that is none of ours: %s", detail)
            case Welcome():
                log.error("the server welcomed twice")

    async def _on_ack(self, boot: str, counter: int) -> None:
        """The server may know more than this connection sent, never more than was ever sent."""
        if boot == self._recorder.boot and counter > self._sent_max:
            raise LinkBrokenError(f"acknowledgement of a reading that was never sent: {counter}")
        await self._recorder.acknowledge(boot, counter)
        self._in_flight = [sent for sent in self._in_flight if sent[0] != boot or sent[1] > counter]
        self._failures = 0
        self._room.set()

    def _refused(self, refusal: Refusal) -> None:
        """The reading stays in the journal; a fresh connection starts again from the first unacknowledged one."""
        self.last_refusal = refusal
        self._failures = max(self._failures, 2)
        log.error("the server refused: %s %s", refusal.code, refusal.detail)
        raise LinkBrokenError(f"refused: {refusal.code}")


def _reasons(error: BaseException) -> list[str]:
    if isinstance(error, BaseExceptionGroup):
        return [reason for inner in error.exceptions for reason in _reasons(inner)]
    return [str(error) or type(error).__name__]
