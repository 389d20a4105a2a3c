"""Builds the configured devices, their drivers and, where asked for, their simulators."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from hardware_gateway.codecs.slingshot2 import NO_MORE_BETS, PLACE_BETS
from hardware_gateway.config import AcceptorDevice, Config, PrinterDevice, Wheel
from hardware_gateway.drivers.base import Device, Sink
from hardware_gateway.drivers.note_acceptor import NoteAcceptor
from hardware_gateway.drivers.slingshot2 import SlingShot2Driver, Timing
from hardware_gateway.drivers.slingshot2_spin import Spin
from hardware_gateway.drivers.ticket_printer import TicketPrinter
from hardware_gateway.drivers.wheel import WheelDevice, now_ms
from hardware_gateway.journal import Journal
from hardware_gateway.simulators.cash import SimulatedAcceptor, SimulatedPrinter
from hardware_gateway.simulators.ports import PtyWheel
from hardware_gateway.simulators.rng import SystemSource
from hardware_gateway.simulators.slingshot2 import SlingShot2Machine
from hardware_gateway.transports.base import OpenPort
from hardware_gateway.transports.serial_port import open_serial
from hardware_gateway.transports.tcp import open_tcp

_SPIN_KINDS: Final = ("bets_open", "ball_in_track", "no_more_bets", "result", "spin_void")
_TICKET_KINDS: Final = ("ticket_inserted", "ticket_stacked", "ticket_returned", "fault")


@dataclass(slots=True)
class Equipment:
    """Everything that hangs on this gateway, by device id."""

    devices: dict[str, Device] = field(default_factory=dict)
    wheel_simulators: dict[str, PtyWheel] = field(default_factory=dict)
    acceptors: dict[str, SimulatedAcceptor] = field(default_factory=dict)
    printers: dict[str, SimulatedPrinter] = field(default_factory=dict)


def build(config: Config, journal: Journal, sink: Sink, folder: Path) -> Equipment:
    """`folder` holds the links to the simulators' ptys."""
    return _Builder(config, journal, sink, folder).build()


class _Builder:
    def __init__(self, config: Config, journal: Journal, sink: Sink, folder: Path) -> None:
        self._config = config
        self._journal = journal
        self._sink = sink
        self._folder = folder
        self._equipment = Equipment()

    def build(self) -> Equipment:
        for device in self._config.devices:
            match device:
                case Wheel():
                    self._add_wheel(device)
                case AcceptorDevice():
                    self._add_acceptor(device)
                case PrinterDevice():
                    self._add_printer(device)
        return self._equipment

    def _add_wheel(self, wheel: Wheel) -> None:
        driver = SlingShot2Driver(
            now_ms=now_ms(),
            pocket_count=wheel.pockets,
            mode=wheel.mode,
            timing=Timing().scaled(self._config.time_scale),
            open_spin=_open_spin(self._journal, wheel.id),
        )
        self._equipment.devices[wheel.id] = WheelDevice(wheel.id, driver, self._port_of(wheel), self._sink)

    def _port_of(self, wheel: Wheel) -> OpenPort:
        if wheel.serial:
            serial = wheel.serial
            return partial(open_serial, path=Path(serial.path), baud=serial.baud, rtscts=serial.rtscts)
        if wheel.tcp:
            return partial(open_tcp, host=wheel.tcp.host, port=wheel.tcp.port)
        machine = SlingShot2Machine(
            SystemSource(),
            now_ms=now_ms(),
            flavour=wheel.simulator.flavour if wheel.simulator else "automated",
            mode=wheel.mode,
            pocket_count=wheel.pockets,
            time_scale=self._config.time_scale,
        )
        simulator = PtyWheel(machine, self._folder / wheel.id)
        self._equipment.wheel_simulators[wheel.id] = simulator
        return partial(open_serial, path=simulator.path)

    def _add_acceptor(self, device: AcceptorDevice) -> None:
        acceptor = SimulatedAcceptor(device.currency, frozenset(device.simulator.notes))
        last = self._journal.last_of(device.id, _TICKET_KINDS)
        if last and last.kind == "ticket_inserted":
            # Like a real acceptor at power-up, the simulated one gives back what was in escrow.
            acceptor.power_up_with_ticket(str(last.data.get("number", "")))
        self._equipment.acceptors[device.id] = acceptor
        self._equipment.devices[device.id] = NoteAcceptor(device.id, acceptor, self._sink)

    def _add_printer(self, device: PrinterDevice) -> None:
        printer = SimulatedPrinter(device.simulator.print_ms * self._config.time_scale / 1000)
        self._equipment.printers[device.id] = printer
        self._equipment.devices[device.id] = TicketPrinter(device.id, printer, self._sink)


def _open_spin(journal: Journal, wheel: str) -> Spin | None:
    """The spin an earlier run announced without concluding it, if any."""
    last = journal.last_of(wheel, _SPIN_KINDS)
    if last is None or last.kind in ("result", "spin_void"):
        return None
    number = last.data.get("spin")
    if not isinstance(number, int):
        return None
    return Spin(number, connection=0, states=[PLACE_BETS if last.kind == "bets_open" else NO_MORE_BETS])
