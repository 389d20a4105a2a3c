"""What may be asked of a pit. A command can be refused; an event cannot."""

from typing import Any, Literal

import msgspec

from server.table.values import TableConfig, VenueSettings


class Base(msgspec.Struct, frozen=True, tag_field="type"):
    """Base of all commands."""


class Chip(msgspec.Struct, frozen=True):
    spot: str
    amount: int


# ---- player ----


class Place(Base, tag="place", frozen=True):
    terminal: str
    round: str
    chips: tuple[Chip, ...]
    whole: bool = False


class Move(Base, tag="move", frozen=True):
    terminal: str
    round: str
    source: str
    target: str
    amount: int | None = None


class Remove(Base, tag="remove", frozen=True):
    terminal: str
    round: str
    spot: str
    amount: int | None = None


class Clear(Base, tag="clear", frozen=True):
    terminal: str
    round: str


class Undo(Base, tag="undo", frozen=True):
    terminal: str
    round: str


class Double(Base, tag="double", frozen=True):
    terminal: str
    round: str


class Rebet(Base, tag="rebet", frozen=True):
    terminal: str
    round: str


class Sit(Base, tag="sit", frozen=True):
    terminal: str
    table: str


class CashOut(Base, tag="cash_out", frozen=True):
    terminal: str


class CancelCashOut(Base, tag="cancel_cash_out", frozen=True):
    terminal: str


class DismissCashOut(Base, tag="dismiss_cash_out", frozen=True):
    terminal: str


class CallAttendant(Base, tag="call_attendant", frozen=True):
    terminal: str
    on: bool


# ---- dealer and supervisor ----


class NewGame(Base, tag="new_game", frozen=True, omit_defaults=True):
    """Open a round. A `dummy` round takes no wagers and runs to its outcome all the same."""

    table: str
    dummy: bool = False


class RecordStep(Base, tag="record_step", frozen=True):
    """A step the game waits for was done: the shake, the choice of the shooter."""

    table: str
    round: str
    step: str
    value: str = ""


class EnterReading(Base, tag="enter_reading", frozen=True):
    """The dealer keys in one reading of several, such as a card."""

    table: str
    round: str
    reading: str
    value: str


class TakeBackReading(Base, tag="take_back_reading", frozen=True):
    """Take back the latest reading the dealer keyed in, as long as nothing was built on it."""

    table: str
    round: str


class NoMoreBets(Base, tag="no_more_bets", frozen=True):
    table: str
    round: str


class EnterResult(Base, tag="enter_result", frozen=True):
    table: str
    round: str
    value: str


class ClearEntry(Base, tag="clear_entry", frozen=True):
    table: str
    round: str


class ConfirmResult(Base, tag="confirm_result", frozen=True):
    table: str
    round: str
    value: str


class CallIrregularity(Base, tag="call_irregularity", frozen=True):
    table: str
    round: str
    code: str
    detail: str = ""


class RequestVoid(Base, tag="request_void", frozen=True):
    table: str
    round: str
    reason: str
    detail: str = ""


class RequestCorrection(Base, tag="request_correction", frozen=True):
    table: str
    round: str
    value: str
    reason: str


class RequestRelief(Base, tag="request_relief", frozen=True):
    """Take one wager off after the close (002 4.2.8)."""

    table: str
    round: str
    terminal: str
    spot: str
    reason: str


class ResolveTask(Base, tag="resolve_task", frozen=True):
    """Decided by the acting supervisor, whose card and PIN were checked on this very request."""

    table: str
    task: str
    option: str
    value: str | None = None


class OpenTable(Base, tag="open_table", frozen=True):
    table: str


class AnnounceClosure(Base, tag="announce_closure", frozen=True):
    table: str
    minutes: int


class CancelClosure(Base, tag="cancel_closure", frozen=True):
    table: str


class CloseTable(Base, tag="close_table", frozen=True):
    table: str


class SuspendTable(Base, tag="suspend_table", frozen=True):
    table: str
    reason: str


class ResumeTable(Base, tag="resume_table", frozen=True):
    table: str


class AnswerCall(Base, tag="answer_call", frozen=True):
    table: str
    terminal: str


class SetTerminal(Base, tag="set_terminal", frozen=True):
    table: str
    terminal: str
    enabled: bool


class PayByHand(Base, tag="pay_by_hand", frozen=True):
    table: str
    terminal: str


# ---- operator ----


class SetVenue(Base, tag="set_venue", frozen=True):
    venue: VenueSettings


class SetTable(Base, tag="set_table", frozen=True):
    """Create a table (version 1) or change it: `config.version` must be one more than the current one."""

    config: TableConfig


class AddTerminal(Base, tag="add_terminal", frozen=True):
    terminal: str
    name: str
    seat: int
    acceptor: str | None = None
    printer: str | None = None


# ---- gateway ----


class TakeReading(Base, tag="take_reading", frozen=True):
    gateway: str
    boot: str
    counter: int
    device: str
    kind: str
    data: dict[str, Any]
    at: str


# ---- the pit itself ----


class Resume(Base, tag="resume", frozen=True):
    """First command of a new owner."""

    epoch: int
    last_ms: int


class Deadline(Base, tag="deadline", frozen=True):
    """A timer of the table fired."""

    table: str
    kind: Literal["wagering", "next_round", "spin", "closure", "request"]
    round: str | None = None


class Proceed(Base, tag="proceed", frozen=True):
    """Do what the game asks of the engine itself: draw, open a window, propose or settle a complete outcome."""

    table: str
    round: str


class RunCashOut(Base, tag="run_cash_out", frozen=True):
    """Carry out a queued cash-out, now that it is allowed."""

    terminal: str


class EndSession(Base, tag="end_session", frozen=True):
    terminal: str


PlayerCommand = (
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
    | CallAttendant
)
StaffCommand = (
    NewGame
    | RecordStep
    | EnterReading
    | TakeBackReading
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
    | CloseTable
    | SuspendTable
    | ResumeTable
    | AnswerCall
    | SetTerminal
    | PayByHand
)
OperatorCommand = SetVenue | SetTable | AddTerminal
InternalCommand = TakeReading | Resume | Deadline | Proceed | RunCashOut | EndSession
Command = PlayerCommand | StaffCommand | OperatorCommand | InternalCommand
