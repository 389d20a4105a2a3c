"""What the REST interface takes and gives. Requests are strict and bounded; every model carries an example."""

from datetime import time
from typing import Annotated, Any, Literal
from zoneinfo import available_timezones

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from server.protocol.base import MONEY_MAX, Card, Money, Pin, Stake
from server.protocol.views import LimitsView, Phase, TableStatus, WheelKind
from server.table.floor import PERIOD_MS


def _time_zone(name: str) -> str:
    """Known to this machine: events could not be put into a gaming day otherwise."""
    if name not in available_timezones():
        raise ValueError("not an IANA time zone")
    return name


def _clock_time(text: str) -> str:
    if time.fromisoformat(text).strftime("%H:%M") != text:
        raise ValueError("a time of day looks like 06:00")
    return text


ErrorData = str | int | bool | None | list[str]

Name = Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*$")]
Key = Annotated[str, StringConstraints(min_length=1, max_length=32, pattern=r"^[A-Za-z0-9_\-]+$")]
"""The id of a table, terminal, device or person: it becomes part of round ids and account names."""
Word = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=r"^[a-z0-9_]+$")]
Language = Annotated[str, StringConstraints(min_length=2, max_length=12, pattern=r"^[A-Za-z]{2,3}(-[A-Za-z]{2,8})*$")]
Zone = Annotated[str, StringConstraints(min_length=1, max_length=64), AfterValidator(_time_zone)]
DayStart = Annotated[str, StringConstraints(min_length=5, max_length=5), AfterValidator(_clock_time)]
Period = Annotated[int, Field(ge=PERIOD_MS[0], le=PERIOD_MS[1])]
Pause = Annotated[int, Field(ge=1_000, le=120_000)]
Lead = Annotated[int, Field(ge=1_000, le=60_000)]
Chips = Annotated[list[Stake], Field(min_length=1, max_length=12)]
GameSettings = Annotated[dict[Word, Word], Field(max_length=20)]
AfterNoSpin = Literal["stand", "reopen"]
StaffRoleName = Literal["dealer", "casino_supervisor", "operator"]
DeviceKind = Literal["player_terminal", "dealer_terminal", "display", "gateway"]

LIMITS: dict[str, Any] = {
    "kinds": {
        "straight": {"minimum": 100, "maximum": 10_000},
        "split": {"minimum": 100, "maximum": 20_000},
        "street": {"minimum": 100, "maximum": 30_000},
        "corner": {"minimum": 100, "maximum": 40_000},
        "six_line": {"minimum": 100, "maximum": 60_000},
        "column": {"minimum": 500, "maximum": 100_000},
        "dozen": {"minimum": 500, "maximum": 100_000},
        "even_chance": {"minimum": 500, "maximum": 200_000},
    },
    "unit": 100,
    "total_minimum": 0,
    "total_maximum": 500_000,
}


def example(**values: Any) -> ConfigDict:
    """What a reader of the OpenAPI document sees first."""
    return ConfigDict(json_schema_extra={"examples": [values]})


class Api(BaseModel):
    """Unknown fields are refused, types are not coerced, instances do not change."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, json_schema_serialization_defaults_required=True
    )


class ErrorBody(Api):
    """Every refusal: a stable code, a sentence for people, and what a program needs to explain it."""

    model_config = example(
        code="version_conflict", detail="Somebody changed this in the meantime.", data={"version": 4}
    )

    code: str
    detail: str
    data: dict[str, ErrorData] = {}


# ---- staff sessions ----


class SessionRequest(Api):
    model_config = example(card="700100", pin="194827")

    card: Card
    pin: Pin


class StaffName(Api):
    staff: str
    name: str
    role: StaffRoleName


class SessionOpened(Api):
    """The token is shown once; send it as `Authorization: Bearer <token>`."""

    model_config = example(
        token="told-once-0123456789ab",  # noqa: S106 - an example
        staff={"staff": "olivia", "name": "Olivia", "role": "operator"},
        expires_at="2026-01-01T18:00:00.000Z",
    )

    token: str
    staff: StaffName
    expires_at: str


# ---- venue and pits ----


class VenueRecord(Api):
    model_config = example(
        name="Harbour Room",
        currency="AUD",
        time_zone="Australia/Sydney",
        gaming_day_start="06:00",
        languages=["en", "zh-Hans"],
        multi_game_wagering=False,
        ticket_limit=1_000_000,
        version=1,
    )

    name: str
    currency: str
    time_zone: str
    gaming_day_start: str
    languages: list[str]
    multi_game_wagering: bool
    ticket_limit: Money
    version: int


class VenueChange(Api):
    """Only what is named changes. The currency is fixed: amounts already in the books are in it."""

    model_config = example(ticket_limit=2_000_000)

    name: Name | None = None
    time_zone: Zone | None = None
    gaming_day_start: DayStart | None = None
    languages: Annotated[list[Language], Field(min_length=1, max_length=12)] | None = None
    multi_game_wagering: bool | None = None
    ticket_limit: Annotated[int, Field(ge=1, le=MONEY_MAX)] | None = None


class TerminalRecord(Api):
    """A player terminal as the floor knows it."""

    terminal: str
    name: str
    seat: int
    enabled: bool
    table: str | None
    session: str | None
    credit: Money
    staked: Money
    attendant_called_at: str | None
    printer_fault: str | None
    cash_out: str | None


class FloorDevice(Api):
    """What the gateway last said of a wheel, acceptor or printer."""

    device: str
    online: bool
    state: str | None
    fault: str | None


class PitRecord(Api):
    model_config = example(
        pit="main", running=True, epoch=3, seq=1840, tables=["T1", "T2"], tasks=0, terminals=[], devices=[]
    )

    pit: str
    running: bool
    epoch: int
    seq: int
    """Number of the latest event in the journal."""
    tables: list[str]
    tasks: int
    """Things that wait for a casino supervisor."""
    terminals: list[TerminalRecord]
    devices: list[FloorDevice]


class Pits(Api):
    pits: list[PitRecord]


# ---- tables ----

TABLE: dict[str, Any] = {
    "name": "Roulette 1",
    "wheel": "live",
    "device": None,
    "limits": LIMITS,
    "chips": [100, 500, 1_000, 5_000, 10_000],
    "period_ms": 30_000,
    "pause_ms": 6_000,
    "spin_lead_ms": 9_000,
    "after_no_spin": "stand",
}


class TableNew(Api):
    model_config = example(table="T1", game="roulette", variant="single_zero", settings={}, **TABLE)

    table: Key
    name: Name
    game: Word
    variant: Word
    settings: GameSettings = {}
    wheel: WheelKind
    device: Key | None = None
    limits: LimitsView
    chips: Chips
    period_ms: Period = 30_000
    pause_ms: Pause = 6_000
    spin_lead_ms: Lead = 9_000
    after_no_spin: AfterNoSpin = "stand"


class TableChange(Api):
    """Only what is named changes; `limits` and `chips` are replaced whole. `device: null` takes the device away."""

    model_config = example(period_ms=45_000)

    name: Name | None = None
    wheel: WheelKind | None = None
    device: Key | None = None
    limits: LimitsView | None = None
    chips: Chips | None = None
    period_ms: Period | None = None
    pause_ms: Pause | None = None
    spin_lead_ms: Lead | None = None
    after_no_spin: AfterNoSpin | None = None


class TableRecord(Api):
    """A table: its newest settings and where it stands. `effective` says whether the settings are in force already."""

    model_config = example(
        table="T1",
        pit="main",
        game="roulette",
        variant="single_zero",
        settings={},
        **TABLE,
        version=2,
        effective="now",
        status="open",
        suspended_reason=None,
        closes_at=None,
        phase="wagering",
        round="T1-118",
        number=118,
        players=3,
        last=["17", "0", "32"],
        rounds_settled=117,
        handle=1_204_500,
        paid=1_160_000,
    )

    table: str
    pit: str
    name: str
    game: str
    variant: str
    settings: dict[str, str]
    wheel: WheelKind
    device: str | None
    limits: LimitsView
    chips: list[int]
    period_ms: int
    pause_ms: int
    spin_lead_ms: int
    after_no_spin: AfterNoSpin
    version: int
    effective: Literal["now", "next_round"]
    status: TableStatus
    suspended_reason: str | None
    closes_at: str | None
    phase: Phase
    round: str | None
    number: int
    players: int
    last: list[str]
    """The latest 8 outcome values, newest first."""
    rounds_settled: int
    handle: int
    paid: int


class Tables(Api):
    tables: list[TableRecord]


class Closure(Api):
    """The notice of 002 12.8, in minutes from now."""

    model_config = example(minutes=20)

    minutes: Annotated[int, Field(ge=1, le=24 * 60)]
