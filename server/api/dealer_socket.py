"""The websocket of a dealer terminal: a device that people sign in to."""

import msgspec
from starlette.websockets import WebSocket

from server.api.connection import Connection
from server.api.hub import frame
from server.api.player_socket import answer_frame
from server.api.services import Services
from server.api.socket import admit, converse, welcome
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
from server.storage.credentials import BadCredentials, LockedOut, StaffMember
from server.table import commands as c
from server.table.context import Context
from server.table.state import Pit
from server.table.supervision import correctable, correction, impact_of
from server.table.values import SYSTEM, Actor, Refusal, Role


async def dealer_socket(socket: WebSocket, services: Services) -> None:
    device = await admit(socket, services, "dealer_terminal")
    table = device.binds or ""
    hub = services.hub
    connection = Connection(socket, device.id)
    dealer = Dealer(connection, services, device.id, table)
    try:
        connection.send(welcome(services, device.id))
        hub.flush()
        connection.send(hub.dealer_snapshot(table, await dealer.staff_view()))
        hub.dealers.setdefault(table, set()).add(connection)
        await converse(connection, services, DEALER_MESSAGE, dealer.handle)
    finally:
        hub.dealers.get(table, set()).discard(connection)
        await connection.close()


class Dealer:
    """Checks who is signed in on every frame, so that a changed role or a disabled card bites at once."""

    def __init__(self, connection: Connection, services: Services, device: str, table: str) -> None:
        self.connection = connection
        self.services = services
        self.device = device
        self.table = table

    async def staff(self) -> StaffMember | None:
        token = self.services.staff_at.get(self.device)
        return await self.services.credentials.session(token) if token else None

    async def staff_view(self) -> dict[str, str] | None:
        member = await self.staff()
        return None if member is None else {"staff": member.id, "name": member.name, "role": member.role}

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
        self.services.hub.flush()
        self.connection.send(self.services.hub.dealer_snapshot(self.table, await self.staff_view()))

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
            decider = await self._authenticate(body.card, body.pin)
            if isinstance(decider, Refusal):
                return Reply(decider)
            member = decider
        if not allowed(member.role, body.type):
            return Reply(Refusal("wrong_role", {"role": member.role}))
        fields = {k: v for k, v in body.model_dump().items() if k not in ("card", "pin")}
        command: c.StaffCommand = msgspec.convert({**fields, "table": self.table}, c.StaffCommand)  # type: ignore[arg-type]
        actor = Actor(Role(member.role), member.id, member.name)
        return await self.services.owner.submit(f"{self.device}:{message.id}", actor, command)

    async def _authenticate(self, card: str, pin: str) -> StaffMember | Refusal:
        """Card and PIN on the very request that is being approved."""
        result = await self.services.credentials.sign_in(card, pin, self.device)
        if isinstance(result, LockedOut):
            return Refusal("locked_out")
        if isinstance(result, BadCredentials):
            return Refusal("bad_credentials")
        return result

    async def _sign_in(self, body: SignIn) -> Reply:
        member = await self._authenticate(body.card, body.pin)
        if isinstance(member, Refusal):
            return Reply(member)
        await self._sign_out()
        self.services.staff_at[self.device] = await self.services.credentials.open_session(member, self.device)
        return Reply(None, {"staff": member.id, "name": member.name, "role": member.role})

    async def _sign_out(self) -> None:
        token = self.services.staff_at.pop(self.device, None)
        if token:
            await self.services.credentials.close_session(token)

    async def _preview(self, message: PreviewCorrection) -> None:
        """The money effect of a correction, without asking for it."""
        if await self.staff() is None:
            self.connection.answer(frame({"type": "refused", "code": "not_signed_in", "detail": ""}))
            return
        impact = await self.services.owner.read(lambda pit: self._impact(pit, message))
        self.connection.answer(frame({"type": "correction_impact", **impact}))

    def _impact(self, pit: Pit, message: PreviewCorrection) -> dict[str, object]:
        base: dict[str, object] = {"round": message.round, "value": message.value, "original": "", "refusal": None}
        record = correctable(pit, self.table, message.round, message.value)
        if isinstance(record, Refusal):
            none = {"sessions": 0, "credited": 0, "debited": 0, "receivables": 0, "receivable_total": 0}
            return {**base, **none, "refusal": record.code}
        ctx = Context(self.services.clock.now_ms(), self.services.clock.utc(), SYSTEM, str)
        event = correction(pit, pit.tables[self.table], record, message.value, ctx)
        return {**base, "original": record.value, **impact_of(event)}
