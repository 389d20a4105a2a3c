"""The driver against transcripts of the device: which reading comes of which line."""

from __future__ import annotations

import pytest

from hardware_gateway.drivers.base import Reading
from hardware_gateway.drivers.slingshot2 import SlingShot2Driver, Timing
from hardware_gateway.drivers.slingshot2_spin import Spin
from tests.unit.gateway.support import Script, kinds


def at_rest(state_line: str = "*X;2;002;31;0;146;1") -> Script:
    script = Script()
    script.says(state_line)
    return script


def spin_to_no_more_bets(script: Script, spin: str = "002") -> None:
    script.says(f"*X;3;{spin};31;0;170;0", 5)
    script.says(f"*X;4;{spin};31;0;170;0", 10)


# --- transcripts


def test_normal_round() -> None:
    script = Script()
    assert kinds(script.says("*X;2;002;31;0;146;1")) == ["link_restored", "wheel_opened", "bets_open"]
    assert script.order("start_game") == []
    assert script.sent == [b"*u 1\r\n"]
    assert script.says("*u OK", every_ms=60) == [Reading("command_done", {"command": "c"}, answers="c")]
    for speed in (146, 100, 50, 0):
        assert script.says(f"*X;2;002;31;0;{speed:03d};1", 3) == []
    assert script.says("*X;2;002;31;0;035;0") == []
    assert script.says("*X;3;002;31;0;170;0") == [Reading("ball_in_track", {"spin": 2})]
    assert script.says("*X;3;002;31;0;170;0", 4) == []
    assert script.says("*X;4;002;31;0;170;0") == [Reading("no_more_bets", {"spin": 2})]
    assert script.says("*X;4;002;31;0;170;0", 50) == []
    assert script.says("28", every_ms=240) == []
    assert script.says("*X;5;002;28;0;172;0", every_ms=260) == []
    (result,) = script.says("*X;5;002;28;0;172;0")
    assert result.kind == "result"
    assert result.data == {
        "pocket": "28",
        "spin": 2,
        "complete": True,
        "reason": None,
        "evidence": {
            "connection": 1,
            "states": [2, 3, 4, 5],
            "result_lines": 2,
            "number_line": "28",
            "number_line_expected": True,
            "warning": 0,
            "speed": 172,
            "direction": "clockwise",
            "garbage_lines": 0,
        },
    }
    assert script.says("*X;5;002;28;0;172;0", 9) == []
    assert script.says("*X;2;003;28;0;171;0") == [Reading("bets_open", {"spin": 3})]


def test_open_and_close() -> None:
    script = Script()
    assert kinds(script.says("*X;6;001;  ;0;000;0", 3)) == ["link_restored", "wheel_closed"]
    script.order("open_wheel")
    assert script.sent == [b"*P 1\r\n"]
    assert kinds(script.says("*P OK", every_ms=50)) == ["command_done"]
    assert kinds(script.says("*X;1;001;  ;0;044;0", 18)) == ["wheel_opened"]
    assert script.says("*X;2;001;  ;0;152;0") == [Reading("bets_open", {"spin": 1})]
    script.order("close_wheel")
    assert kinds(script.says("*P OK", every_ms=50)) == ["command_done"]
    assert script.says("*X;2;001;  ;0;149;1", 6) == []
    closing = script.says("*X;6;001;  ;0;003;0")
    assert closing == [Reading("spin_void", {"spin": 1, "reason": "closed_by_command"}), Reading("wheel_closed")]
    assert script.says("*X;6;001;  ;0;000;0", 50) == []


def test_wrong_way_ball_then_relaunch() -> None:
    script = at_rest("*X;2;007;24;0;162;1")
    (fault,) = script.says("*X;2;007;24;2;162;1", 12)
    assert fault.data["code"] == "wrong_direction"
    relaunch = script.says("*X;2;007;24;8;162;1", 8) + script.says("*X;2;007;24;8;073;0", 8)
    assert [(reading.kind, reading.data["code"]) for reading in relaunch] == [
        ("fault_cleared", "wrong_direction"),
        ("fault", "launch_failed"),
    ]
    assert kinds(script.says("*X;3;007;24;0;178;0", 5)) == ["fault_cleared", "ball_in_track"]
    assert kinds(script.says("*X;4;007;24;0;181;0", 45)) == ["no_more_bets"]
    script.says("15", every_ms=240)
    (result,) = script.says("*X;5;007;15;0;181;0", 2)
    assert (result.data["pocket"], result.data["complete"]) == ("15", True)


def test_drive_fault() -> None:
    script = at_rest("*X;2;001;  ;0;150;0")
    script.says("*X;3;001;  ;0;160;0", 4)
    assert kinds(script.says("*X;4;001;  ;0;000;0", 5)) == ["no_more_bets"]
    assert kinds(script.says("*X;4;001;  ;4;000;0", 60)) == ["fault"]
    closed = script.says("*X;6;001;  ;4;000;0", 100)
    assert closed == [Reading("spin_void", {"spin": 1, "reason": "closed_mid_round"}), Reading("wheel_closed")]
    script.order("open_wheel")
    script.says("*P OK", every_ms=50)
    assert kinds(script.says("*X;1;001;  ;0;044;0")) == ["fault_cleared", "wheel_opened"]


def test_relaunches_exhausted_close_without_a_warning_and_still_void() -> None:
    script = at_rest()
    script.says("*X;2;002;31;8;160;0", 100)
    assert kinds(script.says("*X;6;002;31;0;003;0")) == ["fault_cleared", "spin_void", "wheel_closed"]


# --- evidence


def verdict(readings: list[Reading]) -> tuple[str, object, object]:
    (reading,) = [reading for reading in readings if reading.kind in ("result", "spin_void")]
    return reading.kind, reading.data.get("complete"), reading.data["reason"]


EVIDENCE: list[tuple[str, list[str], tuple[str, object, object]]] = [
    ("all of it", ["28", "*X;5;002;28;0;172;0", "*X;5;002;28;0;172;0"], ("result", True, None)),
    ("speed may drift", ["28", "*X;5;002;28;0;172;0", "*X;5;002;28;0;171;0"], ("result", True, None)),
    ("no number line", ["*X;5;002;28;0;172;0"] * 2, ("result", False, "number_line_missing")),
    ("number line differs", ["27", *["*X;5;002;28;0;172;0"] * 2], ("result", False, "numbers_disagree")),
    ("two number lines", ["28", "27", *["*X;5;002;27;0;172;0"] * 2], ("result", False, "numbers_disagree")),
    (
        "status lines differ",
        ["28", "*X;5;002;28;0;172;0", "*X;5;002;17;0;172;0", "*X;5;002;17;0;172;0"],
        ("result", False, "numbers_disagree"),
    ),
    ("warning in state 5", ["28", *["*X;5;002;28;1;172;0"] * 2], ("result", False, "warning_in_result")),
    ("only one line", ["28", "*X;5;002;28;0;172;0", "*X;2;003;28;0;172;0"], ("result", False, "single_reading")),
    ("blank number", ["28", *["*X;5;002;  ;0;172;0"] * 2], ("spin_void", None, "number_invalid")),
    ("no such pocket", ["37", *["*X;5;002;37;0;172;0"] * 2], ("spin_void", None, "number_invalid")),
    ("double zero on a 37 wheel", ["00", *["*X;5;002;00;0;172;0"] * 2], ("spin_void", None, "number_invalid")),
    ("leading zero", ["07", *["*X;5;002;07;0;172;0"] * 2], ("spin_void", None, "number_invalid")),
    ("warning in state 4", ["*X;4;002;31;1;170;0", "28", *["*X;5;002;28;0;172;0"] * 2],
     ("result", False, "warning_during_spin")),
    ("other spin in state 5", ["28", *["*X;5;003;28;0;172;0"] * 2], ("result", False, "sequence_incomplete")),
    ("reopened", ["*X;2;002;31;0;170;0"], ("spin_void", None, "game_restarted")),
    ("restarted", ["*X;1;002;31;0;170;0"], ("spin_void", None, "game_restarted")),
    ("counter moved on", ["*X;2;003;31;0;170;0"], ("spin_void", None, "spin_changed")),
    ("closed", ["*X;6;002;31;0;170;0"], ("spin_void", None, "closed_mid_round")),
    ("closed in state 5", ["28", "*X;5;002;28;0;172;0", "*X;6;002;28;0;0;0", "*X;6;002;28;0;000;0"],
     ("spin_void", None, "closed_mid_round")),
    ("garbage between", ["*X;4;00*X;*X;", "28", *["*X;5;002;28;0;172;0"] * 2], ("result", True, None)),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "expected"), [row[1:] for row in EVIDENCE], ids=[row[0] for row in EVIDENCE])
def test_evidence(lines: list[str], expected: tuple[str, object, object]) -> None:
    script = at_rest()
    spin_to_no_more_bets(script)
    readings = [reading for line in lines for reading in script.says(line, every_ms=400)]
    if expected[2] == "sequence_incomplete":
        readings = [reading for reading in readings if reading.kind == "result"]
    assert verdict(readings) == expected


@pytest.mark.parametrize(("skipped", "reason"), [("3", "sequence_incomplete"), ("4", "stray_number_line")])
def test_a_skipped_state_is_never_complete(skipped: str, reason: str) -> None:
    script = at_rest()
    for state in "34":
        if state != skipped:
            script.says(f"*X;{state};002;31;0;170;0", 5)
    script.says("28", every_ms=200)
    (result,) = script.says("*X;5;002;28;0;172;0", 2)
    assert (result.data["complete"], result.data["reason"]) == (False, reason)


def test_double_zero_on_its_own_wheel() -> None:
    script = Script(SlingShot2Driver(now_ms=0, pocket_count=38))
    script.says("*X;2;002;31;0;146;1")
    spin_to_no_more_bets(script)
    script.says("00", every_ms=240)
    (result,) = script.says("*X;5;002;00;0;172;0", 2)
    assert (result.data["pocket"], result.data["complete"]) == ("00", True)


def test_number_line_is_not_expected_when_the_mode_suppresses_it() -> None:
    script = Script(SlingShot2Driver(now_ms=0, mode=1159 + 16))
    script.says("*X;2;002;31;0;146;1")
    spin_to_no_more_bets(script)
    (result,) = script.says("*X;5;002;28;0;172;0", 2)
    assert result.data["complete"] is True


def test_a_number_that_changes_after_its_report_is_a_fault() -> None:
    script = at_rest()
    spin_to_no_more_bets(script)
    script.says("28", every_ms=240)
    script.says("*X;5;002;28;0;172;0", 2)
    (fault,) = script.says("*X;5;002;29;0;172;0", 3)
    assert fault.data["code"] == "number_conflict"
    assert kinds(script.says("*X;2;003;29;0;172;0")) == ["fault_cleared", "bets_open"]


def test_the_previous_number_is_never_taken_for_the_new_one() -> None:
    script = at_rest("*X;2;002;31;0;146;1")
    spin_to_no_more_bets(script)
    assert all("31" not in str(reading.data) for reading in script.says("*X;4;002;31;0;170;0", 20))


# --- the link


@pytest.mark.parametrize("state", ["3", "4", "5"])
def test_joining_in_the_middle_of_a_spin_never_settles(state: str) -> None:
    script = Script()
    script.says(f"*X;{state};002;28;0;170;0")
    readings = []
    for later in "345":
        if later >= state:
            if later == "5":
                script.says("28", every_ms=100)
            readings += script.says(f"*X;{later};002;28;0;170;0", 2)
    (result,) = [reading for reading in readings if reading.kind == "result"]
    assert (result.data["complete"], result.data["reason"]) == (False, "unobserved_start")


@pytest.mark.parametrize("silence_ms", [1_600, 30_000])
def test_a_break_in_the_spin_is_never_complete(silence_ms: int) -> None:
    script = at_rest()
    spin_to_no_more_bets(script)
    assert kinds(script.wait(silence_ms)) == ["link_lost"]
    assert script.wait(silence_ms) == []
    assert kinds(script.says("*X;4;002;31;0;170;0")) == ["link_restored", "wheel_opened", "no_more_bets"]
    script.says("28", every_ms=240)
    (result,) = script.says("*X;5;002;28;0;172;0", 2)
    assert (result.data["complete"], result.data["reason"]) == (False, "unobserved_start")


def test_a_gap_between_lines_counts_even_if_no_watchdog_ran() -> None:
    script = at_rest()
    spin_to_no_more_bets(script)
    assert kinds(script.says("*X;4;002;31;0;170;0", every_ms=1_600))[:2] == ["link_lost", "link_restored"]


def test_a_result_missed_during_a_break_voids_the_spin() -> None:
    script = at_rest()
    spin_to_no_more_bets(script)
    script.wait(40_000)
    readings = script.says("*X;2;003;17;0;170;0")
    assert kinds(readings) == ["link_restored", "spin_void", "wheel_opened", "bets_open"]
    assert readings[1].data == {"spin": 2, "reason": "not_observed"}


def test_a_break_before_the_ball_runs_harms_nothing() -> None:
    script = at_rest()
    script.wait(2_000)
    assert kinds(script.says("*X;2;002;31;0;146;1")) == ["link_restored", "wheel_opened", "bets_open"]
    spin_to_no_more_bets(script)
    script.says("28", every_ms=240)
    (result,) = script.says("*X;5;002;28;0;172;0", 2)
    assert result.data["complete"] is True


def test_a_spin_left_open_by_an_earlier_run_is_concluded() -> None:
    script = Script(SlingShot2Driver(now_ms=0, open_spin=Spin(2, connection=0, states=[4])))
    assert kinds(script.says("*X;6;001;  ;0;000;0")) == ["link_restored", "spin_void", "wheel_closed"]


def test_a_wheel_that_never_speaks_is_reported_once() -> None:
    script = Script()
    assert script.wait(1_000) == []
    assert kinds(script.wait(600)) == ["link_lost"]
    assert script.wait(60_000) == []


# --- watchdogs


def test_launch_watchdog() -> None:
    script = at_rest()
    script.order("start_game")
    script.says("*u OK", every_ms=50)
    assert script.says("*X;2;002;31;0;000;1", 29) == []
    (fault,) = script.says("*X;2;002;31;0;000;1", 3)
    assert (fault.kind, fault.data["code"]) == ("fault", "launch_timeout")
    assert kinds(script.says("*X;3;002;31;0;170;0")) == ["fault_cleared", "ball_in_track"]


def test_result_watchdog_voids_and_a_late_number_is_only_evidence() -> None:
    script = at_rest()
    script.says("*X;3;002;31;0;170;0", 5)
    assert kinds(script.says("*X;4;002;31;0;170;0", 120)) == ["no_more_bets"]
    assert kinds(script.says("*X;4;002;31;0;170;0", 3)) == ["fault", "spin_void"]
    script.says("28", every_ms=240)
    readings = script.says("*X;5;002;28;0;172;0", 3)
    assert kinds(readings) == ["fault_cleared", "result"]
    assert (readings[1].data["complete"], readings[1].data["reason"]) == (False, "after_void")


def test_watchdogs_shrink_with_the_time_scale_but_not_below_what_a_machine_can_keep() -> None:
    timing = Timing().scaled(0.2)
    assert (timing.silence_ms, timing.launch_ms, timing.result_ms) == (1_500, 3_000, 12_000)
    assert Timing().scaled(1.0) == Timing()


def test_ball_pulses_are_one_fault() -> None:
    script = at_rest()
    spin_to_no_more_bets(script)
    pulses = [line for _ in range(5) for line in ("*X;4;002;31;1;170;0", "*X;4;002;31;0;170;0")]
    assert kinds(reading for line in pulses for reading in script.says(line)) == ["fault"]
    assert kinds(script.says("*X;6;002;31;0;000;0")) == ["fault_cleared", "spin_void", "wheel_closed"]


# --- device commands


@pytest.mark.parametrize(
    ("line", "kind", "reason"),
    [
        ("*X;2;002;31;0;146;1", "dance", "unknown_kind"),
        ("*X;1;002;31;0;146;1", "start_game", "not_ready"),
        ("*X;4;002;31;0;146;1", "start_game", "not_ready"),
        ("*X;6;002;31;0;000;0", "start_game", "not_ready"),
    ],
)
def test_commands_that_cannot_be(line: str, kind: str, reason: str) -> None:
    script = at_rest(line)
    assert script.order(kind) == [Reading("command_failed", {"command": "c", "reason": reason}, answers="c")]
    assert script.sent == []


def test_a_command_without_a_link_fails_at_once() -> None:
    assert Script().order("open_wheel")[0].data["reason"] == "link_down"


@pytest.mark.parametrize(
    ("line", "kind"), [("*X;2;002;31;0;146;1", "open_wheel"), ("*X;6;002;31;0;0;0", "close_wheel")]
)
def test_what_is_already_so_is_done(line: str, kind: str) -> None:
    script = at_rest(line.replace(";0;0;0", ";0;000;0"))
    assert kinds(script.order(kind)) == ["command_done"]
    assert script.sent == []


def test_refused_unanswered_and_cut_off_commands() -> None:
    script = at_rest()
    script.order("close_wheel", "a")
    assert script.order("close_wheel", "b")[0].data["reason"] == "busy"
    assert script.says("*P NO", every_ms=50)[0].data == {"command": "a", "reason": "refused_by_device"}
    script.order("start_game", "c")
    late = script.says("*X;2;002;31;0;146;1", 4)
    assert [dict(reading.data) for reading in late] == [{"command": "c", "reason": "no_reply"}]
    script.order("start_game", "d")
    assert [reading.data.get("reason") for reading in script.wait(1_600)] == ["no_reply", None]


def test_replies_find_their_command_by_letter() -> None:
    script = at_rest()
    script.order("start_game", "a")
    script.order("close_wheel", "b")
    assert script.says("*P OK", every_ms=30)[0].data == {"command": "b"}
    assert script.says("*u OK", every_ms=30)[0].data == {"command": "a"}


def test_start_is_refused_when_the_wheel_starts_by_itself() -> None:
    script = at_rest()
    script.says("*O 2 1 60 1157", every_ms=30)
    assert script.order("start_game")[0].data["reason"] == "not_user_start"


def test_mode_is_put_right_as_soon_as_the_table_is_closed() -> None:
    script = at_rest()
    (fault,) = script.says("*O 2 1 60 1157", every_ms=30)
    assert fault.data["code"] == "mode_mismatch"
    assert script.sent == []
    script.says("*X;6;002;31;0;000;0")
    assert script.sent == [b"*o 1159\r\n"]
    (cleared,) = script.says("*o 1159", every_ms=30)
    assert (cleared.kind, cleared.data) == ("fault_cleared", {"code": "mode_mismatch"})
