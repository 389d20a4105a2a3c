"""200 seeds of random play, faults and restarts; more in `make soak`, any single one with `croupier simulate`."""

import os
import subprocess
import sys

import pytest

from server.simulate import Report, simulate

SEEDS = 200
CHUNK = 10

EXPECTED = {
    "pit_resumed",
    "round_opened",
    "wagering_reopened",
    "wagers_changed",
    "wagering_closed",
    "spin_requested",
    "ball_seen",
    "sensor_read",
    "dealer_entered",
    "round_held",
    "no_spin_called",
    "round_settled",
    "round_voided",
    "result_corrected",
    "task_raised",
    "task_resolved",
    "session_opened",
    "session_ended",
    "credit_added",
    "seated",
    "cash_out_queued",
    "cash_out_cancelled",
    "ticket_ordered",
    "ticket_issued",
    "ticket_voided",
    "ticket_held",
    "ticket_released",
    "hand_pay_due",
    "hand_paid",
    "reading_taken",
    "device_ordered",
    "order_done",
}


@pytest.mark.parametrize("first", range(0, SEEDS, CHUNK))
def test_nothing_acknowledged_is_lost_and_every_cent_is_where_it_belongs(first: int) -> None:
    reports = [simulate(seed) for seed in range(first, first + CHUNK)]
    assert {report.seed: report.findings for report in reports if not report.good} == {}
    assert sum(report.rounds for report in reports) > 5 * CHUNK


def test_the_seeds_go_through_everything_a_round_knows() -> None:
    reports = [simulate(seed) for seed in range(1000, 1012)]
    assert set().union(*(report.kinds for report in reports)) >= EXPECTED
    assert sum(report.boots for report in reports) > 2 * len(reports)


def _elsewhere(seed: int, hash_seed: str) -> str:
    code = f"from server.simulate import simulate; print(simulate({seed}).trace)"
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True, timeout=60
    ).stdout.strip()


@pytest.mark.parametrize("seed", [3, 61])
def test_a_seed_replays_to_the_identical_trace(seed: int) -> None:
    first: Report = simulate(seed)
    assert simulate(seed) == first
    assert _elsewhere(seed, "1") == _elsewhere(seed, "77") == first.trace


def test_different_seeds_are_different_evenings() -> None:
    assert len({simulate(seed).trace for seed in range(5)}) == 5
