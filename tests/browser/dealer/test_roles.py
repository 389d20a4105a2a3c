"""The dealer terminal hides what the server would refuse: both must speak of the same matrix."""

import json
from pathlib import Path

from server.protocol.dealer import DealerCommandBody
from server.staff.roles import MATRIX

ROLES = Path(__file__).parents[3] / "dealer_terminal" / "src" / "dealer" / "logic" / "roles.json"


def test_the_screen_knows_the_servers_matrix() -> None:
    screen = {action: set(roles) for action, roles in json.loads(ROLES.read_text()).items()}
    assert screen == {action: {role.value for role in MATRIX[action]} for action in screen}


def test_every_command_of_a_dealer_terminal_is_in_it() -> None:
    union = DealerCommandBody.__origin__  # type: ignore[attr-defined]
    commands = {model.model_fields["type"].annotation.__args__[0] for model in union.__args__}
    assert commands - {"sign_in", "sign_out"} == set(json.loads(ROLES.read_text()))
