"""An automatic player for the demo floor: inserts notes, bets within the limits, cashes out now and then."""

import secrets

from server.demo.client import Client

_dice = secrets.SystemRandom()
LOW = 2_000
NOTE = 5_000
SPOTS = (
    "red black even odd low high dozen:1 dozen:2 dozen:3 column:1 column:2 column:3 straight:17 straight:0 straight:32 "
    "split:17-20 split:8-11 street:13-14-15 corner:25-26-28-29 six_line:31-32-33-34-35-36 corner:0-1-2-3 street:0-2-3"
).split()


class PlayerBot(Client):
    """Bets once per round, after a while, like somebody who thinks first."""

    played: str | None = None
    pause = 0

    async def act(self) -> None:
        if not self.seat or self.seat["state"] != "active":
            return
        if self.seat["cash_out"] and self.seat["cash_out"]["state"] == "printed":
            await self.press(f"/printers/printer-{self.device}/take")
            await self.command(type="dismiss_cash_out")
            return
        if self.seat["credit"] < LOW and not self.seat["bet"] and not self.seat["cash_out"]:
            await self.press(f"/acceptors/acceptor-{self.device}/notes", value=NOTE)
            return
        round_id = self.table.get("round")
        if self.table.get("phase") != "wagering" or round_id == self.played:
            return
        self.pause += 1
        if self.pause < _dice.randrange(3, 12):
            return
        self.pause = 0
        self.played = round_id
        await self._bet(str(round_id))

    async def _bet(self, round_id: str) -> None:
        if self.seat["rebet_total"] and _dice.random() < 0.3:
            await self.command(type="rebet", round=round_id)
            return
        if self.seat["credit"] > 6 * NOTE and _dice.random() < 0.3:
            await self.command(type="cash_out")
            return
        chips = [{"spot": spot, "amount": 500} for spot in _dice.sample(SPOTS, _dice.randrange(1, 4))]
        await self.command(type="place", round=round_id, chips=chips)
