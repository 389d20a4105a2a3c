"""The operator page over the REST interface."""

from collections.abc import Iterator
from secrets import token_hex

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Floor
from tests.browser.dealer.conftest import OpenPage
from tests.browser.dealer.desk import OPERATOR, SUPERVISOR, Desk

pytestmark = pytest.mark.browser

TABLE = "RR1"


def sign_in(page: Page, card: str, pin: str) -> Page:
    page.get_by_test_id("field-card").fill(card)
    page.get_by_test_id("field-pin").fill(pin)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id(f"table-{TABLE}")).to_be_visible()
    return page


@pytest.fixture
def office(open_page: OpenPage, floor: Floor) -> Page:
    return sign_in(open_page(floor.links["operator"]), *OPERATOR)


@pytest.fixture
def colleague(floor: Floor) -> Iterator[httpx.Client]:
    """Another operator, working through the interface directly."""
    with httpx.Client(base_url=f"{floor.base}/api/v1") as api:
        body = {"card": OPERATOR[0], "pin": OPERATOR[1]}
        session = api.post("/staff/sessions", json=body, headers={"Idempotency-Key": token_hex(8)}).json()
        api.headers["Authorization"] = f"Bearer {session['token']}"
        yield api


def edit_table(page: Page) -> None:
    page.keyboard.press("2")
    page.get_by_test_id(f"pick-{TABLE}").click()
    expect(page.get_by_test_id("version")).to_be_visible()


def test_limits_are_edited_and_kept(office: Page, colleague: httpx.Client) -> None:
    edit_table(office)
    office.get_by_test_id("field-straight.maximum").fill("150")
    office.keyboard.press("Control+s")
    expect(office.get_by_test_id("note")).to_have_attribute("data-code", "saved")
    assert colleague.get(f"/tables/{TABLE}").json()["limits"]["kinds"]["straight"]["maximum"] == 15_000


def test_an_unreadable_amount_is_named_and_sends_nothing(office: Page, colleague: httpx.Client) -> None:
    version = colleague.get(f"/tables/{TABLE}").json()["version"]
    edit_table(office)
    office.get_by_test_id("field-split.minimum").fill("-5")
    office.get_by_test_id("save").click()
    expect(office.get_by_test_id("note")).to_have_attribute("data-code", "unreadable_fields")
    assert colleague.get(f"/tables/{TABLE}").json()["version"] == version


def test_who_saves_second_sees_the_first_change_and_decides(office: Page, colleague: httpx.Client) -> None:
    edit_table(office)
    table = colleague.get(f"/tables/{TABLE}").json()
    change = colleague.patch(
        f"/tables/{TABLE}", json={"period_ms": 20_000}, headers={"If-Match": f'"{table["version"]}"'}
    )
    change.raise_for_status()
    office.get_by_test_id("field-name").fill("Roulette by the window")
    office.get_by_test_id("save").click()
    conflict = office.get_by_test_id("conflict")
    expect(conflict.get_by_test_id("conflict-period")).to_contain_text("20")
    expect(conflict.get_by_test_id("conflict-name")).to_contain_text("Roulette by the window")
    conflict.get_by_test_id("keep-mine").click()
    expect(office.get_by_test_id("field-period")).to_have_value("20")
    office.get_by_test_id("save").click()
    expect(office.get_by_test_id("note")).to_have_attribute("data-code", "saved")
    saved = colleague.get(f"/tables/{TABLE}").json()
    assert (saved["name"], saved["period_ms"]) == ("Roulette by the window", 20_000)


def test_a_supervisor_reads_and_changes_nothing(open_page: OpenPage, floor: Floor) -> None:
    page = sign_in(open_page(floor.links["operator"]), *SUPERVISOR)
    edit_table(page)
    expect(page.get_by_test_id("field-name")).to_be_disabled()
    expect(page.get_by_test_id("save")).to_have_count(0)


def test_an_enrolled_dealer_terminal_opens_with_the_link_shown_once(office: Page, open_page: OpenPage) -> None:
    office.keyboard.press("4")
    office.get_by_test_id("field-kind").select_option("dealer_terminal")
    office.get_by_test_id("field-device").fill("DT-9")
    office.get_by_test_id("field-bound").fill(TABLE)
    office.get_by_test_id("enrol").click()
    link = office.get_by_test_id("credential-link").inner_text()
    office.get_by_test_id("credential-done").click()
    expect(office.get_by_test_id("credential-link")).to_have_count(0)
    desk = Desk(open_page(link))
    desk.sign_in_as_dealer()
    expect(desk.get("stage")).to_be_visible()


def test_a_round_is_found_with_its_record(office: Page, open_page: OpenPage, floor: Floor) -> None:
    desk = Desk(open_page(floor.links["DT-1"]))
    desk.sign_in_as_dealer()
    desk.bring_to_rest()
    number = desk.play("26")
    office.keyboard.press("3")
    office.get_by_test_id("field-table").select_option(TABLE)
    office.get_by_test_id(f"round-{TABLE}-{number}").click()
    detail = office.get_by_test_id("round-detail")
    expect(detail).to_contain_text("26")
    expect(detail).to_contain_text("round_settled")


def test_books_and_audit_are_there(office: Page) -> None:
    office.keyboard.press("6")
    expect(office.get_by_test_id("books")).to_contain_text("The books balance")
    office.keyboard.press("7")
    office.keyboard.press("/")
    office.keyboard.type("signed_in")
    expect(office.locator("[data-testid^=entry-]").first).to_contain_text("signed_in")
