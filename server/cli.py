"""`croupier`: everything a person does at the command line."""

import asyncio
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from server.settings import Settings

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help=__doc__)
console = Console()

Game = Annotated[str | None, typer.Option("--game", help="one game only")]


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="address to listen on")] = None,
    port: Annotated[int | None, typer.Option(help="port to listen on")] = None,
) -> None:
    """Run the server; settings come from CROUPIER_* variables."""
    import msgspec

    from server.bootstrap import serve as run

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    settings = Settings.from_environment()
    if host is not None:
        settings = msgspec.structs.replace(settings, host=host)
    if port is not None:
        settings = msgspec.structs.replace(settings, port=port)
    asyncio.run(run(settings))


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True}, add_help_option=False)
def gateway(context: typer.Context) -> None:
    """Run the hardware gateway (its own program; arguments are passed on)."""
    os.execv(sys.executable, [sys.executable, "-m", "hardware_gateway", *context.args])  # noqa: S606


@app.command()
def floor(
    data: Annotated[Path, typer.Option(help="where the floor keeps its data")] = Path(".croupier/floor"),
    port: Annotated[int, typer.Option(help="port of the server, 0 for a free one")] = 8000,
    panel_port: Annotated[int, typer.Option(help="port of the simulated devices' panel, 0 for a free one")] = 8001,
    period: Annotated[float, typer.Option(help="wagering period of a new floor, in seconds")] = 25.0,
    scale: Annotated[float, typer.Option(help="time scale of the simulated wheels; 1 is real time")] = 0.4,
    bots: Annotated[bool, typer.Option(help="let an automatic dealer and two players keep the floor busy")] = True,
    links: Annotated[Path | None, typer.Option(help="also write the links to this file as JSON")] = None,
) -> None:
    """Start a whole floor with simulated devices and print its links."""
    from server.demo.floor import Options, run_floor

    options = Options(
        data.absolute(), port, panel_port, period, scale, bots, os.environ.get("CROUPIER_DATABASE_URL"), links
    )
    raise typer.Exit(run_floor(options))


@app.command()
def settle() -> None:
    """Settle cases from standard input, one JSON object per line (002 11.5)."""
    from server.games.settle import settle_lines

    run = settle_lines(sys.stdin.buffer)
    for line in run:
        sys.stdout.write(line + "\n")
    raise typer.Exit(1 if run.failed else 0)


@app.command()
def odds(
    game: Game = None,
    table: Annotated[str | None, typer.Option(help="other table settings, as JSON")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON with exact fractions")] = False,
) -> None:
    """The exact odds of every wager, computed through the code that pays."""
    from server.games.contract import RuleError
    from server.games.odds import HEADINGS, odds_json, odds_lines

    try:
        if as_json:
            sys.stdout.write(odds_json(game, table) + "\n")
            return
        grid = Table(*HEADINGS)
        for line in odds_lines(game, table):
            grid.add_row(*line)
    except (RuleError, ValueError) as error:
        typer.echo(f"croupier odds: {error}", err=True)
        raise typer.Exit(2) from error
    console.print(grid)


@app.command()
def simulate(
    seeds: Annotated[int, typer.Option(min=1, help="how many seeds to run")] = 20,
    seed: Annotated[int, typer.Option(help="the first seed; a failing one runs again identically")] = 0,
) -> None:
    """Run the seeded simulator: a whole pit under virtual time, with faults, and an auditor of the money."""
    from server.simulate.report import run_seeds

    raise typer.Exit(run_seeds(seeds, seed))


Database = Annotated[str | None, typer.Option("--database", help="database address; default from the settings")]


def _address(database: str | None) -> str:
    return database or Settings.from_environment().database_url


@contextmanager
def _refusals(command: str) -> Iterator[None]:
    """What storage cannot do is said in one line, with exit status 2."""
    from sqlalchemy.exc import SQLAlchemyError

    from server.storage.backup import BackupRefused
    from server.storage.port import StoreFault

    try:
        yield
    except (BackupRefused, StoreFault, SQLAlchemyError, OSError) as error:
        text = str(getattr(error, "orig", None) or error).splitlines()[0]
        typer.echo(f"croupier {command}: {text}", err=True)
        raise typer.Exit(2) from error


@app.command()
def migrate(database: Database = None) -> None:
    """Bring the database to this version's schema."""
    from server.storage.database import Database as Open

    async def run() -> None:
        opened = Open(_address(database))
        await opened.open()
        await opened.close()

    settings = Settings.from_environment()
    settings.data.mkdir(parents=True, exist_ok=True)
    asyncio.run(run())
    typer.echo("the database is up to date")


@app.command()
def staff(
    card: Annotated[str, typer.Option(help="number of the person's card")],
    name: Annotated[str, typer.Option(help="name shown on screens and in the audit trail")],
    role: Annotated[str, typer.Option(help="dealer, casino_supervisor or operator")] = "operator",
    pin: Annotated[
        str, typer.Option(prompt=True, hide_input=True, confirmation_prompt=True, help="at least 6 digits")
    ] = "",
) -> None:
    """Add a member of staff: how a new venue gets its first operator, who adds the others on the operator page."""
    from server.bootstrap import add_staff

    problem = asyncio.run(add_staff(Settings.from_environment(), card, name, role, pin))
    if problem:
        typer.echo(f"croupier staff: {problem}", err=True)
        raise typer.Exit(1)
    typer.echo(f"{name} may now sign in as {role}")


@app.command()
def verify(database: Database = None) -> None:
    """Check the books, the replay and the chain; exit status 1 if anything does not agree."""
    from server.storage.verify import verify as check

    with _refusals("verify"), console.status("checking books, replay and chain"):
        report = check(_address(database))
    _print_report(report)
    raise typer.Exit(0 if report.ok else 1)


@app.command()
def backup(target: Path, database: Database = None) -> None:
    """Copy the database of a running server to TARGET and check the copy."""
    from server.storage.backup import backup as copy

    with _refusals("backup"), console.status("copying and checking"):
        path = copy(_address(database), target)
    typer.echo(f"backup written and checked: {path}")


@app.command()
def restore(copy: Path, database: Database = None) -> None:
    """Restore a backup into an empty place, check it, and raise every epoch so that no old owner can write."""
    from server.storage.backup import restore as bring_back

    with _refusals("restore"), console.status("restoring and checking"):
        report = bring_back(copy, _address(database))
    _print_report(report)


def _print_report(report: object) -> None:
    from server.storage.verify import Report

    if not isinstance(report, Report):
        raise TypeError("not a report")
    for name in report.__struct_fields__:
        value = getattr(report, name)
        if name != "findings":
            console.print(f"  {name.replace('_', ' '):<14}{value}", highlight=False)
    for finding in report.findings:
        console.print(f"  [red]{finding.check}[/red] {finding.where}: {finding.detail}", highlight=False)
    console.print("[green]everything agrees[/green]" if report.ok else "[red]NOT in order[/red]")


def main() -> None:
    app()


if __name__ == "__main__":
    main()
