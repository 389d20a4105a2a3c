"""Players: they put money in, touch everything, change their minds, and sometimes send nonsense."""

import asyncio
from random import Random

from server.simulate.chance import happens
from server.simulate.faults import Faults
from server.simulate.gateway import Gateway
from server.simulate.net import Net
from server.simulate.watch import View
from server.table import commands as c
from server.table.values import Actor, Role

NOTES = (2_000, 5_000, 10_000)
CHIPS = (100, 200, 500, 600, 1_000, 1_800, 2_500)
JUNK_AMOUNTS = (0, -100, 1, 7, 10**18, -(10**18), 3_333)
JUNK_SPOTS = ("straight:37", "split:1-36", "", "STRAIGHT:1", "street:1-2", "lucky_ball:red", "red ", "\u0000")
OUTSIDE = ("red", "black", "odd", "even", "low", "high", "column:1", "dozen:3", "column:3", "dozen:2")
ANNOUNCED = ("tier", "orphelins", "grand_series", "zero_spiel")
INSIDE = (
    "split:17-20",
    "split:0-3",
    "street:0-2-3",
    "street:13-14-15",
    "corner:0-1-2-3",
    "corner:25-26-28-29",
    "six_line:31-32-33-34-35-36",
    "split:5-8",
    "straight:26",
    "straight:1",
)


class Player:
    """One terminal and whoever sits at it."""

    def __init__(
        self, name: str, net: Net, gateway: Gateway, view: View, faults: Faults, random: Random, tables: list[str]
    ) -> None:
        self.name = name
        self._net = net
        self._gateway = gateway
        self._view = view
        self._faults = faults
        self._random = random
        self._tables = tables
        self._at: str | None = None
        self._count = 0
        self._last: tuple[str, c.Command] | None = None

    async def play(self) -> None:
        while True:
            await asyncio.sleep(self._random.expovariate(1 / 0.5))
            self._feed()
            if happens(self._random, self._faults.junk / 5):
                await self._repeat()
            else:
                await self._do(self._next())

    def _feed(self) -> None:
        """Money goes in when there is none left, as a note or as a ticket that a printer gave somebody."""
        if self._view.update().credit_of(self.name) >= 1_000 or not happens(self._random, 0.4):
            return
        device = f"acceptor-{self.name}"
        if self._view.tickets and happens(self._random, 0.5):
            self._gateway.report(device, "ticket_inserted", number=self._random.choice(sorted(self._view.tickets)))
        elif happens(self._random, self._faults.junk / 4):
            bad = self._random.choice((0, -500, 10**12, "500", None, True))
            self._gateway.report(device, "note_stacked", value=bad)
        else:
            self._gateway.report(device, "note_stacked", value=self._random.choice(NOTES))

    async def _do(self, command: c.Command) -> None:
        self._count += 1
        cmd = f"{self.name}:{self._count}"
        self._last = (cmd, command)
        reply = await self._net.call(cmd, Actor(Role.PLAYER, self.name), command)
        if isinstance(command, c.Sit) and reply.refusal is None:
            self._at = command.table

    async def _repeat(self) -> None:
        """An id that was used: with the same content, or with other content."""
        if self._last is None:
            return
        cmd, command = self._last
        if happens(self._random, 0.5):
            command = c.Place(self.name, self._round(), (c.Chip("red", 12_345),))
        await self._net.call(cmd, Actor(Role.PLAYER, self.name), command)

    def _round(self) -> str:
        table = self._view.tables.get(self._at or "")
        if table is None or table.round is None or happens(self._random, self._faults.junk / 3):
            return f"{self._random.choice(self._tables)}-{self._random.randrange(5)}"
        return table.round

    def _spot(self) -> str:
        if happens(self._random, self._faults.junk / 3):
            return self._random.choice(JUNK_SPOTS)
        group = self._random.choice((OUTSIDE, ANNOUNCED, INSIDE, INSIDE))
        return self._random.choice(group)

    def _amount(self) -> int:
        if happens(self._random, self._faults.junk / 3):
            return self._random.choice(JUNK_AMOUNTS)
        return self._random.choice(CHIPS)

    def _next(self) -> c.Command:
        if self._at is None or happens(self._random, 0.04):
            return c.Sit(self.name, self._random.choice(self._tables))
        kind = self._random.choices(
            ("place", "move", "remove", "clear", "undo", "double", "rebet", "out", "other"),
            (50, 8, 6, 2, 8, 8, 8, 5, 4),
        )[0]
        return self._out() if kind in ("out", "other") else self._wager(kind)

    def _out(self) -> c.Command:
        name = self.name
        return self._random.choice(
            (
                c.CashOut(name),
                c.CashOut(name),
                c.CancelCashOut(name),
                c.DismissCashOut(name),
                c.CallAttendant(name, happens(self._random, 0.5)),
            )
        )

    def _wager(self, kind: str) -> c.Command:
        name, round_ = self.name, self._round()
        if kind == "place":
            chips = tuple(c.Chip(self._spot(), self._amount()) for _ in range(self._random.randint(1, 4)))
            return c.Place(name, round_, chips, happens(self._random, 0.2))
        if kind == "move":
            part = self._random.choice((None, self._amount()))
            return c.Move(name, round_, self._spot(), self._spot(), part)
        if kind == "remove":
            return c.Remove(name, round_, self._spot(), self._random.choice((None, self._amount())))
        simple: dict[str, type[c.Clear | c.Undo | c.Double | c.Rebet]] = {
            "clear": c.Clear,
            "undo": c.Undo,
            "double": c.Double,
            "rebet": c.Rebet,
        }
        return simple[kind](name, round_)
