"""A serial line (or pty) opened raw and non-blocking, watched by the event loop."""

from __future__ import annotations

import asyncio
import fcntl
import os
import termios
from pathlib import Path
from typing import Final

from hardware_gateway.transports.base import Listener

_SPEEDS: Final = {
    1200: termios.B1200,
    2400: termios.B2400,
    4800: termios.B4800,
    9600: termios.B9600,
    19200: termios.B19200,
    38400: termios.B38400,
    57600: termios.B57600,
    115200: termios.B115200,
}
SPEEDS: Final = frozenset(_SPEEDS)


class SerialPort:
    """8N1. A hang-up shows as EIO or as an end of file: both mean lost."""

    def __init__(self, fd: int, listener: Listener) -> None:
        self._fd = fd
        self._listener = listener
        self._loop = asyncio.get_running_loop()
        self._open = True
        self._loop.add_reader(fd, self._readable)

    def write(self, data: bytes) -> None:
        """Commands are a few bytes; a line that cannot take them at once is broken."""
        if not self._open:
            return
        try:
            written = os.write(self._fd, data)
        except OSError as error:
            self._lose(f"write failed: {error.strerror}")
            return
        if written != len(data):
            self._lose("write buffer full")

    def close(self) -> None:
        if self._open:
            self._open = False
            self._loop.remove_reader(self._fd)
            os.close(self._fd)

    def _readable(self) -> None:
        try:
            data = os.read(self._fd, 4096)
        except BlockingIOError:
            return
        except OSError as error:
            self._lose(f"read failed: {error.strerror}")
            return
        if data:
            self._listener.received(data)
        else:
            self._lose("hang-up")

    def _lose(self, reason: str) -> None:
        self.close()
        self._listener.lost(reason)


async def open_serial(listener: Listener, *, path: Path, baud: int = 9600, rtscts: bool = False) -> SerialPort:
    """Open and lock the port: one process per device, or two would each see half of the bytes."""
    fd = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        _make_raw(fd, baud, rtscts)
    except termios.error as error:
        os.close(fd)
        raise OSError(*error.args) from error
    except OSError:
        os.close(fd)
        raise
    return SerialPort(fd, listener)


def _make_raw(fd: int, baud: int, rtscts: bool) -> None:
    speed = _SPEEDS[baud]
    control = termios.CS8 | termios.CREAD | termios.CLOCAL
    if rtscts:
        control |= termios.CRTSCTS
    characters = termios.tcgetattr(fd)[6]
    characters[termios.VMIN], characters[termios.VTIME] = 1, 0
    termios.tcsetattr(fd, termios.TCSANOW, [0, 0, control, 0, speed, speed, characters])
    termios.tcflush(fd, termios.TCIFLUSH)
