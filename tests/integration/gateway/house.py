"""The server's end of the gateway link, as strict as the real one, for tests."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

TOKEN = "integration token, long enough"
GATEWAY = "GW-1"

Reading = dict[str, object]


@dataclass
class House:
    """Everything the server would keep durable, plus switches for misbehaviour."""

    readings: list[Reading] = field(default_factory=list)
    duplicates: int = 0
    hellos: int = 0
    highest: dict[str, int] = field(default_factory=dict)
    acknowledging: bool = True
    refuse_counter: int | None = None
    hang_up_after: int | None = None
    unacknowledged_peak: int = 0
    commands: list[dict[str, object]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    socket: ServerConnection | None = None
    port: int = 0
    _seen_since_ack: int = 0

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def of_kind(self, kind: str) -> list[dict[str, object]]:
        found: list[dict[str, object]] = []
        for reading in self.readings:
            data = reading["data"]
            if reading["kind"] == kind and isinstance(data, dict):
                found.append(data)
        return found

    async def send(self, message: dict[str, object]) -> None:
        if self.socket:
            with contextlib.suppress(ConnectionClosed):
                await self.socket.send(json.dumps(message))

    async def command(self, command_id: str, device: str, kind: str, **data: object) -> None:
        """Sent now and again at every reconnection, as the server does until it sees the answer."""
        message: dict[str, object] = {
            "type": "device_command", "id": command_id, "device": device, "kind": kind, "data": data,
        }  # fmt: skip
        self.commands.append(message)
        await self.send(message)

    async def acknowledge_all(self) -> None:
        self.acknowledging = True
        self._seen_since_ack = 0
        for boot, counter in self.highest.items():
            await self.send({"type": "ack", "boot": boot, "counter": counter})

    async def handle(self, socket: ServerConnection) -> None:
        hello = json.loads(await socket.recv())
        if hello.get("token") != TOKEN or hello.get("device") != GATEWAY or hello.get("type") != "hello":
            await socket.send(json.dumps({"type": "refusal", "code": "bad_credentials", "detail": ""}))
            return
        self.hellos += 1
        self.socket = socket
        self._seen_since_ack = 0
        await socket.send(json.dumps({"type": "welcome", "feature_level": 1, "gateway": GATEWAY}))
        for command in self.commands:
            await self.send(command)
        with contextlib.suppress(ConnectionClosed):
            async for frame in socket:
                if not await self._on_message(socket, json.loads(frame)):
                    return

    async def _on_message(self, socket: ServerConnection, message: dict[str, object]) -> bool:
        if message["type"] == "ping":
            await socket.send(json.dumps({"type": "pong", "t": message["t"]}))
            return True
        boot, counter = str(message["boot"]), message["counter"]
        assert isinstance(counter, int)
        refusal = self._why_refuse(message, boot, counter)
        if refusal:
            self.problems.append(refusal)
            await socket.send(json.dumps({"type": "refusal", "code": refusal, "detail": str(counter)}))
            return True
        if counter <= self.highest.get(boot, 0):
            self.duplicates += 1
        else:
            self.highest[boot] = counter
            self.readings.append(message)
        self._seen_since_ack += 1
        self.unacknowledged_peak = max(self.unacknowledged_peak, self._seen_since_ack)
        if self.hang_up_after is not None and len(self.readings) >= self.hang_up_after:
            self.hang_up_after = None
            return False
        if self.acknowledging:
            self._seen_since_ack = 0
            await socket.send(json.dumps({"type": "ack", "boot": boot, "counter": self.highest[boot]}))
        return True

    def _why_refuse(self, message: dict[str, object], boot: str, counter: int) -> str | None:
        signed = [1, GATEWAY, *(message[name] for name in ("boot", "counter", "device", "kind", "data", "at"))]
        text = json.dumps(signed, sort_keys=True, separators=(",", ":"))
        mac = hmac.new(hashlib.sha256(TOKEN.encode()).digest(), text.encode(), "sha256").hexdigest()
        if mac != message["mac"]:
            return "bad_mac"
        if counter > self.highest.get(boot, 0) + 1:
            return "gap"
        if counter == self.refuse_counter:
            self.refuse_counter = None
            return "unknown_device"
        return None


@asynccontextmanager
async def open_house(house: House | None = None) -> AsyncIterator[House]:
    """Listen on the house's old port when it had one, so that a restart looks like one."""
    house = house or House()
    async with serve(house.handle, "127.0.0.1", house.port, close_timeout=0.2) as server:
        house.port = next(iter(server.sockets)).getsockname()[1]
        yield house
        house.socket = None
    await asyncio.sleep(0)
