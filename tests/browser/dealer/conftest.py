"""A dealer, a supervisor, an operator and a player at a real floor."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Floor
from tests.browser.dealer.desk import Desk
from tests.browser.dealer.player import Player

FULL_HD = (1920, 1080)
OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Opens pages in windows of their own; any script error or blocked resource fails the test."""
    pages: list[Page] = []
    problems: list[str] = []

    def open_page(url: str, size: tuple[int, int] = FULL_HD) -> Page:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]})
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda line: problems.append(line.text) if "Content Security Policy" in line.text else None)
        page.goto(url)
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.context.close()
    assert problems == []


@pytest.fixture
def desk(open_page: OpenPage, floor: Floor) -> Desk:
    """The live table's dealer terminal with a dealer signed in, between rounds."""
    desk = Desk(open_page(floor.links["DT-1"]))
    desk.sign_in_as_dealer()
    desk.bring_to_rest()
    return desk


@pytest.fixture
def player(floor: Floor) -> Iterator[Player]:
    """Somebody with credit at a terminal of the live table."""
    with Player(floor, "PT-1") as player:
        player.insert(10_000)
        yield player
