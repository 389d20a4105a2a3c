"""One door: a command goes to the function that decides it. Deciding reads the state and never changes it."""

from collections.abc import Callable, Iterable
from typing import Any

from server.table import cash, floor, irregular, progress, readings, rounds, supervision, wagers
from server.table import commands as c
from server.table import events as e
from server.table.context import Context, Verdict
from server.table.state import Pit
from server.table.values import RUNNING, Phase, TableStatus

DECIDERS: dict[type, Callable[[Pit, Any, Context], Verdict]] = {
    c.Place: wagers.place,
    c.Move: wagers.move,
    c.Remove: wagers.remove,
    c.Clear: wagers.clear,
    c.Undo: wagers.undo,
    c.Double: wagers.double,
    c.Rebet: wagers.rebet,
    c.Sit: floor.sit,
    c.CashOut: cash.cash_out,
    c.CancelCashOut: cash.cancel_cash_out,
    c.DismissCashOut: cash.dismiss_cash_out,
    c.CallAttendant: floor.call_attendant,
    c.NewGame: rounds.new_game,
    c.RecordStep: progress.record_step,
    c.EnterReading: progress.enter_reading,
    c.TakeBackReading: progress.take_back_reading,
    c.NoMoreBets: rounds.no_more_bets,
    c.EnterResult: rounds.enter_result,
    c.ClearEntry: rounds.clear_entry,
    c.ConfirmResult: rounds.confirm_result,
    c.CallIrregularity: irregular.call_irregularity,
    c.RequestVoid: supervision.request_void,
    c.RequestCorrection: supervision.request_correction,
    c.RequestRelief: supervision.request_relief,
    c.ResolveTask: supervision.resolve_task,
    c.OpenTable: floor.open_table,
    c.AnnounceClosure: floor.announce_closure,
    c.CancelClosure: floor.cancel_closure,
    c.CloseTable: floor.close_table,
    c.SuspendTable: floor.suspend_table,
    c.ResumeTable: floor.resume_table,
    c.AnswerCall: floor.answer_call,
    c.SetTerminal: floor.set_terminal,
    c.PayByHand: cash.pay_by_hand,
    c.SetVenue: floor.set_venue,
    c.SetTable: floor.set_table,
    c.AddTerminal: floor.add_terminal,
    c.TakeReading: readings.take_reading,
    c.Resume: floor.resume,
    c.Deadline: floor.deadline,
    c.Proceed: progress.proceed,
    c.RunCashOut: cash.run_cash_out,
    c.EndSession: cash.end_session,
}


def decide(pit: Pit, command: c.Command, ctx: Context) -> Verdict:
    """Events that follow from the command, or a refusal. The state is not touched."""
    return DECIDERS[type(command)](pit, command, ctx)


def follow_ups(pit: Pit) -> list[c.Command]:
    """What the new state calls for at once: queued cash-outs whose moment has come, stays that are over."""
    commands: list[c.Command] = []
    for terminal in pit.terminals.values():
        session = pit.session_of(terminal.id)
        queued = terminal.cash_out is not None and terminal.cash_out.state == "queued"
        if queued and (session is None or cash.cash_out_allowed(pit, terminal)):
            commands.append(c.RunCashOut(terminal.id))
        elif session and not cash.has_stake_in_play(pit, session.id):
            commands.append(c.EndSession(terminal.id))
    return commands


ADVANCING = (
    e.RoundOpened,
    e.RoundPrepared,
    e.StepRecorded,
    e.WageringOpened,
    e.WageringReopened,
    e.WageringClosed,
    e.BallSeen,
    e.ReadingNoted,
    e.ReadingWithdrawn,
    e.NumbersDrawn,
    e.NoSpinCalled,
    e.RoundReleased,
)
"""Events that add to what the game knows, after which it may ask something of the engine."""


def advances(events: Iterable[e.Event]) -> list[c.Proceed]:
    """The rounds to look at after these events."""
    rounds_ = {(event.table, event.round): None for event in events if isinstance(event, ADVANCING)}
    return [c.Proceed(table, round_) for table, round_ in rounds_]


def timers(pit: Pit) -> list[tuple[int, c.Deadline]]:
    """Every moment on the monotonic clock at which the state wants to be woken."""
    due: list[tuple[int, c.Deadline]] = []
    for name, table in pit.tables.items():
        round_ = table.round
        running = round_ is not None and round_.phase in RUNNING
        if round_ and round_.phase is Phase.WAGERING and round_.deadline_ms is not None:
            due.append((round_.deadline_ms, c.Deadline(name, "wagering", round_.id)))
        if round_ and round_.spin_at_ms is not None and round_.phase in (Phase.WAGERING, Phase.CLOSED):
            due.append((round_.spin_at_ms, c.Deadline(name, "spin", round_.id)))
        if table.closes_ms is not None and not running and table.status is not TableStatus.CLOSED:
            due.append((table.closes_ms, c.Deadline(name, "closure")))
        if table.next_round_ms is not None and table.status is TableStatus.OPEN and not running:
            due.append((table.next_round_ms, c.Deadline(name, "next_round")))
    due += [
        (task.expires_ms, c.Deadline(task.table, "request", task.id))
        for task in pit.tasks.values()
        if task.expires_ms is not None
    ]
    return due
