"""Cuts a byte stream into lines without ever growing without bound."""

from __future__ import annotations

from dataclasses import dataclass

_TERMINATORS = b"\r\n"


@dataclass(frozen=True, slots=True)
class Line:
    """One terminated line; `overlong` lines carry only their first bytes."""

    raw: bytes
    overlong: bool = False


class LineSplitter:
    """CR, LF, CRLF and LFCR all end a line; empty lines are not lines."""

    def __init__(self, line_bytes_max: int = 128) -> None:
        self._line_bytes_max = line_bytes_max
        self._buffer = bytearray()
        self._overlong = False

    def feed(self, data: bytes) -> list[Line]:
        lines: list[Line] = []
        for byte in data:
            if byte in _TERMINATORS:
                if self._buffer:
                    lines.append(Line(bytes(self._buffer), self._overlong))
                self.reset()
            elif len(self._buffer) < self._line_bytes_max:
                self._buffer.append(byte)
            else:
                self._overlong = True
        return lines

    def reset(self) -> None:
        """Forget a half-received line, e.g. when the connection changed."""
        self._buffer.clear()
        self._overlong = False
