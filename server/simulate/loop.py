"""An event loop without sockets, threads or a wall clock: time is virtual and the order of what is ready is drawn.

It reaches into asyncio's ready queue and timer heap, so its behaviour is under test on every Python we run on.
"""

import asyncio
import heapq
from collections.abc import Coroutine
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")

STEPS_MAX = 500_000
"""No run of a seed takes more; a loop that spins in one moment for ever ends as a failure, not as a hang."""


class Stuck(Exception):
    """Nothing is ready and nothing is scheduled, or the run never ends."""


class SimLoop(asyncio.SelectorEventLoop):
    """Runs one handle at a time, drawn from those that are ready; when none is, time jumps to the next timer."""

    _ready: Any
    _scheduled: Any

    def __init__(self, random: Random) -> None:
        super().__init__()
        self._random = random
        self._now = 0.0
        self._steps = 0

    def grace(self) -> None:
        """Steps enough to end what is left."""
        self._steps = 0

    def time(self) -> float:
        return self._now

    def _run_once(self) -> None:
        self._steps += 1
        if self._steps > STEPS_MAX:
            raise Stuck(f"still running after {STEPS_MAX} steps")
        self._take_due()
        count = len(self._ready)
        if not count:
            raise Stuck("nothing is ready and nothing is scheduled")
        if count > 1:
            self._ready.rotate(-self._random.randrange(count))
        handle = self._ready.popleft()
        if not handle.cancelled():
            handle._run()

    def _take_due(self) -> None:
        """Move timers that are due into the ready queue; jump ahead only when nothing else is to be done."""
        scheduled = self._scheduled
        while scheduled and scheduled[0].cancelled():
            heapq.heappop(scheduled)._scheduled = False
        if not self._ready and scheduled:
            self._now = max(self._now, scheduled[0].when())
        while scheduled and scheduled[0].when() <= self._now:
            handle = heapq.heappop(scheduled)
            handle._scheduled = False
            if not handle.cancelled():
                self._ready.append(handle)


def run(main: Coroutine[Any, Any, T], random: Random) -> T:
    """Run to the end on a loop of its own; whatever still runs then is cancelled, and no task fails unseen."""
    loop = SimLoop(random)
    broken: list[BaseException] = []
    loop.set_exception_handler(lambda _, context: broken.append(context.get("exception") or Stuck(context["message"])))
    try:
        result = loop.run_until_complete(main)
    finally:
        loop.grace()
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        loop.close()
    if broken:
        raise broken[0]
    return result
