"""A house for the three games: every stake that is held is a wager somebody can see, after every command."""

from typing import Any

from server.ledger.accounts import AccountKind, kind_of, stake
from server.pit.answers import Reply
from server.protocol import projection, views
from server.table import commands as c
from server.table.state import Table
from server.table.values import Actor, Limit, Limits, Refusal
from tests.rules.house import DEALER, House, player
from tests.unit.table.games import three_games

LIMITS = {
    "cards": Limits({"plain": Limit(100, 1_000)}),
    "dice": Limits({kind: Limit(100, 1_000) for kind in ("dragon", "tail", "plain")}),
    "lucky": Limits({kind: Limit(100, 1_000) for kind in ("plain", "lucky")}),
}


class Parlour(House):
    def send(self, cmd: str, actor: Actor, command: c.Command) -> Reply:
        reply = super().send(cmd, actor, command)
        held = {name: value for name, value in self.pit.book.balances.items() if kind_of(name) is AccountKind.STAKE}
        shown: dict[Any, int] = {}
        for name, table in self.pit.tables.items():
            for session, wagers in self._wagers(table).items():
                if wagers:
                    shown[stake(name, session)] = wagers
        assert held == shown, "what is held must be what stands or was carried over"
        self._look()
        return reply

    def _look(self) -> None:
        """Every screen can show what the state now is."""
        for table in self.pit.tables.values():
            views.DealerTableView.model_validate(projection.dealer_view(self.pit, table, frozenset()))
            views.TableView.model_validate(projection.table_view(table))
        for terminal in self.pit.terminals.values():
            views.SeatView.model_validate(projection.seat_view(self.pit, terminal))

    def _wagers(self, table: Table) -> dict[str, int]:
        totals = {session: carried.total for session, carried in table.carried.items()}
        for session, bets in (table.round.bets if table.round else {}).items():
            totals[session] = totals.get(session, 0) + sum(bets.layout.values())
        return totals

    def game(self, name: str, table: str = "T1", **changes: Any) -> None:
        self.table(table, game=name, variant="plain", limits=LIMITS[name], period_ms=10_000, **changes)

    def step(self, value: str = "PT-1") -> None:
        self.ok(DEALER, c.RecordStep("T1", self.round().id, "shooter", value))

    def roll(self, dice: str) -> None:
        """A whole round of dice after its wagers."""
        self.close()
        self.result(dice)

    def shake(self, *chips: tuple[str, int], name: str = "PT-1") -> str:
        """New game, shooter, wagers."""
        round_id = self.new_game()
        self.step()
        if chips:
            self.bet(*chips, name=name)
        return round_id

    def bet(self, *chips: tuple[str, int], name: str = "PT-1") -> None:
        answer = self.place(*chips, name=name)
        assert not isinstance(answer, Refusal), answer

    def card(self, value: str) -> None:
        self.ok(DEALER, c.EnterReading("T1", self.round().id, "card", value))

    def carried(self, name: str = "PT-1", table: str = "T1") -> list[tuple[str, int, str]]:
        held = self.pit.tables[table].carried.get(self.pit.terminals[name].session or "")
        return [(wager.spot, wager.stake, wager.mark) for wager in held.wagers] if held else []


def parlour_evening() -> House:
    """One evening in which everything happens that roulette never asks for."""
    with three_games():
        house = Parlour()
        house.game("dice")
        house.terminal(credit=5_000)
        _dice(house)
        house.game("cards", "T2")
        house.game("lucky", "T3")
        _cards(house)
        _lucky(house)
    return house


def _dice(house: Parlour) -> None:
    house.shake(("dragon", 200), ("high", 100))
    house.roll("3-4")
    house.shake(("tail", 100))
    house.close()
    house.ok(DEALER, c.CallIrregularity("T1", house.round().id, "no_roll"))
    house.result("4-4")
    house.ok(DEALER, c.NewGame("T1", dummy=True))
    house.step()
    house.result("1-2")
    house.ok(player(), c.CashOut("PT-1"))
    house.note(5_000)
    house.shake()
    house.roll("6-6")


def _cards(house: Parlour) -> None:
    house.ok(player(), c.Sit("PT-1", "T2"))
    round_id = house.new_game("T2")
    house.bet(("between", 200))
    house.read("wheel-T2", "card", card="2", complete=True)
    house.resolve("acknowledge")
    for value in ("8", "9"):
        if value == "9":
            house.ok(DEALER, c.TakeBackReading("T2", round_id))
        house.ok(DEALER, c.EnterReading("T2", round_id, "card", value))
    house.bet(("between", 200))
    house.close("T2")
    house.ok(DEALER, c.EnterReading("T2", round_id, "card", "5"))
    house.ok(DEALER, c.ConfirmResult("T2", round_id, "2-9-5"))


def _lucky(house: Parlour) -> None:
    house.ok(player(), c.Sit("PT-1", "T3"))
    house.new_game("T3")
    house.read("wheel-T3", "ball_in_track", spin="1")
    house.bet(("lucky", 100), ("low", 100))
    house.close("T3")
    house.result("high", "T3")
