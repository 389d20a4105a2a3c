"""Take the README's pictures from a real floor: start one, let it play, do what people do, photograph, end it."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "images"
START_SECONDS = 180.0
WARM_UP_S = 150.0
"""How long the automatic dealer and players fill the history before the pictures are taken."""

SIZE = {"width": 1920, "height": 1080}
CELL, LEFT, TOP = 110.0, 300.0, 365.0
"""The layout on the player terminal at this size."""

DEALER = ("1001", "135790")
OPERATOR = ("9001", "975310")

Links = dict[str, str]


class FloorRefused(Exception):
    """The floor ended, or gave no links in time."""


@contextmanager
def running_floor() -> Iterator[Links]:
    """A floor of our own on free ports, ended as a person would end it."""
    with tempfile.TemporaryDirectory() as folder:
        links = Path(folder) / "links.json"
        command = [sys.executable, "-m", "server.cli", "floor", "--data", folder + "/floor", "--links", str(links)]
        command += ["--port", "0", "--panel-port", "0", "--period", "20", "--scale", "0.2"]
        floor = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL)
        try:
            deadline = time.monotonic() + START_SECONDS
            while not links.exists() or not links.read_bytes():
                if floor.poll() is not None or time.monotonic() > deadline:
                    raise FloorRefused("the floor gave no links")
                time.sleep(0.2)
            yield json.loads(links.read_bytes())["links"]
        finally:
            floor.send_signal(signal.SIGINT)
            floor.wait(60)


def spot(street: float, row: float) -> tuple[float, float]:
    """A point on the player's layout: streets from the left, rows from the top, halves are centres."""
    return LEFT + CELL * street, TOP + CELL * row


def play(page: Page, links: Links) -> None:
    """Insert a note, wait for a fresh period, and bet on a few spots."""
    httpx.post(f"{links['devices']}acceptors/acceptor-PT-2/notes", json={"value": 10_000})
    page.get_by_text("Place your bets").first.wait_for(state="visible", timeout=60_000)
    page.wait_for_timeout(1_500)
    for street, row in ((5.5, 1.5), (5.5, 1.5), (7, 1.5), (2, 2), (10.5, 3), (4.5, 0.5), (5, 4.2)):
        page.touchscreen.tap(*spot(street, row))
        page.wait_for_timeout(150)
    page.wait_for_timeout(1_200)


def sign_in(login: tuple[str, str]) -> Callable[[Page, Links], None]:
    def act(page: Page, _: Links) -> None:
        page.wait_for_timeout(1_500)
        for text in login:
            page.keyboard.type(text)
            page.keyboard.press("Enter")
        page.wait_for_timeout(2_500)

    return act


def operate(page: Page, _: Links) -> None:
    page.wait_for_timeout(1_000)
    fields = page.locator("input")
    for index, text in enumerate(OPERATOR):
        fields.nth(index).fill(text)
    page.keyboard.press("Enter")
    page.wait_for_timeout(2_500)


def look(page: Page, _: Links) -> None:
    page.wait_for_timeout(3_000)


SCENES: dict[str, tuple[str, Callable[[Page, Links], None]]] = {
    "player-terminal": ("PT-2", play),
    "dealer-terminal": ("DT-1", sign_in(DEALER)),
    "display": ("WND-2", look),
    "operator": ("operator", operate),
    "devices": ("devices", look),
}


def photograph(browser: Browser, links: Links, folder: Path) -> list[Path]:
    """One picture of each scene at the size the terminals are made for."""
    folder.mkdir(parents=True, exist_ok=True)
    taken = []
    for name, (link, act) in SCENES.items():
        page = browser.new_page(viewport={"width": SIZE["width"], "height": SIZE["height"]}, has_touch=True)
        page.goto(links[link])
        act(page, links)
        picture = folder / f"{name}.jpg"
        page.screenshot(path=picture, type="jpeg", quality=88)
        page.close()
        taken.append(picture)
    return taken


def main() -> int:
    chromium = os.environ.get("CROUPIER_TEST_CHROMIUM")
    if not chromium:
        print(os.environ.get("CROUPIER_TEST_CHROMIUM_REASON", "CROUPIER_TEST_CHROMIUM is not set"), file=sys.stderr)
        return 1
    with running_floor() as links, sync_playwright() as playwright:
        print(f"letting the floor play for {WARM_UP_S:.0f} s")
        time.sleep(WARM_UP_S)
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox"] if os.geteuid() == 0 else []
        )
        for picture in photograph(browser, links, PICTURES):
            print(f"{picture.relative_to(ROOT)} taken")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
