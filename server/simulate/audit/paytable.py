"""Roulette from first principles: a wager that covers n of the 36 numbers returns 36/n of its stake."""

from functools import cache

RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
NUMBERS = range(1, 37)

OUTSIDE: dict[str, set[int]] = {
    "red": RED,
    "black": set(NUMBERS) - RED,
    "odd": {n for n in NUMBERS if n % 2},
    "even": {n for n in NUMBERS if n % 2 == 0},
    "low": {n for n in NUMBERS if n <= 18},
    "high": {n for n in NUMBERS if n > 18},
    **{f"column:{k}": {n for n in NUMBERS if n % 3 == k % 3} for k in (1, 2, 3)},
    **{f"dozen:{k}": {n for n in NUMBERS if (n - 1) // 12 == k - 1} for k in (1, 2, 3)},
}

PIECES: dict[str, list[str]] = {
    "tier": ["split:5-8", "split:10-11", "split:13-16", "split:23-24", "split:27-30", "split:33-36"],
    "orphelins": ["straight:1", "split:6-9", "split:14-17", "split:17-20", "split:31-34"],
    "grand_series": [
        *["street:0-2-3"] * 2,
        *["corner:25-26-28-29"] * 2,
        "split:4-7",
        "split:12-15",
        "split:18-21",
        "split:19-22",
        "split:32-35",
    ],
    "zero_spiel": ["split:0-3", "split:12-15", "straight:26", "split:32-35"],
}


@cache
def covered(spot: str) -> frozenset[int]:
    """The numbers of a plain spot; inside spots carry them in their id."""
    if spot in OUTSIDE:
        return frozenset(OUTSIDE[spot])
    return frozenset(int(number) for number in spot.partition(":")[2].split("-"))


def pieces(spot: str, stake: int) -> list[tuple[str, int]]:
    """A wager as what stands on the plain spots."""
    parts = PIECES.get(spot, [spot])
    if stake % len(parts):
        raise ValueError(f"{stake} on {spot} does not divide into {len(parts)} pieces")
    return [(part, stake // len(parts)) for part in parts]


def returned(spot: str, stake: int, pocket: int) -> int:
    """What comes back, stake included."""
    total = 0
    for part, amount in pieces(spot, stake):
        numbers = covered(part)
        if pocket in numbers:
            total += amount * 36 // len(numbers)
    return total


def on_spots(layout: dict[str, int]) -> dict[str, int]:
    """Stake per plain spot with the pieces of announced bets added."""
    stakes: dict[str, int] = {}
    for spot, stake in layout.items():
        for part, amount in pieces(spot, stake):
            stakes[part] = stakes.get(part, 0) + amount
    return stakes


def kind(spot: str) -> str:
    """The heading under which the table's sign lists the spot."""
    head = spot.partition(":")[0]
    return head if ":" in spot else "even_chance"


def stands_at_close(limits: dict[str, object], layout: dict[str, int]) -> dict[str, int]:
    """What the sign lets stand when betting ends: single minimums until nothing falls, then the total."""
    kinds: dict[str, dict[str, int]] = limits["kinds"]  # type: ignore[assignment]
    rest = dict(layout)
    while True:
        stakes = on_spots(rest)
        low = {spot for spot, stake in stakes.items() if stake < kinds[kind(spot)]["minimum"]}
        fallen = [spot for spot in rest if low & {part for part, _ in pieces(spot, rest[spot])}]
        if not fallen:
            break
        for spot in fallen:
            del rest[spot]
    minimum = limits.get("total_minimum", 0)
    return rest if sum(rest.values()) >= int(str(minimum)) else {}


def excess(limits: dict[str, object], layout: dict[str, int], announced: bool) -> str | None:
    """The first stake the sign forbids, if any.

    An announced bet that was taken off or fell short leaves the chips beside it as they were when its pieces counted,
    so the unit is judged only where none was placed in the round.
    """
    kinds: dict[str, dict[str, int]] = limits["kinds"]  # type: ignore[assignment]
    unit, total = int(str(limits.get("unit", 1))), int(str(limits.get("total_maximum", 0)))
    for spot, stake in on_spots(layout).items():
        limit = kinds[kind(spot)]
        if stake > limit["maximum"] or ((stake - limit["minimum"]) % unit and not announced):
            return f"{stake} on {spot}"
    if total and sum(layout.values()) > total:
        return f"{sum(layout.values())} in all"
    return None
