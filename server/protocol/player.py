"""Messages between the server and a player terminal."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, TypeAdapter, create_model

from server.protocol.base import (
    Answer,
    Hello,
    Id,
    Junk,
    Ping,
    Pong,
    Resync,
    ResyncRequired,
    SpotText,
    Stake,
    Welcome,
    Wire,
)
from server.protocol.views import GameView, LobbyTile, RecallRound, SeatView, TableView

# ---- commands ----


class Chip(Wire):
    """An amount put on a spot by one gesture."""

    spot: SpotText
    amount: Stake


class Place(Wire):
    """Put chips on the layout (002 4.2.4). Several chips are one action and one undo step."""

    type: Literal["place"]
    round: Id
    chips: Annotated[list[Chip], Field(min_length=1, max_length=200)]
    whole: bool = False
    """All or nothing (neighbours, favourites): if any chip would be clipped or refused, none is placed."""


class Move(Wire):
    """Move a wager, or part of it, to another spot."""

    type: Literal["move"]
    round: Id
    source: SpotText
    target: SpotText
    amount: Stake | None = None


class Remove(Wire):
    """Take a wager, or part of it, off the layout."""

    type: Literal["remove"]
    round: Id
    spot: SpotText
    amount: Stake | None = None


class Clear(Wire):
    """Take every wager of this round off the layout; can be undone."""

    type: Literal["clear"]
    round: Id


class Undo(Wire):
    """Undo the latest action of this wagering period."""

    type: Literal["undo"]
    round: Id


class Double(Wire):
    """Double every wager; spots at their maximum are trimmed, short credit refuses the whole."""

    type: Literal["double"]
    round: Id


class Rebet(Wire):
    """Place the wagers of the last settled round with wagers on this table again."""

    type: Literal["rebet"]
    round: Id


class Sit(Wire):
    """Show another table on this terminal."""

    type: Literal["sit"]
    table: Id


class CashOut(Wire):
    """Pay the credit out (002 8.3); queued when it is not allowed at this moment."""

    type: Literal["cash_out"]


class CancelCashOut(Wire):
    """Withdraw a queued cash-out."""

    type: Literal["cancel_cash_out"]


class CallAttendant(Wire):
    type: Literal["call_attendant"]
    on: bool


class DismissCashOut(Wire):
    """The player has taken the ticket; the screen may forget it."""

    type: Literal["dismiss_cash_out"]


PlayerCommandBody = Annotated[
    Place
    | Move
    | Remove
    | Clear
    | Undo
    | Double
    | Rebet
    | Sit
    | CashOut
    | CancelCashOut
    | DismissCashOut
    | CallAttendant,
    Field(discriminator="type"),
]


class PlayerCommand(Wire):
    """A command with the id that makes it idempotent."""

    type: Literal["command"]
    id: Id
    body: PlayerCommandBody


class RecallRequest(Wire):
    """Ask for the last games of this session."""

    type: Literal["recall"]


PlayerMessage = Annotated[Hello | Ping | Resync | PlayerCommand | RecallRequest, Field(discriminator="type")]
PLAYER_MESSAGE: TypeAdapter[Hello | Ping | Resync | PlayerCommand | RecallRequest] = TypeAdapter(PlayerMessage)

# ---- what the server sends ----


class PlayerSnapshot(Wire):
    """Everything this terminal shows. `table` and `game` are null while no table is chosen."""

    type: Literal["snapshot"] = "snapshot"
    seat_version: int
    table_version: int
    lobby_version: int
    seat: SeatView
    table: TableView | None
    game: GameView | None
    lobby: list[LobbyTile]


class Change(Wire):
    """Base of the change forms: a field that is absent did not change."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)


def partial(view: type[Wire]) -> type[Wire]:
    """The change form of a view: the same fields, each optional; a field that is present is set."""
    fields = {name: (info.annotation, Field(default=None)) for name, info in view.model_fields.items()}
    return create_model(f"{view.__name__}Change", __base__=Change, **fields)  # type: ignore[call-overload,no-any-return]


TableChange = partial(TableView)
SeatChange = partial(SeatView)


class TableEvent(Wire):
    """Fields of the table's view that changed. `version` is one more than the last seen, or resync."""

    type: Literal["table"] = "table"
    table: str
    version: int
    set: TableChange  # type: ignore[valid-type]


class SeatEvent(Wire):
    """Fields of this seat's view that changed."""

    type: Literal["seat"] = "seat"
    version: int
    set: SeatChange  # type: ignore[valid-type]


class LobbyEvent(Wire):
    """Tiles that changed."""

    type: Literal["lobby"] = "lobby"
    version: int
    tiles: list[LobbyTile]


class Recall(Wire):
    type: Literal["recall"] = "recall"
    rounds: list[RecallRound]


PlayerServerMessage = Annotated[
    Welcome | PlayerSnapshot | TableEvent | SeatEvent | LobbyEvent | Answer | Pong | Recall | Junk | ResyncRequired,
    Field(discriminator="type"),
]
