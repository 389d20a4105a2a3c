"""The one source of chance of the simulators."""

from __future__ import annotations

import secrets
from typing import Protocol


class RandomSource(Protocol):
    """Tests pass a seeded source; the gateway's configuration offers only the system's."""

    def below(self, bound: int) -> int:
        """A uniform number in 0..bound-1."""


class SystemSource:
    def below(self, bound: int) -> int:
        return secrets.randbelow(bound)
