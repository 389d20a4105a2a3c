"""The two commands people use on paper cases, as they are typed."""

import json
import subprocess
import sys


def croupier(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from server.cli import main; main()", *words]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)


CASE = '{"game":"roulette","rounds":[{"pocket":"17"}],"wagers":[{"spot":"straight:17","stake":1000}]}\n'


def test_settle_answers_line_by_line_and_fails_if_a_case_did() -> None:
    good = croupier("settle", text=CASE * 2)
    assert (good.returncode, len(good.stdout.splitlines())) == (0, 2)
    mixed = croupier("settle", text=CASE + "junk\n" + CASE)
    assert mixed.returncode == 1
    assert [next(iter(json.loads(line))) for line in mixed.stdout.splitlines()] == ["wagers", "error", "wagers"]


def test_odds_are_a_list_for_programs_and_a_table_for_people() -> None:
    rows = json.loads(croupier("odds", "--json", "--game", "roulette").stdout)
    assert {"spot": "red", "hit": "18/37", "edge": "1/37"}.items() <= next(
        r for r in rows if r["spot"] == "red"
    ).items()
    assert "grand series" in croupier("odds").stdout
    assert croupier("odds", "--game", "faro").returncode != 0
