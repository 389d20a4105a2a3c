"""Settings and identities of the floor, as frozen values."""

from enum import StrEnum
from typing import Literal

import msgspec

from server.games.contract import Frozen


class Phase(StrEnum):
    IDLE = "idle"
    PREPARING = "preparing"
    WAGERING = "wagering"
    CLOSED = "closed"
    PROPOSED = "proposed"
    HELD = "held"
    SETTLED = "settled"
    VOID = "void"


RUNNING = frozenset({Phase.PREPARING, Phase.WAGERING, Phase.CLOSED, Phase.PROPOSED, Phase.HELD})
"""Phases of a round that is not decided yet."""


class TableStatus(StrEnum):
    CLOSED = "closed"
    OPEN = "open"
    SUSPENDED = "suspended"


class Role(StrEnum):
    PLAYER = "player"
    DEALER = "dealer"
    CASINO_SUPERVISOR = "casino_supervisor"
    OPERATOR = "operator"
    GATEWAY = "gateway"
    SYSTEM = "system"


class Actor(Frozen, frozen=True):
    """Who does something: a person, a terminal, a gateway or the system itself."""

    role: Role
    id: str
    name: str = ""


SYSTEM = Actor(Role.SYSTEM, "system")


class Limit(Frozen, frozen=True):
    """Minimum and maximum of one kind of wager, in minor units."""

    minimum: int
    maximum: int


class Limits(Frozen, frozen=True):
    """The sign of rule 002 6.1. `unit` counts from the minimum (reading A32); 0 totals mean none."""

    kinds: dict[str, Limit]
    unit: int = 1
    total_minimum: int = 0
    total_maximum: int = 0


class TableConfig(Frozen, frozen=True):
    """Everything an operator decides about a table. A change takes effect with the next round."""

    table: str
    name: str
    game: str
    variant: str
    wheel: Literal["live", "automated"]
    limits: Limits
    chips: tuple[int, ...]
    settings: dict[str, str] = {}
    device: str | None = None
    period_ms: int = 30_000
    pause_ms: int = 6_000
    """Automated tables: how long a result stands before the next round opens."""
    spin_lead_ms: int = 9_000
    """Automated tables: how long before the deadline the ball is launched (002 7.4.1)."""
    after_no_spin: Literal["stand", "reopen"] = "stand"
    version: int = 1


class VenueSettings(Frozen, frozen=True):
    name: str
    currency: str = "AUD"
    time_zone: str = "Australia/Sydney"
    gaming_day_start: str = "06:00"
    languages: tuple[str, ...] = ("en", "zh-Hans")
    multi_game_wagering: bool = False
    ticket_limit: int = 1_000_000
    """A larger cash-out is paid by hand."""
    version: int = 1


class Refusal(msgspec.Struct, frozen=True):
    """A typed, expected "no". `data` explains it to a screen; nothing has changed."""

    code: str
    data: dict[str, str | int | bool | None | list[str]] = {}
