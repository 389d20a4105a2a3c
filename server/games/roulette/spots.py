"""The 157 spots of single-zero roulette and the four announced bets, as data (002 5.1, 5.2, 8.5)."""

from collections.abc import Iterator, Sequence

from server.games.contract import Odds, Piece, Spot, SpotId
from server.games.roulette.wheel import RED

ODDS: dict[str, Odds] = {
    "straight": Odds(35),
    "split": Odds(17),
    "street": Odds(11),
    "corner": Odds(8),
    "six_line": Odds(5),
    "column": Odds(2),
    "dozen": Odds(2),
    "even_chance": Odds(1),
}
"""002 8.5. Trios are streets and the first four is a corner, as 5.1.3 and 5.1.4 say."""

CLAUSES: dict[str, str] = {
    "straight": "002 5.1.1",
    "split": "002 5.1.2",
    "street": "002 5.1.3",
    "corner": "002 5.1.4",
    "six_line": "002 5.1.5",
    "column": "002 5.1.6",
    "dozen": "002 5.1.7",
}

EVEN_CHANCE_CLAUSES = {
    "low": "002 5.1.8",
    "high": "002 5.1.9",
    "even": "002 5.1.10",
    "odd": "002 5.1.11",
    "red": "002 5.1.12",
    "black": "002 5.1.13",
}

ANNOUNCED: dict[str, tuple[str, tuple[tuple[str, int], ...]]] = {
    "tier": (
        "002 5.2.1",
        (
            ("split:5-8", 1),
            ("split:10-11", 1),
            ("split:13-16", 1),
            ("split:23-24", 1),
            ("split:27-30", 1),
            ("split:33-36", 1),
        ),
    ),
    "orphelins": (
        "002 5.2.2",
        (("straight:1", 1), ("split:6-9", 1), ("split:14-17", 1), ("split:17-20", 1), ("split:31-34", 1)),
    ),
    "grand_series": (
        "002 5.2.3",
        (
            ("street:0-2-3", 2),
            ("split:4-7", 1),
            ("split:12-15", 1),
            ("split:18-21", 1),
            ("split:19-22", 1),
            # The document prints 25/29; we read the corner 25-26-28-29 (reading A4).
            ("corner:25-26-28-29", 2),
            ("split:32-35", 1),
        ),
    ),
    "zero_spiel": ("002 5.2.4", (("split:0-3", 1), ("split:12-15", 1), ("straight:26", 1), ("split:32-35", 1))),
}


def _spot(kind: str, numbers: Sequence[int]) -> Spot:
    names = tuple(str(number) for number in numbers)
    return Spot(SpotId(f"{kind}:{'-'.join(names)}"), kind, names, ODDS[kind], clause=CLAUSES[kind])


def _inside() -> Iterator[Spot]:
    for number in range(37):
        yield _spot("straight", [number])
    for number in (1, 2, 3):
        yield _spot("split", [0, number])
    for number in range(1, 37):
        if number % 3:
            yield _spot("split", [number, number + 1])
        if number <= 33:
            yield _spot("split", [number, number + 3])
    yield _spot("street", [0, 1, 2])
    yield _spot("street", [0, 2, 3])
    for first in range(1, 35, 3):
        yield _spot("street", [first, first + 1, first + 2])
    yield _spot("corner", [0, 1, 2, 3])
    for number in range(1, 33):
        if number % 3:
            yield _spot("corner", [number, number + 1, number + 3, number + 4])
    for first in range(1, 32, 3):
        yield _spot("six_line", list(range(first, first + 6)))


def _outside() -> Iterator[Spot]:
    for column in (1, 2, 3):
        numbers = tuple(str(number) for number in range(column, 37, 3))
        yield Spot(SpotId(f"column:{column}"), "column", numbers, ODDS["column"], clause=CLAUSES["column"])
    for dozen in (1, 2, 3):
        numbers = tuple(str(number) for number in range(12 * dozen - 11, 12 * dozen + 1))
        yield Spot(SpotId(f"dozen:{dozen}"), "dozen", numbers, ODDS["dozen"], clause=CLAUSES["dozen"])
    members = {
        "low": range(1, 19),
        "high": range(19, 37),
        "even": range(2, 37, 2),
        "odd": range(1, 37, 2),
        "red": sorted(int(number) for number in RED),
        "black": [number for number in range(1, 37) if str(number) not in RED],
    }
    for name, clause in EVEN_CHANCE_CLAUSES.items():
        yield Spot(
            SpotId(name), "even_chance", tuple(str(n) for n in members[name]), ODDS["even_chance"], clause=clause
        )


def _announced(plain: dict[SpotId, Spot]) -> Iterator[Spot]:
    for name, (clause, parts) in ANNOUNCED.items():
        pieces = tuple(Piece(SpotId(spot), count) for spot, count in parts)
        numbers = sorted({number for piece in pieces for number in plain[piece.spot].numbers}, key=int)
        # An announced bet has no odds of its own: each piece is paid at the odds of its spot (reading A33).
        yield Spot(SpotId(name), "announced", tuple(numbers), Odds(0), pieces, clause)


def single_zero_spots(*, announced: bool) -> dict[SpotId, Spot]:
    """Every legal spot, by id; the announced bets exist on 002 tables only (reading D17)."""
    plain = {spot.id: spot for spot in (*_inside(), *_outside())}
    extra = {spot.id: spot for spot in _announced(plain)} if announced else {}
    return plain | extra
