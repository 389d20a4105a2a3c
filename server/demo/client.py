"""A websocket client of the real server: what the automatic player and the automatic dealer are made of."""

import asyncio
import json
import secrets
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from server.protocol import FEATURE_LEVEL

Json = dict[str, Any]
RETRY_S = 1.0
PACE_S = 0.5


class Client(ABC):
    """Keeps the published views by applying snapshot and events, and reconnects for ever."""

    def __init__(self, url: str, device: str, token: str, panel: str) -> None:
        self.url = url
        self.device = device
        self.token = token
        self.panel = panel
        self.seat: Json = {}
        self.table: Json = {}
        self.staff: Json | None = None
        self._socket: ClientConnection | None = None
        self._answers: dict[str, asyncio.Future[Json]] = {}

    async def run(self) -> None:
        """Connect, follow the state, act twice a second; start over when the connection is lost."""
        while True:
            with suppress(OSError, WebSocketException, TimeoutError, httpx.HTTPError):
                async with connect(self.url, open_timeout=5) as socket:
                    await self._life(socket)
            await asyncio.sleep(RETRY_S)

    async def _life(self, socket: ClientConnection) -> None:
        self._socket = socket
        hello = {"type": "hello", "device": self.device, "token": self.token, "feature_level": FEATURE_LEVEL}
        await socket.send(json.dumps(hello))
        reader = asyncio.create_task(self._read(socket))
        try:
            while not reader.done():
                await asyncio.sleep(PACE_S)
                await self.act()
        finally:
            reader.cancel()
            with suppress(asyncio.CancelledError, WebSocketException):
                await reader

    async def _read(self, socket: ClientConnection) -> None:
        async for text in socket:
            message: Json = json.loads(text)
            kind = message["type"]
            if kind == "snapshot":
                self.table, self.seat = message.get("table") or {}, message.get("seat") or {}
                self.staff = message.get("staff")
            elif kind == "table":
                self.table.update(message["set"])
            elif kind == "seat":
                self.seat.update(message["set"])
            elif kind == "answer" and message["id"] in self._answers:
                self._answers.pop(message["id"]).set_result(message)
            elif kind == "resync_required":
                await socket.send('{"type":"resync"}')

    @abstractmethod
    async def act(self) -> None:
        """Do what the present state calls for."""

    async def command(self, **body: object) -> Json:
        """Send a command and wait for its answer."""
        if self._socket is None:
            raise OSError("not connected")
        cmd = secrets.token_hex(8)
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._answers[cmd] = future
        await self._socket.send(json.dumps({"type": "command", "id": cmd, "body": body}))
        return await asyncio.wait_for(future, 10)

    async def press(self, path: str, **body: object) -> None:
        """Use a hand on the simulated devices' control panel."""
        async with httpx.AsyncClient() as http:
            await http.post(f"{self.panel}{path}", json=body)
