"""The course of a round: new game, close, result, settlement, void (002 7, 8, 11.4)."""

from server.games.contract import Fact, FactKind, Outcome, SpotId, Wager
from server.ledger import Transfer, TransferKind
from server.ledger import accounts as account
from server.ledger.book import transfer
from server.table import commands as c
from server.table.context import Context, Decision, Verdict, decided, game_of, refuse, table_round
from server.table.events import (
    DealerEntered,
    DeviceOrdered,
    Event,
    NoSpinCalled,
    RoundHeld,
    RoundOpened,
    RoundSettled,
    RoundVoided,
    SpinFailed,
    SpinRequested,
    TaskRaised,
    WageringClosed,
    WageringReopened,
)
from server.table.limits import at_close
from server.table.state import CreditedBack, Layout, Pit, Round, SeatRecord, Table
from server.table.values import RUNNING, Phase, Refusal, TableConfig, TableStatus

SPIN_RETRY_MS = 2_000
POCKET_HELD_OPTIONS = ("accept_value", "no_spin", "void")


def counter_id(pit: Pit, name: str) -> str:
    """The next id of a kind; `apply` counts it when the event that uses it arrives."""
    return f"{pit.id}-{name}{pit.counters.get(name, 0) + 1}"


def new_game(pit: Pit, cmd: c.NewGame, ctx: Context) -> Verdict:
    table = pit.tables.get(cmd.table)
    if table is None:
        return refuse("unknown_table", table=cmd.table)
    return open_round(pit, table, ctx)


def open_round(pit: Pit, table: Table, ctx: Context) -> Verdict:
    """Place your bets: the wagering period starts (002 7.1)."""
    if table.status is TableStatus.CLOSED:
        return refuse("table_closed")
    if table.status is TableStatus.SUSPENDED:
        return refuse("table_suspended")
    if table.round and table.round.phase in RUNNING:
        return refuse("round_running", round=table.round.id)
    config = table.pending_config or table.config
    game = game_of(config)
    need = game.need((), table.carry)
    if need.window is None:
        return refuse("step_needed", step=need.step)
    number = table.number + 1
    return decided(
        RoundOpened(
            config.table,
            f"{config.table}-{number}",
            number,
            game.rule_hash,
            need.window.name,
            config.period_ms,
            ctx.now_ms + config.period_ms,
            spin_due(config, ctx),
        )
    )


def spin_due(config: TableConfig, ctx: Context) -> int | None:
    """Automated wheels launch a little before the deadline, so that the ball outlasts it (002 7.4.1)."""
    return ctx.now_ms + config.period_ms - config.spin_lead_ms if config.wheel == "automated" else None


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
    window = game_of(config).need(facts, table.carry).window
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
    if cmd.value not in game_of(table.config).values:
        return refuse("unknown_value", value=cmd.value)
    events: list[Event] = [DealerEntered(table.config.table, round_.id, cmd.value)]
    sensor = round_.proposal.sensor
    if sensor is not None and sensor != cmd.value:
        events += hold(pit, table, round_, "mismatch", {"sensor": sensor, "dealer": cmd.value}, "002 5.3.1.2")
    return Decision(tuple(events))


def clear_entry(pit: Pit, cmd: c.ClearEntry, ctx: Context) -> Verdict:
    pair = _awaiting_result(pit, cmd.table, cmd.round)
    if isinstance(pair, Refusal):
        return pair
    table, round_ = pair
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


def settle(pit: Pit, table: Table, round_: Round, value: str, ctx: Context) -> Verdict:
    """One decision for all terminals: losers cleared, winners paid, stakes back (002 8.2)."""
    game = game_of(table.config)
    facts = (*round_.facts, Fact(FactKind.READING, game.result_reading, value))
    outcome = game.need(facts, table.carry).outcome
    if outcome is None:
        return refuse("incomplete")
    seats: dict[str, SeatRecord] = {}
    transfers: list[Transfer] = []
    for session, layout in standing(pit, round_).items():
        record = _seat_record(pit, table, round_, session, layout, outcome)
        seats[session] = record
        transfers += settlement_transfers(table.config.table, record)
    return decided(
        RoundSettled(
            table.config.table,
            round_.id,
            outcome.value,
            facts,
            seats,
            tuple(transfers),
            dict(game.carry_after(outcome, table.carry)),
            sum(record.staked for record in seats.values()),
            sum(record.returned for record in seats.values()),
            next_round(table.config, ctx),
        )
    )


def standing(pit: Pit, round_: Round) -> dict[str, Layout]:
    """Sessions with a part in this round: wagers that stand, or only wagers that were credited back.

    Whoever got everything back at the close may have cashed out elsewhere and be forgotten by now.
    """
    sessions = [name for name in dict.fromkeys((*round_.bets, *round_.credited_back)) if name in pit.sessions]
    layouts = {session: round_.bets[session].layout if session in round_.bets else {} for session in sessions}
    return {s: layout for s, layout in layouts.items() if layout or s in round_.credited_back}


def _seat_record(pit: Pit, table: Table, round_: Round, session: str, layout: Layout, outcome: Outcome) -> SeatRecord:
    wagers = [Wager(SpotId(spot), stake) for spot, stake in layout.items()]
    settlements = game_of(table.config).settle(outcome, wagers, table.carry)
    returned = sum(item.returned for item in settlements)
    return SeatRecord(
        session,
        pit.sessions[session].terminal,
        settlements,
        tuple(round_.credited_back.get(session, ())),
        round_.credit_before.get(session, 0),
        pit.book.balance(account.credit(session)) + returned,
    )


def settlement_transfers(table: str, record: SeatRecord) -> list[Transfer]:
    """Held stakes are posted or released exactly once; winnings come from the table's bank."""
    stake, credit, house = account.stake(table, record.session), account.credit(record.session), account.house(table)
    kept = sum(min(item.stake, item.returned) for item in record.settlements)
    return [
        *transfer(stake, credit, kept, TransferKind.STAKE_RETURNED),
        *transfer(stake, house, record.staked - kept, TransferKind.STAKE_LOST),
        *transfer(house, credit, record.returned - kept, TransferKind.WINNINGS),
    ]


def next_round(config: TableConfig, ctx: Context) -> int | None:
    """Automated tables go on by themselves; a dealer starts the next round on the others."""
    return ctx.now_ms + config.pause_ms if config.wheel == "automated" else None


def void_event(
    table: Table, round_: Round, pit: Pit, ctx: Context, reason: str, clause: str, detail: str
) -> RoundVoided:
    """All wagers of the round go back (002 11.1, 11.6, 12.5)."""
    seats: dict[str, SeatRecord] = {}
    transfers: list[Transfer] = []
    for session, layout in standing(pit, round_).items():
        back = (
            *round_.credited_back.get(session, ()),
            *(CreditedBack(spot, stake, "void") for spot, stake in layout.items()),
        )
        amount = sum(layout.values())
        credit = account.credit(session)
        seats[session] = SeatRecord(
            session,
            pit.sessions[session].terminal,
            (),
            back,
            round_.credit_before.get(session, 0),
            pit.book.balance(credit) + amount,
        )
        transfers += transfer(account.stake(table.config.table, session), credit, amount, TransferKind.STAKE_REFUNDED)
    return RoundVoided(
        table.config.table,
        round_.id,
        reason,
        clause,
        detail,
        seats,
        tuple(transfers),
        sum(sum(layout.values()) for layout in standing(pit, round_).values()),
        next_round(table.config, ctx),
    )


def call_irregularity(pit: Pit, cmd: c.CallIrregularity, ctx: Context) -> Verdict:
    """A no spin (002 11.4.1 to 11.4.9), called by the dealer: wagers stand, the ball is spun again."""
    pair = table_round(pit, cmd.table, cmd.round)
    if isinstance(pair, Refusal):
        return pair
    table, round_ = pair
    entry = next((item for item in game_of(table.config).irregularities if item.code == cmd.code), None)
    if entry is None or not entry.repeats:
        return refuse("unknown_irregularity", irregularity=cmd.code)
    if table.config.wheel != "live":
        return refuse("automated_wheel")
    if round_.phase not in (Phase.WAGERING, Phase.CLOSED, Phase.PROPOSED):
        return refuse("wrong_phase", phase=round_.phase)
    return Decision(tuple(no_spin_events(table, round_, ctx, entry.code, entry.clause, cmd.detail)))


def no_spin_events(table: Table, round_: Round, ctx: Context, code: str, clause: str, detail: str) -> list[Event]:
    """The spin counts for nothing. By setting the period re-opens (reading B29); automated wheels launch again."""
    config = table.config
    events: list[Event] = [NoSpinCalled(config.table, round_.id, code, clause, detail)]
    if config.after_no_spin == "reopen" and round_.phase is not Phase.WAGERING:
        deadline = ctx.now_ms + config.period_ms
        first = game_of(config).need((), table.carry).window
        name = first.name if first else ""
        events.append(WageringReopened(config.table, round_.id, deadline, spin_due(config, ctx), name))
    elif config.wheel == "automated":
        events += launch_again(table, round_, ctx)
    return events


def launch_again(table: Table, round_: Round, ctx: Context) -> list[Event]:
    """A wheel that gave up a spin may have closed itself: open it, then ask for the launch until it takes it."""
    config = table.config
    events: list[Event] = [SpinFailed(config.table, round_.id, ctx.now_ms + SPIN_RETRY_MS)]
    if config.device:
        order = f"open:{round_.id}:{ctx.now_ms}"
        events.append(DeviceOrdered(order, config.device, "open_wheel", {}))
    return events


def spin_events(table: Table, round_: Round, ctx: Context) -> list[Event]:
    """Ask the automated wheel to launch the ball."""
    config = table.config
    events: list[Event] = [SpinRequested(config.table, round_.id)]
    if config.device:
        order = f"spin:{round_.id}:{ctx.now_ms}"
        events.append(DeviceOrdered(order, config.device, "start_game", {}))
    return events
