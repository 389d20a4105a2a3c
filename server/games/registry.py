"""Which games exist. The engine asks here by name and never looks behind the contract."""

from collections.abc import Callable, Mapping

from server.games.contract import Game, RuleError
from server.games.roulette import roulette

Settings = Mapping[str, object]


def _roulette(variant: str, settings: Settings) -> Game:
    if variant != "single_zero":
        raise RuleError("unknown_variant", f"roulette is offered as single_zero, not {variant}")
    rules = settings.get("rules", "002")
    unknown = set(settings) - {"rules"}
    if unknown:
        raise RuleError("unknown_setting", f"roulette has no setting {min(unknown)}")
    return roulette(str(rules))


GAMES: Mapping[str, tuple[str, Callable[[str, Settings], Game]]] = {"roulette": ("single_zero", _roulette)}
"""name -> (default variant, maker)."""


def make_game(name: str, variant: str | None = None, settings: Settings | None = None) -> Game:
    """The game of that name, or RuleError."""
    if name not in GAMES:
        raise RuleError("unknown_game", f"there is no game {name}")
    default, maker = GAMES[name]
    return maker(variant or default, settings or {})
