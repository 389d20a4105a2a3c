"""Every role x action pair is decided by the matrix, and nothing else is allowed."""

from typing import get_args

import pytest

from server.protocol.dealer import DealerCommandBody
from server.staff import ACTIONS, StaffRole, allowed

EXPECTED = {
    "dealer": """record_step enter_reading take_back_reading
        sign_in sign_out new_game no_more_bets enter_result clear_entry confirm_result call_irregularity
        request_void request_relief request_correction preview_correction answer_call suspend_table""",
    "casino_supervisor": """record_step enter_reading take_back_reading
        sign_in sign_out new_game no_more_bets enter_result clear_entry confirm_result
        call_irregularity request_void request_relief
        request_correction preview_correction answer_call resolve_task pay_by_hand
        suspend_table resume_table open_table announce_closure cancel_closure close_table set_terminal
        venue.read tables.read terminals.read rounds.read books.read receivables.read audit.read""",
    "operator": """sign_in sign_out suspend_table resume_table open_table announce_closure cancel_closure close_table
        set_terminal venue.read venue.write tables.read tables.write terminals.read terminals.write devices.read
        devices.write staff.read staff.write rounds.read books.read receivables.read audit.read""",
}


@pytest.mark.parametrize("action", sorted(ACTIONS))
@pytest.mark.parametrize("role", list(StaffRole))
def test_pair(role: StaffRole, action: str) -> None:
    assert allowed(role, action) == (action in EXPECTED[role].split())


@pytest.mark.parametrize("role", ["player", "gateway", "system", "", "Dealer", "owner"])
def test_other_roles_may_nothing(role: str) -> None:
    assert not any(allowed(role, action) for action in ACTIONS)


@pytest.mark.parametrize("action", ["", "settle", "tables", "venue.*", "NEW_GAME"])
def test_unknown_actions_are_denied(action: str) -> None:
    assert not any(allowed(role, action) for role in StaffRole)


def test_every_command_of_the_dealer_terminal_is_in_the_matrix() -> None:
    union = get_args(DealerCommandBody)[0]
    names = {get_args(model.model_fields["type"].annotation)[0] for model in get_args(union)}
    assert names <= ACTIONS


def test_the_operator_decides_no_game_and_the_dealer_approves_nothing() -> None:
    assert not allowed("operator", "resolve_task")
    assert not allowed("operator", "confirm_result")
    assert not allowed("dealer", "resolve_task")
