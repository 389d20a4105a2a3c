"""The demo floor: what there is, and the credentials its parts were enrolled with."""

from pathlib import Path

import msgspec

from server.bootstrap import Server
from server.settings import Settings
from server.staff import StaffRole
from server.storage.devices import DeviceKind, new_device
from server.table import commands as c
from server.table.values import SYSTEM, Limit, Limits, Refusal, TableConfig

TERMINALS = 4
LIVE, AUTOMATED = "RR1", "RR2"
WHEELS = {LIVE: "wheel-1", AUTOMATED: "wheel-2"}
GATEWAY = "GW-1"
CHIPS = (100, 500, 2_500, 10_000, 50_000, 100_000)
LIMITS = {
    "straight": (100, 20_000),
    "split": (100, 40_000),
    "street": (100, 60_000),
    "corner": (100, 80_000),
    "six_line": (100, 120_000),
    "column": (500, 250_000),
    "dozen": (500, 250_000),
    "even_chance": (500, 500_000),
}


class Login(msgspec.Struct, frozen=True):
    role: str
    card: str
    pin: str


LOGINS = (
    Login("dealer", "1001", "135790"),
    Login("casino_supervisor", "2001", "246801"),
    Login("operator", "9001", "975310"),
)
AUTO_DEALER = Login("dealer", "1900", "864209")
AUTO_DEALER_NAME = "Automatic dealer"


class Plan(msgspec.Struct):
    """Device -> credential, written once when the floor is made."""

    tokens: dict[str, str]


def limits() -> Limits:
    return Limits({k: Limit(*v) for k, v in LIMITS.items()}, unit=100, total_minimum=200, total_maximum=1_000_000)


def table_config(table: str, period_ms: int, scale: float) -> TableConfig:
    """Launch and pause times follow the pace of the simulated wheels."""
    live = table == LIVE
    return TableConfig(
        table,
        "Rapid Roulette" if live else "Auto Roulette",
        "roulette",
        "single_zero",
        "live" if live else "automated",
        limits(),
        CHIPS,
        device=WHEELS[table],
        period_ms=period_ms,
        pause_ms=max(2_000, int(14_000 * scale)),
        spin_lead_ms=max(500, int(9_000 * scale)),
    )


async def prepare(settings: Settings, path: Path, period_ms: int, scale: float) -> Plan:
    """The plan of an existing floor, or a new floor: tables, terminals, devices and three people to sign in as."""
    if path.exists():
        return msgspec.json.decode(path.read_bytes(), type=Plan)
    server = Server(settings)
    await server.start()
    try:
        plan = Plan(await _enrol(server))
        await _build(server, period_ms, scale)
    finally:
        await server.stop()
    path.touch(mode=0o600)
    path.write_bytes(msgspec.json.encode(plan))
    return plan


async def _build(server: Server, period_ms: int, scale: float) -> None:
    async def do(name: str, command: c.Command) -> None:
        reply = await server.owner.submit(f"demo:{name}", SYSTEM, command)
        if reply.refusal is not None:
            raise RuntimeError(f"{name}: {reply.refusal.code} {reply.refusal.data}")

    for table in (LIVE, AUTOMATED):
        await do(f"table {table}", c.SetTable(table_config(table, period_ms, scale)))
    for seat in range(1, TERMINALS + 1):
        name = f"PT-{seat}"
        add = c.AddTerminal(name, f"Terminal {seat}", seat, f"acceptor-{name}", f"printer-{name}")
        await do(f"add {name}", add)
        await do(f"sit {name}", c.Sit(name, LIVE if seat % 2 else AUTOMATED))
    for table in (LIVE, AUTOMATED):
        await do(f"open {table}", c.OpenTable(table))


async def _enrol(server: Server) -> dict[str, str]:
    devices = [
        new_device(DeviceKind.PLAYER_TERMINAL, f"PT-{seat}", f"Terminal {seat}", terminal=f"PT-{seat}")
        for seat in range(1, TERMINALS + 1)
    ]
    for number, table in enumerate((LIVE, AUTOMATED), 1):
        devices.append(new_device(DeviceKind.DEALER_TERMINAL, f"DT-{number}", f"Dealer terminal {number}", table=table))
        devices.append(new_device(DeviceKind.DISPLAY, f"WND-{number}", f"Display {number}", table=table))
    devices.append(new_device(DeviceKind.DEALER_TERMINAL, "DT-AUTO", AUTO_DEALER_NAME, table=LIVE))
    devices.append(new_device(DeviceKind.GATEWAY, GATEWAY, "Gateway"))
    tokens = {}
    for device in devices:
        enrolled = await server.devices.enrol(device, SYSTEM)
        if isinstance(enrolled, Refusal):
            raise RuntimeError(f"{device.id}: {enrolled.code}")
        tokens[device.id] = enrolled.token
    names = {"dealer": "Dealer", "casino_supervisor": "Supervisor", "operator": "Operator"}
    for login, name in (*((item, names[item.role]) for item in LOGINS), (AUTO_DEALER, AUTO_DEALER_NAME)):
        await server.credentials.people.add(login.card, name, StaffRole(login.role), login.pin, SYSTEM)
    return tokens
