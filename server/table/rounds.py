"""The course of a round: new game, close, the dealer's result (002 7, 8)."""

from server.games.contract import Fact, FactKind, RuleError
from server.ledger import Transfer, TransferKind
from server.ledger import accounts as account
from server.ledger.book import transfer
from server.table import commands as c
from server.table.context import (
    Context,
    Decision,
    Verdict,
    carry_of,
    decided,
    game_of,
    need_of,
    refuse,
    table_round,
)
from server.table.events import (
    DealerEntered,
    Event,
    ReadingWithdrawn,
    RoundHeld,
    RoundOpened,
    RoundPrepared,
    TaskRaised,
    WageringClosed,
    WageringReopened,
)
from server.table.irregular import spin_due
from server.table.limits import at_close
from server.table.settlement import settle
from server.table.state import CreditedBack, Layout, Pit, Round, Table
from server.table.values import RUNNING, Phase, Refusal, TableStatus

POCKET_HELD_OPTIONS = ("accept_value", "no_spin", "void")


def counter_id(pit: Pit, name: str) -> str:
    """The next id of a kind; `apply` counts it when the event that uses it arrives."""
    return f"{pit.id}-{name}{pit.counters.get(name, 0) + 1}"


def new_game(pit: Pit, cmd: c.NewGame, ctx: Context) -> Verdict:
    table = pit.tables.get(cmd.table)
    if table is None:
        return refuse("unknown_table", table=cmd.table)
    return open_round(pit, table, ctx, dummy=cmd.dummy)


def open_round(pit: Pit, table: Table, ctx: Context, *, dummy: bool = False) -> Verdict:
    """Place your bets: the wagering period starts (002 7.1), or the step that must come before it."""
    if table.status is TableStatus.CLOSED:
        return refuse("table_closed")
    if table.status is TableStatus.SUSPENDED:
        return refuse("table_suspended")
    if table.round and table.round.phase in RUNNING:
        return refuse("round_running", round=table.round.id)
    config = table.pending_config or table.config
    game = game_of(config)
    need = game.need((), carry_of(table))
    number = table.number + 1
    base = (config.table, f"{config.table}-{number}", number, game.rule_hash)
    if need.window is None or dummy:
        spin_at = ctx.now_ms if dummy and config.wheel == "automated" else None
        return decided(RoundPrepared(*base, config.period_ms, dummy, spin_at))
    deadline = ctx.now_ms + config.period_ms
    return decided(RoundOpened(*base, need.window.name, config.period_ms, deadline, spin_due(config, ctx)))


def no_more_bets(pit: Pit, cmd: c.NoMoreBets, ctx: Context) -> Verdict:
    """The dealer ends the period before its deadline."""
    pair = table_round(pit, cmd.table, cmd.round)
    if isinstance(pair, Refusal):
        return pair
    table, round_ = pair
    if round_.phase is not Phase.WAGERING:
        return refuse("wrong_phase", phase=round_.phase)
    return Decision(tuple(close_events(table, round_, "dealer", ctx)))


def close_events(table: Table, round_: Round, cause: str, ctx: Context) -> list[Event]:
    """The close, and the next window of games that have one (the raise of 003 5.4)."""
    config, closed = table.config, close_event(table, round_, cause)
    facts = (*round_.facts, Fact(FactKind.WINDOW_CLOSED, closed.window))
    window = game_of(config).need(facts, carry_of(table)).window
    if window is None:
        return [closed]
    deadline = ctx.now_ms + config.period_ms
    return [closed, WageringReopened(config.table, round_.id, deadline, window=window.name, further=True)]


def close_event(table: Table, round_: Round, cause: str) -> WageringClosed:
    """Freeze the layouts: minimums are tested now and what fails goes back to the credit (002 6.2, 6.3.4)."""
    config = table.config
    spots = game_of(config).spots
    first_window = not any(fact.kind is FactKind.WINDOW_CLOSED for fact in round_.facts)
    layouts: dict[str, Layout] = {}
    credited: dict[str, tuple[CreditedBack, ...]] = {}
    transfers: list[Transfer] = []
    for session, bets in round_.bets.items():
        final, back = at_close(config.limits, spots, bets.layout) if first_window else (dict(bets.layout), [])
        if final:
            layouts[session] = final
        if back:
            credited[session] = tuple(back)
            amount = sum(item.stake for item in back)
            source = account.stake(config.table, session)
            transfers += transfer(source, account.credit(session), amount, TransferKind.CREDITED_BACK)
    return WageringClosed(config.table, round_.id, round_.window or "", cause, layouts, credited, tuple(transfers))


def enter_result(pit: Pit, cmd: c.EnterResult, ctx: Context) -> Verdict:
    """First step of the dealer's result (002 7.5.2). A difference from the sensor holds the round, never guesses."""
    pair = _awaiting_result(pit, cmd.table, cmd.round)
    if isinstance(pair, Refusal):
        return pair
    table, round_ = pair
    if table.config.wheel == "automated":
        return refuse("automated_wheel")
    if refusal := check_result(table, round_, cmd.value):
        return refusal
    events: list[Event] = [DealerEntered(table.config.table, round_.id, cmd.value)]
    sensor = round_.proposal.sensor
    if sensor is not None and sensor != cmd.value:
        events += hold(pit, table, round_, "mismatch", {"sensor": sensor, "dealer": cmd.value}, "002 5.3.1.2")
    return Decision(tuple(events))


def check_result(table: Table, round_: Round, value: str | None) -> Refusal | None:
    """A result the game can have now: the one its facts make, or a value of the reading it waits for."""
    game, need = game_of(table.config), need_of(table, round_)
    if need.outcome is not None:
        return None if need.outcome.value == value else refuse("unknown_value", value=value, shown=need.outcome.value)
    if game.result_reading not in need.readings:
        return refuse("incomplete")
    if value is None or (game.values and value not in game.values):
        return refuse("unknown_value", value=value)
    try:
        game.check_reading(game.result_reading, value)
    except RuleError:
        return refuse("unknown_value", value=value)
    return None


def clear_entry(pit: Pit, cmd: c.ClearEntry, ctx: Context) -> Verdict:
    """Take the dealer's entry back: the number, or the latest of several readings."""
    pair = _awaiting_result(pit, cmd.table, cmd.round)
    if isinstance(pair, Refusal):
        return pair
    table, round_ = pair
    if round_.entered:
        return withdraw(table, round_)
    if round_.proposal.dealer is None:
        return refuse("nothing_entered")
    return decided(DealerEntered(table.config.table, round_.id, None))


def confirm_result(pit: Pit, cmd: c.ConfirmResult, ctx: Context) -> Verdict:
    """Second step: exactly the value shown is confirmed, then settlement follows at once (002 5.3.1.2, 8.1)."""
    pair = _awaiting_result(pit, cmd.table, cmd.round)
    if isinstance(pair, Refusal):
        return pair
    table, round_ = pair
    if round_.phase is not Phase.PROPOSED:
        return refuse("wrong_phase", phase=round_.phase)
    proposal = round_.proposal
    if proposal.mismatch:
        return refuse("mismatch", sensor=proposal.sensor, dealer=proposal.dealer)
    shown = proposal.dealer or proposal.sensor
    if shown != cmd.value:
        return refuse("unknown_value", value=cmd.value, shown=shown)
    return settle(pit, table, round_, cmd.value, ctx)


def _awaiting_result(pit: Pit, table: str, round_id: str) -> tuple[Table, Round] | Refusal:
    pair = table_round(pit, table, round_id)
    if isinstance(pair, Refusal):
        return pair
    if pair[1].phase not in (Phase.CLOSED, Phase.PROPOSED):
        return refuse("wrong_phase", phase=pair[1].phase)
    return pair


def hold(
    pit: Pit,
    table: Table,
    round_: Round,
    kind: str,
    data: dict[str, str | int | bool | None],
    clause: str,
    options: tuple[str, ...] = POCKET_HELD_OPTIONS,
) -> list[Event]:
    """Stop before settlement and ask a supervisor."""
    task = TaskRaised(
        counter_id(pit, "task"), kind, table.config.table, round_.id, clause, None, None, options, data, None
    )
    return [RoundHeld(table.config.table, round_.id, kind), task]


def withdraw(table: Table, round_: Round) -> Verdict:
    """The dealer's latest reading, unless something else became true since or players raised on it."""
    place = len(round_.facts) - 1
    if not round_.entered or round_.entered[-1] != place:
        return refuse("nothing_entered")
    fact, window = round_.facts[place], None
    if round_.phase is Phase.WAGERING:
        before = game_of(table.config).need(round_.facts[:place], carry_of(table)).window
        window = None if before is not None and before.name == round_.window else round_.window
    if window and any(bets.layout != round_.in_action.get(session, {}) for session, bets in round_.bets.items()):
        return refuse("wagers_placed")
    return decided(ReadingWithdrawn(table.config.table, round_.id, fact.name, fact.value, window))
