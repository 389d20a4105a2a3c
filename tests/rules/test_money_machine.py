"""Random evenings on a pit, checked by an auditor that keeps its own books from the grid and the rules of thumb.

The auditor knows what went in as notes and tickets, what went out on paper, and what every decided wager should have
returned. Credit, stakes, what is owed to a player and what he owes must come to exactly that, after every step.
"""

from collections import Counter
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from server.ledger import accounts as account
from server.ledger.accounts import FLOORED, kind_of
from server.table import commands as c
from server.table import events as e
from server.table.values import Phase, Refusal
from tests.rules.house import DEALER, SUPERVISOR, House, flat_limits, player
from tests.unit.games.layout import ANNOUNCED, PLAIN, announced_returned, plain_returned

TERMINALS = ("PT-1", "PT-2", "PT-3")
SPOTS = (
    "red",
    "black",
    "straight:0",
    "straight:17",
    "split:14-17",
    "corner:0-1-2-3",
    "tier",
    "orphelins",
    "grand_series",
)
AMOUNTS = (50, 100, 500, 600, 900, 3_000)
POCKETS = ("0", "1", "17", "20", "25", "36")

names = st.sampled_from(TERMINALS)
spots = st.sampled_from(SPOTS)
amounts = st.sampled_from(AMOUNTS)
pockets = st.sampled_from(POCKETS)


def returned(spot: str, stake: int, pocket: str) -> int:
    if spot in ANNOUNCED:
        return announced_returned(spot, stake, int(pocket))
    return plain_returned(PLAIN[spot], stake, int(pocket))


class MoneyMachine(RuleBasedStateMachine):
    """Commands of players, dealer and supervisor in any order; refusals are welcome, wrong sums are not."""

    @initialize(reopen=st.booleans())
    def open(self, reopen: bool) -> None:
        self.house = House()
        limits = flat_limits(minimum=100, maximum=2_000, unit=50, total_minimum=200, total_maximum=5_000)
        self.house.table(limits=limits, after_no_spin="reopen" if reopen else "stand")
        self.house.table("T2", limits=limits)
        for name in TERMINALS:
            self.house.terminal(name, credit=5_000)
        self.audited = 0
        self.worth: Counter[str] = Counter()
        self.decided: dict[str, dict[str, dict[str, int]]] = {}
        self.values: dict[str, str] = {}

    # ---- players ----

    def bet(self, name: str, make: type[Any], *details: Any) -> None:
        round_ = self.house.pit.tables[self.house.pit.terminals[name].table or ""].round
        self.house.do(player(name), make(name, round_.id if round_ else "none", *details))

    @rule(name=names, spot=spots, amount=amounts)
    def place(self, name: str, spot: str, amount: int) -> None:
        self.bet(name, c.Place, (c.Chip(spot, amount),))

    @rule(name=names, first=spots, second=spots, amount=st.none() | amounts)
    def move(self, name: str, first: str, second: str, amount: int | None) -> None:
        self.bet(name, c.Move, first, second, amount)

    @rule(name=names, spot=spots, amount=st.none() | amounts)
    def remove(self, name: str, spot: str, amount: int | None) -> None:
        self.bet(name, c.Remove, spot, amount)

    @rule(name=names, make=st.sampled_from((c.Undo, c.Double, c.Rebet, c.Clear)))
    def other_bets(self, name: str, make: type[Any]) -> None:
        self.bet(name, make)

    @rule(name=names, table=st.sampled_from(("T1", "T2")))
    def sit(self, name: str, table: str) -> None:
        self.house.do(player(name), c.Sit(name, table))

    @rule(name=names, make=st.sampled_from((c.CashOut, c.CancelCashOut, c.DismissCashOut)))
    def cash_out(self, name: str, make: type[Any]) -> None:
        self.house.do(player(name), make(name))

    # ---- devices ----

    @rule(name=names, value=st.sampled_from((500, 5_000)))
    def note(self, name: str, value: int) -> None:
        self.house.note(value, name)

    @rule(name=names, kind=st.sampled_from(("ticket_printed", "print_failed")))
    def printer(self, name: str, kind: str) -> None:
        for ticket in [t for t in self.house.pit.tickets.values() if t.terminal == name]:
            self.house.read(f"printer-{name}", kind, number=ticket.number)

    @rule(name=names, kind=st.sampled_from(("ticket_inserted", "ticket_returned", "ticket_stacked")))
    def acceptor(self, name: str, kind: str) -> None:
        for number in list(self.house.pit.tickets):
            self.house.read(f"acceptor-{name}", kind, number=number)

    # ---- staff ----

    @rule(table=st.sampled_from(("T1", "T2")))
    def new_game(self, table: str) -> None:
        self.house.do(DEALER, c.NewGame(table))

    def running(self, table: str) -> str:
        round_ = self.house.pit.tables[table].round
        return round_.id if round_ else "none"

    @rule(table=st.sampled_from(("T1", "T2")))
    def close(self, table: str) -> None:
        self.house.do(DEALER, c.NoMoreBets(table, self.running(table)))

    @rule(table=st.sampled_from(("T1", "T2")), value=pockets)
    def result(self, table: str, value: str) -> None:
        self.house.do(DEALER, c.EnterResult(table, self.running(table), value))
        self.house.do(DEALER, c.ConfirmResult(table, self.running(table), value))

    @rule(table=st.sampled_from(("T1", "T2")), value=pockets)
    def early_or_sensor(self, table: str, value: str) -> None:
        self.house.spin(value, spin=str(self.house.counter), table=table)

    @rule(table=st.sampled_from(("T1", "T2")))
    def no_spin(self, table: str) -> None:
        self.house.do(DEALER, c.CallIrregularity(table, self.running(table), "wheel_still"))

    @rule(table=st.sampled_from(("T1", "T2")))
    def ask_void(self, table: str) -> None:
        self.house.do(DEALER, c.RequestVoid(table, self.running(table), "commotion"))

    @rule(value=pockets, back=st.integers(0, 4))
    def ask_correction(self, value: str, back: int) -> None:
        records = self.house.pit.tables["T1"].records
        if back < len(records):
            self.house.do(DEALER, c.RequestCorrection("T1", records[back].id, value, "misread"))

    @rule(value=pockets, back=st.integers(0, 2))
    def correct(self, value: str, back: int) -> None:
        self.ask_correction(value, back)
        for task in [t for t in self.house.pit.tasks.values() if t.kind == "correction"]:
            self.house.do(SUPERVISOR, c.ResolveTask("T1", task.id, "approve"))

    @rule(
        table=st.sampled_from(("T1", "T1", "T2")),
        bets=st.lists(st.tuples(names, spots, amounts), max_size=6),
        value=pockets,
    )
    def whole_round(self, table: str, bets: list[tuple[str, str, int]], value: str) -> None:
        """Whatever state the table is in, push it towards a settled round."""
        self.new_game(table)
        for name, spot, amount in bets:
            self.sit(name, table)
            self.place(name, spot, amount)
        self.close(table)
        self.result(table, value)

    @rule(name=names, spot=spots)
    def ask_relief(self, name: str, spot: str) -> None:
        self.house.do(DEALER, c.RequestRelief("T1", self.running("T1"), name, spot, "frozen"))

    @precondition(lambda self: self.house.pit.tasks)
    @rule(pick=st.integers(0, 9), value=pockets, choice=st.integers(0, 2))
    def supervise(self, pick: int, value: str, choice: int) -> None:
        tasks = list(self.house.pit.tasks.values())
        task = tasks[pick % len(tasks)]
        option = task.options[choice % len(task.options)]
        self.house.do(SUPERVISOR, c.ResolveTask(task.table, task.id, option, value))

    @rule(name=names)
    def pay_by_hand(self, name: str) -> None:
        self.house.do(SUPERVISOR, c.PayByHand("T1", name))

    @rule(ms=st.sampled_from((1, 29_999, 30_000, 200_000)))
    def wait(self, ms: int) -> None:
        self.house.advance(ms)

    # ---- the auditor ----

    def audit(self) -> None:
        for recorded in self.house.journal[self.audited :]:
            event = recorded.event
            match event:
                case e.CreditAdded():
                    self.worth[event.session] += event.amount
                case e.TicketOrdered() | e.HandPayDue():
                    self.worth[event.session] -= event.amount
                case e.WageringClosed():
                    self.decided[event.round] = {session: dict(layout) for session, layout in event.layouts.items()}
                case e.WagersChanged():
                    self._relieved(event)
                case e.RoundSettled():
                    self._decide(event.round, event.value)
                case e.RoundVoided():
                    self.decided.pop(event.round, None)
                case e.ResultCorrected():
                    self._decide(event.round, event.value)
                case _:
                    pass
        self.audited = len(self.house.journal)

    def _relieved(self, event: e.WagersChanged) -> None:
        """Changes after a close are relief; those before it are in the layouts of the close."""
        layout = self.decided.get(event.round, {}).get(event.session)
        if layout is not None and set(event.changes) <= set(layout):
            for spot, change in event.changes.items():
                layout[spot] += change

    def _decide(self, round_id: str, value: str) -> None:
        before = self.values.get(round_id)
        for session, layout in self.decided[round_id].items():
            if before is None:
                self.worth[session] -= sum(layout.values())
            else:
                self.worth[session] -= sum(returned(spot, stake, before) for spot, stake in layout.items())
            self.worth[session] += sum(returned(spot, stake, value) for spot, stake in layout.items())
        self.values[round_id] = value

    @invariant()
    def books_agree_with_the_auditor(self) -> None:
        if not hasattr(self, "house"):
            return
        self.audit()
        book = self.house.pit.book
        assert book.total() == 0
        assert all(balance >= 0 for name, balance in book.balances.items() if kind_of(name) in FLOORED)
        for session, worth in self.worth.items():
            held = sum(book.balance(account.stake(table, session)) for table in ("T1", "T2"))
            owed = book.balance(account.payable(session)) + book.balance(account.receivable(session))
            assert book.balance(account.credit(session)) + held + owed == worth

    @invariant()
    def stakes_held_are_the_chips_on_the_layout(self) -> None:
        if not hasattr(self, "house"):
            return
        for name, table in self.house.pit.tables.items():
            layouts = {s: b.layout for s, b in table.round.bets.items()} if table.round else {}
            for session in self.house.pit.sessions:
                expected = sum(layouts.get(session, {}).values())
                assert self.house.pit.book.balance(account.stake(name, session)) == expected
            if table.round and table.round.phase in (Phase.SETTLED, Phase.VOID):
                assert not layouts

    def teardown(self) -> None:
        if hasattr(self, "house"):
            assert self.house.replayed() == self.house.pit


TestMoneyMachine = MoneyMachine.TestCase
TestMoneyMachine.settings = settings(max_examples=80, stateful_step_count=50, deadline=None)


def test_a_player_who_does_nothing_is_worth_what_he_put_in() -> None:
    house = House()
    house.table()
    house.terminal(credit=5_000)
    house.play("17")
    assert house.credit() == 5_000
    assert isinstance(house.do(player(), c.Clear("PT-1", "T1-1")), Refusal)
