"""What needs a casino supervisor: voids, corrections, held rounds. Nobody approves his own request."""

from server.games.contract import Outcome, SpotId, Value, Wager
from server.games.registry import make_game
from server.ledger import Transfer, TransferKind
from server.ledger import accounts as account
from server.ledger.book import transfer
from server.table import commands as c
from server.table.context import Context, Decision, Verdict, decided, game_of, refuse, table_round
from server.table.events import Event, ResultCorrected, TaskRaised, TaskResolved, WagersChanged
from server.table.rounds import counter_id, no_spin_events, settle, void_event
from server.table.state import Pit, RegisterEntry, RoundRecord, SeatRecord, Table, Task
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
    if round_.phase is not Phase.CLOSED:
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


def correctable(pit: Pit, table: str, round_id: str, value: str) -> RoundRecord | Refusal:
    found = pit.tables.get(table)
    if found is None:
        return refuse("unknown_table", table=table)
    record = next((item for item in found.records if item.id == round_id), None)
    if record is None or record.status != "settled" or (record.bettors and not record.seats):
        return refuse("not_correctable", round=round_id)
    if value not in make_game(record.game, record.variant, record.settings).values:
        return refuse("unknown_value", value=value)
    if value == record.value:
        return refuse("same_value", value=value)
    return record


def correction(pit: Pit, table: Table, record: RoundRecord, value: str, ctx: Context, by: str = "") -> ResultCorrected:
    """Settle every wager again with the right number and reverse what was paid, as new entries."""
    game = make_game(record.game, record.variant, record.settings)
    seats: dict[str, SeatRecord] = {}
    transfers: list[Transfer] = []
    register: list[RegisterEntry] = []
    for session, seat in record.seats.items():
        wagers = [Wager(SpotId(item.spot), item.stake, item.mark) for item in seat.settlements]
        settled = game.settle(Outcome(Value(value)), wagers, table.carry)
        returned = sum(item.returned for item in settled)
        seats[session] = SeatRecord(
            session,
            seat.terminal,
            settled,
            seat.credited_back,
            seat.credit_before,
            seat.credit_after - seat.returned + returned,
        )
        moves, entry = _resettle(pit, table, record, seat, returned, ctx, len(register))
        transfers += moves
        register += entry
    return ResultCorrected(
        table.config.table,
        record.id,
        value,
        record.value or "",
        "",
        "",
        by,
        seats,
        tuple(transfers),
        tuple(register),
        sum(item.returned for item in seats.values()),
    )


def _resettle(
    pit: Pit, table: Table, record: RoundRecord, seat: SeatRecord, returned: int, ctx: Context, count: int
) -> tuple[list[Transfer], list[RegisterEntry]]:
    """New settlement first, then the reversal; what the account cannot cover becomes a receivable."""
    if returned == seat.returned:
        return [], []
    house = account.house(table.config.table)
    session = pit.sessions.get(seat.session)
    live = session is not None and not session.ended
    target = account.credit(seat.session) if live else account.payable(seat.session)
    owing = account.receivable(seat.session)
    gain = returned - seat.returned
    shortfall = max(0, -gain - pit.book.balance(target))
    repaid = min(max(0, gain), -pit.book.balance(owing))
    moves = [
        *transfer(house, target, returned, TransferKind.RESETTLEMENT),
        *transfer(owing, target, shortfall, TransferKind.SHORTFALL),
        *transfer(target, house, seat.returned, TransferKind.SETTLEMENT_REVERSED),
        *transfer(target, owing, repaid, TransferKind.SHORTFALL_REPAID),
    ]
    owed = {
        "overpayment": shortfall,
        "repaid": repaid,
        "underpayment": 0 if live else max(0, gain - repaid),
    }
    entries = [(kind, amount) for kind, amount in owed.items() if amount]
    first = pit.counters.get("register", 0) + count + 1
    return moves, [
        RegisterEntry(
            f"{pit.id}-register{first + place}",
            seat.session,
            seat.terminal,
            table.config.table,
            record.id,
            kind,
            amount,
            ctx.at,
        )
        for place, (kind, amount) in enumerate(entries)
    ]


def impact_of(event: ResultCorrected) -> dict[str, str | int | bool | None]:
    """The money effect of a correction, for the screen before anybody approves it."""
    net: dict[str, int] = {}
    for move in event.transfers:
        if move.kind is TransferKind.RESETTLEMENT:
            net[move.credit] = net.get(move.credit, 0) + move.amount
        elif move.kind is TransferKind.SETTLEMENT_REVERSED:
            net[move.debit] = net.get(move.debit, 0) - move.amount
    short = [move for move in event.transfers if move.kind is TransferKind.SHORTFALL]
    return {
        "sessions": len([amount for amount in net.values() if amount]),
        "credited": sum(amount for amount in net.values() if amount > 0),
        "debited": -sum(amount for amount in net.values() if amount < 0),
        "receivables": len(short),
        "receivable_total": sum(move.amount for move in short),
    }


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
    if cmd.option in ("decline", "acknowledge"):
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
        reason, clause = str(task.data["reason"]), task.clause or ""
        return [void_event(table, round_, pit, ctx, reason, clause, str(task.data["detail"]))]
    if cmd.option == "void":
        return [void_event(table, round_, pit, ctx, task.kind, "002 11.6", "")]
    if cmd.option == "no_spin":
        return no_spin_events(table, round_, ctx, task.kind, task.clause or "", "")
    if cmd.value is None or cmd.value not in game_of(table.config).values:
        return refuse("unknown_value", value=cmd.value)
    verdict = settle(pit, table, round_, cmd.value, ctx)
    return verdict if isinstance(verdict, Refusal) else list(verdict.events)


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
