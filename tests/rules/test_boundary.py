"""The deadline holds to the millisecond: 50,000 wagers here, a million in the soak run."""

import pytest

from tests.rules.boundary import run


@pytest.mark.rule("002 4.2.6", "002 4.2.7", "002 7.1")
async def test_no_late_wager_is_accepted_and_no_early_one_is_lost() -> None:
    tally = await run(50_000)
    assert (tally.sent, tally.accepted_late, tally.lost_early) == (50_000, 0, 0)
    # Both ways of being late were met, and a fair share of wagers was in time.
    assert set(tally.codes) == {"late", "wagering_closed"}
    assert tally.accepted > 20_000
