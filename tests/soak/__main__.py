"""`make soak`: the long runs. 5,000 simulator seeds, 1,000 kills of a pit process, 1,000,000 wagers at the deadline.

`python -m tests.soak [part]...` with `--short` runs a hundredth of each, to see that the soak itself works.
"""

import asyncio
import multiprocessing
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from server.simulate.report import Totals, report_of
from tests.faults.rig.books import audit
from tests.faults.rig.evening import STATES, Evening
from tests.faults.rig.pit import Pits
from tests.rules import boundary

SEEDS = 5_000
FIRST_SEED = 10_000
"""Not the seeds of the tests: those run on every push."""
KILLS = 1_000
KILLS_PER_EVENING = 100
WAGERS = 1_000_000
WAGER_STEPS = 50
WORKERS = 2

console = Console()


@contextmanager
def bar(name: str, total: int) -> Iterator[Callable[[int], None]]:
    columns = (
        TextColumn("{task.description:<28}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as progress:
        task = progress.add_task(name, total=total)
        yield lambda count: progress.advance(task, count)


def seeds(count: int) -> bool:
    totals = Totals()
    context = multiprocessing.get_context("spawn")
    with bar("simulator seeds", count) as advance, context.Pool(WORKERS) as pool:
        for report in pool.imap_unordered(report_of, range(FIRST_SEED, FIRST_SEED + count), chunksize=5):
            totals.add(report)
            advance(1)
    console.print(f"{totals.rounds:,} rounds, {totals.restarts:,} restarts, {totals.accepted:,} commands acknowledged")
    for report in totals.failed[:20]:
        console.print(f"[red]seed {report.seed}[/red]: {report.findings[:3]}", markup=True)
    return not totals.failed


def kills(count: int) -> bool:
    """Evenings of a hundred kills each, audited one by one."""
    findings: list[str] = []
    acknowledged = 0
    with bar("kill -9 of a pit process", count) as advance:
        for number, first in enumerate(range(0, count, KILLS_PER_EVENING)):
            with tempfile.TemporaryDirectory(prefix="croupier-soak-") as folder:
                url = f"sqlite:///{Path(folder) / 'pit.sqlite3'}"
                with Pits(url) as pits:
                    evening = Evening(pits, Random(number))
                    evening.furnish()
                    for kill in range(min(KILLS_PER_EVENING, count - first)):
                        evening.kill_in(STATES[kill % len(STATES)])
                        advance(1)
                acknowledged += len(pits.replies)
                findings += audit(pits)
    console.print(f"{acknowledged:,} commands acknowledged, {len(findings)} findings")
    for finding in findings[:20]:
        console.print(finding, markup=False)
    return not findings


def wagers(count: int) -> bool:
    sent = accepted = late = lost = 0
    step = max(1, count // WAGER_STEPS)
    with bar("wagers at the deadline", count) as advance:
        for seed in range(WAGER_STEPS):
            tally = asyncio.run(boundary.run(step, seed))
            sent, accepted = sent + tally.sent, accepted + tally.accepted
            late, lost = late + tally.accepted_late, lost + tally.lost_early
            advance(tally.sent)
    console.print(f"{sent:,} sent, {accepted:,} accepted; {late} accepted late, {lost} lost although in time")
    return late == lost == 0


PARTS: dict[str, tuple[Callable[[int], bool], int]] = {
    "seeds": (seeds, SEEDS),
    "kills": (kills, KILLS),
    "wagers": (wagers, WAGERS),
}


def main() -> int:
    arguments = [item for item in sys.argv[1:] if item != "--short"]
    share = 100 if "--short" in sys.argv else 1
    unknown = [item for item in arguments if item not in PARTS]
    if unknown:
        console.print(f"unknown part {unknown[0]}; there are {', '.join(PARTS)}")
        return 2
    good = True
    for name, (work, count) in PARTS.items():
        if not arguments or name in arguments:
            good = work(count // share) and good
    console.print("[green]all held[/green]" if good else "[red]something did not hold[/red]")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
