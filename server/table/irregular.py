"""Irregularities: another attempt, and the wagers that do not stand through it (002 11.4; 000 5.2; 004 8.9, 8.11)."""

from server.games.contract import Effect, FactKind, Irregularity, SpotId, Wager
from server.ledger import Transfer, TransferKind
from server.ledger import accounts as account
from server.ledger.book import transfer
from server.table import commands as c
from server.table.context import Context, Decision, Verdict, carry_of, game_of, refuse, table_round
from server.table.events import (
    DeviceOrdered,
    Event,
    NoSpinCalled,
    SpinFailed,
    SpinRequested,
    WageringReopened,
    WagersVoided,
)
from server.table.settlement import is_live, owed_entry, payee_of, terminal_of_session
from server.table.state import CreditedBack, Pit, RegisterEntry, Round, Table
from server.table.values import Phase, Refusal, TableConfig

SPIN_RETRY_MS = 2_000


def call_irregularity(pit: Pit, cmd: c.CallIrregularity, ctx: Context) -> Verdict:
    """A no spin (002 11.4.1 to 11.4.9), called by the dealer: wagers stand, the ball is spun again."""
    pair = table_round(pit, cmd.table, cmd.round)
    if isinstance(pair, Refusal):
        return pair
    table, round_ = pair
    entry = irregularity(table, cmd.code)
    if entry is None or not entry.repeats:
        return refuse("unknown_irregularity", irregularity=cmd.code)
    if table.config.wheel != "live":
        return refuse("automated_wheel")
    if round_.phase not in (Phase.WAGERING, Phase.CLOSED, Phase.PROPOSED):
        return refuse("wrong_phase", phase=round_.phase)
    if round_.phase is Phase.WAGERING and any(fact.kind is FactKind.WINDOW_CLOSED for fact in round_.facts):
        return refuse("wagering_open")  # a further window rests on readings that this would take away
    return Decision(tuple(no_spin_events(pit, table, round_, ctx, entry.code, entry.clause, cmd.detail)))


def irregularity(table: Table, code: str) -> Irregularity | None:
    return next((item for item in game_of(table.config).irregularities if item.code == code), None)


def no_spin_events(
    pit: Pit, table: Table, round_: Round, ctx: Context, code: str, clause: str, detail: str
) -> list[Event]:
    """The spin counts for nothing. By setting the period re-opens (reading B29); automated wheels launch again."""
    config = table.config
    events: list[Event] = [NoSpinCalled(config.table, round_.id, code, clause, detail)]
    entry = irregularity(table, code) or _first_repeat(table)
    if entry and (voided := voided_event(pit, table, round_, entry, ctx)):
        events.append(voided)
    if config.after_no_spin == "reopen" and round_.phase is not Phase.WAGERING and not round_.dummy:
        deadline = ctx.now_ms + config.period_ms
        steps = [fact for fact in round_.facts if fact.kind is FactKind.STEP]
        first = game_of(config).need(steps, carry_of(table)).window
        name = first.name if first else ""
        events.append(WageringReopened(config.table, round_.id, deadline, spin_due(config, ctx), name))
    elif config.wheel == "automated":
        events += launch_again(table, round_, ctx)
    return events


def _first_repeat(table: Table) -> Irregularity | None:
    """A supervisor's no spin on a held round has no entry of its own: it acts like the first one of the catalogue."""
    return next((item for item in game_of(table.config).irregularities if item.repeats), None)


def voided_event(pit: Pit, table: Table, round_: Round, entry: Irregularity, ctx: Context) -> WagersVoided | None:
    """Give back the wagers of the kinds the irregularity voids, carried ones too (reading A6); the others stand."""
    name = table.config.table
    credited: dict[str, tuple[CreditedBack, ...]] = {}
    lifted: dict[str, tuple[Wager, ...]] = {}
    transfers: list[Transfer] = []
    register: list[RegisterEntry] = []
    for session in dict.fromkeys((*round_.bets, *table.carried)):
        placed, carried = _voided(table, round_, session, entry)
        amount = sum(wager.stake for wager in (*placed, *carried))
        if not amount:
            continue
        source, payee = account.stake(name, session), payee_of(pit, session)
        transfers += transfer(source, payee, amount, TransferKind.STAKE_REFUNDED)
        if carried:
            lifted[session] = carried
        if is_live(pit, session):
            credited[session] = tuple(CreditedBack(w.spot, w.stake, entry.code) for w in (*placed, *carried))
        terminal = terminal_of_session(pit, table, session)
        register += owed_entry(pit, session, terminal, (name, round_.id), amount, ctx, register)
    cleared = tuple(key for key in entry.clears if key in table.carry)
    if not transfers and not cleared:
        return None
    return WagersVoided(
        name, round_.id, entry.code, entry.clause, credited, tuple(transfers), lifted, cleared, tuple(register)
    )


def _voided(
    table: Table, round_: Round, session: str, entry: Irregularity
) -> tuple[tuple[Wager, ...], tuple[Wager, ...]]:
    """One session's wagers that do not stand: those of this round, and those carried into it."""
    spots = game_of(table.config).spots
    layout = round_.bets[session].layout if session in round_.bets else {}
    held = table.carried[session].wagers if session in table.carried else []
    placed = (Wager(SpotId(spot), stake) for spot, stake in layout.items())
    return (
        tuple(wager for wager in placed if entry.effect_on(spots[wager.spot].kind) is Effect.VOID),
        tuple(wager for wager in held if entry.effect_on(spots[wager.spot].kind) is Effect.VOID),
    )


def spin_due(config: TableConfig, ctx: Context) -> int | None:
    """Automated wheels launch a little before the deadline, so that the ball outlasts it (002 7.4.1)."""
    return ctx.now_ms + config.period_ms - config.spin_lead_ms if config.wheel == "automated" else None


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
