"""The websocket of a hardware gateway: readings in, taken once; device orders out, repeated until done."""

import asyncio
import hashlib
import hmac
import json
import logging
from contextlib import suppress
from typing import Any

import msgspec
from pydantic import ValidationError
from starlette.websockets import WebSocket

from server.api.connection import GATEWAY_PACE, POLICY_VIOLATION, Connection
from server.api.edge import Edge
from server.api.hub import frame
from server.api.socket import HELLO_S, Goodbye, converse, junk
from server.protocol import FEATURE_LEVEL
from server.protocol.gateway import GATEWAY_MESSAGE, GatewayHello, ReadingMessage
from server.storage.devices import DeviceKind
from server.storage.outbox import Waiting
from server.table import commands as c
from server.table import events as e
from server.table.state import DeviceOrder, Pit
from server.table.values import Actor, Role

log = logging.getLogger("croupier.gateway")

REPEAT_S = 5.0


class GatewayHub:
    """Connected gateways, and the orders that wait for their devices."""

    def __init__(self) -> None:
        self.connections: dict[str, Connection] = {}
        self._serves: dict[str, str] = {}
        self._orders: dict[str, DeviceOrder] = {}

    def on_events(self, recorded: list[e.Recorded], pit: Pit) -> None:
        for item in recorded:
            event = item.event
            if isinstance(event, e.ReadingTaken):
                self._serves[event.device] = event.gateway
            elif isinstance(event, e.OrderDone):
                self._orders.pop(event.order, None)
            elif isinstance(event, e.DeviceOrdered) and event.order in pit.orders:
                self._orders[event.order] = pit.orders[event.order]
            elif isinstance(event, e.PitResumed):
                self._orders = dict(pit.orders)

    def refresh(self, pit: Pit) -> None:
        self._orders = dict(pit.orders)
        self.send_all()

    def tell(self, message: Waiting) -> None:
        """An order from the outbox. One that was carried out meanwhile is no longer known and needs no telling."""
        ordered = msgspec.json.decode(message.body, type=e.DeviceOrdered)
        if ordered.order in self._orders:
            self._send(self._orders[ordered.order])

    def _send(self, order: DeviceOrder) -> None:
        """To the gateway that serves the device; to all while that is not known yet."""
        text = order_frame(order)
        gateway = self._serves.get(order.device)
        for name, connection in self.connections.items():
            if gateway in (None, name):
                connection.answer(text)

    def send_all(self) -> None:
        for order in list(self._orders.values()):
            self._send(order)

    async def repeat(self) -> None:
        """Orders whose result has not come are sent again; gateways carry each out once."""
        while True:
            await asyncio.sleep(REPEAT_S)
            self.send_all()


def order_frame(order: DeviceOrder) -> str:
    return frame(
        {"type": "device_command", "id": order.id, "device": order.device, "kind": order.kind, "data": order.data}
    )


def mac_of(token_hash: bytes, gateway: str, message: ReadingMessage) -> str:
    """HMAC-SHA256 over the reading in canonical form; the key is the hash of the gateway's token."""
    content: list[Any] = [
        1,
        gateway,
        message.boot,
        message.counter,
        message.device,
        message.kind,
        message.data,
        message.at,
    ]
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hmac.new(token_hash, text.encode(), hashlib.sha256).hexdigest()


async def gateway_socket(socket: WebSocket, edge: Edge) -> None:
    hello = await _admit(socket, edge)
    connection = Connection(socket, hello.device, GATEWAY_PACE)
    hub = edge.gateways
    previous = hub.connections.get(hello.device)
    if previous is not None:
        await previous.close()
    try:
        welcome = {"type": "welcome", "feature_level": FEATURE_LEVEL, "gateway": hello.device}
        connection.answer(frame(welcome))
        hub.connections[hello.device] = connection
        hub.send_all()
        await _wake_devices(edge, hub, connection)
        gateway = Gateway(connection, edge, hello)
        await converse(connection, edge, GATEWAY_MESSAGE, gateway.handle)
    finally:
        if hub.connections.get(hello.device) is connection:
            del hub.connections[hello.device]
        await connection.close()


async def _admit(socket: WebSocket, edge: Edge) -> GatewayHello:
    if socket.headers.get("origin") is not None:
        await socket.close(POLICY_VIOLATION)  # a gateway is no browser
        raise Goodbye("foreign_origin")
    await socket.accept()
    code = "hello_expected"
    with suppress(TimeoutError, ValidationError, KeyError):
        hello = GatewayHello.model_validate_json(await asyncio.wait_for(socket.receive_text(), HELLO_S))
        checked = await edge.devices.check(hello.device, hello.token)
        good = checked is not None and checked.device.kind is DeviceKind.GATEWAY
        if good and hello.feature_level <= FEATURE_LEVEL:
            return hello
        code = "bad_credential"
        await edge.devices.refused(hello.device, DeviceKind.GATEWAY, code)
    await socket.send_text(junk(code))
    await socket.close(POLICY_VIOLATION)
    raise Goodbye(code)


async def _wake_devices(edge: Edge, hub: GatewayHub, connection: Connection) -> None:
    """Acceptors rest while no server is there, and a restarted wheel starts closed: bring back what is in play.

    These orders are not journaled: each new connection gives them anew, and their results change no money.
    """
    stamp = edge.clock.now_ms()
    wanted = await edge.owner.read(
        lambda pit: [
            *((t.acceptor, "enable") for t in pit.terminals.values() if t.acceptor and t.enabled),
            *((t.config.device, "open_wheel") for t in pit.tables.values() if t.config.device and t.status != "closed"),
        ]
    )
    for device, kind in wanted:
        order = DeviceOrder(f"{kind}:{device}:{stamp}", device or "", kind, {})
        connection.answer(order_frame(order))


class Gateway:
    """Takes readings in order; each is acknowledged only when it is durable."""

    def __init__(self, connection: Connection, edge: Edge, hello: GatewayHello) -> None:
        self.connection = connection
        self.edge = edge
        self.gateway = hello.device
        self.key = hashlib.sha256(hello.token.encode()).digest()
        self.actor = Actor(Role.GATEWAY, hello.device)

    async def handle(self, message: object) -> None:
        if not isinstance(message, ReadingMessage):
            self.connection.answer(junk("hello_twice"))
            return
        if not hmac.compare_digest(mac_of(self.key, self.gateway, message), message.mac):
            log.error("reading %s of %s has a wrong code", message.counter, self.gateway)
            self._refuse("bad_mac", str(message.counter))
            return
        command = c.TakeReading(
            self.gateway, message.boot, message.counter, message.device, message.kind, dict(message.data), message.at
        )
        cmd = f"{self.gateway}:{message.boot[:8]}:{message.counter}"
        future = self.edge.owner.post(cmd, self.actor, command)
        future.add_done_callback(lambda done: self._taken(message, done))

    def _taken(self, message: ReadingMessage, done: "asyncio.Future[Any]") -> None:
        if done.cancelled():
            return
        reply = done.result()
        if reply.refusal is not None:
            self._refuse(reply.refusal.code, str(message.counter))
            return
        counter = max(message.counter, int(reply.result.get("counter", 0)))
        self.connection.answer(frame({"type": "ack", "boot": message.boot, "counter": counter}))

    def _refuse(self, code: str, detail: str) -> None:
        self.connection.answer(frame({"type": "refusal", "code": code, "detail": detail}))
