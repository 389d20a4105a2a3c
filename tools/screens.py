"""Take the README's pictures from a real floor: start one, open the pages it prints, photograph them, end it.

The floor's own output is the only source of addresses, so the pictures show what a person would see after `make run`.
"""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "images"
LINK = re.compile(r"https?://[^\s\"'<>|│]+/(pt|dt|display|operator)/[^\s\"'<>|│]*")
NAMES = {"pt": "player-terminal", "dt": "dealer-terminal", "display": "display", "operator": "operator"}
START_SECONDS = 180.0
SETTLE_MS = 6_000


class FloorRefused(Exception):
    """The floor ended, or printed no links in time."""


def links_in(text: str) -> dict[str, str]:
    """The first address of each kind of page that a floor prints."""
    found: dict[str, str] = {}
    for match in LINK.finditer(text):
        found.setdefault(match[1], match[0])
    return found


def stop(floor: subprocess.Popen[str]) -> None:
    """Ctrl-C, as a person would; the floor ends everything it started."""
    if floor.poll() is None:
        floor.send_signal(signal.SIGINT)
        try:
            floor.wait(30)
        except subprocess.TimeoutExpired:
            floor.kill()
            floor.wait()


@contextmanager
def running_floor() -> Iterator[dict[str, str]]:
    """A floor of our own with its links; its lines are passed on, so that progress stays visible."""
    command = [str(Path(sys.executable).with_name("croupier")), "floor"]
    # A wide terminal keeps addresses on one line.
    environment = {**os.environ, "COLUMNS": "400", "PYTHONUNBUFFERED": "1"}
    floor = subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    )
    lines: list[str] = []

    def listen() -> None:
        for line in floor.stdout or ():
            lines.append(line)
            print(line, end="", flush=True)

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    try:
        deadline = time.monotonic() + START_SECONDS
        while not {"pt", "dt", "display"} <= links_in("".join(lines)).keys():
            if floor.poll() is not None or time.monotonic() > deadline:
                raise FloorRefused("the floor printed no links")
            time.sleep(0.2)
        yield links_in("".join(lines))
    finally:
        stop(floor)
        listener.join(5)


def photograph(browser: Browser, links: dict[str, str], folder: Path) -> list[Path]:
    """One picture of each page at the size the terminals are made for."""
    folder.mkdir(parents=True, exist_ok=True)
    taken = []
    for kind, link in links.items():
        page = browser.new_page(viewport={"width": 1920, "height": 1080}, has_touch=kind == "pt")
        page.goto(link)
        page.wait_for_timeout(SETTLE_MS)
        picture = folder / f"{NAMES[kind]}.png"
        page.screenshot(path=picture)
        page.close()
        taken.append(picture)
    return taken


def main() -> int:
    chromium = os.environ.get("CROUPIER_TEST_CHROMIUM")
    if not chromium:
        print(os.environ.get("CROUPIER_TEST_CHROMIUM_REASON", "CROUPIER_TEST_CHROMIUM is not set"), file=sys.stderr)
        return 1
    with running_floor() as links, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox"] if os.geteuid() == 0 else []
        )
        for picture in photograph(browser, links, PICTURES):
            print(f"{picture.relative_to(ROOT)} taken")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
