"""A game of several cards with a raise between them, through whole rounds."""

import pytest

from server.table import commands as c
from server.table import events as e
from server.table.values import Phase, Refusal
from tests.rules.house import DEALER, player
from tests.unit.table.parlour import Parlour


@pytest.fixture
def table(parlour: Parlour) -> Parlour:
    parlour.game("cards")
    parlour.terminal(credit=1_000)
    return parlour


def sensor(house: Parlour, value: str, **data: object) -> None:
    house.read("wheel-T1", "card", card=value, **({"complete": True} | data))


def test_cards_come_one_by_one_and_the_raise_opens_between_them(table: Parlour) -> None:
    table.new_game()
    table.bet(("between", 200), ("pair", 100))
    table.close()
    assert table.refused(DEALER, c.EnterResult("T1", "T1-1", "2-9-5")) == "incomplete"
    relief = c.RequestRelief("T1", "T1-1", "PT-1", "pair", "screen froze")
    table.ok(DEALER, relief)
    table.resolve("decline")
    table.card("2")
    assert table.refused(DEALER, relief) == "wrong_phase", "a part of the outcome is known"
    table.card("9")
    assert (table.round().phase, table.round().window) == (Phase.WAGERING, "raise")
    table.bet(("between", 150))
    assert table.refused(DEALER, c.EnterReading("T1", "T1-1", "card", "5")) == "reading_not_needed"
    table.close()
    table.card("5")
    assert (table.round().phase, table.round().proposal.dealer) == (Phase.PROPOSED, "2-9-5")
    assert table.refused(DEALER, c.ConfirmResult("T1", "T1-1", "2-9-6")) == "unknown_value"
    table.ok(DEALER, c.ConfirmResult("T1", "T1-1", "2-9-5"))
    assert (table.round().phase, table.credit()) == (Phase.SETTLED, 1_000 - 100 + 350)
    assert table.pit.tables["T1"].carry == {"hands": 1}
    assert table.refused(DEALER, c.RequestCorrection("T1", "T1-1", "2-9-1", "misread")) == "not_correctable"


def test_a_keyed_card_can_be_taken_back_until_something_rests_on_it(table: Parlour) -> None:
    table.new_game()
    table.bet(("between", 200))
    table.close()
    back = c.TakeBackReading("T1", "T1-1")
    assert table.refused(DEALER, back) == "nothing_entered"
    table.card("2")
    table.card("8")
    table.ok(DEALER, back)
    assert (table.round().phase, table.round().window, table.round().deadline_ms) == (Phase.CLOSED, None, None)
    table.card("9")
    table.bet(("between", 100))
    assert table.refused(DEALER, back) == "wagers_placed"
    table.close()
    assert table.refused(DEALER, back) == "nothing_entered"
    table.card("1")
    table.ok(DEALER, c.ClearEntry("T1", "T1-1"))
    assert (table.round().phase, table.round().proposal.dealer) == (Phase.CLOSED, None)
    table.card("5")
    table.ok(DEALER, c.ConfirmResult("T1", "T1-1", "2-9-5"))
    assert table.credit() == 1_300


@pytest.mark.parametrize(
    ("reading", "value", "code"),
    [
        ("card", "14", "unknown_value"),
        ("card", "", "unknown_value"),
        ("dice", "1-2", "reading_not_needed"),
        ("cut", "", "reading_not_needed"),
    ],
)
def test_what_the_game_does_not_wait_for_is_refused(table: Parlour, reading: str, value: str, code: str) -> None:
    table.new_game()
    assert table.refused(DEALER, c.EnterReading("T1", "T1-1", "card", "2")) == "reading_not_needed"
    table.close()
    assert table.refused(DEALER, c.EnterReading("T1", "T1-1", reading, value)) == code
    assert table.refused(DEALER, c.RecordStep("T1", "T1-1", "shake")) == "step_not_needed"


def test_a_sensor_deals_too_and_what_is_not_welcome_stays_evidence(table: Parlour) -> None:
    table.new_game()
    table.bet(("between", 200))
    table.read("wheel-T1", "cut", cut="", complete=True)
    assert [fact.name for fact in table.round().facts] == ["cut"]
    table.read("wheel-T1", "shoe_ready", complete=True)
    assert (table.round().phase, table.round().window) == (Phase.CLOSED, None)
    for junk in ("14", "ace"):
        sensor(table, junk)
    table.read("wheel-T1", "cut", complete=True)
    sensor(table, "2")
    sensor(table, "9", complete=False, reason="smudged")
    table.close()
    sensor(table, "5")
    proposal = table.round().proposal
    assert (proposal.sensor, proposal.complete, proposal.reason) == ("2-9-5", False, "smudged")
    sensor(table, "6")
    assert table.refused(DEALER, c.TakeBackReading("T1", "T1-1")) == "nothing_entered"
    table.ok(DEALER, c.ConfirmResult("T1", "T1-1", "2-9-5"))
    assert table.credit() == 1_200


def test_an_automated_shoe_settles_alone_on_complete_evidence(parlour: Parlour) -> None:
    parlour.game("cards", wheel="automated", spin_lead_ms=0)
    parlour.terminal(credit=1_000)
    parlour.advance(0)
    parlour.bet(("pair", 100))
    parlour.advance(10_000)
    assert parlour.refused(DEALER, c.EnterReading("T1", "T1-1", "card", "4")) == "automated_wheel"
    sensor(parlour, "4")
    sensor(parlour, "4")
    parlour.advance(10_000)
    sensor(parlour, "1")
    assert (parlour.round().phase, parlour.credit()) == (Phase.SETTLED, 1_100)


def test_an_automated_shoe_with_a_gap_in_its_evidence_asks_a_supervisor(parlour: Parlour) -> None:
    parlour.game("cards", wheel="automated", spin_lead_ms=0)
    parlour.terminal(credit=1_000)
    parlour.advance(0)
    parlour.bet(("pair", 100))
    parlour.advance(10_000)
    for value in ("4", "4"):
        sensor(parlour, value, complete=False)
    parlour.advance(10_000)
    sensor(parlour, "1")
    assert (parlour.round().phase, parlour.task().kind) == (Phase.HELD, "incomplete_evidence")
    answer = parlour.resolve("accept_value", "4-4-2")
    assert isinstance(answer, Refusal)
    assert answer.code == "unknown_value"
    parlour.resolve("accept_value", "4-4-1")
    assert (parlour.round().phase, parlour.credit()) == (Phase.SETTLED, 1_100)


def test_a_card_before_the_close_stops_betting_and_a_supervisor_lets_it_go_on(table: Parlour) -> None:
    table.new_game()
    table.bet(("pair", 100))
    sensor(table, "7")
    assert (table.round().phase, table.task().options) == (Phase.HELD, ("acknowledge", "no_spin", "void"))
    sensor(table, "7")
    assert len(table.round().facts) == 2
    table.resolve("acknowledge")
    assert (table.round().phase, table.pit.tasks) == (Phase.CLOSED, {})
    sensor(table, "7")
    assert table.round().window == "raise"


def test_a_misdeal_starts_the_cards_again_and_the_wagers_stand(table: Parlour) -> None:
    table.new_game()
    table.bet(("pair", 100))
    table.close()
    table.card("3")
    table.ok(DEALER, c.CallIrregularity("T1", "T1-1", "misdeal"))
    assert [fact.name for fact in table.round().facts] == ["main"]
    table.card("3")
    table.card("3")
    assert table.refused(DEALER, c.CallIrregularity("T1", "T1-1", "misdeal")) == "wagering_open"
    table.ok(DEALER, c.RequestVoid("T1", "T1-1", "fouled"))
    table.resolve("approve")
    assert (table.round().phase, table.credit()) == (Phase.VOID, 1_000)


def test_a_dummy_hand_takes_no_wagers_and_only_the_carry_follows_it(table: Parlour) -> None:
    table.ok(DEALER, c.NewGame("T1", dummy=True))
    assert (table.round().phase, table.round().dummy) == (Phase.CLOSED, True)
    assert table.refused(player(), c.Place("PT-1", "T1-1", (c.Chip("pair", 100),))) == "wagering_closed"
    for value in ("4", "4", "4"):
        table.card(value)
    table.ok(DEALER, c.ConfirmResult("T1", "T1-1", "4-4-4"))
    state = table.pit.tables["T1"]
    assert (table.round().phase, state.carry, state.values, state.records) == (Phase.SETTLED, {"hands": 1}, [], [])
    assert table.events(e.RoundSettled) == []
    assert [event.value for event in table.events(e.DummyEnded)] == ["4-4-4"]
    table.new_game()
    assert table.round().phase is Phase.WAGERING


def test_a_dummy_hand_can_be_voided(table: Parlour) -> None:
    table.ok(DEALER, c.NewGame("T1", dummy=True))
    table.card("4")
    table.ok(DEALER, c.RequestVoid("T1", "T1-1", "fouled"))
    table.resolve("approve")
    assert (table.round().phase, table.pit.tables["T1"].carry) == (Phase.VOID, {})
