"""Every page passes the automatic accessibility rules, and a screen with a wrong credential says so."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Floor
from tests.browser.dealer.conftest import OpenPage
from tests.browser.dealer.desk import OPERATOR, Desk

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"


def violations(page: Page) -> list[str]:
    page.evaluate(AXE.read_text())
    found: list[str] = page.evaluate(
        """async () => {
            const { violations } = await axe.run(document, { resultTypes: ["violations"] });
            return violations
                .filter((v) => v.impact === "serious" || v.impact === "critical")
                .map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(" | ")}`);
        }"""
    )
    return found


def test_the_desk_and_its_dialogs(desk: Desk) -> None:
    assert violations(desk.page) == []
    desk.start_round()
    desk.close_round()
    assert violations(desk.page) == []
    desk.get("no-spin").click()
    desk.get("irregularity-wheel_still").click()
    desk.page.wait_for_timeout(400)
    assert violations(desk.page) == []
    desk.get("close-dialog").click()
    desk.settle("12")


def test_sign_in_display_and_operator_page(open_page: OpenPage, floor: Floor) -> None:
    sign_in = open_page(floor.links["DT-2"])
    expect(sign_in.get_by_test_id("card")).to_be_visible()
    assert violations(sign_in) == []
    display = open_page(floor.links["WND-2"])
    expect(display.get_by_test_id("state")).to_be_visible()
    assert violations(display) == []
    office = open_page(floor.links["operator"])
    office.get_by_test_id("field-card").fill(OPERATOR[0])
    office.get_by_test_id("field-pin").fill(OPERATOR[1])
    office.keyboard.press("Enter")
    for screen in ("floor", "tables", "devices", "staff"):
        office.get_by_test_id(f"nav-{screen}").click()
        expect(office.get_by_test_id(f"screen-{screen}").locator("h2").first).to_be_visible()
        assert violations(office) == []


def test_a_wrong_credential_opens_nothing(open_page: OpenPage, floor: Floor) -> None:
    page = open_page(re.sub("token=.*", "token=0123456789abcdef0123456789abcdef", floor.links["DT-1"]))
    expect(page.locator(".cover")).to_contain_text("not enrolled")
    bare = open_page(floor.links["DT-1"].partition("#")[0])
    expect(bare.locator(".cover")).to_contain_text("not enrolled")
