"""A whole pit under virtual time: random play, faults and restarts, and an auditor who believes nothing.

`simulate(seed)` runs one seed and returns a report; the same seed gives the same trace, to the last byte.
"""

from server.simulate.run import Report, simulate

__all__ = ["Report", "simulate"]
