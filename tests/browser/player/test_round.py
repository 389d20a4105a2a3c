"""A person at the terminal: money in, a round to the cent, recall, another table, money out."""

import re

import pytest

from tests.browser.player.terminal import Terminal

pytestmark = [pytest.mark.browser, pytest.mark.slow]

RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}


def returned_on(value: int, wagers: dict[str, int]) -> int:
    """What these wagers return, worked out here from rule 002 8.5 for the few spots this test uses."""
    pays = {
        "red": (value in RED, 2),
        "black": (value != 0 and value not in RED, 2),
        "dozen:2": (13 <= value <= 24, 3),
        "straight:0": (value == 0, 36),
        "column:1": (value % 3 == 1, 3),
    }
    return sum(stake * pays[spot][1] for spot, stake in wagers.items() if pays[spot][0])


@pytest.mark.rule("002 8.2")
def test_a_round_settles_to_the_cent_and_can_be_recalled(seated: Terminal) -> None:
    seated.wait_open(4)
    wagers = {"red": 500, "black": 500, "dozen:2": 500, "straight:0": 500, "column:1": 500}
    seated.choose(500)
    for spot in wagers:
        seated.place(spot)
    seated.wait_wagers(wagers)
    before = seated.meter("credit")
    assert seated.meter("bet") == 2500

    seated.wait_screen("closed", "pending", "result")
    assert seated.by_id("undo").is_disabled()
    seated.wait_screen("result")
    value = int(seated.by_id("outcome").get_attribute("data-value") or -1)
    returned = returned_on(value, wagers)
    seated.wait_meter("credit", before + returned)
    assert seated.meter("bet") == 0
    tier = int(seated.by_id("seat-outcome").get_attribute("data-tier") or -1)
    assert (tier > 0) == (returned > 2500), "celebrated only when more came back than was staked"
    winners = seated.page.locator('.settled[data-result="win"]').count()
    assert winners == sum(1 for spot in wagers if returned_on(value, {spot: 500}))

    seated.by_id("open-recall").click()
    seated.by_id("past-line").first.wait_for()
    assert "HISTORY" in seated.by_id("panel-recall").inner_text()
    assert seated.by_id("recall.after").get_attribute("data-amount") == str(before + returned)
    assert seated.by_id("recall.returned").get_attribute("data-amount") == str(returned)
    assert seated.by_id("undo").is_disabled()
    seated.by_id("close-panel").click()


def test_another_table_shows_its_own_round(seated: Terminal) -> None:
    seated.by_id("open-tables").click()
    tiles = seated.by_id("lobby").locator("button")
    assert tiles.count() >= 2
    here = seated.page.locator("h1").inner_text()
    seated.by_id("lobby").locator("button:not([disabled])").first.click()
    seated.by_id("panel-tables").wait_for(state="hidden")
    assert seated.page.locator("h1").inner_text() != here


@pytest.mark.rule("002 8.3", "002 8.4")
def test_the_credit_leaves_as_a_ticket(seated: Terminal) -> None:
    credit = seated.meter("credit")
    assert credit > 0
    seated.by_id("open-cash_out").click()
    seated.by_id("cash-out-confirm").click()
    seated.by_id("cash-out-printed").wait_for(timeout=90_000)
    amount = re.sub(r"\D", "", seated.page.locator(".full-amount").inner_text())
    assert int(amount) == credit
    assert seated.meter("credit") == 0
    seated.by_id("cash-out-taken").click()
    seated.by_id("cash-out-printed").wait_for(state="hidden")
    seated.by_id("attract").wait_for()
    seated.by_id("demo-tab").click()
    seated.by_id("printed-ticket").first.wait_for(timeout=5000)
