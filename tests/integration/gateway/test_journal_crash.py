"""kill -9 on the journal's writer: what it promised is there, and nothing else is broken."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from hardware_gateway.journal import Journal

ROUNDS = 8


def write_until_killed(path: Path, first_value: int, lines_wanted: int) -> list[tuple[str, int, int]]:
    """Start a writer, read some promises, kill it in the act; returns every promise it made."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.integration.gateway.writer", str(path), str(first_value)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    promised = [process.stdout.readline() for _ in range(lines_wanted)]
    process.kill()
    promised += process.stdout.readlines()
    process.wait()
    process.stdout.close()
    whole = [line.split() for line in promised if line.endswith("\n")]
    return [(boot, int(counter), int(value)) for boot, counter, value in whole]


@pytest.mark.fault
def test_nothing_promised_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    promised: list[tuple[str, int, int]] = []
    for round_number in range(ROUNDS):
        promised += write_until_killed(path, 1_000 * round_number, lines_wanted=5 + 7 * round_number)
    journal = Journal(path, "f" * 32)
    kept = [(entry.boot, entry.counter, entry.data["value"]) for entry in journal.waiting(0, 1_000_000)]
    journal.close()
    assert len(promised) > ROUNDS * 5
    assert [row for row in promised if row not in set(kept)] == []
    assert len(kept) - len(promised) <= ROUNDS, "at most the one reading under way per crash was kept unpromised"
    for boot in {row[0] for row in kept}:
        counters = [row[1] for row in kept if row[0] == boot]
        assert counters == list(range(1, len(counters) + 1))


@pytest.mark.fault
def test_the_rig_notices_a_loss(tmp_path: Path) -> None:
    """Control: take one promised reading away and the comparison must see it."""
    path = tmp_path / "journal"
    promised = write_until_killed(path, 0, lines_wanted=5)
    journal = Journal(path, "f" * 32)
    kept = {(entry.boot, entry.counter, entry.data["value"]) for entry in journal.waiting(1, 1_000_000)}
    journal.close()
    assert [row for row in promised if row not in kept] == promised[:1]
