"""What a game is. One engine drives every game; nothing outside `server.games` branches on a game's name.

A game is frozen data plus pure functions of *facts*: the readings, draws, steps and closed windows of one round, in the
order in which they became true. From the facts (and the carry that outlived earlier rounds) the game says what it needs
next. That one question covers every game of the rule documents:

* a step before wagering (Sic Bo's shake, Dragon Fire's shooter)      -> `Need.step`
* the wagering period and Red Dog's raise as a second, narrower window -> `Need.window`
* readings while wagering is open (ball spun) or after the close       -> `Need.readings`
* several cards until the hand is complete                             -> `Need.readings` again, until `Need.outcome`
* Lucky Ball's numbers and boost                                       -> `Need.draw`
* dummy rounds, shoe life, frozen areas, streaks                       -> `Carry`, an argument of them all
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NewType, Protocol

import msgspec

SpotId = NewType("SpotId", str)
Value = NewType("Value", str)
"""An outcome as text: a pocket, dice, cards."""

Carry = Mapping[str, str | int | bool]
"""State that outlives a round, as plain data so that it can be journaled."""

NO_CARRY: Carry = {}

CARRIED = "carried"
"""The engine's own key in the carry a game is shown: the spots with carried wagers, separated by commas. It is absent
while nothing is carried, and never stored."""


class Frozen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the core's values."""


class Odds(Frozen, frozen=True):
    """`pays` to `per`: 35 to 1, 19 to 20."""

    pays: int
    per: int = 1


class Piece(Frozen, frozen=True):
    """A part of an announced bet: how many equal pieces of the stake stand on a spot."""

    spot: SpotId
    count: int


class Spot(Frozen, frozen=True):
    """A place on the layout that can be wagered on. `kind` is also the key of its limits."""

    id: SpotId
    kind: str
    numbers: tuple[str, ...]
    odds: Odds
    pieces: tuple[Piece, ...] = ()
    clause: str = ""

    @property
    def piece_count(self) -> int:
        return sum(piece.count for piece in self.pieces)


class WagerResult(StrEnum):
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"
    FROZEN = "frozen"


class Wager(Frozen, frozen=True):
    """A stake on a spot. `mark` is the game's own note on a wager it carried over (frozen, streak of three)."""

    spot: SpotId
    stake: int
    mark: str = ""


class Settlement(Frozen, frozen=True):
    """What an outcome does to one wager. `returned` includes the stake; a frozen wager returns nothing yet."""

    spot: SpotId
    stake: int
    result: WagerResult
    returned: int
    mark: str = ""


class FactKind(StrEnum):
    STEP = "step"
    READING = "reading"
    DRAW = "draw"
    WINDOW_CLOSED = "window_closed"


class Fact(Frozen, frozen=True):
    """Something that became true in the round. `name` is the step, reading, draw or window; `value` its content."""

    kind: FactKind
    name: str
    value: str = ""


class Window(Frozen, frozen=True):
    """A wagering window. `only` limits it to these spots (None = all that are open); `raise_in_action` lets a player
    add at most what is already in action on the spot (Red Dog 003 5.4)."""

    name: str
    only: frozenset[SpotId] | None = None
    raise_in_action: bool = False


class DrawRequest(Frozen, frozen=True):
    """Numbers the engine must take from the random source: `count` different values out of `population`."""

    name: str
    population: tuple[str, ...]
    count: int


class Outcome(Frozen, frozen=True):
    """A complete result. `value` is what people read; `facts` is what it was computed from."""

    value: Value
    facts: tuple[Fact, ...] = ()


class Need(Frozen, frozen=True):
    """What the round waits for. Readings may be welcome while a window is open; a complete outcome ends the list."""

    step: str | None = None
    window: Window | None = None
    readings: frozenset[str] = frozenset()
    draw: DrawRequest | None = None
    outcome: Outcome | None = None


class Signal(StrEnum):
    """What a reading means to the wagering period while it is open."""

    NOTE = "note"
    """Recorded, nothing changes (ball in track)."""
    CLOSE = "close"
    """An ordinary close before the deadline (the wheel's own no more bets)."""
    EARLY = "early"
    """A result before the close: betting stops at once, wagers stand, a supervisor looks (002 7.3)."""


class Effect(StrEnum):
    STAND = "stand"
    VOID = "void"


class Authority(StrEnum):
    DEALER = "dealer"
    CASINO_SUPERVISOR = "casino_supervisor"


class Irregularity(Frozen, frozen=True):
    """One entry of a game's catalogue: what happened, where the rules speak of it, who may call it, what follows.

    `effects` lists spot kinds that differ from `effect`: a no spin leaves roulette wagers standing, voids Lucky Ball.
    """

    code: str
    clause: str
    effect: Effect
    authority: Authority
    effects: tuple[tuple[str, Effect], ...] = ()
    repeats: bool = False
    """True when the round goes on to another attempt (no spin, no roll) instead of ending."""
    clears: tuple[str, ...] = ()
    """Keys of the carry that are forgotten with it (a no roll ends the count of sevens, 000 5.2)."""

    def effect_on(self, kind: str) -> Effect:
        return dict(self.effects).get(kind, self.effect)


class RuleError(Exception):
    """A value or setting the rules do not know. `code` and `clause` are stable; the edges turn it into a refusal."""

    def __init__(self, code: str, detail: str, clause: str = "") -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.clause = clause


class Game(Protocol):
    """The contract every game implements (see docs/adding-a-game.md)."""

    @property
    def name(self) -> str: ...

    @property
    def variant(self) -> str: ...

    @property
    def rules(self) -> str:
        """The rule document in force, e.g. "002"."""

    @property
    def rule_hash(self) -> str:
        """Hash of the rule data; every round records it."""

    @property
    def values(self) -> tuple[Value, ...]:
        """Every simple outcome value, in the order of the device (wheel order). Empty when outcomes are compound."""

    @property
    def result_reading(self) -> str:
        """The reading that a simple outcome consists of, whether a sensor sends it or a dealer keys it in. Empty when
        an outcome takes several readings: those are facts of the round one by one."""

    @property
    def spots(self) -> Mapping[SpotId, Spot]: ...

    @property
    def irregularities(self) -> tuple[Irregularity, ...]: ...

    def need(self, facts: Sequence[Fact], carry: Carry) -> Need:
        """What the round waits for after these facts."""

    def check_reading(self, name: str, value: str) -> None:
        """Raise RuleError unless this reading could come from the game's equipment."""

    def signal(self, reading: str) -> Signal:
        """What a reading means while the main window is open."""

    def open_spots(self, facts: Sequence[Fact], carry: Carry) -> Mapping[SpotId, Spot]:
        """The spots that accept wagers in the current window."""

    def settle(self, outcome: Outcome, wagers: Sequence[Wager], carry: Carry) -> tuple[Settlement, ...]:
        """What the outcome does to each wager, in order."""

    def carry_after(self, outcome: Outcome, carry: Carry) -> Carry: ...

    def outcomes(self) -> Sequence[tuple[Outcome, Fraction]]:
        """Every outcome with its exact probability, for the odds computed through `settle`."""
