"""Tables and terminals as such: opening, closing with notice, settings, seats (002 2.1, 7.1, 12.8)."""

import re
from datetime import datetime, timedelta

from server.games.contract import RuleError
from server.table import commands as c
from server.table.context import Context, Decision, Verdict, decided, game_of, refuse, terminal_of
from server.table.events import (
    AttendantAnswered,
    AttendantCalled,
    ClosureAnnounced,
    ClosureCancelled,
    DeviceOrdered,
    Event,
    PitResumed,
    Seated,
    TableClosed,
    TableConfigured,
    TableOpened,
    TableResumed,
    TableSuspended,
    TaskResolved,
    TerminalAdded,
    TerminalSet,
    VenueChanged,
)
from server.table.irregular import spin_events
from server.table.rounds import close_events, open_round
from server.table.state import Pit, Table
from server.table.values import RUNNING, Limits, Phase, Refusal, TableConfig, TableStatus

NOTICE_MINUTES = 20
"""002 12.8: how long the closing sign must have been up while players are present."""

PERIOD_MS = (5_000, 300_000)
STAKE_MAX = 10**12


def resume(pit: Pit, cmd: c.Resume, ctx: Context) -> Verdict:
    """A new owner continues: open wagering keeps what time was left, rounded up to a second; nothing else is lost."""
    if cmd.epoch == pit.epoch:
        return Decision(())  # a commit whose fate was unknown had come through
    last = max(cmd.last_ms, pit.now_ms)
    deadlines = {}
    for name, table in pit.tables.items():
        round_ = table.round
        if round_ and round_.phase is Phase.WAGERING and round_.deadline_ms is not None:
            left = max(0, round_.deadline_ms - last)
            deadlines[name] = ctx.now_ms + -(-left // 1000) * 1000
    resumed = PitResumed(cmd.epoch, ctx.now_ms - last, deadlines)
    # The first event of a pit is its venue, so that the journal alone can rebuild everything.
    return decided(resumed) if pit.seq else decided(VenueChanged(pit.venue), resumed)


def _table(pit: Pit, name: str) -> Table | Refusal:
    return pit.tables.get(name) or refuse("unknown_table", table=name)


def open_table(pit: Pit, cmd: c.OpenTable, ctx: Context) -> Verdict:
    table = _table(pit, cmd.table)
    if isinstance(table, Refusal):
        return table
    if table.status is not TableStatus.CLOSED:
        return refuse("table_open")
    events: list[Event] = [TableOpened(cmd.table)]
    if table.config.device:
        events.append(DeviceOrdered(f"open:{cmd.table}:{ctx.now_ms}", table.config.device, "open_wheel", {}))
    return Decision(tuple(events))


def _players(pit: Pit, table: str) -> int:
    return sum(1 for t in pit.terminals.values() if t.table == table and pit.session_of(t.id))


def announce_closure(pit: Pit, cmd: c.AnnounceClosure, ctx: Context) -> Verdict:
    """Put the sign up. While players are present the time named must be at least 20 minutes away (002 12.8)."""
    table = _table(pit, cmd.table)
    if isinstance(table, Refusal):
        return table
    if table.status is TableStatus.CLOSED:
        return refuse("table_closed")
    if cmd.minutes < NOTICE_MINUTES and _players(pit, cmd.table):
        return refuse("notice_too_short", minimum=NOTICE_MINUTES, players=_players(pit, cmd.table))
    at = datetime.fromisoformat(ctx.at) + timedelta(minutes=cmd.minutes)
    closes_at = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return decided(ClosureAnnounced(cmd.table, closes_at, ctx.now_ms + cmd.minutes * 60_000))


def cancel_closure(pit: Pit, cmd: c.CancelClosure, ctx: Context) -> Verdict:
    table = _table(pit, cmd.table)
    if isinstance(table, Refusal):
        return table
    if table.closes_ms is None:
        return refuse("nothing_to_cancel")
    return decided(ClosureCancelled(cmd.table))


def close_table(pit: Pit, cmd: c.CloseTable, ctx: Context) -> Verdict:
    """Close now: only between rounds, and with players present only after the sign was up long enough."""
    table = _table(pit, cmd.table)
    if isinstance(table, Refusal):
        return table
    if table.status is TableStatus.CLOSED:
        return refuse("table_closed")
    if table.round and table.round.phase in RUNNING:
        return refuse("round_running", round=table.round.id)
    if _players(pit, cmd.table) and (table.closes_ms is None or ctx.now_ms < table.closes_ms):
        return refuse("notice_too_short", minimum=NOTICE_MINUTES, players=_players(pit, cmd.table))
    return decided(TableClosed(cmd.table))


def suspend_table(pit: Pit, cmd: c.SuspendTable, ctx: Context) -> Verdict:
    table = _table(pit, cmd.table)
    if isinstance(table, Refusal):
        return table
    if table.status is not TableStatus.OPEN:
        return refuse("table_closed" if table.status is TableStatus.CLOSED else "table_suspended")
    return decided(TableSuspended(cmd.table, cmd.reason))


def resume_table(pit: Pit, cmd: c.ResumeTable, ctx: Context) -> Verdict:
    table = _table(pit, cmd.table)
    if isinstance(table, Refusal):
        return table
    if table.status is not TableStatus.SUSPENDED:
        return refuse("table_open")
    return decided(TableResumed(cmd.table))


def deadline(pit: Pit, cmd: c.Deadline, ctx: Context) -> Verdict:
    """A timer fired. It acts only if the state still says so; a stale timer is refused and forgotten."""
    table = pit.tables[cmd.table]
    round_ = table.round
    if cmd.kind == "closure":
        return _closure(table, ctx)
    if cmd.kind == "request":
        return _lapsed(pit, cmd.round or "", ctx)
    if cmd.kind == "next_round":
        return open_round(pit, table, ctx) if table.next_round_ms is not None else refuse("stale_timer")
    if cmd.kind == "spin":
        return _launch(table, cmd.round, ctx)
    if round_ is None or round_.id != cmd.round or round_.phase is not Phase.WAGERING or round_.deadline_ms is None:
        return refuse("stale_timer")
    if ctx.now_ms < round_.deadline_ms:
        return refuse("stale_timer")
    return Decision(tuple(close_events(table, round_, "deadline", ctx)))


def _launch(table: Table, round_id: str | None, ctx: Context) -> Verdict:
    round_ = table.round
    running = round_ is not None and round_.id == round_id and round_.phase in (Phase.WAGERING, Phase.CLOSED)
    if round_ is None or not running or round_.spun or round_.spin_at_ms is None or ctx.now_ms < round_.spin_at_ms:
        return refuse("stale_timer")
    return Decision(tuple(spin_events(table, round_, ctx)))


def _lapsed(pit: Pit, task_id: str, ctx: Context) -> Verdict:
    """A request that nobody approved in time is no longer on offer."""
    task = pit.tasks.get(task_id)
    if task is None or task.expires_ms is None or ctx.now_ms < task.expires_ms:
        return refuse("stale_timer")
    return decided(TaskResolved(task.id, task.kind, task.table, "lapsed", ctx.actor.id, ctx.actor.name, task.data))


def _closure(table: Table, ctx: Context) -> Verdict:
    if table.closes_ms is None or ctx.now_ms < table.closes_ms:
        return refuse("stale_timer")
    if table.round and table.round.phase in RUNNING:
        return refuse("round_running")  # asked again when the round is decided
    return decided(TableClosed(table.config.table))


def set_venue(pit: Pit, cmd: c.SetVenue, ctx: Context) -> Verdict:
    if cmd.venue.version != pit.venue.version + 1:
        return refuse("version_conflict", version=pit.venue.version)
    if not re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9]", cmd.venue.gaming_day_start):
        return refuse("bad_gaming_day_start", start=cmd.venue.gaming_day_start)
    return decided(VenueChanged(cmd.venue))


def set_table(pit: Pit, cmd: c.SetTable, ctx: Context) -> Verdict:
    """Create or change a table; a change waits for the running round to end."""
    current = pit.tables.get(cmd.config.table)
    version = (current.pending_config or current.config).version if current else 0
    if cmd.config.version != version + 1:
        return refuse("version_conflict", version=version)
    problem = check_config(cmd.config) or (_still_carried(current, cmd.config) if current else None)
    return problem or decided(TableConfigured(cmd.config))


def _still_carried(table: Table, config: TableConfig) -> Refusal | None:
    """Carried wagers are decided by the rules they were placed under."""
    before, after = ((item.game, item.variant, item.settings) for item in (table.config, config))
    return refuse("wagers_carried", table=config.table) if table.carried and before != after else None


def check_config(config: TableConfig) -> Refusal | None:
    """Settings that could not be played are refused before anybody sits down."""
    try:
        game = game_of(config)
    except RuleError as error:
        return refuse(error.code, detail=error.detail)
    if not PERIOD_MS[0] <= config.period_ms <= PERIOD_MS[1]:
        return refuse("bad_period", minimum=PERIOD_MS[0], maximum=PERIOD_MS[1])
    if not config.chips or any(chip <= 0 for chip in config.chips) or list(config.chips) != sorted(set(config.chips)):
        return refuse("bad_chips")
    if config.wheel == "automated" and config.device is None:
        return refuse("device_missing")
    if config.wheel == "automated" and not 0 <= config.spin_lead_ms < config.period_ms:
        return refuse("bad_spin_lead", maximum=config.period_ms)
    kinds = {spot.kind for spot in game.spots.values() if not spot.pieces}
    missing = sorted(kinds - set(config.limits.kinds))
    if missing:
        return refuse("limits_missing", kind=missing[0])
    unknown = sorted(set(config.limits.kinds) - kinds)
    if unknown:
        return refuse("unknown_kind", kind=unknown[0])
    return _check_limits(config.limits)


def _check_limits(limits: Limits) -> Refusal | None:
    if limits.unit < 1:
        return refuse("bad_limits", detail="unit")
    for kind, limit in limits.kinds.items():
        if not 0 < limit.minimum <= limit.maximum <= STAKE_MAX:
            return refuse("bad_limits", detail=kind)
    if limits.total_minimum < 0 or limits.total_maximum < 0:
        return refuse("bad_limits", detail="total")
    if limits.total_maximum and limits.total_maximum < limits.total_minimum:
        return refuse("bad_limits", detail="total")
    return None


def add_terminal(pit: Pit, cmd: c.AddTerminal, ctx: Context) -> Verdict:
    if cmd.terminal in pit.terminals:
        return refuse("terminal_exists", terminal=cmd.terminal)
    return decided(TerminalAdded(cmd.terminal, cmd.name, cmd.seat, cmd.acceptor, cmd.printer))


def sit(pit: Pit, cmd: c.Sit, ctx: Context) -> Verdict:
    """Show another table (002 2.1); stakes elsewhere stay where they are."""
    terminal = terminal_of(pit, cmd.terminal)
    if isinstance(terminal, Refusal):
        return terminal
    if cmd.table not in pit.tables:
        return refuse("unknown_table", table=cmd.table)
    if terminal.table == cmd.table:
        return Decision(())
    return decided(Seated(cmd.terminal, cmd.table))


def call_attendant(pit: Pit, cmd: c.CallAttendant, ctx: Context) -> Verdict:
    terminal = pit.terminals.get(cmd.terminal)
    if terminal is None:
        return refuse("unknown_terminal", terminal=cmd.terminal)
    if cmd.on == bool(terminal.attendant_called_at):
        return Decision(())
    return decided(AttendantCalled(cmd.terminal) if cmd.on else AttendantAnswered(cmd.terminal))


def answer_call(pit: Pit, cmd: c.AnswerCall, ctx: Context) -> Verdict:
    terminal = pit.terminals.get(cmd.terminal)
    if terminal is None:
        return refuse("unknown_terminal", terminal=cmd.terminal)
    if terminal.attendant_called_at is None:
        return refuse("nothing_to_answer")
    return decided(AttendantAnswered(cmd.terminal))


def set_terminal(pit: Pit, cmd: c.SetTerminal, ctx: Context) -> Verdict:
    terminal = pit.terminals.get(cmd.terminal)
    if terminal is None:
        return refuse("unknown_terminal", terminal=cmd.terminal)
    if terminal.enabled == cmd.enabled:
        return Decision(())
    events: list[Event] = [TerminalSet(cmd.terminal, cmd.enabled)]
    if terminal.acceptor:
        kind = "enable" if cmd.enabled else "disable"
        events.append(DeviceOrdered(f"{kind}:{cmd.terminal}:{ctx.now_ms}", terminal.acceptor, kind, {}))
    return Decision(tuple(events))
