"""`croupier floor`: one command that brings up a whole floor and takes it down again."""

import asyncio
import os
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path

import httpx
import msgspec
from rich.console import Console
from rich.table import Table as Grid

from server.demo.dealer import DealerBot
from server.demo.plan import AUTOMATED, GATEWAY, LIVE, LOGINS, TERMINALS, WHEELS, Plan, prepare
from server.demo.player import PlayerBot
from server.settings import Settings

READY_S = 60
END_S = 10
BOTS = ("PT-3", "PT-4")


class Options(msgspec.Struct, frozen=True):
    data: Path
    port: int = 8000
    panel_port: int = 8001
    period_s: float = 25.0
    scale: float = 0.4
    bots: bool = True
    database_url: str | None = None
    links: Path | None = None
    """Where the links are written as JSON once everything answers."""


class FloorError(Exception):
    """The floor could not be brought up; the text says why."""


class Floor:
    """The processes of a floor and the automatic clients on it."""

    def __init__(self, options: Options, console: Console) -> None:
        self.options = options
        self.console = console
        self.port = options.port or free_port()
        self.panel_port = options.panel_port or free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.panel = f"http://127.0.0.1:{self.panel_port}"
        self._children: list[asyncio.subprocess.Process] = []
        self._bots: list[asyncio.Task[None]] = []

    async def run(self) -> None:
        """Up, then until Ctrl-C or the end of a process; everything ends with it."""
        loop = asyncio.get_running_loop()
        over = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, over.set)
        try:
            plan = await self._up(over)
            self._announce(plan)
            await self._until(over)
        finally:
            await self._down()

    async def _up(self, over: asyncio.Event) -> Plan:
        options = self.options
        options.data.mkdir(parents=True, exist_ok=True)
        self.console.print("[bold]Croupier[/bold]: bringing up a floor")
        settings = Settings.from_environment(self._environment())
        plan = await prepare(settings, options.data / "floor.json", int(options.period_s * 1000), options.scale)
        self.console.print("  venue, tables, terminals and people ....... [green]ready[/green]")
        await self._spawn(sys.executable, "-m", "server.cli", "serve")
        await self._answers(f"{self.base}/readyz", over)
        self.console.print("  server .................................... [green]ready[/green]")
        config = options.data / "gateway.toml"
        config.touch(mode=0o600)
        config.write_text(gateway_config(self, plan))
        await self._spawn(sys.executable, "-m", "hardware_gateway", "--config", str(config), "--log-level", "warning")
        await self._answers(f"{self.panel}/devices", over)
        self.console.print("  gateway with simulated devices ............ [green]ready[/green]")
        self._start_bots(plan)
        return plan

    def _environment(self) -> dict[str, str]:
        own = {
            "CROUPIER_DATA": str(self.options.data),
            "CROUPIER_PORT": str(self.port),
            "CROUPIER_VENUE": "Croupier demo floor",
            "CROUPIER_DEMO_DEVICES_URL": self.panel,
        }
        if self.options.database_url:
            own["CROUPIER_DATABASE_URL"] = self.options.database_url
        return {**os.environ, **own}

    async def _spawn(self, *command: str) -> None:
        """A process of its own group, so that Ctrl-C reaches it only through us."""
        child = await asyncio.create_subprocess_exec(*command, env=self._environment(), start_new_session=True)
        self._children.append(child)

    async def _answers(self, url: str, over: asyncio.Event) -> None:
        async with httpx.AsyncClient() as http:
            for _ in range(READY_S * 10):
                if over.is_set():
                    raise FloorError("stopped")
                if any(child.returncode is not None for child in self._children):
                    raise FloorError("a process of the floor ended while starting; its message is above")
                with suppress(httpx.HTTPError):
                    if (await http.get(url)).status_code == httpx.codes.OK:
                        return
                await asyncio.sleep(0.1)
        raise FloorError(f"no answer within {READY_S} s")

    def _start_bots(self, plan: Plan) -> None:
        if not self.options.bots:
            return
        ws = f"ws://127.0.0.1:{self.port}/ws"
        dealer = DealerBot(f"{ws}/dt", "DT-AUTO", plan.tokens["DT-AUTO"], self.panel)
        dealer.wheel = WHEELS[LIVE]
        players = [PlayerBot(f"{ws}/pt", name, plan.tokens[name], self.panel) for name in BOTS]
        self._bots = [asyncio.create_task(bot.run()) for bot in (dealer, *players)]
        self.console.print("  automatic dealer and two players .......... [green]ready[/green]")

    def links(self, plan: Plan) -> dict[str, str]:
        pages = {f"PT-{n}": "pt" for n in range(1, TERMINALS + 1)}
        pages |= {"DT-1": "dt", "DT-2": "dt", "WND-1": "display", "WND-2": "display"}
        links = {d: f"{self.base}/{page}/#device={d}&token={plan.tokens[d]}" for d, page in pages.items()}
        return links | {
            "operator": f"{self.base}/operator/",
            "api": f"{self.base}/docs/",
            "devices": f"{self.panel}/",
            "base": self.base,
        }

    def _announce(self, plan: Plan) -> None:
        links = self.links(plan)
        if self.options.links:
            self.options.links.write_bytes(msgspec.json.encode({"links": links, "tokens": plan.tokens}))
        tables = {"DT-1": LIVE, "WND-1": LIVE, "DT-2": AUTOMATED, "WND-2": AUTOMATED}
        self.console.print()
        for name, link in links.items():
            if name != "base":
                label = f"{name} ({tables[name]})" if name in tables else name
                self.console.print(f"  {label:<14}{link}", soft_wrap=True, highlight=False)
        grid = Grid(
            "role", "card", "PIN", title="demo logins (dealer terminal and operator page)", title_justify="left"
        )
        for login in LOGINS:
            grid.add_row(login.role.replace("_", " "), login.card, login.pin)
        self.console.print()
        self.console.print(grid)
        self.console.print("Ctrl-C ends the floor.")

    async def _until(self, over: asyncio.Event) -> None:
        ends = [asyncio.create_task(child.wait()) for child in self._children]
        stop = asyncio.create_task(over.wait())
        done, _ = await asyncio.wait([stop, *ends], return_when=asyncio.FIRST_COMPLETED)
        for task in (stop, *ends):
            task.cancel()
        if stop not in done:
            raise FloorError("a process of the floor ended by itself; its message is above")

    async def _down(self) -> None:
        for bot in self._bots:
            bot.cancel()
        await asyncio.gather(*self._bots, return_exceptions=True)
        for child in reversed(self._children):
            if child.returncode is None:
                child.terminate()
                with suppress(TimeoutError):
                    await asyncio.wait_for(child.wait(), END_S)
            if child.returncode is None:
                child.kill()
                await child.wait()
        self.console.print("The floor is closed.")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def gateway_config(floor: Floor, plan: Plan) -> str:
    """Two wheels, and a note acceptor and a ticket printer for each terminal, all simulated."""
    lines = [
        f'server = "http://127.0.0.1:{floor.port}"',
        f'gateway = "{GATEWAY}"',
        f'token = "{plan.tokens[GATEWAY]}"',
        'journal = "gateway.db"',
        f"time_scale = {floor.options.scale}",
        "[panel]",
        f"port = {floor.panel_port}",
        f'origins = ["{floor.base}", "http://localhost:{floor.port}"]',
    ]
    for table, wheel in WHEELS.items():
        flavour = "live" if table == LIVE else "automated"
        lines += ["[[devices]]", f'id = "{wheel}"', 'driver = "slingshot2"', f'table = "{table}"']
        lines += [f'simulator = {{ flavour = "{flavour}" }}']
    for seat in range(1, TERMINALS + 1):
        name = f"PT-{seat}"
        for kind, driver in (("acceptor", "note_acceptor"), ("printer", "ticket_printer")):
            lines += ["[[devices]]", f'id = "{kind}-{name}"', f'driver = "{driver}"', f'terminal = "{name}"']
            lines += ["simulator = {}"]
    return "\n".join(lines) + "\n"


def run_floor(options: Options) -> int:
    console = Console()
    try:
        asyncio.run(Floor(options, console).run())
    except FloorError as error:
        console.print(f"[red]{error}[/red]")
        return 1
    return 0
