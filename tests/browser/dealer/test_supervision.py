"""What the dealer cannot do alone: corrections, voids (002 11.4.10, 11.1, 12.4)."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Floor
from tests.browser.dealer.desk import OPERATOR, SUPERVISOR, Desk
from tests.browser.dealer.player import Player

pytestmark = pytest.mark.browser

SECOND = ("2002", "482915")


@pytest.fixture(scope="module")
def second_supervisor(floor: Floor) -> tuple[str, str]:
    """Another supervisor, added by the operator."""
    with httpx.Client(base_url=f"{floor.base}/api/v1") as api:
        body = {"card": OPERATOR[0], "pin": OPERATOR[1]}
        session = api.post("/staff/sessions", json=body, headers={"Idempotency-Key": "second-1"}).json()
        headers = {"Authorization": f"Bearer {session['token']}", "Idempotency-Key": "second-2"}
        person = {"card": SECOND[0], "pin": SECOND[1], "name": "Second", "role": "casino_supervisor"}
        api.post("/staff", json=person, headers=headers).raise_for_status()
    return SECOND


def settled_round(desk: Desk, player: Player, value: str) -> int:
    desk.start_round()
    player.place("straight:17", 1_000)
    number = desk.number
    desk.close_round()
    desk.settle(value)
    return number


def ask_for_correction(desk: Desk, number: int, value: str) -> None:
    desk.get(f"correct-{number}").click()
    dialog = desk.get("correction")
    dialog.get_by_test_id(f"key-{value}").click()
    expect(dialog.get_by_test_id("impact")).to_have_attribute("data-sessions", "1")
    dialog.get_by_test_id("reason-keyed_wrong").click()
    dialog.get_by_test_id("request-correction").click()
    expect(desk.get("supervisor")).to_be_visible()


@pytest.mark.rule("002 11.4.10")
def test_a_correction_shows_its_money_and_is_approved_by_a_supervisor(desk: Desk, player: Player) -> None:
    number = settled_round(desk, player, "20")
    credit = player.seat["credit"]
    ask_for_correction(desk, number, "17")
    overlay = desk.get("supervisor")
    expect(overlay).to_contain_text("Asked for by Dealer")
    expect(overlay).to_contain_text("11.4.10")
    expect(overlay.get_by_test_id("impact")).to_have_attribute("data-credited", "36000")
    expect(overlay.get_by_test_id("expiry")).to_be_visible()
    desk.decide("approve", *SUPERVISOR)
    expect(overlay).to_have_count(0)
    row = desk.get(f"round-{number}")
    expect(row).to_have_attribute("data-value", "17")
    expect(row.get_by_test_id("was")).to_have_text("was 20")
    player.expect_credit(credit + 36_000)


@pytest.mark.rule("002 11.4.10")
def test_what_an_account_cannot_cover_is_named_before_approval(desk: Desk, player: Player) -> None:
    number = settled_round(desk, player, "17")
    player.command(type="cash_out")
    player.expect_credit(0)
    desk.get(f"correct-{number}").click()
    dialog = desk.get("correction")
    dialog.get_by_test_id("key-20").click()
    expect(dialog.get_by_test_id("receivables")).to_contain_text("$360.00")


def test_nobody_approves_his_own_request(desk: Desk, player: Player, second_supervisor: tuple[str, str]) -> None:
    desk.sign_in(*SUPERVISOR)
    number = settled_round(desk, player, "20")
    ask_for_correction(desk, number, "17")
    desk.decide("approve", *SUPERVISOR)
    desk.expect_refusal("same_person")
    expect(desk.get("supervisor")).to_be_visible()
    desk.enter_credentials(*second_supervisor)
    expect(desk.get("supervisor")).to_have_count(0)
    expect(desk.get(f"round-{number}")).to_have_attribute("data-value", "17")


def test_a_declined_correction_changes_nothing(desk: Desk, player: Player) -> None:
    number = settled_round(desk, player, "20")
    ask_for_correction(desk, number, "17")
    desk.decide("decline", *SUPERVISOR)
    expect(desk.get("supervisor")).to_have_count(0)
    expect(desk.get(f"round-{number}")).to_have_attribute("data-value", "20")


@pytest.mark.rule("002 12.4.1", "002 12.5")
def test_a_void_needs_a_supervisor_and_gives_the_stakes_back(desk: Desk, player: Player) -> None:
    credit = player.seat["credit"]
    desk.start_round()
    player.place("black", 2_000)
    desk.close_round()
    desk.page.keyboard.press("v")
    menu = desk.get("irregularity")
    menu.get_by_test_id("irregularity-commotion").click()
    expect(menu).to_contain_text("12.4.1")
    menu.get_by_test_id("confirm-irregularity").click()
    expect(desk.get("supervisor")).to_contain_text("$20.00")
    desk.decide("approve", *SUPERVISOR)
    desk.expect_state("void")
    player.expect_credit(credit)


@pytest.mark.rule("002 4.2.8")
def test_a_wager_is_taken_off_after_the_close_only_by_a_supervisor(desk: Desk, player: Player) -> None:
    desk.start_round()
    player.place("split:17-20", 1_000)
    player.place("odd", 500)
    credit = player.seat["credit"]
    desk.close_round()
    desk.get("seat-PT-1").click()
    desk.get("relief-split:17-20").click()
    desk.get("relief-reason-touched_by_mistake").click()
    expect(desk.get("supervisor")).to_contain_text("Split 17/20")
    expect(desk.get("supervisor")).to_contain_text("$10.00")
    desk.decide("approve", *SUPERVISOR)
    player.expect_credit(credit + 1_000)
    expect(desk.get("total-bet")).to_have_text("$5.00")
    desk.settle("2")
