"""What a measurement is and how it is shown."""

from dataclasses import dataclass

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True)
class Figure:
    """One measurement. `better` says which way is good; the ratio is ours against the floor, 1.0 being the floor."""

    what: str
    ours: str
    floor_is: str
    floor: str
    ratio: float


def show(figures: list[Figure]) -> None:
    grid = Table("what", "ours", "floor", "the floor is", "ours : floor", title="Croupier, measured here and now")
    for item in figures:
        grid.add_row(item.what, item.ours, item.floor, item.floor_is, f"{item.ratio:.2f} x")
    Console().print(grid)
