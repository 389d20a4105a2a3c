"""Dealer, supervisor and operator: they run the tables, err, and put right what they and the wheels got wrong."""

import asyncio
from random import Random

from server.simulate.chance import happens
from server.simulate.faults import Faults
from server.simulate.gateway import Gateway
from server.simulate.net import Net
from server.simulate.watch import Row, TableView, View
from server.table import commands as c
from server.table.values import Actor, Role

DEALER = Actor(Role.DEALER, "dealer", "Dealer")
SUPERVISOR = Actor(Role.CASINO_SUPERVISOR, "supervisor", "Supervisor")
OPERATOR = Actor(Role.OPERATOR, "operator", "Operator")

NO_SPINS = ("ball_with_wheel", "wheel_still", "ball_left_wheel", "interference")
VOIDS = ("system_malfunction", "wheel_malfunction", "wagers_unconfirmed")
PATIENCE = 25
"""Looks at a table on which nothing happens before the round on it is given up."""


class Staff:
    """Everybody who wears a badge. One loop per table, one for the supervisor's tasks."""

    def __init__(self, net: Net, gateway: Gateway, view: View, faults: Faults, random: Random) -> None:
        self._net = net
        self._gateway = gateway
        self._view = view
        self._faults = faults
        self._random = random
        self._count = 0
        self._looks: dict[str, tuple[int, int]] = {}
        self._spun: str | None = None

    async def tell(self, actor: Actor, command: c.Command) -> bool:
        self._count += 1
        reply = await self._net.call(f"{actor.id}:{self._count}", actor, command)
        return reply.refusal is None

    async def deal(self, name: str) -> None:
        """Run one table for ever."""
        while True:
            await asyncio.sleep(self._random.uniform(0.1, 0.7))
            table = self._view.update().tables[name]
            if self._given_up(name, table):
                reason = self._random.choice(VOIDS)
                await self.tell(DEALER, c.RequestVoid(name, table.round or "", reason, "nothing happens"))
            elif table.wheel == "live":
                await self._live(name, table)
            if table.settled and happens(self._random, self._faults.mistakes / 12):
                await self._correct(name, table)

    def _given_up(self, name: str, table: TableView) -> bool:
        """Nothing has changed on this table for too long."""
        seq, looks = self._looks.get(name, (0, 0))
        looks = looks + 1 if seq == table.changed else 0
        self._looks[name] = (table.changed, looks)
        return looks > PATIENCE and table.phase in ("wagering", "closed", "proposed", "held") and looks % 5 == 0

    async def _live(self, name: str, table: TableView) -> None:
        round_ = table.round or ""
        slip = happens(self._random, self._faults.mistakes / 4)
        if table.phase in ("idle", "settled", "void"):
            await self.tell(DEALER, c.NewGame(name))
        elif slip:
            await self._slip(name, round_)
        elif table.phase == "wagering":
            await self._launch(name, round_)
            if happens(self._random, 0.05):
                await self.tell(DEALER, c.NoMoreBets(name, round_))
        elif table.phase == "closed":
            await self._launch(name, round_)
            if happens(self._random, self._faults.mistakes / 2):
                await self._relieve(name, round_)
            if happens(self._random, 0.3) and table.ball:
                await self.tell(DEALER, c.EnterResult(name, round_, self._pocket(table.sensor)))
        elif table.phase == "proposed":
            await self._propose(name, table, round_)

    async def _launch(self, name: str, round_: str) -> None:
        """One ball per round and no spin; the wheel reports it, or does not."""
        if self._spun != round_ and happens(self._random, 0.3):
            self._spun = round_
            asyncio.get_running_loop().create_task(self._gateway.spin(f"wheel-{name}"), name=f"ball {round_}")

    def _pocket(self, seen: str | None) -> str:
        if seen is None or happens(self._random, self._faults.mistakes / 3):
            return str(self._random.randrange(37))
        return seen

    async def _propose(self, name: str, table: TableView, round_: str) -> None:
        if table.dealer is None and happens(self._random, 0.5):
            await self.tell(DEALER, c.EnterResult(name, round_, self._pocket(table.sensor)))
        else:
            shown = table.dealer or table.sensor or "0"
            await self.tell(DEALER, c.ConfirmResult(name, round_, self._pocket(shown)))

    async def _slip(self, name: str, round_: str) -> None:
        """A no spin, a void, a cleared entry, a button at the wrong time."""
        random = self._random
        command: c.Command = random.choice(
            (
                c.CallIrregularity(name, round_, random.choice(NO_SPINS)),
                c.CallIrregularity(name, round_, "system_malfunction"),
                c.RequestVoid(name, round_, random.choice(VOIDS)),
                c.ClearEntry(name, round_),
                c.NewGame(name),
                c.NoMoreBets(name, round_),
                c.EnterResult(name, round_, "37"),
                c.ConfirmResult(name, round_, "0"),
            )
        )
        done = await self.tell(DEALER, command)
        if done and isinstance(command, c.CallIrregularity):
            self._spun = None

    async def _relieve(self, name: str, round_: str) -> None:
        """A player asks for a wager back after the close."""
        wagers = [(terminal, spot) for terminal, spots in sorted(self._view.wagers(name).items()) for spot in spots]
        if wagers:
            terminal, spot = self._random.choice(wagers)
            await self.tell(DEALER, c.RequestRelief(name, round_, terminal, spot, "pressed by mistake"))

    async def _correct(self, name: str, table: TableView) -> None:
        round_, _ = self._random.choice(table.settled[-6:])
        value = str(self._random.randrange(37))
        await self.tell(DEALER, c.RequestCorrection(name, round_, value, "read wrongly"))

    async def supervise(self) -> None:
        """Decide what waits, in either direction; a dealer who tries it himself is refused."""
        while True:
            await asyncio.sleep(self._random.uniform(0.2, 1.5))
            for task in list(self._view.update().tasks.values()):
                await self._decide(task)
            for terminal in sorted(self._view.hand_pay):
                await self.tell(DEALER, c.PayByHand(next(iter(self._view.tables)), terminal))

    async def _decide(self, task: Row) -> None:
        actor = DEALER if happens(self._random, self._faults.mistakes / 4) else SUPERVISOR
        option = self._random.choice(task["options"])
        sensor = task["data"].get("sensor")
        value = self._pocket(sensor if isinstance(sensor, str) else None) if option == "accept_value" else None
        done = await self.tell(actor, c.ResolveTask(task["table"], task["task"], option, value))
        if done and option == "no_spin":
            self._spun = None
