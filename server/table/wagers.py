"""What a player may do to the layout while the wagering period is open (002 4.2.4, 4.2.6, 6.3)."""

from collections.abc import Iterable, Mapping

from server.games.contract import Spot, SpotId, Window
from server.ledger import Transfer, TransferKind
from server.ledger import accounts as account
from server.table import commands as c
from server.table.context import Context, Verdict, carry_of, decided, game_of, refuse, table_round, terminal_of
from server.table.events import WagersChanged
from server.table.limits import Clip, RaiseClip, stands
from server.table.state import Bets, Layout, Pit, Round, Session, Table
from server.table.values import Phase, Refusal, TableStatus


class Seat:
    """A terminal that may bet now: its session, table and round, already checked."""

    def __init__(self, pit: Pit, session: Session, table: Table, round_: Round) -> None:
        self.pit = pit
        self.session = session
        self.table = table
        self.round = round_
        game = game_of(table.config)
        self.window = game.need(round_.facts, carry_of(table)).window
        self.all_spots = game.spots
        self.spots = open_spots(game.open_spots(round_.facts, carry_of(table)), self.window)
        self.bets = round_.bets.get(session.id) or Bets()
        self.in_action = round_.in_action.get(session.id, {})
        self.credit = pit.book.balance(account.credit(session.id))

    def change(self, changes: Layout, *, undone: bool = False) -> WagersChanged | Refusal:
        """The event for these changes, or a refusal when the credit does not cover them."""
        net = sum(changes.values())
        if net > self.credit:
            return refuse("insufficient_credit", credit=self.credit, needed=net)
        return WagersChanged(
            self.table.config.table,
            self.round.id,
            self.session.id,
            {spot: change for spot, change in changes.items() if change},
            self._transfers(net),
            undone,
        )

    def _transfers(self, net: int) -> tuple[Transfer, ...]:
        credit = account.credit(self.session.id)
        stake = account.stake(self.table.config.table, self.session.id)
        if net > 0:
            return (Transfer(credit, stake, net, TransferKind.STAKE_HELD),)
        if net < 0:
            return (Transfer(stake, credit, -net, TransferKind.STAKE_RELEASED),)
        return ()

    @property
    def raising(self) -> bool:
        return self.window is not None and self.window.raise_in_action

    def clip(self, layout: Mapping[str, int]) -> Clip | RaiseClip:
        if self.raising:
            return RaiseClip(self.in_action, layout)
        return Clip(self.table.config.limits, self.all_spots, layout)


def open_spots(spots: Mapping[SpotId, Spot], window: Window | None) -> Mapping[SpotId, Spot]:
    """The spots that take wagers in the current window."""
    if window is None or window.only is None:
        return spots
    return {name: spot for name, spot in spots.items() if name in window.only}


def seat_of(pit: Pit, terminal: str, round_id: str, ctx: Context) -> Seat | Refusal:
    """Every check that all betting commands share, in the order a player would expect to hear of them."""
    found = terminal_of(pit, terminal)
    if isinstance(found, Refusal):
        return found
    session = pit.session_of(terminal)
    if session is None:
        return refuse("no_session")
    if found.table is None:
        return refuse("not_seated")
    pair = table_round(pit, found.table, round_id)
    if isinstance(pair, Refusal):
        return pair
    table, round_ = pair
    if table.status is not TableStatus.OPEN:
        return refuse("table_suspended" if table.status is TableStatus.SUSPENDED else "table_closed")
    if round_.phase is not Phase.WAGERING or round_.deadline_ms is None:
        return refuse("wagering_closed")
    if ctx.now_ms >= round_.deadline_ms:
        # 002 4.2.6: the moment of receipt decides, not the moment the close is written.
        return refuse("late", deadline_ms=round_.deadline_ms, received_ms=ctx.now_ms)
    if not pit.venue.multi_game_wagering:
        elsewhere = [name for name in pit.staked(session.id) if name != found.table]
        if elsewhere:
            return refuse("other_game_open", table=elsewhere[0])
    seat = Seat(pit, session, table, round_)
    return seat if seat.window is not None else refuse("wagering_closed")


def _check_spots(seat: Seat, names: Iterable[str]) -> Refusal | None:
    for name in names:
        if name not in seat.spots:
            known = name in seat.all_spots
            return refuse("spot_closed" if known else "unknown_spot", spot=name)
    return None


def _add_all(seat: Seat, chips: Iterable[tuple[str, int]]) -> tuple[Layout, list[dict[str, str | int | None]]]:
    clip = seat.clip(seat.bets.layout)
    changes: Layout = {}
    placed: list[dict[str, str | int | None]] = []
    for spot, amount in chips:
        accepted, reason = clip.add(spot, amount)
        changes[spot] = changes.get(spot, 0) + accepted
        placed.append({"spot": spot, "requested": amount, "accepted": accepted, "reason": reason})
    return changes, placed


REASONS = {
    "maximum": "over_maximum",
    "total_maximum": "over_total_maximum",
    "unit": "below_unit",
    "not_divisible": "not_divisible",
    "piece_over_limit": "piece_over_limit",
}


def _finish(seat: Seat, changes: Layout, placed: list[dict[str, str | int | None]], *, undone: bool = False) -> Verdict:
    if not any(changes.values()):
        first = next((item for item in placed if item["reason"]), None)
        return refuse(REASONS.get(str(first["reason"]), "nothing_to_place") if first else "nothing_to_place")
    event = seat.change(changes, undone=undone)
    return event if isinstance(event, Refusal) else decided(event, placed=placed)


def place(pit: Pit, cmd: c.Place, ctx: Context) -> Verdict:
    """Chips on spots. What a limit does not permit is neither shown nor debited (002 6.3)."""
    seat = seat_of(pit, cmd.terminal, cmd.round, ctx)
    if isinstance(seat, Refusal):
        return seat
    if any(chip.amount <= 0 for chip in cmd.chips):
        return refuse("bad_amount")
    if refusal := _check_spots(seat, (chip.spot for chip in cmd.chips)):
        return refusal
    changes, placed = _add_all(seat, ((chip.spot, chip.amount) for chip in cmd.chips))
    if cmd.whole:
        cut = next((item for item in placed if item["accepted"] != item["requested"]), None)
        if cut:
            return refuse(REASONS[str(cut["reason"])], spot=str(cut["spot"]))
    return _finish(seat, changes, placed)


def move(pit: Pit, cmd: c.Move, ctx: Context) -> Verdict:
    """Take from one spot and put on another in one step; what the target does not permit stays where it was."""
    seat = seat_of(pit, cmd.terminal, cmd.round, ctx)
    if isinstance(seat, Refusal):
        return seat
    if cmd.source == cmd.target:
        return refuse("same_spot")
    if refusal := _check_spots(seat, (cmd.source, cmd.target)):
        return refusal
    amount = _held(seat, cmd.source, cmd.amount)
    if isinstance(amount, Refusal):
        return amount
    clip = seat.clip(_without(seat.bets.layout, cmd.source, amount))
    accepted, reason = clip.add(cmd.target, amount)
    if not accepted:
        return refuse(REASONS[str(reason)], spot=cmd.target)
    if refusal := _check_taken(seat, cmd.source, accepted):
        return refusal
    after = _without(seat.bets.layout, cmd.source, accepted)
    after[cmd.target] = after.get(cmd.target, 0) + accepted
    if accepted < amount and not stands(seat.table.config.limits, seat.all_spots, after):
        # What stays behind in an announced bet still has its pieces on the target (reading A33).
        return refuse(REASONS[str(reason)], spot=cmd.target)
    placed = [{"spot": cmd.target, "requested": amount, "accepted": accepted, "reason": reason}]
    event = seat.change({cmd.source: -accepted, cmd.target: accepted})
    return event if isinstance(event, Refusal) else decided(event, placed=placed)


def remove(pit: Pit, cmd: c.Remove, ctx: Context) -> Verdict:
    seat = seat_of(pit, cmd.terminal, cmd.round, ctx)
    if isinstance(seat, Refusal):
        return seat
    amount = _held(seat, cmd.spot, cmd.amount)
    if isinstance(amount, Refusal):
        return amount
    if refusal := _check_taken(seat, cmd.spot, amount):
        return refusal
    event = seat.change({cmd.spot: -amount})
    return event if isinstance(event, Refusal) else decided(event)


def _held(seat: Seat, spot: str, amount: int | None) -> int | Refusal:
    """How much of a wager a command means: at most what was placed in this window, all of it if no amount is named."""
    if amount is not None and amount <= 0:
        return refuse("bad_amount")
    held = seat.bets.layout.get(spot, 0) - seat.in_action.get(spot, 0)
    if not held:
        return refuse("no_wager", spot=spot)
    return held if amount is None else min(amount, held)


def _check_taken(seat: Seat, name: str, amount: int) -> Refusal | None:
    """What is left must be a layout the limits permit: announced bets in whole pieces, every stake on its unit."""
    spot = seat.all_spots[SpotId(name)]
    if spot.pieces and amount % spot.piece_count:
        return refuse("not_divisible", spot=name)
    if not seat.raising and not stands(
        seat.table.config.limits, seat.all_spots, _without(seat.bets.layout, name, amount)
    ):
        return refuse("below_unit", spot=name)
    return None


def _without(layout: Mapping[str, int], spot: str, amount: int) -> Layout:
    rest = dict(layout)
    rest[spot] -= amount
    if not rest[spot]:
        del rest[spot]
    return rest


def clear(pit: Pit, cmd: c.Clear, ctx: Context) -> Verdict:
    seat = seat_of(pit, cmd.terminal, cmd.round, ctx)
    if isinstance(seat, Refusal):
        return seat
    changes = {spot: seat.in_action.get(spot, 0) - stake for spot, stake in seat.bets.layout.items()}
    if not any(changes.values()):
        return refuse("nothing_to_clear")
    event = seat.change(changes)
    return event if isinstance(event, Refusal) else decided(event)


def undo(pit: Pit, cmd: c.Undo, ctx: Context) -> Verdict:
    """Reverse the latest action. The stack is last in, first out, so the layout returns to one that was permitted."""
    seat = seat_of(pit, cmd.terminal, cmd.round, ctx)
    if isinstance(seat, Refusal):
        return seat
    if not seat.bets.actions:
        return refuse("nothing_to_undo")
    event = seat.change({spot: -change for spot, change in seat.bets.actions[-1].items()}, undone=True)
    return event if isinstance(event, Refusal) else decided(event)


def double(pit: Pit, cmd: c.Double, ctx: Context) -> Verdict:
    """Double every wager; spots at a limit are trimmed and named, short credit refuses the whole."""
    seat = seat_of(pit, cmd.terminal, cmd.round, ctx)
    if isinstance(seat, Refusal):
        return seat
    chips = [(spot, stake) for spot, stake in seat.bets.layout.items() if spot in seat.spots]
    if not chips:
        return refuse("nothing_to_double")
    return _finish(seat, *_add_all(seat, chips))


def rebet(pit: Pit, cmd: c.Rebet, ctx: Context) -> Verdict:
    """The wagers of the last settled round with wagers on this table, under today's limits and credit."""
    seat = seat_of(pit, cmd.terminal, cmd.round, ctx)
    if isinstance(seat, Refusal):
        return seat
    last = seat.session.rebet.get(seat.table.config.table, {})
    chips = [(spot, stake) for spot, stake in last.items() if spot in seat.spots]
    if not chips:
        return refuse("nothing_to_rebet")
    return _finish(seat, *_add_all(seat, chips))
