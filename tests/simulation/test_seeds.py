"""200 seeds of random play, faults and restarts; more in `make soak`, any single one with `croupier simulate`."""

import os
import subprocess
import sys

import pytest

from server.simulate import Report, simulate

SEEDS = 200
CHUNK = 10


@pytest.mark.parametrize("first", range(0, SEEDS, CHUNK))
def test_nothing_acknowledged_is_lost_and_every_cent_is_where_it_belongs(first: int) -> None:
    reports = [simulate(seed) for seed in range(first, first + CHUNK)]
    assert {report.seed: report.findings for report in reports if not report.good} == {}
    assert sum(report.rounds for report in reports) > 5 * CHUNK


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
