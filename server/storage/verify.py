"""Is the record whole? Books, replay and chains, checked against each other from one consistent view.

Nothing here trusts what the server keeps ready: balances are added up again from the transfers, transfers are compared
with the events that carried them, the state is rebuilt from the first event, and every hash is computed anew.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, text

from server.ledger.accounts import FLOORED
from server.ledger.book import LedgerFault
from server.storage.audit import masked, pit_chain
from server.storage.codec import decode_state, link, recorded, sha256
from server.storage.engines import address, reader_engine
from server.storage.migrate import SCHEMA, revision
from server.storage.recovery import PAGE_ROWS, START, Link, follows, read_rows
from server.table.apply import apply, new_pit
from server.table.events import Event, transfers_of
from server.table.state import Pit
from server.table.values import VenueSettings

FINDINGS_MAX = 100
"""After this many the point is made."""

PAYABLE = frozenset({"issuing", "issued", "pending"})
"""States in which a ticket's money is still set aside."""


class Finding(msgspec.Struct, frozen=True):
    """Something that does not hold. `check` is books, replay, chain or schema."""

    check: str
    where: str
    detail: str


class Report(msgspec.Struct):
    """What was looked at and what was found. `heads` are the ends of the chains: keep them outside the machine and
    hand them to the next verification, which then also notices a record cut short or written anew."""

    pits: int = 0
    events: int = 0
    transfers: int = 0
    audit_rows: int = 0
    accounts: int = 0
    heads: dict[str, Link] = {}
    findings: list[Finding] = []

    @property
    def ok(self) -> bool:
        return not self.findings

    def find(self, check: str, where: str, detail: str) -> None:
        if len(self.findings) < FINDINGS_MAX:
            self.findings.append(Finding(check, where, detail))


def verify(url: str, anchors: dict[str, Link] | None = None) -> Report:
    """Check the database at `url`, live or not, without changing it. `anchors`: heads of an earlier report."""
    engine = reader_engine(address(url))
    with engine.connect() as connection, connection.begin():
        return verify_connection(connection, anchors or {})


def verify_connection(connection: Connection, anchors: dict[str, Link]) -> Report:
    report = Report()
    found = revision(connection)
    if found != SCHEMA:
        report.find("schema", "database", f"stands at {found}, this version needs {SCHEMA}")
        return report
    for pit in connection.execute(text("SELECT pit FROM pit_owner ORDER BY pit")).scalars().all():
        report.pits += 1
        state = _journal(connection, pit, report, anchors)
        _accounts(connection, pit, state, report)
        _tickets(connection, pit, state, report)
    for chain in connection.execute(text("SELECT DISTINCT chain FROM audit ORDER BY chain")).scalars().all():
        _audit(connection, chain, report, anchors)
    for name, anchor in anchors.items():
        if report.heads.get(name, START).seq < anchor.seq:
            report.find("chain", name, f"ends before {anchor.seq}, where it stood at an earlier check")
    return report


# ---- journal: chain, transfers, replay -------------------------------------------------------------------------------


def _journal(connection: Connection, pit: str, report: Report, anchors: dict[str, Link]) -> Pit | None:
    """Walk the journal once. Returns the state it replays to; None when it cannot be replayed."""
    name = f"journal:{pit}"
    snapshots = _snapshots(connection, pit, report)
    state: Pit | None = new_pit(pit, _first_venue(pit, snapshots))
    last = START
    while rows := read_rows(connection, pit, last.seq):
        transfers = _transfers(connection, pit, last.seq, rows[-1].seq)
        for row in rows:
            if not follows(row, last):
                report.find("chain", name, f"row {row.seq} was altered or does not follow {last.seq}")
            last = Link(row.seq, row.hash)
            _anchor(name, last, report, anchors)
            state = _event(row, transfers.pop(row.seq, []), state, pit, report)
            expected = snapshots.pop(row.seq, None)
            if expected is not None and state is not None:
                _compare(pit, row.seq, expected, state, report)
        for seq in transfers:
            report.find("books", f"transfer:{pit}", f"transfers of event {seq}, which the journal does not have")
    _strays(connection, pit, last.seq, snapshots, report)
    report.heads[name] = last
    return state


def _event(row: Any, stored: list[tuple[Any, ...]], state: Pit | None, pit: str, report: Report) -> Pit | None:
    report.events += 1
    report.transfers += len(stored)
    try:
        event = recorded(row)
    except (msgspec.MsgspecError, ValueError) as error:
        report.find("replay", f"journal:{pit}", f"event {row.seq} cannot be read: {error}")
        return None
    if stored != _carried(event.event):
        report.find("books", f"transfer:{pit}", f"the transfers of event {row.seq} are not those the event carries")
    if state is None:
        return None
    try:
        apply(state, event)
    except (LedgerFault, KeyError, IndexError, RuntimeError, ValueError) as error:
        report.find("replay", f"journal:{pit}", f"event {row.seq} cannot be applied: {error!r}")
        return None
    return state


def _carried(event: Event) -> list[tuple[Any, ...]]:
    return [
        (n, str(moved.debit), str(moved.credit), moved.amount, moved.unit, moved.kind.value)
        for n, moved in enumerate(transfers_of(event))
    ]


def _transfers(connection: Connection, pit: str, after: int, last: int) -> dict[int, list[tuple[Any, ...]]]:
    rows = connection.execute(
        text(
            "SELECT seq, n, debit, credit, amount, unit, kind FROM transfer "
            "WHERE pit = :pit AND seq > :after AND seq <= :last ORDER BY seq, n"
        ),
        {"pit": pit, "after": after, "last": last},
    )
    grouped: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for row in rows:
        grouped[row.seq].append(tuple(row[1:]))
    return grouped


def _snapshots(connection: Connection, pit: str, report: Report) -> dict[int, Pit]:
    rows = connection.execute(text("SELECT seq, body, hash FROM snapshot WHERE pit = :pit ORDER BY seq"), {"pit": pit})
    states = {}
    for row in rows:
        try:
            if sha256(row.body) != row.hash:
                raise ValueError("its hash does not match")
            states[row.seq] = decode_state(bytes(row.body))
        except (msgspec.MsgspecError, ValueError) as error:
            report.find("replay", f"snapshot:{pit}", f"snapshot {row.seq} is damaged: {error}")
    return states


def _first_venue(pit: str, snapshots: dict[int, Pit]) -> VenueSettings:
    """What the pit started with. A venue that was never changed stands in the oldest snapshot as it was."""
    return next(iter(snapshots.values())).venue if snapshots else VenueSettings(name=pit)


def _compare(pit: str, seq: int, snapshot: Pit, state: Pit, report: Report) -> None:
    """A snapshot must be the state that replay from the first event reaches."""
    parts = [name for name in Pit.__struct_fields__ if getattr(snapshot, name) != getattr(state, name)]
    if parts:
        report.find("replay", f"snapshot:{pit}", f"snapshot {seq} differs from the replay in {', '.join(parts)}")


def _strays(connection: Connection, pit: str, last: int, snapshots: Iterable[int], report: Report) -> None:
    """Rows beyond the end of the journal: what a record that was cut short leaves behind."""
    for table, column, value in (
        ("transfer", "pit", pit),
        ("outbox", "pit", pit),
        ("register", "pit", pit),
        ("audit", "chain", pit_chain(pit)),
    ):
        query = text(f"SELECT COUNT(*) FROM {table} WHERE {column} = :value AND seq > :last")  # noqa: S608
        beyond = connection.execute(query, {"value": value, "last": last}).scalar_one()
        if beyond:
            report.find("replay", f"{table}:{pit}", f"{beyond} rows belong after the last event {last}")
    for seq in snapshots:
        if seq > last:
            report.find("replay", f"snapshot:{pit}", f"snapshot {seq} lies after the last event {last}")


# ---- accounts and tickets --------------------------------------------------------------------------------------------


def _accounts(connection: Connection, pit: str, state: Pit | None, report: Report) -> None:
    where = f"account:{pit}"
    rows = connection.execute(text("SELECT id, kind, unit, balance FROM account WHERE pit = :pit"), {"pit": pit}).all()
    report.accounts += len(rows)
    kept = {row.id: row.balance for row in rows if row.balance}
    for row in rows:
        if row.balance < 0 and row.kind in FLOORED:
            report.find("books", where, f"{row.id} stands at {row.balance}")
    summed = _summed(connection, pit)
    for account in sorted(kept.keys() | summed.keys()):
        if kept.get(account, 0) != summed.get(account, 0):
            detail = f"{account} stands at {kept.get(account, 0)}, its transfers add up to {summed.get(account, 0)}"
            report.find("books", where, detail)
    units: dict[str, int] = defaultdict(int)
    for row in rows:
        units[row.unit] += row.balance
    for unit, total in units.items():
        if total:
            report.find("books", where, f"all balances in {unit} add up to {total}, not to zero")
    if state is not None and kept != {str(account): balance for account, balance in state.book.balances.items()}:
        report.find("replay", where, "the balances are not those of the replayed book")


def _summed(connection: Connection, pit: str) -> dict[str, int]:
    rows = connection.execute(
        text(
            "SELECT id, SUM(change) AS total FROM ("
            "SELECT credit AS id, amount AS change FROM transfer WHERE pit = :pit "
            "UNION ALL SELECT debit, -amount FROM transfer WHERE pit = :pit) AS moves GROUP BY id"
        ),
        {"pit": pit},
    )
    return {row.id: int(row.total) for row in rows if row.total}


def _tickets(connection: Connection, pit: str, state: Pit | None, report: Report) -> None:
    """A ticket that can still be paid is covered to the cent and stands as the replay has it; others hold nothing."""
    rows = connection.execute(
        text(
            "SELECT t.number, t.state, t.amount, COALESCE(a.balance, 0) AS covered FROM ticket t "
            "LEFT JOIN account a ON a.pit = t.pit AND a.id = 'ticket:' || t.number WHERE t.pit = :pit"
        ),
        {"pit": pit},
    ).all()
    for row in rows:
        due = row.amount if row.state in PAYABLE else 0
        if row.covered != due:
            detail = f"the {row.state} ticket {masked(row.number)} is covered by {row.covered}"
            report.find("books", f"ticket:{pit}", detail)
    kept = {row.number: row.state for row in rows if row.state in PAYABLE}
    replayed = kept if state is None else {ticket.number: ticket.state for ticket in state.tickets.values()}
    for number in sorted(kept.keys() | replayed.keys()):
        if kept.get(number) != replayed.get(number):
            detail = f"the ticket {masked(number)} is {kept.get(number)}, by the replay {replayed.get(number)}"
            report.find("replay", f"ticket:{pit}", detail)


# ---- audit -----------------------------------------------------------------------------------------------------------


def _audit(connection: Connection, chain: str, report: Report, anchors: dict[str, Link]) -> None:
    name = f"audit:{chain}"
    query = text(
        "SELECT chain, n, seq, at, actor_id, actor_name, role, action, table_id, subject, detail, hash FROM audit "
        "WHERE chain = :chain AND n > :after ORDER BY n LIMIT :page"
    )
    last = START
    while rows := connection.execute(query, {"chain": chain, "after": last.seq, "page": PAGE_ROWS}).all():
        for row in rows:
            report.audit_rows += 1
            if row.n != last.seq + 1 or row.hash != link(last.hash, *row[:-1]):
                report.find("chain", name, f"row {row.n} was altered or does not follow {last.seq}")
            last = Link(row.n, row.hash)
            _anchor(name, last, report, anchors)
    report.heads[name] = last


def _anchor(name: str, at: Link, report: Report, anchors: dict[str, Link]) -> None:
    anchor = anchors.get(name)
    if anchor is not None and anchor.seq == at.seq and anchor.hash != at.hash:
        report.find("chain", name, f"row {at.seq} is not the one an earlier check saw: the record was written anew")
