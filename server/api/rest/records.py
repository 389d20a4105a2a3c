"""Models of rounds, people, devices and the books."""

from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue, StringConstraints

from server.api.models import Api, DeviceKind, Key, Name, StaffRoleName, example
from server.protocol.base import Card, Money, Pin, SignedMoney
from server.protocol.views import ReturnedWagerView, WagerResult

# ---- staff ----


class StaffNew(Api):
    model_config = example(card="700101", name="Dana", role="dealer", pin="582016")

    card: Card
    name: Name
    role: StaffRoleName
    pin: Pin


class StaffChanged(Api):
    """Only what is named changes. Whoever is disabled, gets another role or another PIN must sign in again."""

    model_config = example(enabled=False)

    name: Name | None = None
    role: StaffRoleName | None = None
    enabled: bool | None = None
    pin: Pin | None = None


class StaffRecord(Api):
    model_config = example(staff="staff-1a2b3c4d", card="700101", name="Dana", role="dealer", enabled=True, version=1)

    staff: str
    card: str
    name: str
    role: StaffRoleName
    enabled: bool
    version: int


class StaffList(Api):
    staff: list[StaffRecord]


# ---- devices ----


class DeviceNew(Api):
    """A dealer terminal or display names its `table`. A player terminal is bound to `terminal` (its own id unless
    named), which is added to the floor when it is new; `seat`, `acceptor` and `printer` then describe it."""

    model_config = example(
        device="PT-5", kind="player_terminal", name="Seat 5", seat=5, acceptor="notes-5", printer="printer-5"
    )

    device: Key
    kind: DeviceKind
    name: Name
    table: Key | None = None
    terminal: Key | None = None
    seat: Annotated[int, Field(ge=1, le=9_999)] | None = None
    acceptor: Key | None = None
    printer: Key | None = None


class DeviceChanged(Api):
    """A disabled device is cut off and cannot connect again until it is enabled."""

    model_config = example(enabled=False)

    enabled: bool


DEVICE: dict[str, Any] = {
    "device": "PT-5",
    "kind": "player_terminal",
    "name": "Seat 5",
    "table": None,
    "terminal": "PT-5",
    "enabled": True,
    "enrolled_at": "2026-01-01T09:00:00.000Z",
    "version": 1,
}


class DeviceRecord(Api):
    model_config = example(**DEVICE)

    device: str
    kind: DeviceKind
    name: str
    table: str | None
    terminal: str | None
    enabled: bool
    enrolled_at: str
    version: int


class DeviceCredential(DeviceRecord):
    """`token` is told this once; a repeated request with the same key gets null, because only its hash is kept."""

    model_config = example(**DEVICE, token="told-once-0123456789ab")  # noqa: S106 - an example

    token: str | None


class DeviceList(Api):
    devices: list[DeviceRecord]


# ---- rounds ----

RoundId = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_\-]+$")]

ROUND: dict[str, Any] = {
    "round": "T1-118",
    "table": "T1",
    "number": 118,
    "status": "settled",
    "value": "17",
    "original": None,
    "staked": 12_000,
    "returned": 36_000,
    "opened_at": "2026-01-01T10:00:00.000Z",
    "decided_at": "2026-01-01T10:01:02.000Z",
}


class RoundLine(Api):
    """One round in a list. `original` is the first confirmed value of a corrected round."""

    model_config = example(**ROUND)

    round: str
    table: str
    number: int
    status: Literal["open", "settled", "void"]
    value: str | None
    original: str | None
    staked: int
    returned: int
    opened_at: str
    decided_at: str | None


class Rounds(Api):
    """Newest first. `before` is what to ask for next; null when there is nothing older."""

    model_config = example(rounds=[ROUND], before=118)

    rounds: list[RoundLine]
    before: int | None


class Result(Api):
    round: str
    number: int
    value: str
    original: str | None
    at: str | None


class Results(Api):
    """Settled rounds of a table, newest first."""

    model_config = example(
        table="T1",
        results=[{"round": "T1-118", "number": 118, "value": "17", "original": None, "at": ROUND["decided_at"]}],
    )

    table: str
    results: list[Result]


class RoundWager(Api):
    """A wager of a round; `result` and `returned` are null until the round is decided."""

    spot: str
    stake: int
    result: WagerResult | None
    returned: int | None


class RoundSeat(Api):
    """What one round did to one session."""

    session: str
    terminal: str | None
    staked: int
    returned: int
    credit_before: int | None
    credit_after: int | None
    wagers: list[RoundWager]
    credited_back: list[ReturnedWagerView]


class RoundEvent(Api):
    """One line of the journal: what became true, when, and through whom."""

    seq: int
    at: str
    role: str
    actor: str
    name: str
    type: str
    data: dict[str, JsonValue]


class RoundRecord(RoundLine):
    """The full record: from it a result can be worked out again (002 11.5)."""

    model_config = example(
        **ROUND,
        gaming_day="2026-01-01",
        rule_hash="5b1c0c0e",
        seats=[
            {
                "session": "main-session41",
                "terminal": "PT-1",
                "staked": 1_000,
                "returned": 36_000,
                "credit_before": 50_000,
                "credit_after": 85_000,
                "wagers": [{"spot": "straight:17", "stake": 1_000, "result": "win", "returned": 36_000}],
                "credited_back": [],
            }
        ],
        events=[
            {
                "seq": 1840,
                "at": "2026-01-01T10:01:02.000Z",
                "role": "dealer",
                "actor": "staff-1a2b3c4d",
                "name": "Dana",
                "type": "round_settled",
                "data": {"value": "17", "staked": 12_000, "returned": 36_000},
            }
        ],
    )

    gaming_day: str
    rule_hash: str
    seats: list[RoundSeat]
    events: list[RoundEvent]


# ---- money and audit ----


class Receivable(Api):
    """An over- or underpayment that a correction left behind."""

    id: str
    session: str
    terminal: str
    table: str
    round: str
    kind: str
    amount: Money
    at: str


class Receivables(Api):
    """Newest first; `totals` adds up the amounts listed, by kind."""

    model_config = example(
        receivables=[
            {
                "id": "main-register3",
                "session": "main-session41",
                "terminal": "PT-1",
                "table": "T1",
                "round": "T1-118",
                "kind": "receivable",
                "amount": 4_000,
                "at": "2026-01-01T10:05:00.000Z",
            }
        ],
        totals={"receivable": 4_000},
    )

    receivables: list[Receivable]
    totals: dict[str, int]


class AuditEntry(Api):
    chain: str
    n: int
    seq: int | None
    at: str
    actor: str
    name: str
    role: str
    action: str
    table: str | None
    subject: str | None
    detail: dict[str, JsonValue]


class Audit(Api):
    """Newest first. `chain` and `n` name an entry for good."""

    model_config = example(
        audit=[
            {
                "chain": "pit:main",
                "n": 77,
                "seq": 1840,
                "at": "2026-01-01T10:00:00.000Z",
                "actor": "staff-1a2b3c4d",
                "name": "Olivia",
                "role": "operator",
                "action": "table_opened",
                "table": "T1",
                "subject": None,
                "detail": {"table": "T1"},
            }
        ]
    )

    audit: list[AuditEntry]


class AccountTotal(Api):
    kind: str
    unit: str
    accounts: int
    balance: SignedMoney


class Books(Api):
    """The balance check in short. `balanced` is true, or somebody must be called."""

    model_config = example(
        balanced=True,
        seq=1840,
        transfers=960,
        total=0,
        below_floor=0,
        kinds=[
            {"kind": "credit", "unit": "cash", "accounts": 3, "balance": 120_000},
            {"kind": "notes", "unit": "cash", "accounts": 4, "balance": -120_000},
        ],
    )

    balanced: bool
    seq: int
    transfers: int
    total: int
    below_floor: int
    kinds: list[AccountTotal]
