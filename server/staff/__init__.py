"""Who may do what, and how often a wrong PIN may be tried. Pure."""

from server.staff.lockout import Failure, locked_until
from server.staff.roles import ACTIONS, StaffRole, allowed

__all__ = ["ACTIONS", "Failure", "StaffRole", "allowed", "locked_until"]
