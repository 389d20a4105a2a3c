"""The rarer states of the terminal, caused by the staff and the devices of a real floor, in two languages at once."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Floor
from tests.browser.player.conftest import OpenTerminal
from tests.browser.player.dealing import Dealing
from tests.browser.player.pair import CHINESE, ENGLISH, Pair

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LIVE, AUTOMATED = "RR1", "RR2"
PERIOD_S = 12


@pytest.fixture(scope="module")
def opened(browser: Browser, floor: Floor) -> Iterator[Pair]:
    opener = OpenTerminal(browser, floor.links)
    folder = os.environ.get("CROUPIER_TEST_PICTURES")
    yield Pair(floor, opener(ENGLISH), opener(CHINESE), Path(folder) if folder else None)
    opener.close()
    assert opener.problems == []


@pytest.fixture
def dealer(floor: Floor) -> Iterator[Dealing]:
    dealing = Dealing(floor)
    with dealing.screen:
        dealing.bring_to_rest()
        yield dealing
        dealing.bring_to_rest()


@pytest.fixture
def pair(opened: Pair, dealer: Dealing) -> Pair:
    del dealer
    opened.ready()
    return opened


@pytest.mark.rule("002 7.2")
def test_the_countdown_shows_what_is_left_of_the_period(pair: Pair, dealer: Dealing) -> None:
    dealer.open_round()
    start = time.monotonic()
    pair.wait_screen("wagering")
    seen: list[str] = []
    while (state := pair.english.screen()) != "closed":
        left = PERIOD_S - (time.monotonic() - start)
        assert left > -1.5, "the countdown has ended and betting has not"
        if state in ("wagering", "closing"):
            assert abs(pair.english.seconds_left() - left) <= 1.2
            assert abs(pair.chinese.seconds_left() - left) <= 1.2
        tone = pair.english.by_id("state").get_attribute("class") or ""
        if not seen or seen[-1] != f"{state}: {tone}":
            seen.append(f"{state}: {tone}")
            pair.picture(f"countdown-{len(seen)}")
        pair.english.page.wait_for_timeout(400)
    assert time.monotonic() - start > PERIOD_S - 1
    assert seen == ["wagering: state open", "wagering: state closing", "closing: state closed"]


@pytest.mark.rule("002 11.4")
def test_after_a_no_spin_the_wagers_stand(pair: Pair, dealer: Dealing) -> None:
    dealer.open_round()
    pair.bet("red", "dozen:2")
    dealer.call("too_few_revolutions")
    pair.say("notice", "your wagers stand", "注单保留")
    pair.picture("no-spin-open")
    dealer.close_round()
    pair.wait_screen("no_spin")
    pair.say("band-message", "Your wagers stand", "注单保留")
    pair.say("reason", "did not make enough turns", "圈数不足")
    assert pair.english.by_id("notice").count() == 0
    pair.picture("no-spin")
    for _, terminal in pair.both:
        assert terminal.wagers() == {"red": 500, "dozen:2": 500}
        assert terminal.meter("bet") == 1000
    dealer.settle("14")
    pair.wait_screen("result")
    for _, terminal in pair.both:
        assert terminal.meter("win") == 1500


@pytest.mark.rule("002 12.4.1", "002 12.5")
def test_a_void_round_says_why_and_gives_the_stakes_back(pair: Pair, dealer: Dealing) -> None:
    credit = pair.english.meter("credit")
    dealer.open_round()
    pair.bet("black", "straight:17")
    dealer.close_round()
    dealer.void("commotion")
    pair.wait_screen("void")
    pair.say("reason", "interrupted by a disturbance", "骚乱")
    pair.english.wait_meter("credit", credit)
    assert pair.english.by_id("band-amount").get_attribute("data-amount") == "1000"
    pair.picture("void")


def test_a_suspended_table_keeps_the_wagers_and_takes_no_more(pair: Pair, dealer: Dealing) -> None:
    dealer.open_round()
    pair.bet("odd")
    dealer.do(type="suspend_table", reason="wheel_check")
    pair.wait_screen("suspended")
    for _, terminal in pair.both:
        terminal.place("even")
    pair.say("toasts", "The game is suspended", "暂停")
    pair.picture("suspended")
    for _, terminal in pair.both:
        assert terminal.wagers() == {"odd": 500}
        assert terminal.by_id("undo").is_disabled()
    dealer.supervise(type="resume_table")
    for _, terminal in pair.both:
        terminal.wait_screen("wagering", "closing", seconds=5)
        assert terminal.wagers() == {"odd": 500}


@pytest.mark.rule("002 12.8")
def test_the_closing_sign_names_the_time(pair: Pair, dealer: Dealing) -> None:
    dealer.supervise(type="announce_closure", minutes=20)
    pair.say("closing-notice", "This table closes at", "本桌将于")
    pair.picture("closing-notice")
    dealer.supervise(type="cancel_closure")
    pair.english.by_id("closing-notice").wait_for(state="detached")


def test_a_terminal_out_of_play_says_that_the_money_is_kept(pair: Pair, dealer: Dealing) -> None:
    dealer.open_round()
    pair.bet("red")
    for name, _ in pair.both:
        dealer.supervise(type="set_terminal", terminal=name, enabled=False)
    pair.say("disabled", "Your credit and wagers are kept", "已保留")
    pair.english.by_id("disabled-attendant").click()
    pair.say("disabled-attendant", "Called", "呼叫")
    pair.picture("disabled")
    for name, _ in pair.both:
        dealer.supervise(type="set_terminal", terminal=name, enabled=True)
    for _, terminal in pair.both:
        terminal.by_id("disabled").wait_for(state="detached")
        assert terminal.wagers() == {"red": 500}


def test_a_cash_out_asked_for_in_a_round_is_paid_after_it(pair: Pair, dealer: Dealing) -> None:
    dealer.open_round()
    pair.bet("red", "black")
    credit = pair.english.meter("credit")
    for _, terminal in pair.both:
        terminal.by_id("open-cash_out").click()
    pair.picture("cash-out-asked")
    for _, terminal in pair.both:
        terminal.by_id("cash-out-confirm").click()
        terminal.by_id("cash-out-queued").wait_for()
    pair.picture("cash-out-queued")
    pair.english.by_id("open-cash_out").click()
    pair.chinese.by_id("open-cash_out").click()
    pair.say("panel-cash_out", "as soon as no wager of yours is in play", "即付款")
    pair.picture("cash-out-withdraw")
    pair.chinese.by_id("cash-out-back").click()
    pair.english.by_id("cash-out-cancel").click()
    pair.english.by_id("cash-out-queued").wait_for(state="detached")
    pair.english.by_id("open-cash_out").click()
    pair.english.by_id("cash-out-confirm").click()
    dealer.close_round()
    pair.wait_screen("closed")
    pair.picture("cash-out-queued-closed")
    dealer.settle("1")
    for _, terminal in pair.both:
        terminal.by_id("cash-out-printed").wait_for(timeout=15_000)
    assert "".join(filter(str.isdigit, pair.english.page.locator(".full-amount").inner_text())) == str(credit + 1000)
    pair.picture("cash-out-printed")
    for _, terminal in pair.both:
        terminal.by_id("cash-out-taken").click()
        terminal.by_id("attract").wait_for()
    pair.picture("attract")


@pytest.fixture
def jammed(floor: Floor) -> Iterator[Callable[[], None]]:
    """Printers without a way out; free again afterwards."""

    def jam(on: bool) -> None:
        for name in (ENGLISH, CHINESE):
            url = f"{floor.panel}/printers/printer-{name}/jam"
            httpx.post(url, json={"on": on}).raise_for_status()

    jam(True)
    yield lambda: jam(False)
    jam(False)


@pytest.mark.rule("002 9.1")
def test_a_jammed_printer_means_that_an_attendant_pays(pair: Pair, dealer: Dealing, jammed: Callable[[], None]) -> None:
    for _, terminal in pair.both:
        terminal.by_id("open-cash_out").click()
        terminal.by_id("cash-out-confirm").click()
        terminal.by_id("cash-out-hand_pay").wait_for(timeout=15_000)
    pair.picture("hand-pay")
    jammed()
    pair.english.page.wait_for_timeout(300)
    assert pair.english.by_id("cash-out-hand_pay").is_visible(), "a repaired printer does not pay what is owed by hand"
    for name, terminal in pair.both:
        dealer.supervise(type="pay_by_hand", terminal=name)
        terminal.by_id("cash-out-hand_pay").wait_for(state="detached")
        assert terminal.meter("credit") == 0


@pytest.mark.rule("002 11.4.10")
def test_a_corrected_result_is_told_with_both_numbers(pair: Pair, dealer: Dealing) -> None:
    dealer.open_round()
    pair.bet("straight:17")
    dealer.close_round()
    dealer.settle("20")
    pair.wait_screen("result")
    before = pair.english.meter("credit")
    dealer.correct(dealer.round, "17")
    pair.english.wait_meter("credit", before + 18_000)
    pair.say("corrected", "was 20", "原为 20")
    assert pair.english.by_id("outcome").get_attribute("data-value") == "17"
    assert pair.english.by_id("notice").count() == 0, "the result itself says it"
    pair.picture("corrected")
    corrected = dealer.round
    dealer.open_round()
    pair.wait_screen("wagering")
    dealer.correct(corrected, "20")
    pair.english.wait_meter("credit", before)
    pair.say("notice", "20, not 17.", "原为 17。")
    pair.say("notice", "Your wagers were settled again.", "您的注单已重新结算")
    pair.picture("corrected-later")


def test_a_closed_table_sends_the_player_on_with_his_credit(pair: Pair, dealer: Dealing) -> None:
    for _, terminal in pair.both:
        terminal.sit(AUTOMATED)
    dealer.supervise(type="announce_closure", minutes=0)
    dealer.screen.until("the closed table", lambda: dealer.screen.table["status"] == "closed")
    for _, terminal in pair.both:
        terminal.sit(LIVE)
        terminal.wait_screen("table_closed")
    pair.say("band-message", "Choose another table or cash out", "选择其他赌桌")
    pair.picture("table-closed")
    dealer.supervise(type="open_table")
    for _, terminal in pair.both:
        terminal.wait_screen("idle", "result")
