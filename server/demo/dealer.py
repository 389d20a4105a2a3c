"""An automatic dealer for the demo's live wheel. It steps back as soon as a person has signed in at the table."""

from server.demo.client import Client, Json
from server.demo.plan import AUTO_DEALER, AUTO_DEALER_NAME

WAITS = {"idle": 2, "settled": 12, "void": 12, "closed": 2, "proposed": 5}
"""How many half seconds a phase is left standing before the dealer acts on it."""


class DealerBot(Client):
    """New Game, spin, confirm: what 002 7.4 and 7.5 ask of a dealer, and nothing that needs judgement."""

    wheel = ""
    stood = 0
    seen: tuple[object, ...] = ()

    async def act(self) -> None:
        if self.staff is None:
            await self.command(type="sign_in", card=AUTO_DEALER.card, pin=AUTO_DEALER.pin)
            return
        if not self.table or set(self.table["signed_in"]) - {AUTO_DEALER_NAME}:
            return
        now = (self.table["phase"], self.table["round"], self._ball())
        self.stood = self.stood + 1 if now == self.seen else 0
        self.seen = now
        if self.stood == WAITS.get(str(self.table["phase"]), -1):
            await self._deal(self.table)

    def _ball(self) -> object:
        return (self.table.get("device") or {}).get("state")

    async def _deal(self, table: Json) -> None:
        phase = table["phase"]
        if table["status"] == "open" and phase in ("idle", "settled", "void"):
            await self.command(type="new_game")
        elif phase == "closed":
            await self.press(f"/wheels/{self.wheel}/spin")
        elif phase == "proposed" and table["proposal"] and table["proposal"]["sensor"]:
            value = table["proposal"]["sensor"]
            await self.command(type="confirm_result", round=table["round"], value=value)
