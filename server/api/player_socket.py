"""The websocket of a player terminal."""

import asyncio

import msgspec
from starlette.websockets import WebSocket

from server.api.connection import Connection
from server.api.edge import Edge
from server.api.hub import frame
from server.api.socket import admit, converse, turn_away, welcome
from server.pit.answers import Reply
from server.protocol import projection
from server.protocol.base import Resync
from server.protocol.player import PLAYER_MESSAGE, PlayerCommand, RecallRequest
from server.storage.devices import DeviceKind
from server.table import commands as c
from server.table.values import Actor, Role


def answer_frame(cmd: str, reply: Reply) -> str:
    refusal = None if reply.refusal is None else {"code": reply.refusal.code, "data": reply.refusal.data}
    return frame({"type": "answer", "id": cmd, "refusal": refusal, "result": reply.result})


async def player_socket(socket: WebSocket, edge: Edge) -> None:
    device = await admit(socket, edge, DeviceKind.PLAYER_TERMINAL)
    terminal = device.terminal or device.id
    hub = edge.hub
    if terminal not in hub.seats:
        await turn_away(socket, "unknown_terminal")
    connection = Connection(socket, device.id)
    previous = hub.players.get(terminal)
    if previous is not None:
        await previous.close()
    try:
        connection.send(welcome(edge, device.id))
        connection.send(hub.player_snapshot(terminal))
        hub.players[terminal] = connection
        hub.presence_changed(terminal)
        player = Player(connection, edge, terminal)
        await converse(connection, edge, PLAYER_MESSAGE, player.handle)
    finally:
        if hub.players.get(terminal) is connection:
            del hub.players[terminal]
            hub.presence_changed(terminal)
        await connection.close()


class Player:
    """Turns a terminal's messages into commands of the pit."""

    def __init__(self, connection: Connection, edge: Edge, terminal: str) -> None:
        self.connection = connection
        self.edge = edge
        self.terminal = terminal
        self.actor = Actor(Role.PLAYER, terminal)

    async def handle(self, message: object) -> None:
        if isinstance(message, PlayerCommand):
            self._command(message)
        elif isinstance(message, Resync):
            self.connection.resynced()
            self.connection.send(self.edge.hub.player_snapshot(self.terminal))
        elif isinstance(message, RecallRequest):
            owner = self.edge.owner
            rounds = await owner.read(lambda pit: projection.recall_view(pit, pit.terminals[self.terminal]))
            self.connection.answer(frame({"type": "recall", "rounds": rounds}))

    def _command(self, message: PlayerCommand) -> None:
        """Hand it in at once and answer when it is durable: reading goes on, so the time of receipt is the true one.

        Ids are kept apart per terminal, so that nobody can occupy another terminal's.
        """
        body = {**message.body.model_dump(), "terminal": self.terminal}
        command: c.PlayerCommand = msgspec.convert(body, c.PlayerCommand)
        future = self.edge.owner.post(f"{self.terminal}:{message.id}", self.actor, command)
        future.add_done_callback(lambda done: self._answer(message.id, done))

    def _answer(self, cmd: str, done: asyncio.Future[Reply]) -> None:
        if not done.cancelled():
            self.connection.answer(answer_frame(cmd, done.result()))
