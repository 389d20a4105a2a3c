"""A thousand player terminals in a process of their own; says on standard output what all of them have seen.

Run as `python -m tests.bench.crowd ADDRESS TOKENS_FILE`, or with `-` as tokens for silent listeners.
"""

import asyncio
import json
import sys
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

WAGERS = 10
AT_ONCE = 50
SPOTS = [f"straight:{n}" for n in range(37)]


class Crowd:
    """Counts how many terminals have reached each point and reports when all have."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.reached: dict[str, int] = {}
        self.gate = asyncio.Semaphore(AT_ONCE)
        self.over = asyncio.Event()

    def reach(self, point: str) -> None:
        self.reached[point] = self.reached.get(point, 0) + 1
        if self.reached[point] == self.size:
            print(point, flush=True)
            if point == "settled":
                self.over.set()


async def terminal(crowd: Crowd, address: str, device: str, token: str) -> None:
    async with connect(address, max_queue=None, ping_interval=None, compression=None) as socket:
        async with crowd.gate:
            await socket.send(json.dumps({"type": "hello", "device": device, "token": token, "feature_level": 1}))
            await socket.recv()
            await socket.recv()
        crowd.reach("connected")
        await _play(crowd, socket)


async def _play(crowd: Crowd, socket: ClientConnection) -> None:
    answers = 0
    async for text in socket:
        message = json.loads(text)
        if message["type"] == "table" and message["set"].get("phase") == "wagering":
            for n in range(WAGERS):
                body = {"type": "place", "round": "T1-1", "chips": [{"spot": SPOTS[n * 3], "amount": 100}]}
                await socket.send(json.dumps({"type": "command", "id": f"w{n}", "body": body}))
        elif message["type"] == "table" and message["set"].get("phase") == "closed":
            crowd.reach("closed")
        elif message["type"] == "answer":
            answers += 1
            if message["refusal"] is not None:
                raise RuntimeError(message["refusal"]["code"])
            if answers == WAGERS:
                crowd.reach("wagered")
        elif message["type"] == "seat" and message["set"].get("result"):
            crowd.reach("settled")
            return


async def listener(crowd: Crowd, address: str) -> None:
    """For the floor: takes two frames and counts them."""
    async with connect(address, max_queue=None, ping_interval=None, compression=None) as socket:
        async with crowd.gate:
            await socket.recv()
        crowd.reach("connected")
        await socket.recv()
        await socket.recv()
        crowd.reach("settled")


async def main() -> None:
    address, tokens = sys.argv[1], sys.argv[2]
    if tokens.startswith("-"):
        crowd = Crowd(int(tokens[1:]))
        work = [listener(crowd, address) for _ in range(crowd.size)]
    else:
        plan: dict[str, str] = json.loads(Path(tokens).read_bytes())
        crowd = Crowd(len(plan))
        work = [terminal(crowd, address, device, token) for device, token in plan.items()]
    tasks = [asyncio.create_task(item) for item in work]
    await crowd.over.wait()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(main())
