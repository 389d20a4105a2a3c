"""A dealer terminal as the person in front of it uses it."""

from playwright.sync_api import Locator, Page, expect

DEALER = ("1001", "135790")
SUPERVISOR = ("2001", "246801")
OPERATOR = ("9001", "975310")
GUARD_MS = 650
"""The large button is deaf for a moment after its meaning changed; a person looks first."""


class Desk:
    def __init__(self, page: Page) -> None:
        self.page = page

    def get(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    # ---- people ----

    def sign_in_as_dealer(self) -> None:
        self.sign_in(*DEALER)

    def sign_in(self, card: str, pin: str) -> None:
        """Whoever sat here before leaves first."""
        expect(self.get("card").or_(self.get("stage"))).to_be_visible()
        if self.get("stage").is_visible():
            self.get("sign-out").click()
        self.enter_credentials(card, pin)
        expect(self.get("stage")).to_be_visible()

    def enter_credentials(self, card: str, pin: str) -> None:
        self.get("card").fill(card)
        self.get("pin").fill(pin)
        self.page.keyboard.press("Enter")

    # ---- the round ----

    def expect_state(self, state: str) -> None:
        expect(self.get("state")).to_have_attribute("data-state", state)

    def expect_primary(self, action: str) -> None:
        expect(self.get("primary")).to_have_attribute("data-action", action)

    def press(self, action: str) -> None:
        """The large button, once it says what is meant."""
        self.expect_primary(action)
        self.page.wait_for_timeout(GUARD_MS)
        self.get("primary").click()

    def key(self, value: str) -> None:
        self.get("stage").get_by_test_id(f"key-{value}").click()

    def start_round(self) -> None:
        self.press("new_game")
        self.expect_state("wagering")

    def close_round(self) -> None:
        self.press("no_more_bets")
        self.expect_state("closed")

    def settle(self, value: str) -> None:
        """From no more bets to settled, keyed by the dealer."""
        self.key(value)
        expect(self.get("stage").get_by_test_id("readback")).to_have_attribute("data-value", value)
        self.press("confirm_result")
        self.expect_state("settled")

    def play(self, value: str) -> int:
        """A whole round without wagers; returns its number."""
        self.start_round()
        number = self.number
        self.close_round()
        self.settle(value)
        return number

    @property
    def number(self) -> int:
        return int(self.get("round-number").inner_text())

    def bring_to_rest(self) -> None:
        """Whatever an earlier test left: end the round so that a new one can start."""
        action = self.get("primary").get_attribute("data-action")
        if action == "no_more_bets":
            self.press("no_more_bets")
            action = "enter_result"
        if action == "enter_result":
            self.key("0")
            action = "confirm_result"
        if action == "confirm_result":
            self.press("confirm_result")
        self.expect_primary("new_game")

    # ---- what the screen says ----

    def expect_refusal(self, code: str) -> None:
        expect(self.get("refusal")).to_have_attribute("data-code", code)

    def decide(self, option: str, card: str, pin: str) -> None:
        """A supervisor at the overlay."""
        overlay = self.get("supervisor")
        overlay.get_by_test_id(f"option-{option}").click()
        self.enter_credentials(card, pin)
