"""An evening at a live table that is cut short again and again: every state of a round gets its share of kills."""

import time
from random import Random
from typing import Any

from server.games.roulette import roulette
from server.table import commands as c
from server.table.commands import Command
from server.table.values import Actor, Limit, Limits, Role, TableConfig
from tests.faults.rig.pit import Pits

TABLE = "T1"
DEALER = Actor(Role.DEALER, "dealer")
SUPERVISOR = Actor(Role.CASINO_SUPERVISOR, "supervisor")
OPERATOR = Actor(Role.OPERATOR, "operator")
GATEWAY = Actor(Role.GATEWAY, "GW")
PLAYERS = [Actor(Role.PLAYER, f"PT-{n}") for n in range(1, 5)]
BOOT = "b" * 32

STATES = ("idle", "wagering", "closed", "proposed", "held", "settled")
SPOTS = ("red", "black", "straight:17", "split:17-20", "corner:0-1-2-3", "dozen:2", "orphelins", "tier", "street:0-2-3")


class Evening:
    """Plays one round per kill; the kill falls into the state asked for."""

    def __init__(self, pits: Pits, random: Random) -> None:
        self.pits = pits
        self.random = random
        self.round = 0
        self.readings = 0
        self._count = 0
        self.seen: dict[str, int] = dict.fromkeys(STATES, 0)

    # ---- talking ----

    def post(self, actor: Actor, command: Command) -> str:
        self._count += 1
        cmd = f"{actor.id}:{self._count}"
        self.pits.post(cmd, actor, command)
        return cmd

    def do(self, actor: Actor, command: Command) -> dict[str, Any]:
        return self.pits.wait(self.post(actor, command))

    def read(self, device: str, kind: str, **data: Any) -> str:
        self.readings += 1
        return self.post(GATEWAY, c.TakeReading("GW", BOOT, self.readings, device, kind, data, ""))

    # ---- the floor ----

    def furnish(self) -> None:
        kinds = {spot.kind for spot in roulette().spots.values() if not spot.pieces}
        limits = Limits({kind: Limit(100, 100_000) for kind in kinds}, unit=100)
        config = TableConfig(
            TABLE, "One", "roulette", "single_zero", "live", limits, (100, 500), device="wheel", period_ms=300_000
        )
        self.do(OPERATOR, c.SetTable(config))
        for seat, player in enumerate(PLAYERS, 1):
            name = player.id
            self.do(OPERATOR, c.AddTerminal(name, name, seat, f"acceptor-{name}", f"printer-{name}"))
            self.do(player, c.Sit(name, TABLE))
        self.do(DEALER, c.OpenTable(TABLE))

    def feed(self) -> None:
        for player in PLAYERS:
            self.pits.wait(self.read(f"acceptor-{player.id}", "note_stacked", value=10_000))

    # ---- a round ----

    @property
    def name(self) -> str:
        return f"{TABLE}-{self.round}"

    def play_into(self, state: str) -> None:
        """Bring a fresh round into the state."""
        if state == "idle":
            return
        self.round += 1
        self.do(DEALER, c.NewGame(TABLE))
        for player in PLAYERS:
            self.do(player, self._place(player))
        if state == "wagering":
            return
        self.pits.wait(self.read("wheel", "ball_in_track", spin=str(self.round)))
        self.do(DEALER, c.NoMoreBets(TABLE, self.name))
        if state == "closed":
            return
        self.pits.wait(self.read("wheel", "result", pocket="17", spin=str(self.round), complete=True))
        if state == "held":
            self.do(DEALER, c.EnterResult(TABLE, self.name, "18"))
        elif state == "settled":
            self.do(DEALER, c.ConfirmResult(TABLE, self.name, "17"))

    def _place(self, player: Actor) -> Command:
        chips = tuple(
            c.Chip(self.random.choice(SPOTS), self.random.choice((600, 1000))) for _ in range(self.random.randint(1, 3))
        )
        return c.Place(player.id, self.name, chips)

    def _burst(self, state: str) -> list[str]:
        """What is under way when the blow falls: the step out of this state among everything else."""
        option = self.random.choice(("void", "accept_value"))
        step: dict[str, tuple[Actor, Command]] = {
            "wagering": (DEALER, c.NoMoreBets(TABLE, self.name)),
            "closed": (DEALER, c.EnterResult(TABLE, self.name, "17")),
            "proposed": (DEALER, c.ConfirmResult(TABLE, self.name, "17")),
            "held": (SUPERVISOR, c.ResolveTask(TABLE, self._task(), option, "17")),
            "settled": (DEALER, c.RequestCorrection(TABLE, self.name, "20", "read wrongly")),
        }
        burst: list[str] = []
        player = PLAYERS[0]
        for number in range(self.random.randint(2, 10)):
            player = self.random.choice(PLAYERS)
            wager = self._place(player) if self.random.random() < 0.8 else c.Undo(player.id, self.name)
            burst.append(self.post(player, wager))
            if number == 1 and state in step:
                burst.append(self.post(*step[state]))
        burst.append(self.read(f"acceptor-{player.id}", "note_stacked", value=500))
        if state in ("idle", "settled"):
            burst.append(self.post(player, c.CashOut(player.id)))
        return burst

    def _task(self) -> str:
        """Tasks are counted per pit: one per held round and one per correction asked for."""
        return f"pit-task{self.tasks}"

    @property
    def tasks(self) -> int:
        accepted = 0
        for cmd, (_, command) in self.pits.sent.items():
            replies = self.pits.replies.get(cmd)
            good = replies is not None and replies[0].get("refusal") is None
            mismatch = isinstance(command, c.EnterResult) and command.value == "18"
            accepted += good and (mismatch or isinstance(command, c.RequestCorrection))
        return accepted

    def kill_in(self, state: str) -> None:
        """Play into the state, let a burst loose, kill somewhere in it, restart, send the same ids again."""
        self.feed()
        self.play_into(state)
        burst = self._burst(state)
        time.sleep(self.random.choice((0.0, 0.001, 0.003, 0.006, 0.012)))
        self.pits.kill()
        self.seen[state] += 1
        self.pits.start()
        answered = [cmd for cmd in self.pits.replies if cmd.startswith("PT")]
        again = burst + self.random.sample(answered, min(3, len(answered)))
        counts = {cmd: len(self.pits.replies.get(cmd, [])) for cmd in again}
        for cmd in counts:
            self.pits.post(cmd, *self.pits.sent[cmd])
        for cmd, count in counts.items():
            self.pits.wait(cmd, count + 1)
        self._finish()

    def _finish(self) -> None:
        """Bring the round to its end, whatever state it is in; refusals along the way are fine."""
        self.do(DEALER, c.NoMoreBets(TABLE, self.name))
        self.do(DEALER, c.EnterResult(TABLE, self.name, "17"))
        self.do(DEALER, c.ConfirmResult(TABLE, self.name, "17"))
        self.do(SUPERVISOR, c.ResolveTask(TABLE, self._task(), "void"))
