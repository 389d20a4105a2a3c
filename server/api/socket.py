"""What every websocket endpoint shares: Origin, hello, rate credits, junk, and the end of a connection."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NoReturn, TypeVar
from urllib.parse import urlsplit

from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from server.api.connection import POLICY_VIOLATION, Connection
from server.api.edge import Edge
from server.api.hub import frame
from server.protocol import FEATURE_LEVEL
from server.protocol.base import Hello, Ping
from server.storage.devices import Device, DeviceKind

log = logging.getLogger("croupier.edge")

HELLO_S = 5.0
JUNK_MAX = 20
FRAME_MAX = 65_536

Message = TypeVar("Message")


class Goodbye(Exception):
    """The client is not allowed in, or has used up our patience."""


def origin_allowed(socket: WebSocket, origins: tuple[str, ...]) -> bool:
    """Browsers always name their origin; ours is the host they asked for, or one the operator listed."""
    origin = socket.headers.get("origin")
    if origin is None:
        return True
    return urlsplit(origin).netloc == socket.headers.get("host") or origin in origins


def junk(code: str, detail: str = "") -> str:
    return frame({"type": "refused", "code": code, "detail": detail[:200]})


async def admit(socket: WebSocket, edge: Edge, kind: DeviceKind) -> Device:
    """Origin, then hello with a good credential of the right kind, within five seconds; else Goodbye."""
    if not origin_allowed(socket, edge.origins):
        await socket.close(POLICY_VIOLATION)
        raise Goodbye("foreign_origin")
    await socket.accept()
    try:
        text = await asyncio.wait_for(socket.receive_text(), HELLO_S)
        hello = Hello.model_validate_json(text)
    except (TimeoutError, ValidationError, KeyError):
        await turn_away(socket, "hello_expected")
    if hello.feature_level > FEATURE_LEVEL:
        await turn_away(socket, "feature_level")
    checked = await edge.devices.check(hello.device, hello.token)
    if checked is None or checked.device.kind is not kind:
        await edge.devices.refused(hello.device, kind, "bad_credential")
        await turn_away(socket, "bad_credential")
    return checked.device


async def turn_away(socket: WebSocket, code: str) -> NoReturn:
    await socket.send_text(junk(code))
    await socket.close(POLICY_VIOLATION)
    raise Goodbye(code)


def welcome(edge: Edge, device: str) -> str:
    venue = edge.owner.state.venue
    return frame(
        {
            "type": "welcome",
            "feature_level": FEATURE_LEVEL,
            "device": device,
            "epoch": edge.owner.epoch,
            "server_ms": edge.clock.now_ms(),
            "utc": edge.clock.utc(),
            "venue": venue.name,
            "currency": venue.currency,
            "time_zone": venue.time_zone,
            "languages": list(venue.languages),
            "demo_devices_url": edge.demo_devices_url,
        }
    )


async def converse(
    connection: Connection, edge: Edge, adapter: TypeAdapter[Message], handle: Callable[[Message], Awaitable[None]]
) -> None:
    """Read messages until the client goes. Junk is a value: it is refused, counted, and changes nothing."""
    refused = 0
    while True:
        message = await connection.socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        if not connection.spend():
            connection.answer(junk("too_fast"))
            refused += 1
        elif text is None:
            connection.answer(junk("text_expected"))
            refused += 1
        else:
            refused += await _one(connection, edge, adapter, handle, text)
        if refused > JUNK_MAX:
            await connection.close(POLICY_VIOLATION)
            return


async def _one(
    connection: Connection,
    edge: Edge,
    adapter: TypeAdapter[Message],
    handle: Callable[[Message], Awaitable[None]],
    text: str,
) -> int:
    try:
        parsed = adapter.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        connection.answer(junk("bad_message", f"{where}: {first['msg']}"))
        return 1
    except RecursionError:
        connection.answer(junk("bad_message", "nested too deeply"))
        return 1
    if isinstance(parsed, Ping):
        connection.answer(frame({"type": "pong", "t": parsed.t, "server_ms": edge.clock.now_ms()}))
        return 0
    if isinstance(parsed, Hello):
        connection.answer(junk("hello_twice"))
        return 1
    await handle(parsed)
    return 0


async def session(serve: Callable[[], Awaitable[None]]) -> None:
    """Run one endpoint; a client that vanishes is nothing special."""
    try:
        await serve()
    except Goodbye as reason:
        log.info("connection refused: %s", reason)
    except (WebSocketDisconnect, RuntimeError) as error:
        log.debug("connection ended: %s", error)
