"""How the events of a round change the state."""

from collections.abc import Callable
from typing import Any

from server.games.contract import Fact, FactKind, Wager, WagerResult
from server.ledger import accounts as account
from server.table import events as e
from server.table.apply_facts import FACT_APPLIERS, add_register, drop_tasks, round_of, start
from server.table.context import carry_of
from server.table.state import (
    CORRECTABLE_ROUNDS,
    HISTORY_VALUES,
    RECALL_ROUNDS,
    UNDO_DEPTH_MAX,
    Bets,
    Carried,
    Notice,
    Pit,
    Proposal,
    RecallItem,
    Round,
    RoundRecord,
    SeatRecord,
    Table,
    Task,
)
from server.table.values import Phase

RECORDS_KEPT = 50


def _opened(pit: Pit, event: e.RoundOpened, recorded: e.Recorded) -> None:
    round_ = Round(
        event.round,
        event.number,
        event.rule_hash,
        Phase.WAGERING,
        recorded.at,
        event.period_ms,
        event.window,
        event.deadline_ms,
        spin_at_ms=event.spin_at_ms,
    )
    start(pit, pit.tables[event.table], event.number, round_)


def _reopened(pit: Pit, event: e.WageringReopened, _: e.Recorded) -> None:
    round_ = round_of(pit, event)[1]
    round_.phase, round_.deadline_ms = Phase.WAGERING, event.deadline_ms
    round_.window, round_.spin_at_ms = event.window, event.spin_at_ms
    if event.further:
        round_.in_action = {session: dict(bets.layout) for session, bets in round_.bets.items()}
    else:
        round_.facts = [fact for fact in round_.facts if fact.kind is FactKind.STEP]
        round_.in_action = {}


def _wagers_changed(pit: Pit, event: e.WagersChanged, _: e.Recorded) -> None:
    round_ = round_of(pit, event)[1]
    if event.session not in round_.bets:
        round_.bets[event.session] = Bets()
        held = sum(event.changes.values())
        round_.credit_before[event.session] = pit.book.balance(account.credit(event.session)) + held
    bets = round_.bets[event.session]
    for spot, change in event.changes.items():
        stake = bets.layout.get(spot, 0) + change
        if stake:
            bets.layout[spot] = stake
        else:
            bets.layout.pop(spot, None)
    if event.undone:
        bets.actions.pop()
    elif round_.phase is Phase.WAGERING:
        bets.actions.append(event.changes)
        del bets.actions[:-UNDO_DEPTH_MAX]


def _closed(pit: Pit, event: e.WageringClosed, _: e.Recorded) -> None:
    table, round_ = round_of(pit, event)
    round_.phase, round_.deadline_ms, round_.window = Phase.CLOSED, None, None
    round_.facts.append(Fact(FactKind.WINDOW_CLOSED, event.window))
    round_.bets = {session: Bets(dict(layout)) for session, layout in event.layouts.items()}
    if event.cause == "early_ball":
        round_.early = True
        table.notice = Notice("early_ball", "002 7.3")
    for session, back in event.credited_back.items():
        round_.credited_back.setdefault(session, []).extend(back)
        terminal = pit.terminals[pit.sessions[session].terminal]
        clause = "002 6.3.4" if back[-1].reason == "below_total_minimum" else "002 6.2"
        terminal.notice = Notice(back[-1].reason, clause, {"amount": sum(item.stake for item in back)})


def _spin_requested(pit: Pit, event: e.SpinRequested, _: e.Recorded) -> None:
    round_of(pit, event)[1].spin_at_ms = None


def _spin_failed(pit: Pit, event: e.SpinFailed, _: e.Recorded) -> None:
    round_ = round_of(pit, event)[1]
    round_.spin_at_ms = event.retry_ms
    round_.spin_failures += 1


def _ball_seen(pit: Pit, event: e.BallSeen, _: e.Recorded) -> None:
    table, round_ = round_of(pit, event)
    table.last_ball = event.spin
    round_.ball_spin, round_.awaiting_ball, round_.spun = event.spin, False, True
    round_.facts.append(Fact(FactKind.READING, "ball_in_track", event.spin))


def _sensor_read(pit: Pit, event: e.SensorRead, _: e.Recorded) -> None:
    table, round_ = round_of(pit, event)
    proposal = round_.proposal
    proposal.sensor, proposal.complete, proposal.reason = event.value, event.complete, event.reason
    round_.phase = Phase.PROPOSED
    table.last_spin = event.spin or table.last_spin


def _dealer_entered(pit: Pit, event: e.DealerEntered, _: e.Recorded) -> None:
    round_ = round_of(pit, event)[1]
    round_.proposal.dealer = event.value
    known = event.value is not None or round_.proposal.sensor is not None
    round_.phase = Phase.PROPOSED if known else Phase.CLOSED


def _held(pit: Pit, event: e.RoundHeld, _: e.Recorded) -> None:
    round_of(pit, event)[1].phase = Phase.HELD


def _no_spin(pit: Pit, event: e.NoSpinCalled, _: e.Recorded) -> None:
    table, round_ = round_of(pit, event)
    if round_.phase is not Phase.WAGERING:
        round_.phase = Phase.CLOSED
    round_.proposal, round_.ball_spin, round_.awaiting_ball = Proposal(), None, True
    round_.spun, round_.early, round_.spin_failures = False, False, 0
    round_.facts, round_.entered, round_.evidence_reason = _before_attempt(round_.facts), [], None
    table.notice = Notice("no_spin", event.clause, {"reason": event.code})
    drop_tasks(pit, event.table, event.round)


def _before_attempt(facts: list[Fact]) -> list[Fact]:
    """What another attempt keeps: everything but the readings, and the draws that came after the first of them."""
    first = next((place for place, fact in enumerate(facts) if fact.kind is FactKind.READING), len(facts))
    lost = (FactKind.READING, FactKind.DRAW)
    return facts[:first] + [fact for fact in facts[first:] if fact.kind not in lost]


def _settled(pit: Pit, event: e.RoundSettled, recorded: e.Recorded) -> None:
    table, round_ = round_of(pit, event)
    shown, placed = dict(carry_of(table)), {session: bets.layout for session, bets in round_.bets.items()}
    table.carry, table.carried = event.carry, _carried(event)
    table.handle += event.staked
    table.paid += event.returned
    table.rounds_settled += 1
    table.values.insert(0, event.value)
    del table.values[HISTORY_VALUES:]
    _finish(pit, table, round_, event, recorded, "settled", event.value)
    table.records[0].facts, table.records[0].carry = event.facts, shown
    add_register(pit, event.register)
    for session in event.seats:
        if placed.get(session):
            pit.sessions[session].rebet[event.table] = placed[session]


def _carried(event: e.RoundSettled) -> dict[str, Carried]:
    """The wagers this round froze, or left frozen."""
    carried: dict[str, Carried] = {}
    for session, seat in event.seats.items():
        frozen = [Wager(s.spot, s.stake, s.mark) for s in seat.settlements if s.result is WagerResult.FROZEN]
        if frozen:
            carried[session] = Carried(seat.terminal, frozen)
    return carried


def _voided(pit: Pit, event: e.RoundVoided, recorded: e.Recorded) -> None:
    table, round_ = round_of(pit, event)
    _finish(pit, table, round_, event, recorded, "void", None)
    table.notice = Notice("round_void", event.clause, {"reason": event.reason})


def _finish(
    pit: Pit,
    table: Table,
    round_: Round,
    event: e.RoundSettled | e.RoundVoided,
    recorded: e.Recorded,
    status: str,
    value: str | None,
) -> None:
    """What settling and voiding share: the record, recall, idle counts, the next round's time."""
    returned = event.returned if isinstance(event, e.RoundSettled) else event.staked
    bettors = sum(1 for seat in event.seats.values() if seat.settlements or status == "void")
    record = RoundRecord(
        round_.id,
        round_.number,
        recorded.at,
        status,
        value,
        None,
        event.staked,
        returned,
        bettors,
        event.seats,
        table.config.game,
        table.config.variant,
        table.config.settings,
    )
    table.records.insert(0, record)
    for old in table.records[CORRECTABLE_ROUNDS:]:
        old.seats = {}
    del table.records[RECORDS_KEPT:]
    round_.phase = Phase.SETTLED if status == "settled" else Phase.VOID
    round_.bets, round_.deadline_ms, round_.credited_back, round_.spin_at_ms = {}, None, {}, None
    table.next_round_ms = event.next_round_ms
    drop_tasks(pit, event.table, event.round)
    for seat in event.seats.values():
        _remember(pit, table, record, seat)
    for terminal in pit.terminals.values():
        if terminal.table == event.table:
            terminal.idle_rounds = 0 if terminal.session in event.seats else terminal.idle_rounds + 1


def _remember(pit: Pit, table: Table, record: RoundRecord, seat: SeatRecord) -> None:
    item = RecallItem(table.config.table, table.config.name, record.id, record.number, record.at, record.value, seat)
    session = pit.sessions.get(seat.session)
    if session is None:
        return  # carried wagers of a player who left
    session.recall.insert(0, item)
    del session.recall[RECALL_ROUNDS:]
    terminal = pit.terminals[session.terminal]
    if terminal.session == seat.session:
        terminal.result = item


def _corrected(pit: Pit, event: e.ResultCorrected, _: e.Recorded) -> None:
    table = pit.tables[event.table]
    place = next(i for i, item in enumerate(table.records) if item.id == event.round)
    record = table.records[place]
    table.paid += event.returned - record.returned
    record.original = record.original or record.value
    record.value, record.seats, record.returned = event.value, event.seats, event.returned
    settled_since = sum(1 for item in table.records[:place] if item.status == "settled")
    table.values[settled_since] = event.value
    add_register(pit, event.register)
    for session, seat in event.seats.items():
        _recall_corrected(pit, event, session, seat)
    number = record.number
    table.notice = Notice(
        "result_corrected", "002 11.4.10", {"number": number, "value": event.value, "original": event.original}
    )


def _recall_corrected(pit: Pit, event: e.ResultCorrected, session: str, seat: SeatRecord) -> None:
    owner = pit.sessions.get(session)
    if owner is None:
        return
    shown = pit.terminals[owner.terminal].result
    # Once the state came from a snapshot, what the terminal shows is another object than what recall holds.
    for item in (*owner.recall, *([shown] if shown and shown.seat.session == session else [])):
        if item.round == event.round:
            item.value, item.seat, item.corrected = event.value, seat, True


def _task_raised(pit: Pit, event: e.TaskRaised, recorded: e.Recorded) -> None:
    pit.counters["task"] = pit.counters.get("task", 0) + 1
    for old in [t for t in pit.tasks.values() if t.expires_ms is not None and t.expires_ms <= recorded.now_ms]:
        del pit.tasks[old.id]
    pit.tasks[event.task] = Task(
        event.task,
        event.kind,
        event.table,
        event.round,
        event.clause,
        event.requested_by,
        event.requested_name,
        event.options,
        event.data,
        event.expires_ms,
    )


def _task_resolved(pit: Pit, event: e.TaskResolved, _: e.Recorded) -> None:
    pit.tasks.pop(event.task, None)


ROUND_APPLIERS: dict[type, Callable[[Pit, Any, e.Recorded], None]] = {
    e.RoundOpened: _opened,
    e.WageringReopened: _reopened,
    e.WagersChanged: _wagers_changed,
    e.WageringClosed: _closed,
    e.SpinRequested: _spin_requested,
    e.SpinFailed: _spin_failed,
    e.BallSeen: _ball_seen,
    e.SensorRead: _sensor_read,
    e.DealerEntered: _dealer_entered,
    e.RoundHeld: _held,
    e.NoSpinCalled: _no_spin,
    e.RoundSettled: _settled,
    e.RoundVoided: _voided,
    e.ResultCorrected: _corrected,
    e.TaskRaised: _task_raised,
    e.TaskResolved: _task_resolved,
    **FACT_APPLIERS,
}
