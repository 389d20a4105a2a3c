"""Settle written-down cases without a floor: for disputes, auditors and the recalculation of 002 11.5.

A case names a game, its table settings, what happened round by round, and the wagers that lay on the layout. The answer
comes from the same `Game.settle` that pays the players. Whatever is wrong with a case is answered as a typed error.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any

from server.games.contract import (
    NO_CARRY,
    Carry,
    Game,
    Outcome,
    RuleError,
    Settlement,
    SpotId,
    Value,
    Wager,
    WagerResult,
)
from server.games.registry import make_game

STAKE_MAX = 10**15
"""A larger stake is a slip of the pen, not a wager."""

ROUNDS_MAX = 100_000
WAGERS_MAX = 100_000

Answer = dict[str, Any]


class Marker(StrEnum):
    """What a round can be instead of an outcome."""

    STAND = "stand"
    """Nothing was decided: the wagers wait for the next round (no spin)."""
    VOID = "void"
    """Invalidated: the wagers placed for it go back, carried ones are not touched."""


class CaseError(Exception):
    """Why a case cannot be settled."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


class Standing:
    """One listed wager on its way through the rounds."""

    def __init__(self, wager: Wager, placed: int, player: str | int) -> None:
        self.wager = wager
        self.placed = placed
        self.player = player
        self.result = WagerResult.FROZEN
        self.returned = 0
        self.decided: int | None = None

    def decide(self, result: WagerResult, returned: int, index: int) -> None:
        self.result, self.returned, self.decided = result, returned, index

    def answer(self) -> Answer:
        return {
            "spot": self.wager.spot,
            "stake": self.wager.stake,
            "result": self.result.value,
            "returned": self.returned,
            "decided": self.decided,
        }


def settle_case(case: object) -> Answer:
    """The answer to one decoded case: its wagers with their results, or an error."""
    try:
        return _settle(case)
    except (CaseError, RuleError) as error:
        return {"error": {"code": error.code, "detail": error.detail}}


def settle_line(line: str | bytes) -> Answer:
    """The answer to one line of JSON."""
    try:
        case = json.loads(line, object_pairs_hook=_no_duplicates, parse_constant=_no_constant)
    except CaseError as error:
        return {"error": {"code": error.code, "detail": error.detail}}
    except (ValueError, RecursionError) as error:
        return {"error": {"code": "bad_json", "detail": str(error) or type(error).__name__}}
    return settle_case(case)


class SettleRun:
    """Answers lines one by one; `failed` tells afterwards whether any case could not be settled."""

    def __init__(self, lines: Iterable[str | bytes]) -> None:
        self._lines = lines
        self.failed = False

    def __iter__(self) -> Iterator[str]:
        for line in self._lines:
            if line.strip():
                answer = settle_line(line)
                self.failed = self.failed or "error" in answer
                yield json.dumps(answer, separators=(",", ":"))


def settle_lines(lines: Iterable[str | bytes]) -> SettleRun:
    """An iterable of answers, one per non-empty line, with the flag the exit status follows."""
    return SettleRun(lines)


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise CaseError("duplicate_field", "a field is given twice")
    return found


def _no_constant(name: str) -> None:
    raise CaseError("bad_json", f"{name} is not a number")


def table_game(name: object, table: object) -> tuple[Game, int | None]:
    """The game a case or a price list means, and the maximum of its table when one is set."""
    if not isinstance(name, str):
        raise CaseError("bad_case", "game must be text")
    settings = _object(table, "table")
    maximum = _amount(settings.pop("maximum"), "maximum") if "maximum" in settings else None
    wheel = _variant(settings.pop("wheel")) if "wheel" in settings else None
    return make_game(name, wheel, settings), maximum


def _variant(wheel: object) -> str:
    if not isinstance(wheel, str) or not wheel:
        raise CaseError("bad_case", "wheel must be text")
    return wheel


def _settle(case: object) -> Answer:
    fields = _object(case, "case")
    _only(fields, {"game", "table", "rounds", "wagers"}, "case")
    game, maximum = table_game(_required(fields, "game"), fields.get("table", {}))
    rounds = [_read_round(game, item) for item in _list(fields, "rounds", ROUNDS_MAX)]
    standing = [_read_wager(game, item, len(rounds)) for item in _list(fields, "wagers", WAGERS_MAX)]
    _play(game, rounds, standing, maximum)
    return {"wagers": [item.answer() for item in standing]}


def _play(game: Game, rounds: list[Outcome | Marker], standing: list[Standing], maximum: int | None) -> None:
    carry: Carry = NO_CARRY
    waiting: list[Standing] = []
    by_round: dict[int, list[Standing]] = {}
    for item in standing:
        by_round.setdefault(item.placed, []).append(item)
    for index, happened in enumerate(rounds):
        placed = by_round.get(index, [])
        if happened is Marker.VOID:
            for item in placed:
                item.decide(WagerResult.VOID, item.wager.stake, index)
            continue
        waiting += placed
        if isinstance(happened, Outcome):
            waiting = _decide(game, happened, waiting, carry, maximum, index)
            carry = game.carry_after(happened, carry)


def _decide(
    game: Game, outcome: Outcome, waiting: list[Standing], carry: Carry, maximum: int | None, index: int
) -> list[Standing]:
    """Settle what lies on the layout; returns what stays on it."""
    action = _in_action(game, waiting, maximum)
    wagers = [Wager(item.wager.spot, stake, item.wager.mark) for item, stake in zip(waiting, action, strict=True)]
    left = []
    for item, done in zip(waiting, game.settle(outcome, wagers, carry), strict=True):
        if done.result is WagerResult.FROZEN:
            item.wager = _marked(item.wager, done)
            left.append(item)
        else:
            excess = item.wager.stake - done.stake
            item.decide(done.result, done.returned + excess, index)
    return left


def _marked(wager: Wager, done: Settlement) -> Wager:
    return Wager(wager.spot, wager.stake, done.mark)


def _in_action(game: Game, waiting: list[Standing], maximum: int | None) -> list[int]:
    """How much of each stake is in action. One player's stacks on one spot add up (reading A21); an announced bet is
    played whole or not at all (reading A33)."""
    if maximum is None:
        return [item.wager.stake for item in waiting]
    used: dict[tuple[str | int, SpotId], int] = {}
    action = []
    for item in waiting:
        spot, stake = game.spots[item.wager.spot], item.wager.stake
        if not spot.pieces:
            key = (item.player, spot.id)
            stake = min(stake, maximum - min(maximum, used.get(key, 0)))
            used[key] = used.get(key, 0) + stake
        for piece in spot.pieces:
            key = (item.player, piece.spot)
            used[key] = used.get(key, 0) + stake // spot.piece_count * piece.count
            if used[key] > maximum:
                raise CaseError("piece_over_limit", f"{spot.id} puts more than the maximum on {piece.spot}")
        action.append(stake)
    return action


def _read_wager(game: Game, item: object, rounds: int) -> Standing:
    fields = _object(item, "wager")
    _only(fields, {"spot", "stake", "placed", "player"}, "wager")
    name = _required(fields, "spot")
    spot = game.spots.get(SpotId(name)) if isinstance(name, str) else None
    if spot is None:
        raise CaseError("unknown_spot", f"{game.name} by {game.rules} has no spot {_shown(name)}")
    stake = _amount(_required(fields, "stake"), "stake")
    if spot.pieces and stake % spot.piece_count:
        raise CaseError("not_divisible", f"{spot.id} needs a stake that divides into {spot.piece_count} pieces")
    placed = fields.get("placed", 0)
    if not _whole(placed) or not 0 <= placed < rounds:
        raise CaseError("bad_placed", f"placed must be the index of one of the {rounds} rounds")
    player = fields.get("player", "")
    if not isinstance(player, str) and not _whole(player):
        raise CaseError("bad_case", "player must be text or a whole number")
    return Standing(Wager(spot.id, stake), placed, player)


def _read_round(game: Game, item: object) -> Outcome | Marker:
    fields = _object(item, "round")
    if len(fields) != 1:
        raise CaseError("bad_round", "a round is one outcome or one marker")
    ((name, value),) = fields.items()
    if name == "void":
        return _marker(value, name, Marker.VOID)
    return READERS[game.name](game, name, value)


def _marker(value: object, name: str, marker: Marker) -> Marker:
    if value is not True:
        raise CaseError("bad_round", f"{name} can only be true")
    return marker


def _roulette_round(game: Game, name: str, value: object) -> Outcome | Marker:
    if name == "no_spin":
        return _marker(value, name, Marker.STAND)
    if name != "pocket":
        raise CaseError("bad_round", f"roulette knows no {_shown(name)}")
    if not isinstance(value, str):
        raise CaseError("bad_round", "pocket must be text")
    game.check_reading("pocket", value)
    return Outcome(Value(value))


READERS: Mapping[str, Callable[[Game, str, object], Outcome | Marker]] = {"roulette": _roulette_round}
"""How each game writes down a round."""


def _object(value: object, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise CaseError("bad_case", f"{name} must be an object")
    if not all(isinstance(field, str) for field in value):
        raise CaseError("bad_case", f"the fields of {name} must be text")
    return dict(value)


def _list(fields: Mapping[str, Any], name: str, most: int) -> list[Any]:
    value = _required(fields, name)
    if not isinstance(value, list):
        raise CaseError("bad_case", f"{name} must be a list")
    if len(value) > most:
        raise CaseError("too_many", f"at most {most} {name}")
    return value


def _required(fields: Mapping[str, Any], name: str) -> Any:
    if name not in fields:
        raise CaseError("missing_field", f"{name} is missing")
    return fields[name]


def _only(fields: Mapping[str, Any], known: set[str], name: str) -> None:
    unknown = sorted(set(fields) - known)
    if unknown:
        raise CaseError("unknown_field", f"a {name} has no field {_shown(unknown[0])}")


def _whole(value: object) -> bool:
    """A whole number; true and false are not numbers here."""
    return isinstance(value, int) and not isinstance(value, bool)


def _amount(value: Any, name: str) -> int:
    if not _whole(value) or not 0 < value <= STAKE_MAX:
        raise CaseError(f"bad_{name}", f"{name} must be a whole number of cents from 1 to {STAKE_MAX}")
    return int(value)


def _shown(value: object) -> str:
    return str(value)[:64]
