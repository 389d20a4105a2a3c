"""A simulated SlingShot 2: what the device says and when, without any port.

Times inside are device milliseconds; `time_scale` stretches them to real ones
(0.2 = five times faster). Dwell times follow the medians and ranges seen on the
real unit. Two flavours: `automated` launches the ball on `*u 1`; `live` has the
same in-rim sensors, but a croupier spins, told through `press_spin`.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from enum import StrEnum
from functools import partial
from typing import Final, Literal

from hardware_gateway.codecs import slingshot2 as wire
from hardware_gateway.codecs.slingshot2 import Reply, Status, WinningNumber
from hardware_gateway.simulators.rng import RandomSource
from hardware_gateway.simulators.rotor import Rotor
from hardware_gateway.simulators.slingshot2_faults import LAUNCHER_FAULTS, Hangup, Out, WheelFault
from hardware_gateway.simulators.slingshot2_replies import Parameters, reply_to

TICK_MS: Final = 500
NUMBER_LINE_LEAD_MS: Final = 260
Flavour = Literal["automated", "live"]


class Launch(StrEnum):
    WAITING = "waiting"
    ROLLING = "rolling"
    WRONG_WAY = "wrong_way"
    RELAUNCH = "relaunch"


class SlingShot2Machine:
    def __init__(
        self,
        rng: RandomSource,
        *,
        now_ms: int,
        flavour: Flavour = "automated",
        mode: int = 1159,
        pocket_count: int = 37,
        time_scale: float = 1.0,
    ) -> None:
        self.flavour: Flavour = flavour
        self.state = wire.TABLE_CLOSED
        self.spin = 1
        self.number: str | None = None
        self.warning = 0
        self.mode = mode
        self.rotor = Rotor()
        self.parameters = Parameters(pocket_count)
        self._rng = rng
        self._pocket_count = pocket_count
        self._scale = time_scale
        self._origin_ms = now_ms
        self._time_ms = 0
        self._ticks_left = 0
        self._closing_ticks = 0
        self._launch = Launch.WAITING
        self._attempts = 0
        self._drawn: str | None = None
        self._game = 0
        self._pending_faults: set[WheelFault] = set()
        self._running_fault: WheelFault | None = None
        self._silent_until_ms = 0
        self._agenda: list[tuple[int, int, Callable[[], None]]] = []
        self._order = 0
        self._out: list[Out] = []
        self._commands = wire.CommandDecoder()
        self._at(TICK_MS, self._tick)

    # The world outside: port, croupier, saboteur

    def next_due_ms(self) -> int:
        """Real time of the next thing to happen; there is always a next status tick."""
        return self._origin_ms + round(self._agenda[0][0] * self._scale)

    def advance(self, now_ms: int) -> list[Out]:
        """Let time pass; returns what leaves the device, in order."""
        self._catch_up(now_ms)
        out, self._out = self._out, []
        return out

    def receive(self, data: bytes, now_ms: int) -> None:
        """Bytes from the host; answers follow 30 to 100 ms later among the status lines."""
        self._catch_up(now_ms)
        for command in self._commands.feed(data):
            self._at(30 + self._rng.below(71), partial(self._send_reply, command))

    def press_spin(self, now_ms: int) -> bool:
        """The croupier of a live wheel spins the ball; False when the wheel is not waiting for it."""
        self._catch_up(now_ms)
        ready = self.state == wire.PLACE_BETS and self._launch is Launch.WAITING and not self._closing_ticks
        if self.flavour != "live" or not ready:
            return False
        self.rotor.direction ^= 1
        self._launch = Launch.ROLLING
        self._ticks_left = 3 + self._rng.below(4)
        return True

    def can_have(self, fault: WheelFault) -> bool:
        """A live wheel has no ball launcher, so it cannot fail to launch."""
        return self.flavour != "live" or fault not in LAUNCHER_FAULTS

    def inject(self, fault: WheelFault, now_ms: int) -> bool:
        """Make something go wrong at the next occasion; False when this flavour cannot have it."""
        self._catch_up(now_ms)
        if not self.can_have(fault):
            return False
        match fault:
            case WheelFault.SILENT:
                self._silent_until_ms = self._time_ms + 5_000
            case WheelFault.HANGUP:
                self._out.append(Hangup(round(3_000 * self._scale)))
            case WheelFault.RESTART:
                self._power_cycle()
            case _:
                self._pending_faults.add(fault)
        return True

    def _catch_up(self, now_ms: int) -> None:
        while self.next_due_ms() <= now_ms:
            self._time_ms, _, action = heapq.heappop(self._agenda)
            action()
        self._time_ms = max(self._time_ms, int((now_ms - self._origin_ms) / self._scale))

    # Commands that change the machine; `reply_to` speaks for it

    def open_table(self) -> bool:
        if self.state != wire.TABLE_CLOSED:
            return False
        self.state = wire.GAME_START
        self.warning = 0
        self._ticks_left = self._dwell(15, 17, 21) + 1  # the tick under way is not a whole one
        self.rotor.set(44)
        self.rotor.ramp(150 + self._rng.below(15), 16)
        return True

    def close_table(self) -> bool:
        if self.state == wire.TABLE_CLOSED or self._closing_ticks:
            return False
        self._closing_ticks = 6 + self._rng.below(3)
        self.rotor.ramp(8, self._closing_ticks)
        self._forget_number()
        return True

    def start_game(self) -> bool:
        """Key 1. Accepted at any time, acts only when the wheel waits for it."""
        waiting = self.state == wire.PLACE_BETS and self._launch is Launch.WAITING and not self._closing_ticks
        if self.flavour == "live":
            return False
        if waiting and self.mode & wire.MODE_USER_START:
            self._start_launch()
        return True

    # One status period

    def _tick(self) -> None:
        self._at(TICK_MS, self._tick)
        self.rotor.step()
        if self._closing_ticks:
            self._closing_ticks -= 1
            if not self._closing_ticks:
                self._shut(self.warning)
        elif self.state != wire.TABLE_CLOSED:
            self._play()
        elif self.rotor.speed:
            self.rotor.set(0)
        if self.mode & wire.MODE_AUTO_STATUS:
            self._send_status()

    def _play(self) -> None:
        match self.state:
            case wire.NO_MORE_BETS:
                self._ball_drops()
            case wire.PLACE_BETS:
                self._launch_ball()
            case _ if self._ticks_left > 1:
                self._ticks_left -= 1
            case wire.GAME_START:
                self._place_bets()
            case wire.BALL_IN_TRACK:
                self._no_more_bets()
            case _:
                self._next_game()

    def _place_bets(self) -> None:
        self.state = wire.PLACE_BETS
        self._launch = Launch.WAITING
        if not self.mode & wire.MODE_USER_START and self.flavour == "automated":
            self._start_launch()

    def _start_launch(self) -> None:
        self._attempts = 0
        self._launch = Launch.ROLLING
        self._ticks_left = self._dwell(12, 14, 15)
        self._turn_rotor(self._ticks_left)

    def _turn_rotor(self, ticks: int) -> None:
        target = 160 + self._rng.below(21)
        if self.mode & wire.MODE_REVERSE:
            self.rotor.reverse(target, ticks)
        else:
            self.rotor.ramp(target, ticks)

    def _launch_ball(self) -> None:
        if self._launch is Launch.WAITING:
            return
        if self._ticks_left > 1:
            self._ticks_left -= 1
            return
        if self._launch is Launch.WRONG_WAY:
            self._relaunch(ticks=18)
        elif WheelFault.LAUNCH_FAILURE in self._pending_faults:
            self._fail_launch()
        elif WheelFault.WRONG_WAY in self._pending_faults:
            self._pending_faults.discard(WheelFault.WRONG_WAY)
            self._launch = Launch.WRONG_WAY
            self.warning = wire.WARN_WRONG_DIRECTION
            self._ticks_left = 12
        else:
            self.warning = 0
            self.state = wire.BALL_IN_TRACK
            self._ticks_left = self._dwell(4, 8, 17)

    def _relaunch(self, ticks: int) -> None:
        self._launch = Launch.RELAUNCH
        self.warning = wire.WARN_LAUNCH_FAILED
        self._ticks_left = ticks
        self._turn_rotor(ticks)

    def _fail_launch(self) -> None:
        """Six relaunches 38 s apart, then the table closes without any warning."""
        if self._attempts == 6:
            self._pending_faults.discard(WheelFault.LAUNCH_FAILURE)
            self._shut(warning=0)
        else:
            self._attempts += 1
            self._relaunch(ticks=76)

    def _no_more_bets(self) -> None:
        self.state = wire.NO_MORE_BETS
        if self.mode & wire.MODE_CHANGE_SPEED:
            self.rotor.set(141 + self._rng.below(60))
        self._ticks_left = self._dwell(45, 53, 64)
        self._game += 1
        self._drawn = None
        self._at(self._ticks_left * TICK_MS - NUMBER_LINE_LEAD_MS, partial(self._draw, self._game))

    def _draw(self, game: int) -> None:
        """The ball falls: drawn as late as the device could know it, never before the close."""
        if game != self._game or self.state != wire.NO_MORE_BETS or self._running_fault:
            return
        pocket = self._rng.below(self._pocket_count)
        self._drawn = "00" if pocket == 37 else str(pocket)
        if not self.mode & wire.MODE_NO_NUMBER_LINE:
            self._send(wire.render_event(WinningNumber(self._drawn)))

    def _ball_drops(self) -> None:
        self._ticks_left -= 1
        for fault in (WheelFault.BALL_REMOVED, WheelFault.DRIVE_FAILURE):
            if fault in self._pending_faults and self._drawn is None:
                self._pending_faults.discard(fault)
                self._running_fault = fault
                self._ticks_left = 65
                self._forget_number()
        if self._running_fault is WheelFault.BALL_REMOVED:
            # A single-tick pulse every two seconds; the game stays unresolved until the table is closed.
            self.warning = wire.WARN_BALL_NOT_SENSED if self._ticks_left % 4 == 0 else 0
        elif self._running_fault is WheelFault.DRIVE_FAILURE:
            self._drive_fails()
        elif self._ticks_left <= 0 and self._drawn is not None:
            self.state = wire.WINNING_NUMBER
            self.number = self._drawn
            self._ticks_left = self._dwell(6, 11, 16)

    def _drive_fails(self) -> None:
        self.rotor.set(0)
        if self._ticks_left < 0:
            self._shut(wire.WARN_DRIVE_FAILURE)
        elif self._ticks_left < 60:
            self.warning = wire.WARN_DRIVE_FAILURE

    def _next_game(self) -> None:
        self.spin = self.spin % 999 + 1  # where the real counter wraps is not known
        if self.mode & wire.MODE_USER_START or self.flavour == "live":
            self._place_bets()
        else:
            self.state = wire.GAME_START
            self._ticks_left = self._dwell(15, 17, 21)

    def _shut(self, warning: int) -> None:
        self.state = wire.TABLE_CLOSED
        self.warning = warning
        self._closing_ticks = 0
        self._running_fault = None
        self._forget_number()
        self.rotor.direction = 0
        self.rotor.set(3 if self.rotor.speed else 0)

    def _power_cycle(self) -> None:
        self._shut(warning=0)
        self.spin = 1
        self.number = None
        self._pending_faults.clear()

    def _forget_number(self) -> None:
        self._game += 1
        self._drawn = None

    # What leaves the device

    def _send_reply(self, command: wire.Command) -> None:
        self._send(wire.render_event(Reply(command.letter, reply_to(self, command))))

    def _send_status(self) -> None:
        status = Status(self.state, self.spin, self.number, self.warning, self.rotor.speed, self.rotor.direction)
        line = wire.render_event(status)
        if self._take_fault(WheelFault.MERGED_LINE):
            line = line[:7] + b"*X;" + line
        if self._take_fault(WheelFault.DROPPED_CRLF):
            line = line.removesuffix(wire.CRLF)
        if self._take_fault(WheelFault.GARBAGE):
            line = bytes(self._rng.below(256) for _ in range(24)) + wire.CRLF + line
        self._send(line)

    def _take_fault(self, fault: WheelFault) -> bool:
        wanted = fault in self._pending_faults
        self._pending_faults.discard(fault)
        return wanted

    def _send(self, line: bytes) -> None:
        if self._time_ms >= self._silent_until_ms:
            self._out.append(line)

    def _at(self, delay_ms: int, action: Callable[[], None]) -> None:
        self._order += 1
        heapq.heappush(self._agenda, (self._time_ms + delay_ms, self._order, action))

    def _dwell(self, low: int, median: int, high: int) -> int:
        """Ticks in low..high, half of the draws on either side of the median."""
        if self._rng.below(2):
            return low + self._rng.below(median - low + 1)
        return median + self._rng.below(high - median + 1)
