"""Rotor speed and direction of the simulated wheel, half a second per step."""

from __future__ import annotations

from collections import deque

FLIP = -1


class Rotor:
    """Follows a plan of speeds (0.1 rpm), one per tick; FLIP reverses while standing still."""

    def __init__(self) -> None:
        self.speed = 0
        self.direction = 0
        self._plan: deque[int] = deque()

    def step(self) -> None:
        if not self._plan:
            return
        speed = self._plan.popleft()
        if speed == FLIP:
            self.direction ^= 1
            speed = self._plan.popleft() if self._plan else 0
        self.speed = speed

    def set(self, speed: int) -> None:
        self._plan.clear()
        self.speed = speed

    def ramp(self, target: int, ticks: int) -> None:
        self._plan = deque(self._points(self.speed, target, ticks))

    def reverse(self, target: int, ticks: int) -> None:
        """Slow down to a stand, flip, and climb: three quarters of the time goes into slowing down."""
        down = max(1, ticks * 3 // 4)
        up = max(1, ticks - down)
        self._plan = deque([*self._points(self.speed, 0, down), FLIP, *self._points(0, target, up)])

    @staticmethod
    def _points(start: int, target: int, ticks: int) -> list[int]:
        return [start + (target - start) * step // ticks for step in range(1, ticks + 1)]
