"""The pit owner: one bounded inbox, one task, one writer.

Commands are decided in memory without an await between check and decision; whatever gathered while the last commit ran
goes into the next transaction; only then are senders answered and screens told. A commit that fails, or whose fate is
unknown, is never guessed: memory is thrown away, the journal is replayed, and the commands are looked up by their ids.
"""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

import msgspec

from server.pit.answers import Answers, Reply, digest_of
from server.pit.clock import Clock
from server.storage.codec import decode_state, encode_state
from server.storage.port import Batch, Fenced, Store, StoredAnswer, StoreFault
from server.table import commands as c
from server.table import events as e
from server.table.apply import apply, new_pit
from server.table.context import Context
from server.table.decide import advances, decide, follow_ups, timers
from server.table.state import Pit
from server.table.values import SYSTEM, Actor, Phase, Refusal, Role, VenueSettings

log = logging.getLogger("croupier.pit")

INBOX_MAX = 20_000
BATCH_MAX = 4_000
SNAPSHOT_EVERY = 20_000
HEARTBEAT_S = 1.0
OVERDUE_MS = 100
FAULTS_BEFORE_SINGLE = 2
FAULTS_MAX = 5
RETRY_S = (0.1, 0.5, 1.0, 2.0, 5.0)

SYSTEM_RANDOM = secrets.SystemRandom()
"""The operating system's generator: what draws come from unless a test brings its own source."""

T = TypeVar("T")
Listener = Callable[[list[e.Recorded], Pit], None]
Refresh = Callable[[Pit], None]

TRIGGERS = (
    e.RoundOpened,
    e.RoundSettled,
    e.RoundVoided,
    e.ResultCorrected,
    e.CashOutQueued,
    e.TableClosed,
    e.TableOpened,
    e.Seated,
    e.PitResumed,
    e.WageringReopened,
    e.WageringOpened,
    e.DummyEnded,
)
"""Events after which queued cash-outs or ended stays may be due."""

BUSY = Reply(Refusal("busy"))
FAULT = Reply(Refusal("internal_fault"))


class Submission(msgspec.Struct):
    cmd: str
    actor: Actor
    command: c.Command
    received_ms: int
    future: asyncio.Future[Reply] | None


class PitOwner:
    """Owns one pit. Only its task changes `state`; others look at it through `read` or as listeners."""

    def __init__(
        self,
        pit: str,
        venue: VenueSettings,
        store: Store,
        clock: Clock,
        ticket_number: Callable[[], str],
        snapshot_every: int = SNAPSHOT_EVERY,
        draw: Callable[[Sequence[str], int], list[str]] = SYSTEM_RANDOM.sample,
    ) -> None:
        self.pit = pit
        self.state = new_pit(pit, venue)
        self.epoch = 0
        self._venue = venue
        self._store = store
        self._clock = clock
        self._ticket_number = ticket_number
        self._draw = draw
        self._snapshot_every = snapshot_every
        self._snapshot_seq = 0
        self._answers = Answers([])
        self._inbox: deque[Submission] = deque()
        self._taken: list[Submission] = []
        """The turn under way: an owner that is fenced in the middle of it still answers."""
        self._wake = asyncio.Event()
        self._turning = asyncio.Lock()
        self._listeners: list[Listener] = []
        self._refreshers: list[Refresh] = []
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._stopping = False
        self._fired_ms = 0
        self._faults = 0
        """Commits that failed in a row."""
        self.fault: BaseException | None = None

    # ---- life ----

    async def start(self) -> None:
        """Take the pit, rebuild its state, and let the clock run again."""
        self.epoch = await self._store.claim(self.pit)
        last_ms = await self._recover()
        self._enqueue(f"resume:{self.epoch}", SYSTEM, c.Resume(self.epoch, last_ms), None)
        self._tasks = [
            asyncio.create_task(self._run(), name=f"pit {self.pit}"),
            asyncio.create_task(self._beat(), name=f"heartbeat {self.pit}"),
        ]

    async def stop(self) -> None:
        """Finish what is in the inbox, then stop."""
        self._stopping = True
        self._wake.set()
        if self._timer:
            self._timer.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks[:1], timeout=10)
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError, StoreFault):
                await task

    def subscribe(self, listener: Listener, refresh: Refresh | None = None) -> None:
        """Be told of events after they are durable; and, through `refresh`, that memory was thrown away and rebuilt.

        A commit of unknown fate may have been durable: its events are in the new state but are never announced, so
        whoever keeps something derived from the state must then look at all of it.
        """
        self._listeners.append(listener)
        if refresh is not None:
            self._refreshers.append(refresh)

    async def read(self, look: Callable[[Pit], T]) -> T:
        """Look at the state as it is on disk: never between a decision and its commit."""
        async with self._turning:
            return look(self.state)

    @property
    def durable(self) -> bool:
        """Whether the state in memory is the state on disk at this moment."""
        return not self._turning.locked()

    @property
    def running(self) -> bool:
        return bool(self._tasks) and not self._tasks[0].done()

    # ---- inbox ----

    def post(self, cmd: str, actor: Actor, command: c.Command) -> asyncio.Future[Reply]:
        """Hand in a command; the reply comes when it is durable. The time of this call is the time of receipt."""
        future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        if len(self._inbox) >= INBOX_MAX or self._stopping or not self.running:
            future.set_result(BUSY)
        else:
            self._enqueue(cmd, actor, command, future)
        return future

    async def submit(self, cmd: str, actor: Actor, command: c.Command) -> Reply:
        """Hand in a command and wait for its reply."""
        return await self.post(cmd, actor, command)

    def _enqueue(self, cmd: str, actor: Actor, command: c.Command, future: asyncio.Future[Reply] | None) -> None:
        self._inbox.append(Submission(cmd, actor, command, self._clock.now_ms(), future))
        self._wake.set()

    # ---- the one task ----

    async def _run(self) -> None:
        try:
            while not (self._stopping and not self._inbox):
                await self._wake.wait()
                self._wake.clear()
                while self._inbox:
                    async with self._turning:
                        await self._turn()
        except Fenced as fault:
            self.fault = fault
            log.critical("pit %s was taken over by another owner; this one stops", self.pit)
        except Exception as fault:
            self.fault = fault
            log.critical("pit %s stops on a defect", self.pit, exc_info=True)
            raise
        finally:
            self._refuse_all()

    def _refuse_all(self) -> None:
        for item in (*self._taken, *self._inbox):
            _answer(item, BUSY)
        self._inbox.clear()

    async def _turn(self) -> None:
        """Decide everything that gathered, commit it as one transaction, answer, tell the screens."""
        most = 1 if self._faults >= FAULTS_BEFORE_SINGLE else BATCH_MAX
        taken = [self._inbox.popleft() for _ in range(min(len(self._inbox), most))]
        self._taken = list(taken)
        batch = Batch(self.pit, self.epoch, self._clock.now_ms(), [], [])
        replies: list[Reply] = []
        try:
            for item in taken:
                replies.append(self._decide(item, batch))  # noqa: PERF401 - a defect must keep what came before it
        except Exception:
            log.critical("defect while deciding for pit %s", self.pit, exc_info=True)
            await self._after_defect(taken, len(replies))
            return
        if (batch.events or batch.answers) and not await self._commit(batch):
            await self._after_fault(taken)
            return
        for item, reply in zip(taken, replies, strict=True):
            _answer(item, reply)
        if batch.events:
            for listener in self._listeners:
                listener(batch.events, self.state)
        self._schedule()

    async def _commit(self, batch: Batch) -> bool:
        """Make the batch durable; False when that failed or nobody knows."""
        if self._snapshot_due():
            batch.snapshot = encode_state(self.state)
        try:
            await self._store.commit(batch)
        except Fenced:
            raise
        except StoreFault:
            log.exception("commit of pit %s failed or is unknown; replaying", self.pit)
            return False
        self._faults = 0
        if batch.snapshot is not None:
            self._snapshot_seq = self.state.seq
        return True

    def _decide(self, item: Submission, batch: Batch) -> Reply:
        digest = digest_of(item.actor, item.command)
        remembered = item.actor.role not in (Role.SYSTEM, Role.GATEWAY)
        if remembered and (known := self._answers.find(item.cmd, digest)):
            return known
        ctx = Context(item.received_ms, self._clock.utc(), item.actor, self._ticket_number, self._draw)
        verdict = decide(self.state, item.command, ctx)
        if isinstance(verdict, Refusal):
            reply = Reply(verdict)
        else:
            reply = Reply(None, verdict.result)
            self._record(item.cmd, ctx, verdict.events, batch)
        if remembered:
            batch.answers.append(self._answers.keep(item.cmd, digest, reply))
        return reply

    def _record(self, cmd: str, ctx: Context, events: tuple[e.Event, ...], batch: Batch) -> None:
        """Put events into their place, make them state, and let the state ask for what follows from them."""
        triggered = False
        for event in events:
            recorded = e.Recorded(self.state.seq + 1, cmd, ctx.actor, ctx.at, ctx.now_ms, event)
            apply(self.state, recorded)
            batch.events.append(recorded)
            triggered = triggered or isinstance(event, TRIGGERS)
        own = Context(ctx.now_ms, ctx.at, SYSTEM, ctx.ticket_number, ctx.draw)
        for command in (*advances(events), *(follow_ups(self.state) if triggered else ())):
            verdict = decide(self.state, command, own)
            if not isinstance(verdict, Refusal):
                self._record(cmd, own, verdict.events, batch)

    def _snapshot_due(self) -> bool:
        """Between wagering periods when possible: layouts make snapshots large."""
        grown = self.state.seq - self._snapshot_seq
        if grown < self._snapshot_every:
            return False
        wagering = any(t.round and t.round.phase is Phase.WAGERING for t in self.state.tables.values())
        return not wagering or grown >= 2 * self._snapshot_every

    # ---- faults ----

    async def _after_fault(self, taken: list[Submission]) -> None:
        """Replay, then let the same commands come in again: those that were durable are answered from the record.

        After repeated faults they come one at a time, and one that storage refuses again and again is dropped as a
        defect: it must not stop the pit for ever.
        """
        self._faults += 1
        if self._faults >= FAULTS_MAX:
            self._faults = FAULTS_BEFORE_SINGLE
            await self._after_defect(taken, 0)
            return
        await self._recover_until_possible()
        self._inbox.extendleft(reversed(taken))
        self._wake.set()

    async def _after_defect(self, taken: list[Submission], culprit: int) -> None:
        """Drop the command that broke, keep the others, and stop its table until people have looked."""
        await self._recover_until_possible()
        broken = taken.pop(culprit)
        known = self._answers.find(broken.cmd, digest_of(broken.actor, broken.command))
        _answer(broken, known or FAULT)
        self._inbox.extendleft(reversed(taken))
        table = getattr(broken.command, "table", None)
        terminal = self.state.terminals.get(getattr(broken.command, "terminal", ""))
        table = table or (terminal.table if terminal else None)
        if table in self.state.tables and not isinstance(broken.command, c.SuspendTable):
            self._enqueue(f"halt:{broken.cmd}", SYSTEM, c.SuspendTable(str(table), "internal_fault"), None)
        self._wake.set()

    async def _recover_until_possible(self) -> None:
        for delay in (*RETRY_S, *(RETRY_S[-1],) * 720):
            try:
                await self._recover()
            except Fenced:
                raise
            except StoreFault:
                log.warning("storage of pit %s is not back yet", self.pit)
                await asyncio.sleep(delay)
            else:
                for refresh in self._refreshers:
                    refresh(self.state)
                return
        raise StoreFault("storage did not come back")

    async def _recover(self) -> int:
        """State = snapshot + events. Returns the last monotonic time the journal or the heartbeat knows."""
        loaded = await self._store.load(self.pit)
        if loaded.snapshot is not None:
            self.state = decode_state(loaded.snapshot)
        else:
            self.state = new_pit(self.pit, self._venue)
        self._snapshot_seq = loaded.snapshot_seq
        for recorded in loaded.events:
            apply(self.state, recorded)
        self._answers = Answers(loaded.answers)
        return loaded.now_ms

    # ---- timers ----

    def _schedule(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        due = timers(self.state)
        if due and not self._stopping:
            when = min(item[0] for item in due)
            # What is still due after it fired was refused: it is asked again a little later, not at once for ever.
            again = self._clock.now_ms() + OVERDUE_MS if when <= self._fired_ms else 0
            self._timer = self._clock.call_at(max(when, again), self._fire)

    def _fire(self) -> None:
        """Everything that is due goes into the inbox, behind all that was received before this moment."""
        self._timer = None
        now = self._fired_ms = self._clock.now_ms()
        for when, command in timers(self.state):
            if when <= now:
                self._enqueue(f"timer:{command.table}:{command.kind}:{when}", SYSTEM, command, None)
        self._wake.set()
        if not self._inbox:
            self._schedule()

    async def _beat(self) -> None:
        """While wagering is open the owner's clock is noted once a second, so that a restart knows what was left."""
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            if any(t.round and t.round.phase is Phase.WAGERING for t in self.state.tables.values()):
                with suppress(StoreFault):
                    await self._store.heartbeat(self.pit, self.epoch, self._clock.now_ms())


def _answer(item: Submission, reply: Reply) -> None:
    if item.future and not item.future.done():
        item.future.set_result(reply)


__all__ = ["Listener", "PitOwner", "Reply", "StoredAnswer"]
