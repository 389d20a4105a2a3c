"""What every wager costs: chance of a win and house edge, counted out through the settlement that pays the players."""

import json
from collections.abc import Sequence
from fractions import Fraction

from server.games.contract import NO_CARRY, Frozen, Game, RuleError, Spot, Wager, WagerResult
from server.games.registry import GAMES
from server.games.settle import CaseError, table_game


class OddsRow(Frozen, frozen=True):
    """One wager of one variant. `hit` is the chance to win, `edge` what the house keeps of a stake on average."""

    game: str
    variant: str
    spot: str
    title: str
    """What people call the group of wagers it belongs to."""
    pays: str
    hit: Fraction
    edge: Fraction

    @property
    def edge_percent(self) -> float:
        return round(float(self.edge * 100), 4)


def odds(game: Game) -> list[OddsRow]:
    """Every wager of a game, in the order of its spots."""
    return [_row(game, spot) for spot in game.spots.values()]


def _row(game: Game, spot: Spot) -> OddsRow:
    # A stake that pays in whole units at every outcome, so that no rounding enters the price.
    wager = Wager(spot.id, (spot.piece_count or 1) * spot.odds.per)
    hit = returned = Fraction(0)
    for outcome, chance in game.outcomes():
        (done,) = game.settle(outcome, (wager,), NO_CARRY)
        returned += chance * done.returned
        if done.result is WagerResult.WIN:
            hit += chance
    title, pays = (spot.id, "by piece") if spot.pieces else (spot.kind, f"{spot.odds.pays} to {spot.odds.per}")
    return OddsRow(game.name, game.variant, spot.id, title, pays, hit, 1 - returned / wager.stake)


def _games(name: str | None, table_json: str | None) -> list[Game]:
    try:
        table = json.loads(table_json) if table_json else {}
    except (ValueError, RecursionError) as error:
        raise RuleError("bad_json", f"the table settings are not JSON: {error}") from error
    try:
        return [table_game(game, table)[0] for game in ([name] if name else GAMES)]
    except CaseError as error:
        raise RuleError(error.code, error.detail) from error


def odds_json(name: str | None = None, table_json: str | None = None) -> str:
    """The price list as JSON, for one game or all. RuleError when there is no such game or setting."""
    rows = [row for game in _games(name, table_json) for row in odds(game)]
    return json.dumps(
        [
            {
                "game": row.game,
                "variant": row.variant,
                "spot": row.spot,
                "hit": str(row.hit),
                "edge": str(row.edge),
                "edge_percent": row.edge_percent,
            }
            for row in rows
        ]
    )


HEADINGS = ("game", "variant", "wager", "spots", "pays", "hit", "edge")


def odds_lines(name: str | None = None, table_json: str | None = None) -> list[tuple[str, ...]]:
    """The price list for people, under HEADINGS; wagers of one kind and price share a line."""
    lines: list[tuple[str, ...]] = []
    for game in _games(name, table_json):
        groups: dict[tuple[object, ...], list[OddsRow]] = {}
        for row in odds(game):
            groups.setdefault((row.title, row.pays, row.hit, row.edge), []).append(row)
        lines += [_line(rows) for rows in groups.values()]
    return lines


def _line(rows: Sequence[OddsRow]) -> tuple[str, ...]:
    row = rows[0]
    title = row.title.replace("_", " ")
    return (row.game, row.variant, title, str(len(rows)), row.pays, str(row.hit), f"{row.edge_percent:.4f} %")
