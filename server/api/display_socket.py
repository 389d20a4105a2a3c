"""The websocket of a winning number display: it shows, and never decides (002 11.2)."""

from starlette.websockets import WebSocket

from server.api.connection import Connection
from server.api.edge import Edge
from server.api.socket import admit, converse, turn_away, welcome
from server.protocol.base import Resync
from server.protocol.display import DISPLAY_MESSAGE
from server.storage.devices import DeviceKind


async def display_socket(socket: WebSocket, edge: Edge) -> None:
    device = await admit(socket, edge, DeviceKind.DISPLAY)
    table = device.table or ""
    hub = edge.hub
    if table not in hub.tables:
        await turn_away(socket, "unknown_table")
    connection = Connection(socket, device.id)

    async def handle(message: object) -> None:
        if isinstance(message, Resync):
            connection.resynced()
            connection.send(hub.display_snapshot(table))

    try:
        connection.send(welcome(edge, device.id))
        connection.send(hub.display_snapshot(table))
        hub.displays.setdefault(table, set()).add(connection)
        await converse(connection, edge, DISPLAY_MESSAGE, handle)
    finally:
        hub.displays.get(table, set()).discard(connection)
        await connection.close()
