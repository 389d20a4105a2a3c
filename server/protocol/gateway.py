"""Messages between the server and a hardware gateway."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, TypeAdapter

from server.protocol.base import Id, Junk, Ping, Pong, Wire

Boot = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
Mac = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class GatewayHello(Wire):
    type: Literal["hello"]
    device: Id
    token: Annotated[str, StringConstraints(min_length=16, max_length=200)]
    feature_level: Annotated[int, Field(ge=1, le=1000)]
    boot: Boot


class ReadingMessage(Wire):
    """One reading, journaled by the gateway before it was sent; (boot, counter) makes it unique."""

    type: Literal["reading"]
    boot: Boot
    counter: Annotated[int, Field(ge=1, le=2**53)]
    device: Id
    kind: Id
    data: dict[str, object]
    at: Annotated[str, StringConstraints(max_length=40)]
    mac: Mac


GatewayMessage = Annotated[GatewayHello | ReadingMessage | Ping, Field(discriminator="type")]
GATEWAY_MESSAGE: TypeAdapter[GatewayHello | ReadingMessage | Ping] = TypeAdapter(GatewayMessage)


class GatewayWelcome(Wire):
    type: Literal["welcome"] = "welcome"
    feature_level: int
    gateway: str


class ReadingAck(Wire):
    """All readings of this boot up to this counter are durable."""

    type: Literal["ack"] = "ack"
    boot: str
    counter: int


class DeviceCommandMessage(Wire):
    """An order to a device; repeated until its result reading is acknowledged."""

    type: Literal["device_command"] = "device_command"
    id: str
    device: str
    kind: str
    data: dict[str, object]


class GatewayRefusal(Wire):
    type: Literal["refusal"] = "refusal"
    code: str
    detail: str = ""


GatewayServerMessage = Annotated[
    GatewayWelcome | ReadingAck | DeviceCommandMessage | Pong | GatewayRefusal | Junk, Field(discriminator="type")
]
