"""A round on a live wheel: the dealer runs it, the sensor proposes, the dealer confirms (002 5.3.1, 7, 8, 11.4)."""

from itertools import pairwise
from typing import Any

import pytest

from server.table import commands as c
from server.table.events import NoSpinCalled, RoundSettled, SensorRead, WageringClosed
from server.table.values import Phase
from tests.rules.house import DEALER, OPERATOR, SUPERVISOR, House, player, table_config


def live(**changes: Any) -> House:
    house = House()
    house.table(**changes)
    house.terminal()
    return house


def staked(*chips: tuple[str, int], **changes: Any) -> House:
    """A closed round with wagers that stand."""
    house = live(**changes)
    house.new_game()
    house.place(*(chips or (("straight:17", 100), ("red", 500))))
    return house


@pytest.mark.rule("002 7.1")
@pytest.mark.parametrize("period_ms", [5_000, 30_000, 300_000])
def test_the_period_lasts_as_long_as_the_operator_set(period_ms: int) -> None:
    house = live(period_ms=period_ms)
    house.new_game()
    house.advance(period_ms - 1)
    assert house.round().phase is Phase.WAGERING
    house.advance(1)
    assert house.round().phase is Phase.CLOSED
    assert house.events(WageringClosed)[-1].cause == "deadline"


@pytest.mark.rule("002 5.3.1.1")
def test_betting_ends_while_the_ball_still_runs() -> None:
    house = staked()
    house.read("wheel-T1", "ball_in_track", spin="1")
    assert house.round().phase is Phase.WAGERING
    house.close()
    assert house.round().phase is Phase.CLOSED
    assert house.refused(DEALER, c.NoMoreBets("T1", house.round().id)) == "wrong_phase"


@pytest.mark.rule("002 5.3.1.1", "002 5.3.2.1")
def test_the_wheels_own_no_more_bets_is_an_ordinary_close() -> None:
    house = staked()
    house.read("wheel-T1", "ball_in_track", spin="1")
    house.read("wheel-T1", "no_more_bets", spin="1")
    assert house.round().phase is Phase.CLOSED
    assert not house.round().early
    assert house.events(WageringClosed)[-1].cause == "wheel"
    assert not house.pit.tasks


@pytest.mark.rule("002 5.3.1.2", "002 7.5", "002 7.5.1", "002 7.5.2", "002 8.1", "002 1.1 dealer")
def test_the_dealer_enters_and_confirms_and_only_then_is_it_settled() -> None:
    house = staked()
    round_id = house.round().id
    assert house.refused(DEALER, c.EnterResult("T1", round_id, "17")) == "wrong_phase"
    house.close()
    assert house.refused(DEALER, c.ConfirmResult("T1", round_id, "17")) == "wrong_phase"
    assert house.refused(DEALER, c.EnterResult("T1", round_id, "37")) == "unknown_value"
    house.ok(DEALER, c.EnterResult("T1", round_id, "16"))
    assert house.refused(DEALER, c.ConfirmResult("T1", round_id, "17")) == "unknown_value"
    house.ok(DEALER, c.ClearEntry("T1", round_id))
    assert house.refused(DEALER, c.ClearEntry("T1", round_id)) == "nothing_entered"
    house.ok(DEALER, c.EnterResult("T1", round_id, "17"))
    assert house.credit() == 99_400
    house.ok(DEALER, c.ConfirmResult("T1", round_id, "17"))
    assert (house.round().phase, house.credit()) == (Phase.SETTLED, 99_400 + 3_600)
    assert house.refused(DEALER, c.ConfirmResult("T1", round_id, "17")) == "wrong_phase"


@pytest.mark.rule("002 5.3.1.2", "002 7.5.3", "002 8.1")
def test_the_sensors_number_waits_for_the_dealer() -> None:
    house = staked()
    house.close()
    house.spin("17")
    assert (house.round().phase, house.round().proposal.sensor) == (Phase.PROPOSED, "17")
    house.advance(3_600_000)
    assert house.round().phase is Phase.PROPOSED
    house.ok(DEALER, c.ConfirmResult("T1", house.round().id, "17"))
    assert house.round().phase is Phase.SETTLED


@pytest.mark.rule("002 8.2", "002 8.2.1", "002 8.2.2", "002 8.2.3", "002 4.4", "002 4.3.3")
def test_settlement_clears_losers_shows_the_win_and_credits_it() -> None:
    house = staked(("straight:17", 100), ("red", 500), ("tier", 600))
    house.terminal("PT-2")
    house.close()
    house.result("17")
    assert house.layout() == {}
    terminal = house.pit.terminals["PT-1"]
    assert terminal.result is not None
    assert terminal.result.value == "17"
    assert {(s.spot, s.result.value, s.returned) for s in terminal.result.seat.settlements} == {
        ("straight:17", "win", 3_600),
        ("red", "lose", 0),
        ("tier", "lose", 0),
    }
    assert (terminal.result.seat.credit_before, terminal.result.seat.credit_after) == (100_000, 102_400)
    assert house.credit() == 102_400
    # A terminal without wagers sees the outcome of its table like all others.
    assert house.pit.tables["T1"].values == ["17"]
    assert house.pit.terminals["PT-2"].result is None


@pytest.mark.rule("002 11.2")
def test_a_display_or_sensor_that_differs_holds_the_round_and_the_real_number_counts() -> None:
    house = staked()
    house.close()
    house.spin("16")
    house.ok(DEALER, c.EnterResult("T1", house.round().id, "17"))
    assert house.round().phase is Phase.HELD
    assert (house.task().kind, house.task().options) == ("mismatch", ("accept_value", "no_spin", "void"))
    assert house.refused(DEALER, c.ConfirmResult("T1", house.round().id, "17")) == "wrong_phase"
    assert house.resolve("accept_value", "99") is not None
    assert house.round().phase is Phase.HELD
    house.resolve("accept_value", "17")
    assert (house.round().phase, house.pit.tables["T1"].values) == (Phase.SETTLED, ["17"])
    assert not house.pit.tasks


def test_a_sensor_that_comes_after_the_dealers_entry_can_hold_it_too() -> None:
    house = staked()
    house.close()
    house.ok(DEALER, c.EnterResult("T1", house.round().id, "17"))
    house.spin("16")
    assert house.round().phase is Phase.HELD
    assert house.task().data == {"sensor": "16", "dealer": "17"}


def test_a_sensor_that_agrees_changes_nothing() -> None:
    house = staked()
    house.close()
    house.ok(DEALER, c.EnterResult("T1", house.round().id, "17"))
    house.spin("17")
    assert house.round().phase is Phase.PROPOSED
    house.ok(DEALER, c.ClearEntry("T1", house.round().id))
    assert house.round().phase is Phase.PROPOSED
    house.ok(DEALER, c.ConfirmResult("T1", house.round().id, "17"))


NO_SPINS = {
    "ball_with_wheel": "002 11.4.1",
    "wheel_still": "002 11.4.2",
    "too_few_revolutions": "002 11.4.3",
    "foreign_object": "002 11.4.4",
    "ball_not_dropped": "002 11.4.5",
    "ball_left_wheel": "002 11.4.6",
    "interference": "002 11.4.7",
}


@pytest.mark.rule("002 11.4.1", "002 11.4.2", "002 11.4.3", "002 11.4.4", "002 11.4.5", "002 11.4.6", "002 11.4.7")
@pytest.mark.parametrize(("code", "clause"), NO_SPINS.items())
def test_each_ground_for_a_no_spin_is_recorded_with_its_clause(code: str, clause: str) -> None:
    house = staked()
    house.close()
    house.ok(DEALER, c.CallIrregularity("T1", house.round().id, code, "seen by the dealer"))
    called = house.events(NoSpinCalled)[-1]
    assert (called.code, called.clause, called.detail) == (code, clause, "seen by the dealer")
    notice = house.pit.tables["T1"].notice
    assert notice is not None
    assert (notice.code, notice.clause) == ("no_spin", clause)


@pytest.mark.rule("002 11.4.8")
def test_the_pocket_of_a_called_spin_counts_for_nothing_until_the_next_ball() -> None:
    house = staked()
    house.close()
    house.read("wheel-T1", "ball_in_track", spin="1")
    house.ok(DEALER, c.CallIrregularity("T1", house.round().id, "too_few_revolutions"))
    house.read("wheel-T1", "result", pocket="17", spin="1", complete=True)
    assert (house.round().phase, house.round().proposal.sensor) == (Phase.CLOSED, None)
    assert not house.events(SensorRead)
    house.spin("16", spin="2")
    assert house.round().proposal.sensor == "16"


@pytest.mark.rule("002 11.4.8")
def test_a_number_already_shown_is_taken_back_by_a_no_spin() -> None:
    house = staked()
    house.close()
    house.spin("17")
    house.ok(DEALER, c.CallIrregularity("T1", house.round().id, "interference"))
    assert (house.round().phase, house.round().proposal.sensor) == (Phase.CLOSED, None)
    assert house.refused(DEALER, c.ConfirmResult("T1", house.round().id, "17")) == "wrong_phase"


@pytest.mark.rule("002 11.4.9")
def test_after_a_no_spin_the_wagers_stand_for_the_next_spin() -> None:
    house = staked(("red", 500))
    house.close()
    for spin in ("1", "2"):
        house.read("wheel-T1", "ball_in_track", spin=spin)
        house.ok(DEALER, c.CallIrregularity("T1", house.round().id, "wheel_still"))
    assert house.layout() == {"red": 500}
    assert house.refused(player(), c.Clear("PT-1", house.round().id)) == "wagering_closed"
    house.spin("1", spin="3")
    house.ok(DEALER, c.ConfirmResult("T1", house.round().id, "1"))
    assert house.credit() == 100_500


@pytest.mark.rule("002 11.4.9")
def test_by_setting_the_period_re_opens_after_a_no_spin() -> None:
    house = staked(("red", 500), after_no_spin="reopen", period_ms=20_000)
    house.close()
    house.ok(DEALER, c.CallIrregularity("T1", house.round().id, "wheel_still"))
    assert house.round().phase is Phase.WAGERING
    assert house.round().deadline_ms == house.clock.ms + 20_000
    house.ok(player(), c.Move("PT-1", house.round().id, "red", "black"))
    house.advance(20_000)
    house.spin("2", spin="2")
    house.ok(DEALER, c.ConfirmResult("T1", house.round().id, "2"))
    assert house.credit() == 100_500


def test_a_no_spin_during_the_period_leaves_the_period_alone() -> None:
    house = staked(after_no_spin="reopen")
    deadline = house.round().deadline_ms
    house.read("wheel-T1", "ball_in_track", spin="1")
    house.ok(DEALER, c.CallIrregularity("T1", house.round().id, "ball_with_wheel"))
    assert (house.round().phase, house.round().deadline_ms) == (Phase.WAGERING, deadline)
    house.read("wheel-T1", "result", pocket="17", spin="1", complete=True)
    assert house.round().phase is Phase.WAGERING


def test_irregularities_nobody_may_call() -> None:
    house = staked()
    round_id = house.round().id
    assert house.refused(DEALER, c.CallIrregularity("T1", round_id, "bad_mood")) == "unknown_irregularity"
    assert house.refused(DEALER, c.CallIrregularity("T1", round_id, "fraud")) == "unknown_irregularity"
    assert house.refused(DEALER, c.CallIrregularity("T1", "T1-9", "wheel_still")) == "wrong_round"
    assert house.refused(DEALER, c.CallIrregularity("T9", round_id, "wheel_still")) == "unknown_table"
    house.close()
    house.result("1")
    assert house.refused(DEALER, c.CallIrregularity("T1", round_id, "wheel_still")) == "wrong_phase"


@pytest.mark.rule("002 7.3", "002 11.5.1.3")
def test_an_early_ball_closes_at_once_wagers_stand_and_a_supervisor_confirms() -> None:
    house = staked()
    house.spin("17")
    assert (house.round().phase, house.round().early) == (Phase.HELD, True)
    assert [(item.cause, item.round) for item in house.events(WageringClosed)] == [("early_ball", "T1-1")]
    assert (house.task().kind, house.task().clause) == ("early_ball", "002 7.3")
    assert house.layout() == {"straight:17": 100, "red": 500}
    assert house.refused(player(), c.Clear("PT-1", house.round().id)) == "wagering_closed"
    house.resolve("accept_value", "17")
    assert (house.round().phase, house.credit()) == (Phase.SETTLED, 103_000)


@pytest.mark.rule("002 7.3")
def test_a_supervisor_may_find_that_an_early_ball_was_no_spin() -> None:
    house = staked(("red", 500))
    house.spin("17")
    house.resolve("no_spin")
    assert (house.round().phase, house.round().early) == (Phase.CLOSED, False)
    house.spin("1", spin="2")
    house.ok(DEALER, c.ConfirmResult("T1", house.round().id, "1"))
    assert house.credit() == 100_500


def test_a_reading_from_no_pocket_of_the_wheel_is_kept_but_does_nothing() -> None:
    house = staked()
    house.close()
    house.spin("00")
    house.spin("38", spin="2")
    assert (house.round().phase, house.round().proposal.sensor) == (Phase.CLOSED, None)


def test_the_same_spin_is_never_a_result_twice() -> None:
    house = staked()
    house.close()
    house.spin("17", spin="7")
    house.ok(DEALER, c.ConfirmResult("T1", house.round().id, "17"))
    house.new_game()
    house.read("wheel-T1", "result", pocket="17", spin="7", complete=True)
    assert house.round().phase is Phase.WAGERING


def test_a_new_game_starts_only_on_an_open_table_between_rounds() -> None:
    house = House()
    assert house.refused(DEALER, c.NewGame("T1")) == "unknown_table"
    house.table(opened=False)
    assert house.refused(DEALER, c.NewGame("T1")) == "table_closed"
    house.ok(DEALER, c.OpenTable("T1"))
    assert house.refused(DEALER, c.OpenTable("T1")) == "table_open"
    assert house.refused(DEALER, c.OpenTable("T9")) == "unknown_table"
    house.new_game()
    assert house.refused(DEALER, c.NewGame("T1")) == "round_running"
    house.close()
    house.result("5")
    house.ok(DEALER, c.SuspendTable("T1", "ball inspected"))
    assert house.refused(DEALER, c.NewGame("T1")) == "table_suspended"
    house.ok(SUPERVISOR, c.ResumeTable("T1"))
    assert house.new_game() == "T1-2"


@pytest.mark.rule("002 5.3", "002 2.4.1", "002 2.4")
def test_a_venue_offers_live_and_automated_wheels_side_by_side() -> None:
    house = live()
    house.table("T2", wheel="automated")
    assert {name: table.config.wheel for name, table in house.pit.tables.items()} == {"T1": "live", "T2": "automated"}
    house.ok(OPERATOR, c.SetTable(table_config("T1", wheel="automated", version=2)))
    assert house.pit.tables["T1"].config.wheel == "automated"


def test_the_last_ten_games_can_be_recalled_with_credits_before_and_after() -> None:
    house = live()
    for number in range(12):
        house.play(str(number), ("red", 100))
    recall = house.session().recall
    assert [item.number for item in recall] == list(range(12, 2, -1))
    for newer, older in pairwise(recall):
        assert newer.seat.credit_before == older.seat.credit_after
        assert newer.seat.credit_after - newer.seat.credit_before == newer.seat.returned - newer.seat.staked
    assert house.pit.tables["T1"].handle == sum(item.staked for item in house.events(RoundSettled))


@pytest.mark.rule("002 7.3")
def test_the_ball_of_a_void_round_that_rests_late_is_no_early_ball_of_the_next() -> None:
    house = staked()
    house.read("wheel-T1", "ball_in_track", spin="7")
    house.ok(DEALER, c.RequestVoid("T1", "T1-1", "commotion"))
    house.ok(SUPERVISOR, c.ResolveTask("T1", house.task().id, "approve"))
    house.new_game()
    house.place(("red", 500))
    house.read("wheel-T1", "result", pocket="17", spin="7", complete=True)
    assert house.round().phase is Phase.WAGERING
    assert not house.pit.tasks
