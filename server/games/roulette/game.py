"""Rapid Roulette with a single zero (002 5.1 to 5.3, 7.3 to 7.6, 8.5, 8.6, 11.4)."""

import hashlib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache

import msgspec

from server.games.contract import (
    NO_CARRY,
    Authority,
    Carry,
    Effect,
    Fact,
    FactKind,
    Irregularity,
    Need,
    Outcome,
    RuleError,
    Settlement,
    Signal,
    Spot,
    SpotId,
    Value,
    Wager,
    WagerResult,
    Window,
)
from server.games.roulette.spots import single_zero_spots
from server.games.roulette.wheel import SINGLE_ZERO_ORDER

MAIN = Window("main")
POCKET = "pocket"
BALL_IN_TRACK = "ball_in_track"
NO_MORE_BETS = "no_more_bets"

SIGNALS = {BALL_IN_TRACK: Signal.NOTE, NO_MORE_BETS: Signal.CLOSE, POCKET: Signal.EARLY}


def _no_spin(code: str, clause: str) -> Irregularity:
    return Irregularity(code, clause, Effect.STAND, Authority.DEALER, repeats=True)


def _void(code: str, clause: str) -> Irregularity:
    return Irregularity(code, clause, Effect.VOID, Authority.CASINO_SUPERVISOR)


IRREGULARITIES = (
    _no_spin("ball_with_wheel", "002 11.4.1"),
    _no_spin("wheel_still", "002 11.4.2"),
    _no_spin("too_few_revolutions", "002 11.4.3"),
    _no_spin("foreign_object", "002 11.4.4"),
    _no_spin("ball_not_dropped", "002 11.4.5"),
    _no_spin("ball_left_wheel", "002 11.4.6"),
    _no_spin("interference", "002 11.4.7"),
    _void("system_malfunction", "002 11.1"),
    _void("wheel_malfunction", "002 11.5"),
    _void("wagers_unconfirmed", "002 11.6"),
    _void("commotion", "002 12.4.1"),
    _void("fraud", "002 12.4.2"),
)


class Roulette:
    """One roulette variant. The pay table of an outcome is built once and then only looked up."""

    def __init__(self, *, rules: str) -> None:
        if rules not in ("002", "004"):
            raise RuleError("unknown_rules", f"roulette is played by 002 or 004, not {rules}")
        self.name = "roulette"
        self.variant = "single_zero"
        self.rules = rules
        self.result_reading = POCKET
        self.values: tuple[Value, ...] = SINGLE_ZERO_ORDER
        self.spots: Mapping[SpotId, Spot] = single_zero_spots(announced=rules == "002")
        self.irregularities = IRREGULARITIES
        self._known = frozenset(self.values)

    @cached_property
    def rule_hash(self) -> str:
        data = msgspec.json.encode((self.name, self.variant, self.rules, self.values, list(self.spots.values())))
        return hashlib.sha256(data).hexdigest()[:16]

    @cached_property
    def returns(self) -> Mapping[str, Mapping[SpotId, Fraction]]:
        """pocket -> spot -> what one unit of stake returns, stake included; losing spots are absent (002 8.5, 8.6)."""
        table: dict[str, dict[SpotId, Fraction]] = {pocket: {} for pocket in self.values}
        for spot in self.spots.values():
            for pocket in spot.numbers:
                table[pocket][spot.id] = self._unit_return(spot, pocket)
        return table

    def _unit_return(self, spot: Spot, pocket: str) -> Fraction:
        if not spot.pieces:
            return Fraction(spot.odds.pays, spot.odds.per) + 1
        total = Fraction(0)
        for piece in spot.pieces:
            part = self.spots[piece.spot]
            if pocket in part.numbers:
                total += piece.count * (Fraction(part.odds.pays, part.odds.per) + 1)
        return total / spot.piece_count

    def need(self, facts: Sequence[Fact], carry: Carry = NO_CARRY) -> Need:
        """One window, then the pocket. Ball and no-more-bets signals are welcome at any time before it."""
        signals = frozenset({BALL_IN_TRACK, NO_MORE_BETS, POCKET})
        closed = any(fact.kind is FactKind.WINDOW_CLOSED for fact in facts)
        pocket = next((f for f in reversed(facts) if f.kind is FactKind.READING and f.name == POCKET), None)
        if not closed:
            return Need(window=MAIN, readings=signals)
        if pocket is None:
            return Need(readings=signals)
        return Need(outcome=Outcome(Value(pocket.value), (pocket,)))

    def check_reading(self, name: str, value: str) -> None:
        if name not in SIGNALS:
            raise RuleError("unknown_reading", f"roulette does not know the reading {name}")
        if name == POCKET and value not in self._known:
            raise RuleError("unknown_value", f"the wheel has no pocket {value}", "002 2.4.3.1")

    def signal(self, reading: str) -> Signal:
        return SIGNALS[reading]

    def open_spots(self, facts: Sequence[Fact], carry: Carry = NO_CARRY) -> Mapping[SpotId, Spot]:
        return self.spots

    def settle(self, outcome: Outcome, wagers: Sequence[Wager], carry: Carry = NO_CARRY) -> tuple[Settlement, ...]:
        self.check_reading(POCKET, outcome.value)
        wins = self.returns[outcome.value]
        settled = []
        for wager in wagers:
            unit = wins.get(wager.spot)
            if unit is None:
                if wager.spot not in self.spots:
                    raise RuleError("unknown_spot", f"roulette by {self.rules} has no spot {wager.spot}", "002 5.1")
                settled.append(Settlement(wager.spot, wager.stake, WagerResult.LOSE, 0))
            else:
                settled.append(Settlement(wager.spot, wager.stake, WagerResult.WIN, self._returned(wager, unit)))
        return tuple(settled)

    @staticmethod
    def _returned(wager: Wager, unit: Fraction) -> int:
        returned = wager.stake * unit.numerator
        if returned % unit.denominator:
            # Announced bets are taken only in whole pieces (reading A33), so a remainder is a defect, not a rounding.
            raise RuleError("not_divisible", f"{wager.spot} cannot pay {wager.stake} in whole pieces", "002 5.2")
        return returned // unit.denominator

    def carry_after(self, outcome: Outcome, carry: Carry = NO_CARRY) -> Carry:
        return carry

    def outcomes(self) -> Sequence[tuple[Outcome, Fraction]]:
        chance = Fraction(1, len(self.values))
        return [(Outcome(pocket), chance) for pocket in self.values]


@lru_cache
def roulette(rules: str = "002") -> Roulette:
    """The shared instance: rule data never changes while the program runs."""
    return Roulette(rules=rules)
