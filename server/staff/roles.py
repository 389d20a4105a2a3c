"""The matrix of roles and actions. What is not listed is not allowed."""

from enum import StrEnum


class StaffRole(StrEnum):
    """Roles a member of staff can hold."""

    DEALER = "dealer"
    CASINO_SUPERVISOR = "casino_supervisor"
    OPERATOR = "operator"


_GAME = frozenset({StaffRole.DEALER, StaffRole.CASINO_SUPERVISOR})
_SUPERVISOR = frozenset({StaffRole.CASINO_SUPERVISOR})
_TABLE = frozenset({StaffRole.CASINO_SUPERVISOR, StaffRole.OPERATOR})
_OPERATOR = frozenset({StaffRole.OPERATOR})
_EVERYBODY = frozenset(StaffRole)

MATRIX: dict[str, frozenset[StaffRole]] = {
    # A terminal's own session.
    "sign_in": _EVERYBODY,
    "sign_out": _EVERYBODY,
    # Running the round.
    "new_game": _GAME,
    "record_step": _GAME,
    "enter_reading": _GAME,
    "take_back_reading": _GAME,
    "no_more_bets": _GAME,
    "enter_result": _GAME,
    "clear_entry": _GAME,
    "confirm_result": _GAME,
    "call_irregularity": _GAME,
    "request_void": _GAME,
    "request_relief": _GAME,
    "request_correction": _GAME,
    "preview_correction": _GAME,
    "answer_call": _GAME,
    # Deciding what a dealer asks for: never the operator, who runs machines and not games.
    "resolve_task": _SUPERVISOR,
    "pay_by_hand": _SUPERVISOR,
    # Anybody at the table may stop a game that went wrong; starting it again needs authority.
    "suspend_table": _EVERYBODY,
    "resume_table": _TABLE,
    "open_table": _TABLE,
    "announce_closure": _TABLE,
    "cancel_closure": _TABLE,
    "close_table": _TABLE,
    "set_terminal": _TABLE,
    # The operators' interface.
    "venue.read": _TABLE,
    "venue.write": _OPERATOR,
    "tables.read": _TABLE,
    "tables.write": _OPERATOR,
    "terminals.read": _TABLE,
    "terminals.write": _OPERATOR,
    "devices.read": _OPERATOR,
    "devices.write": _OPERATOR,
    "staff.read": _OPERATOR,
    "staff.write": _OPERATOR,
    "rounds.read": _TABLE,
    "books.read": _TABLE,
    "receivables.read": _TABLE,
    "audit.read": _TABLE,
}

ACTIONS = frozenset(MATRIX)


def allowed(role: str, action: str) -> bool:
    """Whether a role may do something; an unknown role or action never may."""
    return role in MATRIX.get(action, ())
