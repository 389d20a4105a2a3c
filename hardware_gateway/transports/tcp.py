"""Raw TCP, as a serial device server offers it: bytes only, line settings live in the box."""

from __future__ import annotations

import asyncio
import socket
from typing import Final

from hardware_gateway.transports.base import Listener

_CONNECT_SECONDS: Final = 3.0
_WRITE_BYTES_MAX: Final = 4096


class TcpPort(asyncio.Protocol):
    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._transport: asyncio.Transport | None = None
        self._closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if not isinstance(transport, asyncio.Transport):
            raise TypeError("a TCP port needs a stream transport")
        self._transport = transport
        sock: socket.socket | None = transport.get_extra_info("socket")
        if sock is not None:
            # A half-open link to a device server says nothing; keepalive finds it when the watchdog is off.
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)

    def data_received(self, data: bytes) -> None:
        self._listener.received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._closed:
            self._closed = True
            self._listener.lost(str(exc) if exc else "closed by the device server")

    def write(self, data: bytes) -> None:
        if self._transport is None or self._closed:
            return
        if self._transport.get_write_buffer_size() > _WRITE_BYTES_MAX:
            self._transport.abort()
            return
        self._transport.write(data)

    def close(self) -> None:
        self._closed = True
        if self._transport:
            self._transport.abort()


async def open_tcp(listener: Listener, *, host: str, port: int) -> TcpPort:
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(_CONNECT_SECONDS):
            _, protocol = await loop.create_connection(lambda: TcpPort(listener), host, port)
    except TimeoutError as error:
        raise OSError(f"no connection to {host}:{port} in time") from error
    return protocol
