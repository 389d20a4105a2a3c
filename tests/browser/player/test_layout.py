"""Chips on the layout: every spot, every gesture, real touches."""

from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.player.terminal import Terminal, anchor

pytestmark = pytest.mark.browser

NINE = [
    "split:17-20",
    "corner:1-2-4-5",
    "street:0-1-2",
    "corner:0-1-2-3",
    "street:13-14-15",
    "six_line:31-32-33-34-35-36",
    "straight:36",
    "red",
    "dozen:2",
]


RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
OUTSIDE = ["2:1"] * 3 + ["1st 12", "2nd 12", "3rd 12", "1–18", "Even", "Odd", "19–36"]


@pytest.mark.rule("002 2.2.7")
def test_an_open_terminal_shows_the_whole_layout(seated: Terminal) -> None:
    """Every number once, in its colour and at its place, and every field of the outside bets in full view."""
    art = seated.page.locator(".print")
    assert sorted(map(int, art.locator(".print-number").all_text_contents())) == list(range(37))
    assert art.locator(".print-word").all_text_contents() == OUTSIDE
    assert {int(cell) for cell in art.locator(".print-cell.red + text").all_text_contents()} == RED
    assert art.locator(".print-cell.black").count() == 18
    assert [art.locator(f".print-diamond.{colour}").count() for colour in ("red", "black")] == [1, 1]
    for number in range(37):
        x, y = seated.centre(art.get_by_text(str(number), exact=True))
        there = seated.spot(f"straight:{number}")
        assert abs(x - there[0]) + abs(y - there[1]) < 8, number
    box = seated.by_id("layout").bounding_box()
    assert box is not None
    assert box["x"] > 0
    assert box["x"] + box["width"] < 1920
    assert box["y"] + box["height"] < 1080


@pytest.mark.rule("002 5.1")
def test_every_spot_of_the_server_is_where_its_numbers_are(seated: Terminal, snapshot: dict[str, Any]) -> None:
    """The page finds each of the server's 157 spots at the place its numbers give, with the server's odds."""
    spots = [spot for spot in snapshot["game"]["spots"] if not spot["pieces"]]
    assert len(spots) == 157
    for spot in spots:
        name, text = _label_at(seated, spot)
        assert name == spot["id"]
        assert f"pays {spot['odds'][0]}:{spot['odds'][1]}" in text
    assert seated.wagers() == {}


def _label_at(seated: Terminal, spot: dict[str, Any]) -> tuple[str, str]:
    """What the label says while a finger rests there. The end of a period lifts the finger, so it is put down again."""
    for _ in range(3):
        with seated.pressed(seated.at(*anchor(spot["id"], spot["numbers"]))), suppress(TooLate):
            name, text = seated.label().evaluate("label => [label.dataset.spot, label.innerText]", timeout=3_000)
            return name, text
    raise AssertionError(f"no label at {spot['id']}")


@pytest.mark.rule("002 4.2.4")
def test_chips_are_dragged_to_the_layout(seated: Terminal) -> None:
    seated.wait_open(5)
    credit = seated.meter("credit")
    for spot in NINE:
        seated.drag(seated.chip(500), seated.spot(spot))
    seated.wait_wagers(dict.fromkeys(NINE, 500))
    seated.wait_meter("bet", 500 * len(NINE))
    assert seated.meter("credit") == credit - 500 * len(NINE)
    assert seated.shown("bet") == 500 * len(NINE)


def test_two_fingers_drag_two_chips_at_once(seated: Terminal) -> None:
    seated.wait_open(4)
    starts = (seated.chip(500), seated.chip(2500))
    seated.drag_two(starts, (seated.spot("straight:3"), seated.spot("straight:33")))
    seated.wait_wagers({"straight:3": 500, "straight:33": 2500})


def test_the_label_says_what_a_release_would_do(seated: Terminal) -> None:
    seated.wait_open(4)
    seated.drag_to(seated.chip(500), seated.spot("split:17-20"))
    assert seated.label().inner_text().split("\n")[0] == "Split 17/20"
    assert "pays 17:1" in seated.label().inner_text()
    assert "$1 to $400" in seated.label().inner_text()
    covered = {cell.get_attribute("data-covered") for cell in seated.page.locator("[data-covered]").all()}
    assert covered == {"17", "20"}
    seated.touch("touchCancel")


def test_a_cancelled_or_missed_drag_changes_nothing(seated: Terminal) -> None:
    seated.wait_open(4)
    seated.drag_to(seated.chip(500), seated.spot("straight:17"))
    seated.touch("touchCancel")
    seated.drag(seated.chip(500), seated.at(0.5, 4.2))
    seated.place("straight:20")
    seated.wait_wagers({"straight:20": 100})


def test_a_stack_is_moved_and_taken_off_by_dragging_it(seated: Terminal) -> None:
    seated.wait_open(4)
    seated.choose(500)
    seated.place("straight:17")
    seated.wait_wagers({"straight:17": 500})
    seated.drag(seated.spot("straight:17"), seated.spot("straight:29"))
    seated.wait_wagers({"straight:29": 500})
    seated.drag(seated.spot("straight:29"), seated.at(-0.1, 4.3))
    seated.wait_wagers({})
    seated.wait_meter("bet", 0)


@pytest.mark.rule("002 6.1")
def test_a_long_press_shows_the_limits_of_the_spot(seated: Terminal) -> None:
    seated.touch("touchStart", seated.spot("corner:1-2-4-5"))
    seated.by_id("limits-spot").wait_for(timeout=3000)
    seated.touch("touchEnd")
    assert "Corner 1/2/4/5" in seated.by_id("limits-spot").inner_text()
    row = seated.page.locator('[data-kind="corner"]')
    assert "8:1" in row.inner_text()
    assert "$800.00" in row.inner_text()
    assert seated.wagers() == {}


@pytest.mark.rule("002 6.3.2")
def test_what_a_maximum_does_not_permit_comes_back_with_the_reason(seated: Terminal) -> None:
    seated.wait_open(4)
    seated.choose(10_000)
    for _ in range(2):
        seated.place("straight:17")
    seated.wait_wagers({"straight:17": 20_000})
    seated.choose(500)
    seated.place("straight:17")
    seated.page.get_by_text("Over the maximum of this spot.").wait_for(timeout=4000)
    seated.wait_wagers({"straight:17": 20_000})


def test_keys_reach_the_layout(seated: Terminal) -> None:
    seated.wait_open(4)
    seated.by_id("layout").focus()
    keys = seated.page.keyboard
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    keys.press("Enter")
    seated.wait_wagers({"split:0-2": 100})
    keys.press("Delete")
    seated.wait_wagers({})
