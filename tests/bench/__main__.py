"""`make bench`: a few figures, each with its floor from the same run. Bounded in time; leaves nothing behind."""

import logging
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from tests.bench import durable, recovery, screens, settling
from tests.bench.figures import Figure, show
from tests.integration.storage.conftest import new_database
from tools.private_postgres import PostgresRefused
from tools.test_services import postgres

Work = Callable[[Path], list[Figure]]


def on_postgres(_: Path) -> list[Figure]:
    """On a database of this run; without a server the line says why it is missing."""
    try:
        with postgres() as service:
            if service.value is None:
                return [_missing(service.reason)]
            for url in new_database(service.value):
                return [durable.postgres(url)]
    except PostgresRefused as refusal:
        return [_missing(str(refusal))]
    return []


def _missing(reason: str) -> Figure:
    return Figure("durable wagers through the pit owner, PostgreSQL", "skipped", "", None, reason)


WORK: dict[str, Work] = {
    "durable wagers on SQLite": lambda folder: [durable.sqlite(folder)],
    "durable wagers on PostgreSQL": on_postgres,
    "settlement": settling.settling,
    "a round on 1,000 screens": screens.screens,
    "recovery": recovery.recovery,
}


def main() -> int:
    logging.disable(logging.WARNING)
    console = Console(width=None if sys.stdout.isatty() else 140)
    figures: list[Figure] = []
    wanted = sys.argv[1:]
    with (
        tempfile.TemporaryDirectory(prefix="croupier-bench-") as folder,
        Progress(SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), console=console) as progress,
    ):
        for name, work in WORK.items():
            if wanted and not any(word in name for word in wanted):
                continue
            task = progress.add_task(name, total=1)
            figures += work(Path(folder))
            progress.update(task, completed=1)
    show(console, figures)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
