"""A player terminal without a screen: only what a test of the dealer's side needs of it."""

import json
import time
from contextlib import ExitStack
from itertools import count
from types import TracebackType
from typing import Any, Self

import httpx
from websockets.sync.client import connect

from tests.browser.conftest import Floor

PATIENCE_S = 10


class Player:
    def __init__(self, floor: Floor, terminal: str) -> None:
        self._floor = floor
        self._terminal = terminal
        self._open = ExitStack()
        self._ids = count(time.monotonic_ns())
        self.seat: dict[str, Any] = {}
        self.table: dict[str, Any] = {}

    def __enter__(self) -> Self:
        address = f"{self._floor.base.replace('http', 'ws', 1)}/ws/pt"
        self._socket = self._open.enter_context(connect(address))
        token = self._floor.tokens[self._terminal]
        self._send({"type": "hello", "device": self._terminal, "token": token, "feature_level": 1})
        self._until(lambda: bool(self.seat))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def insert(self, value: int) -> None:
        """Put a note into the terminal's acceptor."""
        credit = self.seat["credit"]
        url = f"{self._floor.panel}/acceptors/acceptor-{self._terminal}/notes"
        httpx.post(url, json={"value": value}).raise_for_status()
        self._until(lambda: self.seat["credit"] > credit)

    def place(self, spot: str, amount: int) -> None:
        """Put chips on a spot of the round that takes wagers now."""
        self._until(lambda: self.table["phase"] == "wagering")
        chips = [{"spot": spot, "amount": amount}]
        self.command(type="place", round=self.table["round"], chips=chips)
        self._until(lambda: any(wager["spot"] == spot for wager in self.seat["wagers"]))

    def command(self, **body: object) -> None:
        self._send({"type": "command", "id": f"t{next(self._ids)}", "body": body})

    def expect_credit(self, credit: int) -> None:
        self._until(lambda: self.seat["credit"] == credit)

    def _send(self, message: dict[str, object]) -> None:
        self._socket.send(json.dumps(message))

    def _until(self, reached: Any) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not reached():
            left = deadline - time.monotonic()
            if left <= 0:
                raise AssertionError(f"not reached: seat {self.seat}, phase {self.table.get('phase')}")
            self._take(json.loads(self._socket.recv(timeout=left)))

    def _take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "snapshot":
            self.seat, self.table = message["seat"], message["table"] or {}
        elif kind == "seat":
            self.seat.update(message["set"])
        elif kind == "table":
            self.table.update(message["set"])
        elif kind == "answer" and message["refusal"] is not None:
            raise AssertionError(f"refused: {message['refusal']}")
