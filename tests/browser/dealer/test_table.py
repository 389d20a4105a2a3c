"""The table as such, its terminals, and the display that follows it (002 11.2, 12.8)."""

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Floor
from tests.browser.dealer.conftest import OpenPage
from tests.browser.dealer.desk import SUPERVISOR, Desk
from tests.browser.dealer.player import Player

pytestmark = pytest.mark.browser


@pytest.mark.rule("002 12.8")
def test_a_closing_notice_is_twenty_minutes_while_somebody_plays(
    desk: Desk, player: Player, open_page: OpenPage, floor: Floor
) -> None:
    display = open_page(floor.links["WND-1"])
    desk.sign_in(*SUPERVISOR)
    desk.page.keyboard.press("t")
    desk.get("closure-0").click()
    desk.expect_refusal("notice_too_short")
    desk.get("closure-20").click()
    expect(desk.get("closing")).to_be_visible()
    expect(display.get_by_test_id("notice")).to_contain_text("closes at")
    desk.get("table-menu").click()
    desk.get("cancel-closure").click()
    expect(desk.get("closing")).to_have_count(0)
    expect(display.get_by_test_id("notice")).not_to_contain_text("closes at")


def test_a_suspended_table_starts_no_round_until_resumed(desk: Desk) -> None:
    desk.get("table-menu").click()
    desk.get("suspend-wheel_check").click()
    desk.expect_state("suspended")
    desk.expect_primary("not_yours")
    desk.sign_in(*SUPERVISOR)
    desk.press("resume_table")
    desk.expect_primary("new_game")


def test_calls_and_terminals_are_answered_from_the_seat_map(desk: Desk, player: Player) -> None:
    player.command(type="call_attendant", on=True)
    seat = desk.get("seat-PT-1")
    expect(seat).to_have_attribute("data-flags", "call")
    seat.click()
    dialog = desk.get("terminal-dialog")
    dialog.get_by_test_id("answer-call").click()
    expect(seat).to_have_attribute("data-flags", "")
    expect(dialog.get_by_test_id("set-terminal")).to_have_count(0)
    desk.get("close-dialog").click()
    desk.sign_in(*SUPERVISOR)
    seat.click()
    dialog.get_by_test_id("set-terminal").click()
    expect(dialog).to_contain_text("Out of play")
    dialog.get_by_test_id("set-terminal").click()
    expect(dialog).not_to_contain_text("Out of play")


@pytest.mark.rule("002 9.1")
def test_a_hand_pay_is_signed_off_by_a_supervisor(desk: Desk, player: Player, floor: Floor) -> None:
    printer = f"{floor.panel}/printers/printer-PT-1/jam"
    httpx.post(printer, json={"on": True}).raise_for_status()
    seat = desk.get("seat-PT-1")
    expect(seat).to_have_attribute("data-flags", "fault")
    player.command(type="cash_out")
    expect(seat).to_have_attribute("data-flags", re.compile("hand_pay"))
    seat.click()
    dialog = desk.get("terminal-dialog")
    expect(dialog).to_contain_text("Pay by hand")
    expect(dialog.get_by_test_id("pay-by-hand")).to_have_count(0)
    desk.get("close-dialog").click()
    desk.sign_in(*SUPERVISOR)
    seat.click()
    dialog.get_by_test_id("pay-by-hand").click()
    expect(seat).not_to_have_attribute("data-flags", re.compile("hand_pay"))
    httpx.post(printer, json={"on": False}).raise_for_status()
    expect(seat).not_to_have_attribute("data-flags", re.compile("fault"))


def test_both_languages_say_everything(desk: Desk) -> None:
    desk.page.keyboard.press("l")
    expect(desk.get("primary")).to_contain_text("新一局")
    expect(desk.page.locator("html")).to_have_attribute("lang", "zh-Hans")
    desk.page.keyboard.press("l")
    expect(desk.get("primary")).to_contain_text("New game")


@pytest.mark.rule("002 11.2")
def test_the_display_follows_the_confirmed_number_only(desk: Desk, open_page: OpenPage, floor: Floor) -> None:
    display = open_page(floor.links["WND-1"])
    latest = display.get_by_test_id("latest")
    desk.play("0")
    expect(latest).to_have_attribute("data-value", "0")
    expect(latest).to_contain_text("Zero")
    desk.start_round()
    expect(display.get_by_test_id("state")).to_have_attribute("data-state", "wagering")
    desk.close_round()
    desk.key("32")
    expect(display.get_by_test_id("state")).to_have_attribute("data-state", "proposed")
    expect(latest).to_have_attribute("data-value", "0")
    desk.settle("32")
    expect(latest).to_have_attribute("data-value", "32")
    box = latest.locator(".latest-number").bounding_box()
    assert box is not None
    assert box["height"] >= 1080 / 3
    expect(display.get_by_test_id("hot-cold")).to_contain_text("of the last")


def test_the_display_admits_that_it_hears_nothing(open_page: OpenPage, floor: Floor) -> None:
    display = open_page(floor.links["WND-1"])
    expect(display.get_by_test_id("state")).to_be_visible()
    display.context.set_offline(True)
    expect(display.get_by_test_id("no-signal")).to_be_visible(timeout=12_000)


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 800)])
def test_every_target_is_large_enough_for_a_finger(open_page: OpenPage, floor: Floor, size: tuple[int, int]) -> None:
    desk = Desk(open_page(floor.links["DT-1"], size))
    desk.sign_in_as_dealer()
    desk.bring_to_rest()
    desk.start_round()
    desk.close_round()
    small = desk.page.evaluate(
        """() => [...document.querySelectorAll("button")]
            .filter((b) => b.checkVisibility() && !b.closest(".visually-hidden, .visually-hidden *"))
            .map((b) => [b.dataset.testid ?? b.textContent, b.getBoundingClientRect()])
            .filter(([, r]) => r.width < 63.5 || r.height < 63.5)
            .map(([name, r]) => `${name} ${r.width}x${r.height}`)"""
    )
    assert small == []
    desk.settle("1")
