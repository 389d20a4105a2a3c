"""The start commands of the containers, started here as they are started there: migrate, server and gateway."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from server.demo.floor import free_port
from tests.integration.storage.conftest import new_database, postgres

__all__ = ["postgres"]

ROOT = Path(__file__).parents[3]
COMMANDS: dict[str, list[str]] = json.loads((ROOT / "tools" / "start_commands.json").read_text())


def program(name: str, **replaced: str) -> list[str]:
    """The command as in the container, with the program of this installation and local paths."""
    command = [replaced.get(part, part) for part in COMMANDS[name]]
    return [str(Path(sys.executable).with_name(command[0])), *command[1:]]


@pytest.fixture
def database(postgres: str) -> Iterator[str]:
    yield from new_database(postgres)


@pytest.mark.postgres
def test_the_containers_commands_bring_up_server_and_gateway_on_postgresql(database: str, tmp_path: Path) -> None:
    port = free_port()
    own = {"CROUPIER_DATABASE_URL": database, "CROUPIER_DATA": str(tmp_path), "CROUPIER_PORT": str(port)}
    env = {**os.environ, **own}
    migrated = subprocess.run(program("migrate"), env=env, capture_output=True, text=True, timeout=60, check=False)
    assert migrated.returncode == 0, migrated.stderr
    staff = [*program("server")[:1], "staff", "--card", "1", "--name", "First operator", "--pin", "123456"]
    added = subprocess.run(staff, env=env, capture_output=True, text=True, timeout=60, check=False)
    assert added.returncode == 0, added.stderr
    with subprocess.Popen(program("server"), env=env) as server:
        try:
            ready = _ready(f"http://127.0.0.1:{port}/readyz")
            assert ready == {"ready": True, "owner": True, "storage": True, "disk": True}
            signed = httpx.post(f"http://127.0.0.1:{port}/api/v1/staff/sessions", json={"card": "1", "pin": "123456"})
            assert signed.status_code < httpx.codes.BAD_REQUEST, signed.text
        finally:
            server.terminate()
            assert server.wait(20) in (0, -15)
    config = tmp_path / "gateway.toml"
    config.write_text(
        f'server = "http://127.0.0.1:{port}"\ngateway = "GW-1"\ntoken = "0123456789abcdef"\njournal = "g.db"\n'
        '[[devices]]\nid = "wheel-1"\ndriver = "slingshot2"\nserial = { path = "/dev/ttyUSB0" }\n'
    )
    command = [*program("gateway", **{"/etc/croupier/gateway.toml": str(config)}), "--check"]
    checked = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=False)
    assert checked.returncode == 0, checked.stderr


def _ready(url: str) -> dict[str, bool]:
    deadline = time.monotonic() + 30
    while True:
        try:
            answer: dict[str, bool] = httpx.get(url).json()
        except httpx.HTTPError:
            assert time.monotonic() < deadline, "the server does not answer"
            time.sleep(0.1)
        else:
            return answer
