"""A figure beside its floor: the same work done raw, in the same run on the same machine. The ratio is what counts."""

from dataclasses import dataclass

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Figure:
    name: str
    value: str
    floor: str
    ratio: float | None
    """How many times the floor's cost; None where there is no floor to compare with."""
    what_the_floor_is: str


def seconds(value: float) -> str:
    return f"{value * 1000:,.1f} ms" if value < 1 else f"{value:,.2f} s"


def rate(count: int, elapsed: float) -> str:
    return f"{count / elapsed:,.0f} /s"


def show(console: Console, figures: list[Figure]) -> None:
    table = Table(title="Croupier, measured", title_justify="left")
    for name, justify in (("figure", "left"), ("measured", "right"), ("floor", "right"), ("x floor", "right")):
        table.add_column(name, justify="right" if justify == "right" else "left", no_wrap=name != "figure")
    table.add_column("the floor is", style="dim")
    for figure in figures:
        ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}" if figure.ratio < 1 else f"{figure.ratio:,.1f}"
        table.add_row(figure.name, figure.value, figure.floor, ratio, figure.what_the_floor_is)
    console.print(table)
