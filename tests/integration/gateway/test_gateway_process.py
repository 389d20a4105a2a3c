"""The whole gateway as a process: panel, drivers, journal and link, with kill -9 in the middle."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from tests.integration.gateway.house import TOKEN, House, open_house
from tests.unit.gateway.support import until

ORIGIN = "http://127.0.0.1:5173"
TICKET = "123456789012345678"
CONFIG = """
server = "{url}"
gateway = "GW-1"
token_file = "token"
journal = "journal.sqlite3"
time_scale = 0.03
panel = {{ port = 0, origins = ["{origin}"] }}
[[devices]]
id = "wheel-1"
driver = "slingshot2"
simulator = {{ flavour = "automated" }}
[[devices]]
id = "wheel-2"
driver = "slingshot2"
simulator = {{ flavour = "live" }}
[[devices]]
id = "acceptor-PT-1"
driver = "note_acceptor"
terminal = "PT-1"
simulator = {{}}
[[devices]]
id = "printer-PT-1"
driver = "ticket_printer"
terminal = "PT-1"
simulator = {{ print_ms = 30000 }}
"""


class Running:
    def __init__(self, process: asyncio.subprocess.Process, panel: httpx.AsyncClient, log: Path) -> None:
        self.process = process
        self.panel = panel
        self.log = log

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        return await self.process.wait()

    async def post(self, path: str, body: object) -> httpx.Response:
        return await self.panel.post(path, json=body)


@asynccontextmanager
async def gateway(folder: Path, house: House) -> AsyncIterator[Running]:
    (folder / "token").write_text(TOKEN)
    config = folder / "gateway.toml"
    config.write_text(CONFIG.format(url=house.url, origin=ORIGIN))
    log = folder / "log"
    with log.open("w") as stderr:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "hardware_gateway", "--config", str(config), stderr=stderr
        )
    try:
        await until(lambda: "control panel" in log.read_text(), seconds=15)
        found = re.search(r"http://127\.0\.0\.1:\d+/", log.read_text())
        assert found
        async with httpx.AsyncClient(base_url=found[0], trust_env=False) as panel:
            yield Running(process, panel, log)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def answered(house: House, command: str) -> None:
    await until(lambda: any(reading["data"].get("command") == command for reading in house.readings), 10)  # type: ignore[attr-defined]


async def until_printing(running: Running) -> None:
    for _ in range(300):
        devices = (await running.panel.get("devices")).json()["devices"]
        if any(device["type"] == "printer" and device["printing"] for device in devices):
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the printer never started")


def ticket_job() -> dict[str, object]:
    return {
        "number": TICKET, "amount": 4_250, "currency": "AUD", "issued_at": "2026-11-18T10:00:00Z",
        "terminal": "PT-1", "table": "R1",
    }  # fmt: skip


async def test_an_evening_in_short(tmp_path: Path) -> None:
    async with open_house() as house, gateway(tmp_path, house) as running:
        await until(lambda: house.hellos == 1)
        refused = await running.post("acceptors/acceptor-PT-1/notes", {"value": 2000})
        assert (refused.status_code, refused.json()["error"]["detail"]) == (409, "disabled")
        await house.command("e1", "acceptor-PT-1", "enable")
        await answered(house, "e1")
        assert (await running.post("acceptors/acceptor-PT-1/notes", {"value": 2000})).status_code == 200
        await until(lambda: house.of_kind("note_stacked") == [{"value": 2000, "currency": "AUD"}])

        for _ in range(3):
            await house.command("p1", "printer-PT-1", "print_ticket", **ticket_job())
        await answered(house, "p1")
        tray = (await running.panel.get("printers/printer-PT-1/tickets")).json()["tickets"]
        assert [(ticket["number"], ticket["amount"]) for ticket in tray] == [(TICKET, 4_250)]
        assert (await running.post("printers/printer-PT-1/take", {})).json()["taken"] == tray
        await running.post("acceptors/acceptor-PT-1/tickets", {"number": TICKET})
        await until(lambda: house.of_kind("ticket_inserted") == [{"number": TICKET}])
        await house.command("a1", "acceptor-PT-1", "accept_ticket", number=TICKET)
        await answered(house, "a1")
        assert house.of_kind("ticket_stacked") == [{"number": TICKET, "command": "a1"}]

        await house.command("w1", "wheel-1", "open_wheel")
        await house.command("w2", "wheel-2", "open_wheel")
        await until(lambda: len(house.of_kind("bets_open")) == 2)
        await house.command("s1", "wheel-1", "start_game")
        assert (await running.post("wheels/wheel-2/spin", {})).json() == {"spun": True}
        await until(lambda: len(house.of_kind("result")) == 2, 10)
        assert [result["complete"] for result in house.of_kind("result")] == [True, True]

        await house.command("x1", "acceptor-PT-9", "enable")
        await answered(house, "x1")
        assert {"command": "x1", "reason": "unknown_device"} in house.of_kind("command_failed")
        assert len(house.of_kind("ticket_printed")) == 1
        assert await running.stop() == 0
    assert house.problems == []


@pytest.mark.fault
async def test_kill_9_while_printing_spinning_and_holding_a_ticket(tmp_path: Path) -> None:
    house = House()
    async with open_house(house), gateway(tmp_path, house) as running:
        await house.command("e1", "acceptor-PT-1", "enable")
        await house.command("w1", "wheel-1", "open_wheel")
        await answered(house, "e1")
        await running.post("acceptors/acceptor-PT-1/tickets", {"number": TICKET})
        await until(lambda: len(house.of_kind("bets_open")) == 1)
        await house.command("s1", "wheel-1", "start_game")
        await until(lambda: len(house.of_kind("no_more_bets")) == 1)
        house.acknowledging = False
        assert (await running.post("acceptors/acceptor-PT-1/notes", {"value": 500})).json()["error"]["detail"] == "busy"
        await until(lambda: house.of_kind("note_returned") == [{"reason": "busy"}])
        await house.command("p1", "printer-PT-1", "print_ticket", **ticket_job())
        await until_printing(running)
        await running.stop(signal.SIGKILL)
        (first_boot,) = house.highest
    house.acknowledging = True
    async with open_house(house), gateway(tmp_path, house) as running:
        await answered(house, "p1")
        await until(lambda: bool(house.of_kind("ticket_returned")) and bool(house.of_kind("spin_void")))
        assert house.of_kind("print_failed") == [{"command": "p1", "reason": "unknown"}]
        assert house.of_kind("ticket_returned") == [{"number": TICKET}]
        assert house.of_kind("spin_void") == [{"spin": 1, "reason": "not_observed"}]
        assert (await running.panel.get("printers/printer-PT-1/tickets")).json()["tickets"] == []
        assert await running.stop() == 0
    assert len(house.highest) == 2
    assert next(iter(house.highest)) == first_boot
    assert house.duplicates >= 1, "what was not acknowledged came again, under its old number"
    assert house.problems == []


BAD_REQUESTS = [
    ("acceptors/nobody/notes", {"value": 500}, 404, "unknown_device"),
    ("acceptors/acceptor-PT-1/notes", {"value": -5}, 422, "bad_request"),
    ("acceptors/acceptor-PT-1/notes", {"value": 5.5}, 422, "bad_request"),
    ("acceptors/acceptor-PT-1/notes", {"worth": 5}, 422, "bad_request"),
    ("acceptors/acceptor-PT-1/tickets", {"number": "abc"}, 422, "bad_request"),
    ("acceptors/acceptor-PT-1/tickets", {"number": "1" * 9000}, 413, "too_large"),
    ("printers/printer-PT-1/jam", {}, 422, "bad_request"),
    ("wheels/wheel-1/fault", {"kind": "earthquake"}, 422, "bad_request"),
    ("wheels/wheel-2/fault", {"kind": "wrong_way"}, 409, "not_on_this_wheel"),
    ("wheels/wheel-1/spin", {}, 409, "not_a_live_wheel"),
    ("wheels/wheel-2/spin", {}, 409, "not_waiting"),
]


async def test_the_panel(tmp_path: Path) -> None:
    async with open_house() as house, gateway(tmp_path, house) as running:
        for path, body, status, code in BAD_REQUESTS:
            answer = await running.post(path, body)
            assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), path
        plain = await running.panel.post("wheels/wheel-2/spin", content="{}", headers={"content-type": "text/plain"})
        assert plain.status_code == 415
        foreign = await running.panel.get("devices", headers={"origin": "http://elsewhere.example"})
        assert foreign.status_code == 403
        rebound = await running.panel.get("devices", headers={"host": "elsewhere.example"})
        assert rebound.status_code == 403
        ours = await running.panel.get("devices", headers={"origin": ORIGIN})
        assert ours.headers["access-control-allow-origin"] == ORIGIN
        devices = {device["id"]: device for device in ours.json()["devices"]}
        assert [device["type"] for device in devices.values()] == ["wheel", "wheel", "acceptor", "printer"]
        assert all(device["simulated"] for device in devices.values())
        preflight = await running.panel.options(
            "wheels/wheel-2/spin",
            headers={
                "origin": ORIGIN,
                "access-control-request-method": "POST",
                "access-control-request-headers": "content-type",
            },
        )
        assert preflight.status_code == 200
        page = await running.panel.get("")
        assert "SIMULATED" in page.text
        assert "{{nonce}}" not in page.text
        assert "default-src 'none'" in page.headers["content-security-policy"]
        assert (await running.post("wheels/wheel-1/fault", {"kind": "garbage"})).json() == {"injected": "garbage"}
        assert TOKEN not in running.log.read_text()


async def test_two_gateways_cannot_share_a_journal(tmp_path: Path) -> None:
    async with open_house() as house, gateway(tmp_path, house):
        second = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "hardware_gateway", "--config", str(tmp_path / "gateway.toml"),
            stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        _, text = await second.communicate()
        assert second.returncode == 2
        assert b"in use by another gateway" in text
