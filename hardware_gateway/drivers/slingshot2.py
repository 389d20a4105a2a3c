"""SlingShot 2 driver: a pure state machine from wheel events to vendor-neutral readings.

It never looks at a clock or a port: every call carries the time, and what should
be recorded or sent comes back. A spin that was announced (bets_open or later)
always ends in one result or one spin_void; only a complete result may settle by
itself, anything doubtful says why and waits for a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from hardware_gateway.codecs import slingshot2 as wire
from hardware_gateway.codecs.slingshot2 import Bonus, Event, Garbage, Reply, Status, WinningNumber
from hardware_gateway.drivers.base import DeviceCommand, Reading, command_done, command_failed
from hardware_gateway.drivers.slingshot2_faults import FaultBoard
from hardware_gateway.drivers.slingshot2_orders import ORDERS, PendingOrders
from hardware_gateway.drivers.slingshot2_spin import Spin

Output = Reading | wire.Command

_SPINNING: Final = (wire.BALL_IN_TRACK, wire.NO_MORE_BETS, wire.WINNING_NUMBER)
# Operating system jitter does not shrink with the time scale, so waiting for a line does not either.
_WAIT_MS_MIN: Final = 1_500


@dataclass(frozen=True, slots=True)
class Timing:
    """The watchdogs. A scaled simulator gets equally scaled watchdogs."""

    silence_ms: int = 1_500
    launch_ms: int = 15_000
    result_ms: int = 60_000
    reply_ms: int = 1_500

    def scaled(self, time_scale: float) -> Timing:
        return Timing(
            silence_ms=max(_WAIT_MS_MIN, round(self.silence_ms * time_scale)),
            launch_ms=round(self.launch_ms * time_scale),
            result_ms=round(self.result_ms * time_scale),
            reply_ms=max(_WAIT_MS_MIN, round(self.reply_ms * time_scale)),
        )


class SlingShot2Driver:
    def __init__(
        self,
        *,
        now_ms: int,
        pocket_count: int = 37,
        mode: int = 1159,
        timing: Timing | None = None,
        open_spin: Spin | None = None,
    ) -> None:
        """`open_spin`: a spin that an earlier run of the gateway announced and never concluded."""
        self._pockets = wire.pockets_of_wheel(pocket_count)
        self._wanted_mode = mode
        self._reported_mode: int | None = None
        self._timing = timing or Timing()
        self._orders = PendingOrders(self._timing.reply_ms)
        self._connection = 0
        self._linked: bool | None = None
        self._heard_ms = now_ms
        self._status: Status | None = None
        self._spin = open_spin
        self._faults = FaultBoard()
        self._closing = False
        self._launch_deadline_ms: int | None = None
        self._result_deadline_ms: int | None = None
        self.garbage_count = 0

    @property
    def linked(self) -> bool:
        return self._linked is True

    @property
    def status(self) -> Status | None:
        """The last status while the link is up; the control panel shows it."""
        return self._status if self.linked else None

    # What happens to the link

    def connected(self, now_ms: int) -> list[Output]:
        """The port is open; the wheel counts as linked only once it speaks."""
        self._heard_ms = now_ms
        return [wire.QUERY_MODE]

    def disconnected(self) -> list[Output]:
        return list(self._lose_link())

    def tick(self, now_ms: int) -> list[Output]:
        """Watchdogs. Call it several times within the shortest of them."""
        outputs: list[Output] = list(self._orders.expire(now_ms))
        if self._linked is not False and now_ms - self._heard_ms > self._timing.silence_ms:
            outputs += self._lose_link()
        outputs += self._check_deadlines(now_ms)
        return outputs

    def feed(self, event: Event, now_ms: int) -> list[Output]:
        match event:
            case Status():
                return list(self._on_status(event, now_ms))
            case WinningNumber(number):
                return list(self._on_number_line(number))
            case Reply():
                return list(self._on_reply(event, now_ms))
            case Garbage():
                self.garbage_count += 1
            case Bonus():
                pass  # no game on these tables uses the bonus display
        return []

    def command(self, command: DeviceCommand, now_ms: int) -> list[Output]:
        order = ORDERS.get(command.kind)
        if order is None:
            return [command_failed(command, "unknown_kind")]
        if self._status is None or not self.linked:
            return [command_failed(command, "link_down")]
        closed = self._status.state == wire.TABLE_CLOSED
        if (command.kind == "open_wheel" and not closed) or (command.kind == "close_wheel" and closed):
            return [command_done(command)]
        if self._orders.busy(order.letter):
            return [command_failed(command, "busy")]
        if command.kind == "start_game" and (reason := self._why_not_start(self._status)):
            return [command_failed(command, reason)]
        return [self._orders.add(command, now_ms)]

    # The link, from inside

    def _lose_link(self) -> Iterator[Output]:
        if self._linked is False:
            return
        self._linked = False
        self._launch_deadline_ms = self._result_deadline_ms = None
        self._closing = False
        yield from self._orders.abandon("link_lost")
        yield Reading("link_lost")

    def _begin_observation(self, status: Status) -> Iterator[Output]:
        """First status after any silence: nothing that happened meanwhile may be assumed."""
        self._linked = True
        self._connection += 1
        self._status = None
        yield Reading("link_restored")
        yield from self._take_up_spin(status)
        if status.state != wire.TABLE_CLOSED:
            yield Reading("wheel_opened")

    def _take_up_spin(self, status: Status) -> Iterator[Output]:
        """What a break leaves of the spin that was under way before it."""
        spin = self._spin
        if spin is None or spin.finished:
            return
        if status.state in _SPINNING and status.spin == spin.number:
            spin.cast_doubt("unobserved_start")
            spin.connection = self._connection
        elif status.state == wire.PLACE_BETS and status.spin == spin.number and not spin.in_flight:
            self._spin = None  # no ball was seen and none ran: the same game is announced again
        else:
            yield spin.void("not_observed")

    # Status lines

    def _on_status(self, status: Status, now_ms: int) -> Iterator[Output]:
        if self.linked and now_ms - self._heard_ms > self._timing.silence_ms:
            yield from self._lose_link()
        self._heard_ms = now_ms
        if not self.linked:
            yield from self._begin_observation(status)
        previous, self._status = self._status, status
        yield from self._faults.compare_warnings(status)
        if previous is None or (previous.state, previous.spin) != (status.state, status.spin):
            yield from self._on_edge(previous, status, now_ms)
        if status.warning and status.state in _SPINNING and self._spin:
            self._spin.cast_doubt("warning_in_result" if status.state == wire.WINNING_NUMBER else "warning_during_spin")
        if status.state == wire.WINNING_NUMBER:
            yield from self._on_result_line(status)

    def _on_edge(self, previous: Status | None, status: Status, now_ms: int) -> Iterator[Output]:
        if previous and previous.state == wire.TABLE_CLOSED and status.state != wire.TABLE_CLOSED:
            yield Reading("wheel_opened")
        if status.state != wire.PLACE_BETS:
            self._launch_deadline_ms = None
            yield from self._faults.clear("launch_timeout")
        if status.state == wire.NO_MORE_BETS:
            self._result_deadline_ms = now_ms + self._timing.result_ms
        else:
            self._result_deadline_ms = None
            yield from self._faults.clear("result_timeout")
        yield from self._leave(status)
        yield from self._enter(previous, status)

    def _leave(self, status: Status) -> Iterator[Output]:
        """Conclude the spin that this edge ends, if it ends one."""
        spin = self._spin
        if spin is None or spin.finished:
            return
        if status.state == wire.TABLE_CLOSED:
            yield from self._close_spin(spin)
        elif status.spin != spin.number or status.state in (wire.GAME_START, wire.PLACE_BETS):
            if spin.result_lines:
                yield spin.result(self._pockets, self._number_line_expected, self.garbage_count)
            else:
                yield spin.void("spin_changed" if status.spin != spin.number else "game_restarted")

    def _close_spin(self, spin: Spin) -> Iterator[Output]:
        """Any close during a spin voids it, also one without a warning (exhausted relaunches)."""
        if spin.voided:
            spin.finished = True
        else:
            yield spin.void("closed_by_command" if self._closing else "closed_mid_round")

    def _enter(self, previous: Status | None, status: Status) -> Iterator[Output]:
        match status.state:
            case wire.PLACE_BETS:
                self._spin = Spin(status.spin, self._connection, states=[wire.PLACE_BETS])
                yield from self._faults.clear("number_conflict")
                yield Reading("bets_open", {"spin": status.spin})
            case wire.BALL_IN_TRACK:
                self._spin_in_flight(previous, status).enter(status.state)
                yield Reading("ball_in_track", {"spin": status.spin})
            case wire.NO_MORE_BETS:
                self._spin_in_flight(previous, status).enter(status.state)
                yield Reading("no_more_bets", {"spin": status.spin})
            case wire.WINNING_NUMBER:
                self._spin_in_flight(previous, status).enter(status.state)
            case wire.TABLE_CLOSED:
                self._closing = False
                yield from self._correct_mode()
                yield Reading("wheel_closed")
            case _:
                pass  # game start: the rotor gathers speed, nothing to report

    def _spin_in_flight(self, previous: Status | None, status: Status) -> Spin:
        """The spin this line belongs to; one whose start was not seen is never spotless."""
        spin = self._spin
        late = spin is not None and spin.voided and spin.number == status.spin and previous is not None
        if spin is None or spin.number != status.spin or (spin.finished and not late):
            spin = Spin(status.spin, self._connection)
            spin.cast_doubt("unobserved_start" if previous is None else "sequence_incomplete")
            self._spin = spin
        return spin

    def _on_result_line(self, status: Status) -> Iterator[Output]:
        spin = self._spin
        if spin is None or spin.number != status.spin:
            return
        if spin.voided and not spin.result_lines:
            # The watchdog gave up on this spin; a late number is still worth a person's look.
            spin.cast_doubt("after_void")
            spin.finished = False
        if spin.finished:
            if spin.result_lines and spin.result_lines[-1].number != status.number:
                yield from self._faults.set("number_conflict", "the number changed after it was reported")
            return
        if spin.add_result_line(status):
            yield spin.result(self._pockets, self._number_line_expected, self.garbage_count)

    def _on_number_line(self, number: str) -> Iterator[Output]:
        spin = self._spin
        if spin is None or self._status is None or not self.linked:
            return
        if spin.finished and not spin.voided:
            if spin.result_lines and spin.result_lines[-1].number != number:
                yield from self._faults.set("number_conflict", "a second number came after the result")
            return
        if self._status.state not in (wire.NO_MORE_BETS, wire.WINNING_NUMBER):
            spin.cast_doubt("stray_number_line")
        spin.add_number_line(number)

    # Faults and watchdogs

    def _check_deadlines(self, now_ms: int) -> Iterable[Output]:
        if self._launch_deadline_ms is not None and now_ms > self._launch_deadline_ms:
            self._launch_deadline_ms = None
            yield from self._faults.set("launch_timeout", "no ball in track after the start of the game")
        if self._result_deadline_ms is not None and now_ms > self._result_deadline_ms:
            self._result_deadline_ms = None
            yield from self._faults.set("result_timeout", "no winning number after no more bets")
            if self._spin and not self._spin.finished:
                yield self._spin.void("result_timeout")

    # Replies and mode

    @property
    def _mode(self) -> int:
        return self._wanted_mode if self._reported_mode is None else self._reported_mode

    @property
    def _number_line_expected(self) -> bool:
        return not self._mode & wire.MODE_NO_NUMBER_LINE

    def _why_not_start(self, status: Status) -> str | None:
        if not self._mode & wire.MODE_USER_START:
            return "not_user_start"
        if status.state != wire.PLACE_BETS or self._launch_deadline_ms is not None:
            return "not_ready"
        return None

    def _on_reply(self, reply: Reply, now_ms: int) -> Iterator[Output]:
        if reply.command == "u" and reply.text == "OK" and self._orders.busy("u"):
            self._launch_deadline_ms = now_ms + self._timing.launch_ms
        if reply.command == "P" and self._orders.waits_for("close_wheel"):
            self._closing = reply.text == "OK"
        yield from self._orders.answer(reply)
        fields = reply.text.split(" ")
        if reply.command == "O" and len(fields) == 4 and fields[3].isdecimal():
            self._reported_mode = int(fields[3])
            yield from self._correct_mode(closed=fields[0] == str(wire.TABLE_CLOSED))
        elif reply.command == "o" and reply.text.isdecimal():
            self._reported_mode = int(reply.text)
            yield from self._compare_mode()

    def _correct_mode(self, closed: bool = True) -> Iterator[Output]:
        """The device takes a mode only while closed; until then the difference is a fault."""
        yield from self._compare_mode()
        if closed and "mode_mismatch" in self._faults:
            yield wire.set_mode(self._wanted_mode)

    def _compare_mode(self) -> Iterator[Output]:
        if self._reported_mode in (None, self._wanted_mode):
            yield from self._faults.clear("mode_mismatch")
        else:
            yield from self._faults.set(
                "mode_mismatch", f"device mode {self._reported_mode}, configured {self._wanted_mode}"
            )
