"""What the control panel shows of the simulated devices."""

from __future__ import annotations

from msgspec import Struct

from hardware_gateway.config import AcceptorDevice, Config, PrinterDevice, Wheel
from hardware_gateway.devices import Equipment
from hardware_gateway.drivers.cash import Ticket
from hardware_gateway.link import Link
from hardware_gateway.simulators.slingshot2_faults import WheelFault

STATE_NAMES = {
    1: "game start",
    2: "place bets",
    3: "ball in track",
    4: "no more bets",
    5: "winning number",
    6: "closed",
}


class WheelView(Struct, frozen=True, tag_field="type", tag="wheel"):
    id: str
    table: str
    flavour: str
    state: str
    spin: int
    number: str | None
    warning: int
    speed: float
    direction: str
    faults: list[str]
    simulated: bool = True


class AcceptorView(Struct, frozen=True, tag_field="type", tag="acceptor"):
    id: str
    terminal: str
    currency: str
    notes: list[int]
    enabled: bool
    escrow: str | None
    stacked: int
    last_returned: str | None
    simulated: bool = True


class PrinterView(Struct, frozen=True, tag_field="type", tag="printer"):
    id: str
    terminal: str
    printing: bool
    jammed: bool
    tickets: int
    simulated: bool = True


class PanelView(Struct, frozen=True):
    gateway: str
    online: bool
    time_scale: float
    devices: list[WheelView | AcceptorView | PrinterView]


def device_list(config: Config, equipment: Equipment, link: Link) -> PanelView:
    views: list[WheelView | AcceptorView | PrinterView] = []
    for device in config.devices:
        match device:
            case Wheel(id=name) if name in equipment.wheel_simulators:
                views.append(_wheel(device, equipment))
            case AcceptorDevice():
                views.append(_acceptor(device, equipment))
            case PrinterDevice():
                printer = equipment.printers[device.id]
                views.append(
                    PrinterView(device.id, device.terminal, printer.printing, printer.jammed, len(printer.tray))
                )
            case _:
                pass  # a real wheel is no business of this panel
    return PanelView(config.gateway, link.online, config.time_scale, views)


def _wheel(device: Wheel, equipment: Equipment) -> WheelView:
    machine = equipment.wheel_simulators[device.id].machine
    return WheelView(
        id=device.id,
        table=device.table,
        flavour=machine.flavour,
        state=STATE_NAMES[machine.state],
        spin=machine.spin,
        number=machine.number,
        warning=machine.warning,
        speed=machine.rotor.speed / 10,
        direction="anticlockwise" if machine.rotor.direction else "clockwise",
        faults=[fault for fault in WheelFault if machine.can_have(fault)],
    )


def _acceptor(device: AcceptorDevice, equipment: Equipment) -> AcceptorView:
    acceptor = equipment.acceptors[device.id]
    held = acceptor.escrow
    return AcceptorView(
        id=device.id,
        terminal=device.terminal,
        currency=acceptor.currency,
        notes=sorted(acceptor.note_values),
        enabled=acceptor.enabled,
        escrow=None if held is None else f"ticket {held.number}" if isinstance(held, Ticket) else "note",
        stacked=acceptor.stacked_count,
        last_returned=acceptor.returned[-1].reason if acceptor.returned else None,
    )
