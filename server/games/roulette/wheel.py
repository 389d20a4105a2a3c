"""The single-zero wheel and its colours (002 2.4.3, diagram B; reading D1: the standard order and colours)."""

from server.games.contract import Value

ZERO = Value("0")

SINGLE_ZERO_ORDER: tuple[Value, ...] = tuple(
    Value(pocket)
    for pocket in (
        "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26".split()
    )
)

RED = frozenset("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36".split())


def colour(pocket: str) -> str:
    """green, red or black."""
    if pocket in ("0", "00"):
        return "green"
    return "red" if pocket in RED else "black"
