"""Screens as projections: the hub keeps what was last published, and sends each audience only what changed.

Views are made right after a commit, so a screen never sees what is not durable. A snapshot is the published view
itself; snapshot plus later events therefore always equals a fresh snapshot.
"""

import asyncio
from collections.abc import Callable, Iterable

import msgspec

from server.api.connection import Connection
from server.protocol import projection
from server.protocol.projection import View
from server.table import events as e
from server.table.state import Pit

DEALER_TICK_S = 0.25
"""Wager totals reach the dealer at most this often; everything else at once."""

EVERYTHING = (e.PitResumed, e.VenueChanged, e.TableConfigured, e.TerminalAdded)
SILENT = (e.ReadingTaken, e.DeviceOrdered, e.OrderDone)
"""Events that no screen shows by themselves."""

_encode = msgspec.json.Encoder().encode


def frame(message: View) -> str:
    return _encode(message).decode()


class Stream:
    """A published view and its version."""

    def __init__(self) -> None:
        self.view: View = {}
        self.version = 0

    def change(self, view: View) -> View:
        """Publish a new view; returns the fields that changed."""
        changed = {key: value for key, value in view.items() if key not in self.view or self.view[key] != value}
        if changed:
            self.view = view
            self.version += 1
        return changed


class Touched:
    """What a batch of events may have changed."""

    def __init__(self) -> None:
        self.tables: set[str] = set()
        self.bets: set[str] = set()
        self.terminals: set[str] = set()
        self.everything = False

    def add(self, event: e.Event, pit: Pit) -> None:
        if isinstance(event, EVERYTHING):
            self.everything = True
        elif isinstance(event, e.WagersChanged):
            self.bets.add(event.table)
            self.terminals.add(pit.sessions[event.session].terminal)
        elif isinstance(event, e.DeviceChanged):
            self.tables |= {name for name, t in pit.tables.items() if t.config.device == event.device}
        elif isinstance(event, e.TaskRaised | e.TaskResolved):
            self.tables.add(event.table)
        elif not isinstance(event, SILENT):
            self._add_other(event, pit)

    def _add_other(self, event: e.Event, pit: Pit) -> None:
        terminal = getattr(event, "terminal", None)
        session = pit.sessions.get(getattr(event, "session", ""))
        ticket = pit.tickets.get(getattr(event, "ticket", None) or "")
        owners = (terminal, session.terminal if session else None, ticket.terminal if ticket else None)
        for owner in filter(None, owners):
            self.terminals.add(owner)
            self.tables |= set(pit.tables)
        table = getattr(event, "table", None)
        if table is not None:
            self.tables.add(table)
            self.terminals |= {t.id for t in pit.terminals.values() if t.table == table}
            self._add_sessions(event, pit, table)

    def _add_sessions(self, event: e.Event, pit: Pit, table: str) -> None:
        """Sessions with a part in the round, wherever their terminals are seated now."""
        round_ = pit.tables[table].round
        named = (getattr(event, part, {}) for part in ("seats", "layouts", "credited_back"))
        for session in {*(round_.bets if round_ else ()), *(name for part in named for name in part)}:
            if session in pit.sessions:
                self.terminals.add(pit.sessions[session].terminal)


class Hub:
    """All screens of one pit."""

    def __init__(self, settled: Callable[[], bool]) -> None:
        """`settled` says whether the state is durable right now, for what is published outside a commit."""
        self._settled = settled
        self.tables: dict[str, Stream] = {}
        self.dealer_tables: dict[str, Stream] = {}
        self.seats: dict[str, Stream] = {}
        self.lobby: dict[str, View] = {}
        self.lobby_version = 0
        self.players: dict[str, Connection] = {}
        self.dealers: dict[str, set[Connection]] = {}
        self.displays: dict[str, set[Connection]] = {}
        self.signed_in: dict[str, dict[str, str]] = {}
        """Table -> dealer terminal -> name of the person there."""
        self._pit: Pit | None = None
        self._dirty: set[str] = set()

    # ---- after a commit ----

    def on_events(self, recorded: list[e.Recorded], pit: Pit) -> None:
        """The owner's listener."""
        self._pit = pit
        touched = Touched()
        for item in recorded:
            touched.add(item.event, pit)
        self._publish(pit, touched)

    def refresh(self, pit: Pit) -> None:
        """Memory was rebuilt: publish whatever differs from what was last shown."""
        self._pit = pit
        touched = Touched()
        touched.everything = True
        self._publish(pit, touched)

    def _publish(self, pit: Pit, touched: Touched) -> None:
        if touched.everything:
            touched.tables, touched.terminals = set(pit.tables), set(pit.terminals)
        # A terminal that calls for an attendant is on every dealer's seat map, wherever it is seated.
        self._dirty |= set(pit.tables) if touched.terminals else touched.bets
        changed_tables = self._publish_tables(pit, touched.tables)
        for name in sorted(touched.tables):
            self._publish_dealer(pit, name)
        self._publish_players(pit, touched.terminals, changed_tables)

    def _publish_tables(self, pit: Pit, names: Iterable[str]) -> dict[str, str]:
        """Table frames by table, made once for every audience that sees the public view; lobby tiles with them."""
        frames: dict[str, str] = {}
        tiles: list[View] = []
        for name in sorted(names):
            table = pit.tables[name]
            stream = self.tables.setdefault(name, Stream())
            changed = stream.change(projection.table_view(table))
            if changed:
                frames[name] = frame({"type": "table", "table": name, "version": stream.version, "set": changed})
            tile = projection.lobby_tile(table)
            if self.lobby.get(name) != tile:
                self.lobby[name] = tile
                tiles.append(tile)
        for name, text in frames.items():
            for connection in self.displays.get(name, ()):
                connection.send(text)
        if tiles:
            self.lobby_version += 1
            text = frame({"type": "lobby", "version": self.lobby_version, "tiles": tiles})
            for connection in self.players.values():
                connection.send(text)
        return frames

    def _publish_players(self, pit: Pit, terminals: Iterable[str], tables: dict[str, str]) -> None:
        """Each player gets the shared table frame and then, if anything of his own changed, the seat frame."""
        seat_frames: dict[str, str] = {}
        switched: set[str] = set()
        for name in sorted(terminals):
            stream = self.seats.setdefault(name, Stream())
            before = stream.view.get("table")
            changed = stream.change(projection.seat_view(pit, pit.terminals[name]))
            if changed:
                seat_frames[name] = frame({"type": "seat", "version": stream.version, "set": changed})
            if before != stream.view["table"]:
                switched.add(name)
        for name, connection in self.players.items():
            if name in switched:
                connection.send(self.player_snapshot(name))
                continue
            table = self.seats[name].view["table"]
            if table in tables:
                connection.send(tables[table])
            if name in seat_frames:
                connection.send(seat_frames[name])

    def _publish_dealer(self, pit: Pit, name: str) -> None:
        self._dirty.discard(name)
        stream = self.dealer_tables.setdefault(name, Stream())
        people = self.signed_in.get(name, {}).values()
        changed = stream.change(projection.dealer_view(pit, pit.tables[name], frozenset(self.players), people))
        if changed:
            text = frame({"type": "table", "table": name, "version": stream.version, "set": changed})
            for connection in self.dealers.get(name, ()):
                connection.send(text)

    async def tick(self) -> None:
        """Bring wager totals and presence to the dealers now and then; runs for the life of the server."""
        while True:
            await asyncio.sleep(DEALER_TICK_S)
            self.flush()

    def flush(self) -> None:
        """Publish what waits for the next tick. Called between turns of the owner's task only."""
        if self._pit is not None and self._settled():
            for name in sorted(self._dirty):
                self._publish_dealer(self._pit, name)

    # ---- connections ----

    def presence_changed(self, terminal: str) -> None:
        """A terminal came or went: the dealers' seat maps follow with the next tick."""
        if self._pit is not None and terminal in self._pit.terminals:
            self._dirty |= set(self.tables)

    def connections_of(self, device: str) -> list[Connection]:
        """The live connections of a device, whatever it is."""
        groups = (self.players.values(), *self.dealers.values(), *self.displays.values())
        return [connection for group in groups for connection in group if connection.device == device]

    def staff_changed(self, table: str, device: str, name: str | None) -> None:
        """Somebody signed in or out at a dealer terminal."""
        people = self.signed_in.setdefault(table, {})
        people.pop(device, None)
        if name is not None:
            people[device] = name
        self._dirty.add(table)

    def player_snapshot(self, terminal: str) -> str:
        seat = self.seats[terminal]
        table = self.tables.get(seat.view["table"] or "")
        pit_table = self._pit.tables[seat.view["table"]] if self._pit and table else None
        return frame(
            {
                "type": "snapshot",
                "seat_version": seat.version,
                "table_version": table.version if table else 0,
                "lobby_version": self.lobby_version,
                "seat": seat.view,
                "table": table.view if table else None,
                "game": projection.game_view(projection.table_game(pit_table)) if pit_table else None,
                "lobby": [self.lobby[name] for name in sorted(self.lobby)],
            }
        )

    def display_snapshot(self, table: str) -> str:
        stream = self.tables[table]
        return frame(
            {
                "type": "snapshot",
                "table_version": stream.version,
                "table": stream.view,
                "game": self._game(table),
            }
        )

    def dealer_snapshot(self, table: str, staff: View | None) -> str:
        """Nobody signed in, nothing shown."""
        stream = self.dealer_tables[table]
        return frame(
            {
                "type": "snapshot",
                "table_version": stream.version,
                "staff": staff,
                "table": stream.view if staff else None,
                "game": self._game(table),
            }
        )

    def _game(self, table: str) -> View:
        if self._pit is None:
            raise RuntimeError("no state published yet")
        return projection.game_view(projection.table_game(self._pit.tables[table]))
