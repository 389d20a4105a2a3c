"""What one batch adds to each table. Pure: the transaction only writes what is computed here."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from server.ledger.accounts import Account, kind_of
from server.storage.audit import detail_of, is_audited, pit_chain, subject_of, table_of, tag_of
from server.storage.codec import encode_event, link
from server.storage.days import gaming_day
from server.storage.port import Batch, StoreFault
from server.table.events import (
    CreditAdded,
    DeviceOrdered,
    DummyEnded,
    Recorded,
    ResultCorrected,
    RoundOpened,
    RoundPrepared,
    RoundSettled,
    RoundVoided,
    TicketHeld,
    TicketIssued,
    TicketOrdered,
    TicketReleased,
    TicketVoided,
    VenueChanged,
    WagersVoided,
    transfers_of,
)
from server.table.state import RegisterEntry

Row = tuple[Any, ...]


class Head(msgspec.Struct):
    """Where a pit's record ends: what the next batch continues from."""

    seq: int
    hash: str
    audit_n: int
    audit_hash: str
    answer_n: int
    time_zone: str
    gaming_day_start: str


class Rows(msgspec.Struct):
    """New rows by table, each in the order of the table's columns; moves in the order of their statements."""

    journal: list[Row] = []
    transfer: list[Row] = []
    accounts: list[Row] = []
    """(pit, id, kind, unit, 0): accounts to open if they are new."""
    balances: list[Row] = []
    """(pit, id, unit, change)."""
    audit: list[Row] = []
    outbox: list[Row] = []
    answer: list[Row] = []
    ticket: list[Row] = []
    ticket_moves: list[Row] = []
    """(number, from, or from, to, amount if it must match, held pit, held terminal, at)."""
    round: list[Row] = []
    round_decisions: list[Row] = []
    """(pit, id, status, value, staked, returned, at)."""
    round_corrections: list[Row] = []
    """(pit, id, value, original, returned)."""
    register: list[Row] = []


def project(batch: Batch, head: Head) -> tuple[Rows, Head]:
    """Turn a batch into rows and say where the record ends after it."""
    rows, end = Rows(), msgspec.structs.replace(head)
    for recorded in batch.events:
        if recorded.seq != end.seq + 1:
            raise StoreFault(f"event {recorded.seq} cannot follow {end.seq} in pit {batch.pit}")
        if isinstance(recorded.event, VenueChanged):
            end.time_zone = recorded.event.venue.time_zone
            end.gaming_day_start = recorded.event.venue.gaming_day_start
        _journal(batch, recorded, end, rows)
        if is_audited(recorded):
            _audit(batch.pit, recorded, end, rows)
        for n, moved in enumerate(transfers_of(recorded.event)):
            rows.transfer.append(
                (batch.pit, recorded.seq, n, moved.debit, moved.credit, moved.amount, moved.unit, moved.kind)
            )
        follow = FOLLOWS.get(type(recorded.event))
        if follow is not None:
            follow(batch.pit, recorded, recorded.event, rows)
    _balances(batch.pit, rows)
    for answer in batch.answers:
        end.answer_n += 1
        rows.answer.append((batch.pit, answer.cmd, end.answer_n, answer.digest, answer.body.decode()))
    return rows, end


def waves(moves: Iterable[Row], key: Callable[[Row], object]) -> list[list[Row]]:
    """Split moves so that no statement moves the same thing twice, keeping each thing's own order."""
    seen: dict[object, int] = defaultdict(int)
    split: list[list[Row]] = []
    for move in moves:
        wave = seen[key(move)]
        seen[key(move)] += 1
        if wave == len(split):
            split.append([])
        split[wave].append(move)
    return split


def _journal(batch: Batch, recorded: Recorded, end: Head, rows: Rows) -> None:
    event, actor = recorded.event, recorded.actor
    columns: Row = (
        batch.pit,
        recorded.seq,
        batch.epoch,
        recorded.cmd,
        actor.role.value,
        actor.id,
        actor.name,
        recorded.at,
        gaming_day(recorded.at, end.time_zone, end.gaming_day_start),
        recorded.now_ms,
        tag_of(event),
        table_of(event),
        getattr(event, "round", None),
        encode_event(event),
    )
    end.seq, end.hash = recorded.seq, link(end.hash, *columns)
    rows.journal.append((*columns, end.hash))


def _audit(pit: str, recorded: Recorded, end: Head, rows: Rows) -> None:
    event, actor = recorded.event, recorded.actor
    end.audit_n += 1
    columns: Row = (
        pit_chain(pit),
        end.audit_n,
        recorded.seq,
        recorded.at,
        actor.id,
        actor.name,
        actor.role.value,
        tag_of(event),
        table_of(event),
        subject_of(event),
        detail_of(event),
    )
    end.audit_hash = link(end.audit_hash, *columns)
    rows.audit.append((*columns, end.audit_hash))


def _balances(pit: str, rows: Rows) -> None:
    net: dict[tuple[str, str], int] = defaultdict(int)
    for _pit, _seq, _n, debit, credit, amount, unit, _kind in rows.transfer:
        net[debit, unit] -= amount
        net[credit, unit] += amount
    for (account, unit), change in net.items():
        rows.accounts.append((pit, account, kind_of(Account(account)).value, unit, 0))
        if change:
            rows.balances.append((pit, account, unit, change))


# ---- what single events lead to --------------------------------------------------------------------------------------


def _device_ordered(pit: str, recorded: Recorded, event: DeviceOrdered, rows: Rows) -> None:
    rows.outbox.append((pit, recorded.seq, 0, f"device.{event.device}", encode_event(event), None))


def _result(pit: str, recorded: Recorded, rows: Rows, table: str, **told: object) -> None:
    body = msgspec.json.encode({"pit": pit, "table": table, "at": recorded.at, **told}).decode()
    rows.outbox.append((pit, recorded.seq, 0, f"result.{table}", body, None))


def _round_opened(pit: str, recorded: Recorded, event: RoundOpened | RoundPrepared, rows: Rows) -> None:
    undecided = ("open", None, None, 0, 0)
    rows.round.append((pit, event.round, event.table, event.number, event.rule_hash, *undecided, recorded.at, None))


def _round_settled(pit: str, recorded: Recorded, event: RoundSettled, rows: Rows) -> None:
    rows.round_decisions.append((pit, event.round, "settled", event.value, event.staked, event.returned, recorded.at))
    _register(pit, recorded, event.register, rows)
    _result(pit, recorded, rows, event.table, round=event.round, status="settled", value=event.value)


def _dummy_ended(pit: str, recorded: Recorded, event: DummyEnded, rows: Rows) -> None:
    rows.round_decisions.append((pit, event.round, "settled", event.value, 0, 0, recorded.at))


def _wagers_voided(pit: str, recorded: Recorded, event: WagersVoided, rows: Rows) -> None:
    _register(pit, recorded, event.register, rows)


def _register(pit: str, recorded: Recorded, register: Iterable[RegisterEntry], rows: Rows) -> None:
    for entry in register:
        who = (entry.session, entry.terminal, entry.table, entry.round)
        rows.register.append((pit, entry.id, recorded.seq, *who, entry.kind, entry.amount, entry.at))


def _round_voided(pit: str, recorded: Recorded, event: RoundVoided, rows: Rows) -> None:
    # Every stake of a void round goes back.
    rows.round_decisions.append((pit, event.round, "void", None, event.staked, event.staked, recorded.at))
    _result(pit, recorded, rows, event.table, round=event.round, status="void", value=None)


def _result_corrected(pit: str, recorded: Recorded, event: ResultCorrected, rows: Rows) -> None:
    rows.round_corrections.append((pit, event.round, event.value, event.original, event.returned))
    _register(pit, recorded, event.register, rows)
    told = {"round": event.round, "status": "settled", "value": event.value, "original": event.original}
    _result(pit, recorded, rows, event.table, **told)


def _ticket_ordered(pit: str, recorded: Recorded, event: TicketOrdered, rows: Rows) -> None:
    who = (event.ticket, pit, event.terminal, event.session)
    rows.ticket.append((*who, "issuing", event.amount, recorded.at, recorded.at, None, None))


def _ticket_issued(_pit: str, recorded: Recorded, event: TicketIssued, rows: Rows) -> None:
    rows.ticket_moves.append((event.ticket, "issuing", "issuing", "issued", None, None, None, recorded.at))


def _ticket_voided(_pit: str, recorded: Recorded, event: TicketVoided, rows: Rows) -> None:
    rows.ticket_moves.append((event.ticket, "issuing", "issued", "void", event.amount, None, None, recorded.at))


def _ticket_held(pit: str, recorded: Recorded, event: TicketHeld, rows: Rows) -> None:
    rows.ticket_moves.append((event.ticket, "issued", "issued", "pending", None, pit, event.terminal, recorded.at))


def _ticket_released(_pit: str, recorded: Recorded, event: TicketReleased, rows: Rows) -> None:
    rows.ticket_moves.append((event.ticket, "pending", "pending", "issued", None, None, None, recorded.at))


def _credit_added(pit: str, recorded: Recorded, event: CreditAdded, rows: Rows) -> None:
    if event.ticket is not None:
        held = (pit, event.terminal, recorded.at)
        rows.ticket_moves.append((event.ticket, "pending", "pending", "redeemed", event.amount, *held))


FOLLOWS: dict[type, Callable[[str, Recorded, Any, Rows], None]] = {
    DeviceOrdered: _device_ordered,
    RoundOpened: _round_opened,
    RoundPrepared: _round_opened,
    DummyEnded: _dummy_ended,
    WagersVoided: _wagers_voided,
    RoundSettled: _round_settled,
    RoundVoided: _round_voided,
    ResultCorrected: _result_corrected,
    TicketOrdered: _ticket_ordered,
    TicketIssued: _ticket_issued,
    TicketVoided: _ticket_voided,
    TicketHeld: _ticket_held,
    TicketReleased: _ticket_released,
    CreditAdded: _credit_added,
}
