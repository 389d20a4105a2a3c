"""The websocket of a dealer terminal: a device that people sign in to."""

import msgspec
from starlette.websockets import WebSocket

from server.api.connection import Connection
from server.api.edge import Edge
from server.api.hub import frame
from server.api.player_socket import answer_frame
from server.api.socket import admit, converse, turn_away, welcome
from server.pit.answers import Reply
from server.protocol.base import Resync
from server.protocol.dealer import (
    DEALER_MESSAGE,
    DealerCommand,
    PreviewCorrection,
    ResolveTask,
    SignIn,
    SignOut,
)
from server.staff import allowed
from server.storage.devices import DeviceKind
from server.storage.people import Staff
from server.table import commands as c
from server.table.context import Context
from server.table.correction import correctable, correction, impact_of
from server.table.state import Pit
from server.table.values import SYSTEM, Refusal


async def dealer_socket(socket: WebSocket, edge: Edge) -> None:
    device = await admit(socket, edge, DeviceKind.DEALER_TERMINAL)
    table = device.table or ""
    hub = edge.hub
    if table not in hub.tables:
        await turn_away(socket, "unknown_table")
    connection = Connection(socket, device.id)
    dealer = Dealer(connection, edge, device.id, table)
    try:
        connection.send(welcome(edge, device.id))
        hub.flush()
        connection.send(hub.dealer_snapshot(table, await dealer.staff_view()))
        hub.dealers.setdefault(table, set()).add(connection)
        await converse(connection, edge, DEALER_MESSAGE, dealer.handle)
    finally:
        hub.dealers.get(table, set()).discard(connection)
        await connection.close()


class Dealer:
    """Checks who is signed in on every frame, so that a changed role or a disabled card bites at once."""

    def __init__(self, connection: Connection, edge: Edge, device: str, table: str) -> None:
        self.connection = connection
        self.edge = edge
        self.device = device
        self.table = table

    async def staff(self) -> Staff | None:
        token = self.edge.staff_at.get(self.device)
        return await self.edge.credentials.session(token) if token else None

    async def staff_view(self) -> dict[str, str] | None:
        member = await self.staff()
        return None if member is None else {"staff": member.id, "name": member.name, "role": member.role.value}

    async def handle(self, message: object) -> None:
        if isinstance(message, Resync):
            self.connection.resynced()
            await self._snapshot()
        elif isinstance(message, PreviewCorrection):
            await self._preview(message)
        elif isinstance(message, DealerCommand):
            reply = await self._command(message)
            self.connection.answer(answer_frame(message.id, reply))
            if isinstance(message.body, SignIn | SignOut) and reply.refusal is None:
                await self._snapshot()

    async def _snapshot(self) -> None:
        self.edge.hub.flush()
        self.connection.send(self.edge.hub.dealer_snapshot(self.table, await self.staff_view()))

    async def _command(self, message: DealerCommand) -> Reply:
        body = message.body
        if isinstance(body, SignIn):
            return await self._sign_in(body)
        member = await self.staff()
        if member is None:
            return Reply(Refusal("not_signed_in"))
        if isinstance(body, SignOut):
            await self._sign_out()
            return Reply()
        if isinstance(body, ResolveTask):
            # Card and PIN on the very request that is being approved.
            decider = await self.edge.credentials.authenticate(body.card, body.pin, self.device)
            if isinstance(decider, Refusal):
                return Reply(decider)
            member = decider
        if not allowed(member.role, body.type):
            return Reply(Refusal("wrong_role", {"role": member.role.value}))
        fields = {k: v for k, v in body.model_dump().items() if k not in ("card", "pin")}
        command: c.StaffCommand = msgspec.convert({**fields, "table": self.table}, c.StaffCommand)
        return await self.edge.owner.submit(f"{self.device}:{message.id}", member.actor, command)

    async def _sign_in(self, body: SignIn) -> Reply:
        done = await self.edge.credentials.sign_in(body.card, body.pin, self.device)
        if isinstance(done, Refusal):
            return Reply(done)
        await self._sign_out()
        self.edge.staff_at[self.device] = done.token
        self.edge.hub.staff_changed(self.table, self.device, done.staff.name)
        return Reply(None, {"staff": done.staff.id, "name": done.staff.name, "role": done.staff.role.value})

    async def _sign_out(self) -> None:
        token = self.edge.staff_at.pop(self.device, None)
        if token:
            self.edge.hub.staff_changed(self.table, self.device, None)
            await self.edge.credentials.sign_out(token)

    async def _preview(self, message: PreviewCorrection) -> None:
        """The money effect of a correction, without asking for it."""
        if await self.staff() is None:
            self.connection.answer(frame({"type": "refused", "code": "not_signed_in", "detail": ""}))
            return
        impact = await self.edge.owner.read(lambda pit: self._impact(pit, message))
        self.connection.answer(frame({"type": "correction_impact", **impact}))

    def _impact(self, pit: Pit, message: PreviewCorrection) -> dict[str, object]:
        base: dict[str, object] = {"round": message.round, "value": message.value, "original": "", "refusal": None}
        record = correctable(pit, self.table, message.round, message.value)
        if isinstance(record, Refusal):
            none = {"sessions": 0, "credited": 0, "debited": 0, "receivables": 0, "receivable_total": 0}
            return {**base, **none, "refusal": record.code}
        ctx = Context(self.edge.clock.now_ms(), self.edge.clock.utc(), SYSTEM, str)
        event = correction(pit, pit.tables[self.table], record, message.value, ctx)
        return {**base, "original": record.value, **impact_of(event)}
