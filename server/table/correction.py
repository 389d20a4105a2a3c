"""Corrections of a confirmed result: reversed and settled again as new entries (002 11.4.10, 11.5)."""

from server.games.contract import CARRIED, Fact, FactKind, Game, Outcome, RuleError, SpotId, Value, Wager, WagerResult
from server.games.registry import make_game
from server.ledger import Transfer, TransferKind
from server.ledger import accounts as account
from server.ledger.book import transfer
from server.table.context import Context, refuse
from server.table.events import ResultCorrected
from server.table.state import Pit, RegisterEntry, RoundRecord, SeatRecord, Table
from server.table.values import Refusal


def correctable(pit: Pit, table: str, round_id: str, value: str) -> RoundRecord | Refusal:
    found = pit.tables.get(table)
    if found is None:
        return refuse("unknown_table", table=table)
    record = next((item for item in found.records if item.id == round_id), None)
    if record is None or record.status != "settled" or (record.bettors and not record.seats):
        return refuse("not_correctable", round=round_id)
    game = make_game(record.game, record.variant, record.settings)
    if not game.result_reading:
        return refuse("not_correctable", round=round_id)
    if not _is_result(game, value):
        return refuse("unknown_value", value=value)
    if value == record.value:
        return refuse("same_value", value=value)
    return refuse("later_rounds_follow", round=round_id) if _reaches_further(game, record, value) else record


def _is_result(game: Game, value: str) -> bool:
    if game.values:
        return value in game.values
    try:
        game.check_reading(game.result_reading, value)
    except RuleError:
        return False
    return True


def _right_outcome(game: Game, record: RoundRecord, value: str) -> Outcome | None:
    """What the facts of that round make with the right reading in the place of the wrong one."""
    if not record.facts:
        return Outcome(Value(value))  # settled before records kept their facts
    right = Fact(FactKind.READING, game.result_reading, value)
    facts = [right if (f.kind, f.name) == (right.kind, right.name) else f for f in record.facts]
    return game.need(facts, record.carry).outcome


def _reaches_further(game: Game, record: RoundRecord, value: str) -> bool:
    """Whether the right result would change what later rounds were played on: carried wagers or the carry."""
    outcome = _right_outcome(game, record, value)
    before = Outcome(Value(record.value or "")) if not record.facts else game.need(record.facts, record.carry).outcome
    if outcome is None or before is None or CARRIED in record.carry:
        return True
    if dict(game.carry_after(outcome, record.carry)) != dict(game.carry_after(before, record.carry)):
        return True
    settled = [item for seat in record.seats.values() for item in seat.settlements]
    again = game.settle(outcome, [Wager(SpotId(item.spot), item.stake) for item in settled], record.carry)
    return any(item.result is WagerResult.FROZEN for item in (*settled, *again))


def correction(pit: Pit, table: Table, record: RoundRecord, value: str, ctx: Context, by: str = "") -> ResultCorrected:
    """Settle every wager again with the right number and reverse what was paid, as new entries."""
    game = make_game(record.game, record.variant, record.settings)
    outcome = _right_outcome(game, record, value) or Outcome(Value(value))
    seats: dict[str, SeatRecord] = {}
    transfers: list[Transfer] = []
    register: list[RegisterEntry] = []
    for session, seat in record.seats.items():
        wagers = [Wager(SpotId(item.spot), item.stake) for item in seat.settlements]
        settled = game.settle(outcome, wagers, record.carry)
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
