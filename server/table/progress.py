"""What the game asks for besides wagers and a result: steps, readings one by one, draws, further windows."""

from server.games.contract import Fact, FactKind, RuleError, Signal
from server.table import commands as c
from server.table.context import (
    Context,
    Verdict,
    carry_of,
    decided,
    game_of,
    need_of,
    refuse,
    table_round,
)
from server.table.events import (
    Event,
    OutcomeProposed,
    ReadingNoted,
    StepRecorded,
    WageringClosed,
    WageringOpened,
    WageringReopened,
)
from server.table.irregular import spin_due
from server.table.rounds import close_event, hold, withdraw
from server.table.settlement import draw_event, settle
from server.table.state import Pit, Round, Table
from server.table.values import Phase, Refusal

COLLECTING = (Phase.PREPARING, Phase.WAGERING, Phase.CLOSED)
"""Phases in which facts may be added to a round."""

VALUE_MAX = 64
"""Longest value of a step."""

GOING_ON_OPTIONS = ("acknowledge", "no_spin", "void")


def proceed(pit: Pit, cmd: c.Proceed, ctx: Context) -> Verdict:
    """One thing at a time: whatever it leads to is asked again when it is recorded."""
    pair = table_round(pit, cmd.table, cmd.round)
    if isinstance(pair, Refusal):
        return pair
    table, round_ = pair
    if round_.phase not in COLLECTING:
        return refuse("nothing_due")
    need = need_of(table, round_)
    if need.draw is not None:
        return decided(draw_event(table, round_, need.draw, round_.facts, ctx))
    if round_.phase is Phase.WAGERING:
        return refuse("nothing_due")
    if need.window is not None:
        return decided(_window_event(table, round_, need.window.name, ctx))
    if need.outcome is not None:
        return _outcome(pit, table, round_, need.outcome.value, ctx)
    return refuse("nothing_due")


def _window_event(table: Table, round_: Round, window: str, ctx: Context) -> Event:
    """Open the window; in a dummy round it closes unopened."""
    name, deadline = table.config.table, ctx.now_ms + table.config.period_ms
    if round_.dummy:
        return WageringClosed(name, round_.id, window, "dummy", {}, {}, ())
    if any(fact.kind is FactKind.WINDOW_CLOSED for fact in round_.facts):
        return WageringReopened(name, round_.id, deadline, window=window, further=True)
    return WageringOpened(name, round_.id, window, deadline, spin_due(table.config, ctx))


def _outcome(pit: Pit, table: Table, round_: Round, value: str, ctx: Context) -> Verdict:
    """Complete evidence of an automated source settles alone; everything else is proposed to a person."""
    reason = round_.evidence_reason
    if table.config.wheel == "automated" and reason is None:
        return settle(pit, table, round_, value, ctx)
    proposed = OutcomeProposed(table.config.table, round_.id, value, bool(round_.entered), reason)
    if table.config.wheel == "live":
        return decided(proposed)
    data: dict[str, str | int | bool | None] = {"sensor": value, "reason": reason}
    return decided(proposed, *hold(pit, table, round_, "incomplete_evidence", data, "002 11.7"))


def record_step(pit: Pit, cmd: c.RecordStep, ctx: Context) -> Verdict:
    """Staff say that the step the game waits for was done."""
    pair = _collecting(pit, cmd.table, cmd.round)
    if isinstance(pair, Refusal):
        return pair
    table, round_ = pair
    wanted = need_of(table, round_).step
    if wanted is None or wanted != cmd.step:
        return refuse("step_not_needed", step=wanted)
    if len(cmd.value) > VALUE_MAX:
        return refuse("bad_value")
    return decided(StepRecorded(table.config.table, round_.id, cmd.step, cmd.value))


def enter_reading(pit: Pit, cmd: c.EnterReading, ctx: Context) -> Verdict:
    """A reading keyed in by the dealer, where a sensor would have sent it."""
    pair = _collecting(pit, cmd.table, cmd.round)
    if isinstance(pair, Refusal):
        return pair
    table, round_ = pair
    game = game_of(table.config)
    if table.config.wheel == "automated":
        return refuse("automated_wheel")
    if cmd.reading == game.result_reading or cmd.reading not in need_of(table, round_).readings:
        return refuse("reading_not_needed", reading=cmd.reading)
    try:
        game.check_reading(cmd.reading, cmd.value)
    except RuleError as error:
        return refuse(error.code, detail=error.detail)
    signal = game.signal(cmd.reading) if round_.phase is Phase.WAGERING else Signal.NOTE
    if signal is Signal.EARLY:
        return refuse("wagering_open")
    noted = ReadingNoted(table.config.table, round_.id, cmd.reading, cmd.value, dealer=True)
    return decided(noted, close_event(table, round_, "dealer")) if signal is Signal.CLOSE else decided(noted)


def take_back_reading(pit: Pit, cmd: c.TakeBackReading, ctx: Context) -> Verdict:
    pair = table_round(pit, cmd.table, cmd.round)
    if isinstance(pair, Refusal):
        return pair
    table, round_ = pair
    if round_.phase not in (*COLLECTING, Phase.PROPOSED):
        return refuse("wrong_phase", phase=round_.phase)
    return withdraw(table, round_)


def _collecting(pit: Pit, table: str, round_id: str) -> tuple[Table, Round] | Refusal:
    pair = table_round(pit, table, round_id)
    if isinstance(pair, Refusal):
        return pair
    if pair[1].phase not in COLLECTING:
        return refuse("wrong_phase", phase=pair[1].phase)
    return pair


def sensor_fact(pit: Pit, table: Table, round_: Round, cmd: c.TakeReading) -> list[Event]:
    """A reading that is a fact if the game waits for it, and otherwise stays in the journal as evidence."""
    game, value = game_of(table.config), str(cmd.data.get(cmd.kind, ""))
    try:
        game.check_reading(cmd.kind, value)
    except RuleError:
        return []
    if round_.phase not in COLLECTING:
        return []
    reason = None if cmd.data.get("complete") else str(cmd.data.get("reason") or "incomplete")
    noted = ReadingNoted(table.config.table, round_.id, cmd.kind, value, reason=reason)
    signal = game.signal(cmd.kind) if round_.phase is Phase.WAGERING else Signal.NOTE
    if signal is Signal.EARLY:
        return _early(pit, table, round_, noted)
    if cmd.kind not in need_of(table, round_).readings:
        return []
    return [noted, close_event(table, round_, "wheel")] if signal is Signal.CLOSE else [noted]


def _early(pit: Pit, table: Table, round_: Round, noted: ReadingNoted) -> list[Event]:
    """Betting stops at once, wagers stand, and a supervisor says how the round goes on (as 002 7.3)."""
    closed = close_event(table, round_, "early_ball")
    facts: list[Fact] = [*round_.facts, Fact(FactKind.WINDOW_CLOSED, closed.window)]
    welcome = noted.reading in game_of(table.config).need(facts, carry_of(table)).readings
    data: dict[str, str | int | bool | None] = {"sensor": noted.value}
    held = hold(pit, table, round_, "early_ball", data, "002 7.3", GOING_ON_OPTIONS)
    return [closed, *([noted] if welcome else []), *held]
