"""Games that exist only to show what the contract carries besides roulette."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from server.games.contract import (
    NO_CARRY,
    Authority,
    Carry,
    DrawRequest,
    Effect,
    Fact,
    FactKind,
    Irregularity,
    Need,
    Odds,
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

MAIN, RAISE = Window("main"), Window("raise", frozenset({SpotId("high")}), raise_in_action=True)


def _spot(name: str) -> Spot:
    return Spot(SpotId(name), "plain", (name,), Odds(1))


def of_kind(facts: Sequence[Fact], kind: FactKind) -> list[Fact]:
    return [fact for fact in facts if fact.kind is kind]


class Toy:
    """High against low, decided by a coin that shows `high` or `low`."""

    name = "toy"
    variant = "plain"
    rules = "toy"
    rule_hash = "toy"
    result_reading = "side"
    values: tuple[Value, ...] = (Value("high"), Value("low"))
    irregularities: tuple[Irregularity, ...] = (
        Irregularity("again", "", Effect.STAND, Authority.DEALER, repeats=True),
    )

    def __init__(self) -> None:
        self.spots: Mapping[SpotId, Spot] = {SpotId(name): _spot(name) for name in ("high", "low")}

    def need(self, facts: Sequence[Fact], carry: Carry = NO_CARRY) -> Need:
        readings = of_kind(facts, FactKind.READING)
        if not of_kind(facts, FactKind.WINDOW_CLOSED):
            return Need(window=MAIN)
        return Need(outcome=Outcome(Value(readings[-1].value))) if readings else Need(readings=frozenset({"side"}))

    def check_reading(self, name: str, value: str) -> None:
        if value not in self.values:
            raise RuleError("unknown_value", value)

    def signal(self, reading: str) -> Signal:
        return Signal.EARLY

    def open_spots(self, facts: Sequence[Fact], carry: Carry = NO_CARRY) -> Mapping[SpotId, Spot]:
        return self.spots

    def settle(self, outcome: Outcome, wagers: Sequence[Wager], carry: Carry = NO_CARRY) -> tuple[Settlement, ...]:
        return tuple(self._one(outcome, wager) for wager in wagers)

    def _one(self, outcome: Outcome, wager: Wager) -> Settlement:
        if str(wager.spot) == outcome.value:
            return Settlement(wager.spot, wager.stake, WagerResult.WIN, 2 * wager.stake)
        return Settlement(wager.spot, wager.stake, WagerResult.LOSE, 0)

    def carry_after(self, outcome: Outcome, carry: Carry = NO_CARRY) -> Carry:
        return carry

    def outcomes(self) -> Sequence[tuple[Outcome, Fraction]]:
        return [(Outcome(value), Fraction(1, 2)) for value in self.values]


class RaiseToy(Toy):
    """After the main window `high` may be raised by what is in action on it."""

    def need(self, facts: Sequence[Fact], carry: Carry = NO_CARRY) -> Need:
        closed = [fact.name for fact in of_kind(facts, FactKind.WINDOW_CLOSED)]
        return Need(window=RAISE) if closed == ["main"] else super().need(facts, carry)


class CardToy(Toy):
    """Everything at once: a shake first, a bonus number drawn, cards until they make 21 or more, a raise after two, and
    an area that is open only after a push, which freezes the wagers on `high`."""

    def __init__(self) -> None:
        super().__init__()
        self.spots = {**self.spots, SpotId("bonus"): _spot("bonus")}

    def need(self, facts: Sequence[Fact], carry: Carry = NO_CARRY) -> Need:
        closed = [fact.name for fact in of_kind(facts, FactKind.WINDOW_CLOSED)]
        cards = [int(fact.value) for fact in of_kind(facts, FactKind.READING)]
        if not of_kind(facts, FactKind.STEP):
            return Need(step="shake")
        if not closed:
            return Need(window=MAIN)
        if not of_kind(facts, FactKind.DRAW):
            return Need(draw=DrawRequest("bonus", tuple(str(n) for n in range(1, 11)), 2))
        if len(cards) == 2 and "raise" not in closed:
            return Need(window=RAISE)
        if sum(cards) < 21:
            return Need(readings=frozenset({"card"}))
        return Need(outcome=Outcome(Value(str(sum(cards))), tuple(facts)))

    def open_spots(self, facts: Sequence[Fact], carry: Carry = NO_CARRY) -> Mapping[SpotId, Spot]:
        return {name: spot for name, spot in self.spots.items() if name != "bonus" or carry.get("push")}

    def _one(self, outcome: Outcome, wager: Wager) -> Settlement:
        total = int(outcome.value)
        if total == 21 and wager.spot == "high" and wager.mark != "frozen":
            return Settlement(wager.spot, wager.stake, WagerResult.FROZEN, 0, "frozen")
        return super()._one(Outcome(Value("high" if total >= 21 else "low")), wager)

    def carry_after(self, outcome: Outcome, carry: Carry = NO_CARRY) -> Carry:
        return {"push": outcome.value == "21"}
