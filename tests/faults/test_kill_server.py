"""kill -9 of the whole server: terminals, dealer and gateway come back with the same ids, and nothing is lost."""

import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from server.demo.plan import LIVE
from server.simulate.audit import Auditor
from server.storage.verify import verify
from tests.faults.rig.books import read_books
from tests.faults.rig.server import DEALER, Readings, ServerProcess, Wire

pytestmark = [pytest.mark.fault, pytest.mark.slow]

KILLS = 20
STATES = ("wagering", "closed", "proposed", "settled", "idle")
SPOTS = ("red", "odd", "straight:17", "split:17-20", "dozen:2", "tier")


class Night:
    """A floor whose server dies again and again."""

    def __init__(self, data: Path) -> None:
        self.server = ServerProcess(data)
        self.players = [Wire(self.server, "pt", f"PT-{seat}") for seat in (1, 3)]
        self.dealer = Wire(self.server, "dt", "DT-1")
        self.gateway = Readings(self.server)
        self.random = Random(20)
        self.round = 0
        self.kills = 0

    @property
    def wires(self) -> list[Wire]:
        return [*self.players, self.dealer, self.gateway]

    def live(self) -> None:
        """A new life: everybody reconnects and sends again what was not answered, and something that was."""
        self.server.start()
        for wire in self.wires:
            wire.connect()
        self.gateway.resend()
        self.gateway.settle()
        self.dealer.do(type="sign_in", card=DEALER.card, pin=DEALER.pin)
        for wire in (*self.players, self.dealer):
            known = [
                cmd for cmd in list(wire.answers)[-12:] if wire.sent[cmd]["type"] not in ("sign_in", "resolve_task")
            ]
            counts = {cmd: len(wire.answers.get(cmd, [])) for cmd in (*wire.unanswered(), *known)}
            for cmd in counts:
                wire.repeat(cmd)
            for cmd, count in counts.items():
                wire.wait(cmd, count + 1)

    def die(self) -> None:
        time.sleep(self.random.choice((0.0, 0.002, 0.005, 0.01, 0.02)))
        self.server.kill()
        self.kills += 1
        for wire in self.wires:
            wire.drain()

    @property
    def name(self) -> str:
        return f"{LIVE}-{self.round}"

    def play_into(self, state: str) -> None:
        for player in self.players:
            self.gateway.read(f"acceptor-{player.device}", "note_stacked", value=5_000)
        self.gateway.settle()
        if state == "idle":
            return
        if self.dealer.do(type="new_game")["refusal"] is None:
            self.round += 1
        if state == "wagering":
            return
        self.dealer.do(type="no_more_bets", round=self.name)
        if state == "closed":
            return
        self.dealer.do(type="enter_result", round=self.name, value="17")
        if state == "settled":
            self.dealer.do(type="confirm_result", round=self.name, value="17")

    def burst(self, state: str) -> None:
        for player in self.players * 3:
            chip = {"spot": self.random.choice(SPOTS), "amount": self.random.choice((600, 1200))}
            player.post(type="place", round=self.name, chips=[chip])
        step: dict[str, dict[str, Any]] = {
            "wagering": {"type": "no_more_bets", "round": self.name},
            "closed": {"type": "enter_result", "round": self.name, "value": "20"},
            "proposed": {"type": "confirm_result", "round": self.name, "value": "17"},
            "settled": {"type": "request_correction", "round": self.name, "value": "20", "reason": "read wrongly"},
        }
        if state in step:
            self.dealer.post(**step[state])
        self.gateway.read(f"acceptor-{self.players[0].device}", "note_stacked", value=500)

    def finish(self) -> None:
        """Whatever state the round is in, bring it to its end."""
        self.dealer.do(type="no_more_bets", round=self.name)
        for value in ("17", "20"):
            self.dealer.do(type="enter_result", round=self.name, value=value)
            self.dealer.do(type="confirm_result", round=self.name, value=value)

    def audit(self) -> list[str]:
        rows, answers, balances = read_books(self.server.settings.database_url)
        auditor = Auditor(receipts=False)
        for row in rows:
            auditor.take(row)
        for wire in (*self.players, self.dealer):
            for cmd, replies in wire.answers.items():
                if wire.sent[cmd]["type"] != "sign_in":
                    for reply in replies:
                        auditor.heard(f"{wire.device}:{cmd}", wire.sent[cmd], reply)
        auditor.close(answers, balances)
        taken = sum(1 for row in rows if row["event"]["type"] == "reading_taken")
        lost = [] if taken == len(self.gateway.journal) else [f"{taken} of {len(self.gateway.journal)} readings"]
        return auditor.findings + lost + [str(item) for item in verify(self.server.settings.database_url).findings]


def test_twenty_kills_of_the_whole_server_lose_nothing(tmp_path: Path) -> None:
    night = Night(tmp_path)
    try:
        night.live()
        for number in range(KILLS):
            state = STATES[number % len(STATES)]
            night.play_into(state)
            night.burst(state)
            night.die()
            night.live()
            night.finish()
    finally:
        night.server.kill()
        for wire in night.wires:
            wire.close()
    assert night.audit() == []
    assert night.kills == KILLS
    assert sum(len(player.answers) for player in night.players) == KILLS * 6
