"""An old snapshot with the events since then is the same as a fresh snapshot, for every role, after every batch.

The hub runs inside the simulator, so its screens live through every kind of event, fault and restart.
"""

from typing import Any, get_args

import msgspec

from server.api.hub import Hub
from server.pit.owner import PitOwner
from server.protocol import projection
from server.simulate import simulate
from server.table.apply import apply, new_pit
from server.table.apply_facts import FACT_APPLIERS
from server.table.events import Event, Recorded
from server.table.state import Pit
from tests.unit.table.games import three_games
from tests.unit.table.parlour import parlour_evening

View = dict[str, Any]

WHOLE_EVERY = 8
"""Seats and tables are compared after every batch, the large snapshots with the game in them after so many."""


class Drift(Exception):
    """A screen shows something else than a fresh one would."""


class Screen:
    """A terminal in miniature: it keeps a snapshot and puts events on top, as the real ones do."""

    def __init__(self) -> None:
        self.state: View = {}
        self.events = 0

    def send(self, text: str) -> None:
        message = msgspec.json.decode(text)
        match message["type"]:
            case "snapshot":
                self.state = message
            case "lobby":
                self._count("lobby_version", message["version"])
                tiles = {tile["table"]: tile for tile in (*self.state["lobby"], *message["tiles"])}
                self.state["lobby"] = [tiles[name] for name in sorted(tiles)]
            case part:
                self._count(f"{part}_version", message["version"])
                self.state[part].update(message["set"])
        self.events += 1

    def _count(self, name: str, version: int) -> None:
        if version != self.state[name] + 1:
            raise Drift(f"{name} went from {self.state[name]} to {version}")
        self.state[name] = version


def _plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


class Screens:
    """One screen of every role, compared after each batch with a fresh one and with the state itself."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.batches = 0
        self.players: dict[str, Screen] = {}
        self.dealers: dict[str, Screen] = {}
        self.displays: dict[str, Screen] = {}
        self.staff = {"staff": "s", "name": "S", "role": "dealer"}

    def after(self, events: list[Recorded], pit: Pit) -> None:
        self.hub.flush()
        self.batches += 1
        if self.batches % WHOLE_EVERY == 0:
            self._compare_whole()
        for name, screen in self.players.items():
            self._true(name, screen.state["seat"], projection.seat_view(pit, pit.terminals[name]))
            table = screen.state["seat"]["table"]
            if table:
                self._true(name, screen.state["table"], projection.table_view(pit.tables[table]))
        for name, screen in self.displays.items():
            self._true(name, screen.state["table"], projection.table_view(pit.tables[name]))
        for name, screen in self.dealers.items():
            seen = frozenset(self.hub.players)
            self._true(name, screen.state["table"], projection.dealer_view(pit, pit.tables[name], seen, []))
        self._seat_newcomers()

    def _compare_whole(self) -> None:
        """Versions, lobby and game as well: everything a fresh snapshot holds."""
        for name, screen in self.players.items():
            self._same(name, screen, self.hub.player_snapshot(name))
        for name, screen in self.displays.items():
            self._same(name, screen, self.hub.display_snapshot(name))
        for name, screen in self.dealers.items():
            self._same(name, screen, self.hub.dealer_snapshot(name, self.staff))

    def _seat_newcomers(self) -> None:
        for name in self.hub.seats.keys() - self.players.keys():
            screen = self.players[name] = Screen()
            screen.send(self.hub.player_snapshot(name))
            self.hub.players[name] = screen  # type: ignore[assignment]
            self.hub.presence_changed(name)
        self.hub.flush()
        for name in self.hub.dealer_tables.keys() - self.dealers.keys():
            screen = self.dealers[name] = Screen()
            screen.send(self.hub.dealer_snapshot(name, self.staff))
            self.hub.dealers[name] = {screen}  # type: ignore[arg-type]
        for name in self.hub.tables.keys() - self.displays.keys():
            screen = self.displays[name] = Screen()
            screen.send(self.hub.display_snapshot(name))
            self.hub.displays[name] = {screen}  # type: ignore[arg-type]

    @staticmethod
    def _same(name: str, screen: Screen, fresh: str) -> None:
        other = msgspec.json.decode(fresh)
        if screen.state != other:
            parts = [part for part in other if screen.state.get(part) != other[part]]
            raise Drift(f"{name}: {parts} differ from a fresh snapshot")

    @staticmethod
    def _true(name: str, shown: View, view: View) -> None:
        view = _plain(view)
        if shown != view:
            parts = {key: (shown.get(key), view[key]) for key in view if shown.get(key) != view[key]}
            raise Drift(f"{name}: shows {parts}")


class WatchedOwner(PitOwner):
    """An owner with a hub full of screens."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        hub = Hub(lambda: True)
        self.subscribe(hub.on_events, hub.refresh)
        self.subscribe(Screens(hub).after)


class SleepyHub(Hub):
    """The control: table events never reach the screens."""

    def _publish_tables(self, pit: Pit, names: Any) -> dict[str, str]:
        super()._publish_tables(pit, names)
        return {}


class DriftingOwner(PitOwner):
    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        hub = SleepyHub(lambda: True)
        self.subscribe(hub.on_events, hub.refresh)
        self.subscribe(Screens(hub).after)


def other_games() -> set[str]:
    """What roulette never asks for, in front of the same screens; returns the kinds of event they saw."""
    house = parlour_evening()
    hub = Hub(lambda: True)
    screens = Screens(hub)
    pit = new_pit("p1", house.venue)
    with three_games():
        for recorded in house.journal:
            apply(pit, recorded)
            hub.on_events([recorded], pit)
            screens.after([recorded], pit)
    return {str(recorded.event.__struct_config__.tag) for recorded in house.journal}


def test_snapshot_and_events_are_a_fresh_snapshot_for_every_role_and_every_event() -> None:
    """Evening after evening until every kind of event has happened in front of the screens."""
    not_roulette = {kind.__struct_config__.tag for kind in get_args(Event) if kind in FACT_APPLIERS}
    assert not_roulette <= other_games()
    unseen = {kind.__struct_config__.tag for kind in get_args(Event)} - not_roulette
    restarts = 0
    for seed in range(1000, 1030):
        report = simulate(seed, WatchedOwner)
        assert report.findings == [], seed
        unseen -= report.kinds
        restarts += report.boots - 1
        if not unseen and seed >= 1005:
            break
    assert unseen == set()
    assert restarts > 6


def test_a_hub_that_keeps_events_to_itself_is_caught() -> None:
    """A drift stops the owner, which the auditor reports as a defect."""
    assert any("Drift" in finding for finding in simulate(0, DriftingOwner).findings)
