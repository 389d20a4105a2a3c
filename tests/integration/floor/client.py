"""Terminals without a screen: websocket clients that keep the published views, for tests of a whole floor."""

import itertools
import json
import time
from collections.abc import Callable
from typing import Any, Self

from websockets.sync.client import ClientConnection, connect

WAIT_S = 30.0
_ids = itertools.count(1)


class Screen:
    """Follows snapshot and events like a terminal does, and fails on a version gap."""

    def __init__(self, base: str, kind: str, device: str, token: str) -> None:
        self._context = connect(base.replace("http", "ws") + f"/ws/{kind}", open_timeout=10)
        self.socket: ClientConnection = self._context.__enter__()
        self.send(type="hello", device=device, token=token, feature_level=1)
        self.seat: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.versions: dict[str, int] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self.other: list[dict[str, Any]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._context.__exit__(None, None, None)

    def send(self, **message: object) -> None:
        self.socket.send(json.dumps(message))

    def pump(self, timeout: float) -> None:
        """Take one frame, if one comes in time."""
        try:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        except TimeoutError:
            return
        kind = message["type"]
        if kind == "snapshot":
            self.table, self.seat = message["table"] or {}, message.get("seat") or {}
            self.versions = {"table": message["table_version"], "seat": message.get("seat_version", 0)}
        elif kind in ("table", "seat"):
            assert message["version"] == self.versions[kind] + 1, f"gap in {kind}"
            self.versions[kind] = message["version"]
            getattr(self, kind).update(message["set"])
        elif kind == "answer":
            self.answers[message["id"]] = message
        else:
            self.other.append(message)

    def until(self, what: str, holds: Callable[[], object], timeout: float = WAIT_S) -> None:
        """Follow the state until something holds."""
        deadline = time.monotonic() + timeout
        while not holds():
            left = deadline - time.monotonic()
            assert left > 0, f"waited in vain for {what}: {self.seat or self.table}"
            self.pump(min(left, 0.5))

    def command(self, **body: object) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        cmd = f"t{next(_ids)}"
        self.send(type="command", id=cmd, body=body)
        self.until(f"the answer to {body['type']}", lambda: cmd in self.answers)
        return self.answers.pop(cmd)
