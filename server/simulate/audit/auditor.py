"""Takes every durable row and every acknowledged reply, and says what does not fit."""

from typing import Any

from server.simulate.audit.money import Ledger
from server.simulate.audit.rounds import Money, RoundAudit, Row, Tab

WITHOUT_EVENTS = ("sit", "call_attendant", "set_terminal")
"""Commands that may be accepted although nothing changes: they ask for what is already so."""

FINDINGS_MAX = 20


class Auditor:
    """Feed it rows in order and replies as they arrive; ask `findings` at any time."""

    def __init__(self, receipts: bool = True) -> None:
        """`receipts`: whether it is told when each command arrived, and must find exactly that in the journal."""
        self.findings: list[str] = []
        self.ledger = Ledger()
        self.accepted = self.refused = 0
        self._receipts = receipts
        self._rounds = RoundAudit(self.ledger, self.findings)
        self._seq = self._epoch = self._now = 0
        self._rows_of: dict[str, list[Row]] = {}
        self._readings: dict[str, int] = {}
        self._sessions: dict[str, str] = {}
        self._live: set[str] = set()
        self._tickets: dict[str, str] = {}
        self._arrivals: dict[str, set[int]] = {}
        self._replies: dict[str, tuple[Row, Row, int]] = {}

    # ---- rows ----

    def take(self, row: Row) -> None:
        """The next durable row."""
        event = row["event"]
        self._check(row["seq"] == self._seq + 1, f"row {row['seq']} follows row {self._seq}")
        self._check(event["type"] == "pit_resumed" or row["now_ms"] >= self._now, f"row {row['seq']} goes back in time")
        if self._receipts and row["actor"]["role"] == "player":
            when = self._arrivals.get(row["cmd"], set())
            self._check(row["now_ms"] in when, f"row {row['seq']} was received at {when}, not at {row['now_ms']}")
        self._rows_of.setdefault(row["cmd"], []).append(row)
        before = dict(self.ledger.balances)
        if wrong := self.ledger.post(event.get("transfers", [])):
            self._check(False, f"row {row['seq']} {event['type']}: {wrong}")
        tab = self._rounds.tabs.get(event.get("table", ""))
        if tab is not None:
            self._round_event(row, tab, before)
        handler = getattr(self, f"_{event['type']}", None)
        if handler:
            handler(row, before)
        elif tab is None and event.get("transfers"):
            self._check(False, f"row {row['seq']} {event['type']} moves money")
        self._seq, self._now = row["seq"], row["now_ms"]

    def _round_event(self, row: Row, tab: Tab, before: Money) -> None:
        audit, kind = self._rounds, row["event"]["type"]
        if kind == "wagers_changed":
            audit.wagers(row, tab, before, self._terminal_of(row["event"]["session"]))
        elif kind == "result_corrected":
            audit.corrected(row, tab, before, self._live)
        elif kind in audit.MONEY:
            audit.MONEY[kind](audit, row, tab, before)
        elif kind in audit.COURSE:
            audit.COURSE[kind](audit, row, tab)

    def _terminal_of(self, session: str) -> str | None:
        return next((terminal for terminal, name in self._sessions.items() if name == session), None)

    def _table_configured(self, row: Row, _: Money) -> None:
        """A change of a table waits for the next round."""
        config = row["event"]["config"]
        self._rounds.tabs.setdefault(config["table"], Tab(config)).next_config = config

    def _pit_resumed(self, row: Row, _: Money) -> None:
        """Open wagering goes on with the time that was left, rounded up to a second and never more."""
        event = row["event"]
        self._check(event["epoch"] > self._epoch, f"row {row['seq']}: epoch {event['epoch']} after {self._epoch}")
        self._epoch = event["epoch"]
        for name, tab in self._rounds.tabs.items():
            if tab.phase == "wagering":
                left = event["deadlines"][name] - row["now_ms"]
                most = -(-max(0, tab.deadline - self._now) // 1000) * 1000
                self._check(0 <= left <= most and left % 1000 == 0, f"row {row['seq']}: {left} ms left of {most}")
                tab.deadline = event["deadlines"][name]

    def _session_opened(self, row: Row, _: Money) -> None:
        event = row["event"]
        old = self._sessions.get(event["terminal"])
        self._check(old not in self._live, f"row {row['seq']}: {old} still sits at {event['terminal']}")
        self._sessions[event["terminal"]] = event["session"]
        self._live.add(event["session"])

    def _session_ended(self, row: Row, _: Money) -> None:
        session = row["event"]["session"]
        left = [name for name in self.ledger.balances if name == f"credit:{session}" or _staked(name, session)]
        self._check(session in self._live and not left, f"row {row['seq']}: {session} ended with {left}")
        self._live.discard(session)

    def _credit_added(self, row: Row, before: Money) -> None:
        """Only a reading brings money in, once, and exactly its amount."""
        event = row["event"]
        reading = next(r["event"] for r in self._rows_of[row["cmd"]] if r["event"]["type"] == "reading_taken")
        if event["source"] == "note":
            good = reading["kind"] == "note_stacked" and reading["data"]["value"] == event["amount"]
        else:
            number = event["ticket"]
            good = self._tickets.get(number) == "held" and before.get(f"ticket:{number}") == event["amount"]
            self._tickets[number] = "redeemed"
        self._check(good, f"row {row['seq']}: {event['amount']} from {reading['kind']}")
        self._only(row, before, {f"credit:{event['session']}": event["amount"]})

    def _ticket_ordered(self, row: Row, before: Money) -> None:
        event = row["event"]
        credit = before.get(f"credit:{event['session']}")
        fresh = event["ticket"] not in self._tickets
        self._check(fresh and event["amount"] == credit, f"row {row['seq']}: a ticket of {event['amount']}")
        self._tickets[event["ticket"]] = "issuing"
        self._only(row, before, {f"credit:{event['session']}": -event["amount"]})

    def _ticket_issued(self, row: Row, _: Money) -> None:
        self._turn(row, "issuing", "issued")

    def _ticket_held(self, row: Row, _: Money) -> None:
        self._turn(row, "issued", "held")

    def _ticket_released(self, row: Row, _: Money) -> None:
        self._turn(row, "held", "issued")

    def _ticket_voided(self, row: Row, before: Money) -> None:
        self._turn(row, "issuing", "void")
        self._only(row, before, {})

    def _turn(self, row: Row, old: str, new: str) -> None:
        number = row["event"]["ticket"]
        self._check(self._tickets.get(number) == old, f"row {row['seq']}: ticket was {self._tickets.get(number)}")
        self._tickets[number] = new

    def _hand_pay_due(self, row: Row, before: Money) -> None:
        event = row["event"]
        self._only(row, before, {f"credit:{event['session']}": -event["amount"]})

    def _hand_paid(self, row: Row, before: Money) -> None:
        event = row["event"]
        due = before.get(f"hand_pay:{event['terminal']}")
        self._check(due == event["amount"], f"row {row['seq']}: paid {event['amount']} of {due}")
        self._only(row, before, {})

    def _reading_taken(self, row: Row, _: Money) -> None:
        event = row["event"]
        last = self._readings.get(event["boot"], 0)
        self._check(event["counter"] == last + 1, f"row {row['seq']}: reading {event['counter']} after {last}")
        self._readings[event["boot"]] = event["counter"]

    def _only(self, row: Row, before: Money, moves: Money) -> None:
        """No credit moved but these."""
        for account in before.keys() | self.ledger.balances.keys() | moves.keys():
            if account.startswith("credit:"):
                moved = self.ledger.of(account) - before.get(account, 0)
                self._check(moved == moves.get(account, 0), f"row {row['seq']}: {account} moved by {moved}")

    # ---- replies ----

    def arrived(self, cmd: str, now_ms: int) -> None:
        """A command reached an owner at this moment of its clock: the moment that must decide."""
        self._arrivals.setdefault(cmd, set()).add(now_ms)

    def heard(self, cmd: str, command: Row, reply: Row) -> None:
        """A sender got this reply. Everything it stands on must be durable at this moment."""
        code = (reply.get("refusal") or {}).get("code")
        self._check(code != "internal_fault", f"{cmd} met a defect: {command}")
        if command["type"] == "take_reading":
            taken = self._readings.get(command["boot"], 0)
            self._check(code is not None or taken >= command["counter"], f"{cmd} acknowledged, {taken} taken")
            return
        rows = len(self._rows_of.get(cmd, []))
        first = self._replies.get(cmd)
        if first is None:
            if code == "key_reused":
                return  # the answer to the first use of this id is still on its way
            self._replies[cmd] = (command, reply, rows)
            self._first(cmd, command, reply, rows)
        elif first[0] == command:
            self._check(reply == first[1], f"{cmd} was answered {first[1]}, then {reply}")
        else:
            self._check(code == "key_reused", f"{cmd} was used again for {command} and answered {reply}")

    def _first(self, cmd: str, command: Row, reply: Row, rows: int) -> None:
        refusal = reply.get("refusal")
        if refusal:
            self.refused += 1
            self._check(not rows, f"{cmd} was refused with {refusal} and left rows")
            if refusal["code"] == "late":
                late = refusal["data"]["received_ms"] >= refusal["data"]["deadline_ms"]
                self._check(late, f"{cmd} was refused as late but was not: {refusal}")
            return
        self.accepted += 1
        self._check(rows > 0 or command["type"] in WITHOUT_EVENTS, f"{cmd} was acknowledged and is not durable")
        if command["type"] in ("place", "double", "rebet") and rows:
            self._placed(cmd, reply)

    def _placed(self, cmd: str, reply: Row) -> None:
        told: Money = {}
        for item in reply["result"]["placed"]:
            told[item["spot"]] = told.get(item["spot"], 0) + item["accepted"]
        changes = self._rows_of[cmd][0]["event"]["changes"]
        self._check(changes == {s: a for s, a in told.items() if a}, f"{cmd}: told {told}, booked {changes}")

    def close(self, answers: dict[str, Row], balances: Money) -> None:
        """At the end: nothing acknowledged is missing, nothing happened twice, the books are exact."""
        for cmd, (_, reply, rows) in self._replies.items():
            found = len(self._rows_of.get(cmd, []))
            self._check(found == rows, f"{cmd} had {rows} rows when it was answered and has {found}")
            self._check(answers.get(cmd) == reply, f"{cmd} is on record as {answers.get(cmd)}")
        self._check(self.ledger.total() == 0, f"the books sum to {self.ledger.total()}")
        self._check(self.ledger.balances == balances, "the owner's balances are not the journal's")

    def _check(self, holds: bool, text: str) -> None:
        if not holds and len(self.findings) < FINDINGS_MAX:
            self.findings.append(text)


def _staked(account: str, session: Any) -> bool:
    return account.startswith("stake:") and account.endswith(f":{session}")
