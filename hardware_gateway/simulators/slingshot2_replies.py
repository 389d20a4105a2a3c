"""How the simulated SlingShot 2 answers host commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hardware_gateway.codecs import slingshot2 as wire

if TYPE_CHECKING:
    from hardware_gateway.simulators.slingshot2 import SlingShot2Machine

FIRMWARE: Final = "V2.50"
BANNER: Final = "V2.50 Cammegh / Syoptic - SlingShot 2 Roulette Wheel (c) 03/12/18"


class Parameters:
    """The `*T` parameters seen on a real unit."""

    def __init__(self, pocket_count: int) -> None:
        self.values: dict[str, str] = {
            "d": "15", "c": "8465", "p": "50", "q": "800", "k": "1900", "i": "10", "j": "6705 3386 26 1",
            "r": "23000 23000", "s": "16.0 18.0", "t": "1475", "n": "2920", "m": "2.0|20000.0", "h": "161",
            "z": str(pocket_count), "g": "0",
        }  # fmt: skip


def reply_to(machine: SlingShot2Machine, command: wire.Command) -> str:
    """Carry the command out and return the text after its letter."""
    match command.letter, command.argument:
        case "P", ("0" | "1") as power:
            return _ok(machine.open_table() if power == "1" else machine.close_table())
        case ("u", "1") | ("K", ""):
            return _ok(machine.start_game())
        case "o", argument:
            return _set_mode(machine, argument)
        case "O", "":
            return f"{machine.state} 1 60 {machine.mode}"
        case "T", argument:
            return _parameter(machine, argument)
        case "S", "":
            return FIRMWARE
        case "V", "":
            return BANNER
        case _:
            return "NO"


def _ok(done: bool) -> str:
    return "OK" if done else "NO"


def _set_mode(machine: SlingShot2Machine, argument: str) -> str:
    if not argument.isdecimal() or len(argument) > 5:
        return "NO"
    if machine.state != wire.TABLE_CLOSED:
        return "BUSY"
    machine.mode = int(argument)
    return argument


def _parameter(machine: SlingShot2Machine, argument: str) -> str:
    name, _, values = argument.partition(" ")
    known = machine.parameters.values
    if name.isupper() and name.lower() in known:
        return f"{name.lower()} {known[name.lower()]}"
    if name in known and values and machine.state == wire.TABLE_CLOSED:
        known[name] = values
        return "OK"
    return "NO"
