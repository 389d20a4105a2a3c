"""Settling 30,000 wagers of one round, against a bare loop that builds the same result objects from a ready table."""

import time
from collections.abc import Callable

from server.games.contract import Outcome, Settlement, SpotId, Value, Wager, WagerResult
from server.games.roulette import roulette
from tests.bench.report import Figure

WAGERS = 30_000
REPEATS = 5


def measure() -> Figure:
    game = roulette()
    spots = [spot for spot in game.spots.values() if not spot.pieces]
    wagers = [Wager(spots[n % len(spots)].id, 100 + n % 7) for n in range(WAGERS)]
    outcome = Outcome(Value("17"))
    ready: dict[SpotId, int] = {spot.id: spot.odds.pays + 1 if "17" in spot.numbers else 0 for spot in spots}

    def bare() -> list[Settlement]:
        return [
            Settlement(w.spot, w.stake, WagerResult.WIN if ready[w.spot] else WagerResult.LOSE, w.stake * ready[w.spot])
            for w in wagers
        ]

    if list(game.settle(outcome, wagers)) != bare():
        raise RuntimeError("the floor does not do the same work")
    ours = min(_timed(lambda: game.settle(outcome, wagers)) for _ in range(REPEATS))
    floor = min(_timed(bare) for _ in range(REPEATS))
    return Figure(
        f"settle {WAGERS:,} wagers",
        f"{ours * 1000:.1f} ms",
        "bare loop over a table",
        f"{floor * 1000:.1f} ms",
        ours / floor,
    )


def _timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
