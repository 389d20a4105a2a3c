"""A game with a step before wagering and wagers that outlive a round."""

import pytest

from server.games.contract import WagerResult
from server.ledger import accounts as account
from server.table import commands as c
from server.table import events as e
from server.table.values import Phase, Refusal
from tests.rules.house import DEALER, OPERATOR, player, table_config
from tests.unit.table.parlour import LIMITS, Parlour


@pytest.fixture
def table(parlour: Parlour) -> Parlour:
    parlour.game("dice")
    parlour.terminal(credit=1_000)
    return parlour


FROZEN = [("dragon", 200, "frozen by 7")]


def frozen(house: Parlour) -> None:
    """A round that leaves 200 on the dragon frozen."""
    house.shake(("dragon", 200), ("high", 100))
    house.roll("3-4")
    assert house.carried() == FROZEN


def test_wagering_opens_with_its_period_when_the_step_is_done(table: Parlour) -> None:
    round_id = table.new_game()
    assert (table.round().phase, table.round().deadline_ms) == (Phase.PREPARING, None)
    assert table.refused(DEALER, c.RecordStep("T1", round_id, "shake")) == "step_not_needed"
    assert table.refused(DEALER, c.RecordStep("T1", round_id, "shooter", "x" * 65)) == "bad_value"
    assert table.refused(DEALER, c.RecordStep("T1", "T1-9", "shooter")) == "wrong_round"
    assert table.refused(DEALER, c.NewGame("T1")) == "round_running"
    table.advance(60_000)
    table.step()
    assert (table.round().phase, table.round().window) == (Phase.WAGERING, "main")
    assert table.round().deadline_ms == table.clock.ms + 10_000
    assert table.refused(DEALER, c.RecordStep("T1", round_id, "shooter")) == "step_not_needed"
    table.bet(("high", 100))
    table.advance(10_000)
    table.result("6-6")
    assert (table.credit(), table.pit.tables["T1"].values) == (1_100, ["6-6"])


@pytest.mark.parametrize("value", ["7-1", "6", "", "1-2-3"])
def test_dice_that_cannot_be_are_refused(table: Parlour, value: str) -> None:
    table.shake()
    table.close()
    assert table.refused(DEALER, c.EnterResult("T1", "T1-1", value)) == "unknown_value"


def test_a_frozen_wager_stays_held_and_is_decided_by_the_next_round(table: Parlour) -> None:
    frozen(table)
    state = table.pit.tables["T1"]
    assert (table.credit(), state.handle, state.paid) == (700, 100, 0)
    table.shake()
    answer = table.place(("dragon", 100))
    assert isinstance(answer, Refusal)
    assert answer.code == "spot_closed"
    table.bet(("high", 100))
    table.roll("5-4")
    assert (table.carried(), table.credit()) == ([], 600 + 200 + 800)
    assert (state.handle, state.paid) == (400, 1_000)
    seat = state.records[0].seats[table.session().id]
    assert [(item.spot, item.result) for item in seat.settlements] == [
        ("dragon", WagerResult.WIN),
        ("high", WagerResult.WIN),
    ]
    table.shake(("dragon", 100))


def test_new_chips_are_placed_and_cleared_as_if_nothing_were_carried(table: Parlour) -> None:
    frozen(table)
    round_id = table.shake(("high", 300), ("tail", 100))
    table.ok(player(), c.Undo("PT-1", round_id))
    assert table.refused(player(), c.Undo("PT-1", round_id)) == "nothing_to_undo"
    assert table.refused(player(), c.Clear("PT-1", round_id)) == "nothing_to_clear"
    assert table.refused(player(), c.Remove("PT-1", round_id, "dragon")) == "no_wager"
    table.ok(player(), c.Rebet("PT-1", round_id))
    assert table.layout() == {"high": 100}
    table.ok(player(), c.Clear("PT-1", round_id))
    assert (table.carried(), table.credit()) == (FROZEN, 700)


def test_a_void_round_leaves_carried_wagers_as_they_are(table: Parlour) -> None:
    frozen(table)
    table.shake(("high", 300))
    table.ok(DEALER, c.RequestVoid("T1", "T1-2", "fire"))
    table.resolve("approve")
    assert (table.carried(), table.credit()) == (FROZEN, 700)
    table.shake()
    table.roll("1-1")
    assert (table.carried(), table.credit()) == ([], 700)


def test_a_dummy_roll_leaves_carried_wagers_as_they_are(table: Parlour) -> None:
    frozen(table)
    table.ok(DEALER, c.NewGame("T1", dummy=True))
    table.step()
    table.result("3-4")
    assert (table.carried(), table.pit.tables["T1"].carry) == (FROZEN, {"sevens": 2})


def test_a_no_roll_gives_back_what_it_voids_and_lets_the_tail_stand(table: Parlour) -> None:
    frozen(table)
    assert table.pit.tables["T1"].carry == {"sevens": 1}
    round_id = table.shake(("high", 100), ("tail", 200))
    table.close()
    table.ok(DEALER, c.CallIrregularity("T1", round_id, "no_roll", "off the table"))
    assert (table.layout(), table.carried(), table.credit()) == ({"tail": 200}, [], 700)
    assert (table.pit.tables["T1"].carry, table.round().phase) == ({}, Phase.CLOSED)
    table.result("4-4")
    assert (table.carried(), table.credit()) == ([("tail", 200, "frozen by 8")], 700)
    back = table.pit.tables["T1"].records[0].seats[table.session().id].credited_back
    assert [(item.spot, item.stake, item.reason) for item in back] == [
        ("high", 100, "no_roll"),
        ("dragon", 200, "no_roll"),
    ]


def test_a_no_roll_while_wagers_are_taken_leaves_nothing_of_them_to_undo(table: Parlour) -> None:
    round_id = table.shake(("high", 100), ("tail", 200))
    table.ok(DEALER, c.CallIrregularity("T1", round_id, "no_roll"))
    assert (table.round().phase, table.layout()) == (Phase.WAGERING, {"tail": 200})
    assert table.refused(player(), c.Undo("PT-1", round_id)) == "nothing_to_undo"
    table.bet(("high", 100))
    table.ok(player(), c.Clear("PT-1", round_id))
    assert table.credit() == 1_000


def test_a_no_roll_that_reopens_the_period_keeps_the_shooter(parlour: Parlour) -> None:
    parlour.game("dice", after_no_spin="reopen")
    parlour.terminal(credit=1_000)
    round_id = parlour.shake(("tail", 200))
    parlour.close()
    parlour.ok(DEALER, c.CallIrregularity("T1", round_id, "no_roll"))
    assert (parlour.round().phase, parlour.round().window) == (Phase.WAGERING, "main")
    parlour.bet(("high", 100))
    parlour.roll("6-6")
    assert parlour.credit() == 1_300


def test_a_carried_wager_does_not_keep_the_credit_in(table: Parlour) -> None:
    frozen(table)
    session = table.session().id
    table.ok(player(), c.CashOut("PT-1"))
    assert (table.pit.session_of("PT-1"), table.pit.carried(session)) == (None, {"T1": 200})
    table.note(500)
    table.shake(("high", 100))
    table.roll("6-6")
    assert table.credit() == 600
    assert table.pit.book.balance(account.payable(session)) == 800
    assert [(item.session, item.kind, item.amount) for item in table.pit.register] == [(session, "underpayment", 800)]
    assert table.pit.carried(session) == {}


def test_a_no_roll_gives_a_carried_wager_back_to_a_player_who_left(table: Parlour) -> None:
    frozen(table)
    session = table.session().id
    table.ok(player(), c.CashOut("PT-1"))
    table.note(500)
    round_id = table.shake()
    table.ok(DEALER, c.CallIrregularity("T1", round_id, "no_roll"))
    assert table.pit.book.balance(account.payable(session)) == 200
    assert [entry.amount for entry in table.pit.register] == [200]
    table.roll("1-1")


def test_a_stay_with_nothing_but_a_carried_wager_goes_on(table: Parlour) -> None:
    table.shake(("dragon", 1_000))
    table.roll("3-4")
    assert (table.credit(), table.session().ended) == (0, False)
    table.shake()
    table.roll("6-6")
    assert table.credit() == 4_000


def test_carried_wagers_keep_the_rules_they_were_placed_under(table: Parlour) -> None:
    frozen(table)
    other = table_config(game="cards", variant="plain", limits=LIMITS["cards"], version=2)
    assert table.refused(OPERATOR, c.SetTable(other)) == "wagers_carried"
    same = table_config(game="dice", variant="plain", limits=LIMITS["dice"], period_ms=20_000, version=2)
    table.ok(OPERATOR, c.SetTable(same))


def test_a_result_is_corrected_only_where_no_later_round_hangs_on_it(table: Parlour) -> None:
    table.shake(("high", 100))
    table.roll("6-6")
    table.ok(DEALER, c.RequestCorrection("T1", "T1-1", "1-1", "misread"))
    table.resolve("approve")
    assert table.credit() == 900
    assert table.refused(DEALER, c.RequestCorrection("T1", "T1-1", "3-4", "misread")) == "later_rounds_follow"
    assert table.refused(DEALER, c.RequestCorrection("T1", "T1-1", "9-9", "misread")) == "unknown_value"
    frozen(table)
    assert table.refused(DEALER, c.RequestCorrection("T1", "T1-2", "1-1", "misread")) == "later_rounds_follow"


def test_a_dice_sensor_needs_no_ball(parlour: Parlour) -> None:
    parlour.game("dice", wheel="automated", spin_lead_ms=0)
    parlour.terminal(credit=1_000)
    parlour.advance(0)
    assert parlour.round().phase is Phase.PREPARING
    parlour.step()
    parlour.bet(("high", 100))
    parlour.advance(10_000)
    parlour.read("wheel-T1", "ball_in_track", spin="1")
    parlour.read("wheel-T1", "dice", dice="6-6", complete=True)
    assert (parlour.round().phase, parlour.credit()) == (Phase.SETTLED, 1_100)
    assert parlour.events(e.BallSeen) == []
