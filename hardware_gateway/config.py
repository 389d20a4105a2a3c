"""The gateway's configuration file (TOML), checked as a whole before anything starts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from hardware_gateway.transports.serial_port import SPEEDS

_Id = Annotated[str, Meta(pattern="^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$")]
_Port = Annotated[int, Meta(ge=0, le=65535)]


class ConfigError(Exception):
    """The configuration cannot be used; the text says where and why."""


class Serial(Struct, frozen=True, forbid_unknown_fields=True):
    path: str
    baud: int = 9600
    rtscts: bool = False


class Tcp(Struct, frozen=True, forbid_unknown_fields=True):
    host: str
    port: _Port


class WheelSimulator(Struct, frozen=True, forbid_unknown_fields=True):
    flavour: Literal["automated", "live"] = "automated"


class AcceptorSimulator(Struct, frozen=True, forbid_unknown_fields=True):
    notes: tuple[Annotated[int, Meta(gt=0, le=10_000_000)], ...] = (500, 1000, 2000, 5000, 10000)


class PrinterSimulator(Struct, frozen=True, forbid_unknown_fields=True):
    print_ms: Annotated[int, Meta(ge=0, le=60_000)] = 3_000


class Wheel(Struct, frozen=True, forbid_unknown_fields=True, tag_field="driver", tag="slingshot2"):
    """A SlingShot 2 wheel on exactly one of: serial, tcp, simulator."""

    id: _Id
    pockets: Literal[37, 38] = 37
    mode: Annotated[int, Meta(ge=0, le=65535)] = 1159
    table: str = ""
    serial: Serial | None = None
    tcp: Tcp | None = None
    simulator: WheelSimulator | None = None


class AcceptorDevice(Struct, frozen=True, forbid_unknown_fields=True, tag_field="driver", tag="note_acceptor"):
    id: _Id
    simulator: AcceptorSimulator
    terminal: str = ""
    currency: Annotated[str, Meta(pattern="^[A-Z]{3}$")] = "AUD"


class PrinterDevice(Struct, frozen=True, forbid_unknown_fields=True, tag_field="driver", tag="ticket_printer"):
    id: _Id
    simulator: PrinterSimulator
    terminal: str = ""


DeviceConfig = Wheel | AcceptorDevice | PrinterDevice


class Panel(Struct, frozen=True, forbid_unknown_fields=True):
    """Control panel of the simulated devices; `origins` may call it from a browser."""

    port: _Port = 0
    host: Literal["127.0.0.1", "::1", "localhost"] = "127.0.0.1"
    origins: tuple[str, ...] = ()


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    server: str
    gateway: _Id
    journal: str
    devices: Annotated[list[DeviceConfig], Meta(min_length=1, max_length=500)]
    token: str | None = None
    token_file: str | None = None
    time_scale: Annotated[float, Meta(gt=0, le=10)] = 1.0
    panel: Panel | None = None
    keep_readings: Annotated[int, Meta(ge=1_000)] = 100_000

    @property
    def websocket_url(self) -> str:
        scheme, _, rest = self.server.rstrip("/").partition("://")
        return f"{ {'http': 'ws', 'https': 'wss'}.get(scheme, scheme) }://{rest}/ws/gateway"

    @property
    def simulated(self) -> bool:
        return any(device.simulator is not None for device in self.devices)


def load(path: Path) -> tuple[Config, str]:
    """The configuration and the secret token. Relative paths count from the file's folder."""
    try:
        config = msgspec.toml.decode(path.read_bytes(), type=Config)
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror}") from error
    except msgspec.MsgspecError as error:
        raise ConfigError(f"{path}: {error}") from error
    _check(config)
    config = msgspec.structs.replace(config, journal=str(path.parent / config.journal))
    return config, _token(config, path.parent)


def _check(config: Config) -> None:
    if config.server.partition("://")[0] not in ("ws", "wss", "http", "https"):
        raise ConfigError("server must be a ws, wss, http or https address")
    ids = [device.id for device in config.devices]
    if len(set(ids)) != len(ids):
        raise ConfigError("device ids must differ")
    for device in config.devices:
        if isinstance(device, Wheel):
            _check_wheel(device)
        if device.simulator is None and config.time_scale != 1.0:
            raise ConfigError(f"{device.id} is real: time_scale is for simulators only")
    if config.panel and not config.simulated:
        raise ConfigError("the control panel exists for simulated devices only")


def _check_wheel(wheel: Wheel) -> None:
    ways = [way for way in (wheel.serial, wheel.tcp, wheel.simulator) if way is not None]
    if len(ways) != 1:
        raise ConfigError(f"{wheel.id} needs exactly one of serial, tcp, simulator")
    if wheel.serial and wheel.serial.baud not in SPEEDS:
        raise ConfigError(f"{wheel.id}: unsupported baud rate {wheel.serial.baud}")


def _token(config: Config, folder: Path) -> str:
    if (config.token is None) == (config.token_file is None):
        raise ConfigError("give exactly one of token and token_file")
    if config.token_file is None:
        token = config.token or ""
    else:
        try:
            token = (folder / config.token_file).read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"cannot read the token file: {error}") from error
    if len(token) < 16:
        raise ConfigError("the token is shorter than 16 characters")
    return token
