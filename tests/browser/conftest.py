"""A real floor for the browser tests: server, gateway and simulated devices as processes, Chromium on top."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

READY_S = 90
CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass(frozen=True)
class Floor:
    """A running floor: links by device (PT-1.., DT-1 live, DT-2 automated, WND-1.., operator, api, devices, base)."""

    links: dict[str, str]
    tokens: dict[str, str]
    data: Path
    process: subprocess.Popen[bytes]

    @property
    def base(self) -> str:
        return self.links["base"]

    @property
    def panel(self) -> str:
        return self.links["devices"].rstrip("/")


def start_floor(data: Path, *, period_s: float = 12.0, scale: float = 0.1, bots: bool = False) -> Floor:
    """Start `croupier floor` on free ports and wait until everything answers."""
    links = data / "links.json"
    command = [sys.executable, "-m", "server.cli", "floor", "--data", str(data / "floor"), "--port", "0"]
    command += ["--panel-port", "0", "--period", str(period_s), "--scale", str(scale), "--links", str(links)]
    command += ["--bots" if bots else "--no-bots"]
    env = {k: v for k, v in os.environ.items() if not k.startswith("CROUPIER_") or k.startswith("CROUPIER_TEST")}
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    deadline = time.monotonic() + READY_S
    while not links.exists() or not links.read_bytes():
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            raise RuntimeError(f"the floor did not come up: {process.stderr.read().decode() if process.stderr else ''}")
        time.sleep(0.05)
    plan: dict[str, Any] = json.loads(links.read_bytes())
    return Floor(plan["links"], plan["tokens"], data / "floor", process)


def stop_floor(floor: Floor) -> None:
    floor.process.send_signal(signal.SIGINT)
    try:
        floor.process.wait(30)
    except subprocess.TimeoutExpired:
        floor.process.kill()
        floor.process.wait()
    if floor.process.stderr:
        floor.process.stderr.close()


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    """One floor per test module, without automatic dealer and players."""
    running = start_floor(tmp_path_factory.mktemp("floor"))
    yield running
    stop_floor(running)


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """One Chromium per test module: it brings an event loop of its own, which must be gone before other tests run."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of the browser, or the reason why there is none."""
    path = os.environ.get("CROUPIER_TEST_CHROMIUM") or shutil.which("chromium")
    if not path:
        pytest.skip(os.environ.get("CROUPIER_TEST_CHROMIUM_REASON", "no Chromium on this machine"))
    return path
