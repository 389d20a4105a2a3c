"""Cammegh SlingShot 2 line protocol, both directions, without I/O.

The device has no checksum and its logs contain merged and cut lines, so a line
counts only when the whole of it matches; everything else is Garbage.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from hardware_gateway.codecs.lines import Line, LineSplitter

CRLF: Final = b"\r\n"

# Mode bits of `*o`.
MODE_REVERSE: Final = 1
MODE_USER_START: Final = 2
MODE_CHANGE_SPEED: Final = 4
MODE_NO_NUMBER_LINE: Final = 16
MODE_AUTO_STATUS: Final = 128
MODE_DELAY_IN_START: Final = 1024

# States of the status line.
GAME_START: Final = 1
PLACE_BETS: Final = 2
BALL_IN_TRACK: Final = 3
NO_MORE_BETS: Final = 4
WINNING_NUMBER: Final = 5
TABLE_CLOSED: Final = 6

# Bits of the warning flag.
WARN_BALL_NOT_SENSED: Final = 1
WARN_WRONG_DIRECTION: Final = 2
WARN_DRIVE_FAILURE: Final = 4
WARN_LAUNCH_FAILED: Final = 8


@dataclass(frozen=True, slots=True)
class Status:
    """The half-second status line. `number` is None while the display is blank."""

    state: int
    spin: int
    number: str | None
    warning: int
    speed: int
    direction: int


@dataclass(frozen=True, slots=True)
class WinningNumber:
    """The line with nothing but the number, sent shortly before state 5."""

    number: str


@dataclass(frozen=True, slots=True)
class Bonus:
    kind: int
    text: str


@dataclass(frozen=True, slots=True)
class Reply:
    """Answer to a command; `command` is the letter that correlates it."""

    command: str
    text: str


@dataclass(frozen=True, slots=True)
class Garbage:
    """A line that matches nothing. It is counted and never interpreted."""

    raw: bytes


Event = Status | WinningNumber | Bonus | Reply | Garbage

_STATUS = re.compile(rb"\*X;([1-6]);([0-9]{3});([ 0-9][0-9]|  );([0-9A-F]);([0-9]{3});([01])")
_NUMBER = re.compile(rb"[ 0-9][0-9]")
_BONUS = re.compile(rb"\*Y;([1-6]);([ -:<-~]{3})")
# A reply never contains "*" or ";": those betray a second line merged into it.
_REPLY = re.compile(rb"\*([!-)+-:<-WZ-~])(?: ([ -)+-:<-~]{0,100}))?")


def parse_line(line: Line) -> Event:
    """One line to one event; total, never raises."""
    raw = line.raw
    if line.overlong:
        return Garbage(raw)
    if match := _STATUS.fullmatch(raw):
        state, spin, number, warning, speed, direction = (group.decode("ascii") for group in match.groups())
        return Status(int(state), int(spin), number.strip() or None, int(warning, 16), int(speed), int(direction))
    if _NUMBER.fullmatch(raw):
        return WinningNumber(raw.decode("ascii").strip())
    if match := _BONUS.fullmatch(raw):
        return Bonus(int(match[1]), match[2].decode("ascii"))
    if match := _REPLY.fullmatch(raw):
        return Reply(match[1].decode("ascii"), (match[2] or b"").decode("ascii"))
    return Garbage(raw)


class Decoder:
    """Device-to-host direction: feed bytes in any chunks, get events."""

    def __init__(self) -> None:
        self._lines = LineSplitter()
        self.garbage_count = 0

    def feed(self, data: bytes) -> list[Event]:
        events = [parse_line(line) for line in self._lines.feed(data)]
        self.garbage_count += sum(isinstance(event, Garbage) for event in events)
        return events

    def reset(self) -> None:
        self._lines.reset()


def render_event(event: Status | WinningNumber | Bonus | Reply) -> bytes:
    """The line a device sends for an event; the exact reverse of `parse_line`."""
    return _event_text(event).encode("ascii") + CRLF


def _event_text(event: Status | WinningNumber | Bonus | Reply) -> str:
    match event:
        case Status(state, spin, number, warning, speed, direction):
            return f"*X;{state};{spin:03d};{number or '':>2};{warning:X};{speed:03d};{direction}"
        case WinningNumber(number):
            return f"{number:>2}"
        case Bonus(kind, bonus):
            return f"*Y;{kind};{bonus}"
        case Reply(command, reply):
            return f"*{command} {reply}" if reply else f"*{command}"


@dataclass(frozen=True, slots=True)
class Command:
    """A host command: its letter and, for some, an argument."""

    letter: str
    argument: str = ""


OPEN_TABLE: Final = Command("P", "1")
CLOSE_TABLE: Final = Command("P", "0")
START_GAME: Final = Command("u", "1")
QUERY_MODE: Final = Command("O")
QUERY_BANNER: Final = Command("V")


def set_mode(mode: int) -> Command:
    return Command("o", str(mode))


def render_command(command: Command) -> bytes:
    text = f"*{command.letter} {command.argument}" if command.argument else f"*{command.letter}"
    return text.encode("ascii") + CRLF


_COMMAND = re.compile(rb"\*([!-~])(?: ([ -~]{0,100}))?")


class CommandDecoder:
    """Host-to-device direction, used by the simulator. Junk lines are dropped as the device does."""

    def __init__(self) -> None:
        self._lines = LineSplitter()

    def feed(self, data: bytes) -> list[Command]:
        commands: list[Command] = []
        for line in self._lines.feed(data):
            match = None if line.overlong else _COMMAND.fullmatch(line.raw)
            if match:
                commands.append(Command(match[1].decode("ascii"), (match[2] or b"").decode("ascii").strip()))
        return commands


def pockets_of_wheel(pocket_count: int) -> frozenset[str]:
    """The numbers a wheel can show: 37 pockets, or 38 with a double zero."""
    if pocket_count not in (37, 38):
        raise ValueError(f"a roulette wheel has 37 or 38 pockets, not {pocket_count}")
    numbers = {str(number) for number in range(37)}
    return frozenset(numbers | {"00"} if pocket_count == 38 else numbers)
