"""The whole server as people start it, `croupier serve`, with terminals that speak to it over websockets."""

import asyncio
import hashlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from server.api.gateway_socket import mac_of
from server.demo.plan import GATEWAY, LOGINS, Plan, prepare
from server.protocol.gateway import ReadingMessage
from server.settings import Settings

START_S = 60.0
ANSWER_S = 30.0
BOOT = "c" * 32

Plain = dict[str, Any]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


class ServerProcess:
    """Lives of one server on one data directory."""

    def __init__(self, data: Path, url: str | None = None) -> None:
        self.port = free_port()
        self.settings = Settings(
            data, url or f"sqlite:///{data / 'croupier.db'}", data / "pepper.key", port=self.port, venue="Rig"
        )
        self.plan: Plan = asyncio.run(prepare(self.settings, data / "plan.json", 300_000, 1.0))
        self.log = data / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        environment = {
            **os.environ,
            "CROUPIER_DATA": str(self.settings.data),
            "CROUPIER_DATABASE_URL": self.settings.database_url,
            "CROUPIER_PORT": str(self.port),
            "CROUPIER_VENUE": "Rig",
        }
        command = [str(Path(sys.executable).with_name("croupier")), "serve"]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=log)
        end = time.monotonic() + START_S
        while time.monotonic() < end and self._process.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return
            time.sleep(0.03)
        raise TimeoutError("the server does not listen")

    def kill(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait(10)
            self._process = None

    def address(self, kind: str) -> str:
        return f"ws://127.0.0.1:{self.port}/ws/{kind}"


class Wire:
    """One device's connection through all lives of the server. Ids that were not answered go out again by hand."""

    def __init__(self, server: ServerProcess, kind: str, device: str) -> None:
        self.device = device
        self.sent: dict[str, Plain] = {}
        self.answers: dict[str, list[Plain]] = {}
        self.acked = 0
        self._server = server
        self._kind = kind
        self._socket: ClientConnection | None = None
        self._stack = ExitStack()
        self._count = 0

    def connect(self) -> None:
        opening = connect(self._server.address(self._kind), open_timeout=START_S, close_timeout=1)
        self._socket = self._stack.enter_context(opening)
        hello: Plain = {"type": "hello", "device": self.device, "token": self._server.plan.tokens[self.device]}
        hello["feature_level"] = 1
        if self._kind == "gateway":
            hello["boot"] = BOOT
        self._socket.send(json.dumps(hello))
        self.pump(ANSWER_S)

    def post(self, **body: Any) -> str:
        """Send a command without waiting for its answer."""
        self._count += 1
        cmd = f"k{self._count}"
        self.sent[cmd] = body
        self.repeat(cmd)
        return cmd

    def repeat(self, cmd: str) -> None:
        if self._socket is not None:
            self._socket.send(json.dumps({"type": "command", "id": cmd, "body": self.sent[cmd]}))

    def do(self, **body: Any) -> Plain:
        return self.wait(self.post(**body))

    def wait(self, cmd: str, count: int = 1) -> Plain:
        end = time.monotonic() + ANSWER_S
        while len(self.answers.get(cmd, [])) < count:
            if time.monotonic() > end or not self.pump(1.0):
                raise TimeoutError(f"{self.device}: no answer to {self.sent[cmd]}")
        return self.answers[cmd][-1]

    def pump(self, seconds: float) -> bool:
        """Take one frame; False when the server is gone."""
        if self._socket is None:
            return False
        try:
            message = json.loads(self._socket.recv(seconds))
        except TimeoutError:
            return True
        except (WebSocketException, OSError):
            return False
        if message["type"] == "answer":
            plain = {"refusal": message["refusal"], "result": message["result"]}
            self.answers.setdefault(message["id"], []).append(plain)
        elif message["type"] in ("refused", "refusal"):
            raise AssertionError(f"{self.device}: {message}")
        elif message["type"] == "ack":
            self.acked = max(self.acked, message["counter"])
        return True

    def drain(self) -> None:
        """Whatever reached us before the server died counts as acknowledged."""
        while self.pump(ANSWER_S):
            pass
        self.close()

    def close(self) -> None:
        with suppress(WebSocketException, OSError):
            self._stack.close()
        self._socket = None

    def unanswered(self) -> list[str]:
        return [cmd for cmd in self.sent if cmd not in self.answers]


class Readings(Wire):
    """The gateway's connection: readings with their codes, acknowledged by counter."""

    def __init__(self, server: ServerProcess) -> None:
        super().__init__(server, "gateway", GATEWAY)
        self.journal: list[str] = []
        self._key = hashlib.sha256(server.plan.tokens[GATEWAY].encode()).digest()

    def read(self, device: str, kind: str, **data: Any) -> None:
        body: Plain = {"type": "reading", "boot": BOOT, "counter": len(self.journal) + 1, "device": device}
        body |= {"kind": kind, "data": data, "at": "2026-01-01T00:00:00.000Z", "mac": "0" * 64}
        body["mac"] = mac_of(self._key, GATEWAY, ReadingMessage.model_validate(body))
        self.journal.append(json.dumps(body))
        self._send(self.journal[-1])

    def _send(self, text: str) -> None:
        if self._socket is not None:
            self._socket.send(text)

    def resend(self) -> None:
        for text in self.journal[self.acked :]:
            self._send(text)

    def settle(self) -> None:
        """Wait until all readings are taken."""
        end = time.monotonic() + ANSWER_S
        while self.acked < len(self.journal):
            if time.monotonic() > end or not self.pump(1.0):
                raise TimeoutError("readings are not acknowledged")


DEALER = next(login for login in LOGINS if login.role == "dealer")
