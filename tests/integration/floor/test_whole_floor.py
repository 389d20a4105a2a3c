"""A whole floor as processes: server, gateway, simulated devices. Money goes in, is played, and comes out."""

from collections.abc import Iterator

import httpx
import pytest

from server.storage.verify import verify
from tests.browser.conftest import Floor, start_floor, stop_floor
from tests.integration.floor.client import Screen


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    running = start_floor(tmp_path_factory.mktemp("floor"), period_s=5, scale=0.1)
    yield running
    stop_floor(running)


def player(floor: Floor, name: str) -> Screen:
    return Screen(floor.base, "pt", name, floor.tokens[name])


def insert_note(floor: Floor, terminal: str, value: int) -> None:
    answer = httpx.post(f"{floor.panel}/acceptors/acceptor-{terminal}/notes", json={"value": value})
    assert answer.status_code == httpx.codes.OK, answer.text


@pytest.mark.rule(
    "002 2.2", "002 4.2", "002 4.2.2", "002 4.3", "002 5.3.2.1", "002 5.3.2.2", "002 7.6", "002 8.2", "002 8.4"
)
def test_note_in_play_on_the_automated_wheel_ticket_out_and_in_again(floor: Floor) -> None:
    with player(floor, "PT-2") as pt:
        insert_note(floor, "PT-2", 10_000)
        pt.until("the credit", lambda: pt.seat.get("credit") == 10_000)
        pt.until("a fresh period", lambda: pt.table["phase"] == "wagering" and not pt.seat["wagers"])
        placed = pt.command(
            type="place",
            round=pt.table["round"],
            chips=[{"spot": "red", "amount": 1_000}, {"spot": "black", "amount": 1_000}],
        )
        assert placed["refusal"] is None
        assert pt.seat["credit"] == 8_000
        pt.until("the result", lambda: pt.seat["result"] is not None)
        value = pt.table["outcome"]["value"]
        returned = 0 if value == "0" else 2_000
        assert pt.seat["result"]["returned"] == returned
        assert pt.seat["credit"] == 8_000 + returned
        pt.command(type="cash_out")
        pt.until("the ticket", lambda: pt.seat["cash_out"] and pt.seat["cash_out"]["state"] == "printed")
        assert pt.seat["credit"] == 0
    ticket = httpx.get(f"{floor.panel}/printers/printer-PT-2/tickets").json()["tickets"][-1]
    assert ticket["amount"] == 8_000 + returned
    with player(floor, "PT-4") as other:
        httpx.post(f"{floor.panel}/acceptors/acceptor-PT-4/tickets", json={"number": ticket["number"]})
        other.until("the credit of the ticket", lambda: other.seat.get("credit") == 8_000 + returned)
        again = httpx.post(f"{floor.panel}/acceptors/acceptor-PT-4/tickets", json={"number": ticket["number"]})
        assert again.status_code < httpx.codes.INTERNAL_SERVER_ERROR
        other.pump(2.0)
        assert other.seat["credit"] == 8_000 + returned, "a ticket pays once"


@pytest.mark.rule("002 2.1", "002 5.3.1.1", "002 5.3.1.2", "002 7.5", "002 8.1")
def test_a_live_wheel_round_dealt_at_the_dealer_terminal(floor: Floor) -> None:
    with player(floor, "PT-1") as pt, Screen(floor.base, "dt", "DT-1", floor.tokens["DT-1"]) as dt:
        insert_note(floor, "PT-1", 5_000)
        pt.until("the credit", lambda: pt.seat.get("credit") == 5_000)
        assert dt.command(type="new_game")["refusal"]["code"] == "not_signed_in"
        assert dt.command(type="sign_in", card="1001", pin="135790")["refusal"] is None
        dt.until("the table", lambda: dt.table)
        assert dt.command(type="new_game")["refusal"] is None
        pt.until("the period", lambda: pt.table["phase"] == "wagering")
        round_id = pt.table["round"]
        pt.command(type="place", round=round_id, chips=[{"spot": "straight:17", "amount": 500}])
        dt.until("a wheel that takes the ball", lambda: (dt.table["device"] or {}).get("state") == "ready")
        assert httpx.post(f"{floor.panel}/wheels/wheel-1/spin", json={}).status_code == httpx.codes.OK
        dt.until("the sensor's number", lambda: dt.table["phase"] == "proposed")
        sensor = dt.table["proposal"]["sensor"]
        assert pt.table["outcome"] is None, "a reading is no result"
        assert dt.command(type="confirm_result", round=round_id, value=sensor)["refusal"] is None
        pt.until("the settlement", lambda: pt.seat["result"])
        assert pt.seat["credit"] == 4_500 + (18_000 if sensor == "17" else 0)


def test_the_books_of_the_floor_agree(floor: Floor) -> None:
    report = verify(f"sqlite:///{floor.data / 'croupier.db'}")
    assert report.findings == []
    assert report.events > 50
