"""How steps, readings, draws and partial voids change the state of a round."""

from collections.abc import Callable
from typing import Any

from server.games.contract import Fact, FactKind
from server.ledger import accounts as account
from server.table import events as e
from server.table.state import Bets, Notice, Pit, Proposal, RegisterEntry, Round, Table
from server.table.values import Phase


def round_of(pit: Pit, event: Any) -> tuple[Table, Round]:
    table = pit.tables[event.table]
    if table.round is None or table.round.id != event.round:
        raise RuntimeError(f"{type(event).__name__} for {event.round}, which is not the round on {event.table}")
    return table, table.round


def start(pit: Pit, table: Table, number: int, round_: Round) -> None:
    """Put a new round on the table; settings that waited for it take effect."""
    if table.pending_config:
        table.config, table.pending_config = table.pending_config, None
    table.number, table.next_round_ms, table.notice, table.round = number, None, None, round_
    for terminal in pit.terminals.values():
        if terminal.table == table.config.table:
            terminal.notice = None


def _prepared(pit: Pit, event: e.RoundPrepared, recorded: e.Recorded) -> None:
    round_ = Round(
        event.round,
        event.number,
        event.rule_hash,
        Phase.PREPARING,
        recorded.at,
        event.period_ms,
        spin_at_ms=event.spin_at_ms,
        dummy=event.dummy,
    )
    start(pit, pit.tables[event.table], event.number, round_)


def _step(pit: Pit, event: e.StepRecorded, _: e.Recorded) -> None:
    round_of(pit, event)[1].facts.append(Fact(FactKind.STEP, event.step, event.value))


def _wagering_opened(pit: Pit, event: e.WageringOpened, _: e.Recorded) -> None:
    round_ = round_of(pit, event)[1]
    round_.phase, round_.window, round_.deadline_ms = Phase.WAGERING, event.window, event.deadline_ms
    round_.spin_at_ms = event.spin_at_ms


def _reading(pit: Pit, event: e.ReadingNoted, _: e.Recorded) -> None:
    round_ = round_of(pit, event)[1]
    if event.dealer:
        round_.entered.append(len(round_.facts))
    round_.facts.append(Fact(FactKind.READING, event.reading, event.value))
    round_.evidence_reason = round_.evidence_reason or event.reason


def _withdrawn(pit: Pit, event: e.ReadingWithdrawn, _: e.Recorded) -> None:
    round_ = round_of(pit, event)[1]
    round_.facts.pop()
    round_.entered.pop()
    round_.proposal = Proposal()
    if event.window is None and round_.phase is not Phase.PROPOSED:
        return
    closed = any(fact.kind is FactKind.WINDOW_CLOSED for fact in round_.facts)
    round_.phase = Phase.CLOSED if closed else Phase.PREPARING
    round_.window = round_.deadline_ms = None
    round_.in_action = {}


def _drawn(pit: Pit, event: e.NumbersDrawn, _: e.Recorded) -> None:
    round_of(pit, event)[1].facts.append(Fact(FactKind.DRAW, event.draw, ",".join(event.values)))


def _proposed(pit: Pit, event: e.OutcomeProposed, _: e.Recorded) -> None:
    round_ = round_of(pit, event)[1]
    round_.phase = Phase.PROPOSED
    if event.dealer:
        round_.proposal = Proposal(dealer=event.value)
    else:
        round_.proposal = Proposal(event.value, event.reason is None, event.reason)


def _released(pit: Pit, event: e.RoundReleased, _: e.Recorded) -> None:
    round_of(pit, event)[1].phase = Phase.CLOSED


def _wagers_voided(pit: Pit, event: e.WagersVoided, _: e.Recorded) -> None:
    table, round_ = round_of(pit, event)
    _lift(table, event)
    table.carry = {key: value for key, value in table.carry.items() if key not in event.cleared}
    add_register(pit, event.register)
    for session, back in event.credited_back.items():
        amount = sum(item.stake for item in back)
        round_.credit_before.setdefault(session, pit.book.balance(account.credit(session)) - amount)
        round_.credited_back.setdefault(session, []).extend(back)
        pit.terminals[pit.sessions[session].terminal].notice = Notice(event.code, event.clause, {"amount": amount})
        if session in round_.bets:
            _take_off(round_, round_.bets[session], session, event)


def _lift(table: Table, event: e.WagersVoided) -> None:
    for session, wagers in event.lifted.items():
        held = table.carried[session]
        for wager in wagers:
            held.wagers.remove(wager)
        if not held.wagers:
            del table.carried[session]


def _take_off(round_: Round, bets: Bets, session: str, event: e.WagersVoided) -> None:
    """Off the layout; earlier actions can no longer be undone one by one."""
    lifted = list(event.lifted.get(session, ()))
    placed = event.credited_back[session][: len(event.credited_back[session]) - len(lifted)]
    for item in placed:
        bets.layout.pop(item.spot)
        round_.in_action.get(session, {}).pop(item.spot, None)
    bets.actions = []


def _dummy_ended(pit: Pit, event: e.DummyEnded, _: e.Recorded) -> None:
    table, round_ = round_of(pit, event)
    table.carry = event.carry
    table.next_round_ms = event.next_round_ms
    round_.phase, round_.spin_at_ms = Phase.SETTLED, None
    drop_tasks(pit, event.table, event.round)


def add_register(pit: Pit, register: tuple[RegisterEntry, ...]) -> None:
    if register:
        pit.register.extend(register)
        pit.counters["register"] = pit.counters.get("register", 0) + len(register)


def drop_tasks(pit: Pit, table: str, round_id: str) -> None:
    """A decided round needs nobody's decision any more; corrections of it start anew."""
    for task in [t for t in pit.tasks.values() if t.table == table and t.round == round_id and t.kind != "correction"]:
        del pit.tasks[task.id]


FACT_APPLIERS: dict[type, Callable[[Pit, Any, e.Recorded], None]] = {
    e.RoundPrepared: _prepared,
    e.StepRecorded: _step,
    e.WageringOpened: _wagering_opened,
    e.ReadingNoted: _reading,
    e.ReadingWithdrawn: _withdrawn,
    e.NumbersDrawn: _drawn,
    e.OutcomeProposed: _proposed,
    e.RoundReleased: _released,
    e.WagersVoided: _wagers_voided,
    e.DummyEnded: _dummy_ended,
}
