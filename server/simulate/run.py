"""One seed from the first command to the verdict: a storm, then a clear sky in which everything must move on."""

import asyncio
import hashlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import msgspec

from server.pit.answers import Reply
from server.pit.owner import PitOwner
from server.simulate import loop
from server.simulate.audit import Auditor
from server.simulate.chance import stream
from server.simulate.errands import Errands
from server.simulate.faults import storm
from server.simulate.floor import TABLES, furnish, terminals
from server.simulate.gateway import Gateway
from server.simulate.host import PIT, Host, Owners, Stores
from server.simulate.net import Net, Unanswered
from server.simulate.player import Player
from server.simulate.staff import Staff
from server.simulate.store import SimStore
from server.simulate.watch import Journal, View
from server.storage.codec import decode_state
from server.storage.memory import MemoryStore
from server.table.apply import apply, new_pit
from server.table.commands import Command
from server.table.events import Recorded
from server.table.values import Actor

STORM_S = 40.0
CALM_S = 60.0
PROGRESS_ROUNDS = 2
"""Rounds each table must decide after the faults are healed."""


@dataclass(slots=True)
class Report:
    """What a seed did and what the auditor says about it."""

    seed: int
    trace: str
    findings: list[str]
    events: int = 0
    accepted: int = 0
    refused: int = 0
    rounds: int = 0
    boots: int = 0
    kinds: set[str] = field(default_factory=set)
    """Types of events the seed produced."""

    @property
    def good(self) -> bool:
        return not self.findings


class World:
    """Everything of one seed, wired together."""

    def __init__(self, seed: int, owners: Owners, stores: Stores) -> None:
        self.seed = seed
        self.kept = MemoryStore()
        self.journal = Journal(self.kept)
        self.auditor = Auditor()
        self.faults = storm(stream(seed, "weather"))
        self.trace = hashlib.sha256()
        self._audited = 0
        self._owners = owners
        self._stores = stores

    def heard(self, cmd: str, actor: Actor, command: Command, reply: Reply) -> None:
        self.audit_rows()
        plain = msgspec.to_builtins(reply)
        self.trace.update(msgspec.json.encode((cmd, asyncio.get_running_loop().time(), plain)))
        self.auditor.heard(cmd, msgspec.to_builtins(command), plain)

    def audit_rows(self) -> None:
        rows = self.journal.rows()
        for row in rows[self._audited :]:
            self._audited += 1
            try:
                self.auditor.take(row)
            except (LookupError, TypeError, ValueError, StopIteration) as fault:
                self._find(f"row {row.get('seq')} makes no sense: {fault!r}")

    async def run(self) -> Report:
        host = Host(self.seed, self.kept, self.faults, self._owners, self._stores)
        net = Net(host, self.faults, stream(self.seed, "net"), self.heard, self.auditor.arrived)
        view = View(self.journal)
        gateway = Gateway(net, view, self.faults, stream(self.seed, "devices"))
        staff = Staff(net, gateway, view, self.faults, stream(self.seed, "staff"))
        random = stream(self.seed, "floor")
        names = terminals(random)
        players = [Player(name, net, gateway, view, self.faults, stream(self.seed, name), TABLES) for name in names]
        await host.start()
        await furnish(staff, names, random)
        view.update()
        errands = Errands(staff, gateway, view, stream(self.seed, "errands"), names, host.venue)
        acts = [gateway.send_all(), gateway.obey(), staff.supervise(), errands.run(), host.weather()]
        acts += [staff.deal(table) for table in TABLES] + [player.play() for player in players]
        tasks = [asyncio.create_task(act) for act in acts]
        await self._let(tasks, STORM_S)
        self.faults.heal()
        await self._let(tasks, 5.0)
        if host.boot is None or not host.boot.owner.running:
            await host.start()
        before = {name: _decided(view, name) for name in TABLES}
        await self._let(tasks, CALM_S)
        view.update()
        for name in TABLES:
            if _decided(view, name) < before[name] + PROGRESS_ROUNDS:
                self._find(f"table {name} stood still after the faults were healed")
        await self._rest(tasks)
        await self._conclude(host)
        return self._report(host, view)

    async def _let(self, tasks: list[asyncio.Task[None]], seconds: float) -> None:
        """Let time pass; an actor that ends in an error ends the seed."""
        done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            fault = task.exception()
            if isinstance(fault, Unanswered):
                self._find(f"nobody answers: {fault}")
            elif fault is not None:
                raise fault

    async def _rest(self, tasks: list[asyncio.Task[None]]) -> None:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        await asyncio.sleep(5.0)

    async def _conclude(self, host: Host) -> None:
        """Stop, replay, compare: journal, snapshot, live state and the auditor's books must all agree."""
        boot = host.boot
        if boot is None:
            self._find("no owner is left")
            return
        host.finish()
        if boot.owner.fault is None:
            await boot.owner.stop()
        self.audit_rows()
        for defect in host.defects:
            self._find(defect)
        replayed = new_pit(PIT, host.venue)
        for raw in self.kept.journal:
            apply(replayed, msgspec.json.decode(raw, type=Recorded))
        whole = msgspec.json.encode(replayed)
        if whole != msgspec.json.encode(boot.owner.state):
            self._find("the owner's state is not what its journal says")
        if self.kept.snapshot is not None and whole != self._from_snapshot(*self.kept.snapshot):
            self._find("snapshot and events are not the same as all events")
        answers = {cmd: msgspec.json.decode(answer.body) for cmd, answer in self.kept.answers.items()}
        self.auditor.close(answers, {str(name): amount for name, amount in replayed.book.balances.items()})

    def _from_snapshot(self, seq: int, body: bytes) -> bytes:
        state = decode_state(body)
        for raw in self.kept.journal[seq:]:
            apply(state, msgspec.json.decode(raw, type=Recorded))
        return msgspec.json.encode(state)

    def _find(self, text: str) -> None:
        self.auditor.findings.append(text)

    def _report(self, host: Host, view: View) -> Report:
        for raw in self.kept.journal:
            self.trace.update(raw)
        return Report(
            self.seed,
            self.trace.hexdigest()[:16],
            self.auditor.findings,
            len(self.kept.journal),
            self.auditor.accepted,
            self.auditor.refused,
            view.rounds_decided,
            len(host.boots),
            {row["event"]["type"] for row in self.journal.rows()},
        )


def _decided(view: View, table: str) -> int:
    return sum(
        1
        for row in view.journal.rows()
        if row["event"]["type"] in ("round_settled", "round_voided") and row["event"]["table"] == table
    )


@contextmanager
def _quiet() -> Iterator[None]:
    """Faults are the point here: the owner's complaints about them would only hide a finding."""
    log = logging.getLogger("croupier.pit")
    old, log.disabled = log.disabled, True
    try:
        yield
    finally:
        log.disabled = old


def simulate(seed: int, owners: Owners = PitOwner, stores: Stores = SimStore) -> Report:
    """Run one seed. `owners` and `stores` are replaced only to show that the auditor catches broken ones."""
    with _quiet():
        return loop.run(World(seed, owners, stores).run(), stream(seed, "loop"))
