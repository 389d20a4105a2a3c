"""The network between the floor and the owner: slow, lossy, repeating. Senders keep their command ids."""

import asyncio
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

from server.pit.answers import Reply
from server.simulate.chance import happens
from server.simulate.faults import Faults
from server.simulate.host import Boot, Host
from server.table.commands import Command
from server.table.values import Actor

TIMEOUT_S = 1.5
ATTEMPTS_MAX = 400

Heard = Callable[[str, Actor, Command, Reply], None]
Arrived = Callable[[str, int], None]


class Unanswered(Exception):
    """A sender gave up: with faults healed this means that the owner makes no progress."""


class Net:
    """Carries commands to whoever owns the pit and replies back. `arrived` is told when a command
    reaches an owner's door, `heard` of each reply that comes back."""

    def __init__(self, host: Host, faults: Faults, random: Random, heard: Heard, arrived: Arrived) -> None:
        self._host = host
        self._faults = faults
        self._random = random
        self._heard = heard
        self._arrived = arrived
        self._tasks: set[asyncio.Task[None]] = set()
        self.waiting = 0

    async def call(self, cmd: str, actor: Actor, command: Command) -> Reply:
        """Send until an answer comes. `busy` is no answer: the same id goes out again."""
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self.waiting += 1
        try:
            for _ in range(ATTEMPTS_MAX):
                self._send(cmd, actor, command, answer)
                if happens(self._random, self._faults.doubled):
                    self._send(cmd, actor, command, answer)
                done, _ = await asyncio.wait([answer], timeout=TIMEOUT_S)
                if done:
                    return answer.result()
        finally:
            self.waiting -= 1
        raise Unanswered(f"{cmd}: {command}")

    def _send(self, cmd: str, actor: Actor, command: Command, answer: "asyncio.Future[Reply]") -> None:
        self._spawn(self._carry(cmd, actor, command, answer), None)

    def _spawn(self, work: Coroutine[Any, Any, None], boot: Boot | None) -> None:
        task = asyncio.get_running_loop().create_task(work)
        keep = boot.deliveries if boot else self._tasks
        keep.add(task)
        task.add_done_callback(keep.discard)

    async def _delay(self) -> None:
        await asyncio.sleep(self._random.expovariate(1 / self._faults.net_delay))

    async def _carry(self, cmd: str, actor: Actor, command: Command, answer: "asyncio.Future[Reply]") -> None:
        await self._delay()
        boot = self._route()
        if boot is None or happens(self._random, self._faults.lost):
            return
        self._spawn(self._deliver(boot, cmd, actor, command, answer), boot)

    def _route(self) -> Boot | None:
        """Usually the owner; while a second one takes over, sometimes still the first."""
        living = [boot for boot in self._host.boots[-2:] if boot.alive]
        if not living:
            return None
        return living[0] if len(living) > 1 and happens(self._random, 0.3) else living[-1]

    async def _deliver(
        self, boot: Boot, cmd: str, actor: Actor, command: Command, answer: "asyncio.Future[Reply]"
    ) -> None:
        self._arrived(cmd, boot.clock.now_ms())
        reply = await boot.owner.submit(cmd, actor, command)
        self._spawn(self._return(cmd, actor, command, reply, answer), None)

    async def _return(
        self, cmd: str, actor: Actor, command: Command, reply: Reply, answer: "asyncio.Future[Reply]"
    ) -> None:
        await self._delay()
        if happens(self._random, self._faults.lost):
            return
        if reply.refusal and reply.refusal.code == "busy":
            return
        self._heard(cmd, actor, command, reply)
        if not answer.done():
            answer.set_result(reply)
