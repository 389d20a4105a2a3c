"""What all wire models share: strict parsing, bounded values, and the refusal."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

MONEY_MAX = 10**12
"""The largest amount the wire carries, in minor units. Larger values are junk, not wagers."""

Money = Annotated[int, Field(ge=0, le=MONEY_MAX)]
SignedMoney = Annotated[int, Field(ge=-MONEY_MAX, le=MONEY_MAX)]
Stake = Annotated[int, Field(ge=1, le=MONEY_MAX)]
Id = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:\-]+$")]
SpotText = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=r"^[a-z0-9_:\-]+$")]
Text = Annotated[str, StringConstraints(max_length=200)]
Card = Annotated[str, StringConstraints(min_length=1, max_length=32, pattern=r"^[0-9A-Za-z\-]+$")]
Pin = Annotated[str, StringConstraints(min_length=6, max_length=12, pattern=r"^[0-9]+$")]
Value = Annotated[str, StringConstraints(min_length=1, max_length=32)]
"""A game value as text: a pocket, a card, dice."""


class Wire(BaseModel):
    """Base of every message and view: unknown fields are refused, types are not coerced, instances do not change."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, json_schema_serialization_defaults_required=True
    )


class RefusalView(Wire):
    """A typed, expected "no": a stable code and the data a screen needs to explain it."""

    code: str
    data: dict[str, str | int | bool | None | list[str]] = {}


class Answer(Wire):
    """The answer to one command. The same command id always gets the same answer."""

    type: Literal["answer"] = "answer"
    id: str
    refusal: RefusalView | None = None
    result: dict[str, object] = {}


class Ping(Wire):
    """A clock sample: the client's own milliseconds, returned untouched."""

    type: Literal["ping"]
    t: Annotated[float, Field(ge=0, le=10**16)]


class Pong(Wire):
    """The reply to a ping with the server's monotonic milliseconds, on which every deadline is expressed."""

    type: Literal["pong"] = "pong"
    t: float
    server_ms: int


class Resync(Wire):
    """The client saw a gap (or was told of one) and wants a fresh snapshot."""

    type: Literal["resync"]


class Hello(Wire):
    """The first frame of every connection: who is calling, with which credential."""

    type: Literal["hello"]
    device: Id
    token: Annotated[str, StringConstraints(min_length=16, max_length=200)]
    feature_level: Annotated[int, Field(ge=1, le=1000)]


class Welcome(Wire):
    """The server's first frame: identity of this boot, its clock, and what the venue is."""

    type: Literal["welcome"] = "welcome"
    feature_level: int
    device: str
    epoch: int
    server_ms: int
    utc: str
    venue: str
    currency: str
    time_zone: str
    languages: list[str]
    demo_devices_url: str | None = None


class Junk(Wire):
    """A frame that is not a message of this direction. Nothing was changed."""

    type: Literal["refused"] = "refused"
    code: str
    detail: str = ""


class ResyncRequired(Wire):
    """The client fell behind and frames were dropped; a snapshot follows when it asks."""

    type: Literal["resync_required"] = "resync_required"
