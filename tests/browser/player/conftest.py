"""A browser with fingers, and terminals of the running floor in it."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute

from tests.browser.conftest import Floor
from tests.browser.player.terminal import Terminal

FULL_HD = (1920, 1080)
BETTING_TERMINAL, SERVICE_TERMINAL, AUTOMATED_TABLE = "PT-2", "PT-4", "RR2"
ENOUGH = 100_000
SERVICE_RESTART = 1012


@pytest.fixture
def floor_url(floor: Floor) -> str:
    return floor.base


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": FULL_HD[0], "height": FULL_HD[1]}, has_touch=True)
    context.set_default_timeout(20_000)
    page = context.new_page()
    yield page
    context.close()


@dataclass
class CuttableLine:
    """A terminal whose connection the test can cut, mend, and listen to. The server at the other end is real."""

    down: bool = False
    deaf: bool = False
    sent: list[dict[str, Any]] = field(default_factory=list)
    open: list[WebSocketRoute] = field(default_factory=list)
    terminal: Terminal = field(init=False)

    def connect(self, route: WebSocketRoute) -> None:
        if self.down:
            route.close(code=SERVICE_RESTART)
            return
        server = route.connect_to_server()
        self.open.append(route)

        def to_server(text: str | bytes) -> None:
            self.sent.append(json.loads(text))
            server.send(text)

        def to_page(text: str | bytes) -> None:
            quiet = self.deaf and json.loads(text)["type"] in ("answer", "seat")
            if not quiet:
                route.send(text)

        route.on_message(to_server)
        server.on_message(to_page)

    def swallow_answers(self) -> None:
        self.deaf = True

    def cut(self) -> None:
        self.down = True
        for route in self.open:
            route.close(code=SERVICE_RESTART)
        self.open.clear()

    def mend(self) -> None:
        self.down = self.deaf = False

    def command_ids(self, kind: str) -> list[str]:
        return [m["id"] for m in self.sent if m["type"] == "command" and m["body"]["type"] == kind]


class OpenTerminal:
    """Opens terminals of the floor, each in a browser window of its own."""

    def __init__(self, browser: Browser, links: Mapping[str, str]) -> None:
        self._browser = browser
        self._links = links
        self._open: list[Page] = []
        self.snapshots: list[dict[str, Any]] = []
        self.problems: list[str] = []

    def __call__(self, device: str = SERVICE_TERMINAL, size: tuple[int, int] = FULL_HD) -> Terminal:
        return self._start(self._window(size), device)

    def cuttable(self, device: str = SERVICE_TERMINAL) -> CuttableLine:
        page = self._window(FULL_HD)
        line = CuttableLine()
        page.route_web_socket(re.compile("/ws/pt"), line.connect)
        line.terminal = self._start(page, device)
        line.terminal.sit(AUTOMATED_TABLE)
        line.terminal.clear_layout()
        return line

    def _window(self, size: tuple[int, int]) -> Page:
        context = self._browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=True)
        context.set_default_timeout(20_000)
        page = context.new_page()
        self._open.append(page)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("websocket", lambda socket: socket.on("framereceived", self._received))
        return page

    def _start(self, page: Page, device: str) -> Terminal:
        page.goto(self._links[device])
        page.get_by_test_id("layout").wait_for()
        return Terminal(page)

    def _received(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "snapshot":
            self.snapshots.append(message)

    def close(self) -> None:
        for page in self._open:
            page.context.close()


@pytest.fixture
def open_terminal(browser: Browser, floor: Floor) -> Iterator[OpenTerminal]:
    opener = OpenTerminal(browser, floor.links)
    yield opener
    opener.close()
    assert opener.problems == []


@pytest.fixture
def terminal(open_terminal: OpenTerminal) -> Terminal:
    """A terminal as it is, with or without credit."""
    return open_terminal()


@pytest.fixture
def seated(open_terminal: OpenTerminal) -> Terminal:
    """A player with enough credit and an empty layout at the automated table."""
    terminal = open_terminal(BETTING_TERMINAL)
    terminal.sit(AUTOMATED_TABLE)
    while terminal.meter("credit") + terminal.meter("bet") < ENOUGH:
        terminal.insert(100)
    terminal.close_drawer()
    terminal.clear_layout()
    return terminal


@pytest.fixture
def snapshot(seated: Terminal, open_terminal: OpenTerminal) -> dict[str, Any]:
    """What the server last said about the table that the player sits at."""
    del seated
    return open_terminal.snapshots[-1]
