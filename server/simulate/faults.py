"""How bad the weather is. The same world runs in a storm first and under a clear sky afterwards."""

from dataclasses import dataclass
from random import Random


@dataclass(slots=True)
class Faults:
    """Probabilities per opportunity; delays in seconds."""

    lost: float = 0.0
    doubled: float = 0.0
    net_delay: float = 0.02
    commit_delay: float = 0.004
    commit_fails: float = 0.0
    commit_unknown: float = 0.0
    store_down: float = 0.0
    wheel_trouble: float = 0.0
    mistakes: float = 0.0
    junk: float = 0.0
    crash_every: float = 0.0
    """Mean seconds between two crashes of the owner; 0 = never."""
    usurp: float = 0.0
    """How often a crash is really a second owner taking over while the first still runs."""
    jump_every: float = 0.0
    """Seconds after which the wall clock may jump by an hour; 0 = never."""

    def heal(self) -> None:
        """No more faults of machines. People go on making mistakes, and the wall clock matters to nobody."""
        calm = Faults(mistakes=self.mistakes, junk=self.junk, jump_every=self.jump_every)
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(calm, name))


def storm(random: Random) -> Faults:
    """Every seed has weather of its own, from a breeze to a hurricane."""
    return Faults(
        lost=random.choice((0.0, 0.02, 0.1)),
        doubled=random.choice((0.0, 0.02, 0.15)),
        net_delay=random.choice((0.005, 0.05, 0.4)),
        commit_delay=random.choice((0.002, 0.02, 0.15)),
        commit_fails=random.choice((0.0, 0.01, 0.08)),
        commit_unknown=random.choice((0.0, 0.01, 0.08)),
        store_down=random.choice((0.0, 0.05, 0.3)),
        wheel_trouble=random.choice((0.05, 0.2, 0.5)),
        mistakes=random.choice((0.05, 0.2, 0.4)),
        junk=random.choice((0.02, 0.1)),
        crash_every=random.choice((0.0, 2.0, 5.0, 12.0)),
        usurp=random.choice((0.0, 0.4)),
        jump_every=random.choice((0.0, 3.0)),
    )
