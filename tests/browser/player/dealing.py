"""The staff's side of the live table, without a screen: a test of the player terminal needs only what they cause."""

from typing import Any

from server.demo.plan import LOGINS
from tests.browser.conftest import Floor
from tests.integration.floor.client import Screen

LIVE_DEALER_TERMINAL = "DT-1"
CREDENTIALS = {login.role: {"card": login.card, "pin": login.pin} for login in LOGINS}
AT_REST = ("idle", "settled", "void")


class Dealing:
    """A dealer signed in at the live table, and a supervisor within call."""

    def __init__(self, floor: Floor) -> None:
        self.screen = Screen(floor.base, "dt", LIVE_DEALER_TERMINAL, floor.tokens[LIVE_DEALER_TERMINAL])
        self.sign_in("dealer")

    def sign_in(self, role: str) -> None:
        """Whoever sits here now; the server then sends everything afresh."""
        self.screen.table = {}
        self.do(type="sign_in", **CREDENTIALS[role])
        self.screen.until("the table", lambda: "limits" in self.screen.table)

    def supervise(self, **body: object) -> None:
        """What a supervisor does at this terminal himself."""
        self.sign_in("casino_supervisor")
        self.do(**body)
        self.sign_in("dealer")

    def do(self, **body: object) -> dict[str, Any]:
        """A command that must be taken."""
        answer = self.screen.command(**body)
        assert answer["refusal"] is None, answer["refusal"]
        return answer

    @property
    def round(self) -> str:
        return str(self.screen.table["round"])

    def wait_phase(self, *phases: str) -> None:
        self.screen.until(f"phase {phases}", lambda: self.screen.table["phase"] in phases)

    def open_round(self) -> None:
        self.do(type="new_game")
        self.wait_phase("wagering")

    def close_round(self) -> None:
        self.do(type="no_more_bets", round=self.round)
        self.wait_phase("closed")

    def settle(self, value: str) -> None:
        self.do(type="enter_result", round=self.round, value=value)
        self.do(type="confirm_result", round=self.round, value=value)
        self.wait_phase("settled")

    def call(self, code: str) -> None:
        self.do(type="call_irregularity", round=self.round, code=code)

    def void(self, reason: str) -> None:
        self.do(type="request_void", round=self.round, reason=reason)
        self._approve("void")
        self.wait_phase("void")

    def correct(self, round_id: str, value: str) -> None:
        self.do(type="request_correction", round=round_id, value=value, reason="keyed_wrong")
        self._approve("correction")

    def _approve(self, kind: str) -> None:
        def waiting() -> list[str]:
            return [task["task"] for task in self.screen.table["tasks"] if task["kind"] == kind]

        self.screen.until(f"the {kind} task", waiting)
        supervisor = CREDENTIALS["casino_supervisor"]
        self.do(type="resolve_task", task=waiting()[0], option="approve", **supervisor)

    def bring_to_rest(self) -> None:
        """End whatever a test left, so that the next round can start."""
        self.sign_in("dealer")
        if self.screen.table["status"] == "suspended":
            self.supervise(type="resume_table")
        if self.screen.table["phase"] == "wagering":
            self.close_round()
        if self.screen.table["phase"] not in AT_REST:
            self.settle("0")
