"""The auditor's idea of a round: who staked what, until when, and what a pocket makes of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from server.simulate.audit.money import Ledger
from server.simulate.audit.paytable import PIECES, excess, returned, stands_at_close

Row = dict[str, Any]
Money = dict[str, int]


@dataclass(slots=True)
class Tab:
    """A table as the rows describe it."""

    config: Row
    next_config: Row = field(default_factory=dict)
    round: str | None = None
    phase: str = "idle"
    deadline: int = 0
    layouts: dict[str, Money] = field(default_factory=dict)
    actions: dict[str, list[Money]] = field(default_factory=dict)
    announced: set[str] = field(default_factory=set)
    """Sessions that placed an announced bet in this round."""
    sensor: tuple[str, bool] | None = None
    dealer: str | None = None
    decided: dict[str, dict[str, list[tuple[str, int]]]] = field(default_factory=dict)
    """Round -> session -> wagers of every settled round."""
    values: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return str(self.config["table"])


class RoundAudit:
    """Checks the events of rounds. `before` holds the balances as they were before the event's transfers."""

    def __init__(self, ledger: Ledger, findings: list[str]) -> None:
        self.ledger = ledger
        self.tabs: dict[str, Tab] = {}
        self._findings = findings

    def need(self, holds: bool, row: Row, text: str) -> None:
        if not holds:
            self._findings.append(f"row {row['seq']} {row['event']['type']}: {text}")

    def opened(self, row: Row, tab: Tab) -> None:
        event = row["event"]
        self.need(tab.phase in ("idle", "settled", "void"), row, f"the last round is {tab.phase}")
        self.need(event["round"] not in tab.decided, row, "this round was decided before")
        self.need(event["deadline_ms"] == row["now_ms"] + event["period_ms"], row, "deadline")
        tab.config = tab.next_config
        tab.round, tab.phase, tab.deadline = event["round"], "wagering", event["deadline_ms"]
        tab.layouts, tab.actions, tab.announced, tab.sensor, tab.dealer = {}, {}, set(), None, None

    def reopened(self, row: Row, tab: Tab) -> None:
        self.need(tab.phase == "closed", row, f"reopened while {tab.phase}")
        tab.phase, tab.deadline = "wagering", row["event"]["deadline_ms"]

    def read(self, row: Row, tab: Tab) -> None:
        event = row["event"]
        tab.sensor, tab.phase = (event["value"], event["complete"]), "proposed"

    def entered(self, row: Row, tab: Tab) -> None:
        tab.dealer = row["event"].get("value")
        tab.phase = "proposed" if tab.dealer or tab.sensor else "closed"

    def held(self, row: Row, tab: Tab) -> None:
        self.need(tab.phase in ("closed", "proposed"), row, f"held while {tab.phase}")
        tab.phase = "held"

    def no_spin(self, row: Row, tab: Tab) -> None:
        self.need(tab.phase in ("wagering", "closed", "proposed", "held"), row, f"no spin while {tab.phase}")
        tab.sensor = tab.dealer = None
        tab.phase = "wagering" if tab.phase == "wagering" else "closed"

    def wagers(self, row: Row, tab: Tab, before: Money, terminal: str | None) -> None:
        """The heart of it: in time, before the close, by the right terminal, and paid for to the cent."""
        event = row["event"]
        session, changes = event["session"], event["changes"]
        self.need(event["round"] == tab.round, row, f"the round is {tab.round}")
        if row["actor"]["role"] == "casino_supervisor":
            self._relief(row, tab)
        else:
            self.need(tab.phase == "wagering", row, f"a wager was taken while {tab.phase}")
            self.need(row["now_ms"] < tab.deadline, row, f"received {row['now_ms']}, deadline {tab.deadline}")
            self.need(row["actor"] == {"role": "player", "id": terminal, "name": ""}, row, f"by {row['actor']}")
        if changes.keys() & PIECES.keys():
            tab.announced.add(session)
        layout = tab.layouts.setdefault(session, {})
        actions = tab.actions.setdefault(session, [])
        if event.get("undone"):
            last = actions.pop() if actions else {}
            self.need(changes == {spot: -stake for spot, stake in last.items()}, row, "undid something else")
        else:
            actions.append(dict(changes))
        for spot, change in changes.items():
            layout[spot] = layout.get(spot, 0) + change
            self.need(layout[spot] >= 0, row, f"{spot} at {layout[spot]}")
            if not layout[spot]:
                del layout[spot]
        if not layout and tab.phase != "wagering":
            del tab.layouts[session]  # relieved of everything: no part in the round any more
        self._moved(row, before, {f"credit:{session}": -sum(changes.values())})
        self.need(self.ledger.of(f"stake:{tab.name}:{session}") == sum(layout.values()), row, "stake account")

    def _relief(self, row: Row, tab: Tab) -> None:
        """After the close a supervisor may take one whole wager off, and nothing else."""
        layout, changes = tab.layouts.get(row["event"]["session"], {}), row["event"]["changes"]
        whole = all(change == -layout.get(spot, 0) for spot, change in changes.items())
        self.need(tab.phase == "closed" and whole and len(changes) == 1, row, f"relief while {tab.phase}: {changes}")

    def closed(self, row: Row, tab: Tab, before: Money) -> None:
        event = row["event"]
        self.need(event["round"] == tab.round and tab.phase == "wagering", row, f"closed while {tab.phase}")
        if event["cause"] == "deadline":
            self.need(row["now_ms"] >= tab.deadline, row, "closed before its deadline")
        limits = tab.config["limits"]
        expected: Money = {}
        for session, layout in tab.layouts.items():
            final = event["layouts"].get(session, {})
            back = {item[0]: item[1] for item in event["credited_back"].get(session, [])}
            self.need({**final, **back} == layout, row, f"{session} had {layout}")
            self.need(final == stands_at_close(limits, layout), row, f"{session} keeps {final} of {layout}")
            over = excess(limits, final, session in tab.announced)
            self.need(over is None, row, f"over the limits: {over}")
            if back:
                expected[f"credit:{session}"] = sum(back.values())
        self._moved(row, before, expected)
        known = {session for session, layout in tab.layouts.items() if layout}
        self.need(set(event["layouts"]) <= known, row, "a layout nobody placed")
        tab.layouts = {session: dict(layout) for session, layout in event["layouts"].items()}
        tab.actions, tab.phase = {}, "closed"

    def settled(self, row: Row, tab: Tab, before: Money) -> None:
        event = row["event"]
        self.need(event["round"] == tab.round, row, f"the round is {tab.round}")
        self.need(tab.phase in ("closed", "proposed", "held"), row, f"settled while {tab.phase}")
        self._provenance(row, tab)
        pocket = int(event["value"])
        expected: Money = {}
        staked = paid = 0
        for session, layout in tab.layouts.items():
            seat = event["seats"].get(session, {"settlements": []})
            rows = {item["spot"]: (item["stake"], item["returned"]) for item in seat["settlements"]}
            right = {spot: (stake, returned(spot, stake, pocket)) for spot, stake in layout.items()}
            self.need(rows == right, row, f"{session}: {rows}, but {right} on {pocket}")
            won = sum(amount for _, amount in right.values())
            expected[f"credit:{session}"] = won
            staked, paid = staked + sum(layout.values()), paid + won
            self.need(self.ledger.of(f"stake:{tab.name}:{session}") == 0, row, "stakes are left over")
            self.need(seat.get("credit_after") == self.ledger.of(f"credit:{session}"), row, "credit after")
        self._moved(row, before, expected)
        self.need((event["staked"], event["returned"]) == (staked, paid), row, f"totals {staked} {paid}")
        tab.decided[event["round"]] = {s: list(layout.items()) for s, layout in tab.layouts.items()}
        tab.values[event["round"]] = event["value"]
        tab.layouts, tab.phase = {}, "settled"

    def _provenance(self, row: Row, tab: Tab) -> None:
        """A result comes from complete evidence, from the dealer's confirmation, or from a supervisor."""
        role, value = row["actor"]["role"], row["event"]["value"]
        if role == "gateway":
            good = tab.config["wheel"] == "automated" and tab.sensor == (value, True)
        elif role == "dealer":
            good = tab.config["wheel"] == "live" and value == (tab.dealer or (tab.sensor or ("", False))[0])
            good = good and (tab.sensor is None or tab.dealer in (None, tab.sensor[0]))
        else:
            good = role == "casino_supervisor" and tab.phase == "held"
        self.need(good, row, f"{value} by {role}: sensor {tab.sensor}, dealer {tab.dealer}, {tab.phase}")

    def voided(self, row: Row, tab: Tab, before: Money) -> None:
        event = row["event"]
        self.need(event["round"] == tab.round and tab.phase not in ("idle", "settled", "void"), row, tab.phase)
        self.need(row["actor"]["role"] == "casino_supervisor", row, f"by {row['actor']}")
        self._moved(row, before, {f"credit:{s}": sum(layout.values()) for s, layout in tab.layouts.items()})
        for session in tab.layouts:
            self.need(self.ledger.of(f"stake:{tab.name}:{session}") == 0, row, "stakes are left over")
        tab.decided[event["round"]] = {}
        tab.layouts, tab.phase = {}, "void"

    def corrected(self, row: Row, tab: Tab, before: Money, live: set[str]) -> None:
        """Every seat gets exactly the difference; what its account cannot cover is owed, and later gains pay it off."""
        event = row["event"]
        old, new = tab.values.get(event["round"]), event["value"]
        self.need(event["original"] == old and new != old, row, f"was {old}")
        self.need(event["requested_by"] != event["approved_by"] == row["actor"]["id"], row, "one person alone")
        self.need(row["actor"]["role"] == "casino_supervisor", row, f"by {row['actor']}")
        expected: Money = {}
        for session, wagers in tab.decided[event["round"]].items():
            difference = sum(returned(s, a, int(new)) - returned(s, a, int(old or 0)) for s, a in wagers)
            account = f"credit:{session}" if session in live else f"payable:{session}"
            short = max(0, -(before.get(account, 0) + difference))
            repaid = min(max(0, difference), -before.get(f"receivable:{session}", 0))
            expected[account] = difference + short - repaid
            expected[f"receivable:{session}"] = repaid - short
        self._moved(row, before, expected)
        tab.values[event["round"]] = new

    def _moved(self, row: Row, before: Money, expected: Money) -> None:
        """The players' accounts moved exactly so, and no other player's account moved at all."""
        for account in before.keys() | expected.keys():
            if account.startswith(("credit:", "payable:", "receivable:", "ticket:", "hand_pay:")):
                was, should = before.get(account, 0), expected.get(account, 0)
                moved = self.ledger.of(account) - was
                self.need(moved == should, row, f"{account} moved by {moved}, not by {should}")

    COURSE: ClassVar[dict[str, Callable[["RoundAudit", Row, Tab], None]]] = {
        "round_opened": opened,
        "wagering_reopened": reopened,
        "sensor_read": read,
        "dealer_entered": entered,
        "round_held": held,
        "no_spin_called": no_spin,
    }
    MONEY: ClassVar[dict[str, Callable[["RoundAudit", Row, Tab, Money], None]]] = {
        "wagering_closed": closed,
        "round_settled": settled,
        "round_voided": voided,
    }
