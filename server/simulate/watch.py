"""What the people and devices of the floor can see: the durable journal, as plain data, and what it amounts to."""

from dataclasses import dataclass, field
from typing import Any

import msgspec

from server.storage.memory import MemoryStore

Row = dict[str, Any]

COURSE = (
    "round_opened",
    "wagering_reopened",
    "wagering_closed",
    "ball_seen",
    "sensor_read",
    "dealer_entered",
    "round_held",
    "no_spin_called",
    "round_settled",
    "round_voided",
)
"""Events by which a round gets further."""


class Journal:
    """The rows of the store, decoded once."""

    def __init__(self, kept: MemoryStore) -> None:
        self._kept = kept
        self._rows: list[Row] = []

    def rows(self) -> list[Row]:
        raw = self._kept.journal
        for index in range(len(self._rows), len(raw)):
            self._rows.append(msgspec.json.decode(raw[index]))
        return self._rows


@dataclass(slots=True)
class TableView:
    wheel: str
    version: int = 1
    status: str = "closed"
    round: str | None = None
    phase: str = "idle"
    sensor: str | None = None
    dealer: str | None = None
    ball: bool = False
    layouts: dict[str, list[str]] = field(default_factory=dict)
    """Session -> spots at the close."""
    settled: list[tuple[str, str]] = field(default_factory=list)
    changed: int = 0
    """Seq of the last event that moved the round on: patience is counted from it."""


@dataclass(slots=True)
class View:
    """A running summary for actors. It decides nothing: a wrong belief only costs them a refusal."""

    journal: Journal
    seen: int = 0
    tables: dict[str, TableView] = field(default_factory=dict)
    tasks: dict[str, Row] = field(default_factory=dict)
    orders: dict[str, Row] = field(default_factory=dict)
    credit: dict[str, int] = field(default_factory=dict)
    session: dict[str, str] = field(default_factory=dict)
    tickets: dict[str, str] = field(default_factory=dict)
    """Ticket number -> the terminal that printed it; only those in a player's hand."""
    hand_pay: set[str] = field(default_factory=set)
    disabled: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)
    """Terminals whose printer reported a fault."""
    venue: Row = field(default_factory=dict)
    rounds_decided: int = 0

    def update(self) -> "View":
        rows = self.journal.rows()
        for row in rows[self.seen :]:
            event = row["event"]
            for move in event.get("transfers", ()):
                self.credit[move[0]] = self.credit.get(move[0], 0) - move[2]
                self.credit[move[1]] = self.credit.get(move[1], 0) + move[2]
            handler = getattr(self, f"_{event['type']}", None)
            if handler:
                handler(event)
            if event["type"] in COURSE:
                self.tables[event["table"]].changed = row["seq"]
        self.seen = len(rows)
        return self

    def credit_of(self, terminal: str) -> int:
        return self.credit.get(f"credit:{self.session.get(terminal)}", 0)

    def wagers(self, table: str) -> dict[str, list[str]]:
        """Terminal -> spots it had at the close of the round."""
        layouts = self.tables[table].layouts
        return {terminal: layouts[name] for terminal, name in self.session.items() if name in layouts}

    def _table_configured(self, event: Row) -> None:
        config = event["config"]
        self.tables.setdefault(config["table"], TableView(config["wheel"])).version = config["version"]

    def _venue_changed(self, event: Row) -> None:
        self.venue = event["venue"]

    def _terminal_set(self, event: Row) -> None:
        (self.disabled.discard if event["enabled"] else self.disabled.add)(event["terminal"])

    def _printer_changed(self, event: Row) -> None:
        (self.broken.add if event["fault"] else self.broken.discard)(event["terminal"])

    def _table_opened(self, event: Row) -> None:
        self.tables[event["table"]].status = "open"

    def _table_closed(self, event: Row) -> None:
        self.tables[event["table"]].status = "closed"

    def _table_suspended(self, event: Row) -> None:
        self.tables[event["table"]].status = "suspended"

    def _table_resumed(self, event: Row) -> None:
        self.tables[event["table"]].status = "open"

    def _round_opened(self, event: Row) -> None:
        table = self.tables[event["table"]]
        table.round, table.phase = event["round"], "wagering"
        table.sensor = table.dealer = None
        table.ball = False

    def _wagering_reopened(self, event: Row) -> None:
        self.tables[event["table"]].phase = "wagering"

    def _wagering_closed(self, event: Row) -> None:
        table = self.tables[event["table"]]
        table.phase = "closed"
        table.layouts = {session: sorted(layout) for session, layout in event["layouts"].items()}

    def _ball_seen(self, event: Row) -> None:
        self.tables[event["table"]].ball = True

    def _sensor_read(self, event: Row) -> None:
        table = self.tables[event["table"]]
        table.sensor, table.phase = event["value"], "proposed"

    def _dealer_entered(self, event: Row) -> None:
        table = self.tables[event["table"]]
        table.dealer = event.get("value")
        table.phase = "proposed" if table.dealer or table.sensor else "closed"

    def _round_held(self, event: Row) -> None:
        self.tables[event["table"]].phase = "held"

    def _no_spin_called(self, event: Row) -> None:
        table = self.tables[event["table"]]
        table.phase = "wagering" if table.phase == "wagering" else "closed"
        table.sensor = table.dealer = None
        table.ball = False
        self._drop(event)

    def _round_settled(self, event: Row) -> None:
        table = self.tables[event["table"]]
        table.phase = "settled"
        table.settled.append((event["round"], event["value"]))
        self.rounds_decided += 1
        self._drop(event)

    def _round_voided(self, event: Row) -> None:
        self.tables[event["table"]].phase = "void"
        self.rounds_decided += 1
        self._drop(event)

    def _drop(self, event: Row) -> None:
        self.tasks = {
            name: task
            for name, task in self.tasks.items()
            if task["round"] != event["round"] or task["kind"] == "correction"
        }

    def _task_raised(self, event: Row) -> None:
        self.tasks[event["task"]] = event

    def _task_resolved(self, event: Row) -> None:
        self.tasks.pop(event["task"], None)

    def _device_ordered(self, event: Row) -> None:
        self.orders[event["order"]] = event

    def _order_done(self, event: Row) -> None:
        self.orders.pop(event["order"], None)

    def _session_opened(self, event: Row) -> None:
        self.session[event["terminal"]] = event["session"]

    def _ticket_issued(self, event: Row) -> None:
        self.tickets[event["ticket"]] = event["terminal"]

    def _credit_added(self, event: Row) -> None:
        self.tickets.pop(event.get("ticket") or "", None)

    def _hand_pay_due(self, event: Row) -> None:
        self.hand_pay.add(event["terminal"])

    def _ticket_voided(self, event: Row) -> None:
        self.hand_pay.add(event["terminal"])

    def _hand_paid(self, event: Row) -> None:
        self.hand_pay.discard(event["terminal"])
