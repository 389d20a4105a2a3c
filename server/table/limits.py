"""Wager limits exactly as 002 6.1 to 6.3.4, with readings A31 (order), A32 (unit) and A33 (announced bets)."""

from collections.abc import Mapping

from server.games.contract import Spot, SpotId
from server.table.state import CreditedBack, Layout
from server.table.values import Limit, Limits

Spots = Mapping[SpotId, Spot]

BELOW_MINIMUM = "below_minimum"
BELOW_TOTAL_MINIMUM = "below_total_minimum"


def in_action(spots: Spots, layout: Mapping[str, int]) -> Layout:
    """Stake per plain spot: direct chips plus the pieces of announced bets standing there (reading A33)."""
    stakes: Layout = {}
    for name, stake in layout.items():
        spot = spots[SpotId(name)]
        if not spot.pieces:
            stakes[name] = stakes.get(name, 0) + stake
        for piece in spot.pieces:
            stakes[piece.spot] = stakes.get(piece.spot, 0) + stake // spot.piece_count * piece.count
    return stakes


def permitted(limit: Limit, unit: int, amount: int) -> int:
    """The next lowest permitted wager (002 6.3). Below the minimum chips may gather; 6.2 judges them at the close."""
    capped = min(amount, limit.maximum)
    if capped < limit.minimum:
        return capped
    return capped - (capped - limit.minimum) % unit


class Clip:
    """Builds up a layout chip by chip and says how much of each chip the limits let through, and why not the rest."""

    def __init__(self, limits: Limits, spots: Spots, layout: Mapping[str, int]) -> None:
        self.limits = limits
        self.spots = spots
        self.layout: Layout = dict(layout)
        self.stakes = in_action(spots, layout)
        self.total = sum(layout.values())

    def add(self, name: str, amount: int) -> tuple[int, str | None]:
        """Accepted part of the chip and the reason for the rest: maximum, unit, total_maximum, not_divisible..."""
        spot = self.spots[SpotId(name)]
        accepted, reason = self._announced(spot, amount) if spot.pieces else self._plain(spot, amount)
        if accepted:
            self._take(spot, accepted)
        return accepted, reason

    def _room(self) -> int | None:
        if not self.limits.total_maximum:
            return None
        return max(0, self.limits.total_maximum - self.total)

    def _plain(self, spot: Spot, amount: int) -> tuple[int, str | None]:
        limit = self.limits.kinds[spot.kind]
        before = self.stakes.get(spot.id, 0)
        room = self._room()
        reason = None
        wanted = before + amount
        if room is not None and amount > room:
            wanted, reason = before + room, "total_maximum"
        allowed = permitted(limit, self.limits.unit, wanted)
        if allowed < wanted:
            reason = "maximum" if wanted > limit.maximum else "unit"
        return max(0, allowed - before), reason

    def _announced(self, spot: Spot, amount: int) -> tuple[int, str | None]:
        """A whole bet or nothing: it divides into equal pieces and every piece fits its spot."""
        if amount % spot.piece_count:
            return 0, "not_divisible"
        room = self._room()
        if room is not None and amount > room:
            return 0, "total_maximum"
        for piece in spot.pieces:
            wanted = self.stakes.get(piece.spot, 0) + amount // spot.piece_count * piece.count
            if permitted(self.limits.kinds[self.spots[piece.spot].kind], self.limits.unit, wanted) != wanted:
                return 0, "piece_over_limit"
        return amount, None

    def _take(self, spot: Spot, amount: int) -> None:
        self.layout[spot.id] = self.layout.get(spot.id, 0) + amount
        self.total += amount
        if not spot.pieces:
            self.stakes[spot.id] = self.stakes.get(spot.id, 0) + amount
        for piece in spot.pieces:
            self.stakes[piece.spot] = self.stakes.get(piece.spot, 0) + amount // spot.piece_count * piece.count


class RaiseClip:
    """A window in which a player may add to a wager at most what is in action on it (003 5.4; reading A24: no other
    limit applies)."""

    def __init__(self, in_action: Mapping[str, int], layout: Mapping[str, int]) -> None:
        self.in_action = in_action
        self.layout: Layout = dict(layout)

    def add(self, name: str, amount: int) -> tuple[int, str | None]:
        stake = self.layout.get(name, 0)
        accepted = min(amount, 2 * self.in_action.get(name, 0) - stake)
        if accepted:
            self.layout[name] = stake + accepted
        return accepted, "maximum" if accepted < amount else None


def stands(limits: Limits, spots: Spots, layout: Mapping[str, int]) -> bool:
    """Whether every stake is one the limits could have let through: used for partial removals."""
    for name, stake in in_action(spots, layout).items():
        if permitted(limits.kinds[spots[SpotId(name)].kind], limits.unit, stake) != stake:
            return False
    return True


def at_close(limits: Limits, spots: Spots, layout: Mapping[str, int]) -> tuple[Layout, list[CreditedBack]]:
    """What stands when the period ends, and what goes back: single minimum first (002 6.2), then the total (6.3.4)."""
    final = dict(layout)
    back: list[CreditedBack] = []
    while short := _below_minimum(limits, spots, final):
        back.extend(CreditedBack(name, final.pop(name), BELOW_MINIMUM) for name in short)
    if final and sum(final.values()) < limits.total_minimum:
        back.extend(CreditedBack(name, stake, BELOW_TOTAL_MINIMUM) for name, stake in final.items())
        final = {}
    return final, back


def _below_minimum(limits: Limits, spots: Spots, layout: Layout) -> list[str]:
    """Wagers below their minimum; an announced bet falls as a whole. Taking one away may leave another short."""
    stakes = in_action(spots, layout)
    low = {name for name, stake in stakes.items() if stake < limits.kinds[spots[SpotId(name)].kind].minimum}
    return [name for name in layout if name in low or any(piece.spot in low for piece in spots[SpotId(name)].pieces)]
