"""The simulated SlingShot 2 keeps the device's rules, and the driver copes with all of its faults."""

from __future__ import annotations

from collections import Counter
from itertools import groupby, pairwise

import pytest

from hardware_gateway.codecs import slingshot2 as wire
from hardware_gateway.codecs.slingshot2 import Decoder, Status, WinningNumber
from hardware_gateway.drivers.base import Reading
from hardware_gateway.simulators.slingshot2 import SlingShot2Machine
from hardware_gateway.simulators.slingshot2_faults import Hangup, WheelFault
from tests.unit.gateway.support import Bench, SeededSource, kinds


def statuses(bench: Bench) -> list[tuple[int, Status]]:
    return [
        (at, event) for at, line in bench.lines for event in Decoder().feed(line) if isinstance(event, Status)
    ]  # fmt: skip


def visits(bench: Bench) -> list[tuple[int, float]]:
    """(state, seconds spent in it) in order."""
    groups = [(state, list(lines)) for state, lines in groupby(statuses(bench), key=lambda item: item[1].state)]
    starts = [(state, lines[0][0]) for state, lines in groups]
    return [(state, (later - start) / 1000) for (state, start), (_, later) in pairwise(starts)]


DWELL = {1: (7.5, 10.5), 3: (2.0, 8.5), 4: (22.5, 32.0), 5: (3.0, 8.0)}


@pytest.mark.parametrize("seed", range(5))
def test_states_dwell_and_spin_numbers_follow_the_device(seed: int) -> None:
    bench = Bench(seed)
    bench.open()
    bench.run(600, auto_start=True)
    for state, seconds in visits(bench)[1:]:
        if state in DWELL:
            low, high = DWELL[state]
            assert low <= seconds <= high, (state, seconds)
    for (_, before), (_, after) in pairwise(statuses(bench)):
        assert after.spin == before.spin + (before.state == 5 and after.state == 2)
        if before.state != after.state:
            assert (before.state, after.state) in {(6, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 2)}
        if after.state in (1, 2, 3, 4):
            assert after.number == before.number, "the display keeps the previous number until state 5"
    gaps = Counter(later - earlier for (earlier, _), (later, _) in pairwise(statuses(bench)))
    assert set(gaps) == {500}


def test_number_line_comes_a_quarter_second_before_state_5() -> None:
    bench = Bench(3)
    bench.open()
    bench.run(300, auto_start=True)
    events = [(at, event) for at, line in bench.lines for event in Decoder().feed(line)]
    numbers = [(at, event.number) for at, event in events if isinstance(event, WinningNumber)]
    firsts = [
        (at, event.number)
        for (_, before), (at, event) in pairwise(statuses(bench))
        if event.state == 5 and before.state == 4
    ]
    assert len(numbers) == len(firsts) > 3
    assert [(at + 260, number) for at, number in numbers] == firsts


def test_mode_bits() -> None:
    silent = Bench(mode=1159 - wire.MODE_AUTO_STATUS)
    silent.run(5)
    assert statuses(silent) == []
    quiet = Bench(mode=1159 + wire.MODE_NO_NUMBER_LINE)
    quiet.open()
    quiet.order("start_game")
    assert quiet.run_until("result").data["complete"] is True
    steady = Bench(mode=1159 - wire.MODE_REVERSE)
    steady.open()
    steady.order("start_game")
    steady.run_until("result")
    assert {status.direction for _, status in statuses(steady)} == {0}
    by_itself = Bench(mode=1157)
    by_itself.open()
    by_itself.run_until("result")
    assert by_itself.run_until("bets_open").data["spin"] == 2


def test_the_rotor_stops_and_turns_before_each_launch() -> None:
    bench = Bench(2)
    bench.open()
    bench.order("start_game")
    bench.run_until("ball_in_track")
    launching = [status for _, status in statuses(bench) if status.state == 2]
    assert {status.direction for status in launching} == {0, 1}
    assert min(status.speed for status in launching) == 0


ANSWERS = [
    ("*P 0", "*P NO"),
    ("*O", "*O 6 1 60 1159"),
    ("*o 1158", "*o 1158"),
    ("*o x", "*o NO"),
    ("*S", "*S V2.50"),
    ("*V", "*V V2.50 Cammegh / Syoptic - SlingShot 2 Roulette Wheel (c) 03/12/18"),
    ("*T Z", "*T z 37"),
    ("*T s 15.0 19.0", "*T OK"),
    ("*T Q9", "*T NO"),
    ("*) ", "*) NO"),
    ("*K", "*K OK"),
    ("*P 1", "*P OK"),
]


@pytest.mark.parametrize(("command", "answer"), ANSWERS)
def test_answers_while_closed(command: str, answer: str) -> None:
    machine = SlingShot2Machine(SeededSource(1), now_ms=0)
    machine.receive(command.encode() + b"\r\n", 0)
    assert machine.advance(29) == []
    assert machine.advance(101) == [answer.encode() + b"\r\n"]


def test_answers_while_open() -> None:
    machine = SlingShot2Machine(SeededSource(1), now_ms=0)
    machine.receive(b"*P 1\r\n", 0)
    machine.advance(400)
    machine.receive(b"*P 1\r\n*o 1158\r\n*T s 1 2\r\n", 400)
    answers = {out for out in machine.advance(550) if isinstance(out, bytes) and not out.startswith(b"*X")}
    assert answers == {b"*P NO\r\n", b"*o BUSY\r\n", b"*T NO\r\n"}


def test_an_aborted_game_opens_again_with_the_same_spin_number() -> None:
    bench = Bench()
    bench.open()
    bench.order("start_game")
    bench.run_until("no_more_bets")
    bench.order("close_wheel")
    closing = bench.run(6)
    assert kinds(closing) == ["command_done", "spin_void", "wheel_closed"]
    assert closing[1].data == {"spin": 1, "reason": "closed_by_command"}
    bench.order("open_wheel")
    assert bench.run_until("bets_open").data == {"spin": 1}


def test_a_restart_of_the_device_clears_number_and_spin() -> None:
    bench = Bench()
    bench.open()
    bench.order("start_game")
    bench.run_until("result")
    bench.machine.inject(WheelFault.RESTART, bench.now)
    bench.run(1)
    last = statuses(bench)[-1][1]
    assert (last.state, last.spin, last.number) == (6, 1, None)


@pytest.mark.parametrize("pocket_count", [37, 38])
def test_every_pocket_is_drawn(pocket_count: int) -> None:
    class EachPocket:
        """Counts up on the draw and answers 0 elsewhere."""

        def __init__(self) -> None:
            self.next = -1

        def below(self, bound: int) -> int:
            if bound != pocket_count:
                return 0
            self.next = (self.next + 1) % pocket_count
            return self.next

    machine = SlingShot2Machine(EachPocket(), now_ms=0, pocket_count=pocket_count, mode=1157)
    machine.receive(b"*P 1\r\n", 0)
    events = Decoder().feed(b"".join(out for out in machine.advance(3_600_000) if isinstance(out, bytes)))
    numbers = {event.number for event in events if isinstance(event, WinningNumber)}
    assert numbers == wire.pockets_of_wheel(pocket_count)


# --- faults, each seen through the driver


def with_fault(fault: WheelFault, when: str, seconds: float) -> list[Reading]:
    bench = Bench(7)
    bench.open()
    if when != "bets_open":
        bench.order("start_game")
        bench.run_until(when)
    assert bench.machine.inject(fault, bench.now)
    if when == "bets_open":
        bench.order("start_game")
    return bench.run(seconds)


def last_result(readings: list[Reading]) -> tuple[object, object]:
    (result,) = [reading for reading in readings if reading.kind == "result"]
    return result.data["complete"], result.data["reason"]


def test_ball_removed() -> None:
    readings = with_fault(WheelFault.BALL_REMOVED, "no_more_bets", 120)
    assert kinds(readings) == ["fault", "fault", "spin_void"]
    assert [reading.data.get("code") for reading in readings] == ["ball_not_sensed", "result_timeout", None]


def test_wrong_way() -> None:
    readings = with_fault(WheelFault.WRONG_WAY, "bets_open", 75)
    codes = [reading.data["code"] for reading in readings if reading.kind == "fault"]
    assert codes == ["wrong_direction", "launch_failed", "launch_timeout"]
    assert last_result(readings) == (True, None)


def test_launch_failure() -> None:
    readings = with_fault(WheelFault.LAUNCH_FAILURE, "bets_open", 260)
    assert kinds(readings)[-2:] == ["spin_void", "wheel_closed"]
    assert "result" not in kinds(readings)


def test_drive_failure() -> None:
    readings = with_fault(WheelFault.DRIVE_FAILURE, "no_more_bets", 60)
    assert kinds(readings) == ["fault", "spin_void", "wheel_closed"]


@pytest.mark.parametrize("fault", [WheelFault.MERGED_LINE, WheelFault.DROPPED_CRLF, WheelFault.GARBAGE])
def test_line_noise_changes_nothing(fault: WheelFault) -> None:
    readings = with_fault(fault, "no_more_bets", 45)
    assert last_result(readings) == (True, None)


def test_silence_and_hangup_in_the_spin() -> None:
    for fault in (WheelFault.SILENT, WheelFault.HANGUP):
        readings = with_fault(fault, "no_more_bets", 45)
        assert kinds(readings)[:4] == ["link_lost", "link_restored", "wheel_opened", "no_more_bets"]
        assert last_result(readings) == (False, "unobserved_start")


def test_a_live_wheel_spins_when_the_croupier_does() -> None:
    bench = Bench(flavour="live")
    bench.open()
    assert kinds(bench.run(60)) == []
    bench.order("start_game")
    assert bench.run(1)[0].data["reason"] == "refused_by_device"
    assert bench.machine.press_spin(bench.now)
    assert not bench.machine.press_spin(bench.now), "the ball is already on its way"
    assert bench.run_until("result").data["complete"] is True
    assert not bench.machine.inject(WheelFault.WRONG_WAY, bench.now), "no launcher, no launch fault"


def test_an_automated_wheel_has_no_croupier() -> None:
    bench = Bench()
    bench.open()
    assert not bench.machine.press_spin(bench.now)


@pytest.mark.parametrize("seed", range(12))
def test_every_announced_spin_ends_exactly_once(seed: int) -> None:
    """Random play with every fault: announced spins end in one result or one void, and no complete one is wrong."""
    bench = Bench(seed)
    source = SeededSource(seed + 1000)
    faults = list(WheelFault)
    bench.run(1)
    for _ in range(60):
        bench.order(
            ["open_wheel", "start_game", "start_game", "close_wheel"][source.below(4) if source.below(3) else 0]
        )
        if source.below(2):
            bench.machine.inject(faults[source.below(len(faults))], bench.now)
        bench.run(1 + source.below(40))
    check_spins(bench)


def check_spins(bench: Bench) -> None:
    open_spin: object = None
    voided: object = None
    for reading in bench.readings:
        spin = reading.data.get("spin")
        if reading.kind in ("bets_open", "ball_in_track", "no_more_bets"):
            assert open_spin in (None, spin)
            open_spin = spin
        elif reading.kind == "spin_void":
            assert open_spin in (None, spin)
            open_spin, voided = None, spin
        elif reading.kind == "result":
            assert open_spin == spin or (voided == spin and reading.data["complete"] is False) or open_spin is None
            if reading.data["complete"]:
                assert open_spin == spin
                assert reading.data["pocket"] == bench_number(bench, reading)
            open_spin = None


def bench_number(bench: Bench, result: Reading) -> str:
    """The number the device itself showed in state 5 of that spin."""
    shown = {s.number for _, s in statuses(bench) if s.state == 5 and s.spin == result.data["spin"]}
    assert result.data["pocket"] in shown
    return str(result.data["pocket"])


def test_hangup_is_an_output_with_its_duration() -> None:
    machine = SlingShot2Machine(SeededSource(1), now_ms=0, time_scale=0.5)
    machine.inject(WheelFault.HANGUP, 0)
    assert machine.advance(1) == [Hangup(1_500)]
