"""What needs a casino supervisor: voids, corrections, held rounds. Nobody approves his own request."""

from server.games.contract import Effect, FactKind, Signal
from server.ledger import Transfer, TransferKind
from server.ledger import accounts as account
from server.table import commands as c
from server.table.context import Context, Decision, Verdict, decided, game_of, refuse, table_round
from server.table.correction import correctable, correction, impact_of
from server.table.events import Event, ResultCorrected, RoundReleased, TaskRaised, TaskResolved, WagersChanged
from server.table.irregular import irregularity, no_spin_events, voided_event
from server.table.rounds import check_result, counter_id
from server.table.settlement import settle, void_event
from server.table.state import Pit, Round, Table, Task
from server.table.values import RUNNING, Phase, Refusal, Role

REQUEST_MS = 120_000
"""How long a request waits for its approval before it lapses."""


def request_void(pit: Pit, cmd: c.RequestVoid, ctx: Context) -> Verdict:
    pair = table_round(pit, cmd.table, cmd.round)
    if isinstance(pair, Refusal):
        return pair
    table, round_ = pair
    if round_.phase not in RUNNING:
        return refuse("wrong_phase", phase=round_.phase)
    entry = next((e for e in game_of(table.config).irregularities if e.code == cmd.reason and not e.repeats), None)
    if entry is None:
        return refuse("unknown_irregularity", irregularity=cmd.reason)
    data: dict[str, str | int | bool | None] = {
        "reason": entry.code,
        "detail": cmd.detail,
        "total": sum(sum(bets.layout.values()) for bets in round_.bets.values()),
    }
    return _request(pit, ctx, "void", cmd.table, round_.id, entry.clause, data)


def request_correction(pit: Pit, cmd: c.RequestCorrection, ctx: Context) -> Verdict:
    """Ask for the right number of a settled round; the impact is part of what will be approved (002 11.4.10)."""
    record = correctable(pit, cmd.table, cmd.round, cmd.value)
    if isinstance(record, Refusal):
        return record
    event = correction(pit, pit.tables[cmd.table], record, cmd.value, ctx)
    impact = impact_of(event)
    data: dict[str, str | int | bool | None] = {
        "value": cmd.value,
        "original": record.value,
        "reason": cmd.reason,
        **impact,
    }
    return _request(pit, ctx, "correction", cmd.table, record.id, "002 11.4.10", data)


def request_relief(pit: Pit, cmd: c.RequestRelief, ctx: Context) -> Verdict:
    """Ask for a wager to be taken off after the close, where holding the player to it would be unfair (002 4.2.8)."""
    wager = _relievable(pit, cmd.table, cmd.round, cmd.terminal, cmd.spot)
    if isinstance(wager, Refusal):
        return wager
    data: dict[str, str | int | bool | None] = {
        "terminal": cmd.terminal,
        "spot": cmd.spot,
        "stake": wager[1],
        "reason": cmd.reason,
    }
    return _request(pit, ctx, "relief", cmd.table, cmd.round, "002 4.2.8", data)


def _relievable(pit: Pit, table: str, round_id: str, terminal: str, spot: str) -> tuple[str, int] | Refusal:
    """The session and stake, while betting is closed and no outcome is known yet (reading B4)."""
    pair = table_round(pit, table, round_id)
    if isinstance(pair, Refusal):
        return pair
    round_ = pair[1]
    game = game_of(pair[0].config)
    known = any(f.kind is FactKind.READING and game.signal(f.name) is Signal.EARLY for f in round_.facts)
    if round_.phase is not Phase.CLOSED or known:
        return refuse("wrong_phase", phase=round_.phase)
    found = pit.terminals.get(terminal)
    if found is None:
        return refuse("unknown_terminal", terminal=terminal)
    bets = round_.bets.get(found.session or "")
    if found.session is None or bets is None or spot not in bets.layout:
        return refuse("no_wager", spot=spot)
    return found.session, bets.layout[spot]


def _approve_relief(pit: Pit, task: Task) -> list[Event] | Refusal:
    spot = str(task.data["spot"])
    wager = _relievable(pit, task.table, task.round or "", str(task.data["terminal"]), spot)
    if isinstance(wager, Refusal):
        return wager
    session, stake = wager
    source, credit = account.stake(task.table, session), account.credit(session)
    moves = (Transfer(source, credit, stake, TransferKind.STAKE_RELEASED),)
    return [WagersChanged(task.table, task.round or "", session, {spot: -stake}, moves)]


def _request(
    pit: Pit,
    ctx: Context,
    kind: str,
    table: str,
    round_id: str,
    clause: str,
    data: dict[str, str | int | bool | None],
) -> Verdict:
    """Raise the task, unless the same one is waiting already."""
    subject = (kind, table, round_id, data.get("terminal"), data.get("spot"))
    for task in pit.tasks.values():
        waiting = task.expires_ms is None or ctx.now_ms < task.expires_ms
        if waiting and (task.kind, task.table, task.round, task.data.get("terminal"), task.data.get("spot")) == subject:
            return refuse("already_requested", task=task.id)
    event = TaskRaised(
        counter_id(pit, "task"),
        kind,
        table,
        round_id,
        clause,
        ctx.actor.id,
        ctx.actor.name,
        ("approve", "decline"),
        data,
        ctx.now_ms + REQUEST_MS,
    )
    return decided(event)


def resolve_task(pit: Pit, cmd: c.ResolveTask, ctx: Context) -> Verdict:
    """The supervisor whose card and PIN were checked decides one task."""
    task = pit.tasks.get(cmd.task)
    if task is None or task.table != cmd.table:
        return refuse("task_gone", task=cmd.task)
    if ctx.actor.role is not Role.CASINO_SUPERVISOR:
        return refuse("wrong_role", role=ctx.actor.role)
    if task.requested_by == ctx.actor.id:
        return refuse("same_person")
    if cmd.option not in task.options:
        return refuse("unknown_option", option=cmd.option)
    if task.expires_ms is not None and ctx.now_ms >= task.expires_ms and cmd.option != "decline":
        return refuse("task_expired", task=task.id)
    effects = _effects(pit, task, cmd, ctx)
    if isinstance(effects, Refusal):
        return effects
    data: dict[str, str | int | bool | None] = {**task.data, "value": cmd.value or task.data.get("value")}
    resolved = TaskResolved(task.id, task.kind, task.table, cmd.option, ctx.actor.id, ctx.actor.name, data)
    return Decision((resolved, *effects))


def _effects(pit: Pit, task: Task, cmd: c.ResolveTask, ctx: Context) -> list[Event] | Refusal:
    if cmd.option == "decline" or (cmd.option == "acknowledge" and task.options == ("acknowledge",)):
        return []
    if task.kind == "correction":
        return _approve_correction(pit, task, ctx)
    if task.kind == "relief":
        return _approve_relief(pit, task)
    table = pit.tables[task.table]
    round_ = table.round
    if round_ is None or round_.id != task.round or round_.phase not in RUNNING:
        return refuse("wrong_round", round=task.round)
    if task.kind == "void":
        return _approve_void(pit, table, round_, task, ctx)
    if cmd.option == "void":
        return [void_event(table, round_, pit, ctx, task.kind, "002 11.6", "")]
    if cmd.option == "no_spin":
        return no_spin_events(pit, table, round_, ctx, task.kind, task.clause or "", "")
    if cmd.option == "acknowledge":
        return [RoundReleased(table.config.table, round_.id)]
    if refusal := check_result(table, round_, cmd.value):
        return refusal
    verdict = settle(pit, table, round_, cmd.value or "", ctx)
    return verdict if isinstance(verdict, Refusal) else list(verdict.events)


def _approve_void(pit: Pit, table: Table, round_: Round, task: Task, ctx: Context) -> list[Event]:
    """The whole round, or only the kinds of wager the irregularity names (004 8.11)."""
    reason, clause = str(task.data["reason"]), task.clause or ""
    entry = irregularity(table, reason)
    kinds = {spot.kind for spot in game_of(table.config).spots.values()}
    if entry is not None and any(entry.effect_on(kind) is Effect.STAND for kind in kinds):
        voided = voided_event(pit, table, round_, entry, ctx)
        return [voided] if voided else []
    return [void_event(table, round_, pit, ctx, reason, clause, str(task.data["detail"]))]


def _approve_correction(pit: Pit, task: Task, ctx: Context) -> list[Event] | Refusal:
    value = str(task.data["value"])
    record = correctable(pit, task.table, task.round or "", value)
    if isinstance(record, Refusal):
        return record
    event = correction(pit, pit.tables[task.table], record, value, ctx, ctx.actor.id)
    full = ResultCorrected(
        event.table,
        event.round,
        event.value,
        event.original,
        str(task.data["reason"]),
        task.requested_by or "",
        ctx.actor.id,
        event.seats,
        event.transfers,
        event.register,
        event.returned,
    )
    return [full]
