"""What else happens on a floor: tables closed, terminals switched off, settings changed, printers jammed."""

import asyncio
from random import Random

from server.simulate.floor import table_config
from server.simulate.gateway import Gateway
from server.simulate.staff import DEALER, OPERATOR, Staff
from server.simulate.watch import View
from server.table import commands as c
from server.table.values import Actor, VenueSettings

Errand = tuple[Actor, c.Command]


class Errands:
    """One errand every few seconds. What was switched off is switched on again before anything else is touched."""

    def __init__(
        self, staff: Staff, gateway: Gateway, view: View, random: Random, terminals: list[str], venue: VenueSettings
    ) -> None:
        self._staff = staff
        self._gateway = gateway
        self._view = view
        self._random = random
        self._terminals = terminals
        self._venue = venue

    async def run(self) -> None:
        while True:
            await asyncio.sleep(self._random.uniform(1.5, 6.0))
            self._view.update()
            errand = self._repair() or self._trouble()
            if errand is not None:
                await self._staff.tell(*errand)

    def _repair(self) -> Errand | None:
        for name, table in self._view.tables.items():
            if table.status == "suspended":
                return DEALER, c.ResumeTable(name)
            if table.status == "closed":
                return DEALER, c.OpenTable(name)
        for terminal in sorted(self._view.disabled):
            return DEALER, c.SetTerminal(self._table(), terminal, True)
        for terminal in sorted(self._view.broken):
            self._gateway.report(f"printer-{terminal}", "printer_state", ok=True)
            return None
        return None

    def _table(self) -> str:
        return self._random.choice(sorted(self._view.tables))

    def _trouble(self) -> Errand | None:
        random, table = self._random, self._table()
        terminal = random.choice(self._terminals)
        kind = random.randrange(10)
        if kind == 0:
            self._gateway.report(f"printer-{terminal}", "printer_state", ok=False, reason="paper_low")
            return None
        if kind == 1:
            return OPERATOR, self._new_venue()
        if kind == 2:
            version = self._view.tables[table].version + random.choice((1, 1, 1, 0))
            return OPERATOR, c.SetTable(table_config(table, random, version))
        choices: list[c.Command] = [
            c.SuspendTable(table, "spillage"),
            c.AnnounceClosure(table, random.choice((1, 20, 45))),
            c.CancelClosure(table),
            c.CloseTable(table),
            c.SetTerminal(table, terminal, False),
            c.AnswerCall(table, terminal),
            c.AddTerminal(terminal, terminal, 1),
        ]
        return DEALER, choices[kind - 3]

    def _new_venue(self) -> c.SetVenue:
        """The same house under another name; the version counts up."""
        known = int(self._view.venue.get("version", self._venue.version))
        return c.SetVenue(
            VenueSettings(
                f"Simulated {known + 1}",
                multi_game_wagering=self._venue.multi_game_wagering,
                ticket_limit=self._venue.ticket_limit,
                version=known + 1,
            )
        )
