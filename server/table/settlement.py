"""What an outcome does to the money: settlement, dummy rounds, voids (002 8.1, 8.2, 11.1, 11.6, 12.5)."""

from server.games.contract import (
    CARRIED,
    DrawRequest,
    Fact,
    FactKind,
    Outcome,
    SpotId,
    Wager,
)
from server.ledger import Account, Transfer, TransferKind
from server.ledger import accounts as account
from server.ledger.book import transfer
from server.table.context import Context, Decision, Verdict, carry_of, game_of, refuse
from server.table.events import DummyEnded, Event, NumbersDrawn, RoundSettled, RoundVoided
from server.table.state import CreditedBack, Layout, Pit, RegisterEntry, Round, SeatRecord, Table
from server.table.values import Refusal, TableConfig


def settle(pit: Pit, table: Table, round_: Round, value: str, ctx: Context) -> Verdict:
    """One decision for all terminals: losers cleared, winners paid, stakes back (002 8.2)."""
    complete = _complete(table, round_, value, ctx)
    if isinstance(complete, Refusal):
        return complete
    outcome, facts, drawn = complete
    after = game_of(table.config).carry_after(outcome, carry_of(table))
    carry = {key: kept for key, kept in after.items() if key != CARRIED}
    name, due = table.config.table, next_round(table.config, ctx)
    if round_.dummy:
        return Decision((*drawn, DummyEnded(name, round_.id, outcome.value, facts, carry, due)))
    seats: dict[str, SeatRecord] = {}
    transfers: list[Transfer] = []
    register: list[RegisterEntry] = []
    for session, layout in _parts(pit, table, round_).items():
        record = _seat_record(pit, table, round_, session, layout, outcome)
        seats[session] = record
        payee = payee_of(pit, session)
        transfers += settlement_transfers(name, record, payee)
        register += owed_entry(pit, record.session, record.terminal, (name, round_.id), record.returned, ctx, register)
    settled = RoundSettled(
        name,
        round_.id,
        outcome.value,
        facts,
        seats,
        tuple(transfers),
        carry,
        sum(record.staked for record in seats.values()),
        sum(record.returned for record in seats.values()),
        due,
        tuple(register),
    )
    return Decision((*drawn, settled))


def _complete(
    table: Table, round_: Round, value: str, ctx: Context
) -> tuple[Outcome, tuple[Fact, ...], list[Event]] | Refusal:
    """The outcome the facts already make, or the one they make with this result and the draws that follow it."""
    game, carry = game_of(table.config), carry_of(table)
    facts = tuple(round_.facts)
    need = game.need(facts, carry)
    if need.outcome is not None:
        if need.outcome.value != value:
            return refuse("unknown_value", value=value, shown=need.outcome.value)
        return need.outcome, facts, []
    if game.result_reading not in need.readings:
        return refuse("incomplete")
    facts = (*facts, Fact(FactKind.READING, game.result_reading, value))
    drawn: list[Event] = []
    while (request := (need := game.need(facts, carry)).draw) is not None:
        event = draw_event(table, round_, request, facts, ctx)
        drawn.append(event)
        facts = (*facts, Fact(FactKind.DRAW, event.draw, ",".join(event.values)))
    return refuse("incomplete") if need.outcome is None else (need.outcome, facts, drawn)


def draw_event(
    table: Table, round_: Round, request: DrawRequest, facts: tuple[Fact, ...] | list[Fact], ctx: Context
) -> NumbersDrawn:
    """Take the numbers from the source, which is told the population and nothing of the wagers."""
    if any(fact.kind is FactKind.DRAW and fact.name == request.name for fact in facts):
        raise RuntimeError(f"{table.config.game} asks for the draw {request.name} twice in {round_.id}")
    values = tuple(ctx.draw(request.population, request.count))
    if not len(values) == len(set(values)) == request.count or not set(values) <= set(request.population):
        raise RuntimeError(f"the random source did not draw {request.count} values for {request.name}")
    return NumbersDrawn(table.config.table, round_.id, request.name, values)


def standing(pit: Pit, round_: Round) -> dict[str, Layout]:
    """Sessions with a part in this round: wagers that stand, or only wagers that were credited back.

    Whoever got everything back at the close may have cashed out elsewhere and be forgotten by now.
    """
    sessions = [name for name in dict.fromkeys((*round_.bets, *round_.credited_back)) if name in pit.sessions]
    layouts = {session: round_.bets[session].layout if session in round_.bets else {} for session in sessions}
    return {s: layout for s, layout in layouts.items() if layout or s in round_.credited_back}


def _parts(pit: Pit, table: Table, round_: Round) -> dict[str, Layout]:
    """Everybody the outcome concerns: also those who only have wagers carried over from earlier rounds."""
    return {**standing(pit, round_), **{s: _layout(round_, s) for s in table.carried}}


def _layout(round_: Round, session: str) -> Layout:
    return round_.bets[session].layout if session in round_.bets else {}


def is_live(pit: Pit, session: str) -> bool:
    found = pit.sessions.get(session)
    return found is not None and not found.ended


def payee_of(pit: Pit, session: str) -> Account:
    """Where a return goes: the credit, or what is held for a player who has left (reading D7)."""
    return account.credit(session) if is_live(pit, session) else account.payable(session)


def terminal_of_session(pit: Pit, table: Table, session: str) -> str:
    held = table.carried.get(session)
    return held.terminal if held else pit.sessions[session].terminal


def owed_entry(
    pit: Pit,
    session: str,
    terminal: str,
    where: tuple[str, str],
    amount: int,
    ctx: Context,
    before: list[RegisterEntry],
) -> list[RegisterEntry]:
    """A line in the register for money that waits for a player who has left."""
    if not amount or is_live(pit, session):
        return []
    number = pit.counters.get("register", 0) + len(before) + 1
    name = f"{pit.id}-register{number}"
    return [RegisterEntry(name, session, terminal, *where, "underpayment", amount, ctx.at)]


def _seat_record(pit: Pit, table: Table, round_: Round, session: str, layout: Layout, outcome: Outcome) -> SeatRecord:
    held = table.carried.get(session)
    wagers = [*(held.wagers if held else ()), *(Wager(SpotId(spot), stake) for spot, stake in layout.items())]
    settlements = game_of(table.config).settle(outcome, wagers, carry_of(table))
    returned = sum(item.returned for item in settlements)
    credit = pit.book.balance(payee_of(pit, session))
    return SeatRecord(
        session,
        terminal_of_session(pit, table, session),
        settlements,
        tuple(round_.credited_back.get(session, ())),
        round_.credit_before.get(session, credit),
        credit + returned,
    )


def settlement_transfers(table: str, record: SeatRecord, payee: Account) -> list[Transfer]:
    """Held stakes are posted or released exactly once, frozen ones stay held; winnings come from the table's bank."""
    stake, house = account.stake(table, record.session), account.house(table)
    kept = sum(min(item.stake, item.returned) for item in record.settlements)
    return [
        *transfer(stake, payee, kept, TransferKind.STAKE_RETURNED),
        *transfer(stake, house, record.staked - kept, TransferKind.STAKE_LOST),
        *transfer(house, payee, record.returned - kept, TransferKind.WINNINGS),
    ]


def next_round(config: TableConfig, ctx: Context) -> int | None:
    """Automated tables go on by themselves; a dealer starts the next round on the others."""
    return ctx.now_ms + config.pause_ms if config.wheel == "automated" else None


def void_event(
    table: Table, round_: Round, pit: Pit, ctx: Context, reason: str, clause: str, detail: str
) -> RoundVoided:
    """All wagers of the round go back (002 11.1, 11.6, 12.5); carried ones stay as earlier rounds left them."""
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
