"""Puts the simulated wheel on a pty, or on a TCP port like a serial device server."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
import tty
from collections.abc import Callable
from pathlib import Path

from hardware_gateway.simulators.slingshot2 import SlingShot2Machine
from hardware_gateway.simulators.slingshot2_faults import Hangup, Out

Chunker = Callable[[bytes], list[bytes]]


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


async def _play(machine: SlingShot2Machine, wake: asyncio.Event) -> list[Out]:
    """Sleep until the machine has something to say (or was poked) and let it speak."""
    wake.clear()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(max(0, machine.next_due_ms() - _now_ms()) / 1000):
            await wake.wait()
    return machine.advance(_now_ms())


class PtyWheel:
    """The machine behind a pty that is published under a stable symbolic link.

    The slave side stays open here, otherwise the master would report an error
    whenever no driver is attached.
    """

    def __init__(self, machine: SlingShot2Machine, path: Path, chunker: Chunker | None = None) -> None:
        self.machine = machine
        self.path = path
        self._chunker = chunker or (lambda data: [data])
        self._wake = asyncio.Event()
        self._master = -1
        self._slave = -1

    def poke(self) -> None:
        """Something was done to the machine from outside: it may have output now."""
        self._wake.set()

    async def run(self) -> None:
        self._attach()
        try:
            while True:
                for out in await _play(self.machine, self._wake):
                    if isinstance(out, Hangup):
                        self._detach()
                        await asyncio.sleep(out.for_ms / 1000)
                        self._attach()
                    else:
                        await self._write(out)
        finally:
            self._detach()

    def _attach(self) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        fresh = self.path.with_name(self.path.name + ".new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(os.ttyname(self._slave))
        fresh.replace(self.path)
        asyncio.get_running_loop().add_reader(self._master, self._readable)

    def _detach(self) -> None:
        if self._master >= 0:
            asyncio.get_running_loop().remove_reader(self._master)
            os.close(self._master)
            os.close(self._slave)
            self._master = self._slave = -1
            self.path.unlink(missing_ok=True)

    def _readable(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self.machine.receive(os.read(self._master, 4096), _now_ms())
            self.poke()

    async def _write(self, data: bytes) -> None:
        for chunk in self._chunker(data):
            # A full buffer means that nobody listens: a real line would lose the bytes as well.
            with contextlib.suppress(BlockingIOError):
                os.write(self._master, chunk)
            if len(chunk) < len(data):
                await asyncio.sleep(0)


class TcpWheel:
    """The machine behind a listening socket on the loopback interface; one client at a time speaks."""

    def __init__(self, machine: SlingShot2Machine) -> None:
        self.machine = machine
        self.port = 0
        self._wake = asyncio.Event()
        self._writers: set[asyncio.StreamWriter] = set()
        self.listening = asyncio.Event()

    async def run(self) -> None:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self.listening.set()
        async with server:
            while True:
                for out in await _play(self.machine, self._wake):
                    self._send(out)

    def _send(self, out: Out) -> None:
        for writer in list(self._writers):
            if isinstance(out, Hangup):
                writer.close()
            else:
                writer.write(out)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            while data := await reader.read(4096):
                self.machine.receive(data, _now_ms())
                self._wake.set()
        except ConnectionError:
            pass
        finally:
            self._writers.discard(writer)
            writer.close()
