"""Two players at the live table of a real floor who read different languages."""

from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.browser.conftest import Floor
from tests.browser.player.terminal import Terminal

ENGLISH, CHINESE = "PT-1", "PT-3"


@dataclass
class Pair:
    """Two players at the live table: one reads English, the other Simplified Chinese."""

    floor: Floor
    english: Terminal
    chinese: Terminal
    pictures: Path | None

    @property
    def both(self) -> tuple[tuple[str, Terminal], tuple[str, Terminal]]:
        return (ENGLISH, self.english), (CHINESE, self.chinese)

    def ready(self) -> None:
        """Both have credit, and each reads his own language."""
        for name, terminal in self.both:
            credit = terminal.meter("credit")
            if credit < 5_000:
                note = {"value": 10_000}
                httpx.post(f"{self.floor.panel}/acceptors/acceptor-{name}/notes", json=note).raise_for_status()
                terminal.wait_meter("credit", credit + 10_000)
        if self.chinese.page.locator("html").get_attribute("lang") != "zh-Hans":
            self.chinese.by_id("open-language").click()
            self.chinese.by_id("language-zh-Hans").click()

    def bet(self, *spots: str) -> None:
        """A chip of five on each spot, at both terminals."""
        for _, terminal in self.both:
            terminal.wait_screen("wagering", "closing")
            terminal.choose(500)
            for spot in spots:
                terminal.place(spot)
        for _, terminal in self.both:
            terminal.wait_wagers(dict.fromkeys(spots, 500))

    def wait_screen(self, name: str) -> None:
        for _, terminal in self.both:
            terminal.wait_screen(name, seconds=15)

    def say(self, part: str, english: str, chinese: str) -> None:
        """Both read the same thing at the same place."""
        self.english.by_id(part).get_by_text(english).first.wait_for(timeout=5000)
        self.chinese.by_id(part).get_by_text(chinese).first.wait_for(timeout=5000)

    def picture(self, name: str) -> None:
        """For people to look at, when a folder is named for it: one of each, once panels have come to rest."""
        if self.pictures is None:
            return
        self.english.page.wait_for_timeout(300)
        for language, terminal in zip(("en", "zh"), (self.english, self.chinese), strict=True):
            terminal.page.screenshot(path=self.pictures / f"{name}-{language}.png")
