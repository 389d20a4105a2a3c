"""The parent's side: starts lives of a pit, talks to them, kills them, and writes down what was acknowledged."""

import os
import select
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from server.table.commands import Command
from server.table.values import Actor

ROOT = Path(__file__).parents[3]
ANSWER_S = 20.0

Plain = dict[str, Any]


class Silent(Exception):
    """The pit does not answer in time."""


class Pits:
    """Lives of one pit, one after the other."""

    def __init__(self, url: str, hasty: bool = False) -> None:
        self.url = url
        self.kills = 0
        self.replies: dict[str, list[Plain]] = {}
        """Everything that came back, by command id."""
        self.sent: dict[str, tuple[Actor, Command]] = {}
        self._hasty = hasty
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(ANSWER_S)
        self._zygote = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.rig.zygote"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        self._socket: socket.socket | None = None
        self._pid = 0
        self._rest = b""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()
        self._zygote.communicate(timeout=10)
        self._listener.close()

    def start(self) -> None:
        """A new life; returns when it has recovered and connected."""
        stdin, stdout = self._zygote.stdin, self._zygote.stdout
        if stdin is None or stdout is None:
            raise Silent("the zygote has no streams")
        stdin.write(f"{self.url} {self._listener.getsockname()[1]} {int(self._hasty)}\n")
        stdin.flush()
        self._pid = int(stdout.readline())
        self._socket, _ = self._listener.accept()
        self._rest = b""

    def post(self, cmd: str, actor: Actor, command: Command) -> None:
        """Send without waiting."""
        self.sent[cmd] = (actor, command)
        if self._socket is not None:
            self._socket.sendall(msgspec.json.encode((cmd, actor, command)) + b"\n")

    def wait(self, cmd: str, count: int = 1) -> Plain:
        """The newest reply to a command, once it has had `count` of them."""
        end = time.monotonic() + ANSWER_S
        while len(self.replies.get(cmd, [])) < count:
            if time.monotonic() > end or not self._receive(1.0):
                raise Silent(cmd)
        return self.replies[cmd][-1]

    def _receive(self, seconds: float) -> bool:
        """Take what has come in; False when the other end is gone."""
        if self._socket is None:
            return False
        ready, _, _ = select.select([self._socket], [], [], seconds)
        if not ready:
            return True
        try:
            data = self._socket.recv(2**16)
        except ConnectionResetError:
            return False
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            cmd, reply = msgspec.json.decode(line)
            self.replies.setdefault(cmd, []).append(reply)
        return bool(data)

    def kill(self) -> None:
        """kill -9. What the kernel had already taken from the child still counts as acknowledged."""
        os.kill(self._pid, signal.SIGKILL)
        self.kills += 1
        while self._receive(ANSWER_S):
            pass
        self._end()

    def _end(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
