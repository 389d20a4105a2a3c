"""A writer in a process of its own, to be killed or starved: `python -m tests.integration.storage.child URL MODE`.

It prints the number of each event after its commit has returned. Modes:
honest    as an owner does it
early     the control: acknowledges before it commits, as a store without durability would
full      makes the file system full half way (by the limit on file size), then frees it again
"""

import asyncio
import resource
import sys
from pathlib import Path

from server.storage.engines import address, sqlite_file
from server.storage.port import StoreFault
from server.storage.sql import SqlStore
from tests.integration.storage.floor import Writer, note

ROUNDS_MAX = 5_000
"""A child nobody kills ends by itself."""


def say(text: str) -> None:
    print(text, flush=True)


async def ready(url: str) -> Writer:
    writer = Writer(await SqlStore.open(url))
    await writer.claim()
    await writer.recover()
    if not writer.state.seq:
        await writer.furnish()
    say(f"ready {writer.state.seq}")
    return writer


async def honest(writer: Writer) -> None:
    for _ in range(ROUNDS_MAX):
        await writer.say(note(100))
        say(f"acked {writer.durable}")


async def early(writer: Writer) -> None:
    for _ in range(ROUNDS_MAX):
        events = writer.record(note(100))
        say(f"acked {events[-1].seq}")
        await asyncio.sleep(0.05)
        await writer.commit(events)


def largest_file(url: str) -> int:
    path = sqlite_file(address(url))
    return max(Path(f"{path}{end}").stat().st_size for end in ("", "-wal"))


async def full(writer: Writer, url: str) -> None:
    size = largest_file(url)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 60_000, resource.RLIM_INFINITY))
    faults = 0
    for _ in range(ROUNDS_MAX):
        try:
            await writer.say(note(100))
            say(f"acked {writer.durable}")
        except StoreFault as fault:
            say(f"fault {fault}")
            faults += 1
            if faults == 2:
                resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            await writer.recover()
        if faults == 2:
            break
    await writer.say(note(100))
    say(f"acked {writer.durable}")


async def main(url: str, mode: str) -> None:
    writer = await ready(url)
    if mode == "full":
        await full(writer, url)
    else:
        await (early if mode == "early" else honest)(writer)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
