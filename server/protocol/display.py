"""Messages between the server and a winning number display."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from server.protocol.base import Hello, Junk, Ping, Pong, Resync, ResyncRequired, Welcome, Wire
from server.protocol.player import TableEvent
from server.protocol.views import GameView, TableView

DisplayMessage = Annotated[Hello | Ping | Resync, Field(discriminator="type")]
DISPLAY_MESSAGE: TypeAdapter[Hello | Ping | Resync] = TypeAdapter(DisplayMessage)


class DisplaySnapshot(Wire):
    type: Literal["snapshot"] = "snapshot"
    table_version: int
    table: TableView
    game: GameView


DisplayServerMessage = Annotated[
    Welcome | DisplaySnapshot | TableEvent | Pong | Junk | ResyncRequired, Field(discriminator="type")
]
