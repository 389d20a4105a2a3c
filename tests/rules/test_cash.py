"""Money in and out of a session: notes, tickets, cash-out, hand-pay (002 4.2, 4.3, 8.3, 8.4, 9.1; reading B36)."""

import pytest

from server.ledger import TransferKind
from server.ledger import accounts as account
from server.table import commands as c
from server.table.cash import NOTE_MAX
from server.table.events import AttendantCalled, CreditAdded, DeviceOrdered, SessionEnded, TicketOrdered, transfers_of
from server.table.values import Refusal, VenueSettings
from tests.rules.house import DEALER, SUPERVISOR, House, player

FIRST = "000000000000000001"


def seated(credit: int = 10_000) -> House:
    house = House()
    house.table()
    house.terminal(credit=credit)
    return house


def state_of(house: House, name: str = "PT-1") -> str | None:
    cash_out = house.pit.terminals[name].cash_out
    return cash_out.state if cash_out else None


def with_ticket() -> House:
    """A printed ticket of 10,000 and an empty terminal."""
    house = seated()
    house.ok(player(), c.CashOut("PT-1"))
    house.read("printer-PT-1", "ticket_printed", number=FIRST)
    return house


@pytest.mark.rule("002 4.2", "002 4.2.1", "002 4.2.2", "002 4.3.1", "002 1.1 PT chip account")
def test_the_first_note_opens_a_session_with_its_value_as_credit() -> None:
    house = seated(credit=0)
    assert house.pit.session_of("PT-1") is None
    house.note(5_000)
    session = house.session()
    assert (session.terminal, session.paid_in, house.credit()) == ("PT-1", 5_000, 5_000)
    house.note(2_000)
    assert (house.session().id, house.credit()) == (session.id, 7_000)


@pytest.mark.parametrize("value", [0, -500, True, "500", 1.5, None, NOTE_MAX + 1, 10**30])
def test_a_note_of_no_sensible_value_is_recorded_and_credits_nothing(value: object) -> None:
    house = seated(credit=0)
    house.read("acceptor-PT-1", "note_stacked", value=value)
    assert house.pit.session_of("PT-1") is None
    assert house.pit.book.balances == {}


@pytest.mark.rule("002 4.2.1", "002 4.2.2", "002 4.3.2", "002 1.1 redeemable ticket")
def test_a_ticket_becomes_credit_at_another_terminal_exactly_once() -> None:
    house = with_ticket()
    house.terminal("PT-2", credit=0)
    house.read("acceptor-PT-2", "ticket_inserted", number=FIRST)
    order = house.events(DeviceOrdered)[-1]
    assert (order.kind, order.device) == ("accept_ticket", "acceptor-PT-2")
    # Held in one acceptor it is worth nothing in another.
    house.terminal("PT-3", credit=0)
    house.read("acceptor-PT-3", "ticket_inserted", number=FIRST)
    assert house.events(DeviceOrdered)[-1].kind == "return_ticket"
    house.read("acceptor-PT-3", "ticket_stacked", number=FIRST)
    assert house.pit.session_of("PT-3") is None
    house.read("acceptor-PT-2", "ticket_stacked", number=FIRST, command=order.order)
    assert (house.credit("PT-2"), house.pit.tickets) == (10_000, {})
    assert order.order not in house.pit.orders
    house.read("acceptor-PT-2", "ticket_stacked", number=FIRST)
    house.read("acceptor-PT-2", "ticket_inserted", number=FIRST)
    assert house.events(DeviceOrdered)[-1].kind == "return_ticket"
    assert house.credit("PT-2") == 10_000


def test_a_ticket_that_went_back_to_the_player_can_be_used_again() -> None:
    house = with_ticket()
    house.read("acceptor-PT-1", "ticket_inserted", number=FIRST)
    house.read("acceptor-PT-1", "ticket_returned", number=FIRST)
    assert house.pit.tickets[FIRST].state == "issued"
    house.read("acceptor-PT-1", "ticket_inserted", number=FIRST)
    house.read("acceptor-PT-1", "jammed", number=FIRST)
    assert house.pit.tickets[FIRST].state == "pending"
    house.read("acceptor-PT-1", "ticket_stacked", number=FIRST)
    assert house.credit() == 10_000


@pytest.mark.parametrize("number", ["", "123", "x" * 500, "000000000000000002"])
def test_paper_that_is_no_ticket_of_ours_is_returned(number: str) -> None:
    house = with_ticket()
    house.read("acceptor-PT-1", "ticket_inserted", number=number)
    assert house.events(DeviceOrdered)[-1].kind == "return_ticket"
    notice = house.pit.terminals["PT-1"].notice
    assert notice is not None
    assert notice.code == "ticket_refused"


def test_a_disabled_terminal_takes_no_ticket_but_keeps_money_already_inside() -> None:
    house = with_ticket()
    house.ok(SUPERVISOR, c.SetTerminal("T1", "PT-1", enabled=False))
    house.read("acceptor-PT-1", "ticket_inserted", number=FIRST)
    assert house.events(DeviceOrdered)[-1].kind == "return_ticket"
    house.note(5_000)
    assert house.credit() == 5_000
    assert not isinstance(house.do(player(), c.CashOut("PT-1")), Refusal)


@pytest.mark.rule("002 4.3", "002 4.3.1", "002 4.3.2", "002 4.3.3")
def test_credit_grows_from_notes_tickets_and_winnings_and_from_nothing_else() -> None:
    house = with_ticket()
    house.note(5_000)
    house.read("acceptor-PT-1", "ticket_inserted", number=FIRST)
    house.read("acceptor-PT-1", "ticket_stacked", number=FIRST)
    house.play("1", ("red", 500), ("black", 50), ("odd", 200))
    sources = {
        move.kind
        for item in house.journal
        for move in transfers_of(item.event)
        if move.credit.startswith("credit:") and not move.debit.startswith("stake:")
    }
    assert sources == {TransferKind.NOTE_IN, TransferKind.TICKET_IN, TransferKind.WINNINGS}
    assert {item.source for item in house.events(CreditAdded)} == {"note", "ticket"}


@pytest.mark.rule("002 8.3", "002 8.4")
def test_cashing_out_in_the_period_with_nothing_staked() -> None:
    house = seated()
    house.new_game()
    assert house.ok(player(), c.CashOut("PT-1")) == {"ticket": 10_000}
    assert (house.credit(), state_of(house)) == (0, "printing")
    assert house.pit.book.balance(account.ticket(FIRST)) == 10_000
    assert house.pit.session_of("PT-1") is None
    assert house.refused(player(), c.CashOut("PT-1")) == "cash_out_running"
    house.read("printer-PT-1", "ticket_printed", command=f"print:{FIRST}")
    assert (state_of(house), house.pit.tickets[FIRST].state) == ("printed", "issued")
    assert house.refused(player(), c.CancelCashOut("PT-1")) == "nothing_to_cancel"
    house.ok(player(), c.DismissCashOut("PT-1"))
    assert house.refused(player(), c.DismissCashOut("PT-1")) == "nothing_to_dismiss"
    assert house.refused(player(), c.CashOut("PT-1")) == "nothing_to_cash_out"


@pytest.mark.rule("002 8.3")
def test_with_wagers_placed_the_cash_out_waits_until_the_round_is_decided() -> None:
    house = seated()
    house.new_game()
    house.place(("red", 500))
    assert house.ok(player(), c.CashOut("PT-1")) == {"queued": True}
    house.close()
    assert state_of(house) == "queued"
    house.result("1")
    assert state_of(house) == "printing"
    assert house.events(TicketOrdered)[-1].amount == 10_500


@pytest.mark.rule("002 8.3")
def test_without_wagers_a_closed_round_queues_it_until_the_round_is_over() -> None:
    house = seated()
    house.new_game()
    house.close()
    house.ok(player(), c.CashOut("PT-1"))
    assert state_of(house) == "queued"
    house.ok(player(), c.CancelCashOut("PT-1"))
    assert state_of(house) is None
    house.ok(player(), c.CashOut("PT-1"))
    house.spin("5")
    assert state_of(house) == "queued"
    house.ok(DEALER, c.ConfirmResult("T1", "T1-1", "5"))
    assert (state_of(house), house.events(TicketOrdered)[-1].amount) == ("printing", 10_000)


def test_a_queued_cash_out_runs_when_the_player_turns_to_a_quiet_table() -> None:
    house = seated()
    house.table("T2")
    house.new_game()
    house.close()
    house.ok(player(), c.CashOut("PT-1"))
    house.ok(player(), c.Sit("PT-1", "T2"))
    assert state_of(house) == "printing"


def test_wagers_on_another_table_hold_it_back_too() -> None:
    house = seated()
    house.table("T2")
    house.new_game()
    house.place(("red", 500))
    house.ok(player(), c.Sit("PT-1", "T2"))
    house.ok(player(), c.CashOut("PT-1"))
    assert state_of(house) == "queued"
    house.close()
    house.result("2")
    assert (state_of(house), house.events(TicketOrdered)[-1].amount) == ("printing", 9_500)


@pytest.mark.parametrize("decision", ["settled", "void"])
def test_who_got_everything_back_at_the_close_may_leave_before_the_round_is_decided(decision: str) -> None:
    house = seated()
    house.table("T2")
    house.new_game()
    house.place(("red", 50))
    house.close()
    house.ok(player(), c.Sit("PT-1", "T2"))
    assert house.ok(player(), c.CashOut("PT-1")) == {"ticket": 10_000}
    house.note(700)
    if decision == "settled":
        house.result("1")
    else:
        house.ok(DEALER, c.RequestVoid("T1", "T1-1", "commotion"))
        house.resolve("approve")
    assert (house.credit(), house.pit.tables["T1"].records[0].status) == (700, decision)


def test_a_queued_cash_out_of_a_player_who_lost_everything_simply_ends() -> None:
    house = seated(credit=500)
    house.new_game()
    house.place(("red", 500))
    house.ok(player(), c.CashOut("PT-1"))
    house.close()
    house.result("2")
    assert (state_of(house), house.events(TicketOrdered)) == (None, [])
    assert len(house.events(SessionEnded)) == 1


def test_between_rounds_and_at_a_closed_table_money_is_free() -> None:
    house = seated()
    assert house.ok(player(), c.CashOut("PT-1")) == {"ticket": 10_000}
    house.read("printer-PT-1", "ticket_printed", number=FIRST)
    house.note(300)
    assert state_of(house) is None
    house.play("5")
    assert house.ok(player(), c.CashOut("PT-1")) == {"ticket": 300}


def test_a_void_round_lets_a_queued_cash_out_go() -> None:
    house = seated()
    house.new_game()
    house.place(("red", 500))
    house.ok(player(), c.CashOut("PT-1"))
    house.ok(DEALER, c.RequestVoid("T1", "T1-1", "commotion"))
    house.resolve("approve")
    assert house.events(TicketOrdered)[-1].amount == 10_000


@pytest.mark.rule("002 8.4", "002 9.1")
def test_a_ticket_that_cannot_be_printed_is_paid_by_hand() -> None:
    house = seated()
    house.ok(player(), c.CashOut("PT-1"))
    house.read("printer-PT-1", "print_failed", command=f"print:{FIRST}", reason="paper_out")
    assert (state_of(house), house.pit.tickets) == ("hand_pay", {})
    assert house.pit.terminals["PT-1"].attendant_called_at is not None
    assert house.pit.book.balance(account.hand_pay("PT-1")) == 10_000
    assert house.refused(DEALER, c.PayByHand("T1", "PT-9")) == "unknown_terminal"
    assert house.ok(SUPERVISOR, c.PayByHand("T1", "PT-1")) == {"paid": 10_000}
    assert house.refused(SUPERVISOR, c.PayByHand("T1", "PT-1")) == "nothing_to_pay"
    assert (state_of(house), house.pit.book.balance(account.cage("p1"))) == (None, 10_000)
    # The paper may come out after all: it is worth nothing.
    house.read("printer-PT-1", "ticket_printed", number=FIRST)
    house.read("acceptor-PT-1", "ticket_inserted", number=FIRST)
    assert house.events(DeviceOrdered)[-1].kind == "return_ticket"


@pytest.mark.rule("002 8.4", "002 9.1")
@pytest.mark.parametrize("cause", ["fault", "limit", "no_printer"])
def test_what_no_ticket_can_carry_is_paid_by_hand(cause: str) -> None:
    house = House(VenueSettings("House", ticket_limit=9_999 if cause == "limit" else 10_000))
    house.table()
    house.terminal(credit=10_000)
    if cause == "fault":
        house.read("printer-PT-1", "printer_state", ok=False, reason="paper_out")
        house.read("printer-PT-1", "printer_state", ok=False, reason="paper_out")
        house.ok(player(), c.CallAttendant("PT-1", on=True))
    if cause == "no_printer":
        house.pit.terminals["PT-1"].printer = None
    assert house.ok(player(), c.CashOut("PT-1")) == {"hand_pay": 10_000}
    assert (state_of(house), house.credit()) == ("hand_pay", 0)
    house.ok(SUPERVISOR, c.PayByHand("T1", "PT-1"))
    assert house.pit.book.balances == {account.notes("PT-1"): -10_000, account.cage("p1"): 10_000}


def test_an_acceptor_that_lost_track_of_its_paper_calls_an_attendant_once() -> None:
    house = seated()
    for _ in range(2):
        house.read("acceptor-PT-1", "fault", code="jam")
    assert len(house.events(AttendantCalled)) == 1
    assert house.credit() == 10_000


def test_a_printer_that_recovers_prints_again() -> None:
    house = seated()
    house.read("printer-PT-1", "printer_state", ok=False)
    assert house.pit.terminals["PT-1"].printer_fault == "fault"
    house.read("printer-PT-1", "printer_state", ok=True)
    assert house.ok(player(), c.CashOut("PT-1")) == {"ticket": 10_000}
    house.read("printer-PT-1", "warming_up", number=FIRST)
    assert state_of(house) == "printing"


def test_the_stay_ends_when_the_last_credit_is_lost() -> None:
    house = seated(credit=500)
    first = house.session().id
    house.play("2", ("red", 500))
    assert house.pit.session_of("PT-1") is None
    house.note(1_000)
    assert house.session().id != first


def test_commands_of_terminals_nobody_knows() -> None:
    house = seated()
    for command in (
        c.CashOut("PT-9"),
        c.CancelCashOut("PT-9"),
        c.DismissCashOut("PT-9"),
        c.CallAttendant("PT-9", on=True),
    ):
        assert house.refused(player("PT-9"), command) == "unknown_terminal"
    house.read("acceptor-PT-9", "note_stacked", value=500)
    assert house.credit() == 10_000


def test_internal_commands_that_come_too_late_do_nothing() -> None:
    house = seated()
    assert house.refused(player(), c.RunCashOut("PT-1")) == "nothing_to_cash_out"
    assert house.refused(player(), c.EndSession("PT-1")) == "session_running"
    house.new_game()
    house.place(("red", 500))
    house.ok(player(), c.CashOut("PT-1"))
    assert house.refused(player(), c.RunCashOut("PT-1")) == "cash_out_not_allowed"
