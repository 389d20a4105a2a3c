"""The deadline holds to the millisecond: 50,000 wagers here, a million in the soak run."""

import pytest

from server.pit.owner import PitOwner
from server.table.commands import Place
from tests.rules.boundary import run


@pytest.mark.rule("002 4.2.6", "002 4.2.7", "002 7.1")
async def test_no_late_wager_is_accepted_and_no_early_one_is_lost() -> None:
    tally = await run(50_000)
    assert (tally.sent, tally.accepted_late, tally.lost_early) == (50_000, 0, 0)
    # Both ways of being late were met, and a fair share of wagers was in time.
    assert set(tally.codes) == {"late", "wagering_closed"}
    assert tally.accepted > 20_000


@pytest.mark.parametrize("slip_ms", [-2, 2])
async def test_the_check_notices_a_receipt_stamped_two_milliseconds_wrong(
    monkeypatch: pytest.MonkeyPatch, slip_ms: int
) -> None:
    enqueue = PitOwner._enqueue

    def slipped(owner: PitOwner, *submission: object) -> None:
        enqueue(owner, *submission)  # type: ignore[arg-type]
        if isinstance(owner._inbox[-1].command, Place):
            owner._inbox[-1].received_ms += slip_ms

    monkeypatch.setattr(PitOwner, "_enqueue", slipped)
    tally = await run(20_000)
    assert (tally.accepted_late > 0, tally.lost_early > 0) == (slip_ms < 0, slip_ms > 0)
