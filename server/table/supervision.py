"""What needs a casino supervisor: voids, corrections, held rounds. Nobody approves his own request."""

from server.games.contract import Outcome, SpotId, Value, Wager
from server.ledger import Transfer, TransferKind
from server.ledger import accounts as account
from server.ledger.book import transfer
from server.table import commands as c
from server.table.context import Context, Decision, Verdict, decided, game_of, refuse, table_round
from server.table.events import Event, ResultCorrected, TaskRaised, TaskResolved
from server.table.rounds import counter_id, no_spin_events, settle, void_event
from server.table.state import Pit, RegisterEntry, RoundRecord, SeatRecord, Table, Task
from server.table.values import RUNNING, Refusal, Role

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
    return decided(_request(pit, ctx, "void", cmd.table, round_.id, entry.clause, data))


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
    return decided(_request(pit, ctx, "correction", cmd.table, record.id, "002 11.4.10", data))


def _request(
    pit: Pit,
    ctx: Context,
    kind: str,
    table: str,
    round_id: str,
    clause: str,
    data: dict[str, str | int | bool | None],
) -> TaskRaised:
    return TaskRaised(
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


def correctable(pit: Pit, table: str, round_id: str, value: str) -> RoundRecord | Refusal:
    found = pit.tables.get(table)
    if found is None:
        return refuse("unknown_table", table=table)
    record = next((item for item in found.records if item.id == round_id), None)
    if record is None or record.status != "settled" or (record.bettors and not record.seats):
        return refuse("not_correctable", round=round_id)
    if value not in game_of(found.config).values:
        return refuse("unknown_value", value=value)
    if value == record.value:
        return refuse("same_value", value=value)
    return record


def correction(pit: Pit, table: Table, record: RoundRecord, value: str, ctx: Context, by: str = "") -> ResultCorrected:
    """Settle every wager again with the right number and reverse what was paid, as new entries."""
    game = game_of(table.config)
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
    """New settlement first, then the reversal: what the account cannot cover becomes a receivable, never a debt on it."""
    if returned == seat.returned:
        return [], []
    house = account.house(table.config.table)
    session = pit.sessions.get(seat.session)
    live = session is not None and not session.ended
    target = account.credit(seat.session) if live else account.payable(seat.session)
    shortfall = max(0, seat.returned - returned - pit.book.balance(target))
    moves = [
        *transfer(house, target, returned, TransferKind.RESETTLEMENT),
        *transfer(account.receivable(seat.session), target, shortfall, TransferKind.SHORTFALL),
        *transfer(target, house, seat.returned, TransferKind.SETTLEMENT_REVERSED),
    ]
    kind, amount = ("overpayment", shortfall) if shortfall else ("underpayment", returned - seat.returned)
    if not shortfall and (live or amount < 0):
        return moves, []
    entry = RegisterEntry(
        f"{pit.id}-register{pit.counters.get('register', 0) + count + 1}",
        seat.session,
        seat.terminal,
        table.config.table,
        record.id,
        kind,
        amount,
        ctx.at,
    )
    return moves, [entry]


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


