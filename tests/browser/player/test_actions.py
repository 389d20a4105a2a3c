"""Undo, clear, double, rebet, the racetrack and the announced bets."""

import pytest

from tests.browser.player.terminal import Terminal

pytestmark = pytest.mark.browser


def test_undo_goes_back_step_by_step(seated: Terminal) -> None:
    seated.wait_open(7)
    spots = [f"straight:{number}" for number in range(1, 12)]
    for spot in spots:
        seated.place(spot)
    seated.wait_wagers(dict.fromkeys(spots, 100))
    for left in range(10, -1, -1):
        seated.by_id("undo").click()
        seated.wait_wagers(dict.fromkeys(spots[:left], 100))
    assert seated.by_id("undo").is_disabled()


def test_clear_is_one_step_and_can_be_undone(seated: Terminal) -> None:
    seated.wait_open(4)
    seated.choose(500)
    for spot in ("red", "dozen:1", "straight:0"):
        seated.place(spot)
    placed = {"red": 500, "dozen:1": 500, "straight:0": 500}
    seated.wait_wagers(placed)
    seated.by_id("clear").click()
    seated.wait_wagers({})
    seated.by_id("undo").click()
    seated.wait_wagers(placed)


def test_double_doubles_every_wager(seated: Terminal) -> None:
    seated.wait_open(4)
    seated.place("straight:7")
    seated.choose(500)
    seated.place("odd")
    seated.wait_wagers({"straight:7": 100, "odd": 500})
    seated.by_id("double").click()
    seated.wait_wagers({"straight:7": 200, "odd": 1000})


def test_neighbours_are_one_action_priced_before_release(seated: Terminal) -> None:
    seated.wait_open(4)
    # Zero lies in the middle of the right end of the racetrack.
    zero = seated.track(11.7, 1)
    seated.drag_to(seated.chip(500), zero)
    assert "0 and 2 neighbours" in seated.label().inner_text()
    assert "5 chips · $25.00" in seated.label().inner_text()
    seated.touch("touchEnd")
    five = {f"straight:{number}": 500 for number in (3, 26, 0, 32, 15)}
    seated.wait_wagers(five)
    seated.by_id("undo").click()
    seated.wait_wagers({})
    seated.by_id("fewer-neighbours").click()
    seated.by_id("fewer-neighbours").click()
    assert seated.by_id("fewer-neighbours").is_disabled()
    seated.tap(zero)
    seated.wait_wagers({"straight:0": 100})


@pytest.mark.rule("002 5.2")
def test_an_announced_bet_is_one_wager_of_all_its_pieces(seated: Terminal) -> None:
    seated.wait_open(4)
    seated.choose(500)
    with seated.pressed(seated.track(2.2, 1)):
        assert seated.label().get_attribute("data-spot") == "tier"
        assert "6 chips · $30.00" in seated.label().inner_text()
    seated.tap(seated.track(2.2, 1))
    seated.wait_wagers({"tier": 3000})
    assert seated.page.locator(".pieces .stack").count() == 6


@pytest.mark.slow
def test_rebet_places_the_last_settled_wagers(seated: Terminal) -> None:
    seated.wait_open(4)
    seated.choose(500)
    for spot in ("red", "black", "straight:0"):
        seated.place(spot)
    placed = {"red": 500, "black": 500, "straight:0": 500}
    seated.wait_wagers(placed)
    seated.wait_screen("result")
    seated.wait_screen("wagering")
    seated.by_id("rebet").click()
    seated.wait_wagers(placed)
