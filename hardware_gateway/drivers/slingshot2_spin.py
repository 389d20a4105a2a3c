"""The evidence of one spin, and the verdict whether it may settle by itself."""

from __future__ import annotations

from dataclasses import dataclass, field

from hardware_gateway.codecs.slingshot2 import BALL_IN_TRACK, NO_MORE_BETS, WINNING_NUMBER, Status
from hardware_gateway.drivers.base import Reading

_FULL_SEQUENCE = [BALL_IN_TRACK, NO_MORE_BETS, WINNING_NUMBER]


@dataclass(slots=True)
class Spin:
    """One spin as this connection saw it. The device's spin number is evidence, not an identity."""

    number: int
    connection: int
    states: list[int] = field(default_factory=list)
    result_lines: list[Status] = field(default_factory=list)
    number_line: str | None = None
    # The first reason why a person has to look at this spin; None = spotless so far.
    doubt: str | None = None
    voided: bool = False
    finished: bool = False

    def enter(self, state: int) -> None:
        self.states.append(state)

    @property
    def in_flight(self) -> bool:
        """The ball was seen, so the spin cannot simply be taken up again."""
        return any(state in _FULL_SEQUENCE for state in self.states)

    def cast_doubt(self, reason: str) -> None:
        if self.doubt is None:
            self.doubt = reason

    def add_number_line(self, number: str) -> None:
        if self.number_line not in (None, number):
            self.cast_doubt("numbers_disagree")
        self.number_line = number

    def add_result_line(self, status: Status) -> bool:
        """True once two consecutive state-5 lines say the same; rotor speed may differ between them."""
        if self.result_lines and self.result_lines[-1].number != status.number:
            self.cast_doubt("numbers_disagree")
        self.result_lines = [*self.result_lines[-3:], status]
        same = [(line.number, line.warning) for line in self.result_lines[-2:]]
        return len(same) == 2 and same[0] == same[1]

    def doubt_about_result(self, number_line_expected: bool) -> str | None:
        if self.doubt:
            return self.doubt
        if self.states[-3:] != _FULL_SEQUENCE:
            return "sequence_incomplete"
        if self.result_lines[-1].warning:
            return "warning_in_result"
        if number_line_expected and self.number_line is None:
            return "number_line_missing"
        if self.number_line not in (None, self.result_lines[-1].number):
            return "numbers_disagree"
        if len(self.result_lines) < 2:
            return "single_reading"
        return None

    def result(self, pockets: frozenset[str], number_line_expected: bool, garbage_count: int) -> Reading:
        """Conclude the spin: a result, complete or not, or a void when there is no pocket to name."""
        last = self.result_lines[-1]
        self.finished = True
        if last.number is None or last.number not in pockets:
            return self.void("number_invalid")
        reason = self.doubt_about_result(number_line_expected)
        evidence = {
            "connection": self.connection,
            "states": list(self.states),
            "result_lines": len(self.result_lines),
            "number_line": self.number_line,
            "number_line_expected": number_line_expected,
            "warning": last.warning,
            "speed": last.speed,
            "direction": "anticlockwise" if last.direction else "clockwise",
            "garbage_lines": garbage_count,
        }
        return Reading(
            "result",
            {
                "pocket": last.number,
                "spin": self.number,
                "complete": reason is None,
                "reason": reason,
                "evidence": evidence,
            },
        )

    def void(self, reason: str) -> Reading:
        self.finished = True
        self.voided = True
        return Reading("spin_void", {"spin": self.number, "reason": reason})
