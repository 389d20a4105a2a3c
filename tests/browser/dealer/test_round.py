"""A live-wheel evening from the dealer's chair (002 5.3.1, 7.4, 7.5, 8.1, 11.4)."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Floor
from tests.browser.dealer.conftest import OpenPage
from tests.browser.dealer.desk import DEALER, SUPERVISOR, Desk
from tests.browser.dealer.player import Player

pytestmark = pytest.mark.browser


def test_only_card_and_pin_open_the_table(open_page: OpenPage, floor: Floor) -> None:
    desk = Desk(open_page(floor.links["DT-1"]))
    desk.enter_credentials(DEALER[0], "000000")
    desk.expect_refusal("bad_credentials")
    expect(desk.get("pin")).to_have_value("")
    expect(desk.get("stage")).to_have_count(0)
    desk.enter_credentials(*DEALER)
    expect(desk.get("staff")).to_have_text("Dealer")
    desk.get("sign-out").click()
    expect(desk.get("card")).to_be_visible()


@pytest.mark.rule("002 7.5.2", "002 8.1")
def test_a_round_is_settled_by_the_number_that_was_keyed_and_confirmed(desk: Desk, player: Player) -> None:
    credit = player.seat["credit"]
    desk.start_round()
    player.place("straight:17", 1_000)
    player.place("red", 500)
    expect(desk.get("total-bet")).to_have_text("$15.00")
    expect(desk.get("wagers").locator(".exposure li").first).to_contain_text("17")
    desk.close_round()
    desk.key("20")
    desk.key("17")  # before Confirm an entry is corrected freely
    readback = desk.get("stage").get_by_test_id("readback")
    expect(readback).to_have_attribute("data-value", "17")
    expect(readback).to_contain_text("Black")
    desk.press("confirm_result")
    desk.expect_state("settled")
    player.expect_credit(credit - 1_500 + 36_000)
    expect(desk.get(f"round-{desk.number}")).to_have_attribute("data-value", "17")


def test_the_whole_round_runs_from_the_keyboard(desk: Desk) -> None:
    keyboard = desk.page.keyboard
    keyboard.press("Enter")
    desk.expect_state("wagering")
    desk.page.wait_for_timeout(700)
    keyboard.press("Enter")
    desk.expect_state("closed")
    keyboard.type("36")
    expect(desk.get("typed")).to_contain_text("36")
    desk.expect_primary("enter_result")
    keyboard.press("Enter")
    keyboard.press("Enter")  # a hurried second press must not confirm what nobody has read back
    desk.expect_state("proposed")
    desk.page.wait_for_timeout(700)
    keyboard.press("Enter")
    desk.expect_state("settled")


def test_actions_that_are_not_legal_are_absent(desk: Desk) -> None:
    for name in ("no-spin", "void", "clear-entry", "tasks"):
        expect(desk.get(name)).to_have_count(0)
    desk.start_round()
    expect(desk.get("no-spin")).to_be_visible()
    expect(desk.get("void")).to_be_visible()
    expect(desk.get("stage").locator(".key")).to_have_count(0)
    desk.close_round()
    expect(desk.get("stage").locator(".key")).to_have_count(37)
    desk.key("5")
    desk.get("clear-entry").click()
    desk.expect_primary("enter_result")


@pytest.mark.rule("002 11.4.6", "002 11.4.9")
def test_a_no_spin_names_its_rule_and_leaves_the_wagers(desk: Desk, player: Player) -> None:
    desk.start_round()
    player.place("odd", 500)
    desk.close_round()
    desk.page.keyboard.press("n")
    dialog = desk.get("irregularity")
    expect(dialog.locator(".choice")).to_have_count(7)
    dialog.get_by_test_id("irregularity-ball_left_wheel").click()
    expect(dialog).to_contain_text("11.4.6")
    dialog.get_by_test_id("confirm-irregularity").click()
    expect(dialog).to_have_count(0)
    expect(desk.get("notice")).to_contain_text("11.4.6")
    expect(desk.get("total-bet")).to_have_text("$5.00")
    desk.settle("9")


@pytest.mark.rule("002 5.3.1.2", "002 7.5.3")
def test_sensor_and_dealer_differ_and_a_supervisor_decides(desk: Desk, floor: Floor) -> None:
    desk.start_round()
    desk.close_round()
    httpx.post(f"{floor.panel}/wheels/wheel-1/spin", json={}).raise_for_status()
    expect(desk.get("sensor")).not_to_have_attribute("data-value", "", timeout=20_000)
    sensor = desk.get("sensor").get_attribute("data-value") or ""
    desk.expect_primary("confirm_result")
    other = "20" if sensor != "20" else "17"
    desk.key(other)
    desk.expect_state("mismatch")
    expect(desk.get("compare")).to_have_attribute("data-mismatch", "true")
    expect(desk.get("primary")).to_have_attribute("data-action", "resolve_task")
    desk.press("resolve_task")
    overlay = desk.get("supervisor")
    overlay.get_by_test_id("option-accept_value").click()
    overlay.get_by_test_id(f"candidate-{sensor}").click()
    desk.enter_credentials(*DEALER)
    desk.expect_refusal("wrong_role")
    desk.enter_credentials(*SUPERVISOR)
    expect(overlay).to_have_count(0)
    desk.expect_state("settled")
    expect(desk.get(f"round-{desk.number}")).to_have_attribute("data-value", sensor)


@pytest.mark.rule("002 7.5.3")
def test_the_dealer_accepts_the_number_of_the_sensor(desk: Desk, floor: Floor) -> None:
    desk.start_round()
    desk.close_round()
    httpx.post(f"{floor.panel}/wheels/wheel-1/spin", json={}).raise_for_status()
    expect(desk.get("sensor")).not_to_have_attribute("data-value", "", timeout=20_000)
    sensor = desk.get("sensor").get_attribute("data-value") or ""
    expect(desk.get("stage").get_by_test_id("readback")).to_have_attribute("data-value", sensor)
    desk.press("confirm_result")
    desk.expect_state("settled")
