"""One websocket client: a bounded queue and one writer, so that a slow terminal never makes another one wait."""

import asyncio
import logging
from collections import deque
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

log = logging.getLogger("croupier.edge")

QUEUE_MAX = 64
ANSWERS_MAX = 4_096
POLICY_VIOLATION = 1008
RESYNC_FRAME = '{"type":"resync_required"}'
CREDITS_MAX = 60.0
CREDITS_PER_S = 30.0
GATEWAY_PACE = 100.0
"""A gateway that was cut off brings its whole journal: it gets this many times a terminal's credits."""


class Connection:
    """A live socket. `send` never blocks; what does not fit is dropped and the client is told to resync."""

    def __init__(self, socket: WebSocket, device: str, pace: float = 1.0) -> None:
        self.socket = socket
        self.pace = pace
        self.device = device
        self.lagging = False
        self._queue: deque[str] = deque()
        self._wake = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._credits = CREDITS_MAX * pace
        self._credits_at = self._loop.time()
        self._cut: asyncio.Future[None] | None = None
        self._writer = asyncio.create_task(self._write(), name=f"writer {device}")

    def send(self, frame: str) -> None:
        """Queue a state frame; a client that lags behind gets only the order to resync."""
        if self.lagging:
            return
        if len(self._queue) >= QUEUE_MAX:
            self._queue.clear()
            self._queue.append(RESYNC_FRAME)
            self.lagging = True
        else:
            self._queue.append(frame)
        self._wake.set()

    def answer(self, frame: str) -> None:
        """Queue an answer. Answers are never dropped; a client that reads none of many is cut off instead."""
        self._queue.append(frame)
        self._wake.set()
        if len(self._queue) > ANSWERS_MAX:
            self.cut()

    def cut(self) -> None:
        """End the connection from outside its own task."""
        self._cut = asyncio.ensure_future(self.close(POLICY_VIOLATION))

    def resynced(self) -> None:
        self.lagging = False

    def spend(self) -> bool:
        """Take one rate credit; False when the client sends faster than anybody can play."""
        now = self._loop.time()
        self._credits = min(
            CREDITS_MAX * self.pace, self._credits + (now - self._credits_at) * CREDITS_PER_S * self.pace
        )
        self._credits_at = now
        if self._credits < 1:
            return False
        self._credits -= 1
        return True

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._queue:
                    await self.socket.send_text(self._queue.popleft())

    async def close(self, code: int = 1000) -> None:
        self._writer.cancel()
        with suppress(asyncio.CancelledError):
            await self._writer
        if self.socket.client_state is WebSocketState.CONNECTED:
            with suppress(RuntimeError, OSError, WebSocketDisconnect):
                await self.socket.close(code)
