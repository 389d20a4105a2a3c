"""`croupier simulate` and the long runs of `make soak`, in small."""

import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from server.simulate import Report, report
from tests.soak import __main__ as soak


def test_the_command_runs_seeds_and_says_what_they_did() -> None:
    command = [str(Path(sys.executable).with_name("croupier")), "simulate", "--seeds", "2", "--seed", "3"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert "2 seeds" in done.stdout
    assert "findings in 0" in done.stdout.replace("\n", " ")


def test_a_finding_says_how_to_see_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console(record=True, width=200)
    monkeypatch.setattr(report, "report_of", lambda seed: Report(seed, "abc", ["row 7: a cent too much"]))
    assert report.run_seeds(1, 42, console) == 1
    text = console.export_text()
    assert "row 7: a cent too much" in text
    assert "croupier simulate --seeds 1 --seed 42" in text


@pytest.mark.parametrize(("part", "count"), [("seeds", 4), ("kills", 6), ("wagers", 500)])
def test_the_soak_holds_in_small(part: str, count: int) -> None:
    work, _ = soak.PARTS[part]
    assert work(count)
