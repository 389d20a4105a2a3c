"""The single-zero layout worked out afresh from its grid, so that the rule data has something else to agree with.

The numbers 1 to 36 lie in twelve rows of three; zero touches the row 1-2-3. A wager covering n numbers pays what makes
36 units come back for one, the stake included.
"""

from itertools import combinations, pairwise

GRID = {3 * row + place + 1: (row, place) for row in range(12) for place in range(3)}
REDS = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
POCKETS = range(37)


def _touch(first: int, second: int) -> bool:
    (row, place), (other_row, other_place) = GRID[first], GRID[second]
    return abs(row - other_row) + abs(place - other_place) == 1


def _named(kind: str, numbers: tuple[int, ...]) -> tuple[str, frozenset[int]]:
    return f"{kind}:{'-'.join(str(number) for number in sorted(numbers))}", frozenset(numbers)


def inside() -> dict[str, frozenset[int]]:
    """Spot -> numbers for straights, splits, streets, corners and six-lines."""
    rows = [tuple(n for n, (row, _) in GRID.items() if row == wanted) for wanted in range(12)]
    found = [_named("straight", (number,)) for number in POCKETS]
    found += [_named("split", pair) for pair in combinations(GRID, 2) if _touch(*pair)]
    found += [_named("split", (0, number)) for number in (1, 2, 3)]
    found += [_named("street", row) for row in rows]
    found += [_named("street", (0, 1, 2)), _named("street", (0, 2, 3))]
    found += [_named("corner", (n, n + 1, n + 3, n + 4)) for n, (row, place) in GRID.items() if row < 11 and place < 2]
    found += [_named("corner", (0, 1, 2, 3))]
    found += [_named("six_line", first + second) for first, second in pairwise(rows)]
    return dict(found)


def outside() -> dict[str, frozenset[int]]:
    numbers = range(1, 37)
    return {
        **{f"column:{c + 1}": frozenset(n for n, (_, place) in GRID.items() if place == c) for c in range(3)},
        **{f"dozen:{d + 1}": frozenset(n for n in numbers if (n - 1) // 12 == d) for d in range(3)},
        "low": frozenset(n for n in numbers if n <= 18),
        "high": frozenset(n for n in numbers if n > 18),
        "even": frozenset(n for n in numbers if n % 2 == 0),
        "odd": frozenset(n for n in numbers if n % 2 == 1),
        "red": frozenset(REDS),
        "black": frozenset(numbers) - REDS,
    }


PLAIN = inside() | outside()

PAYS = {1: 35, 2: 17, 3: 11, 4: 8, 6: 5, 12: 2, 18: 1}
"""How many numbers a wager covers -> to one, as the rule document lists it."""

ANNOUNCED: dict[str, list[tuple[int, ...]]] = {
    "tier": [(5, 8), (10, 11), (13, 16), (23, 24), (27, 30), (33, 36)],
    "orphelins": [(1,), (6, 9), (14, 17), (17, 20), (31, 34)],
    "grand_series": [
        (0, 2, 3),
        (0, 2, 3),
        (4, 7),
        (12, 15),
        (18, 21),
        (19, 22),
        (25, 26, 28, 29),
        (25, 26, 28, 29),
        (32, 35),
    ],
    "zero_spiel": [(0, 3), (12, 15), (26,), (32, 35)],
}
"""The pieces one by one, each one equal share of the stake."""


def plain_returned(numbers: frozenset[int], stake: int, pocket: int) -> int:
    return stake * (PAYS[len(numbers)] + 1) if pocket in numbers else 0


def announced_returned(name: str, stake: int, pocket: int) -> int:
    pieces = ANNOUNCED[name]
    share = stake // len(pieces)
    return sum(plain_returned(frozenset(piece), share, pocket) for piece in pieces)
