"""A pit driven by hand: the owner's own way of deciding and recording, with a clock that only moves when it is told to.

Every event goes through its stored form before it counts, and after each command the books are checked.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from server.ledger import accounts as account
from server.pit.answers import Reply
from server.pit.owner import PitOwner, Submission
from server.storage.memory import MemoryStore
from server.storage.port import Batch
from server.table import commands as c
from server.table import events as e
from server.table.apply import apply, new_pit
from server.table.decide import timers
from server.table.state import Pit, Round, Session, Table, Task, Terminal
from server.table.values import SYSTEM, Actor, Limit, Limits, Refusal, Role, TableConfig, VenueSettings

DEALER = Actor(Role.DEALER, "d1", "Dealer One")
SUPERVISOR = Actor(Role.CASINO_SUPERVISOR, "s1", "Supervisor One")
OPERATOR = Actor(Role.OPERATOR, "o1", "Operator One")
GATEWAY = Actor(Role.GATEWAY, "GW")
BOOT = "b" * 32
START = datetime(2030, 1, 1, tzinfo=UTC)
KINDS = ("straight", "split", "street", "corner", "six_line", "column", "dozen", "even_chance")


def flat_limits(
    minimum: int = 100, maximum: int = 1_000_000, unit: int = 1, total_minimum: int = 0, total_maximum: int = 0
) -> Limits:
    """The same limit for every kind of wager."""
    return Limits({kind: Limit(minimum, maximum) for kind in KINDS}, unit, total_minimum, total_maximum)


def table_config(table: str = "T1", **changes: Any) -> TableConfig:
    values: dict[str, Any] = {
        "table": table,
        "name": f"Table {table}",
        "game": "roulette",
        "variant": "single_zero",
        "wheel": "live",
        "limits": flat_limits(),
        "chips": (100, 500, 1000),
        "device": f"wheel-{table}",
    }
    return TableConfig(**(values | changes))


class HandClock:
    """Monotonic time that stands still between commands. UTC can be moved apart from it."""

    def __init__(self, now_ms: int = 1_000_000) -> None:
        self.ms = now_ms
        self.wall = timedelta()

    def now_ms(self) -> int:
        return self.ms

    def utc(self) -> str:
        at = START + timedelta(milliseconds=self.ms) + self.wall
        return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def call_at(self, when_ms: int, callback: Callable[[], None]) -> asyncio.TimerHandle:
        raise AssertionError("timers are fired by hand")


class House:
    """One pit, its tables and terminals. Commands return their result, or the refusal as a value."""

    def __init__(self, venue: VenueSettings | None = None) -> None:
        self.clock = HandClock()
        self.venue = venue or VenueSettings("House")
        self.journal: list[e.Recorded] = []
        self.counter = 0
        self.commands = 0
        self.tickets = 0
        self.draws: list[tuple[tuple[str, ...], int]] = []
        self.owner = PitOwner("p1", self.venue, MemoryStore(), self.clock, self._ticket_number, draw=self._draw)

    @property
    def pit(self) -> Pit:
        return self.owner.state

    def _ticket_number(self) -> str:
        self.tickets += 1
        return f"{self.tickets:018d}"

    def _draw(self, population: Sequence[str], count: int) -> list[str]:
        """The first values of the population; what was asked is kept, so that a test can see nothing else was."""
        self.draws.append((tuple(population), count))
        return list(population[:count])

    # ---- commands ----

    def send(self, cmd: str, actor: Actor, command: c.Command) -> Reply:
        """One command with an id of the caller's choice."""
        batch = Batch("p1", 1, self.clock.ms, [], [])
        reply = self.owner._decide(Submission(cmd, actor, command, self.clock.ms, None), batch)
        for recorded in batch.events:
            stored = msgspec.json.encode(recorded)
            again = msgspec.json.decode(stored, type=e.Recorded)
            assert again == recorded, "an event must survive its stored form"
            self.journal.append(again)
        assert self.pit.book.total() == 0, "the books must balance after every command"
        return reply

    def do(self, actor: Actor, command: c.Command) -> dict[str, Any] | Refusal:
        self.commands += 1
        reply = self.send(f"cmd-{self.commands}", actor, command)
        return reply.refusal or reply.result

    def ok(self, actor: Actor, command: c.Command) -> dict[str, Any]:
        """A command that must be accepted."""
        answer = self.do(actor, command)
        assert not isinstance(answer, Refusal), answer
        return answer

    def refused(self, actor: Actor, command: c.Command) -> str:
        """The code of a command that must be refused and must change nothing."""
        seq = self.pit.seq
        answer = self.do(actor, command)
        assert isinstance(answer, Refusal), answer
        assert self.pit.seq == seq
        return answer.code

    # ---- floor ----

    def table(self, name: str = "T1", *, opened: bool = True, **changes: Any) -> Table:
        self.ok(OPERATOR, c.SetTable(table_config(name, **changes)))
        if opened:
            self.ok(DEALER, c.OpenTable(name))
        return self.pit.tables[name]

    def terminal(self, name: str = "PT-1", table: str = "T1", credit: int = 100_000) -> Terminal:
        seat = len(self.pit.terminals) + 1
        self.ok(OPERATOR, c.AddTerminal(name, name, seat, f"acceptor-{name}", f"printer-{name}"))
        self.ok(player(name), c.Sit(name, table))
        if credit:
            self.note(credit, name)
        return self.pit.terminals[name]

    def note(self, value: int, name: str = "PT-1") -> None:
        self.read(f"acceptor-{name}", "note_stacked", value=value)

    def read(self, device: str, kind: str, **data: Any) -> dict[str, Any]:
        """The next reading of the gateway."""
        self.counter += 1
        return self.ok(GATEWAY, c.TakeReading("GW", BOOT, self.counter, device, kind, data, self.clock.utc()))

    # ---- round ----

    def new_game(self, table: str = "T1") -> str:
        self.ok(DEALER, c.NewGame(table))
        return self.round(table).id

    def place(self, *chips: tuple[str, int], name: str = "PT-1", whole: bool = False) -> dict[str, Any] | Refusal:
        terminal = self.pit.terminals[name]
        round_ = self.round(terminal.table or "")
        return self.do(player(name), c.Place(name, round_.id, tuple(c.Chip(*chip) for chip in chips), whole))

    def close(self, table: str = "T1") -> None:
        self.ok(DEALER, c.NoMoreBets(table, self.round(table).id))

    def result(self, value: str, table: str = "T1") -> None:
        """The dealer keys the number in and confirms it."""
        self.ok(DEALER, c.EnterResult(table, self.round(table).id, value))
        self.ok(DEALER, c.ConfirmResult(table, self.round(table).id, value))

    def spin(self, value: str, spin: str = "1", table: str = "T1", **data: Any) -> None:
        """The ball runs and comes to rest."""
        self.read(f"wheel-{table}", "ball_in_track", spin=spin)
        self.read(f"wheel-{table}", "result", pocket=value, spin=spin, **({"complete": True} | data))

    def play(self, value: str, *chips: tuple[str, int], name: str = "PT-1", table: str = "T1") -> str:
        """A whole round on a live table."""
        round_id = self.new_game(table)
        if chips:
            answer = self.place(*chips, name=name)
            assert not isinstance(answer, Refusal), answer
        self.close(table)
        self.result(value, table)
        return round_id

    def advance(self, ms: int) -> None:
        """Let time pass and fire what falls due, in order."""
        until = self.clock.ms + ms
        fired: set[tuple[int, str, str]] = set()
        while due := [t for t in timers(self.pit) if t[0] <= until and (t[0], t[1].table, t[1].kind) not in fired]:
            when, command = min(due, key=lambda item: item[0])
            fired.add((when, command.table, command.kind))
            self.clock.ms = max(self.clock.ms, when)
            self.do(SYSTEM, command)
        self.clock.ms = until

    # ---- looking ----

    def round(self, table: str = "T1") -> Round:
        found = self.pit.tables[table].round
        assert found is not None
        return found

    def session(self, name: str = "PT-1") -> Session:
        found = self.pit.session_of(name)
        assert found is not None
        return found

    def credit(self, name: str = "PT-1") -> int:
        session = self.pit.session_of(name)
        return self.pit.book.balance(account.credit(session.id)) if session else 0

    def layout(self, name: str = "PT-1") -> dict[str, int]:
        terminal = self.pit.terminals[name]
        bets = self.round(terminal.table or "").bets.get(terminal.session or "")
        return dict(bets.layout) if bets else {}

    def task(self) -> Task:
        """The one task that waits for a supervisor."""
        (task,) = self.pit.tasks.values()
        return task

    def resolve(self, option: str, value: str | None = None, actor: Actor = SUPERVISOR) -> dict[str, Any] | Refusal:
        task = self.task()
        return self.do(actor, c.ResolveTask(task.table, task.id, option, value))

    def events(self, kind: type[e.Base]) -> list[Any]:
        return [item.event for item in self.journal if isinstance(item.event, kind)]

    def replayed(self) -> Pit:
        """The pit as the journal alone tells it."""
        return replay(self.journal, self.venue)


def player(terminal: str = "PT-1") -> Actor:
    return Actor(Role.PLAYER, terminal)


def replay(journal: Iterable[e.Recorded], venue: VenueSettings) -> Pit:
    pit = new_pit("p1", venue)
    for recorded in journal:
        apply(pit, recorded)
    return pit
