"""Three small games that between them ask the engine for everything the contract can ask for."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction

import pytest

from server.games.contract import (
    CARRIED,
    NO_CARRY,
    Authority,
    Carry,
    DrawRequest,
    Effect,
    Fact,
    FactKind,
    Game,
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
from server.games.registry import GAMES
from tests.unit.table.toys import MAIN, Toy, of_kind

RAISE = Window("raise", frozenset({SpotId("between")}), raise_in_action=True)
BALL = "ball_in_track"


def spots(**kinds: str) -> Mapping[SpotId, Spot]:
    return {SpotId(name): Spot(SpotId(name), kind, (name,), Odds(1)) for name, kind in kinds.items()}


def won(wager: Wager, pays: int = 1) -> Settlement:
    return Settlement(wager.spot, wager.stake, WagerResult.WIN, (1 + pays) * wager.stake)


def lost(wager: Wager) -> Settlement:
    return Settlement(wager.spot, wager.stake, WagerResult.LOSE, 0)


def _named(facts: Sequence[Fact], kind: FactKind, name: str) -> list[str]:
    return [fact.value for fact in facts if fact.kind is kind and fact.name == name]


class Cards(Toy):
    """Two cards, a raise, a third card: `between` wins when it falls between the first two."""

    name = "cards"
    result_reading = ""
    values: tuple[Value, ...] = ()
    irregularities = (
        Irregularity("misdeal", "toy 1", Effect.STAND, Authority.DEALER, repeats=True),
        Irregularity("fouled", "toy 2", Effect.VOID, Authority.CASINO_SUPERVISOR),
    )

    def __init__(self) -> None:
        self.spots = spots(between="plain", pair="plain")

    def need(self, facts: Sequence[Fact], carry: Carry = NO_CARRY) -> Need:
        closed = [fact.name for fact in of_kind(facts, FactKind.WINDOW_CLOSED)]
        cards = _named(facts, FactKind.READING, "card")
        if "main" not in closed:
            return Need(window=MAIN, readings=frozenset({"cut", "shoe_ready"}))
        if len(cards) == 2 and "raise" not in closed:
            return Need(window=RAISE)
        if len(cards) < 3:
            return Need(readings=frozenset({"card"}))
        return Need(outcome=Outcome(Value("-".join(cards)), tuple(facts)))

    def check_reading(self, name: str, value: str) -> None:
        if name not in ("card", "cut", "shoe_ready"):
            raise RuleError("unknown_reading", name)
        if name == "card" and value not in {str(card) for card in range(1, 14)}:
            raise RuleError("unknown_value", value)

    def signal(self, reading: str) -> Signal:
        return {"cut": Signal.NOTE, "shoe_ready": Signal.CLOSE}.get(reading, Signal.EARLY)

    def _one(self, outcome: Outcome, wager: Wager) -> Settlement:
        first, second, third = (int(card) for card in outcome.value.split("-"))
        hit = min(first, second) < third < max(first, second) if wager.spot == "between" else first == second
        return won(wager) if hit else lost(wager)

    def carry_after(self, outcome: Outcome, carry: Carry = NO_CARRY) -> Carry:
        return {**carry, "hands": int(carry.get("hands", 0)) + 1}


class Dice(Toy):
    """A shake, then two dice. A seven freezes `dragon`, an eight freezes `tail`; the next roll decides them."""

    name = "dice"
    result_reading = "dice"
    values: tuple[Value, ...] = ()
    irregularities = (
        Irregularity(
            "no_roll",
            "toy 3",
            Effect.VOID,
            Authority.DEALER,
            effects=(("tail", Effect.STAND),),
            repeats=True,
            clears=("sevens",),
        ),
        Irregularity("fire", "toy 4", Effect.VOID, Authority.CASINO_SUPERVISOR),
    )

    def __init__(self) -> None:
        self.spots = spots(dragon="dragon", tail="tail", high="plain")

    def need(self, facts: Sequence[Fact], carry: Carry = NO_CARRY) -> Need:
        rolls = _named(facts, FactKind.READING, "dice")
        if not _named(facts, FactKind.STEP, "shooter"):
            return Need(step="shooter")
        if not of_kind(facts, FactKind.WINDOW_CLOSED):
            return Need(window=MAIN)
        return Need(outcome=Outcome(Value(rolls[-1]))) if rolls else Need(readings=frozenset({"dice"}))

    def check_reading(self, name: str, value: str) -> None:
        faces = value.split("-")
        if name != "dice" or len(faces) != 2 or any(face not in tuple("123456") for face in faces):
            raise RuleError("unknown_value", value)

    def open_spots(self, facts: Sequence[Fact], carry: Carry = NO_CARRY) -> Mapping[SpotId, Spot]:
        closed = str(carry.get(CARRIED, "")).split(",")
        return {name: spot for name, spot in self.spots.items() if name not in closed}

    def _one(self, outcome: Outcome, wager: Wager) -> Settlement:
        total = sum(int(face) for face in outcome.value.split("-"))
        freezing = {"dragon": 7, "tail": 8}.get(str(wager.spot))
        if total == freezing and not wager.mark:
            return Settlement(wager.spot, wager.stake, WagerResult.FROZEN, 0, f"frozen by {total}")
        return won(wager, 3 if wager.mark else 1) if total > 7 else lost(wager)

    def carry_after(self, outcome: Outcome, carry: Carry = NO_CARRY) -> Carry:
        seven = sum(int(face) for face in outcome.value.split("-")) == 7
        return {**carry, "sevens": int(carry.get("sevens", 0)) + 1 if seven else 0}


class Lucky(Toy):
    """A wheel of two sides. Once the ball runs, lucky numbers are drawn and can be backed; after the result a boost is
    drawn for them. A no spin gives the lucky wagers back, and so does a dark display; the others stand."""

    name = "lucky"
    irregularities = (
        Irregularity(
            "no_spin", "toy 5", Effect.STAND, Authority.DEALER, effects=(("lucky", Effect.VOID),), repeats=True
        ),
        Irregularity(
            "dark_display", "toy 6", Effect.STAND, Authority.CASINO_SUPERVISOR, effects=(("lucky", Effect.VOID),)
        ),
        Irregularity("broken", "toy 7", Effect.VOID, Authority.CASINO_SUPERVISOR),
    )

    def __init__(self) -> None:
        self.spots = spots(high="plain", low="plain", lucky="lucky")

    def need(self, facts: Sequence[Fact], carry: Carry = NO_CARRY) -> Need:
        readings = frozenset({BALL, "side"})
        closed = bool(of_kind(facts, FactKind.WINDOW_CLOSED))
        window = None if closed else MAIN
        side = _named(facts, FactKind.READING, "side")
        if _named(facts, FactKind.READING, BALL) and not _named(facts, FactKind.DRAW, "numbers"):
            return Need(window=window, readings=readings, draw=DrawRequest("numbers", ("high", "low", "zero"), 1))
        if not closed or not side:
            return Need(window=window, readings=readings)
        if not _named(facts, FactKind.DRAW, "boost"):
            return Need(draw=DrawRequest("boost", ("5", "10"), 1))
        return Need(outcome=Outcome(Value(side[-1]), tuple(facts)))

    def open_spots(self, facts: Sequence[Fact], carry: Carry = NO_CARRY) -> Mapping[SpotId, Spot]:
        shown = bool(_named(facts, FactKind.DRAW, "numbers"))
        return {name: spot for name, spot in self.spots.items() if name != "lucky" or shown}

    def check_reading(self, name: str, value: str) -> None:
        if name != BALL:
            super().check_reading(name, value)

    def outcomes(self) -> Sequence[tuple[Outcome, Fraction]]:
        return [
            (
                Outcome(side, (Fact(FactKind.DRAW, "numbers", number), Fact(FactKind.DRAW, "boost", boost))),
                Fraction(1, 12),
            )
            for side in self.values
            for number in ("high", "low", "zero")
            for boost in ("5", "10")
        ]

    def _one(self, outcome: Outcome, wager: Wager) -> Settlement:
        if wager.spot != "lucky":
            return super()._one(outcome, wager)
        numbers = _named(outcome.facts, FactKind.DRAW, "numbers")
        (boost,) = _named(outcome.facts, FactKind.DRAW, "boost")
        return won(wager, int(boost)) if outcome.value in numbers else lost(wager)


@contextmanager
def three_games() -> Iterator[None]:
    """The three games in the registry, for as long as it lasts."""
    with pytest.MonkeyPatch.context() as patch:
        for game in (Cards(), Dice(), Lucky()):
            patch.setitem(GAMES, game.name, ("plain", _maker(game)))
        yield


def _maker(game: Game) -> Callable[[str, Mapping[str, object]], Game]:
    return lambda variant, settings: game
