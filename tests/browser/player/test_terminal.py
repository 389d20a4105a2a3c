"""The terminal around the game: services, panels, language, lost connections, accessibility."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.player.conftest import OpenTerminal
from tests.browser.player.terminal import Terminal

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"


def test_without_a_credential_the_terminal_says_so(page: Page, floor_url: str) -> None:
    page.goto(f"{floor_url}/pt/")
    page.get_by_test_id("not-enrolled").wait_for()


def test_a_wrong_credential_is_turned_away(page: Page, floor_url: str) -> None:
    page.goto(f"{floor_url}/pt/#device=PT-1&token={'x' * 32}")
    page.get_by_test_id("refused").wait_for()
    assert page.get_by_test_id("layout").count() == 0


def test_the_credential_leaves_the_address_bar(terminal: Terminal) -> None:
    assert "token" not in terminal.page.url
    terminal.page.reload()
    terminal.by_id("layout").wait_for()


@pytest.mark.rule("002 4.2")
def test_without_credit_the_way_in_is_said(terminal: Terminal) -> None:
    terminal.clear_layout()
    terminal.cash_out()
    assert terminal.meter("credit") == 0
    assert "Insert a banknote" in terminal.by_id("attract").inner_text().capitalize()
    terminal.insert(20)
    terminal.by_id("attract").wait_for(state="hidden")
    assert terminal.shown("credit") == 2000


def test_the_attendant_is_called_and_sent_away(terminal: Terminal) -> None:
    button = terminal.by_id("attendant")
    button.click()
    terminal.page.wait_for_selector('[data-testid="attendant"][aria-pressed="true"]')
    assert "Called" in button.inner_text()
    button.click()
    terminal.page.wait_for_selector('[data-testid="attendant"][aria-pressed="false"]')


def test_two_touches_change_the_language(terminal: Terminal) -> None:
    terminal.by_id("open-language").click()
    terminal.by_id("language-zh-Hans").click()
    assert "余额" in terminal.page.locator(".meter.credit").inner_text()
    assert terminal.page.locator("html").get_attribute("lang") == "zh-Hans"


def test_two_touches_silence_the_terminal(terminal: Terminal) -> None:
    terminal.by_id("open-volume").click()
    terminal.by_id("volume-0").click()
    terminal.by_id("panel-volume").wait_for(state="hidden")
    terminal.by_id("open-volume").click()
    assert terminal.by_id("volume-0").get_attribute("aria-pressed") == "true"


@pytest.mark.parametrize("panel", ["statistics", "limits", "help", "tables"])
def test_panels_leave_the_countdown_and_the_credit_in_view(terminal: Terminal, panel: str) -> None:
    terminal.by_id(f"open-{panel}").click()
    sheet = terminal.by_id(f"panel-{panel}")
    sheet.wait_for()
    terminal.page.wait_for_timeout(300)
    box = sheet.bounding_box()
    header = terminal.page.locator(".header").bounding_box()
    footer = terminal.page.locator(".footer").bounding_box()
    assert box
    assert header
    assert footer
    assert box["y"] >= header["y"] + header["height"]
    assert box["y"] + box["height"] <= footer["y"] + 1
    if panel == "statistics":
        assert "Past results do not influence the next one." in sheet.inner_text()
    terminal.by_id("close-panel").click()
    sheet.wait_for(state="hidden")


def test_a_lost_connection_says_which_bets_are_safe(open_terminal: OpenTerminal) -> None:
    cut = open_terminal.cuttable()
    terminal = cut.terminal
    terminal.insert(20)
    terminal.close_drawer()
    terminal.wait_open(6)
    terminal.choose(500)
    terminal.place("red")
    terminal.wait_wagers({"red": 500})
    cut.cut()
    terminal.by_id("offline").wait_for(timeout=8000)
    text = terminal.by_id("offline").inner_text()
    assert "Your accepted bets are safe" in text
    assert "Red" in text
    assert "$5.00" in text
    cut.mend()
    terminal.by_id("offline").wait_for(state="hidden", timeout=10_000)


def test_a_command_without_an_answer_is_sent_again_and_counts_once(open_terminal: OpenTerminal) -> None:
    cut = open_terminal.cuttable()
    terminal = cut.terminal
    terminal.insert(20)
    terminal.close_drawer()
    terminal.wait_open(6)
    terminal.choose(500)
    cut.swallow_answers()
    terminal.place("black")
    terminal.page.wait_for_timeout(400)
    assert terminal.pending() == 500
    cut.cut()
    terminal.page.wait_for_timeout(300)
    cut.mend()
    terminal.wait_wagers({"black": 500}, seconds=10)
    terminal.wait_meter("bet", 500)
    assert len(cut.command_ids("place")) >= 2
    assert len(set(cut.command_ids("place"))) == 1


def test_a_terminal_opened_twice_does_not_fight_for_its_connection(open_terminal: OpenTerminal) -> None:
    first = open_terminal()
    second = open_terminal()
    first.by_id("replaced").wait_for()
    first.page.wait_for_timeout(1500)
    assert second.by_id("replaced").count() == 0
    first.by_id("take-back").click()
    first.by_id("replaced").wait_for(state="hidden")
    second.by_id("replaced").wait_for()


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 800), (1180, 820), (1024, 768)])
def test_nothing_is_cut_off(open_terminal: OpenTerminal, size: tuple[int, int]) -> None:
    terminal = open_terminal(size=size)
    width, height = size
    for name in ("undo", "rebet", "meter-credit", "layout", "open-help", "open-cash_out", "history"):
        box = terminal.by_id(name).bounding_box()
        assert box, name
        assert box["x"] >= 0, name
        assert box["y"] >= 0, name
        assert box["x"] + box["width"] <= width + 1, name
        assert box["y"] + box["height"] <= height + 1, name


def test_accessibility(terminal: Terminal) -> None:
    terminal.page.evaluate(AXE.read_text())
    found = terminal.page.evaluate("async () => (await axe.run()).violations.map((v) => `${v.id}: ${v.help}`)")
    assert found == []
