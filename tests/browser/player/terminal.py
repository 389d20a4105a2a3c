"""A player at a terminal: real touches through the browser's own input events, and what the screen then says."""

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import CDPSession, Locator, Page

Point = tuple[float, float]

MARGIN = 0.3
LAYOUT_CELLS = 14 + 2 * MARGIN
TRACK_CELLS = 12
LIFT_PX = 48
STEPS = 4


def anchor(spot: str, numbers: Sequence[str]) -> Point:
    """Where a spot lies on the layout, in cells; worked out here from its numbers and not taken from the page."""
    kind, _, rest = spot.partition(":")
    if kind == "column":
        return 13.5, 3.5 - int(rest)
    if kind == "dozen":
        return 4.0 * int(rest) - 1, 3.375
    evens = ("low", "even", "red", "black", "odd", "high")
    if kind in evens:
        return 2.0 + 2 * evens.index(kind), 4.125
    values = sorted(int(number) for number in numbers)
    if values[0] == 0:
        return _zero_anchor(values)
    xs = [1.5 + (value - 1) // 3 for value in values]
    ys = [2.5 - (value - 1) % 3 for value in values]
    y = 3.0 if kind in ("street", "six_line") else sum(ys) / len(ys)
    return sum(xs) / len(xs), y


def _zero_anchor(values: list[int]) -> Point:
    if values == [0]:
        return 0.5, 1.5
    if len(values) == 4:
        return 1.0, 3.0
    ys = [2.5 - (value - 1) for value in values[1:]]
    return 1.0, sum(ys) / len(ys)


class Terminal:
    """One terminal's page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.cdp: CDPSession = page.context.new_cdp_session(page)

    # ---- looking ----

    def by_id(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    def screen(self) -> str:
        return self.by_id("state").get_attribute("data-screen") or ""

    def wait_screen(self, *names: str, seconds: float = 90) -> str:
        """Wait until the terminal shows one of these states."""
        choice = ", ".join(f'[data-testid="state"][data-screen="{name}"]' for name in names)
        self.page.wait_for_selector(choice, timeout=seconds * 1000)
        return self.screen()

    def seconds_left(self) -> int:
        ring = self.page.locator('[data-testid="countdown"] .value')
        return int(ring.inner_text()) if ring.count() else 0

    def wait_open(self, seconds: int = 6) -> None:
        """A wagering period with enough time left for what the test does; the next one if this one is short."""
        self.wait_screen("wagering", "closing")
        if self.seconds_left() < seconds:
            self.wait_screen("closed", "pending", "result", "void", "idle")
            self.wait_screen("wagering")

    def meter(self, name: str) -> int:
        return int(self.by_id(f"meter-{name}").get_attribute("data-amount") or -1)

    def wait_meter(self, name: str, amount: int, seconds: float = 15) -> None:
        selector = f'[data-testid="meter-{name}"][data-amount="{amount}"]'
        self.page.wait_for_selector(selector, timeout=seconds * 1000, state="attached")

    def shown(self, name: str) -> int:
        """The figure a person reads on a meter, in minor units."""
        return int(re.sub(r"\D", "", self.by_id(f"meter-{name}").inner_text()))

    def wagers(self) -> dict[str, int]:
        """Accepted stacks by spot, as drawn."""
        return {spot: accepted for spot, accepted, _ in self._stacks() if accepted}

    def pending(self) -> int:
        """What is drawn as still on its way."""
        return sum(pending for _, _, pending in self._stacks())

    def _stacks(self) -> list[tuple[str, int, int]]:
        drawn: list[tuple[str, int, int]] = self.page.evaluate(
            "() => [...document.querySelectorAll('.chips [data-accepted]')]"
            ".map(({ dataset: d }) => [d.spot, Number(d.accepted), Number(d.pending)])"
        )
        return drawn

    def wait_wagers(self, expected: dict[str, int], seconds: float = 8) -> None:
        end = time.monotonic() + seconds
        while self.wagers() != expected or self.pending():
            assert time.monotonic() < end, f"on the layout: {self.wagers()}, expected {expected}"
            self.page.wait_for_timeout(30)

    def label(self) -> Locator:
        return self.by_id("spot-label")

    def toasts(self) -> str:
        return self.by_id("toasts").inner_text()

    # ---- where things are ----

    def at(self, x: float, y: float) -> Point:
        box = self.by_id("layout").bounding_box()
        assert box is not None
        cell = box["width"] / LAYOUT_CELLS
        return box["x"] + (x + MARGIN) * cell, box["y"] + (y + MARGIN) * cell

    def spot(self, spot: str) -> Point:
        numbers = spot.partition(":")[2].split("-")
        return self.at(*anchor(spot, numbers))

    def chip(self, value: int) -> Point:
        return self.centre(self.page.locator(f'[data-chip="{value}"]'))

    def track(self, x: float, y: float) -> Point:
        box = self.by_id("track").bounding_box()
        assert box is not None
        cell = box["width"] / TRACK_CELLS
        return box["x"] + x * cell, box["y"] + y * cell

    @staticmethod
    def centre(thing: Locator) -> Point:
        box = thing.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    # ---- fingers ----

    def touch(self, kind: str, *points: Point) -> None:
        fingers = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        self.cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    def tap(self, point: Point) -> None:
        self.touch("touchStart", point)
        self.touch("touchEnd")

    def drag_to(self, start: Point, goal: Point) -> None:
        """One finger down and moved so that the ghost above it is on the goal; still down."""
        self.touch("touchStart", start)
        self._move([start], [goal])
        # Browsers hand moves to the page once per frame.
        self.page.wait_for_timeout(80)

    def drag(self, start: Point, goal: Point) -> None:
        self.touch("touchStart", start)
        self._move([start], [goal])
        self.touch("touchEnd")

    def drag_two(self, starts: tuple[Point, Point], goals: tuple[Point, Point]) -> None:
        self.touch("touchStart", *starts)
        self._move(list(starts), list(goals))
        self.touch("touchEnd")

    def _move(self, starts: list[Point], goals: list[Point]) -> None:
        ends = [(x, y + LIFT_PX) for x, y in goals]
        # A first stretch away from the start lifts the ghost to its full height.
        for n in range(1, STEPS + 1):
            part = n / STEPS
            now = [
                (sx + (ex - sx) * part, sy + (ey - sy) * part) for (sx, sy), (ex, ey) in zip(starts, ends, strict=True)
            ]
            self.touch("touchMove", *now)

    @contextmanager
    def pressed(self, point: Point) -> Iterator[None]:
        """A mouse button held on a point; let go outside the layout, so that nothing is placed."""
        mouse = self.page.mouse
        mouse.move(*point)
        mouse.down()
        try:
            yield
        finally:
            mouse.move(2, 2)
            mouse.up()

    # ---- what a player does ----

    def choose(self, value: int) -> None:
        self.tap(self.chip(value))
        self.page.wait_for_selector(f'[data-chip="{value}"][aria-checked="true"]', timeout=3000)

    def place(self, spot: str) -> None:
        self.tap(self.spot(spot))

    def insert(self, note: int) -> None:
        """Put a banknote into the simulated acceptor, through the drawer that stands in for it."""
        before = self.meter("credit")
        if not self.by_id(f"note-{note}").count():
            self.by_id("demo-tab").click()
        self.by_id(f"note-{note}").click()
        self.wait_meter("credit", before + note * 100)

    def close_drawer(self) -> None:
        if self.by_id("note-5").count():
            self.by_id("demo-tab").click()

    def sit(self, table: str) -> None:
        """Go to a table; nothing happens when it is the one shown."""
        self.by_id("open-tables").click()
        tile = self.by_id(f"table-{table}")
        tile.wait_for()
        if tile.is_enabled():
            tile.click()
            self.by_id("panel-tables").wait_for(state="hidden")
        else:
            self.by_id("close-panel").click()

    def clear_layout(self) -> None:
        """Start from an empty layout: take off what an earlier test left, or wait until its round is over."""
        while self.meter("bet") > 0:
            self.wait_open()
            if self.by_id("clear").is_enabled():
                self.by_id("clear").click()
                self.page.wait_for_timeout(200)

    def cash_out(self) -> None:
        """Take the whole credit out as a ticket."""
        if self.meter("credit") == 0:
            return
        self.by_id("open-cash_out").click()
        self.by_id("cash-out-confirm").click()
        self.by_id("cash-out-taken").click(timeout=90_000)
        self.by_id("cash-out-printed").wait_for(state="hidden")
