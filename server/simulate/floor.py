"""The floor that is simulated: an automated table, a live one, and terminals at both."""

from random import Random

from server.games.roulette import roulette
from server.simulate.staff import DEALER, OPERATOR, Staff
from server.table import commands as c
from server.table.values import Limit, Limits, TableConfig

TABLES = ["auto", "live"]


def terminals(random: Random) -> list[str]:
    return [f"PT-{number}" for number in range(1, random.randint(3, 5))]


def _limits(random: Random) -> Limits:
    kinds = sorted({spot.kind for spot in roulette().spots.values() if not spot.pieces})
    minimum = random.choice((100, 200, 500))
    limits = {kind: Limit(minimum, random.choice((2_000, 5_000, 30_000))) for kind in kinds}
    return Limits(limits, random.choice((100, 50, 1)), random.choice((0, 500)), random.choice((0, 9_000)))


def table_config(name: str, random: Random, version: int = 1) -> TableConfig:
    return TableConfig(
        name,
        name.title(),
        "roulette",
        "single_zero",
        "automated" if name == "auto" else "live",
        _limits(random),
        (100, 500, 1_000),
        device=f"wheel-{name}",
        period_ms=random.choice((5_000, 7_300)),
        pause_ms=random.choice((500, 2_000)),
        spin_lead_ms=random.choice((500, 3_000)),
        after_no_spin=random.choice(("stand", "reopen")),
        version=version,
    )


async def furnish(staff: Staff, names: list[str], random: Random) -> None:
    """What an operator does before the doors open."""
    for table in TABLES:
        await staff.tell(OPERATOR, c.SetTable(table_config(table, random)))
    for seat, name in enumerate(names, 1):
        await staff.tell(OPERATOR, c.AddTerminal(name, name, seat, f"acceptor-{name}", f"printer-{name}"))
    await staff.tell(DEALER, c.OpenTable("live"))
    await staff.tell(DEALER, c.CloseTable("live"))
    for table in TABLES:
        await staff.tell(DEALER, c.OpenTable(table))
