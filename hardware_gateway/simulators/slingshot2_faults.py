"""What can go wrong with the simulated SlingShot 2, and what leaves it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class WheelFault(StrEnum):
    """What the control panel and the tests can make go wrong."""

    BALL_REMOVED = "ball_removed"
    WRONG_WAY = "wrong_way"
    LAUNCH_FAILURE = "launch_failure"
    DRIVE_FAILURE = "drive_failure"
    MERGED_LINE = "merged_line"
    DROPPED_CRLF = "dropped_crlf"
    GARBAGE = "garbage"
    SILENT = "silent"
    HANGUP = "hangup"
    RESTART = "restart"


LAUNCHER_FAULTS: Final = (WheelFault.WRONG_WAY, WheelFault.LAUNCH_FAILURE)


@dataclass(frozen=True, slots=True)
class Hangup:
    """The port goes away for a while (real milliseconds)."""

    for_ms: int


Out = bytes | Hangup
