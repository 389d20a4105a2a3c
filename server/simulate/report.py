"""`croupier simulate`: many seeds with a progress bar, and what to type to see a failing one again."""

from dataclasses import dataclass, field

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from server.simulate.loop import Stuck
from server.simulate.run import Report, simulate


@dataclass(slots=True)
class Totals:
    seeds: int = 0
    events: int = 0
    accepted: int = 0
    refused: int = 0
    rounds: int = 0
    restarts: int = 0
    failed: list[Report] = field(default_factory=list)

    def add(self, report: Report) -> None:
        self.seeds += 1
        self.events += report.events
        self.accepted += report.accepted
        self.refused += report.refused
        self.rounds += report.rounds
        self.restarts += max(0, report.boots - 1)
        if not report.good:
            self.failed.append(report)


def report_of(seed: int) -> Report:
    """One seed; a run that never ends is a finding like any other."""
    try:
        return simulate(seed)
    except Stuck as stuck:
        return Report(seed, "-", [f"stuck: {stuck}"])


def run_seeds(seeds: int, first: int, console: Console | None = None) -> int:
    """Run `seeds` seeds from `first` on and say what was found. Returns the exit status."""
    console = console or Console()
    totals = Totals()
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=console
    )
    with bar:
        task = bar.add_task("simulating", total=seeds)
        for seed in range(first, first + seeds):
            report = report_of(seed)
            totals.add(report)
            bar.update(task, advance=1, description=f"seed {report.seed}")
            if seeds == 1 or not report.good:
                _describe(console, report)
    console.print(
        f"{totals.seeds:,} seeds, {totals.rounds:,} rounds, {totals.events:,} events, {totals.restarts:,} restarts: "
        f"{totals.accepted:,} commands acknowledged, {totals.refused:,} refused, findings in {len(totals.failed)}"
    )
    return 1 if totals.failed else 0


def _describe(console: Console, report: Report) -> None:
    console.print(
        f"seed {report.seed}  trace {report.trace}  {report.events} events  {report.boots} lives of the owner"
    )
    for finding in report.findings[:10]:
        console.print(f"  [red]{finding}[/red]", highlight=False, markup=True)
    if report.findings:
        console.print(f"  again: croupier simulate --seeds 1 --seed {report.seed}")
