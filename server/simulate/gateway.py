"""The hardware gateway: journals readings, sends them in order until each is taken, carries out device orders once."""

import asyncio
from dataclasses import dataclass
from random import Random
from typing import Any

from server.simulate.chance import happens
from server.simulate.faults import Faults
from server.simulate.net import Net
from server.simulate.watch import Row, View
from server.table import commands as c
from server.table.values import Actor, Role

GATEWAY = Actor(Role.GATEWAY, "GW")


@dataclass(slots=True)
class Reading:
    boot: str
    counter: int
    device: str
    kind: str
    data: dict[str, Any]


class Gateway:
    """One gateway for all devices of the pit. A restart gives it a new boot id; its journal of readings survives."""

    def __init__(self, net: Net, view: View, faults: Faults, random: Random) -> None:
        self._net = net
        self._view = view
        self._faults = faults
        self._random = random
        self._boots = 0
        self._counter = 0
        self._done: set[str] = set()
        self._taken: list[Reading] = []
        self._wake = asyncio.Event()
        self.pending: list[Reading] = []
        self.notes: dict[tuple[str, int], tuple[str, int]] = {}
        self.restart()

    def restart(self) -> None:
        self._boots += 1
        self._counter = 0
        self._boot = f"{self._boots:032x}"

    def report(self, device: str, kind: str, **data: Any) -> None:
        """Write a reading down; it is sent from there."""
        self._counter += 1
        self.pending.append(Reading(self._boot, self._counter, device, kind, data))
        self._wake.set()

    async def send_all(self) -> None:
        """Oldest first, the same reading again until the owner has taken it; now and then one that it already took."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self.pending:
                if self._taken and happens(self._random, self._faults.doubled):
                    await self._send(self._random.choice(self._taken[-20:]))
                if happens(self._random, self._faults.lost / 5):
                    self.restart()
                first = self.pending[0]
                if await self._send(first):
                    self._taken.append(self.pending.pop(0))

    async def _send(self, item: Reading) -> bool:
        command = c.TakeReading(GATEWAY.id, item.boot, item.counter, item.device, item.kind, item.data, "")
        reply = await self._net.call(f"{item.boot}:{item.counter}", GATEWAY, command)
        return reply.refusal is None

    async def obey(self) -> None:
        """Carry out what the server orders, each order once."""
        while True:
            await asyncio.sleep(self._random.uniform(0.05, 0.4))
            for order in list(self._view.update().orders.values()):
                if order["order"] not in self._done:
                    self._done.add(order["order"])
                    self._carry_out(order)

    def _carry_out(self, order: Row) -> None:
        device, name, data = order["device"], order["order"], order["data"]
        match order["kind"]:
            case "open_wheel":
                self.report(device, "wheel_opened", command=name)
            case "print_ticket":
                self._print(device, name, data)
            case "accept_ticket":
                kind = "ticket_returned" if happens(self._random, self._faults.wheel_trouble) else "ticket_stacked"
                self.report(device, kind, command=name, number=data["number"])
            case "return_ticket":
                self.report(device, "ticket_returned", command=name, number=data["number"])
            case "start_game":
                asyncio.get_running_loop().create_task(self.spin(device, name), name=f"spin {name}")
            case _:
                self.report(device, "done", command=name)

    def _print(self, device: str, name: str, data: dict[str, Any]) -> None:
        if happens(self._random, self._faults.wheel_trouble):
            self.report(device, "print_failed", command=name, number=data["number"], reason="paper_jam")
        else:
            self.report(device, "ticket_printed", command=name, number=data["number"])

    async def spin(self, device: str, order: str | None = None, pocket: str | None = None) -> None:
        """A ball on its way through all that can go right and wrong with it."""
        random, trouble = self._random, self._faults.wheel_trouble
        number = f"{random.randrange(1000):03d}"
        value = pocket or str(random.randrange(37))
        await asyncio.sleep(random.uniform(0.1, 1.0))
        extra = {"command": order} if order else {}
        if happens(random, trouble / 8):
            self.report(device, "fault", code="launch_failed", **extra)
            return
        self.report(device, "ball_in_track", spin=number, **extra)
        if happens(random, 0.5):
            await asyncio.sleep(random.uniform(0.2, 3.0))
            self.report(device, "no_more_bets", spin=number)
        if not happens(random, trouble / 4):  # otherwise the ball drops whenever it likes, early perhaps
            await asyncio.sleep(random.uniform(1.0, 6.0))
        self._drop(device, number, value)

    def _drop(self, device: str, number: str, value: str) -> None:
        random, trouble = self._random, self._faults.wheel_trouble
        if happens(random, trouble / 6):
            self.report(device, "spin_void", spin=number, reason="ball_lost")
        elif happens(random, trouble / 8):
            return
        elif happens(random, trouble / 4):
            self.report(device, "result", spin=number, pocket=value, complete=False, reason="rotor_too_slow")
        else:
            self.report(device, "result", spin=number, pocket=value, complete=True, evidence={"rotor": 24})
        if happens(random, trouble / 6):
            self.report(device, "result", spin=number, pocket=str(random.randrange(38)), complete=True)
