"""How wrong PINs are counted: five in fifteen minutes, per device and per member of staff.

A device with five wrong tries is locked for everybody, because somebody stands there and guesses. A card with five
wrong tries is locked on devices its owner has never used; where the owner has signed in before, only tries made on that
very device count. So nobody can lock a colleague out of the terminal they work at by guessing at another one, and
guessing at many devices at once is still stopped.
"""

from collections.abc import Collection, Iterable

import msgspec

TRIES = 5
WINDOW_MS = 15 * 60 * 1000


class Failure(msgspec.Struct, frozen=True):
    """A try that did not lead to a sign-in."""

    card: str
    device: str
    at_ms: int


def locked_until(
    failures: Iterable[Failure], *, card: str, device: str, known_devices: Collection[str], now_ms: int
) -> int | None:
    """When the next try is allowed; None when it is allowed now. `known_devices`: where the card's owner signed in."""
    recent = [failure for failure in failures if failure.at_ms > now_ms - WINDOW_MS]
    here = [failure.at_ms for failure in recent if failure.device == device]
    until = _full(here)
    if device not in known_devices:
        elsewhere = [f.at_ms for f in recent if f.card == card and f.device not in known_devices]
        until = max(until, _full(elsewhere))
    return until or None


def _full(times_ms: list[int]) -> int:
    """When the oldest of the last five tries leaves the window; 0 while there are fewer."""
    return sorted(times_ms)[-TRIES] + WINDOW_MS if len(times_ms) >= TRIES else 0
