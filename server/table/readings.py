"""What devices report and what follows from it (002 5.3, 7.3, 7.6, 11.5, 11.7)."""

from typing import Any

from server.games.contract import RuleError, Signal
from server.table import commands as c
from server.table.cash import cash_reading
from server.table.context import Context, Decision, Verdict, game_of, need_of, refuse
from server.table.events import (
    BallSeen,
    DeviceChanged,
    DeviceOrdered,
    Event,
    OrderDone,
    ReadingTaken,
    SensorRead,
    SpinFailed,
    TaskRaised,
)
from server.table.irregular import SPIN_RETRY_MS
from server.table.progress import GOING_ON_OPTIONS, sensor_fact
from server.table.rounds import POCKET_HELD_OPTIONS, close_event, close_events, counter_id, hold
from server.table.settlement import settle
from server.table.state import Device, Pit, Round, Table
from server.table.values import Phase, Refusal, TableStatus

LAUNCHES_MAX = 15

WHEEL_STATES = {
    "wheel_opened": "open",
    "bets_open": "ready",
    "ball_in_track": "ball_in_track",
    "no_more_bets": "no_more_bets",
    "result": "result",
    "wheel_closed": "closed",
}

BALL = "ball_in_track"
TROUBLE = ("spin_void", "fault", "wheel_closed", "link_lost")
DEVICE_KINDS = frozenset({*WHEEL_STATES, *TROUBLE, "command_failed", "fault_cleared", "link_restored"})
"""What a device says of itself. Everything else may be a reading of the game."""


def take_reading(pit: Pit, cmd: c.TakeReading, ctx: Context) -> Verdict:
    """Take a reading exactly once; a counter that was taken is acknowledged again without any effect."""
    last = pit.readings.get(cmd.gateway, {}).get(cmd.boot)
    if last is not None and cmd.counter <= last:
        return Decision((), {"counter": last})
    if last is not None and cmd.counter != last + 1:
        return refuse("gap", expected=last + 1)
    taken = ReadingTaken(cmd.gateway, cmd.boot, cmd.counter, cmd.device, cmd.kind, cmd.data, cmd.at)
    effects = _effects(pit, cmd, ctx)
    return Decision((taken, *effects), {"counter": cmd.counter})


def _effects(pit: Pit, cmd: c.TakeReading, ctx: Context) -> list[Event]:
    events: list[Event] = []
    order = str(cmd.data.get("command", ""))
    if order in pit.orders:
        events.append(OrderDone(order, cmd.kind))
    table = next((t for t in pit.tables.values() if t.config.device == cmd.device), None)
    if table is not None:
        return events + _wheel(pit, table, cmd, ctx)
    return events + cash_reading(pit, cmd, ctx)


def _wheel(pit: Pit, table: Table, cmd: c.TakeReading, ctx: Context) -> list[Event]:
    events: list[Event] = []
    device = pit.devices.get(cmd.device) or Device(cmd.device)
    changed = _device_changed(device, cmd)
    if changed:
        events.append(changed)
    round_ = table.round
    if cmd.kind == "wheel_closed" and table.status is not TableStatus.CLOSED and not _spinning(table):
        order = f"open:{cmd.boot[:8]}:{cmd.counter}"
        events.append(DeviceOrdered(order, cmd.device, "open_wheel", {}))
    if round_ is None:
        return events
    return events + _round_reading(pit, table, round_, cmd, ctx)


def _round_reading(pit: Pit, table: Table, round_: Round, cmd: c.TakeReading, ctx: Context) -> list[Event]:
    """What a reading means to the round that runs."""
    if cmd.kind in ("result", game_of(table.config).result_reading):
        return _result(pit, table, round_, cmd, ctx)
    if cmd.kind == BALL:
        return _ball(table, round_, cmd)
    if cmd.kind == "no_more_bets":
        # 002 5.3.2.1: the wheel's own signal before the deadline is an ordinary close.
        return close_events(table, round_, "wheel", ctx) if round_.phase is Phase.WAGERING else []
    if cmd.kind == "command_failed":
        return _launch_refused(pit, table, round_, cmd, ctx)
    if cmd.kind in TROUBLE:
        return _trouble(pit, table, round_, cmd)
    return [] if cmd.kind in DEVICE_KINDS else sensor_fact(pit, table, round_, cmd)


def _ball(table: Table, round_: Round, cmd: c.TakeReading) -> list[Event]:
    if round_.phase not in (Phase.WAGERING, Phase.CLOSED) or BALL not in need_of(table, round_).readings:
        return []
    return [BallSeen(table.config.table, round_.id, _spin(cmd.data))]


def _spinning(table: Table) -> bool:
    """An automated wheel may have a ball under way: closing then is trouble, not a wheel that waits to be opened.
    On a live wheel the dealer goes on by hand, and needs it open."""
    waiting = table.round is not None and table.round.phase in (Phase.CLOSED, Phase.PROPOSED, Phase.HELD)
    return waiting and table.config.wheel == "automated"


def _launch_refused(pit: Pit, table: Table, round_: Round, cmd: c.TakeReading, ctx: Context) -> list[Event]:
    """The wheel did not take the launch order: ask again, and after a while ask a supervisor."""
    ours = str(cmd.data.get("command", "")).startswith(f"spin:{round_.id}:")
    if not ours or round_.spun or round_.phase not in (Phase.WAGERING, Phase.CLOSED):
        return []
    if round_.spin_failures >= LAUNCHES_MAX and round_.phase is Phase.CLOSED:
        data: dict[str, str | int | bool | None] = {"reason": "launch_refused", "device": cmd.device}
        return hold(pit, table, round_, "device_fault", data, "002 11.5")
    return [SpinFailed(table.config.table, round_.id, ctx.now_ms + SPIN_RETRY_MS)]


def _spin(data: dict[str, Any]) -> str:
    return str(data.get("spin", ""))


def _device_changed(device: Device, cmd: c.TakeReading) -> DeviceChanged | None:
    online, state, fault = True, WHEEL_STATES.get(cmd.kind, device.state), device.fault
    if cmd.kind == "fault":
        fault = str(cmd.data.get("code", "fault"))
    elif cmd.kind in ("fault_cleared", "wheel_opened"):
        fault = None
    elif cmd.kind == "link_lost":
        online, fault = False, "link_lost"
    elif cmd.kind == "link_restored":
        fault = None
    spin = _spin(cmd.data) or device.spin
    if (device.online, device.state, device.fault, device.spin) == (online, state, fault, spin):
        return None
    return DeviceChanged(cmd.device, online, state, fault, spin)


def _belongs(table: Table, round_: Round, spin: str, *, ball: bool) -> bool:
    """Whether a result can be the one this round waits for."""
    game = game_of(table.config)
    if round_.phase not in (Phase.WAGERING, Phase.CLOSED, Phase.PROPOSED) or (ball and round_.awaiting_ball):
        return False  # 002 11.4.8, or no round to belong to
    if spin and round_.ball_spin != spin and spin == table.last_ball:
        return False  # the ball of an earlier round, come to rest late
    if spin and spin == table.last_spin:
        return False
    if round_.phase is Phase.WAGERING:
        return game.signal(game.result_reading) is Signal.EARLY
    return game.result_reading in need_of(table, round_).readings


def _result(pit: Pit, table: Table, round_: Round, cmd: c.TakeReading, ctx: Context) -> list[Event]:
    """A pocket from the sensor. It settles alone only on an automated wheel and with complete evidence."""
    game = game_of(table.config)
    value, spin = str(cmd.data.get(game.result_reading)), _spin(cmd.data)
    try:
        game.check_reading(game.result_reading, value)
    except RuleError:
        return []
    ball = BALL in need_of(table, round_).readings
    if not _belongs(table, round_, spin, ball=ball):
        return []  # the reading stays in the journal as evidence
    complete = bool(cmd.data.get("complete")) and (not ball or round_.ball_spin == spin)
    reason = None if complete else str(cmd.data.get("reason") or "ball_not_seen_in_round")
    early = round_.phase is Phase.WAGERING
    evidence = cmd.data.get("evidence")
    read = SensorRead(
        table.config.table,
        round_.id,
        value,
        complete,
        reason,
        spin,
        evidence if isinstance(evidence, dict) else {},
        early,
    )
    if early:
        # 002 7.3: stop at once, wagers already placed stand, and a supervisor confirms the number.
        data: dict[str, str | int | bool | None] = {"sensor": value}
        return [
            close_event(table, round_, "early_ball"),
            read,
            *hold(pit, table, round_, "early_ball", data, "002 7.3"),
        ]
    if table.config.wheel == "live":
        dealer = round_.proposal.dealer
        if dealer is not None and dealer != value:
            return [read, *hold(pit, table, round_, "mismatch", {"sensor": value, "dealer": dealer}, "002 5.3.1.2")]
        return [read]
    if not complete:
        data = {"sensor": value, "reason": reason}
        return [read, *hold(pit, table, round_, "incomplete_evidence", data, "002 11.7")]
    verdict = settle(pit, table, round_, value, ctx)
    return [read] if isinstance(verdict, Refusal) else [read, *verdict.events]


def _trouble(pit: Pit, table: Table, round_: Round, cmd: c.TakeReading) -> list[Event]:
    """The wheel failed in mid-round. An automated round is held; on a live wheel the dealer goes on by hand."""
    reason = str(cmd.data.get("reason") or cmd.data.get("code") or cmd.kind)
    data: dict[str, str | int | bool | None] = {"reason": reason, "device": cmd.device}
    if table.config.wheel == "automated" and round_.phase in (Phase.CLOSED, Phase.PROPOSED):
        options = POCKET_HELD_OPTIONS if game_of(table.config).result_reading else GOING_ON_OPTIONS
        return hold(pit, table, round_, "device_fault", data, "002 11.5", options)
    known = any(task.table == table.config.table and task.kind == "device_fault" for task in pit.tasks.values())
    if cmd.kind in ("fault", "link_lost") and not known:
        task = TaskRaised(
            counter_id(pit, "task"),
            "device_fault",
            table.config.table,
            round_.id,
            "002 11.5",
            None,
            None,
            ("acknowledge",),
            data,
            None,
        )
        return [task]
    return []
