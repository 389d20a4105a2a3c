"""The virtual loop itself: time jumps, order is drawn from the seed, and a dead end is an error instead of a hang."""

import asyncio

import pytest

from server.simulate.chance import stream
from server.simulate.loop import Stuck, run


async def _order(names: str) -> str:
    seen: list[str] = []

    async def note(name: str) -> None:
        await asyncio.sleep(1.0)
        seen.append(name)

    await asyncio.gather(*(note(name) for name in names))
    return "".join(seen)


def test_time_is_virtual() -> None:
    async def days() -> float:
        await asyncio.sleep(86_400 * 30)
        return asyncio.get_running_loop().time()

    assert run(days(), stream(1, "loop")) == 86_400 * 30


def test_the_seed_decides_the_order() -> None:
    orders = [run(_order("abcdefgh"), stream(seed, "loop")) for seed in range(20)]
    assert len(set(orders)) > 15
    assert all(sorted(order) == sorted("abcdefgh") for order in orders)
    assert orders == [run(_order("abcdefgh"), stream(seed, "loop")) for seed in range(20)]


def test_a_dead_end_is_an_error() -> None:
    async def forever() -> None:
        await asyncio.get_running_loop().create_future()

    with pytest.raises(Stuck):
        run(forever(), stream(1, "loop"))


def test_a_task_that_fails_alone_fails_the_run() -> None:
    async def main() -> None:
        async def broken() -> None:
            raise LookupError("nobody waits for me")

        task = asyncio.create_task(broken())
        await asyncio.sleep(1)
        del task

    with pytest.raises(LookupError):
        run(main(), stream(1, "loop"))
