"""The operator page: a table that was not there before, credentials that replace others, the venue's own settings."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Floor
from tests.browser.dealer.conftest import OpenPage
from tests.browser.dealer.desk import OPERATOR, SUPERVISOR, Desk
from tests.browser.dealer.test_operator import TABLE, sign_in

pytestmark = pytest.mark.browser


@pytest.fixture
def office(open_page: OpenPage, floor: Floor) -> Page:
    return sign_in(open_page(floor.links["operator"]), *OPERATOR)


def expect_note(page: Page, code: str) -> None:
    expect(page.get_by_test_id("note")).to_have_attribute("data-code", code)


def enrolled_link(page: Page, kind: str, device: str, table: str) -> str:
    page.keyboard.press("4")
    page.get_by_test_id("field-kind").select_option(kind)
    page.get_by_test_id("field-device").fill(device)
    page.get_by_test_id("field-bound").fill(table)
    page.get_by_test_id("enrol").click()
    return page.get_by_test_id("credential-link").inner_text()


def test_a_new_table_is_on_the_floor_and_can_be_played(office: Page, open_page: OpenPage) -> None:
    office.keyboard.press("2")
    expect(office.get_by_test_id("new-table")).to_be_visible()
    office.keyboard.press("n")
    expect(office.get_by_test_id("field-table")).to_be_focused()
    expect(office.get_by_test_id("field-device")).to_have_value("")
    office.keyboard.type("RR7")
    office.get_by_test_id("field-name").fill("Salon")
    office.get_by_test_id("field-period").fill("45")
    office.get_by_test_id("field-pause").fill("7.5")
    office.keyboard.press("Control+s")
    expect_note(office, "created")
    expect(office.get_by_test_id("version")).to_contain_text("1")
    expect(office.get_by_test_id("field-pause")).to_have_value("7.5")

    office.get_by_test_id("nav-floor").click()
    row = office.get_by_test_id("table-RR7")
    expect(row).to_contain_text("Salon")
    office.get_by_test_id("open-RR7").click()
    expect_note(office, "opened")
    expect(office.get_by_test_id("close-RR7")).to_be_visible()

    desk = Desk(open_page(enrolled_link(office, "dealer_terminal", "DT-7", "RR7")))
    desk.sign_in_as_dealer()
    desk.play("32")
    office.get_by_test_id("nav-floor").click()
    expect(row).to_contain_text("32")


def test_an_id_that_is_taken_and_a_wheel_without_device_are_marked(office: Page) -> None:
    office.keyboard.press("2")
    expect(office.get_by_test_id("new-table")).to_be_visible()
    office.keyboard.press("n")
    office.get_by_test_id("field-table").fill(TABLE)
    office.get_by_test_id("field-wheel").select_option("automated")
    office.get_by_test_id("create").click()
    expect_note(office, "unreadable_fields")
    for field in ("table", "device"):
        expect(office.get_by_test_id(f"field-{field}")).to_have_attribute("aria-invalid", "true")
    office.get_by_test_id("cancel-new").click()
    expect(office.get_by_test_id("version")).to_be_visible()


def test_pause_and_launch_are_edited_and_kept(office: Page) -> None:
    office.keyboard.press("2")
    office.get_by_test_id("pick-RR2").click()
    office.get_by_test_id("field-pause").fill("3")
    office.get_by_test_id("field-spin_lead").fill("2")
    office.keyboard.press("Control+s")
    expect_note(office, "saved")
    office.get_by_test_id(f"pick-{TABLE}").click()
    office.get_by_test_id("pick-RR2").click()
    expect(office.get_by_test_id("field-pause")).to_have_value("3")
    expect(office.get_by_test_id("field-spin_lead")).to_have_value("2")


def test_a_new_credential_works_and_the_old_one_does_not(office: Page, open_page: OpenPage) -> None:
    old = enrolled_link(office, "dealer_terminal", "DT-8", TABLE)
    desk = Desk(open_page(old))
    desk.sign_in_as_dealer()
    office.get_by_test_id("renew-DT-8").click()
    office.get_by_test_id("renew-confirm").click()
    expect(office.get_by_test_id("credential")).to_contain_text("DT-8")
    link = office.get_by_test_id("credential-link").inner_text()
    assert link != old
    expect(desk.get("lost")).to_be_visible()
    expect(open_page(old).locator(".cover")).to_contain_text("not enrolled")
    renewed = Desk(open_page(link))
    renewed.sign_in_as_dealer()
    expect(renewed.get("stage")).to_be_visible()


def test_a_supervisor_makes_nothing(open_page: OpenPage, floor: Floor) -> None:
    page = sign_in(open_page(floor.links["operator"]), *SUPERVISOR)
    page.keyboard.press("2")
    expect(page.get_by_test_id("version")).to_be_visible()
    expect(page.get_by_test_id("new-table")).to_have_count(0)
    expect(page.get_by_test_id("nav-devices")).to_have_count(0)
    page.keyboard.press("4")
    expect(page.get_by_test_id("screen-tables")).to_be_visible()


def test_the_venue_decides_its_languages(office: Page, open_page: OpenPage, floor: Floor) -> None:
    office.keyboard.press("8")
    office.get_by_test_id("field-gaming_day_start").fill("5")
    office.get_by_test_id("save").click()
    expect_note(office, "unreadable_fields")
    office.get_by_test_id("field-gaming_day_start").fill("05:30")
    office.get_by_test_id("field-languages").fill("zh-Hans, en")
    office.get_by_test_id("field-ticket_limit").fill("2500")
    office.keyboard.press("Control+s")
    expect_note(office, "saved")
    expect(office.get_by_test_id("field-languages")).to_have_value("zh-Hans, en")
    expect(open_page(floor.links["WND-1"]).locator("html")).to_have_attribute("lang", "zh-Hans")
