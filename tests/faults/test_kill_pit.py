"""kill -9 of a pit process in every state of a round: nothing acknowledged is lost, nothing happens twice."""

from pathlib import Path
from random import Random

import pytest

from tests.faults.rig.books import audit
from tests.faults.rig.evening import STATES, Evening
from tests.faults.rig.pit import Pits

pytestmark = pytest.mark.fault


def cut_short(url: str, kills: int, seed: int, *, hasty: bool = False) -> tuple[Evening, list[str]]:
    """An evening with so many kills, spread over the states; what the auditors say about it afterwards."""
    with Pits(url, hasty) as pits:
        evening = Evening(pits, Random(seed))
        evening.furnish()
        for number in range(kills):
            evening.kill_in(STATES[number % len(STATES)])
    return evening, audit(pits)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_acknowledged_is_lost_on_sqlite(tmp_path: Path, seed: int) -> None:
    evening, findings = cut_short(f"sqlite:///{tmp_path / 'pit.sqlite3'}", 42, seed)
    assert findings == []
    assert evening.pits.kills == 42
    assert set(evening.seen.values()) == {7}


@pytest.mark.postgres
def test_nothing_acknowledged_is_lost_on_postgres(postgres_url: str) -> None:
    evening, findings = cut_short(postgres_url, 36, 9)
    assert findings == []
    assert evening.pits.kills == 36


def test_a_store_that_acknowledges_too_early_is_caught(tmp_path: Path) -> None:
    """The control: the same rig must condemn it."""
    _, findings = cut_short(f"sqlite:///{tmp_path / 'pit.sqlite3'}", 18, 1, hasty=True)
    assert any("durable" in finding or "rows when it was answered" in finding for finding in findings), findings
