"""Messages between the server and a dealer terminal."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from server.protocol.base import (
    Answer,
    Card,
    Hello,
    Id,
    Junk,
    Money,
    Pin,
    Ping,
    Pong,
    Resync,
    ResyncRequired,
    SpotText,
    Text,
    Value,
    Welcome,
    Wire,
)
from server.protocol.player import partial
from server.protocol.views import DealerTableView, GameView, StaffView


class SignIn(Wire):
    """A member of staff presents card and PIN."""

    type: Literal["sign_in"]
    card: Card
    pin: Pin


class SignOut(Wire):
    type: Literal["sign_out"]


class NewGame(Wire):
    """Start a round: place your bets."""

    type: Literal["new_game"]


class NoMoreBets(Wire):
    """Close the wagering period before its deadline."""

    type: Literal["no_more_bets"]
    round: Id


class EnterResult(Wire):
    """First step of the dealer's result (002 7.5.2); may be entered again until it is confirmed."""

    type: Literal["enter_result"]
    round: Id
    value: Value


class ClearEntry(Wire):
    type: Literal["clear_entry"]
    round: Id


class ConfirmResult(Wire):
    """Second step: confirm exactly this value (002 5.3.1.2, 8.1); settlement follows."""

    type: Literal["confirm_result"]
    round: Id
    value: Value


class CallIrregularity(Wire):
    """Something on the game's list happened, e.g. a no spin (002 11.4)."""

    type: Literal["call_irregularity"]
    round: Id
    code: Id
    detail: Text = ""


class RequestVoid(Wire):
    """Ask a supervisor to void the running round (002 11.1, 11.6, 12.4)."""

    type: Literal["request_void"]
    round: Id
    reason: Id
    detail: Text = ""


class RequestCorrection(Wire):
    """Ask a supervisor to correct a confirmed result (002 11.4.10)."""

    type: Literal["request_correction"]
    round: Id
    value: Value
    reason: Text


class RequestRelief(Wire):
    """Ask a supervisor to take a wager off after the close, before any outcome is known (002 4.2.8)."""

    type: Literal["request_relief"]
    round: Id
    terminal: Id
    spot: SpotText
    reason: Text


class ResolveTask(Wire):
    """A supervisor other than the requester decides, with card and PIN on this very request."""

    type: Literal["resolve_task"]
    task: Id
    option: Literal["approve", "decline", "accept_value", "void", "no_spin", "acknowledge"]
    value: Value | None = None
    card: Card
    pin: Pin


class OpenTable(Wire):
    type: Literal["open_table"]


class AnnounceClosure(Wire):
    """Show the closing sign (002 12.8): at least 20 minutes while players are present."""

    type: Literal["announce_closure"]
    minutes: Annotated[int, Field(ge=0, le=600)]


class CancelClosure(Wire):
    type: Literal["cancel_closure"]


class SuspendTable(Wire):
    type: Literal["suspend_table"]
    reason: Text


class ResumeTable(Wire):
    type: Literal["resume_table"]


class AnswerCall(Wire):
    """The attendant call of a terminal has been answered."""

    type: Literal["answer_call"]
    terminal: Id


class SetTerminal(Wire):
    """Take a terminal out of play or back into it."""

    type: Literal["set_terminal"]
    terminal: Id
    enabled: bool


class PayByHand(Wire):
    """A hand-pay was paid and signed for (002 9.1)."""

    type: Literal["pay_by_hand"]
    terminal: Id


DealerCommandBody = Annotated[
    SignIn
    | SignOut
    | NewGame
    | NoMoreBets
    | EnterResult
    | ClearEntry
    | ConfirmResult
    | CallIrregularity
    | RequestVoid
    | RequestCorrection
    | RequestRelief
    | ResolveTask
    | OpenTable
    | AnnounceClosure
    | CancelClosure
    | SuspendTable
    | ResumeTable
    | AnswerCall
    | SetTerminal
    | PayByHand,
    Field(discriminator="type"),
]


class DealerCommand(Wire):
    type: Literal["command"]
    id: Id
    body: DealerCommandBody


class PreviewCorrection(Wire):
    """Ask what a correction would do to the money, before anybody approves it."""

    type: Literal["preview_correction"]
    round: Id
    value: Value


DealerMessage = Annotated[Hello | Ping | Resync | DealerCommand | PreviewCorrection, Field(discriminator="type")]
DEALER_MESSAGE: TypeAdapter[Hello | Ping | Resync | DealerCommand | PreviewCorrection] = TypeAdapter(DealerMessage)


class CorrectionImpact(Wire):
    """The money effect of a correction."""

    type: Literal["correction_impact"] = "correction_impact"
    round: str
    value: str
    original: str
    refusal: str | None = None
    sessions: int
    credited: Money
    debited: Money
    receivables: int
    """Sessions whose account cannot cover the correction."""
    receivable_total: Money


class DealerSnapshot(Wire):
    """Everything this dealer terminal shows. The table is null until somebody has signed in."""

    type: Literal["snapshot"] = "snapshot"
    table_version: int
    staff: StaffView | None
    table: DealerTableView | None
    game: GameView


DealerTableChange = partial(DealerTableView)


class DealerTableEvent(Wire):
    type: Literal["table"] = "table"
    table: str
    version: int
    set: DealerTableChange  # type: ignore[valid-type]


DealerServerMessage = Annotated[
    Welcome | DealerSnapshot | DealerTableEvent | Answer | Pong | CorrectionImpact | Junk | ResyncRequired,
    Field(discriminator="type"),
]
