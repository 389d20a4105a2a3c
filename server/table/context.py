"""What a decision may know besides the state: the time it was received, who asked, and the injected sources."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from server.games.contract import CARRIED, Carry, Game, Need
from server.games.registry import make_game
from server.table.events import Event
from server.table.state import Pit, Round, Table, Terminal
from server.table.values import Actor, Refusal, TableConfig


def no_draw(population: Sequence[str], count: int) -> list[str]:
    """Contexts that only look have no random source."""
    raise RuntimeError(f"{count} of {len(population)} numbers asked of a context without a random source")


class Context(msgspec.Struct, frozen=True):
    """`now_ms` is the owner's monotonic clock at receipt; `at` is UTC for the record only."""

    now_ms: int
    at: str
    actor: Actor
    ticket_number: Callable[[], str]
    draw: Callable[[Sequence[str], int], list[str]] = no_draw
    """`count` different values of a population, in the order drawn."""


class Decision(msgspec.Struct, frozen=True):
    """Events that follow from a command, and what the sender is told."""

    events: tuple[Event, ...]
    result: dict[str, Any] = {}


Verdict = Decision | Refusal


def decided(*events: Event, **result: Any) -> Decision:
    return Decision(events, result)


def refuse(code: str, **data: str | int | bool | None) -> Refusal:
    return Refusal(code, dict(data))


def game_of(config: TableConfig) -> Game:
    return make_game(config.game, config.variant, config.settings)


def carry_of(table: Table) -> Carry:
    """The carry as the game is shown it: its own, and the spots that carried wagers stand on."""
    if not table.carried:
        return table.carry
    spots = sorted({str(wager.spot) for held in table.carried.values() for wager in held.wagers})
    return {**table.carry, CARRIED: ",".join(spots)}


def need_of(table: Table, round_: Round) -> Need:
    """What the round waits for."""
    return game_of(table.config).need(round_.facts, carry_of(table))


def table_round(pit: Pit, table: str, round_id: str) -> tuple[Table, Round] | Refusal:
    """The table and its current round, if that is the round the command means."""
    found = pit.tables.get(table)
    if found is None:
        return refuse("unknown_table", table=table)
    if found.round is None or found.round.id != round_id:
        return refuse("wrong_round", round=found.round.id if found.round else None)
    return found, found.round


def terminal_of(pit: Pit, terminal: str) -> Terminal | Refusal:
    found = pit.terminals.get(terminal)
    if found is None:
        return refuse("unknown_terminal", terminal=terminal)
    if not found.enabled:
        return refuse("terminal_disabled")
    return found
