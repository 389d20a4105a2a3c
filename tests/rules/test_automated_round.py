"""A round on an automated wheel runs by itself and settles only on complete evidence (002 5.3.2, 11.7)."""

from typing import Any

import pytest

from server.table import commands as c
from server.table.events import DeviceOrdered, RoundSettled, SpinRequested
from server.table.irregular import SPIN_RETRY_MS
from server.table.readings import LAUNCHES_MAX
from server.table.values import Phase, Refusal, TableStatus
from tests.rules.house import DEALER, SUPERVISOR, House

LEAD_MS, PERIOD_MS, PAUSE_MS = 9_000, 30_000, 6_000


def automated(**changes: Any) -> House:
    """An open automated table in its first wagering period, with one wager."""
    house = House()
    house.table(wheel="automated", **changes)
    house.terminal()
    house.advance(0)
    house.place(("red", 500))
    return house


def closed() -> House:
    house = automated()
    house.advance(PERIOD_MS)
    return house


@pytest.mark.rule("002 5.3.2.2", "002 7.6", "002 1.1 automated Roulette wheel")
def test_rounds_follow_one_another_without_anybody() -> None:
    house = automated()
    for spin in ("1", "2", "3"):
        house.advance(PERIOD_MS)
        assert house.round().phase is Phase.CLOSED
        house.spin("1", spin=spin)
        assert house.round().phase is Phase.SETTLED
        house.advance(PAUSE_MS)
        assert (house.round().phase, house.round().number) == (Phase.WAGERING, int(spin) + 1)
    assert len(house.events(RoundSettled)) == 3
    assert house.credit() == 100_500


@pytest.mark.rule("002 7.4", "002 7.4.1", "002 7.4.2")
def test_the_ball_is_launched_once_shortly_before_the_deadline() -> None:
    house = automated()
    house.advance(PERIOD_MS - LEAD_MS - 1)
    assert not house.events(SpinRequested)
    house.advance(1)
    assert len(house.events(SpinRequested)) == 1
    house.advance(LEAD_MS)
    assert len(house.events(SpinRequested)) == 1
    orders = [item for item in house.events(DeviceOrdered) if item.kind == "start_game"]
    assert [item.device for item in orders] == ["wheel-T1"]


@pytest.mark.rule("002 7.4.2")
def test_a_ball_not_launched_before_the_deadline_is_launched_at_it() -> None:
    house = automated(spin_lead_ms=0)
    house.clock.ms += PERIOD_MS
    house.do(SUPERVISOR, c.SuspendTable("T1", "looked at"))
    house.advance(0)
    assert (house.round().phase, len(house.events(SpinRequested))) == (Phase.CLOSED, 1)


@pytest.mark.rule("002 5.3.2.1")
def test_the_wheel_closes_betting_while_its_ball_runs() -> None:
    house = automated()
    house.advance(PERIOD_MS - 1_000)
    house.read("wheel-T1", "ball_in_track", spin="1")
    house.read("wheel-T1", "no_more_bets", spin="1")
    assert house.round().phase is Phase.CLOSED
    house.read("wheel-T1", "result", pocket="2", spin="1", complete=True)
    assert (house.round().phase, house.credit()) == (Phase.SETTLED, 99_500)


def test_no_dealer_can_enter_a_result_or_call_a_no_spin_there() -> None:
    house = closed()
    round_id = house.round().id
    assert house.refused(DEALER, c.EnterResult("T1", round_id, "17")) == "automated_wheel"
    assert house.refused(DEALER, c.CallIrregularity("T1", round_id, "wheel_still")) == "automated_wheel"


@pytest.mark.rule("002 11.7", "002 5.3.2.2")
@pytest.mark.parametrize(
    ("seen", "data", "reason"),
    [
        ("1", {"complete": False, "reason": "direction_unknown"}, "direction_unknown"),
        ("1", {"complete": False}, "ball_not_seen_in_round"),
        ("2", {"complete": True}, "ball_not_seen_in_round"),
        (None, {"complete": True}, "ball_not_seen_in_round"),
    ],
)
def test_incomplete_evidence_holds_the_round(seen: str | None, data: dict[str, object], reason: str) -> None:
    house = closed()
    if seen:
        house.read("wheel-T1", "ball_in_track", spin=seen)
    house.read("wheel-T1", "result", pocket="1", spin="1", **data)
    assert house.round().phase is Phase.HELD
    assert (house.task().kind, house.task().clause, house.task().data["reason"]) == (
        "incomplete_evidence",
        "002 11.7",
        reason,
    )
    house.resolve("accept_value", "1")
    assert (house.round().phase, house.credit()) == (Phase.SETTLED, 100_500)


@pytest.mark.rule("002 11.6")
def test_what_cannot_be_confirmed_is_void() -> None:
    house = closed()
    house.read("wheel-T1", "result", pocket="1", spin="1", complete=True)
    house.resolve("void")
    assert (house.round().phase, house.credit()) == (Phase.VOID, 100_000)
    assert house.pit.tables["T1"].values == []


@pytest.mark.rule("002 11.4.9", "002 11.5")
def test_a_supervisor_has_the_ball_launched_again() -> None:
    house = closed()
    house.read("wheel-T1", "spin_void", reason="ball_left_wheel")
    assert (house.round().phase, house.task().kind) == (Phase.HELD, "device_fault")
    spins = len(house.events(SpinRequested))
    house.resolve("no_spin")
    house.advance(SPIN_RETRY_MS)
    assert (house.round().phase, len(house.events(SpinRequested))) == (Phase.CLOSED, spins + 1)
    house.read("wheel-T1", "result", pocket="2", spin="1", complete=True)
    assert house.round().phase is Phase.CLOSED
    house.spin("1", spin="2")
    assert (house.round().phase, house.credit()) == (Phase.SETTLED, 100_500)


@pytest.mark.rule("002 11.4.9")
def test_with_a_re_opened_period_the_next_ball_is_timed_anew() -> None:
    house = automated(after_no_spin="reopen")
    house.advance(PERIOD_MS)
    house.read("wheel-T1", "fault", code="ball_stuck")
    house.resolve("no_spin")
    assert house.round().phase is Phase.WAGERING
    spins = len(house.events(SpinRequested))
    house.advance(PERIOD_MS)
    assert (house.round().phase, len(house.events(SpinRequested))) == (Phase.CLOSED, spins + 1)


@pytest.mark.rule("002 11.5", "002 11.5.1.2")
@pytest.mark.parametrize("kind", ["fault", "link_lost"])
def test_a_fault_while_betting_is_reported_once_and_one_after_it_holds(kind: str) -> None:
    house = automated()
    house.read("wheel-T1", kind, code="rotor_speed")
    house.read("wheel-T1", kind, code="rotor_speed")
    assert (house.task().kind, house.task().options) == ("device_fault", ("acknowledge",))
    assert house.pit.devices["wheel-T1"].online is (kind == "fault")
    house.advance(PERIOD_MS)
    # The first report still waits to be acknowledged; the round is held all the same.
    house.read("wheel-T1", "spin_void", reason="no_ball")
    assert house.round().phase is Phase.HELD
    held = next(task for task in house.pit.tasks.values() if task.options != ("acknowledge",))
    house.ok(SUPERVISOR, c.ResolveTask("T1", held.id, "void"))
    assert (house.credit(), house.pit.tasks) == (100_000, {})


def test_a_fault_that_clears_leaves_only_the_record() -> None:
    house = automated()
    house.read("wheel-T1", "fault", code="rotor_speed")
    house.read("wheel-T1", "fault_cleared")
    house.read("wheel-T1", "link_lost")
    house.read("wheel-T1", "link_restored")
    assert (house.pit.devices["wheel-T1"].fault, house.pit.devices["wheel-T1"].online) == (None, True)
    assert not isinstance(house.resolve("acknowledge"), Refusal)
    house.read("wheel-T1", "wheel_closed")
    assert (house.round().phase, house.pit.devices["wheel-T1"].state) == (Phase.WAGERING, "closed")


@pytest.mark.rule("002 7.3")
def test_an_early_ball_never_settles_by_itself() -> None:
    house = automated()
    house.spin("1")
    assert (house.round().phase, house.task().kind) == (Phase.HELD, "early_ball")
    house.advance(3_600_000)
    assert house.round().phase is Phase.HELD


def test_a_suspended_table_finishes_its_round_and_starts_no_other() -> None:
    house = automated()
    house.ok(DEALER, c.SuspendTable("T1", "lights"))
    house.advance(PERIOD_MS)
    house.spin("1")
    assert house.round().phase is Phase.SETTLED
    house.advance(60_000)
    assert (house.round().number, house.pit.tables["T1"].status) == (1, TableStatus.SUSPENDED)
    house.ok(SUPERVISOR, c.ResumeTable("T1"))
    house.advance(0)
    assert house.round().number == 2


def test_a_result_between_rounds_is_evidence_and_nothing_else() -> None:
    house = closed()
    house.spin("1")
    house.spin("3", spin="2")
    assert house.pit.tables["T1"].values == ["1"]
    assert house.pit.devices["wheel-T1"].spin == "2"


def test_readings_before_the_first_round_only_tell_the_wheels_state() -> None:
    house = House()
    house.table(wheel="automated", opened=False)
    house.spin("3")
    assert (house.pit.tables["T1"].round, house.pit.devices["wheel-T1"].state) == (None, "result")


def _refuse_launch(house: House) -> None:
    order = next(name for name in house.pit.orders if name.startswith("spin:"))
    house.read("wheel-T1", "command_failed", command=order)


@pytest.mark.rule("002 7.4.2", "002 11.5")
def test_a_wheel_that_does_not_take_the_launch_is_asked_again_and_then_a_supervisor_is() -> None:
    house = automated()
    house.advance(PERIOD_MS)
    for _ in range(LAUNCHES_MAX):
        _refuse_launch(house)
        assert house.round().phase is Phase.CLOSED
        house.advance(SPIN_RETRY_MS)
    assert len(house.events(SpinRequested)) == LAUNCHES_MAX + 1
    _refuse_launch(house)
    assert (house.round().phase, house.task().data["reason"]) == (Phase.HELD, "launch_refused")
    # An order that belongs to no launch of this round changes nothing.
    house.read("wheel-T1", "command_failed", command="open:T1:1")
    assert house.round().phase is Phase.HELD


def test_a_wheel_that_closes_itself_between_balls_is_opened_again() -> None:
    house = automated()
    house.read("wheel-T1", "wheel_closed")
    assert house.events(DeviceOrdered)[-1].kind == "open_wheel"
